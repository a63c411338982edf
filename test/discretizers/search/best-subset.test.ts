import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { mdlp, type MdlpOptions } from '../../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { classWeights, naiveD2, type Row, rowsOf, weightOf } from '../methods/entropy-naive.ts'
import { holds } from '../holds.ts'
import { anyRows, type Rows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<MdlpOptions> & { closed?: Closed; preset?: string }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}): Proposal {
  return discretize(summarize(x, { target: Array.from(y) }), { method: mdlp, search: 'best-first', ...given })
}

/** Weights of two rows or fewer in all are refused and not spoken of here. */
function runRows({ x, y, w }: Rows, given: Given = {}): Proposal {
  fc.pre(w.reduce((sum, weight) => sum + weight, 0) > 2.001)
  return discretize(summarize(x, { target: y, weights: w }), { method: mdlp, search: 'best-first', ...given })
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

/** log2 C(n, k) for whole n. */
const log2Choose = (n: number, k: number): number => log2Gamma(n + 1) - log2Gamma(k + 1) - log2Gamma(n - k + 1)

describe('the best subset of candidates', () => {
  test('is told with the bits each cut saves and the price of naming it', () => {
    // log2 C(9, 1) + log2 C(8, 4) for all, twice log2 C(5, 1) for the two parts; to be named among 7 candidates.
    const saved = Math.log2(9) + Math.log2(70) - 2 * Math.log2(5)
    expect(run(upTo(8), 'aaaabbbb')).toEqual({
      method: 'mdlp',
      options: {
        stop: 'fayyad-irani',
        betterEncoding: false,
        acceptEqual: false,
        maxBins: null,
        search: 'best-first',
        candidates: 31,
      },
      closed: 'left',
      cuts: [4.5],
      reasons: [
        {
          measure: 'bits saved',
          score: expect.closeTo(saved, 12),
          bar: Math.log2(7),
          margin: expect.closeTo(saved - Math.log2(7), 12),
          runnerUp: null,
        },
      ],
      notes: [],
    })
  })

  test('is found where classes alternate and no single cut pays', () => {
    const x = upTo(96)
    const y = x.map((i) => 'ab'[Math.floor((i - 1) / 8) % 2])
    for (const stop of ['fayyad-irani', 'kononenko'] as const) {
      expect(run(x, y, { search: 'top-down', stop }).cuts).toEqual([])
    }
    expect(run(x, y).cuts).toEqual([8.5, 16.5, 24.5, 32.5, 40.5, 48.5, 56.5, 64.5, 72.5, 80.5, 88.5])
  })

  test('is empty for one class, one value or none, and where the classes alternate with every row', () => {
    expect([run([1, 2, 3], 'aaa').cuts, run([1, 1], 'ab').cuts, run([], '').cuts]).toEqual([[], [], []])
    expect(run(upTo(8), 'abababab')).toMatchObject({ cuts: [], notes: [{ code: 'blunt' }] })
  })

  test('does not pay for classes that no value has', () => {
    const absent = run([...upTo(8), Number.NaN], 'aaaabbbbc')
    expect(absent.reasons).toEqual(run(upTo(8), 'aaaabbbb').reasons)
  })

  test('is the leftmost of equally short ones', () => {
    const y = `${'a'.repeat(12)}${'b'.repeat(30)}${'a'.repeat(12)}`
    expect(run(upTo(54), y, { maxBins: 2 }).cuts).toEqual([12.5])
    expect(run(upTo(54), y).cuts).toEqual([12.5, 42.5])
  })

  test('parts the same rows whichever end is closed', () => {
    const x = [1, 1, 1, 1, 1 + Number.EPSILON, 1 + Number.EPSILON, 1 + Number.EPSILON, 1 + Number.EPSILON]
    expect(run(x, 'aaaabbbb').cuts).toEqual([1 + Number.EPSILON])
    expect(run(x, 'aaaabbbb', { closed: 'right' }).cuts).toEqual([1])
  })

  test('cuts at values where stop is blog', () => {
    expect(run([1, 2, 3, 4, 10, 11, 12, 13], 'aaaabbbb', { preset: 'blog' }).cuts).toEqual([10])
  })

  test('does not depend on the rule that ends cutting one by one', () => {
    holds(
      fc.property(anyRows(), (rows) => {
        const { cuts, reasons } = runRows(rows)
        expect(runRows(rows, { stop: 'kononenko', acceptEqual: true })).toMatchObject({ cuts, reasons })
      }),
    )
  })

  test('with one candidate is the first cut of kononenko, or none', () => {
    let found = 0
    holds(
      fc.property(anyRows([1, 1, 2, 5]), (rows) => {
        const one = runRows(rows, { candidates: 1 })
        const first = runRows(rows, { search: 'top-down', stop: 'kononenko', maxBins: 2 })
        expect(one.cuts).toEqual(first.cuts)
        found += one.cuts.length
      }),
      200,
    )
    expect(found).toBeGreaterThan(50)
  })

  test('never has more cuts than maxBins allows or candidates there are', () => {
    holds(
      fc.property(anyRows(), fc.integer({ min: 1, max: 4 }), (rows, few) => {
        expect(runRows(rows, { maxBins: few }).cuts.length).toBeLessThan(few)
        expect(runRows(rows, { candidates: few }).cuts.length).toBeLessThanOrEqual(few)
      }),
    )
  })

  test.each([
    [{ search: 'depth-first' }, 'discretize: mdlp: search must be one of top-down, best-first, got "depth-first"'],
    [{ candidates: 0 }, 'discretize: mdlp: candidates must be an integer from 1 to 255, got 0'],
    [{ candidates: 256 }, 'discretize: mdlp: candidates must be an integer from 1 to 255, got 256'],
  ])('is not searched for with %o', (given, message) => {
    expect(() => run([1], 'a', given as Given)).toThrow(argumentError('out-of-range', message))
  })
})

describe('against trying all subsets, measured row by row', () => {
  const anyOptions = fc.record({
    candidates: fc.constantFrom(1, 3, 8),
    betterEncoding: fc.boolean(),
    maxBins: fc.constantFrom(null, null, 1, 2, 3, 4),
  })

  test.each([
    ['without weights', [1], 400],
    ['with whole weights', [1, 1, 2, 5], 300],
    ['with fractional weights', [0.1, 0.25, 0.7, 1.9, 4], 300],
  ])('%s it is the shortest, and the reasons tell by how much', (_, weights, runs) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), anyOptions, (given, options) => {
        const rows = rowsOf(given)
        const lengthOf = describer(rows, options.betterEncoding)
        const { cuts, reasons } = runRows(given, options)
        const all = subsets(candidatesOf(rows, options.candidates)).filter(
          (subset) => subset.length < (options.maxBins ?? Infinity),
        )
        const least = Math.min(...all.map(lengthOf))
        expect(all).toContainEqual(cuts)
        expect(lengthOf(cuts)).toBeLessThan(least + 1e-7)
        const rivals = all.filter((subset) => lengthOf(subset) < least + 1e-7)
        expect(cuts.length).toBe(Math.min(...rivals.map(({ length }) => length)))
        for (const [i, { score, bar, margin }] of reasons.entries()) {
          expect(score! - bar!).toBeCloseTo(lengthOf(cuts.filter((_cut, j) => j !== i)) - lengthOf(cuts), 6)
          expect(margin).toBeGreaterThan(0)
        }
        found += cuts.length
      }),
      runs,
    )
    expect(found).toBeGreaterThan(200)
  })

  test('it is the shortest of all subsets of 12 candidates too', () => {
    let many = 0
    holds(
      fc.property(anyRows(), (given) => {
        const rows = rowsOf(given)
        const lengthOf = describer(rows, true)
        const { cuts } = runRows(given, { candidates: 12, betterEncoding: true })
        const least = Math.min(...subsets(candidatesOf(rows, 12)).map(lengthOf))
        expect(lengthOf(cuts)).toBeLessThan(least + 1e-7)
        if (cuts.length > 3) many++
      }),
      25,
    )
    expect(many).toBeGreaterThan(3)
  })
})

describe('on noise', () => {
  test('3 of 1,000 columns of 500 rows and two classes get a cut', () => {
    let cut = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const { next, integer } = random(seed)
      const x = Float64Array.from({ length: 500 }, next)
      const y = Array.from({ length: 500 }, () => String(integer(2)))
      if (run(x, y).cuts.length > 0) cut++
    }
    expect(cut).toBe(3)
  })
})

/** The first cuts that splitting by entropy makes, as long as one saves anything. */
function candidatesOf(rows: readonly Row[], candidates: number): number[] {
  return naiveD2(rows, { minRows: 0, minGain: 0, maxBins: candidates + 1, equalGains: 'leftmost' })
}

/** The length in bits of what a set of cuts says of the rows. */
function describer(rows: readonly Row[], betterEncoding: boolean): (cuts: readonly number[]) => number {
  const classes = classWeights(rows).length
  const gaps = new Set(rows.map(({ x }) => x)).size - 1
  const candidates = betterEncoding ? gaps : Math.max(1, weightOf(rows) - 1)
  const known = new Map<string, number>()
  const bitsOf = (from: number, to: number): number => {
    const key = `${from} ${to}`
    const bits =
      known.get(key) ??
      arrangement(
        rows.filter(({ x }) => x >= from && x < to),
        classes,
      )
    known.set(key, bits)
    return bits
  }
  return (cuts) => {
    const ends = [-Infinity, ...cuts, Infinity]
    const bins = ends.slice(1).reduce((sum, to, i) => sum + bitsOf(ends[i], to), 0)
    return cuts.length === 0 ? bins : bins + log2Choose(candidates + cuts.length - 1, cuts.length)
  }
}

/** log2 C(N + c − 1, c − 1) + log2 of N! / Πn!. */
function arrangement(rows: readonly Row[], c: number): number {
  const n = weightOf(rows)
  const numbers = log2Gamma(n + c) - log2Gamma(c) - log2Gamma(n + 1)
  return numbers + log2Gamma(n + 1) - classWeights(rows).reduce((sum, count) => sum + log2Gamma(count + 1), 0)
}

/** log2 Γ(x) from Stirling's series, far enough out that three terms do. */
function log2Gamma(x: number): number {
  let shift = 0
  for (; x < 60; x++) shift += Math.log(x)
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  return ((x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series - shift) / Math.LN2
}

function subsets(items: readonly number[]): number[][] {
  return items.reduce<number[][]>((all, item) => [...all, ...all.map((subset) => [...subset, item])], [[]])
}
