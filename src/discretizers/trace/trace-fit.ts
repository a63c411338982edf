import { DataError } from '../../errors.ts'
import { isExact } from '../../summaries/cells.ts'
import type { NumberSummary, Proposal } from '../../types.ts'
import { viewColumn } from '../column-view.ts'
import { discretize, type DiscretizeOptions, readSettings } from '../discretize.ts'
import type { Discretizer } from '../discretizer.ts'
import { ameva, AMEVA_RULE } from '../methods/ameva.ts'
import { binLog } from '../methods/bin-log.ts'
import { binary } from '../methods/binary.ts'
import { cacc, caccRule } from '../methods/cacc.ts'
import { caim, CAIM_RULE } from '../methods/caim.ts'
import { chiMerge } from '../methods/chi-merge.ts'
import { chi2, type Chi2Options } from '../methods/chi2.ts'
import { cliffs } from '../methods/cliffs.ts'
import { d2 } from '../methods/d2.ts'
import { equalFrequency } from '../methods/equal-frequency.ts'
import { equalWidth } from '../methods/equal-width.ts'
import { fixed } from '../methods/fixed.ts'
import { kMeans } from '../methods/k-means.ts'
import { mdlp } from '../methods/mdlp.ts'
import { modl } from '../methods/modl.ts'
import { optimal } from '../methods/optimal.ts'
import { variance } from '../methods/variance.ts'
import { traceAdditions } from './trace-additions.ts'
import { traceKMeans, traceModl, traceOptimal } from './trace-choices.ts'
import { traceCliffs } from './trace-cliffs.ts'
import { traceD2, traceMdlp } from './trace-mdlp.ts'
import { traceChi2, traceChiMerge } from './trace-merges.ts'
import { traceSpread } from './trace-spread.ts'
import type { TellStep } from './trace-steps.ts'
import { traceBinary, traceBinLog, traceEqualFrequency, traceEqualWidth, traceFixed } from './trace-unsupervised.ts'
import { startStep, type TracedColumn } from './traced-column.ts'
import { mustBe } from '../../util/check.ts'

type Tracer<Options extends object> = (column: TracedColumn, options: Options) => void

/** What follows a method; it holds for one function only, as a copy of the method with another `run` does something else. */
interface Followed {
  readonly method: { readonly run: unknown }
  readonly trace: (column: TracedColumn, options: never) => void
}

function followed<Options extends object>(method: Discretizer<Options>, trace: Tracer<Options>): Followed {
  return { method, trace }
}

const TRACERS: readonly Followed[] = [
  followed(mdlp, traceMdlp),
  followed(d2, traceD2),
  followed(cliffs, traceCliffs),
  followed(variance, traceSpread),
  followed(chiMerge, traceChiMerge),
  followed(chi2, traceChi2),
  followed(caim, (column, options) => traceAdditions(column, options, CAIM_RULE)),
  followed(cacc, (column, { logOf, ...limits }) => traceAdditions(column, limits, caccRule(logOf))),
  followed(ameva, (column, options) => traceAdditions(column, options, AMEVA_RULE)),
  followed(modl, traceModl),
  followed(optimal, traceOptimal),
  followed(kMeans, traceKMeans),
  followed(equalFrequency, traceEqualFrequency),
  followed(equalWidth, traceEqualWidth),
  followed(binLog, traceBinLog),
  followed(fixed, traceFixed),
  followed(binary, traceBinary),
]

/**
 * Fits a column with somebody listening: `tell` is called with every step of the method, in order, as plain data. What
 * comes back is what `discretize` answers. Needs an exact summary, as `summarize` makes it; a method that is not one of
 * ours tells its cuts and nothing of how it found them. Costs more than a fit: every candidate is written down.
 *
 *     const told: string[] = []
 *     traceFit(summary, { method: mdlp }, (step) => told.push(`${step.step}: ${step.why}`))
 */
export function traceFit<Options extends object>(
  summary: NumberSummary,
  asked: DiscretizeOptions<Options>,
  tell: TellStep,
): Proposal {
  mustBe('traceFit', 'summary', summary)
  if (!isExact(summary.cells)) {
    throw new DataError(
      'traceFit: needs an exact summary, one cell per distinct value, got coarse cells; summarize the rows without making cells coarser',
    )
  }
  const proposal = discretize(summary, asked)
  const { method, options, closed, readable } = readSettings(asked)
  const column: TracedColumn = { view: viewColumn(summary), summary, closed, tell }
  tell(startStep(column, method.name, proposal.options))
  const tracer = TRACERS.find((one) => one.method.run === method.run && !isUntold(method.name, options))
  if (tracer === undefined) tellCuts(column, method.run(column.view, options, closed, summary).cuts)
  else tracer.trace(column, options as never)
  if (readable) {
    const given = proposal.cuts.filter((_, i) => proposal.reasons[i].measure === 'given')
    tell({ step: 'readable', given, why: 'each cut becomes the shortest decimal between the same two values' })
  }
  return proposal
}

/** Options with which a method goes another way than the one that is followed: the variants of Chi2. */
function isUntold(name: string, options: object): boolean {
  return name === chi2.name && (options as Chi2Options).variant !== 'original'
}

/** The cuts of a method of which nothing else is known. */
function tellCuts({ tell }: TracedColumn, cuts: readonly number[]): void {
  for (const cut of cuts) tell({ step: 'given', cut, why: 'found by a method that does not tell its steps' })
}
