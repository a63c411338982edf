import { describe, expect, test } from 'vitest'
import { summarizeCategories, tallyLevels } from '../../src/summaries/summarize-categories.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { argumentError } from '../refusals.ts'

const doubles = (...numbers: number[]): Float64Array => Float64Array.from(numbers)

describe('summarizeCategories', () => {
  test('counts levels by class, sorted', () => {
    const marks = markRows(5, { target: [1, 0, 1, 1, 0], targetName: 'y' })
    expect(summarizeCategories(['red', 'blue', 'red', null, 'green'], marks)).toEqual({
      kind: 'category',
      rows: 5,
      target: { kind: 'class', name: 'y', classes: ['0', '1'], event: null },
      weighted: false,
      leftOut: { unlabelled: 0, weightless: 0 },
      notes: [
        {
          code: 'target-kind',
          message:
            "the target's whole numbers are taken for classes; if they are amounts, set the target kind to numeric",
        },
      ],
      levels: ['blue', 'green', 'red'],
      tallies: { size: 3, channels: 2, rows: doubles(1, 1, 2), sums: doubles(1, 0, 1, 0, 0, 2), residues: [] },
      aside: { size: 1, channels: 2, rows: doubles(1), sums: doubles(0, 1), residues: [] },
    })
  })

  test('sorts levels that are all numbers by number', () => {
    expect(summarizeCategories([10, '9', 2], markRows(3, {})).levels).toEqual(['2', '9', '10'])
    expect(summarizeCategories([10, '9', 'x'], markRows(3, {})).levels).toEqual(['10', '9', 'x'])
  })

  test('takes truth values, −0 and a number beside its text as what they read', () => {
    const { levels, tallies } = summarizeCategories([true, 'true', -0, '0', 1, '1', false], markRows(7, {}))
    expect(levels).toEqual(['0', '1', 'false', 'true'])
    expect(tallies.rows).toEqual(doubles(2, 2, 1, 2))
  })

  test('takes null, NaN, the empty text and declared texts for missing', () => {
    const values = ['a', null, undefined, NaN, '', '?', 'n/a']
    const { levels, aside } = summarizeCategories(values, markRows(7, {}), { missing: ['?', 'n/a'] })
    expect(levels).toEqual(['a'])
    expect(aside.rows).toEqual(doubles(6))
  })

  test('has no level that only rows left out have', () => {
    const marks = markRows(3, { target: ['x', null, 'x'], weights: [1, 1, 0] })
    const { levels, leftOut } = summarizeCategories(['a', 'b', 'c'], marks)
    expect(levels).toEqual(['a'])
    expect(leftOut).toEqual({ unlabelled: 1, weightless: 1 })
  })

  test('keeps Σw, Σwy and Σwy² of a numeric target', () => {
    const marks = markRows(3, { target: [0.5, 1.5, 2], weights: [2, 1, 1] })
    const { tallies, weighted } = summarizeCategories(['a', 'a', 'b'], marks)
    expect(weighted).toBe(true)
    expect(tallies.sums).toEqual(doubles(3, 2.5, 2.75, 1, 2, 4))
  })

  test('of no rows has no levels', () => {
    const { levels, tallies, aside } = summarizeCategories([], markRows(0, {}))
    expect([levels, tallies.size, aside.rows]).toEqual([[], 0, doubles(0)])
  })

  test('refuses levels of another length than the marks', () => {
    expect(() => summarizeCategories(['a'], markRows(2, {}))).toThrow(
      argumentError('length-mismatch', 'summarize: values must have one level per row (2), got 1'),
    )
  })
})

describe('tallyLevels', () => {
  test('adds levels of a group together, and levels of none to what is aside', () => {
    const values = ['a', 'b', 'c', 'd', 'b']
    const { tallies, aside, leftOut } = tallyLevels([['a', 'b'], ['c']], (row) => values[row], markRows(5, {}))
    expect(tallies.rows).toEqual(doubles(3, 1))
    expect(aside.rows).toEqual(doubles(1))
    expect(leftOut).toEqual({ unlabelled: 0, weightless: 0 })
  })
})
