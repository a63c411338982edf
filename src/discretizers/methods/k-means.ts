import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Note } from '../../types.ts'
import { integer, orOneOf } from '../../util/check.ts'
import { BIN_COUNT_RULES, type BinCountRule, settleBins } from '../bin-count/bin-count-rules.ts'
import { cutBetween } from '../column-view.ts'
import { type Discretizer, plainReason } from '../discretizer.ts'
import { cheapestPartition, type RangeCosts } from '../search/monge-partition.ts'
import { SquaredDistances } from '../search/squared-distance.ts'

/** The options of `kMeans`. */
export type KMeansOptions = {
  /** number of bins, or a rule for it; fewer where there are fewer distinct values */
  readonly bins: number | BinCountRule
}

/**
 * One-dimensional k-means, solved exactly: the bins for which the squared distances of all rows to the means of their
 * bins add up to least (Fisher 1958, "On grouping for maximum homogeneity"). No starting points, no chance.
 * O(bins · cells · log cells).
 *
 *     // Cuts in the gaps between groups of values:
 *     console.log(fit([1, 2, 3, 20, 21, 22, 50], { method: kMeans, bins: 3 }).cuts) // → [ 11.5, 36 ]
 */
export const kMeans: Discretizer<KMeansOptions> = {
  name: 'k-means',
  about: 'Cuts so that the values of a bin lie as close to their mean as possible.',
  target: 'none',
  needs: ['counts', 'exact'],
  options: {
    bins: {
      rule: orOneOf(integer(1, 1000), BIN_COUNT_RULES),
      default: 10,
      about: 'Number of bins, or a rule for it; fewer where there are fewer distinct values.',
    },
  },
  presets: {},
  sort: sortCells,
  run(view, options, closed) {
    const { size, lo, hi } = view
    if (size < 2) return { cuts: [], reasons: [] }
    const { bins, notes: chosen } = settleBins(view, options.bins)
    const costs = new SquaredDistances(view)
    const starts = cheapestPartition(costs, Math.min(bins, size))
    const cutAt = (cell: number): number => cutBetween(hi[cell - 1], lo[cell], closed)
    const notes: Note[] = [...chosen]
    if (size < bins) {
      const message = `${bins} bins asked for, ${size} made: there are ${size} distinct values`
      notes.push({ code: 'fewer-bins', message })
    }
    const edges = [0, ...starts, size]
    const whole = costs.precise(0, size)
    const reasons = starts.map((cell, i) => {
      const [from, to] = [edges[i], edges[i + 2]]
      const merged = costs.precise(from, to)
      const saved = (at: number): number =>
        Math.max(0, merged - costs.precise(from, at) - costs.precise(at, to)) / whole
      const rival = nextBest(costs, from, to, cell)
      const runnerUp = rival === null ? null : { cut: cutAt(rival), score: saved(rival) }
      return plainReason('squared distance', saved(cell), runnerUp)
    })
    costs.release()
    return { cuts: starts.map(cutAt), reasons, notes }
  },
}

/**
 * The best candidate but one to cut the cells from … to − 1 in two. A longer part costs more: of some candidates in a row none
 * costs less than the part up to the first of them with the part from the last on, so that most need not be looked at.
 */
function nextBest(costs: RangeCosts, from: number, to: number, taken: number): number | null {
  const { blur } = costs
  const cost = (last: number, first: number): number => costs.rough(from, last) + costs.rough(first, to)
  const step = Math.ceil(Math.sqrt(to - from))
  // More than four costs can be off, which is largest at the ends.
  const slack = 8 * Math.max(blur[from], blur[to])
  let bar = Infinity
  for (let at = from + 1; at < to; at += step) if (at !== taken) bar = Math.min(bar, cost(at, at))
  let best: number | null = null
  let least = Infinity
  for (let start = from + 1; start < to; start += step) {
    const end = Math.min(start + step, to)
    if (cost(start, end - 1) - slack > bar) continue
    for (let at = start; at < end; at++) {
      const total = cost(at, at)
      if (at === taken || total >= least) continue
      least = total
      best = at
    }
  }
  return best
}
