import { exp } from '../../util/numbers/exp.ts'
import { log2Binomial } from '../../util/numbers/log-gamma.ts'

/** Terms below this part of the sum change nothing. */
const PRECISION = 1e-18

/** Of `all` things `marked` are marked; `drawn` of them are drawn without looking. */
export interface Draw {
  /** how many things there are */
  readonly all: number
  /** how many of them are marked */
  readonly marked: number
  /** how many are drawn */
  readonly drawn: number
}

/**
 * Probability that at least `hits` of the drawn things are marked: the one-sided p-value of Fisher's exact test. Whole
 * numbers only. Relative error about 1e-12, also far out in the tail. O(√drawn) for tails worth asking for.
 *
 *     // 12 of 20 customers in a range bought, where 15 of all 60 did: Fisher's exact test.
 *     console.log(hypergeometricTail(12, { all: 60, marked: 15, drawn: 20 }).toExponential(1)) // → 2.5e-5
 *
 * @param hits marked things among the drawn ones
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

/** Chances that differ by less than this part are the same but for rounding. */
const SAME = 1 + 1e-9

/**
 * Probability of a number of marked things among those drawn that is no likelier than `hits`: the two-sided p-value of
 * Fisher's exact test. Whole numbers only. Relative error about 1e-12. O(√drawn).
 */
export function asUnlikely(hits: number, draw: Draw): number {
  const { all, marked, drawn } = draw
  const [least, most] = [Math.max(0, drawn + marked - all), Math.min(drawn, marked)]
  const limit = probability(hits, draw) * SAME
  const mode = Math.min(most, Math.max(least, Math.floor(((drawn + 1) * (marked + 1)) / (all + 2))))
  // Chances rise up to the mode and fall from there, so each side is unlikely from one number on.
  const low = lastBelow(least, mode, (i) => probability(i, draw) <= limit)
  const high = lastBelow(-most, -mode, (i) => probability(-i, draw) <= limit)
  const lower = low < least ? 0 : sumDown(low, least, draw)
  const upper = -high > most ? 0 : sumUp(-high, most, draw)
  return low >= -high ? 1 : Math.min(1, lower + upper)
}

/** The last of `from` … `to` for which something holds that holds up to some number and not beyond; `from` − 1 if none. */
function lastBelow(from: number, to: number, holds: (i: number) => boolean): number {
  let [yes, no] = [from - 1, to + 1]
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2)
    if (holds(middle)) yes = middle
    else no = middle
  }
  return yes
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
