import { describe, expect, test } from 'vitest'
import { DataError } from '../../src/errors.ts'
import { summarizeNumbers } from '../../src/summaries/summarize-numbers.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { ASIDE } from '../../src/summaries/tallies.ts'
import { argumentError, dataError } from '../refusals.ts'

const doubles = (...numbers: number[]): Float64Array => Float64Array.from(numbers)
const { MAX_VALUE, MIN_VALUE } = Number

describe('summarize', () => {
  test('makes one cell per distinct value, with a count per class', () => {
    const lo = doubles(1, 2, 7)
    expect(summarize([2, 1, 2, 7], { target: ['b', 'a', 'a', 'b'], targetName: 'y', event: 'b' })).toEqual({
      kind: 'number',
      rows: 4,
      target: { kind: 'class', name: 'y', classes: ['a', 'b'], event: 'b' },
      weighted: false,
      leftOut: { unlabelled: 0, weightless: 0 },
      notes: [],
      min: 1,
      max: 7,
      distinct: 3,
      origin: 'counted',
      cells: {
        size: 3,
        lo,
        hi: lo,
        shift: 0,
        tallies: { size: 3, channels: 2, rows: doubles(1, 2, 1), sums: doubles(1, 0, 1, 1, 0, 1), residues: [] },
      },
      specialCodes: [],
      missingCodes: [],
      aside: { size: 3, channels: 2, rows: doubles(0, 0, 0), sums: doubles(0, 0, 0, 0, 0, 0), residues: [] },
    })
  })

  test('counts rows alone without a target', () => {
    const { target, cells } = summarize([3, 3, 1])
    expect(target).toBeNull()
    expect(cells.tallies).toEqual({ size: 2, channels: 1, rows: doubles(1, 2), sums: doubles(1, 2), residues: [] })
  })

  test('keeps Σw, Σwy and Σwy² of a numeric target', () => {
    const { target, cells } = summarize([1, 1, 2], { target: [0.5, 2, -3] })
    expect(target).toEqual({ kind: 'numeric', name: null })
    expect(cells.tallies.sums).toEqual(doubles(2, 2.5, 4.25, 1, -3, 9))
  })

  test('shares one array for both ends of exact cells', () => {
    const { cells } = summarize([1, 2])
    expect(cells.hi).toBe(cells.lo)
  })

  test('counts missing and infinite values aside', () => {
    const { cells, aside, min, max, distinct } = summarize([NaN, 1, null, Infinity, undefined, -Infinity, Infinity])
    expect(cells.lo).toEqual(doubles(1))
    expect([min, max, distinct]).toEqual([1, 1, 1])
    expect(aside.rows).toEqual(doubles(3, 1, 2))
    expect([aside.rows[ASIDE.missing], aside.rows[ASIDE.below], aside.rows[ASIDE.above]]).toEqual([3, 1, 2])
  })

  test('gives special codes slots of their own, sorted, and takes missing codes for missing', () => {
    const summary = summarize([-1, 5, -999, -1, -999, -1, 0], { special: [5, -999, 5], missing: [-1], target: [1, 0, 1, 0, 1, 0, 1] }) // prettier-ignore
    expect([summary.specialCodes, summary.missingCodes]).toEqual([[-999, 5], [-1]])
    expect(summary.cells.lo).toEqual(doubles(0))
    expect(summary.aside.rows).toEqual(doubles(3, 0, 0, 2, 1))
    expect(summary.aside.sums).toEqual(doubles(2, 1, 0, 0, 0, 0, 0, 2, 1, 0))
  })

  test('takes −0 for 0, in values and in codes', () => {
    const summary = summarize([-0, 0, -0])
    expect(Object.is(summary.cells.lo[0], 0)).toBe(true)
    expect(Object.is(summary.min, 0)).toBe(true)
    expect(summary.cells.tallies.rows).toEqual(doubles(3))
    expect(summarize([-0, 0, 1], { special: [-0] }).specialCodes).toEqual([0])
    expect(summarize([-0, 0, 1], { special: [-0] }).aside.rows).toEqual(doubles(0, 0, 0, 2))
    expect(summarize([-0, 0, 1], { missing: [-0] }).aside.rows).toEqual(doubles(2, 0, 0))
    expect(summarize([-0, 0, 1], { missing: [-0] }).missingCodes).toEqual([0])
  })

  test('leaves out rows without a label and rows of weight zero, whatever their value', () => {
    const { rows, leftOut, cells, aside } = summarize([1, 2, NaN, 3, NaN, 4], {
      target: ['a', null, undefined, 'b', 'b', ''],
      weights: [1, 1, 0, 0, 2, 0],
    })
    expect(rows).toBe(6)
    expect(leftOut).toEqual({ unlabelled: 3, weightless: 1 })
    expect(cells.lo).toEqual(doubles(1))
    expect(aside.rows).toEqual(doubles(1, 0, 0))
    expect(aside.sums).toEqual(doubles(0, 2, 0, 0, 0, 0))
  })

  test('leaves out rows whose numeric target is missing or infinite', () => {
    const { leftOut, cells } = summarize([1, 2, 3, 4], { target: [0.5, NaN, Infinity, null], targetKind: 'numeric' })
    expect(leftOut).toEqual({ unlabelled: 3, weightless: 0 })
    expect(cells.lo).toEqual(doubles(1))
  })

  test('has no smallest and largest value without finite ones', () => {
    for (const values of [[], [NaN], [Infinity, -Infinity]]) {
      const { min, max, distinct, cells } = summarize(values)
      expect([min, max, distinct, cells.size]).toEqual([NaN, NaN, 0, 0])
    }
  })

  test('tells apart neighbouring doubles, the largest and the smallest', () => {
    const values = [1, 1 + Number.EPSILON, MAX_VALUE, -MAX_VALUE, MIN_VALUE, -MIN_VALUE, 0]
    expect(summarize(values).cells.lo).toEqual(doubles(-MAX_VALUE, -MIN_VALUE, 0, MIN_VALUE, 1, 1 + Number.EPSILON, MAX_VALUE)) // prettier-ignore
  })

  test('reads every kind of array', () => {
    const expected = summarize([3, 1, 2])
    expect(summarize(Float64Array.of(3, 1, 2))).toEqual(expected)
    expect(summarize(Float32Array.of(3, 1, 2))).toEqual(expected)
    expect(summarize(Uint8Array.of(3, 1, 2))).toEqual(expected)
    expect(summarize({ length: 3, 0: 3, 1: 1, 2: 2 })).toEqual(expected)
  })

  test('sums weights exactly, and keeps what rounding leaves over', () => {
    const { cells, weighted } = summarize([5, 5, 5], { weights: [0.1, 0.2, 0.3] })
    expect(weighted).toBe(true)
    expect(cells.tallies.rows).toEqual(doubles(3))
    expect(cells.tallies.sums).toEqual(doubles(0.6))
    expect(cells.tallies.residues).toEqual([doubles(2.7755575615628914e-17)])
  })

  test('keeps no residues where every sum is a double', () => {
    expect(summarize([1, 1, 2], { weights: [0.5, 0.25, 3] }).cells.tallies.residues).toEqual([])
    expect(summarize([1, 2, 3], { weights: [0.1, 0.2, 0.3] }).cells.tallies.residues).toEqual([])
  })

  test('counts more than 256 classes', () => {
    const target = Array.from({ length: 1200 }, (_, i) => `c${i % 300}`)
    const { cells } = summarize(new Float64Array(1200).fill(1), { target })
    expect(cells.tallies.sums).toEqual(new Float64Array(300).fill(4))
  })
})

describe('summarize refuses', () => {
  test('a target or weights of another length', () => {
    expect(() => summarize([1, 2], { target: ['a'] })).toThrow(
      argumentError('length-mismatch', 'summarize: target must have one label per row (2), got 1'),
    )
    expect(() => summarize([1, 2], { weights: [1, 2, 3] })).toThrow(
      argumentError('length-mismatch', 'summarize: weights must have one number per row (2), got 3'),
    )
  })

  test('values of another length than the marks', () => {
    expect(() => summarizeNumbers([1, 2, 3], markRows(2, {}))).toThrow(
      argumentError('length-mismatch', 'summarize: values must have one number per row (2), got 3'),
    )
  })

  test('values that are no numbers', () => {
    const texts = [1, '2'] as unknown as number[]
    expect(() => summarize(texts)).toThrow(
      dataError('summarize: column must hold numbers, got "2" at row 1', { row: 1 }),
    )
    const truths = [true] as unknown as number[]
    expect(() => summarize(truths)).toThrow(
      dataError('summarize: column must hold numbers, got true at row 0', { row: 0 }),
    )
  })

  test('codes that are not finite', () => {
    expect(() => summarize([1], { special: [NaN] })).toThrow(
      argumentError('out-of-range', 'summarize: special must hold finite numbers, got NaN'),
    )
    expect(() => summarize([1], { missing: [1, Infinity] })).toThrow(
      argumentError('out-of-range', 'summarize: missing must hold finite numbers, got Infinity'),
    )
    expect(() => summarize([1], { special: ['-9'] as unknown as number[] })).toThrow(
      argumentError('out-of-range', 'summarize: special must hold finite numbers, got "-9"'),
    )
  })

  test('a code that is both special and missing', () => {
    expect(() => summarize([1], { special: [-1, 7], missing: [7] })).toThrow(
      argumentError('out-of-range', 'summarize: special must not repeat a missing value, got 7'),
    )
    expect(() => summarize([1], { special: [0], missing: [-0] })).toThrow(
      argumentError('out-of-range', 'summarize: special must not repeat a missing value, got 0'),
    )
  })

  test('weights that are negative, infinite or missing, and names the row', () => {
    const refused = (weights: (number | null)[]): unknown => {
      try {
        return summarize([1, 2], { weights })
      } catch (error) {
        return error
      }
    }
    for (const [weight, shown] of [
      [-1, '-1'],
      [NaN, 'NaN'],
      [Infinity, 'Infinity'],
      [null, 'null'],
    ] as const) {
      // prettier-ignore
      const error = refused([1, weight])
      expect(error).toBeInstanceOf(DataError)
      expect(error).toMatchObject({
        message: `summarize: column must hold finite weights of at least 0, got ${shown} at row 1`,
        row: 1,
        column: null,
      })
    }
  })
})
