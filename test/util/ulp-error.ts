/**
 * How far a result is from the truth, in units of the truth's last place. The truth is given as its nearest double and
 * the distance of the true value from that double in the same units.
 */
export function ulpError(result: number, nearest: number, distance: number): number {
  return result === nearest ? Math.abs(distance) : Math.abs((result - nearest) / ulp(nearest) - distance)
}

/** The gap between a finite double and the next one away from 0. */
function ulp(x: number): number {
  const cell = new Float64Array([Math.abs(x)])
  new BigInt64Array(cell.buffer)[0] += 1n
  return cell[0] - Math.abs(x)
}
