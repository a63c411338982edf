import { describe, expect, test } from 'vitest'
import { type CsvPlan, planCsv, retype } from '../../../src/sources/csv/csv-plan.ts'
import type { ReadOptions } from '../../../src/sources/source.ts'
import { messagesOf } from '../made.ts'

const plan = (text: string, options: ReadOptions = {}): CsvPlan =>
  planCsv(text, { name: 'data.csv', whole: true, ...options })

describe('planCsv', () => {
  test('says how a table is written and what its columns are', () => {
    const text = 'n,day,flag,colour,nothing\n1,2015-02-04,true,red,\n,2015-02-05,,blue,\n2.5,,false,,\n'
    expect(plan(text)).toEqual({
      dialect: { delimiter: ',', quote: '"', decimal: '.', header: true, skip: 0, newline: '\n' },
      names: ['n', 'day', 'flag', 'colour', 'nothing'],
      kinds: ['number', 'date', 'boolean', 'category', 'number'],
      unseen: [false, false, false, false, true],
      wanted: [0, 1, 2, 3, 4],
      notes: [],
    })
  })

  test('names columns that have no name, or that of another', () => {
    const { names, notes } = plan(' a ,,a,column 2,a,b (2),b,b\n1,2,3,4,5,6,7,8\n')
    expect(names).toEqual(['a', 'column 3', 'a (2)', 'column 2', 'a (3)', 'b (2)', 'b', 'b (3)'])
    expect(notes).toEqual([
      { code: 'unnamed', message: 'column 2 has no name and is called "column 3"' },
      { code: 'renamed', message: 'columns 1 and 3 are both called "a"; the second is read as "a (2)"' },
      { code: 'renamed', message: 'columns 1 and 5 are both called "a"; the second is read as "a (3)"' },
      { code: 'renamed', message: 'columns 7 and 8 are both called "b"; the second is read as "b (3)"' },
    ])
    expect(plan('1,2\n3,4\n').names).toEqual(['column 1', 'column 2'])
  })

  test('counts a column before the first name, as R writes it, or behind the last', () => {
    const rows = plan('"a","b"\n"1",2,3\n"2",4,5\n')
    expect(rows.names).toEqual(['column 1', 'a', 'b'])
    expect(rows.notes).toEqual([
      {
        code: 'unnamed',
        message: 'the lines have one field more than the header, so the first column is called "column 1"',
      },
    ])
    const ends = plan('a,b\n1,2,\n3,4,\n')
    expect(ends.names).toEqual(['a', 'b', 'column 3'])
    expect(messagesOf(ends)).toEqual([
      'the lines have one field more than the header, so the last column is called "column 3"',
    ])
  })

  test('takes declared missing values as missing, exactly', () => {
    const text = 'a,b\n1,NA\n?,2\n ? ,na\n'
    expect(plan(text).kinds).toEqual(['category', 'category'])
    expect(plan(text, { missingValues: ['NA', '?', 'na'] }).kinds).toEqual(['number', 'number'])
    expect(plan(text, { missingValues: ['NA', '?'] }).kinds).toEqual(['number', 'category'])
  })

  test('reads only the columns asked for, in the order of the file', () => {
    expect(plan('a,b,c\n1,2,3\n', { columns: ['c', 'a', 'c'] }).wanted).toEqual([0, 2])
    expect(() => plan('age,income\n1,2\n', { columns: ['agee'] })).toThrow(
      'data.csv: there is no column "agee", did you mean age?',
    )
    expect(() => plan('age,income\n1,2\n', { columns: ['zzz'] })).toThrow(
      'data.csv: there is no column "zzz", expected one of age, income',
    )
  })

  test('tells of a few texts among numbers, and what to do', () => {
    const message = (value: string, options?: ReadOptions): string =>
      messagesOf(plan(`x;y\n1;a\n2;b\n${value};c\n`, options)).join('\n')
    expect(message('abc')).toBe(
      'column "x" is read as text because of "abc" at line 4; if that stands for a missing value, add --missing-values abc; to keep its numbers and count texts as missing, add --number x',
    )
    expect(message('not known')).toBe(
      'column "x" is read as text because of "not known" at line 4; if that stands for a missing value, add --missing-values "not known"; to keep its numbers and count texts as missing, add --number x',
    )
    expect(message('1,234', { decimal: '.' })).toBe(
      'column "x" is read as text because of "1,234" at line 4; remove the separators of thousands, or if it is a decimal comma, add --decimal ,',
    )
    expect(message('1,234,567.5', { decimal: '.' })).toBe(
      'column "x" is read as text because of "1,234,567.5" at line 4; remove the separators of thousands',
    )
    expect(message('1.234,5', { decimal: ',' })).toBe(
      'column "x" is read as text because of "1.234,5" at line 4; remove the separators of thousands',
    )
    expect(message('1,5', { decimal: '.' })).toBe(
      'column "x" is read as text because of "1,5" at line 4; if that is a number with a decimal comma, add --decimal ,',
    )
    expect(message('1.5', { decimal: ',' })).toBe(
      'column "x" is read as text because of "1.5" at line 4; if that is a number with a decimal point, add --decimal .',
    )
    expect(message('a text that is too long to be a code')).toBe(
      'column "x" is read as text because of "a text that is too long to be a code" at line 4; to keep its numbers and count texts as missing, add --number x',
    )
  })

  test('says nothing of texts that are more than a few', () => {
    expect(plan('x,y\n1,a\n2,b\nA1,c\nA2,d\nA3,e\n').notes).toEqual([])
    const tickets = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? `A/${i}` : `${i}`)).join('\n')
    expect(plan(`ticket\n${tickets}\n`, { header: true }).notes).toEqual([])
  })

  test('does not guess day and month', () => {
    const dates = plan('when,n\n04/02/2015,1\n05/02/2015 12:00,2\n')
    expect(dates.kinds[0]).toBe('category')
    expect(dates.notes).toEqual([
      {
        code: 'date-order',
        message: 'column "when" is read as text: dates are read only in forms such as 2015-02-04, not "04/02/2015"',
      },
    ])
  })

  test('tells when a decimal comma may be a separator of thousands', () => {
    expect(plan('a;b\n1,234;2\n5,678;3\n')).toMatchObject({
      kinds: ['number', 'number'],
      notes: [
        {
          code: 'decimal-comma',
          message:
            'numbers such as "1,234" are read with a decimal comma; if the comma separates thousands, remove it from the file',
        },
      ],
    })
    expect(plan('a;b\n1,234;2\n5,67;3\n').notes).toEqual([])
    expect(plan('a;b\n1,234;2\n', { decimal: ',' }).notes).toEqual([])
  })

  test('tells when quotes are plain text', () => {
    expect(messagesOf(plan('name,n\n"Big" Jim,1\n"Tall" Tim,2\n'))).toEqual([
      'quotes are read as plain text because text follows where a quoted field should end',
    ])
  })

  test('does not let a line of wrong length decide', () => {
    expect(plan('a,b\n1,2\nx\ny,z,0\n3,4\n').kinds).toEqual(['number', 'number'])
  })

  test('refuses what holds no table', () => {
    expect(() => plan('')).toThrow('data.csv is empty, expected a line of column names and lines of values')
    expect(() => plan('\uFEFF\n \r\n')).toThrow(
      'data.csv is empty, expected a line of column names and lines of values',
    )
    expect(() => plan('a,b\n1,2\n', { skip: 5 })).toThrow(
      'data.csv: no line is left after skipping 5, expected a table; skip fewer lines',
    )
  })
})

describe('retype', () => {
  test('makes a column category and says why', () => {
    const before = plan('a,b\n1,2015-02-04\n')
    const after = retype(before, 0, 1203, ' abc ')
    expect(after.kinds).toEqual(['category', 'date'])
    expect(messagesOf(after)).toEqual([
      'column "a" is read as text because of "abc" at line 1203; if that stands for a missing value, add --missing-values abc; to keep its numbers and count texts as missing, add --number a',
    ])
    expect(before.kinds).toEqual(['number', 'date'])
    expect(retype(before, 1, 5, '7').kinds).toEqual(['number', 'category'])
  })

  test('gives a column without a value so far the kind of its first', () => {
    const before = plan('a,b\n,1\n')
    expect(before).toMatchObject({ kinds: ['number', 'number'], unseen: [true, false] })
    const date = retype(before, 0, 9, '2015-02-04')
    expect(date).toMatchObject({ kinds: ['date', 'number'], unseen: [false, false], notes: [] })
    expect(retype(date, 0, 10, 'x').kinds[0]).toBe('category')
    expect(retype(before, 0, 9, 'true').kinds[0]).toBe('boolean')
    expect(retype(before, 0, 9, 'x').kinds[0]).toBe('category')
  })

  test('shortens long texts', () => {
    const [message] = messagesOf(retype(plan('a\n1\n'), 0, 2, 'x'.repeat(100)))
    expect(message).toBe(
      `column "a" is read as text because of "${'x'.repeat(57)}…" at line 2; to keep its numbers and count texts as missing, add --number a`,
    )
  })
})
