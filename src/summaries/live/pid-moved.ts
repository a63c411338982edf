import type { CellPlane } from './cell-plane.ts'
import type { PidCells } from './pid-cells.ts'

/**
 * The largest share of all rows, by their weights, that moved across a break between the remembered cells and the present
 * ones: the largest distance of their cumulative shares, class by class. For a numeric target also of what lies below a break of the
 * target itself, in standard deviations. 1 when there was nothing to compare with. O(cells · channels).
 */
export function movedShare({ size, total, remembered }: PidCells): number {
  const { channels, target } = total.shape
  const { counting } = total
  const [now, then] = [weightIn(total, size), weightIn(remembered, size)]
  if (now === 0 || then === 0) return now === then ? 0 : 1
  let most = 0
  for (let c = 0; c < counting; c++) {
    let [a, b] = [0, 0]
    for (let cell = 0, at = c; cell < size; cell++, at += channels) {
      a += total.sums[at]
      b += remembered.sums[at]
      const apart = Math.abs(a / now - b / then)
      if (apart > most) most = apart
    }
  }
  return target === 'numeric' ? Math.max(most, movedTarget(size, total.sums, remembered.sums)) : most
}

/** What all cells weigh; without weights, their rows. */
function weightIn({ sums, counting, shape: { channels } }: CellPlane, size: number): number {
  let weight = 0
  for (let cell = 0; cell < size; cell++) for (let c = 0; c < counting; c++) weight += sums[cell * channels + c]
  return weight
}

/** The same for Σw(y − mean), divided by the standard deviation of y in the remembered cells. */
function movedTarget(size: number, now: Float64Array, then: Float64Array): number {
  let [weight, sum, squares, fresh] = [0, 0, 0, 0]
  for (let at = 0; at < size * 3; at += 3) {
    weight += then[at]
    sum += then[at + 1]
    squares += then[at + 2]
    fresh += now[at]
  }
  const mean = sum / weight
  const deviation = Math.sqrt(Math.max(0, squares / weight - mean * mean))
  if (!(deviation > 0)) return 0
  let [a, b, most] = [0, 0, 0]
  for (let at = 0; at < size * 3; at += 3) {
    a += now[at + 1] - mean * now[at]
    b += then[at + 1] - mean * then[at]
    most = Math.max(most, Math.abs(a / fresh - b / weight) / deviation)
  }
  return most
}
