import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binary } from '../../../src/discretizers/methods/binary.ts'
import { chiMerge } from '../../../src/discretizers/methods/chi-merge.ts'
import { d2 } from '../../../src/discretizers/methods/d2.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { gain } from '../../../src/measures/gain.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { type Row, rowsOf } from './entropy-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'

function run(x: NumberValues, y: string | readonly string[], closed: Closed = 'left'): Proposal {
  return discretize(summarize(x, { target: Array.from(y) }), { method: binary, closed })
}

describe('binary', () => {
  test('cuts wherever the class changes, and says what each cut gains on its own', () => {
    const cut = (counts: readonly (readonly number[])[]): unknown => ({
      measure: 'gain',
      score: expect.closeTo(gain(counts), 12),
      bar: null,
      margin: null,
      runnerUp: null,
    })
    expect(run([1, 1.4, 1.7, 2, 3, 7], 'AAABBA')).toEqual({
      method: 'binary',
      options: {},
      closed: 'left',
      cuts: [1.85, 5],
      reasons: [
        cut([
          [3, 0],
          [1, 2],
        ]),
        cut([
          [3, 2],
          [1, 0],
        ]),
      ],
      notes: [],
    })
  })

  test('cuts on both sides of a value that holds several classes, also beside another such value', () => {
    expect(run([1, 2, 2, 3, 4, 4, 5, 5], 'aabaabab').cuts).toEqual([1.5, 2.5, 3.5, 4.5])
  })

  test('does not look at the order of rows with equal values', () => {
    expect(run([2, 1, 2, 1, 3], 'bbaab').cuts).toEqual(run([1, 1, 2, 2, 3], 'ababb').cuts)
  })

  test('makes no cut with one class, one value or none', () => {
    expect([run([1, 2, 3], 'aaa').cuts, run([1, 1], 'ab').cuts, run([], '').cuts]).toEqual([[], [], []])
  })

  test('cuts between neighbouring doubles where the closed end lets it', () => {
    const x = [1, 1 + Number.EPSILON]
    expect(run(x, 'ab').cuts).toEqual([1 + Number.EPSILON])
    expect(run(x, 'ab', 'right').cuts).toEqual([1])
  })
})

describe('many bins', () => {
  const alternating = (n: number): Proposal =>
    run(
      Float64Array.from({ length: n }, (_, i) => i),
      Array.from({ length: n }, (_, i) => String(i % 2)),
    )

  test('are told from 101 on', () => {
    expect(alternating(100).notes).toEqual([])
    expect(alternating(101).notes).toEqual([
      {
        code: 'many-bins',
        message: '101 bins, one for every change of class; other methods keep the changes that matter',
      },
    ])
  })
})

describe('against going through the rows', () => {
  test.each([
    ['without weights', [1]],
    ['with fractional weights', [0.1, 0.25, 0.7, 1.9, 4]],
  ])('%s the cuts and what they gain are the same', (_, weights) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), (given) => {
        const rows = rowsOf(given)
        const { cuts, reasons } = discretize(summarize(given.x, { target: given.y, weights: given.w }), {
          method: binary,
        })
        const expected = boundaries(rows)
        expect(cuts).toEqual(expected)
        const classes = [...new Set(given.y)]
        const weightsOf = (part: readonly Row[]): number[] =>
          classes.map((name) => part.reduce((sum, { y, w }) => sum + (y === name ? w : 0), 0))
        for (const [i, cut] of cuts.entries()) {
          const sides = [rows.filter(({ x }) => x < cut), rows.filter(({ x }) => x >= cut)]
          expect(reasons[i].score).toBeCloseTo(gain(sides.map(weightsOf)), 10)
        }
        found += expected.length
      }),
      500,
    )
    expect(found).toBeGreaterThan(2000)
  })

  test('cuts of mdlp, d2 and chi-merge are among them', () => {
    holds(
      fc.property(anyRows(), ({ x, y }) => {
        const summary = summarize(x, { target: y })
        const all = discretize(summary, { method: binary }).cuts
        const others = [
          ...discretize(summary, { method: mdlp }).cuts,
          ...discretize(summary, { method: d2, minRows: 1 }).cuts,
          ...discretize(summary, { method: chiMerge }).cuts,
        ]
        expect(others.filter((cut) => !all.includes(cut))).toEqual([])
      }),
    )
  })
})

/** Midway between neighbouring values unless all rows of both have one and the same class. */
function boundaries(rows: readonly Row[]): number[] {
  const values = [...new Set(rows.map(({ x }) => x))].toSorted((a, b) => a - b)
  return values.slice(1).flatMap((above, i) => {
    const classes = new Set(rows.filter(({ x }) => x === above || x === values[i]).map(({ y }) => y))
    return classes.size > 1 ? [(values[i] + above) / 2] : []
  })
}
