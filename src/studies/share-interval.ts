/** A share with the interval it lies in. */
export interface Share {
  readonly hits: number
  readonly of: number
  readonly share: number
  /** 95 % interval (Wilson 1927), which stays within 0 and 1 */
  readonly from: number
  readonly to: number
}

/** Quantile 0.975 of the standard normal distribution. */
const Z = 1.959963984540054

/** The share of hits among trials, with its interval. */
export function shareOf(hits: number, of: number): Share {
  const share = hits / of
  const grow = 1 + (Z * Z) / of
  const middle = (share + (Z * Z) / (2 * of)) / grow
  const half = (Z / grow) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  // At both ends the interval reaches the share itself, whatever the last bits say.
  return { hits, of, share, from: Math.min(share, middle - half), to: Math.max(share, middle + half) }
}

/** A quantile of sorted numbers: the middle of the ends where it falls between two. */
export function quantileOf(sorted: readonly number[], level: number): number {
  const at = level * (sorted.length - 1)
  return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2
}
