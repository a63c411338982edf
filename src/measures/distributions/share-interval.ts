/** A share that was counted, and where the true one lies in 95 of 100 such counts. */
export interface ShareInterval {
  /** hits among tries */
  readonly share: number
  /** lower end */
  readonly low: number
  /** upper end */
  readonly high: number
}

/** Half the width of a normal distribution that holds 95 %. */
const Z = 1.959963984540054

/**
 * Wilson's interval (1927) of `hits` in `tries`; holds near 0 and 1 too.
 *
 *     const { share, low, high } = shareInterval(9, 10)
 *     console.log(`${share}, in truth ${low.toFixed(2)} to ${high.toFixed(2)}`) // → 0.9, in truth 0.60 to 0.98
 */
export function shareInterval(hits: number, tries: number): ShareInterval {
  const share = hits / tries
  const wide = (Z * Z) / tries
  const middle = (share + wide / 2) / (1 + wide)
  const half = Math.sqrt(Z * Z * ((share * (1 - share)) / tries + wide / (4 * tries))) / (1 + wide)
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
