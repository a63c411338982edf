import type { NumberSummary } from '../types.ts'

/** What became of a cut: it moved (or stayed), vanished (`to` is null) or appeared (`from` is null). */
export interface CutMove {
  /** where it was; null for a new cut */
  readonly from: number | null
  /** where it is; null for one that vanished */
  readonly to: number | null
  /** share of the rows between both; null where there is only one */
  readonly moved: number | null
}

/** What became of a range of values: the new ranges that hold its rows, and which share of them each. */
export interface RangeMove {
  /** null is an open end */
  readonly from: readonly [number | null, number | null]
  /** the new ranges that hold its rows, with the share of them in each */
  readonly to: readonly { readonly range: readonly [number | null, number | null]; readonly share: number }[]
}

/** A cut whose partner is further away than this share of the rows is another cut. */
const FARTHEST = 0.25

/**
 * Finds out which new cut each old cut has become. Partners keep their order and lie, all together, as close as can be by
 * the share of rows between them; cuts further apart than `farthest` are no partners. O(cells · cuts + cuts²).
 *
 *     const moves = mapCuts([30], [33], summary)
 *     console.log(moves.map(({ from, to, moved }) => `${from} became ${to}, ${moved?.toFixed(2)} of the rows between`))
 *     // → [ '30 became 33, 0.06 of the rows between' ]
 *
 * @param before the old cuts, ascending
 * @param after the new cuts, ascending
 * @param summary the rows of now, by which distances are measured
 * @param farthest most share of the rows between partners
 */
export function mapCuts(
  before: readonly number[],
  after: readonly number[],
  summary: NumberSummary,
  farthest: number = FARTHEST,
): CutMove[] {
  const below = shareBelow(summary)
  const [a, b] = [before.map(below), after.map(below)]
  // cost[i][j]: the least cost of the first i old and j new cuts; a cut without partner costs half of `farthest`.
  const alone = farthest / 2
  const width = b.length + 1
  const cost = new Float64Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) cost[i * width + j] = (i + j) * alone
      else {
        const pair = cost[(i - 1) * width + j - 1] + Math.abs(a[i - 1] - b[j - 1])
        const apart = Math.min(cost[(i - 1) * width + j], cost[i * width + j - 1]) + alone
        cost[i * width + j] = Math.min(pair, apart)
      }
    }
  }
  const moves: CutMove[] = []
  for (let [i, j] = [a.length, b.length]; i > 0 || j > 0;) {
    const here = cost[i * width + j]
    if (i > 0 && j > 0 && here === cost[(i - 1) * width + j - 1] + Math.abs(a[i - 1] - b[j - 1])) {
      moves.push({ from: before[i - 1], to: after[j - 1], moved: Math.abs(a[--i] - b[--j]) })
    } else if (i > 0 && here === cost[(i - 1) * width + j] + alone) {
      moves.push({ from: before[--i], to: null, moved: null })
    } else moves.push({ from: null, to: after[--j], moved: null })
  }
  return moves.toReversed()
}

/**
 * Where the rows of each old range are now. Ranges without rows are left out of `to`. O(cells · cuts).
 *
 *     console.log(mapRanges([30], [33], summary)[0]?.to.map(({ range }) => range)) // → [ [ null, 33 ] ]
 *
 * @param before the old cuts, ascending
 * @param after the new cuts, ascending
 * @param summary the rows of now
 */
export function mapRanges(before: readonly number[], after: readonly number[], summary: NumberSummary): RangeMove[] {
  const below = shareBelow(summary)
  const ends = (cuts: readonly number[], bin: number): [number | null, number | null] => [
    cuts[bin - 1] ?? null,
    cuts[bin] ?? null,
  ]
  const shares = (cuts: readonly number[]): number[] => [0, ...cuts.map(below), 1]
  const [a, b] = [shares(before), shares(after)]
  return Array.from({ length: before.length + 1 }, (_, old) => {
    const all = a[old + 1] - a[old]
    const to = Array.from({ length: after.length + 1 }, (__, bin) => {
      const common = Math.min(a[old + 1], b[bin + 1]) - Math.max(a[old], b[bin])
      return { range: ends(after, bin), share: all > 0 ? Math.max(0, common) / all : 0 }
    })
    return { from: ends(before, old), to: to.filter(({ share }) => share > 0) }
  })
}

/** The share of the rows below a value, in proportion inside a cell. */
export function shareBelow({ cells }: NumberSummary): (value: number) => number {
  const { size, lo, hi, tallies } = cells
  let total = 0
  for (const count of tallies.rows) total += count
  return (value) => {
    let below = 0
    for (let cell = 0; cell < size && lo[cell] < value; cell++) {
      const passed = value > hi[cell] ? 1 : (value - lo[cell]) / (hi[cell] - lo[cell])
      below += tallies.rows[cell] * passed
    }
    return total === 0 ? 0 : below / total
  }
}
