import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { cases } from '../cases.ts'
import { khiops } from '../../src/discretizers/methods/khiops.ts'
import { discretize } from '../../src/discretizers/discretize.ts'
import { plainMerge } from '../../src/discretizers/modl/modl-greedy.ts'
import { ModlLengths } from '../../src/discretizers/modl/modl-lengths.ts'
import type { Blocks } from '../../src/discretizers/search/blocks.ts'
import { bottomUp, chiSquareDifference } from '../../src/discretizers/search/bottom-up.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { random } from '../../src/util/random.ts'
import { byChiSquare } from '../../src/wasm/fast-chi-merge.ts'
import { fastModlMerge } from '../../src/wasm/fast-modl-merge.ts'

/** Rows of blocks by their number, each of one class or of several; of noise, of waves, and where no end of a stretch can hold. */
const PATTERNS: Readonly<Record<string, (next: () => number, i: number, c: number, classes: number) => number>> = {
  noise: (next, i, c, classes) => (i % classes === c ? 1 - Math.floor(3 * Math.log(1 - next())) : 0),
  alike: (_, i, c, classes) => Number(i % classes === c),
  waves: (next, i, c) => Math.floor(4 * next() * (1 + Math.sin(i / 300 + c))),
  steps: (next, i, c, classes) => Math.floor(i / 20_000) % classes === c ? 5 + Math.floor(3 * next()) : Math.floor(2 * next()), // prettier-ignore
  few: (next, i, c, classes) => (i % classes === c ? 1 : Number(next() < 0.001)),
  many: (next) => 100 + Math.floor(20 * next()),
  uneven: (next, _, c) => (c === 0 ? 20 : Number(next() < 0.3)),
}

function blocksOf(seed: number, size: number, classCount: number, pattern: string): Blocks {
  const { next } = random(seed)
  const counts = new Float64Array(size * classCount)
  for (let at = 0; at < counts.length; at++) {
    counts[at] = PATTERNS[pattern](next, Math.floor(at / classCount), at % classCount, classCount)
  }
  // No block without rows.
  for (let i = 0; i < size; i++) {
    if (counts.subarray(i * classCount, (i + 1) * classCount).every((rows) => rows === 0)) counts[i * classCount] = 1
  }
  return { size, classCount, counts, firstCell: Uint32Array.from({ length: size + 1 }, (_, i) => i) }
}

/** Rows long enough to be merged in stretches. */
const columns = fc.record({
  seed: fc.nat(),
  size: fc.integer({ min: 135_000, max: 170_000 }),
  classes: fc.constantFrom(2, 2, 3, 5),
  pattern: fc.constantFrom(...Object.keys(PATTERNS)),
})

const example = (pattern: string): [{ seed: number; size: number; classes: number; pattern: string }] => [
  { seed: 2, size: 150_000, classes: 2, pattern },
]
/** With ends that do not hold. */
const examples = ['alike', 'waves', 'uneven'].map(example)

describe('bins merged stretch by stretch', () => {
  test.each([
    { bar: 2.7, fewest: 1, mergeEqual: false },
    { bar: 0.4, fewest: 1, mergeEqual: true },
    { bar: 30, fewest: 20_000, mergeEqual: false },
    { bar: 1e9, fewest: 3, mergeEqual: false },
  ])('are those of one row, by χ² %j', ({ bar, fewest, mergeEqual }) => {
    fc.assert(
      fc.property(columns, ({ seed, size, classes, pattern }) => {
        const blocks = blocksOf(seed, size, classes, pattern)
        const change = { expectedFloor: 0.5, addToCounts: 0 }
        const cells = { size, counts: blocks.counts, classCount: classes, whole: true, joins: false }
        const fast = byChiSquare(cells, change, (merging) => {
          merging.mergeWhile({ bar, mergeEqual, fewest, most: size, limited: false })
          return { ...merging.boundaries(), inconsistent: merging.inconsistent }
        })!
        const plain = bottomUp(blocks, {
          difference: chiSquareDifference(classes, change),
          merges: (difference, bins) => bins > fewest && (difference < bar || (mergeEqual && difference === bar)),
        })
        const { inconsistent, ...boundaries } = fast
        expect(boundaries).toEqual(plain)
        expect(inconsistent).toBe(outsideLargest(blocks, plain.at))
      }),
      { numRuns: cases(4, 25), examples },
    )
  })

  test('are those of one row, by description length', () => {
    fc.assert(
      fc.property(columns, ({ seed, size, classes, pattern }) => {
        const lengths = new ModlLengths(blocksOf(seed, size, classes, pattern))
        const [fast, plain] = [fastModlMerge(lengths.merging())!, plainMerge(lengths)]
        expect(fast.inBins.subarray(1)).toEqual(plain.inBins.subarray(1))
        expect(fast.startsAbove.subarray(1)).toEqual(plain.startsAbove.subarray(1))
        fast.release()
      }),
      { numRuns: cases(4, 40), examples },
    )
  })

  test('are those of one row where khiops merges bins of few rows', async () => {
    vi.resetModules()
    const plain = await import('../../src/index.ts')
    const check = fc.property(columns, fc.constantFrom(1, 5, 20), ({ seed, size, classes }, minExpected) => {
      const { next, normal, integer } = random(seed)
      const values = Float64Array.from({ length: 2 * size }, normal)
      const target = values.map((x) => (next() < 0.3 ? Math.abs(Math.round(3 * x)) % classes : integer(classes)))
      const summary = summarize(values, { target, targetKind: 'class' })
      const { cuts, reasons } = discretize(summary, { method: khiops, minExpected })
      vi.stubGlobal('WebAssembly', undefined)
      try {
        const slow = plain.discretize(summary, { method: plain.khiops, minExpected })
        expect([cuts, reasons]).toEqual([slow.cuts, slow.reasons])
      } finally {
        vi.unstubAllGlobals()
      }
    })
    fc.assert(check, { numRuns: cases(3, 25) })
  })
})

/** Rows outside the largest class of their bin; bins start at block 0 and at those given. */
function outsideLargest({ size, classCount, counts }: Blocks, starts: Uint32Array): number {
  let outside = 0
  for (let bin = 0; bin <= starts.length; bin++) {
    const rows = new Float64Array(classCount)
    const end = (bin < starts.length ? starts[bin] : size) * classCount
    for (let at = (bin === 0 ? 0 : starts[bin - 1]) * classCount; at < end; at++) rows[at % classCount] += counts[at]
    outside += rows.reduce((sum, one) => sum + one, 0) - Math.max(...rows)
  }
  return outside
}
