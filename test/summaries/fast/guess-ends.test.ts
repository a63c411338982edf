import { describe, expect, test } from 'vitest'
import { random } from '../../../src/index.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { guessEnds } from '../../../src/summaries/fast/guess-ends.ts'

const { next, normal } = random(9)
const ROWS = 100_000
const COLUMNS = 20

/** Kinds of values, and for how many of twenty columns a guess must be wide enough. */
const KINDS: readonly (readonly [kind: string, enough: number, draw: () => number])[] = [
  ['normal', 20, normal],
  ['uniform', 20, next],
  ['exponential', 20, () => -Math.log(1 - next())],
  ['far from zero', 20, () => 1e6 + normal()],
  ['heavy tails', 16, () => Math.exp(2 * normal())],
  ['tails of a power', 13, () => (next() < 0.5 ? -1 : 1) / (1 - next()) ** 0.5],
]

describe('what the ends of a column may be', () => {
  test.each(KINDS)('%s', (_, enough, draw) => {
    let wide = 0
    for (let column = 0; column < COLUMNS; column++) {
      const values = Float64Array.from({ length: ROWS }, draw)
      const { min, max, seen } = guessEnds(values)
      const ends = finiteEnds(values)
      // Both sides of zero are taken to be as wide as the wider one.
      if (Math.max(-min, max) >= Math.max(-ends.min, ends.max)) wide++
      expect(min <= seen.min && max >= seen.max && seen.min >= ends.min && seen.max <= ends.max).toBe(true)
    }
    expect(wide).toBeGreaterThanOrEqual(enough)
  })

  test('without a finite value there is none', () => {
    const { seen } = guessEnds(new Float64Array(5000).fill(Number.NaN))
    expect(seen).toEqual({ min: Infinity, max: -Infinity })
  })

  test('the largest double is not passed', () => {
    expect(guessEnds(new Float64Array(5000).fill(Number.MAX_VALUE)).max).toBe(Number.MAX_VALUE)
  })

  test('zeros stay zeros', () => {
    expect(guessEnds(new Float64Array(5000))).toEqual({ min: 0, max: 0, seen: { min: 0, max: 0 } })
  })
})
