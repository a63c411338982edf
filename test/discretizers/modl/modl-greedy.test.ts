import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../cases.ts'
import { mergePath, plainMerge } from '../../../src/discretizers/modl/modl-greedy.ts'
import { ModlLengths } from '../../../src/discretizers/modl/modl-lengths.ts'
import type { Blocks } from '../../../src/discretizers/search/blocks.ts'
import { random } from '../../../src/util/random.ts'
import { fastModlMerge } from '../../../src/wasm/fast-modl-merge.ts'

/** So many blocks with up to `most` rows of some of the classes each; `unit` is what a row counts. */
function blocksOf(seed: number, size: number, classCount: number, most: number, unit = 1): Blocks {
  const { integer } = random(seed)
  const counts = Float64Array.from({ length: size * classCount }, (_, at) =>
    at % classCount === Math.floor(at / classCount) % classCount ? unit * (1 + integer(most)) : unit * integer(2),
  )
  return { size, classCount, counts, firstCell: Uint32Array.from({ length: size + 1 }, (_, i) => i) }
}

const columns = fc.record({
  seed: fc.nat(),
  size: fc.integer({ min: 10_000, max: 15_000 }),
  classes: fc.constantFrom(2, 3, 5),
  most: fc.constantFrom(1, 3, 200),
})

test('merging in WebAssembly goes the way of the plain search, for one column after the other', () => {
  fc.assert(
    fc.property(columns, ({ seed, size, classes, most }) => {
      const lengths = new ModlLengths(blocksOf(seed, size, classes, most))
      const [fast, plain] = [fastModlMerge(lengths.merging())!, plainMerge(lengths)]
      expect(fast.inBins.subarray(1)).toEqual(plain.inBins.subarray(1))
      expect(fast.startsAbove.subarray(1)).toEqual(plain.startsAbove.subarray(1))
      fast.release()
    }),
    { numRuns: cases(10, 60) },
  )
})

test('a few bins with very many rows, beyond the table of factorials', () => {
  const lengths = new ModlLengths(blocksOf(1, 10_000, 2, 100_000))
  const [fast, plain] = [fastModlMerge(lengths.merging())!, plainMerge(lengths)]
  expect(fast.inBins.subarray(1)).toEqual(plain.inBins.subarray(1))
})

test('parts of rows are left to the plain search', () => {
  const lengths = new ModlLengths(blocksOf(1, 10_000, 2, 3, 0.25))
  expect(fastModlMerge(lengths.merging())).toBeNull()
  expect(mergePath(lengths).inBins).toEqual(plainMerge(lengths).inBins)
})
