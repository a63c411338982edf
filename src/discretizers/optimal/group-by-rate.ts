import { DataError } from '../../errors.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import { ASIDE, slotWeight } from '../../summaries/tallies.ts'
import type { CategorySummary, NumberSummary, Tallies } from '../../types.ts'
import { tieKey } from '../../util/numbers/ties.ts'
import { viewColumn } from '../column-view.ts'
import type { Grouped } from '../discretizer.ts'
import { bestBins } from './best-bins.ts'
import { checkOptimal, type OptimalOptions } from './optimal-options.ts'

/**
 * Groups of levels by the same search as for numbers: the levels stand in the order of their rate of the event, or of
 * their mean, equal ones in the order of their names, and are grouped between the best cuts. `trend` and `mandatory` do
 * not apply to levels and are ignored. O(levels · log levels) on top of the search.
 */
export function groupByRate(summary: CategorySummary, options: OptimalOptions): Grouped {
  const { levels, target } = summary
  if (target === null) throw new DataError('optimal: needs a target to group levels, got no target')
  if (target.kind === 'class' && eventClass(target) === null) {
    throw new DataError(
      `optimal: grouping levels needs two classes or an event, the target has ${target.classes.length} classes and no event`,
    )
  }
  const own: OptimalOptions = { ...options, trend: 'none', mandatory: [] }
  checkOptimal(own, target)
  if (levels.length < 2) return { groups: levels.map((_, i) => [i]), notes: [] }
  const order = byRate(summary)
  const ordered = numberedLevels(summary, order)
  const { starts, notes } = bestBins(viewColumn(ordered), ordered, own, { mandatory: [], things: 'levels' })
  const ends = [0, ...starts.map(({ cell }) => cell), order.length]
  const groups = ends.slice(1).map((end, i) => order.slice(ends[i], end).toSorted((a, b) => a - b))
  if (groups.length === levels.length) return { groups, notes }
  const by = target.kind === 'class' ? `rate of ${eventClass(target)}` : `mean of ${target.name ?? 'the target'}`
  const message = `${levels.length} levels in ${groups.length === 1 ? '1 group' : `${groups.length} groups`} by the ${by}`
  return { groups, notes: [{ code: 'grouped', message }, ...notes] }
}

/** The levels by their rate, lowest first; equal but for rounding counts as equal. */
function byRate({ levels, tallies, target }: CategorySummary): number[] {
  const { sums, channels } = tallies
  const channel = target?.kind === 'class' ? target.classes.indexOf(eventClass(target) ?? '') : 1
  const rates = levels.map((_, i) => tieKey(sums[i * channels + channel] / slotWeight(tallies, target, i)))
  return levels.map((_, i) => i).toSorted((a, b) => rates[a] - rates[b] || a - b)
}

/** The levels in that order as a column of the numbers 0, 1, 2 … */
function numberedLevels(summary: CategorySummary, order: readonly number[]): NumberSummary {
  const { rows, target, weighted, leftOut, tallies } = summary
  const { channels } = tallies
  const size = order.length
  const moved = (list: Float64Array): Float64Array =>
    Float64Array.from({ length: list.length }, (_, at) => list[order[Math.floor(at / channels)] * channels + (at % channels)]) // prettier-ignore
  const numbers = Float64Array.from(order.keys())
  const aside: Tallies = {
    size: ASIDE.special,
    channels,
    rows: new Float64Array(ASIDE.special),
    sums: new Float64Array(ASIDE.special * channels),
    residues: [],
  }
  return {
    kind: 'number',
    rows,
    target,
    weighted,
    leftOut,
    notes: [],
    min: 0,
    max: size - 1,
    distinct: size,
    origin: 'counted',
    cells: {
      shift: 0,
      size,
      lo: numbers,
      hi: numbers,
      tallies: {
        ...tallies,
        rows: Float64Array.from(order, (level) => tallies.rows[level]),
        sums: moved(tallies.sums),
        residues: tallies.residues.map(moved),
      },
    },
    specialCodes: [],
    missingCodes: [],
    aside,
  }
}
