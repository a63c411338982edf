import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { cases } from '../../cases.ts'
import type { ColumnView } from '../../../src/discretizers/column-view.ts'
import { runningSquares } from '../../../src/discretizers/search/running-squares.ts'
import { random } from '../../../src/util/random.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const SIZE = 10_000

/** A column of that many values, near each other or far out, whose rows may count more than once. */
function view(seed: number, spread: number, weigh: number): ColumnView {
  const { normal, next } = random(seed)
  const drawn = Array.from({ length: SIZE + 50 }, () => 3 + normal() * 2 ** (spread * normal()))
  const lo = Float64Array.from([...new Set(drawn)].toSorted((a, b) => a - b))
  const weights = Float64Array.from(lo, () => 1 + Math.floor(next() * weigh))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const ends = { lowest: lo[0], highest: lo[lo.length - 1] }
  return { size: lo.length, lo, hi: lo, weights, total, counts: new Float64Array(0), classCount: 0, distinct: lo.length, weighted: false, ...ends } // prettier-ignore
}

test('sums in WebAssembly are those of the plain loop, bit for bit', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0, 3, 40), fc.constantFrom(1, 5), (seed, spread, weigh) => {
      const column = view(seed, spread, weigh)
      const { release, ...fast } = runningSquares(column)
      vi.stubGlobal('WebAssembly', undefined)
      // Other arrays for the ends of cells are for those that hold several values: the plain loop takes them.
      const { release: _, ...plain } = runningSquares({ ...column, hi: column.lo.slice() })
      vi.unstubAllGlobals()
      for (const [name, list] of Object.entries(plain)) expect(fast[name as keyof typeof fast], name).toEqual(list)
      release()
    }),
    { numRuns: cases(6, 40) },
  )
})

test('memory is used again only once it was given back', () => {
  const [one, two] = [view(1, 1, 1), view(2, 1, 1)]
  const first = runningSquares(one)
  const second = runningSquares(two)
  expect(second.sums.buffer).not.toBe(first.sums.buffer)
  second.release()
  const third = runningSquares(one)
  expect(third.sums.buffer).toBe(second.sums.buffer)
  expect(third.sums).toEqual(first.sums)
})
