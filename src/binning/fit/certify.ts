import { type ColumnView, viewColumn } from '../../discretizers/column-view.ts'
import { discretize, type DiscretizeOptions, readSettings } from '../../discretizers/discretize.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { lookAtCuts, type Rivals, type UnknownRank, worstRank } from '../../discretizers/refine/look-at-ranks.ts'
import { refinement } from '../../discretizers/refine/refinable.ts'
import type { Refinement } from '../../discretizers/refine/refinement.ts'
import { coarseCells } from '../../discretizers/refine/settled-search.ts'
import { isExact } from '../../summaries/cells.ts'
import { rangesOf } from '../../summaries/refine-cells.ts'
import type { Closed, NumberSummary, Proposal } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'

/**
 * What `discretize` answers, and how far it can be trusted on coarse cells: `unsettled` has the ranges of values in which a
 * better cut could hide, and a note with the code `certificate` says what that could change. Without such ranges the
 * cuts are proven to be those of the rows themselves. On exact cells, and on estimated ones, nothing is added. Costs one more
 * search. `print` puts a value into words.
 */
export function certify(
  summary: NumberSummary,
  given: DiscretizeOptions<Record<string, unknown>>,
  print: (value: number) => string = short,
): Proposal {
  if (isExact(summary.cells) || summary.origin === 'estimated') return discretize(summary, given)
  const usual = discretize(summary, given)
  const { method, options, closed, readable } = readSettings(given)
  const steps = refinement(method, options, { target: summary.target?.kind })
  const view = viewColumn(summary)
  const look = steps?.look(view, closed, summary)
  // Cuts that follow from the ends, or were given, do not care for cells; but the decimals of readable ones do.
  const free = steps !== null && method.needs.length === 0
  const wanted = new Set(free ? [] : (look?.wanted ?? coarseCells(view)))
  const proposal = steps !== null && wanted.size === 0 ? byProof(summary, given, steps, view) : usual
  if (readable) for (const cell of lookAtCuts(view, proposal.cuts, closed).wanted) wanted.add(cell)
  if (wanted.size === 0) return proposal
  const cells = [...wanted].toSorted((a, b) => a - b)
  const unsettled = rangesOf(summary.cells, cells)
  const { bins } = options
  const rank = method.name === 'equal-frequency' && typeof bins === 'number' ? worstRank(view, bins) : null
  const message =
    rank !== null
      ? aboutRank(rank, print)
      : look?.rivals
        ? aboutRivals(unsettled.length, shareOf(view, cells), look.rivals)
        : aboutWidth(view, proposal.cuts, closed, print)
  return { ...proposal, unsettled, notes: [...proposal.notes, { code: 'certificate', message }] }
}

/** The cuts that were found while nothing was left open. */
function byProof(
  summary: NumberSummary,
  given: DiscretizeOptions<Record<string, unknown>>,
  steps: Refinement,
  view: ColumnView,
): Proposal {
  const run: AnyDiscretizer['run'] = (own, options, closed, of) =>
    steps.found(view, closed) ?? given.method.run(own, options, closed, of)
  return discretize(summary, { ...given, method: { ...given.method, run } })
}

const short = (value: number): string => String(Number(value.toPrecision(6)))

/** The share of the rows that lie in some cells. */
function shareOf({ weights, total }: ColumnView, cells: readonly number[]): string {
  const share = cells.reduce((sum, cell) => sum + weights[cell], 0) / total
  return `${Number((100 * share).toPrecision(2))} % of the rows`
}

function aboutRivals(ranges: number, share: string, { rows, found, reach }: Rivals): string {
  const where = ranges === 1 ? '1 range of values' : `${ranges} ranges of values`
  const best = found === null ? 'no cut was found' : `the best cut found scores ${short(found)}`
  const most = reach === null ? '' : ` and a hidden one at most ${short(reach)}`
  return (
    `cuts are not proven to be exact: a better one could hide in ${where} with ${share}; ` +
    `in the largest part concerned (${short(rows)} rows) ${best}${most}`
  )
}

function aboutRank({ rank, below, through, lo, hi }: UnknownRank, print: (value: number) => string): string {
  return (
    `cuts are not exact: the one least known, at rank ${short(rank)}, lies between ${print(lo)} and ${print(hi)}, ` +
    `and has from ${short(below)} to ${short(through)} rows below it`
  )
}

function aboutWidth(
  { size, lo, hi }: ColumnView,
  cuts: readonly number[],
  closed: Closed,
  print: (value: number) => string,
): string {
  let widest = -1
  for (const cut of cuts) {
    const above = closed === 'left' ? bisectLeft(lo, cut) : bisectRight(lo, cut)
    for (const cell of [above - 1, above]) {
      if (lo[cell] < hi[cell] && (widest < 0 || hi[cell] - lo[cell] > hi[widest] - lo[widest])) widest = cell
    }
  }
  const beside =
    widest < 0 ? '' : `; the widest cell beside a cut reaches from ${print(lo[widest])} to ${print(hi[widest])}`
  return `cuts are not exact: they were chosen between ${size} cells, inside of which others could be better${beside}`
}
