import type { Ends } from './bucket-plan.ts'

/** Values looked at, and every so many of them, to see how fast the ends of a sample move outwards. */
const SAMPLE = 2048
const FEW = 32

/** What the ends of a column may be, by some of its values: never sure, but seldom too narrow. */
export interface GuessedEnds extends Pick<Ends, 'min' | 'max'> {
  /** the ends of the values looked at; min above max where none of them is finite */
  readonly seen: Pick<Ends, 'min' | 'max'>
}

/**
 * Guesses the ends of a column of more than a few rows. Sizes that grow by some powers of two from a small sample to a larger one are
 * taken to grow by as many and one more up to all rows: by one for normal values, by many where tails are heavy. O(1).
 */
export function guessEnds(values: Float64Array): GuessedEnds {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  const all = { min: Infinity, max: -Infinity }
  let [size, sizeOfFew] = [0, 0]
  for (let row = 0, taken = 0; row < values.length; row += step, taken++) {
    const value = values[row]
    if (value - value !== 0) continue
    if (value < all.min) all.min = value
    if (value > all.max) all.max = value
    const own = Math.abs(value)
    if (own > size) size = own
    if (taken % FEW === 0 && own > sizeOfFew) sizeOfFew = own
  }
  let factor = 2
  for (let reached = sizeOfFew; reached > 0 && reached * 2 <= size; reached *= 2) factor *= 2
  const widened = (end: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, end * factor))
  return { min: Math.min(all.min, widened(all.min)), max: Math.max(all.max, widened(all.max)), seen: all }
}
