import { exp } from '../../util/numbers/exp.ts'
import { log2Binomial } from '../../util/numbers/log-gamma.ts'

/** Terms below this part of the sum change nothing. */
const PRECISION = 1e-18

/** Of `all` things `marked` are marked; `drawn` of them are drawn without looking. */
export interface Draw {
  readonly all: number
  readonly marked: number
  readonly drawn: number
}

/**
 * Probability that at least `hits` of the drawn things are marked: the one-sided p-value of Fisher's exact test. Whole
 * numbers only. Relative error about 1e-12, also far out in the tail. O(√drawn) for tails worth asking for.
 */
export function hypergeometricTail(hits: number, { all, marked, drawn }: Draw): number {
  const least = Math.max(0, drawn + marked - all)
  const most = Math.min(drawn, marked)
  if (hits <= least) return 1
  if (hits > most) return 0
  // The tail that holds the mean is summed from its other side, where terms fall from the first one on.
  if (hits * all <= drawn * marked) return Math.max(0, 1 - sumDown(hits - 1, least, { all, marked, drawn }))
  return Math.min(1, sumUp(hits, most, { all, marked, drawn }))
}

function sumUp(from: number, most: number, draw: Draw): number {
  const { all, marked, drawn } = draw
  let term = probability(from, draw)
  let sum = term
  for (let i = from; i < most && term > sum * PRECISION; i++) {
    term *= ((marked - i) / (i + 1)) * ((drawn - i) / (all - marked - drawn + i + 1))
    sum += term
  }
  return sum
}

function sumDown(from: number, least: number, draw: Draw): number {
  const { all, marked, drawn } = draw
  let term = probability(from, draw)
  let sum = term
  for (let i = from; i > least && term > sum * PRECISION; i--) {
    term *= (i / (marked - i + 1)) * ((all - marked - drawn + i) / (drawn - i + 1))
    sum += term
  }
  return sum
}

function probability(hits: number, { all, marked, drawn }: Draw): number {
  const bits = log2Binomial(marked, hits) + log2Binomial(all - marked, drawn - hits) - log2Binomial(all, drawn)
  return exp(bits * Math.LN2)
}
