import { type ColumnView, viewColumn } from '../../discretizers/column-view.ts'
import type { Rivals, UnknownRank } from '../../discretizers/coarse-look.ts'
import { discretize, readSettings } from '../../discretizers/discretize.ts'
import type { Refinement } from '../../discretizers/discretizer.ts'
import { coarseCells, lookAtCuts } from '../../discretizers/refine/look-at-cells.ts'
import { rangesOf } from '../../summaries/refine-cells.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { Scratch } from '../../util/scratch.ts'
import type { CellSource, Certified, Counted } from './cell-source.ts'
import { type MethodGiven, withFound } from './method-given.ts'

/**
 * Cuts from coarse cells that cannot be looked into: those of the method as usual, or those that are proven to be the ones of
 * the rows, which costs one more search.
 */
export function cutWithCertificate(
  summary: NumberSummary,
  given: MethodGiven,
  refinement: Refinement | null,
  { print = short, scratch = new Scratch() }: Pick<CellSource, 'print'> & Pick<Counted, 'scratch'>,
): Certified {
  const { method, closed, readable } = readSettings(given, 'certify')
  const view = viewColumn(summary)
  const look = refinement?.look({ summary, view, closed, deviation: null, scratch })
  // Cuts that follow from the ends, or were given, do not care for cells; but the decimals of readable ones do.
  const free = refinement !== null && method.needs.length === 0
  const wanted = new Set(free ? [] : (look?.wanted ?? coarseCells(view)))
  const proven = refinement !== null && wanted.size === 0
  const proposal = discretize(summary, proven ? withFound(given, refinement) : given)
  if (readable) for (const cell of lookAtCuts(view, proposal.cuts, closed).wanted) wanted.add(cell)
  if (wanted.size === 0) return { proposal, certificate: null }
  const cells = [...wanted].toSorted((a, b) => a - b)
  const ranges = rangesOf(summary.cells, cells)
  const rank = refinement?.worstRank?.(view) ?? null
  const message =
    rank !== null
      ? aboutRank(rank, print)
      : look?.rivals
        ? aboutRivals(ranges.length, shareOf(view, cells), look.rivals)
        : aboutWidth(view, proposal.cuts, closed, print)
  const notes = [...proposal.notes, { code: 'certificate', message }]
  return { proposal: { ...proposal, notes }, certificate: { ranges, message } }
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
