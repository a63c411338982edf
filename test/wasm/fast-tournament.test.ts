import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { Tournament } from '../../src/util/tournament.ts'
import { manyKeys } from '../../src/wasm/fast-tournament.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const SIZE = 20_000

const key = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(Infinity, -Infinity, 0, -0),
)

/** Sets keys one after the other in both, and compares what they find each time. */
function compare(start: readonly number[], changes: readonly (readonly [number, number])[]): void {
  const [plain, fast] = [new Tournament(SIZE), manyKeys(SIZE)]
  expect(fast).not.toBeInstanceOf(Tournament)
  // Few take part, so that changes reach the top of the tree.
  const first = (i: number): number => (i % 97 === 0 ? start[(i / 97) % start.length] : Infinity)
  for (const keys of [plain, fast]) keys.fill(first, SIZE)
  for (const [index, value] of changes) {
    for (const keys of [plain, fast]) keys.set(index, value)
    expect([fast.least(), fast.leastIndex()]).toEqual([plain.least(), plain.leastIndex()])
    const limit = Math.max(plain.least(), value)
    expect(fast.firstAtMost(limit)).toBe(plain.firstAtMost(limit))
  }
}

const starts = fc.array(key, { minLength: 1, maxLength: 50 })
const changesOf = (value: typeof key): fc.Arbitrary<[number, number][]> =>
  fc.array(fc.tuple(fc.oneof(fc.nat(SIZE - 1), fc.nat(20)), value), { maxLength: 60 })

test('finds what the plain tournament finds, after every change', () => {
  fc.assert(fc.property(starts, changesOf(key), compare))
})

test('goes on as the plain one from the first key on that is no number', () => {
  fc.assert(fc.property(starts, changesOf(fc.oneof(key, fc.constant(Number.NaN))), compare), { numRuns: 50 })
  compare([3, Number.NaN, 1], [[7, 2]])
})

test('few keys, or no WebAssembly, take the plain tournament', () => {
  expect(manyKeys(100)).toBeInstanceOf(Tournament)
  vi.stubGlobal('WebAssembly', undefined)
  expect(manyKeys(SIZE)).toBeInstanceOf(Tournament)
})
