import type { NumberSummary, Target } from '../../types.ts'

/**
 * The largest share of all rows that moved across a value between two summaries of one column: the largest distance of
 * their cumulative shares, class by class. Cells that overlap are taken together. For a numeric target also of the sums of
 * the target below a value, in standard deviations. 1 where there is nothing to compare with. O(cells · channels).
 */
export function movedBetween(then: NumberSummary | null, now: NumberSummary): number {
  if (then === null || then.cells.size === 0) return now.cells.size === 0 ? 0 : 1
  if (now.cells.size === 0) return 1
  const sides = [then, now].map((summary) => cumulated(summary, now.target, then))
  const [a, b] = [then.cells, now.cells]
  const channels = sides[1].length / b.size
  const held = sides[0].length / a.size
  let [i, j, most] = [0, 0, 0]
  while (i < a.size || j < b.size) {
    // One step takes the lower cell, and every cell that overlaps what was taken.
    let end = Math.min(i < a.size ? a.hi[i] : Infinity, j < b.size ? b.hi[j] : Infinity)
    for (;;) {
      if (i < a.size && a.lo[i] <= end) end = Math.max(end, a.hi[i++])
      else if (j < b.size && b.lo[j] <= end) end = Math.max(end, b.hi[j++])
      else break
    }
    for (let c = 0; c < channels; c++) {
      const before = i === 0 || c >= held ? 0 : sides[0][(i - 1) * held + c]
      const after = j === 0 ? 0 : sides[1][(j - 1) * channels + c]
      most = Math.max(most, Math.abs(after - before))
    }
  }
  return most
}

/** Running sums as shares of all rows: per class; or rows, and the target from its mean in standard deviations. */
function cumulated({ cells }: NumberSummary, target: Target | null, then: NumberSummary): Float64Array {
  const { size, tallies } = cells
  const { channels, sums } = tallies
  const isClass = target?.kind === 'class'
  // Weights, which are rows where there are none; only classes have more than one of them in a cell.
  let total = 0
  for (let at = 0; at < sums.length; at++) if (isClass || at % channels === 0) total += sums[at]
  const width = isClass ? channels : target === null ? 1 : 2
  const { mean, deviation } = target?.kind === 'numeric' ? spreadOf(then) : { mean: 0, deviation: 0 }
  const running = new Float64Array(size * width)
  for (let cell = 0; cell < size; cell++) {
    for (let c = 0; c < width; c++) {
      const base = cell * channels
      const own = isClass
        ? sums[base + c]
        : c === 0
          ? sums[base]
          : deviation > 0
            ? (sums[base + 1] - mean * sums[base]) / deviation
            : 0
      running[cell * width + c] = (cell === 0 ? 0 : running[(cell - 1) * width + c]) + own / total
    }
  }
  return running
}

function spreadOf({ cells }: NumberSummary): { readonly mean: number; readonly deviation: number } {
  const { sums } = cells.tallies
  let [weight, sum, squares] = [0, 0, 0]
  for (let at = 0; at < sums.length; at += 3) {
    weight += sums[at]
    sum += sums[at + 1]
    squares += sums[at + 2]
  }
  const mean = sum / weight
  return { mean, deviation: Math.sqrt(Math.max(0, squares / weight - mean * mean)) }
}
