import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chiMerge, type ChiMergeOptions } from '../../../src/discretizers/methods/chi-merge.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { chiSquareQuantileOfTail } from '../../../src/measures/distributions/chi-square-distribution.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { holds } from '../holds.ts'
import { anyRows, type Rows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

type Given = Partial<ChiMergeOptions> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: chiMerge, ...given })
}

/** χ² of two neighbours by definition: the denominator is at least `floor`, `add` goes to every count. */
function naiveChiSquare(a: readonly number[], b: readonly number[], floor: number, add: number): number {
  const table = [a, b].map((counts) => counts.map((count) => count + add))
  const rowTotals = table.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const total = rowTotals[0] + rowTotals[1]
  let sum = 0
  for (let c = 0; c < a.length; c++) {
    const column = table[0][c] + table[1][c]
    if (column === 0) continue
    for (const [i, counts] of table.entries()) {
      const expected = (rowTotals[i] * column) / total
      sum += (counts[c] - expected) ** 2 / Math.max(expected, floor)
    }
  }
  return sum
}

/** ChiMerge row by row: all pairs are looked at again after every merge. Scores within rounding of the bar are passed over. */
function naiveChiMerge({ x, y, w }: Rows, options: ChiMergeOptions): number[] {
  const classes = [...new Set(y)]
  const values = [...new Set(x)].toSorted((a, b) => a - b)
  let bins = values.map((value) => ({
    lo: value,
    hi: value,
    counts: classes.map((name) => x.reduce((sum, v, i) => sum + (v === value && y[i] === name ? w[i] : 0), 0)),
  }))
  const join = (i: number): void => {
    const [a, b] = [bins[i], bins[i + 1]]
    bins = bins.toSpliced(i, 2, { lo: a.lo, hi: b.hi, counts: a.counts.map((count, c) => count + b.counts[c]) })
  }
  if (options.start === 'boundaries') {
    const only = (i: number): number =>
      bins[i].counts.filter((count) => count > 0).length === 1 ? bins[i].counts.findIndex((count) => count > 0) : -1
    for (let i = 0; i < bins.length - 1;)
      if (only(i) >= 0 && only(i) === only(i + 1)) join(i)
      else i++
  }
  const bar =
    classes.length < 2 ? Infinity : (options.threshold ?? chiSquareQuantileOfTail(options.alpha, classes.length - 1))
  while (bins.length > options.minBins && bins.length > 1) {
    const scores = bins
      .slice(1)
      .map(({ counts }, i) => naiveChiSquare(bins[i].counts, counts, options.expectedFloor, options.addToCounts))
    const least = Math.min(...scores)
    fc.pre(Math.abs(least - bar) > 1e-9)
    if (least > bar && bins.length <= (options.maxBins ?? Infinity)) break
    join(scores.findIndex((score) => score <= least + 1e-10 * least))
  }
  return bins.slice(1).map(({ lo }, i) => (bins[i].hi + lo) / 2)
}

const DEFAULTS: ChiMergeOptions = {
  alpha: 0.05,
  threshold: null,
  expectedFloor: 0.5,
  addToCounts: 0,
  start: 'boundaries',
  mergeEqual: false,
  minBins: 1,
  maxBins: null,
}

describe('chi-merge', () => {
  test('merges neighbours until their classes differ significantly', () => {
    const bar = chiSquareQuantileOfTail(0.05, 1)
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb')).toEqual({
      method: 'chi-merge',
      options: DEFAULTS,
      closed: 'left',
      cuts: [6.5],
      reasons: [{ measure: 'chi-square', score: 6, bar, margin: 6 - bar, runnerUp: null }],
      notes: [],
    })
  })

  test('names the strongest boundary that was merged away beside a cut', () => {
    const { cuts, reasons } = run([1, 2, 3, 4, 10, 11, 12, 13], 'aababbbb')
    expect(cuts).toEqual([7])
    expect(reasons[0].runnerUp).toEqual({ cut: 3.5, score: 2 })
  })

  test('has fewer bins the smaller alpha is', () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8]
    expect([0.5, 0.05, 0.001].map((alpha) => run(x, 'aaabbbab', { alpha }).cuts)).toEqual([[3.5, 6.5, 7.5], [3.5], []])
  })

  test('counts one degree of freedom less than there are classes in the column', () => {
    // The third class occurs only where the value is missing.
    const x = [1, 2, 3, 10, 11, 12, Number.NaN]
    expect(run(x, 'aaabbbc').reasons[0].bar).toBe(chiSquareQuantileOfTail(0.05, 1))
    expect(run([1, 2, 3, 10, 11, 12, 12], 'aaabbbc', { alpha: 0.3 }).reasons[0].bar).toBe(
      chiSquareQuantileOfTail(0.3, 2),
    )
  })

  test('takes a threshold instead of alpha', () => {
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb', { threshold: 7 }).cuts).toEqual([])
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb', { threshold: 5 }).reasons[0].bar).toBe(5)
    expect(run([1, 2, 3, 4], 'abab', { threshold: 0 }).cuts).toEqual([1.5, 2.5, 3.5])
  })

  test('merges a pair whose χ² just equals the threshold only where asked', () => {
    expect(run([1, 1, 2, 2], 'aabb', { threshold: 4 }).cuts).toEqual([1.5])
    expect(run([1, 1, 2, 2], 'aabb', { threshold: 4, mergeEqual: true }).cuts).toEqual([])
  })

  test('starts from the intervals between class boundaries, or from the distinct values', () => {
    // Two neighbours of one class have χ² 0: they are merged first, unless equality with a bar of 0 keeps them.
    const cuts = (start: ChiMergeOptions['start']): readonly number[] =>
      run([1, 2, 3, 4], 'aabb', { start, threshold: 0 }).cuts
    expect(cuts('boundaries')).toEqual([2.5])
    expect(cuts('distinct')).toEqual([1.5, 2.5, 3.5])
  })

  test('merges the leftmost of equally different pairs', () => {
    expect(run([1, 2, 3, 4], 'abab', { maxBins: 3, threshold: 0 }).cuts).toEqual([2.5, 3.5])
  })

  test('puts less weight on small expected counts through the floor', () => {
    const score = (expectedFloor: number): number | null =>
      run([1, 1, 1, 2], 'aaab', { expectedFloor, threshold: 0.1 }).reasons[0].score
    expect(score(0)).toBe(4)
    // Expected 2.25 0.75 0.75 0.25; the last denominator becomes 0.5.
    expect(score(0.5)).toBeCloseTo(0.5625 / 2.25 + 0.5625 / 0.75 + 0.5625 / 0.75 + 0.5625 / 0.5, 12)
  })

  test('of one class is one bin', () => {
    expect(run([1, 2, 3], 'aaa').cuts).toEqual([])
    expect(run([1, 2, 3], 'aaa', { start: 'distinct', threshold: 5 }).cuts).toEqual([])
  })

  test('of no rows is one bin', () => {
    expect(run([], '').cuts).toEqual([])
  })
})

describe('Kerber’s published table', () => {
  const starts = [4.3, 4.9, 5, 5.5, 5.6, 5.7, 5.8, 5.9, 6.3, 6.6, 6.7, 7, 7.1]
  const counts = '16/0/0 4/1/1 25/5/0 2/5/0 0/5/1 2/5/1 1/3/3 0/12/7 0/6/15 0/2/0 0/5/10 0/1/0 0/0/12'
    .split(' ')
    .map((cell) => cell.split('/').map(Number))
  const rows = starts.flatMap((x, i) =>
    counts[i].flatMap((count, c) => Array.from({ length: count }, () => ({ x, y: 'svw'[c] }))),
  )
  const x = rows.map((row) => row.x)
  const y = rows.map((row) => row.y)

  test('comes out with a floor of 0.5', () => {
    const { reasons } = run(x, y, { start: 'distinct', threshold: 1.4 })
    const printed = [4.1, 2.4, 8.6, 2.9, 1.75, 1.8, 2.2, 4.8, 4.1, 3.2, 1.5, 3.6]
    expect(reasons).toHaveLength(12)
    reasons.forEach(({ score }, i) => expect(Math.abs(score! - printed[i])).toBeLessThanOrEqual(0.05 + 1e-9))
  })

  test('merges on to five intervals at 4.6', () => {
    const column = fit(x, { target: y, method: chiMerge, start: 'distinct', threshold: 4.6 })
    expect(column.bins.map(({ lo, classes }) => [lo, classes])).toEqual([
      [4.3, [45, 6, 1]],
      [5.5, [4, 15, 2]],
      [5.8, [1, 15, 10]],
      [6.3, [0, 14, 25]],
      [7.1, [0, 0, 12]],
    ])
    expect(column.reasons.map(({ score }) => Math.round(score! * 10) / 10)).toEqual([30.9, 6.7, 4.9, 5.9])
  })
})

describe('against going through the rows', () => {
  const anyOptions = fc.record({
    alpha: fc.constantFrom(0.5, 0.2, 0.1, 0.05, 0.01),
    threshold: fc.constantFrom(null, null, 0.7321, 2.9187),
    expectedFloor: fc.constantFrom(0, 0.5, 1),
    addToCounts: fc.constantFrom(0, 0, 0.0001, 0.5),
    start: fc.constantFrom('boundaries' as const, 'distinct' as const),
    minBins: fc.integer({ min: 1, max: 3 }),
    maxBins: fc.constantFrom(null, 3, 5),
  })

  test.each([
    ['without weights', [1]],
    ['with whole weights', [1, 2, 5]],
    ['with fractional weights', [0.25, 0.5, 1.75]],
  ])('the cuts are the same %s', (_, weights) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), anyOptions, (rows, given) => {
        const expected = naiveChiMerge(rows, { ...DEFAULTS, ...given })
        expect(run(rows.x, rows.y, given, weights.length === 1 ? undefined : rows.w).cuts).toEqual(expected)
        found += expected.length
      }),
      150,
    )
    expect(found).toBeGreaterThan(150)
  })
})

describe('minBins and maxBins', () => {
  const x = [1, 2, 3, 4, 5, 6]

  test('minBins stops the merging, with a note on the cuts below the bar', () => {
    const { cuts, notes } = run(x, 'ababab', { minBins: 3 })
    expect(cuts).toHaveLength(2)
    expect(notes).toEqual([{ code: 'weak-cuts', message: '2 cuts stay below the bar because of minBins 3' }])
  })

  test('maxBins goes on merging below the bar', () => {
    expect(run(x, 'ababab', { threshold: 0.1 }).cuts).toHaveLength(5)
    expect(run(x, 'ababab', { threshold: 0.1, maxBins: 2 }).cuts).toHaveLength(1)
  })

  test('maxBins must not be less than minBins', () => {
    expect(() => run(x, 'ababab', { minBins: 3, maxBins: 2 })).toThrow(
      argumentError('out-of-range', 'discretize: chi-merge: maxBins must be at least minBins (3), got 2'),
    )
  })
})

describe('very many bins', () => {
  test('are told, with what to do about them', () => {
    const waves = Array.from({ length: 24_000 }, (_, i) => 'ab'[Math.floor(i / 20) % 2])
    const given = { x: waves.map((_, i) => i), y: waves.join('') }
    const message = '1200 bins, most of them parted by chance: set maxBins, or let mdlp or modl choose the cuts'
    expect(run(given.x, given.y).notes).toEqual([{ code: 'many-bins', message }])
    expect(run(given.x, given.y, { maxBins: 1000 }).notes).toEqual([])
  })
})

describe('options', () => {
  test('are checked', () => {
    const refuse = (given: Given, message: string): void =>
      expect(() => run([1], 'a', given)).toThrow(argumentError('out-of-range', `discretize: chi-merge: ${message}`))
    refuse({ alpha: 0 }, 'alpha must be a number above 0 and below 1, got 0')
    refuse({ alpha: 1 }, 'alpha must be a number above 0 and below 1, got 1')
    refuse({ threshold: -1 }, 'threshold must be a number of at least 0, or null, got -1')
    refuse({ expectedFloor: Number.NaN }, 'expectedFloor must be a number of at least 0, got NaN')
    refuse({ addToCounts: Infinity }, 'addToCounts must be a number of at least 0, got Infinity')
    refuse({ start: 'rows' as 'distinct' }, 'start must be one of boundaries, distinct, got "rows"')
    refuse({ minBins: 0 }, 'minBins must be an integer of at least 1, got 0')
  })

  test('of R are a preset: plain χ², 0.0001 in every cell, distinct values, equality merges, closed on the right', () => {
    const { options, closed } = run([1], 'a', { preset: 'r' })
    expect(closed).toBe('right')
    expect(options).toEqual({
      ...DEFAULTS,
      expectedFloor: 0,
      addToCounts: 0.0001,
      start: 'distinct',
      mergeEqual: true,
      preset: 'r',
    })
    expect(run([1], 'a', { preset: 'plain' }).options).toEqual({ ...DEFAULTS, expectedFloor: 0, preset: 'plain' })
  })
})
