import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chi2, type Chi2Options } from '../../../src/discretizers/methods/chi2.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberValues, Proposal } from '../../../src/types.ts'
import { naiveIsRougher, naiveRoughness } from './chi2-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'

const VARIANTS = ['modified', 'extended'] as const
type Given = Partial<Chi2Options> & { preset: (typeof VARIANTS)[number] }

function run(x: NumberValues, y: readonly string[], given: Given, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: y, weights }), { method: chi2, ...given })
}

/** Rows of values 1, 2, 3 …, from the letters of each. */
function rowsOf(...letters: readonly string[]): [number[], string[]] {
  return [letters.flatMap((own, i) => Array.from(own, () => i + 1)), letters.flatMap((own) => Array.from(own))]
}

describe('modified', () => {
  test('merges what is mixed already, and stops before a pure bin is lost', () => {
    // [2, 2, 0], [3, 2, 0] and [7, 8, 2] become one at the first level, as in merge-by-levels.test.ts. Their bin of
    // 12, 12, 2 and the last of 0, 0, 9 have χ² 4.154 + 4.154 + 18.126. The bar is 18.42 at level 0.0001, 23.03 a step
    // later and 28.78 after two: to merge them then would leave no row in a pure bin.
    const [x, y] = rowsOf('aabb', 'aaabb', 'aaaaaaabbbbbbbbcc', 'ccccccccc')
    const { cuts, reasons, notes, options } = run(x, y, { preset: 'modified' })
    expect({ cuts, notes }).toEqual({ cuts: [3.5], notes: [] })
    expect(options).toMatchObject({ variant: 'modified', expectedFloor: 0, preset: 'modified' })
    const [{ score, bar, runnerUp }] = reasons
    expect(score).toBeCloseTo(26.4336, 4)
    expect(bar).toBeCloseTo(23.0259, 4)
    expect(runnerUp).toBeNull()
  })

  test('keeps all parts where the start level would already mix pure ones, and says so', () => {
    const [x, y] = rowsOf('a', 'b', 'a', 'bbb')
    // χ² of a and b is 2, below the bar of level 0.1 (2.71).
    const { cuts, reasons, notes } = run(x, y, { preset: 'modified', startLevel: 0.1 })
    expect(cuts).toEqual([1.5, 2.5, 3.5])
    expect(reasons[0]).toMatchObject({ score: 2, bar: null, margin: null })
    const message = 'nothing was merged: the start level would put more rows into mixed bins'
    expect(notes).toEqual([{ code: 'inconsistent', message }])
    expect(run(x, y, { preset: 'modified', startLevel: 0.1, maxBins: 2 }).cuts).toEqual([3.5])
  })
})

describe('extended', () => {
  test('stops before a bin is more mixed than any value was', () => {
    // Values 1 and 2 are wrong for 1 of 5 and 2 of 11 rows, together for 3 of 16. With 3 it would be 3 of 10 at least.
    const [x, y] = rowsOf('aaaab', 'aaaaaaaaabb', 'bbbb')
    const { cuts, notes } = run(x, y, { preset: 'extended' })
    expect({ cuts, notes }).toEqual({ cuts: [2.5], notes: [] })
  })

  test('takes a bin that is half of a class for worse than any other', () => {
    // The formula has no place for one half: by it, the one bin of both would be as good as the two.
    const [x, y] = rowsOf('aaa', 'bbb')
    expect(run(x, y, { preset: 'extended' }).cuts).toEqual([1.5])
  })

  test('says so where it merges nothing', () => {
    const [x, y] = rowsOf('a', 'b', 'a', 'bbb')
    const message = 'nothing was merged: the start level would mix a bin more than any bin was'
    expect(run(x, y, { preset: 'extended', startLevel: 0.1 }).notes).toEqual([{ code: 'inconsistent', message }])
  })
})

describe.each(VARIANTS)('%s', (preset) => {
  const binned = (x: readonly number[], cuts: readonly number[]): string[] =>
    x.map((value) => String(cuts.filter((cut) => cut <= value).length))

  test('is never rougher than the values of iris', () => {
    const lines = readFileSync('samples/iris.csv', 'utf8').trim().split('\n')
    const rows = lines.slice(1).map((line) => line.split(','))
    const y = rows.map((row) => row[4])
    for (const column of [0, 1, 2, 3]) {
      const x = rows.map((row) => Number(row[column]))
      const { cuts } = run(x, y, { preset })
      const [raw, now] = [x.map(String), binned(x, cuts)].map((keys) => naiveRoughness(keys, y))
      expect(cuts.length).toBeGreaterThan(0)
      expect(naiveIsRougher(now, raw, preset)).toBe(false)
    }
  })

  test('is never rougher than the values, whatever they are, and both starts are the same', () => {
    let found = 0
    holds(
      fc.property(anyRows([1, 2]), fc.constantFrom(0.9, 0.5, 0.05), ({ x, y, w }, startLevel) => {
        const { cuts } = run(x, y, { preset, startLevel }, w)
        const [raw, now] = [x.map(String), binned(x, cuts)].map((keys) => naiveRoughness(keys, y, w))
        expect(naiveIsRougher(now, raw, preset)).toBe(false)
        expect(run(x, y, { preset, startLevel, start: 'distinct' }, w).cuts).toEqual(cuts)
        found += cuts.length
      }),
      60,
    )
    expect(found).toBeGreaterThan(60)
  })

  test('of one class or of no rows is one bin', () => {
    expect(run([1, 2, 3], ['a', 'a', 'a'], { preset }).cuts).toEqual([])
    expect(run([], [], { preset }).cuts).toEqual([])
  })
})
