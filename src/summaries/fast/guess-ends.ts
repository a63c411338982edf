import type { Ends } from './bucket-plan.ts'

/** Values looked at, in so many parts, of which so many are taken together. */
const SAMPLE = 2048
const PARTS = 64
const TOGETHER = 8
/** A little more than what is expected. */
const ROOM = 1.25

/** What the ends of a column may be, by some of its values: never sure, but seldom too narrow. */
export interface GuessedEnds extends Pick<Ends, 'min' | 'max'> {
  /** the ends of the values looked at; min above max where none of them is finite */
  readonly seen: Pick<Ends, 'min' | 'max'>
}

/**
 * Guesses the ends of a column of more than a few rows. Parts of a sample tell by how much the largest value grows when there are eight
 * times as many, and it is taken to grow so up to all rows: hardly for normal values, a thousand times where tails are heavy. O(1).
 */
export function guessEnds(values: Float64Array): GuessedEnds {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  const all = { min: Infinity, max: -Infinity }
  const largest = new Float64Array(PARTS)
  for (let row = 0, taken = 0; row < values.length; row += step, taken++) {
    const value = values[row]
    if (value - value !== 0) continue
    if (value < all.min) all.min = value
    if (value > all.max) all.max = value
    const own = Math.abs(value)
    const part = taken % PARTS
    if (own > largest[part]) largest[part] = own
  }
  const size = Math.max(-all.min, all.max)
  const factor = size > 0 ? Math.max(ROOM, usualEnd(largest, step) / size) : 1
  const widened = (end: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, end * factor))
  return { min: Math.min(all.min, widened(all.min)), max: Math.max(all.max, widened(all.max)), seen: all }
}

/** The size that the largest of all values usually has, of which the sample takes one of so many. */
function usualEnd(largest: Float64Array, step: number): number {
  const together = new Float64Array(PARTS / TOGETHER)
  for (let part = 0; part < PARTS; part++) {
    const at = part % together.length
    together[at] = Math.max(together[at], largest[part])
  }
  const [one, many] = [middle(largest), middle(together)]
  const times = one > 0 ? (many / one) ** (1 / doublings(TOGETHER)) : 1
  return ROOM * many * times ** (doublings(together.length) + doublings(step))
}

/** The median, or the next value above it; the values are put in order. */
const middle = (values: Float64Array): number => values.sort()[values.length / 2]

/** How often 1 is doubled to come to a whole number, or beyond. */
const doublings = (whole: number): number => 32 - Math.clz32(whole - 1)
