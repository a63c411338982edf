import { chiSquareCdf, chiSquareQuantile } from '../../measures/distributions/chi-square-distribution.ts'

/** The share of a normal distribution below z. */
function below(z: number): number {
  if (z === -Infinity) return 0
  if (z === Infinity) return 1
  const half = chiSquareCdf(z * z, 1) / 2
  return z < 0 ? 0.5 - half : 0.5 + half
}

/** The z below which a share of a normal distribution lies. */
function quantile(share: number): number {
  if (share <= 0) return -Infinity
  if (share >= 1) return Infinity
  const z = Math.sqrt(chiSquareQuantile(Math.abs(2 * share - 1), 1))
  return share < 0.5 ? -z : z
}

/** Where ordered cells with these shares end in a normal distribution. O(cells). */
export function normalEnds(shares: ArrayLike<number>): Float64Array {
  const ends = new Float64Array(shares.length)
  let sum = 0
  for (let i = 0; i < shares.length; i++) {
    sum += shares[i]
    ends[i] = i === shares.length - 1 ? Infinity : quantile(sum)
  }
  return ends
}

/**
 * How the shares of ordered cells change when what lies behind them, taken as normal, moves by `shift` deviations and
 * spreads by the factor `spread`: new share over old share per cell, never below a floor. `ends` are those of
 * `normalEnds`. O(cells).
 */
export function movedShares(
  shares: ArrayLike<number>,
  ends: ArrayLike<number>,
  shift: number,
  spread: number,
): number[] {
  const factors: number[] = []
  let left = 0
  for (let i = 0; i < shares.length; i++) {
    const right = below((ends[i] - shift) / spread)
    factors.push(Math.max(FLOOR, shares[i] > 0 ? (right - left) / shares[i] : 1))
    left = right
  }
  return factors
}

/** No row may rule an alternative out for ever. */
const FLOOR = 1e-3
