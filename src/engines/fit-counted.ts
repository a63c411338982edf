import type { Column } from '../binning/binning.ts'
import type { CellSource, Counted } from '../binning/fit/cell-source.ts'
import type { Between } from '../discretizers/column-deviation.ts'
import { aboutColumn, withColumn } from '../util/about-column.ts'
import { cutWithCertificate } from '../binning/fit/certificate.ts'
import { asKind, numberOptions } from '../binning/fit/fit-column.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import type { FitTableOptions } from '../binning/fit/table-options.ts'
import { fitNumbers } from '../binning/fit/fit-numbers.ts'
import { runLater } from '../util/steps.ts'
import { columnOptions } from '../binning/fit/fit-table.ts'
import { columnStep } from '../binning/fit/count-column.ts'
import { leastRowsOf } from '../binning/reference.ts'
import { roughShape } from '../binning/shape.ts'
import { readSettings } from '../discretizers/discretize.ts'
import { provenOf } from '../discretizers/discretizer.ts'
import { isExact } from '../summaries/cells.ts'
import { refine } from '../summaries/refine-cells.ts'
import { summarizeNumbers } from '../summaries/summarize-numbers.ts'
import { channelCount } from '../summaries/tallies.ts'
import type { Cells, Note, NumberSummary, Target, ValueRange } from '../types.ts'
import { bytesText } from '../util/byte-sizes.ts'
import { Scratch } from '../util/scratch.ts'
import { askAhead } from './ask-ahead.ts'
import type { Counting, Engine, NumbersAsked } from './engine.ts'
import { Questions } from './questions.ts'

/** Bytes a different value takes in an exact summary and while it is searched, and each of its counts. */
const VALUE_BYTES = 120
const COUNT_BYTES = 24

/** A column of numbers or dates, and what is asked for it. */
export interface NumberJob {
  readonly name: string
  readonly kind: 'number' | 'date'
  readonly options: ColumnFit
}

/** What messages name: the function that does the same with rows in memory. */
const WHERE = 'fitTable'

/** Whether a column must be sorted to be fitted in memory: its method is not one that looks into a few cells. */
export function mustSort(name: string, options: FitTableOptions, target: Target['kind'] | undefined): boolean {
  const asked = columnOptions(options.all ?? {}, options.perColumn?.[name])
  if (options.weights !== undefined || asked.missing !== undefined || asked.special !== undefined) return true
  return needsValues(name, asked, target)
}

/** Whether a method must see every value: nothing is proven of how it looks at cells. */
function needsValues(name: string, asked: ColumnFit, target: Target['kind'] | undefined): boolean {
  const { method, options: own } = readSettings(numberOptions(name, asked, target).given, WHERE)
  return (provenOf(method)?.start(own, target) ?? null) === null
}

/**
 * Fits number columns that are too large to be held, all of them together: the engine counts them in cells, and counts
 * again where a better cut could hide. Exact for the methods that can be settled in this way, and wherever there are few
 * enough different values.
 */
export async function fitCounted(engine: Engine, counting: Counting, jobs: readonly NumberJob[]): Promise<Column[]> {
  const summaries = await countColumns(engine, counting, jobs)
  const questions = new Questions(counting, jobs.length)
  const fitted = await Promise.allSettled(
    jobs.map(async (job, i) => {
      try {
        return await settleColumn(job, summaries[i], questions, engine)
      } catch (error) {
        throw aboutColumn(WHERE, job.name, error)
      } finally {
        questions.leave()
      }
    }),
  )
  return fitted.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/**
 * The summaries of number columns: exact where there are few enough different values, else in cells. Different values are
 * wanted always, never, or where the method of a column needs them.
 */
export async function countColumns(
  engine: Engine,
  counting: Counting,
  jobs: readonly NumberJob[],
  wanted: 'always' | 'never' | 'as needed' = 'as needed',
): Promise<NumberSummary[]> {
  const { rows, bytes } = engine
  const empty = jobs.map((job) => withColumn(WHERE, job.name, () => emptySummary(job.options, counting.target)))
  const asked = jobs.map(({ name }, i) => askedOf(name, empty[i]))
  const counted = await counting.count(asked, wanted === 'as needed' ? 'any cells' : 'cells that merge')
  const cells = counted.map((column) => column.cells)
  const far = wanted === 'always' ? { ...engine, remote: null } : engine
  const needs = wanted === 'never' ? [] : await valueNeeds(far, counting, jobs, cells)
  for (const pack of packs(needs, bytes)) {
    const exact = await counting.countValues(pack.map((i) => asked[i]))
    for (const [at, i] of pack.entries()) cells[i] = exact[at]
  }
  return counted.map(({ aside, leftOut }, i) => {
    return { ...empty[i], weighted: counting.weighted, aside, leftOut, rows, ...factsOf(cells[i]), cells: cells[i] }
  })
}

/**
 * About how many bytes the distinct values of columns take, where it helps to have them all: infinitely many for cells that are
 * exact, and for columns far away whose method looks only into a few cells.
 */
async function valueNeeds(
  { remote }: Engine,
  counting: Counting,
  jobs: readonly NumberJob[],
  cells: readonly Cells[],
): Promise<number[]> {
  const { target } = counting
  const open = jobs.filter(
    ({ name, options }, i) =>
      !isExact(cells[i]) && (remote === null || counting.weighted || needsValues(name, options, target?.kind)),
  )
  const needs = new Map<NumberJob, number>()
  if (open.length === 0 || (remote?.scansLeft() ?? Infinity) < 2) return jobs.map(() => Infinity)
  const found = await counting.distinct(open.map(({ name, options: own }) => askedOf(name, emptySummary(own, target))))
  const valueBytes = VALUE_BYTES + COUNT_BYTES * channelCount(target)
  for (const [i, job] of open.entries()) needs.set(job, found[i] * valueBytes)
  return jobs.map((job) => needs.get(job) ?? Infinity)
}

function askedOf(name: string, { specialCodes, missingCodes }: NumberSummary): NumbersAsked {
  return { name, specialCodes, missingCodes }
}

function factsOf(cells: Cells): Pick<NumberSummary, 'min' | 'max' | 'distinct'> {
  return {
    min: cells.size === 0 ? Number.NaN : cells.lo[0],
    max: cells.size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: isExact(cells) ? cells.size : null,
  }
}

/** What needs less than there is, in lists that need less together; what needs more is in none. */
function packs(needs: readonly number[], most: number): number[][] {
  const found: number[][] = []
  let used = Infinity
  for (const [i, need] of needs.entries()) {
    if (need >= most) continue
    if (used + need >= most) {
      found.push([])
      used = 0
    }
    found.at(-1)!.push(i)
    used += need
  }
  return found
}

/** Nothing is in it yet but the codes, which are checked as usual. */
function emptySummary({ missing, special }: ColumnFit, target: Target | null): NumberSummary {
  const none = { target, rows: 0, codes: null, numbers: null, weights: null, notes: [], where: WHERE }
  return summarizeNumbers(new Float64Array(0), none, { missing, special })
}

/** Said where no more queries may go through the rows. */
class NoScansLeft extends Error {}

/** Cuts a column and looks closer as long as it may; what is then still open is told by a certificate. */
async function settleColumn(
  job: NumberJob,
  summary: NumberSummary,
  questions: Questions,
  engine: Engine,
): Promise<Column> {
  const asked = askedOf(job.name, summary)
  // What was found by looking closer, for a fit that is not allowed to go on.
  let known = summary
  const readAgain = async (ranges: readonly ValueRange[]): Promise<Cells> => {
    if ((engine.remote?.scansLeft() ?? 1) < 1) throw new NoScansLeft()
    const finer = await questions.readRanges({ ...asked, ranges })
    if (engine.remote !== null) known = refine(known, finer, new Scratch())
    return finer
  }
  const deviation = (): Promise<Between> => questions.deviation({ ...asked, cells: summary.cells })
  // Weights are added up value by value, so that looking into a few cells would not do.
  const means = engine.remote !== null && summary.weighted ? {} : { readAgain, deviation }
  try {
    return await cutColumn(job, summary, means, engine)
  } catch (error) {
    if (!(error instanceof NoScansLeft)) throw error
    return cutColumn(job, known, {}, engine)
  }
}

async function cutColumn(
  { name, kind, options }: NumberJob,
  summary: NumberSummary,
  means: Pick<Counted, 'readAgain' | 'deviation'>,
  engine: Engine,
): Promise<Column> {
  const { target, cells } = summary
  const settled = isExact(cells)
  const { given, policies } = numberOptions(name, { ...options, kind }, target?.kind)
  const ahead = engine.remote === null ? {} : { ahead: askAhead(leastRowsOf(WHERE, policies.reference)) }
  const summarize = (): Counted => ({ summary, settled, ...means, ...ahead })
  const source: CellSource = { target, certify: cutWithCertificate, summarize }
  const column = await runLater(fitNumbers(source, given, columnStep(WHERE, policies, roughShape)))
  const notes = column.cutsExact ? column.notes : [...column.notes, coarseNote(cells.size, engine)]
  return asKind({ ...column, notes }, kind, options)
}

function coarseNote(cells: number, { bytes, remote }: Engine): Note {
  const why =
    remote === null || remote.scansLeft() > 0
      ? `its different values do not fit into the ${bytesText(bytes)} of memory there is for columns`
      : 'no more queries may go through the rows'
  const more = remote === null || remote.scansLeft() > 0 ? '--memory' : '--scans'
  const message = `${why}, so the cuts were chosen between ${cells} ranges of values and are not exact; allow more with ${more}`
  return { code: 'coarse', message }
}
