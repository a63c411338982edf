import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { slotLabels } from '../../src/binning/labels.ts'
import { binningTable } from '../../src/binning/use/binning-table.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { discretize } from '../../src/discretizers/discretize.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { Closed } from '../../src/types.ts'

type Fitted = ReturnType<typeof fit>

const METHODS = [mdlp, chiMerge, equalFrequency, equalWidth] as unknown as readonly AnyDiscretizer[]

/** Rows with everything a double can be, ties included, and two classes that follow the value. */
const someRows = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.integer({ min: -30, max: 30 }),
        fc.integer({ min: -300, max: 300 }).map((i) => i / 10),
        fc.double({ noNaN: true }),
      ),
      fc.boolean(),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) => rows.map(([x, flip]) => ({ x, label: x > 0 !== flip || x > 5 ? 'b' : 'a' })))

const someFit = fc.record({
  method: fc.constantFrom(...METHODS),
  closed: fc.constantFrom<Closed>('left', 'right'),
})

const fitRows = (rows: readonly { x: number; label: string }[], options: object): Fitted =>
  fit(
    rows.map(({ x }) => x),
    { target: rows.map(({ label }) => label), classes: ['a', 'b'], ...options },
  )

/** The cuts a reader finds in the labels. */
function printedCuts(column: Fitted): number[] {
  const [, ...labels] = column.bins.map((bin) => bin.label)
  return labels.map((label) => Number(/^(?:[[(]|[≥>] )(.+?)(?:,.*)?$/u.exec(label)?.[1]))
}

const slotsBetween = (cuts: readonly number[], closed: Closed, values: readonly number[]): number[] =>
  values.map((x) => cuts.filter((cut) => (closed === 'left' ? x >= cut : x > cut)).length)

describe('rows without a target', () => {
  const x = [1, 1, 1, 1, 2, 2, 2, 2, 1, 2]

  test('are left out and counted in a note, and never count as events', () => {
    const target = [0, 0, 0, 0, 1, 1, 1, 1, NaN, NaN]
    const column = fit(x, { target, targetKind: 'class', event: 1 })
    expect(column.notes).toEqual([{ code: 'unlabelled', message: '2 rows without a target left out' }])
    expect(column.bins.map(({ count, classes }) => ({ count, classes }))).toEqual([
      { count: 4, classes: [4, 0] },
      { count: 4, classes: [0, 4] },
    ])
    const marks = summarize(x, { target, event: 1 })
    const { event, rows, total } = binningTable(column, marks.target)
    expect({ event, rates: rows.map(({ rate }) => rate), count: total.count }).toEqual({
      event: '1',
      rates: [0, 1],
      count: 8,
    })
    expect(marks.leftOut).toEqual({ unlabelled: 2, weightless: 0 })
  })

  test('the cuts are those of the other rows', () => {
    const without = fit(x.slice(0, 8), { target: [0, 0, 0, 0, 1, 1, 1, 1] })
    for (const nothing of [NaN, null, undefined]) {
      const column = fit(x, { target: [0, 0, 0, 0, 1, 1, 1, 1, nothing, nothing] })
      expect({ cuts: column.cuts, reasons: column.reasons, bins: column.bins }).toEqual({
        cuts: without.cuts,
        reasons: without.reasons,
        bins: without.bins,
      })
    }
  })

  test('a numeric target leaves out NaN and infinite numbers', () => {
    const column = fit([1, 2, 3, 4], { target: [0.5, NaN, Infinity, 1.5], method: equalWidth, bins: 1 })
    expect(column.bins).toMatchObject([{ count: 2, sum: 2, sumSquares: 2.5 }])
    expect(column.notes).toEqual([{ code: 'unlabelled', message: '2 rows without a target left out' }])
  })
})

describe('weights', () => {
  test('fractional weights stay fractional', () => {
    const column = fit([1, 1, 1, 2, 2, 2], {
      target: Array.from('aabbba'),
      weights: [0.25, 0.5, 0.125, 0.75, 0.5, 0.375],
      method: fixed,
      cuts: [1.5],
    })
    expect(column.bins.map(({ count, weight, classes }) => ({ count, weight, classes }))).toEqual([
      { count: 3, weight: 0.875, classes: [0.75, 0.125] },
      { count: 3, weight: 1.625, classes: [0.375, 1.25] },
    ])
  })

  test('half the weight on twice the rows is the same as whole rows', () => {
    const [x, target] = [[1, 1, 1, 1, 2, 2, 2, 2], Array.from('aaaabbbb')]
    const halved = fit([...x, ...x], { target: [...target, ...target], weights: Array<number>(16).fill(0.5) })
    expect(halved.reasons).toEqual(fit(x, { target }).reasons)
    expect(halved.cuts).toEqual([1.5])
  })
})

describe('values', () => {
  test('−∞ and +∞ are values and go to the outer bins', () => {
    const column = fit([-Infinity, 1, 2, 3, Infinity], { method: fixed, cuts: [1.5, 2.5] })
    expect(column.bins.map(({ count, lo, hi }) => ({ count, lo, hi }))).toEqual([
      { count: 2, lo: -Infinity, hi: 1 },
      { count: 1, lo: 2, hi: 2 },
      { count: 2, lo: 3, hi: Infinity },
    ])
    expect(Array.from(assign(column, [-Infinity, Infinity]))).toEqual([0, 2])
    expect(column.missing.count).toBe(0)
  })

  test('−0 and 0 are the same value, in the column, as a cut, as a code and as a label', () => {
    const { distinct, cells } = summarize([-0, 0, -0, 1])
    expect({ distinct, lo: Array.from(cells.lo) }).toEqual({ distinct: 2, lo: [0, 1] })

    const atZero = fit([-1, -0, 0, 1], { method: fixed, cuts: [-0] })
    expect(atZero.cuts).toEqual([0])
    expect(atZero.bins.map(({ count }) => count)).toEqual([1, 3])
    expect(Array.from(assign(atZero, [-0, 0]))).toEqual([1, 1])

    const coded = fit([-0, 0, 5], { method: equalWidth, bins: 1, special: [-0] })
    expect(coded.special).toMatchObject([{ code: 0, count: 2 }])
    expect(Array.from(assign(coded, [-0, 0]))).toEqual([2, 2])

    expect(summarize([1, 2, 3], { target: [0, -0, 1] }).target).toMatchObject({ classes: ['0', '1'] })
  })

  test.each(METHODS)('no cut of $name is −0', (method) => {
    const x = [...Array<number>(6).fill(-Number.MIN_VALUE), ...Array<number>(6).fill(0)]
    const { cuts } = fit(x, { target: Array.from('aaaaaabbbbbb'), method })
    expect(cuts.map((cut) => Object.is(cut, -0))).toEqual(cuts.map(() => false))
  })
})

describe('weight of evidence in a table', () => {
  // event b: 1 of 4 below, 3 of 4 above; and a bin of events only
  const x = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
  const marks = { target: Array.from('abaababbbb'), event: 'b' }
  const table = (marked: typeof marks): ReturnType<typeof binningTable> =>
    binningTable(fit(x, { ...marked, method: fixed, cuts: [1.5, 2.5] }), summarize(x, marked).target)
  const { rows, total } = table(marks)

  test('is ln(share of the event / share of the rest)', () => {
    expect(rows[0].woe).toBeCloseTo(Math.log(1 / 6 / (3 / 4)), 14)
    expect(rows[1].woe).toBeCloseTo(Math.log(3 / 6 / (1 / 4)), 14)
  })

  test('0.5 is added to both counts of a bin where one is zero', () => {
    expect(rows[2].classes).toEqual([0, 2])
    expect(rows[2].woe).toBeCloseTo(Math.log(2.5 / 6 / (0.5 / 4)), 14)
  })

  test('the information value of the column is the sum of its terms', () => {
    const terms = [
      (1 / 6 - 3 / 4) * Math.log(1 / 6 / (3 / 4)),
      (3 / 6 - 1 / 4) * Math.log(3 / 6 / (1 / 4)),
      (2.5 / 6 - 0.5 / 4) * Math.log(2.5 / 6 / (0.5 / 4)),
    ]
    rows.forEach(({ iv }, i) => expect(iv).toBeCloseTo(terms[i], 14))
    expect(total.iv).toBeCloseTo(
      terms.reduce((a, b) => a + b, 0),
      14,
    )
  })

  test('asking for the other class turns the sign', () => {
    const turned = table({ ...marks, event: 'a' })
    turned.rows.forEach(({ woe }, i) => expect(woe).toBeCloseTo(-(rows[i].woe ?? NaN), 14))
    expect(turned.total.iv).toBeCloseTo(total.iv ?? NaN, 14)
  })
})

describe('labels', () => {
  const someCuts = fc
    .uniqueArray(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -9, max: 9 })), {
      minLength: 1,
      maxLength: 12,
      comparator: (a, b) => a === b,
    })
    .map((cuts) => cuts.toSorted((a, b) => a - b))

  test('no two are the same text, whatever the cuts', () => {
    fc.assert(
      fc.property(someCuts, someRows, fc.constantFrom<Closed>('left', 'right'), (cuts, rows, closed) => {
        const labels = slotLabels(fitRows(rows, { method: fixed, cuts, closed, special: [-999, 7, 0.5] }))
        expect(new Set(labels).size).toBe(labels.length)
      }),
      { numRuns: 200 },
    )
  })

  test('no two are the same text for cuts one ulp apart', () => {
    const cuts = [1, 1 + Number.EPSILON, 1 + 2 * Number.EPSILON]
    const column = fit([0, 1, 1 + Number.EPSILON, 2], { method: fixed, cuts })
    expect(new Set(column.bins.map((bin) => bin.label)).size).toBe(4)
    expect(printedCuts(column)).toEqual(cuts)
  })

  test('no two are the same text for levels called like the missing ones', async () => {
    const level = ['missing', '(missing)', null, 'x']
    const { columns } = await fitTable({ level, y: Array.from('abab') }, { target: 'y' })
    const labels = slotLabels(columns[0])
    expect(labels.slice(0, 3)).toEqual(['(missing)', 'missing', 'x'])
    expect(new Set(labels).size).toBe(4)
  })

  test('printed cuts never move a row: read back, they put every row where it was', () => {
    fc.assert(
      fc.property(someRows, someFit, (rows, options) => {
        const column = fitRows(rows, options)
        const values = rows.map(({ x }) => x)
        expect(slotsBetween(printedCuts(column), column.closed, values)).toEqual(Array.from(assign(column, values)))
      }),
      { numRuns: 200 },
    )
  })

  test('printed cuts never move a row, whatever the cuts', () => {
    fc.assert(
      fc.property(someCuts, someRows, fc.constantFrom<Closed>('left', 'right'), (cuts, rows, closed) => {
        const column = fitRows(rows, { method: fixed, cuts, closed })
        const values = rows.map(({ x }) => x)
        expect(slotsBetween(printedCuts(column), closed, values)).toEqual(slotsBetween(cuts, closed, values))
      }),
      { numRuns: 200 },
    )
  })

  test('a cut of many digits is printed short', () => {
    const column = fit([3.3, 3.3, 3.3, 3.3, 3.4, 3.4, 3.4, 3.4], { target: Array.from('aaaabbbb') })
    expect(column.cuts).toEqual([3.3499999999999996])
    expect(column.bins.map(({ label }) => label)).toEqual(['< 3.35', '≥ 3.35'])
  })
})

describe('stored cuts', () => {
  test('are midpoints between the values on their two sides', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -300, max: 300 }), fc.boolean()), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(...METHODS.filter(({ name }) => name !== 'equal-width')),
        fc.constantFrom<Closed>('left', 'right'),
        (pairs, method, closed) => {
          const rows = pairs.map(([i, flip]) => ({ x: i / 10, label: i > 0 !== flip || i > 50 ? 'b' : 'a' }))
          for (const cut of fitRows(rows, { method, closed }).cuts) {
            const below = Math.max(...rows.map(({ x }) => x).filter((x) => x < cut))
            const above = Math.min(...rows.map(({ x }) => x).filter((x) => x >= cut))
            expect(cut).toBe((below + above) / 2)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('readable cuts', () => {
  /** Six rows on each side of a gap. */
  const between = (a: number, b: number, options: object = {}): Fitted =>
    fit([a, a, a, a, a, a, b, b, b, b, b, b], { target: Array.from('aaaaaabbbbbb'), readable: true, ...options })

  test.each([
    [3.31, 3.39, 3.35],
    [2.449, 2.553, 2.5],
    [154.1, 154.9, 154.5],
    [96.3, 104.1, 100],
    [-1, 2, 0],
    [1.1e-9, 1.9e-9, 1.5e-9],
    [1.25, 1.75, 1.5],
  ])('between %d and %d: %d', (a, b, cut) => {
    expect(between(a, b).cuts).toEqual([cut])
  })

  test('closed on the left the upper value itself is in the gap, closed on the right the lower one', () => {
    expect(between(0.95, 1).cuts).toEqual([1])
    expect(between(3.3, 3.4).cuts).toEqual([3.4])
    expect(between(1, 1.05, { closed: 'right' }).cuts).toEqual([1])
  })

  test('a midpoint that is as short as any stays', () => {
    expect(between(1, 13, { readable: false }).cuts).toEqual([7])
    expect(between(1, 13).cuts).toEqual([7])
  })

  test('are off by default', () => {
    expect(between(3.3, 3.4, { readable: undefined }).cuts).toEqual([3.3499999999999996])
    const summary = summarize([3.31, 3.31, 3.31, 3.31, 3.4, 3.4, 3.4, 3.4], { target: Array.from('aaaabbbb') })
    expect(discretize(summary, { method: mdlp })).toMatchObject({ cuts: [3.355] })
    expect(discretize(summary, { method: mdlp, readable: true })).toMatchObject({
      cuts: [3.4],
      options: { readable: true },
    })
  })

  test('leave the cuts of the user alone', () => {
    expect(fit([1, 2], { method: fixed, cuts: [1.2345], readable: true }).cuts).toEqual([1.2345])
  })

  test('move no row, stay in their gaps and in order', () => {
    fc.assert(
      fc.property(someRows, someFit, (rows, options) => {
        const values = rows.map(({ x }) => x)
        const stored = fitRows(rows, options)
        const readable = fitRows(rows, { ...options, readable: true })
        expect(Array.from(assign(readable, values))).toEqual(Array.from(assign(stored, values)))
        expect(readable.bins.map(({ count, classes }) => ({ count, classes }))).toEqual(
          stored.bins.map(({ count, classes }) => ({ count, classes })),
        )
        expect(readable.cuts.every((cut, i) => i === 0 || cut > readable.cuts[i - 1])).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  /** Digits from the first to the last that is not zero: 1 for 0.05 and 200, 3 for 20.5. */
  const digits = (x: number): number => x.toExponential().split('e')[0].replace(/\D/g, '').length

  test('no decimal of fewer digits lies in the gap', () => {
    // Ends at hundredths, at most 5 apart, so that every candidate can be listed.
    const low = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(low, fc.integer({ min: 1, max: 500 }), (hundredths, width) => {
        const [a, b] = [hundredths / 100, (hundredths + width) / 100]
        const [cut] = between(a, b).cuts
        expect(a < cut && cut <= b).toBe(true)
        const inGap: number[] = []
        for (const unit of [100, 10, 1, 0.1, 0.01]) {
          for (let k = Math.floor(a / unit); k * unit <= b + unit; k++) {
            const decimal = Number((k * unit).toFixed(2)) + 0
            if (a < decimal && decimal <= b) inGap.push(decimal)
          }
        }
        expect(digits(cut)).toBe(Math.min(...inGap.map(digits)))
      }),
      { numRuns: 100 },
    )
  })
})
