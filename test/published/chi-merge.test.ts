import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { bottomUp } from '../../src/discretizers/search/bottom-up.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { chiSquare, chiSquareOfPair } from '../../src/measures/chi-square.ts'
import { chiSquareQuantileOfTail } from '../../src/measures/distributions/chi-square-distribution.ts'
import { argumentError } from '../refusals.ts'

type Fitted = ReturnType<typeof fit>

interface Interval {
  readonly start: number
  readonly classes: readonly number[]
}

/** Iris (Fisher 1936; the UCI file, CC BY 4.0): value and rows of setosa/versicolor/virginica. */
const IRIS = {
  sepalLength: `
    4.3 1/0/0  4.4 3/0/0  4.5 1/0/0  4.6 4/0/0  4.7 2/0/0  4.8 5/0/0  4.9 4/1/1  5.0 8/2/0  5.1 8/1/0
    5.2 3/1/0  5.3 1/0/0  5.4 5/1/0  5.5 2/5/0  5.6 0/5/1  5.7 2/5/1  5.8 1/3/3  5.9 0/2/1  6.0 0/4/2
    6.1 0/4/2  6.2 0/2/2  6.3 0/3/6  6.4 0/2/5  6.5 0/1/4  6.6 0/2/0  6.7 0/3/5  6.8 0/1/2  6.9 0/1/3
    7.0 0/1/0  7.1 0/0/1  7.2 0/0/3  7.3 0/0/1  7.4 0/0/1  7.6 0/0/1  7.7 0/0/4  7.9 0/0/1`,
  sepalWidth: `
    2.0 0/1/0  2.2 0/2/1  2.3 1/3/0  2.4 0/3/0  2.5 0/4/4  2.6 0/3/2  2.7 0/5/4  2.8 0/6/8  2.9 1/7/2
    3.0 6/8/12 3.1 5/3/4  3.2 5/3/5  3.3 2/1/3  3.4 9/1/2  3.5 6/0/0  3.6 2/0/1  3.7 3/0/0  3.8 4/0/2
    3.9 2/0/0  4.0 1/0/0  4.1 1/0/0  4.2 1/0/0  4.4 1/0/0`,
  petalLength: `
    1.0 1/0/0  1.1 1/0/0  1.2 2/0/0  1.3 7/0/0  1.4 12/0/0 1.5 14/0/0 1.6 7/0/0  1.7 4/0/0  1.9 2/0/0
    3.0 0/1/0  3.3 0/2/0  3.5 0/2/0  3.6 0/1/0  3.7 0/1/0  3.8 0/1/0  3.9 0/3/0  4.0 0/5/0  4.1 0/3/0
    4.2 0/4/0  4.3 0/2/0  4.4 0/4/0  4.5 0/7/1  4.6 0/3/0  4.7 0/5/0  4.8 0/2/2  4.9 0/2/3  5.0 0/1/3
    5.1 0/1/7  5.2 0/0/2  5.3 0/0/2  5.4 0/0/2  5.5 0/0/3  5.6 0/0/6  5.7 0/0/3  5.8 0/0/3  5.9 0/0/2
    6.0 0/0/2  6.1 0/0/3  6.3 0/0/1  6.4 0/0/1  6.6 0/0/1  6.7 0/0/2  6.9 0/0/1`,
  petalWidth: `
    0.1 6/0/0  0.2 28/0/0 0.3 7/0/0  0.4 7/0/0  0.5 1/0/0  0.6 1/0/0  1.0 0/7/0  1.1 0/3/0  1.2 0/5/0
    1.3 0/13/0 1.4 0/7/1  1.5 0/10/2 1.6 0/3/1  1.7 0/1/1  1.8 0/1/11 1.9 0/0/5  2.0 0/0/6  2.1 0/0/6
    2.2 0/0/3  2.3 0/0/8  2.4 0/0/3  2.5 0/0/3`,
}

/** Kerber's table of sepal length: where each interval starts, its class counts, and the χ² to the next one. */
const KERBER = [
  { start: 4.3, classes: [16, 0, 0], chi: '4.1' },
  { start: 4.9, classes: [4, 1, 1], chi: '2.4' },
  { start: 5, classes: [25, 5, 0], chi: '8.6' },
  { start: 5.5, classes: [2, 5, 0], chi: '2.9' },
  { start: 5.6, classes: [0, 5, 1], chi: '1.75' }, // printed 1.7
  { start: 5.7, classes: [2, 5, 1], chi: '1.8' },
  { start: 5.8, classes: [1, 3, 3], chi: '2.2' },
  { start: 5.9, classes: [0, 12, 7], chi: '4.8' },
  { start: 6.3, classes: [0, 6, 15], chi: '4.1' },
  { start: 6.6, classes: [0, 2, 0], chi: '3.2' },
  { start: 6.7, classes: [0, 5, 10], chi: '1.5' },
  { start: 7, classes: [0, 1, 0], chi: '3.6' },
  { start: 7.1, classes: [0, 0, 12], chi: '' },
]

/** The rows of a table of counts by value. */
function rowsOf(text: string): { x: number[]; target: string[] } {
  const rows = [...text.matchAll(/([\d.]+) (\d+)\/(\d+)\/(\d+)/g)].flatMap(([, value, ...counts]) =>
    counts.flatMap((count, i) =>
      Array.from({ length: Number(count) }, () => [Number(value), ['setosa', 'versicolor', 'virginica'][i]] as const),
    ),
  )
  return { x: rows.map(([value]) => value), target: rows.map(([, label]) => label) }
}

const intervals = (column: Fitted): unknown[] => column.bins.map(({ lo, classes }) => ({ start: lo, classes }))

test('the tables hold the 150 flowers, 50 of each kind', () => {
  for (const text of Object.values(IRIS)) {
    const { target } = rowsOf(text)
    expect(
      ['setosa', 'versicolor', 'virginica'].map((kind) => target.filter((label) => label === kind).length),
    ).toEqual([50, 50, 50])
  }
})

describe("Kerber's table of iris sepal length", () => {
  const { x, target } = rowsOf(IRIS.sepalLength)
  const kerber = { target, method: chiMerge, start: 'distinct' } as const

  test('the χ² column comes out when the denominator is at least 0.5', () => {
    const column = KERBER.slice(1).map(({ classes }, i) =>
      chiSquare([KERBER[i].classes, classes], { expectedFloor: 0.5 }).toFixed(KERBER[i].chi.length - 2),
    )
    expect(column).toEqual(KERBER.slice(0, -1).map(({ chi }) => chi))
  })

  test('it does not come out with the plain χ²', () => {
    const column = KERBER.slice(1).map(({ classes }, i) => chiSquare([KERBER[i].classes, classes]).toFixed(2))
    expect(column).toEqual([
      '5.87',
      '5.17',
      '8.63',
      '2.94',
      '1.75',
      '1.77',
      '3.13',
      '4.82',
      '4.11',
      '3.24',
      '1.78',
      '13.00',
    ])
  })

  test('threshold 1.4 from distinct values gives exactly its 13 intervals', () => {
    const column = fit(x, { ...kerber, threshold: 1.4 })
    expect(intervals(column)).toEqual(KERBER.map(({ start, classes }) => ({ start, classes })))
    expect(column.reasons.map(({ score }, i) => score?.toFixed(KERBER[i].chi.length - 2))).toEqual(
      KERBER.slice(0, -1).map(({ chi }) => chi),
    )
  })

  test('threshold 4.6 gives five intervals, χ² 30.9 6.7 4.9 5.9 between them', () => {
    const column = fit(x, { ...kerber, threshold: 4.6 })
    expect(intervals(column)).toEqual([
      { start: 4.3, classes: [45, 6, 1] },
      { start: 5.5, classes: [4, 15, 2] },
      { start: 5.8, classes: [1, 15, 10] },
      { start: 6.3, classes: [0, 14, 25] },
      { start: 7.1, classes: [0, 0, 12] },
    ])
    expect(column.reasons.map(({ score }) => score?.toFixed(1))).toEqual(['30.9', '6.7', '4.9', '5.9'])
  })

  test('the intervals between class boundaries, the default start, lead to the same tables', () => {
    for (const threshold of [1.4, 4.6]) {
      const fromBoundaries = fit(x, { target, method: chiMerge, threshold })
      expect(intervals(fromBoundaries)).toEqual(intervals(fit(x, { ...kerber, threshold })))
    }
  })
})

describe('reference cuts on iris', () => {
  const cutsOf = (options: object): (readonly number[])[] =>
    Object.values(IRIS).map((text) => {
      const { x, target } = rowsOf(text)
      return fit(x, { target, ...options }).cuts
    })

  test('mdlp', () => {
    expect(cutsOf({})).toEqual([
      [5.55, 6.15],
      [2.95, 3.3499999999999996],
      [2.45, 4.75],
      [0.8, 1.75],
    ])
  })

  test('chi-merge as R, alpha 0.05', () => {
    expect(cutsOf({ method: chiMerge, preset: 'r', alpha: 0.05 })).toEqual([
      [5.45, 5.75, 7.05],
      [2.95, 3.3499999999999996],
      [2.45, 4.75, 5.15],
      [0.8, 1.75],
    ])
  })

  test('chi-merge as R, alpha 0.01', () => {
    expect(cutsOf({ method: chiMerge, preset: 'r', alpha: 0.01 })).toEqual([
      [5.45, 5.75],
      [2.95, 3.3499999999999996],
      [2.45, 4.75, 5.15],
      [0.8, 1.75],
    ])
  })
})

describe('the threshold', () => {
  const x = [1, 1, 1, 1, 2, 2, 2, 2]
  const target = Array.from('aaaabbbb')
  const barOf = (column: Fitted): number | null | undefined => column.reasons[0]?.bar

  test('is the χ² quantile at 1 − alpha, or given', () => {
    expect(barOf(fit(x, { target, method: chiMerge }))?.toFixed(4)).toBe('3.8415')
    expect(barOf(fit(x, { target, method: chiMerge, alpha: 0.01 }))?.toFixed(4)).toBe('6.6349')
    expect(barOf(fit(x, { target, method: chiMerge, alpha: 0.01, threshold: 2.5 }))).toBe(2.5)
  })

  test('the confidences 0.75 and 0.9 of 002 are 1 − alpha', () => {
    expect([0.25, 0.1].map((alpha) => barOf(fit(x, { target, method: chiMerge, alpha }))?.toFixed(4))).toEqual([
      '1.3233',
      '2.7055',
    ])
  })

  test('the degrees of freedom are the classes that occur, less one', () => {
    const declared = fit(x, { target, classes: ['a', 'b', 'c', 'd'], method: chiMerge })
    expect(barOf(declared)).toBe(chiSquareQuantileOfTail(0.05, 1))
    const third = fit([...x, 3, 3, 3, 3], { target: [...target, 'c', 'c', 'c', 'c'], method: chiMerge })
    expect(barOf(third)).toBe(chiSquareQuantileOfTail(0.05, 2))
  })

  test('a class that occurs in missing or special rows only does not count', () => {
    const options = { target: [...target, 'c', 'd'], method: chiMerge, special: [-9] }
    expect(barOf(fit([...x, NaN, -9], options))).toBe(chiSquareQuantileOfTail(0.05, 1))
  })

  test('the degrees of freedom stay when merging leaves fewer classes in a pair', () => {
    const column = fit([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3], { target: Array.from('aaaabbbbcccc'), method: chiMerge })
    const bar = chiSquareQuantileOfTail(0.05, 2)
    expect(column.reasons.map((reason) => reason.bar)).toEqual([bar, bar])
  })

  test('pairs merge while χ² is below it: a χ² equal to it stays, unless mergeEqual or preset r says otherwise', () => {
    const tie = { target: Array.from('aabb'), method: chiMerge, threshold: 4 }
    expect(chiSquare([[2, 0], [0, 2]])).toBe(4) // prettier-ignore
    expect(fit([1, 1, 2, 2], tie).cuts).toEqual([1.5])
    expect(fit([1, 1, 2, 2], { ...tie, mergeEqual: true }).cuts).toEqual([])
    expect(fit([1, 1, 2, 2], { ...tie, preset: 'r', addToCounts: 0 }).cuts).toEqual([])
    expect(fit([1, 1, 2, 2], { ...tie, threshold: 3.999, preset: 'r', addToCounts: 0 }).cuts).toEqual([1.5])
  })

  test('preset r adds 0.0001 to every cell of the plain χ²', () => {
    const [reason] = fit(x, { target, method: chiMerge, preset: 'r' }).reasons
    expect(reason.score).toBeCloseTo(chiSquare([[4.0001, 0.0001], [0.0001, 4.0001]]), 12) // prettier-ignore
    expect(chiMerge.presets.r).toEqual({
      about: expect.any(String),
      options: { expectedFloor: 0, addToCounts: 0.0001, start: 'distinct', mergeEqual: true },
      closed: 'right',
    })
  })
})

describe('merging', () => {
  test('the leftmost of equal pairs goes first', () => {
    const column = fit([1, 2, 3, 4], { target: Array.from('abab'), method: chiMerge, threshold: 0, maxBins: 3 })
    expect(column.cuts).toEqual([2.5, 3.5])
  })

  test('one class gives one bin', () => {
    const { cuts, notes } = fit([1, 2, 3], { target: Array.from('aaa'), method: chiMerge, start: 'distinct' })
    expect({ cuts, codes: notes.map(({ code }) => code) }).toEqual({ cuts: [], codes: ['blunt'] })
  })

  test('minBins stops the merging, and a note tells which cuts are weak', () => {
    const column = fit([1, 2, 3, 4], { target: Array.from('abab'), method: chiMerge, threshold: 100, minBins: 3 })
    expect(column.cuts).toEqual([2.5, 3.5])
    expect(column.notes).toContainEqual({
      code: 'weak-cuts',
      message: '2 cuts stay below the bar because of minBins 3',
    })
  })

  test('maxBins goes on merging beyond the threshold', () => {
    // 8 rows each; the first merge leaves (8, 8) beside (8, 0), χ² 6
    const x = Array.from({ length: 24 }, (_, row) => Math.floor(row / 8))
    const options = { target: x.map((value) => (value === 1 ? 'b' : 'a')), method: chiMerge }
    expect(fit(x, options).cuts).toEqual([0.5, 1.5])
    expect(fit(x, { ...options, maxBins: 2 }).cuts).toEqual([1.5])
    expect(fit(x, { ...options, maxBins: 1 }).cuts).toEqual([])
  })

  test('maxBins below minBins is refused', () => {
    expect(() => fit([1, 2], { target: Array.from('ab'), method: chiMerge, minBins: 3, maxBins: 2 })).toThrow(
      argumentError('out-of-range', 'fit: chi-merge: maxBins must be at least minBins (3), got 2'),
    )
  })

  test('starts from the intervals between class-boundary points: neighbours of one class are joined at once', () => {
    const options = { target: Array.from('aabb'), method: chiMerge, threshold: 0 }
    expect(fit([1, 2, 3, 4], options).cuts).toEqual([2.5])
    expect(fit([1, 2, 3, 4], { ...options, start: 'distinct' }).cuts).toEqual([1.5, 2.5, 3.5])
  })

  test('compares a few pairs per interval, never all pairs again', () => {
    const n = 5000
    const counts = Float64Array.from({ length: 2 * n }, (_, at) => (at * 7919) % 101)
    const firstCell = Uint32Array.from({ length: n + 1 }, (_, i) => i)
    let compared = 0
    const boundaries = bottomUp(
      { size: n, firstCell, counts, classCount: 2 },
      {
        difference: (all, a, b) => {
          compared++
          return chiSquareOfPair(all, 2, a, b, 0, 0)
        },
        merges: () => true,
      },
    )
    expect(boundaries.at).toHaveLength(0)
    expect(compared).toBeGreaterThanOrEqual(n - 1)
    expect(compared).toBeLessThan(5 * n)
  })

  /** Merges the lowest pair, the leftmost of equals, as long as its χ² is below the bar. */
  function stepByStep(start: readonly Interval[], bar: number, expectedFloor: number): Interval[] {
    const bins = [...start]
    for (;;) {
      const chis = bins.slice(1).map(({ classes }, i) => chiSquare([bins[i].classes, classes], { expectedFloor }))
      const lowest = Math.min(...chis)
      if (!(lowest < bar)) return bins
      const at = chis.findIndex((chi) => chi < lowest + 1e-9)
      const classes = bins[at].classes.map((n, i) => n + bins[at + 1].classes[i])
      bins.splice(at, 2, { start: bins[at].start, classes })
    }
  }

  test('gives what merging step by step gives, looking for the lowest pair each time', () => {
    const rows = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 2 })), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rows, fc.constantFrom(0.3, 1.1, 2.7, 4.605, 9.3), fc.constantFrom(0, 0.5), (pairs, bar, floor) => {
        const values = [...new Set(pairs.map(([x]) => x))].toSorted((a, b) => a - b)
        const start = values.map((value) => ({
          start: value,
          classes: [0, 1, 2].map((label) => pairs.filter(([x, y]) => x === value && y === label).length),
        }))
        const column = fit(
          pairs.map(([x]) => x),
          {
            target: pairs.map(([, label]) => label),
            classes: ['0', '1', '2'],
            method: chiMerge,
            start: 'distinct',
            threshold: bar,
            expectedFloor: floor,
          },
        )
        expect(intervals(column)).toEqual(stepByStep(start, bar, floor))
      }),
      { numRuns: 300 },
    )
  })
})
