import { ln } from '../util/numbers/log2.ts'
import { chiSquareQuantileOfTail, chiSquareTail } from './distributions/chi-square-distribution.ts'
import { knownOptions } from '../util/check.ts'

/** How a stability index is measured. */
export type StabilityOptions = {
  /** added to every count of both sides, so that a bin empty on one side has a finite term; default 0.5 */
  readonly smoothing?: number
  /** chance of a stability index above the critical value when nothing changed; default 0.05 */
  readonly level?: number
  /** how much more the counts vary than those of plain rows do, where rows have weights; default not at all */
  readonly design?: DesignSpread
}

/** How counts of weighted rows vary beside those of plain rows, over all bins. */
export interface DesignSpread {
  /** mean over the bins of their variance over that of plain rows; 1 for those */
  readonly effect: number
  /** how much that differs between bins: its variance over its squared mean; 0 when it does not */
  readonly variation: number
}

/** How far two distributions over the same bins are apart, and how far chance alone would take them. */
export interface Stability {
  /** the population stability index: Σ of the terms, in nats, 0 or more */
  readonly psi: number
  /** (share now − share before) · ln(share now / share before) per bin; 0 for bins empty on both sides */
  readonly terms: readonly number[]
  /** bins that hold rows on either side */
  readonly bins: number
  /** what chance alone exceeds only at the level asked for; null when a side has no rows */
  readonly critical: number | null
  /** chance of an index at least as large if both sides came from one distribution; 1 where there is nothing to compare */
  readonly pValue: number
}

/**
 * The population stability index of two sides counted over the same bins, empty reference bins included. For two samples
 * of n and m rows from one distribution it is about (1/n + 1/m)·χ² with bins − 1 degrees of freedom (Yurdakul 2018), which
 * gives the critical value and the p-value; with weights the χ² is stretched and has fewer degrees, so that its mean and
 * variance fit (Rao and Scott 1984). Smoothing 0 gives Infinity where one side is empty. O(bins).
 *
 *     // The same three bins when the model was made and now:
 *     const { psi, critical } = populationStability([300, 400, 300], [220, 400, 380])
 *     console.log(psi.toFixed(3), critical?.toFixed(3)) // → 0.044 0.012
 *
 * @param reference rows per bin before
 * @param current rows per bin now, in the same order
 */
export function populationStability(
  reference: ArrayLike<number>,
  current: ArrayLike<number>,
  options: StabilityOptions = {},
): Stability {
  knownOptions('populationStability', options, { smoothing: 1, level: 1, design: 1 })
  const { smoothing = 0.5, level = 0.05, design = { effect: 1, variation: 0 } } = options
  let [n, m, bins] = [0, 0, 0]
  for (let i = 0; i < reference.length; i++) {
    n += reference[i]
    m += current[i]
    if (reference[i] + current[i] > 0) bins++
  }
  const nothing = Array.from({ length: reference.length }, () => 0)
  if (n === 0 || m === 0) return { psi: 0, terms: nothing, bins, critical: null, pValue: 1 }
  const added = smoothing * bins
  let psi = 0
  const terms = nothing.map((_, i) => {
    if (reference[i] + current[i] === 0) return 0
    const before = (reference[i] + smoothing) / (n + added)
    const now = (current[i] + smoothing) / (m + added)
    const term = before === now ? 0 : (now - before) * (ln(now) - ln(before))
    psi += term
    return term
  })
  const unit = (1 / n + 1 / m) * design.effect * (1 + design.variation)
  const degrees = (bins - 1) / (1 + design.variation)
  return {
    psi,
    terms,
    bins,
    critical: degrees === 0 ? 0 : unit * chiSquareQuantileOfTail(level, degrees),
    pValue: degrees === 0 ? 1 : chiSquareTail(psi / unit, degrees),
  }
}
