import { shareInterval } from '../measures/distributions/share-interval.ts'

/** A share with the interval it lies in. */
export interface Share {
  readonly hits: number
  readonly of: number
  readonly share: number
  /** 95 % interval (Wilson 1927), which stays within 0 and 1 */
  readonly from: number
  readonly to: number
}

/** The share of hits among trials, with its interval. */
export function shareOf(hits: number, of: number): Share {
  const { share, low, high } = shareInterval(hits, of)
  // At both ends the interval reaches the share itself, whatever the last bits say.
  return { hits, of, share, from: Math.min(share, low), to: Math.max(share, high) }
}

/** A quantile of sorted numbers: the middle of the ends where it falls between two. */
export function quantileOf(sorted: readonly number[], level: number): number {
  const at = level * (sorted.length - 1)
  return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2
}
