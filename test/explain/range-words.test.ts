import { describe, expect, test } from 'vitest'
import { asDates } from '../../src/binning/labels.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { levelsColumn } from '../../src/binning/level-columns.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { rangeForm, rangeWords } from '../../src/explain/range-words.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import type { Closed } from '../../src/types.ts'

const interval = (...slots: number[]): { form: 'interval'; slots: number[] } => ({ form: 'interval', slots })

function cutAt(cuts: number[], closed: Closed = 'left', special: number[] = []): ReturnType<typeof fit> {
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...special]
  return fit(values, { method: fixed, cuts, closed, special })
}

describe('words of a range of numbers', () => {
  const three = cutAt([2.5, 6.5])

  test('say which end it has', () => {
    expect(rangeWords(three, interval(0))).toBe('below 2.5')
    expect(rangeWords(three, interval(1))).toBe('from 2.5 to under 6.5')
    expect(rangeWords(three, interval(2))).toBe('from 6.5 up')
    expect(rangeWords(three, interval(0, 1))).toBe('below 6.5')
    expect(rangeWords(three, interval(1, 2))).toBe('from 2.5 up')
    expect(rangeWords(three, interval(0, 1, 2))).toBe('given')
  })

  test('say which end belongs to it when bins are closed on the right', () => {
    const right = cutAt([2, 6], 'right')
    expect(rangeWords(right, interval(0))).toBe('up to 2')
    expect(rangeWords(right, interval(1))).toBe('above 2 up to 6')
    expect(rangeWords(right, interval(2))).toBe('above 6')
  })

  test('name the value where there is only one', () => {
    const single = cutAt([0.5, 8.5])
    expect(rangeWords(single, interval(0))).toBe('is 0')
    expect(rangeWords(single, interval(2))).toBe('is 9')
  })

  test('print cuts as labels do, without digits that part no rows', () => {
    const column = fit([1, 2, 3.3, 3.4], { method: fixed, cuts: [3.3499999999999996] })
    expect(rangeWords(column, interval(0))).toBe('below 3.35')
  })

  test('print dates as dates', () => {
    const day = (text: string): number => Date.parse(text)
    const values = ['2015-02-01', '2015-02-03', '2015-02-10', '2015-02-20'].map(day)
    const column = asDates(fit(values, { method: fixed, cuts: [day('2015-02-04')] }))
    expect(rangeWords(column, interval(1))).toBe('from 2015-02-04 up')
  })

  test('name missing values and special codes', () => {
    const column = cutAt([4.5], 'left', [-9])
    expect(rangeWords(column, { form: 'missing', slots: [2] })).toBe('missing')
    expect(rangeWords(column, { form: 'given', slots: [0, 1, 3] })).toBe('given')
    expect(rangeWords(column, { form: 'special', slots: [3] })).toBe('is the special code -9')
    expect(rangeWords(column, interval(0, 1))).toBe('given, no special code')
  })
})

describe('words of levels', () => {
  const levels = Array.from('abcdefghij')
  const column = levelsColumn(summarizeCategories(levels, markRows(10, { target: levels })), { name: 'c' })
  const words = (count: number): string =>
    rangeWords(column, { form: 'levels', slots: Array.from({ length: count }, (_, i) => i) })

  test('join them by commas and or', () => {
    expect(words(1)).toBe('is a')
    expect(words(2)).toBe('is a or b')
    expect(words(7)).toBe('is a, b, c, d, e, f or g')
  })

  test('count what is too much to name', () => {
    expect(words(8)).toBe('is a, b, c, d, e, f or 2 other levels')
  })
})

describe('a range as data', () => {
  test('has ends or none, levels, or a code', () => {
    const column = cutAt([2.5, 6.5], 'left', [-9])
    expect(rangeForm(column, interval(0))).toEqual({ form: 'interval', from: null, to: 2.5, closed: 'left' })
    expect(rangeForm(column, interval(1, 2))).toEqual({ form: 'interval', from: 2.5, to: null, closed: 'left' })
    expect(rangeForm(column, { form: 'special', slots: [4] })).toEqual({ form: 'special', code: -9 })
    expect(rangeForm(column, { form: 'missing', slots: [3] })).toEqual({ form: 'missing' })
    const levels = levelsColumn(summarizeCategories(['x', 'y'], markRows(2, { target: ['x', 'y'] })), { name: 'c' })
    expect(rangeForm(levels, { form: 'levels', slots: [1] })).toEqual({ form: 'levels', levels: ['y'] })
  })
})
