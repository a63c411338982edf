import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ASIDE,
  channelCount,
  type RowMarks,
  rowStanding,
  slotWeight,
  TallyWriter,
} from '../../src/summaries/tallies.ts'
import type { Tallies, Target } from '../../src/types.ts'
import { type Dyadic, dyadic, nearest, plus, sumOf, times, ZERO } from '../util/dyadic.ts'

fc.configureGlobal({ seed: 65537, numRuns: 200 })

const doubles = (...numbers: number[]): Float64Array => Float64Array.from(numbers)
const CLASSES: Target = { kind: 'class', name: null, classes: ['a', 'b'], event: null }
const NUMERIC: Target = { kind: 'numeric', name: null }

function marksOf(marks: Partial<RowMarks> & { rows: number }): RowMarks {
  return { target: null, codes: null, numbers: null, weights: null, notes: [], ...marks }
}

/** All rows in one slot. */
function tally(marks: RowMarks): Tallies {
  const writer = new TallyWriter(1, channelCount(marks.target))
  for (let row = 0; row < marks.rows; row++) writer.addRow(0, row, marks)
  return writer.finish()
}

test('the slots aside are missing, below, above, then the special codes', () => {
  expect(ASIDE).toEqual({ missing: 0, below: 1, above: 2, special: 3 })
})

test('there is a sum per class, three for numbers, one without a target', () => {
  expect([channelCount(null), channelCount(NUMERIC), channelCount(CLASSES)]).toEqual([1, 3, 2])
  expect(channelCount({ kind: 'class', name: null, classes: [], event: null })).toBe(0)
})

test('a row counts unless it has no target or no weight; the target comes first', () => {
  const classes = marksOf({ rows: 4, codes: Int32Array.of(0, -1, 1, -1), weights: doubles(1, 1, 0, 0) })
  expect([0, 1, 2, 3].map((row) => rowStanding(row, classes))).toEqual([
    'counts',
    'unlabelled',
    'weightless',
    'unlabelled',
  ])
  const numbers = marksOf({ rows: 2, numbers: doubles(0, NaN) })
  expect([0, 1].map((row) => rowStanding(row, numbers))).toEqual(['counts', 'unlabelled'])
})

describe('TallyWriter', () => {
  test('counts rows and adds weights by slot and class', () => {
    const marks = marksOf({ target: CLASSES, rows: 4, codes: Int32Array.of(0, 1, 1, 0), weights: doubles(1, 2, 3, 4) })
    const writer = new TallyWriter(3, 2)
    for (const [row, slot] of [2, 0, 0, 2].entries()) writer.addRow(slot, row, marks)
    expect(writer.finish()).toEqual({
      size: 3,
      channels: 2,
      rows: doubles(2, 0, 2),
      sums: doubles(0, 5, 0, 0, 5, 0),
      residues: [],
    })
  })

  test('keeps sums exact, with what rounding leaves over in residues', () => {
    const marks = marksOf({ rows: 3, weights: doubles(1, 1e-20, 1e-40) })
    const { rows, sums, residues } = tally(marks)
    expect([rows, sums, residues]).toEqual([doubles(3), doubles(1), [doubles(1e-20), doubles(1e-40)]])
  })

  test('forgets residues that cancel', () => {
    const marks = marksOf({ target: NUMERIC, rows: 3, numbers: doubles(1e20, 1, -1e20) })
    const { sums, residues } = tally(marks)
    expect(sums).toEqual(doubles(3, 1, 2e40))
    expect(residues.length).toBeGreaterThan(0) // of Σy²
    for (const residue of residues) expect(residue.subarray(0, 2)).toEqual(doubles(0, 0))
  })

  test('sums weights, products and squares as exact arithmetic does', () => {
    const weight = fc.constantFrom(1, 0.1, 0.7, 3, 1e-3, 123456.789)
    const number = fc.double({ noNaN: true, min: -1e60, max: 1e60 }).filter((y) => y === 0 || Math.abs(y) > 1e-60)
    fc.assert(
      fc.property(fc.array(fc.tuple(weight, number), { minLength: 1, maxLength: 30 }), (rows) => {
        const weights = Float64Array.from(rows, ([w]) => w)
        const numbers = Float64Array.from(rows, ([, y]) => y)
        const { sums, residues } = tally(marksOf({ target: NUMERIC, rows: rows.length, numbers, weights }))
        const exact: [Dyadic, Dyadic, Dyadic] = [ZERO, ZERO, ZERO]
        for (const [w, y] of rows) {
          exact[0] = plus(exact[0], dyadic(w))
          exact[1] = plus(exact[1], times(dyadic(w), dyadic(y)))
          exact[2] = plus(exact[2], times(dyadic(w), times(dyadic(y), dyadic(y))))
        }
        expect(Array.from(sums)).toEqual(exact.map(nearest))
        // Sum and residues together are the exact sum.
        exact.forEach((sum, channel) => {
          const kept = sumOf([sums[channel], ...residues.map((residue) => residue[channel])])
          const lost = plus(sum, { ...kept, digits: -kept.digits })
          expect(lost.digits).toBe(0n)
        })
      }),
    )
  })

  test('sums numbers as large as doubles go', () => {
    const { MAX_VALUE } = Number
    const one = tally(marksOf({ target: NUMERIC, rows: 1, numbers: doubles(MAX_VALUE) }))
    expect(one.sums).toEqual(doubles(1, MAX_VALUE, Infinity))
    const four = marksOf({ target: NUMERIC, rows: 4, numbers: doubles(MAX_VALUE, MAX_VALUE, -MAX_VALUE, -MAX_VALUE) })
    expect(tally(four).sums).toEqual(doubles(4, 0, Infinity))
    const weighted = marksOf({
      target: NUMERIC,
      rows: 2,
      numbers: doubles(MAX_VALUE, -MAX_VALUE),
      weights: doubles(2, 2),
    })
    expect(tally(weighted).sums).toEqual(doubles(4, 0, Infinity))
  })

  test('adds whole slots of another tally, moved to other classes', () => {
    const from = tally(marksOf({ target: CLASSES, rows: 3, codes: Int32Array.of(0, 1, 1), weights: doubles(1, 0.1, 0.2) })) // prettier-ignore
    const writer = new TallyWriter(2, 3)
    writer.addSlot(1, from, 0, [2, 0])
    writer.addSlot(1, from, 0, [2, 0])
    const { rows, sums, residues } = writer.finish()
    expect(rows).toEqual(doubles(0, 6))
    expect(sums).toEqual(doubles(0, 0, 0, 0.6000000000000001, 0, 2))
    expect(residues).toEqual([doubles(0, 0, 0, -5.551115123125783e-17, 0, 0)])
  })

  test('gives the same with slots closed early', () => {
    const marks = marksOf({ rows: 6, weights: doubles(0.1, 0.2, 0.3, 0.1, 0.2, 0.7) })
    const slots = [0, 0, 0, 1, 1, 2]
    const tallied = (closing: boolean): Tallies => {
      const writer = new TallyWriter(3, 1)
      slots.forEach((slot, row) => {
        if (closing && row > 0 && slots[row - 1] !== slot) writer.close(slots[row - 1])
        writer.addRow(slot, row, marks)
      })
      return writer.finish()
    }
    expect(tallied(true)).toEqual(tallied(false))
    expect(tallied(true).residues).toHaveLength(1)
  })
})

describe('slotWeight', () => {
  test('is the sum over the classes of a slot, residues included, rounded once', () => {
    const marks = marksOf({
      target: CLASSES,
      rows: 6,
      codes: Int32Array.of(0, 0, 0, 1, 1, 1),
      weights: doubles(0.1, 0.1, 0.1, 0.1, 0.1, 0.1),
    })
    const tallies = tally(marks)
    expect(slotWeight(tallies, CLASSES, 0)).toBe(nearest(sumOf(Array<number>(6).fill(0.1))))
  })

  test('is the first sum without classes', () => {
    const tallies = tally(marksOf({ target: NUMERIC, rows: 2, numbers: doubles(5, 6), weights: doubles(0.5, 0.25) }))
    expect(slotWeight(tallies, NUMERIC, 0)).toBe(0.75)
  })
})
