import { describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/sources/csv/read-csv.ts'
import { columnsOf, csv, fileOf, kindsOf, messagesOf, refusal } from '../made.ts'

describe('readCsv', () => {
  test('gives columns of numbers, dates, truth values and texts', async () => {
    const table = await csv('n,day,flag,colour\n1,2015-02-04,true,red\n,,,\n-2.5e1,2015-02-05,False,blue\n')
    expect(table).toEqual({
      rows: 3,
      columns: [
        { name: 'n', kind: 'number', values: Float64Array.of(1, Number.NaN, -25) },
        { name: 'day', kind: 'date', values: Float64Array.of(Date.UTC(2015, 1, 4), Number.NaN, Date.UTC(2015, 1, 5)) },
        { name: 'flag', kind: 'boolean', values: ['true', null, 'false'] },
        { name: 'colour', kind: 'category', values: ['red', null, 'blue'] },
      ],
      notes: [],
      skipped: 0,
    })
  })

  test('reads numbers in every form', async () => {
    const numbers = [
      '0',
      '-0',
      '007',
      '+5',
      '5.',
      '.5',
      '1e3',
      '1E-3',
      '1_000',
      'inf',
      '-Infinity',
      'NaN',
      '1e400',
      ' 7 ',
      '"8"',
      '" 9 "',
    ]
    numbers.push(
      '0.1',
      '0.30000000000000004',
      '123456789012345678901',
      '9007199254740993',
      '-1.7976931348623157e308',
      '5e-324',
    )
    const { columns } = await csv(`x,y\n${numbers.map((text) => `${text},0\n`).join('')}`)
    const right = [0, -0, 7, 5, 5, 0.5, 1000, 0.001, 1000, Infinity, -Infinity, Number.NaN, Infinity, 7, 8, 9]
    right.push(0.1, 0.30000000000000004, 123456789012345680000, 9007199254740992, -1.7976931348623157e308, 5e-324)
    expect(Array.from(columns[0].values as Float64Array)).toEqual(right)
  })

  test('reads a decimal comma between semicolons, and in quotes between commas', async () => {
    expect(columnsOf(await csv('a;b\n1,5;x\n-2,25;y\n'))).toEqual({ a: [1.5, -2.25], b: ['x', 'y'] })
    expect(columnsOf(await csv('a,b\n"1,5",7\n"-2,25",8\n'))).toEqual({ a: [1.5, -2.25], b: [7, 8] })
  })

  test('reads quoted texts with delimiters, line ends and quotes, and ignores white space around values', async () => {
    const table = await csv('a,b\n"x, ""y""\nz",1\n "p" , 2\n  q  ,3\n"",4\n"5""",5\n')
    expect(columnsOf(table)).toEqual({ a: ['x, "y"\nz', 'p', 'q', null, '5"'], b: [1, 2, 3, 4, 5] })
  })

  test('leaves quotes inside a field alone', async () => {
    expect(columnsOf(await csv('a,b\n5" pipe,1\nan "odd" one,2\n'))).toEqual({
      a: ['5" pipe', 'an "odd" one'],
      b: [1, 2],
    })
  })

  test('reads tabs and blanks as delimiters', async () => {
    expect(columnsOf(await csv('a\tb\n1\t\n\tx\n'))).toEqual({ a: [1, null], b: [null, 'x'] })
    const blanks = await csv('a b\n1 "x y"\n2 z\n', { delimiter: ' ' })
    expect(columnsOf(blanks)).toEqual({ a: [1, 2], b: ['x y', 'z'] })
  })

  test('reads lines that end in any way, the last one perhaps not at all', async () => {
    const right = { a: [1, 3, 5], b: [2, 4, 6] }
    for (const text of [
      'a,b\n1,2\n3,4\n5,6',
      'a,b\r\n1,2\r\n3,4\r\n5,6\r\n',
      'a,b\r1,2\r3,4\r5,6',
      'a,b\n1,2\r3,4\r\n5,6\n',
    ]) {
      expect(columnsOf(await csv(text))).toEqual(right)
    }
    expect(columnsOf(await csv('a,b\n1,2\n3,'))).toEqual({ a: [1, 3], b: [2, null] })
    expect(columnsOf(await csv('a,b\n1,2\n3,"x"'))).toEqual({ a: [1, 3], b: ['2', 'x'] })
  })

  test('starts after a byte order mark, skipped lines and empty lines', async () => {
    const right = { a: [1], b: [2] }
    expect(columnsOf(await csv('\uFEFFa,b\n1,2\n'))).toEqual(right)
    expect(columnsOf(await csv('\uFEFF\r\n\r\na,b\r\n1,2\r\n'))).toEqual(right)
    expect(columnsOf(await csv('My "export\n\n  \na,b\n1,2\n', { skip: 1 }))).toEqual(right)
    expect(columnsOf(await csv('x\ry\ra,b\r1,2\r', { skip: 2 }))).toEqual(right)
  })

  test('takes declared missing values exactly, after white space is removed', async () => {
    const text = 'a,b,c\n-9, NA ,x\n-9.0,2,"?"\n5,-9,ä\n'
    const table = await csv(text, { missingValues: ['-9', 'NA', '?', 'ä'] })
    expect(columnsOf(table)).toEqual({ a: [null, -9, 5], b: [null, 2, null], c: ['x', null, null] })
  })

  test('reads only the columns asked for', async () => {
    const table = await csv('a,b,c\n1,x,3\n4,y,6\n', { columns: ['c', 'a'] })
    expect(columnsOf(table)).toEqual({ a: [1, 4], c: [3, 6] })
    expect(await refusal(csv('a,b\n1,2\n', { columns: ['bb'] }))).toBe(
      'data.csv: there is no column "bb", did you mean b?',
    )
  })

  test('keeps one string for equal texts, in all alphabets', async () => {
    const words = ['größe', '日本語', '😀', 'plain']
    const lines = Array.from({ length: 1000 }, (_, i) => `${i},${words[i % 4]}\n`)
    const { columns } = await csv(`n,word\n${lines.join('')}`)
    expect(columns[1].values.slice(0, 5)).toEqual([...words, words[0]])
    expect(new Set(columns[1].values as string[])).toEqual(new Set(words))
  })

  test('tells how far it is when the size is known', async () => {
    const parts: number[] = []
    const text = `a,b\n${'1,2\n'.repeat(200_000)}`
    await csv(text, { size: text.length, onProgress: (part) => parts.push(part) }, 100_000)
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.at(-1)).toBe(1)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
  })
})

describe('blank lines', () => {
  test('are left out between rows of several columns, and told', async () => {
    const table = await csv('a,b\n1,2\n\n  \n3,4\n\n')
    expect(columnsOf(table)).toEqual({ a: [1, 3], b: [2, 4] })
    expect(table.notes).toEqual([{ code: 'blank-lines', message: '2 blank lines left out' }])
    expect(table.skipped).toBe(0)
    expect((await csv('a,b\n1,2\n\n\n\n')).notes).toEqual([])
  })

  test('are missing values of a single column, except at the end', async () => {
    const table = await csv('x\n1\n\n3\n \n\n')
    expect(columnsOf(table)).toEqual({ x: [1, null, 3] })
    expect(table.notes).toEqual([])
    expect(columnsOf(await csv('x\n1\n""\n'))).toEqual({ x: [1, null] })
  })
})

describe('tables without much in them', () => {
  test('a header alone gives no rows and a note', async () => {
    const table = await csv('a,b\n')
    expect(table).toMatchObject({
      rows: 0,
      notes: [{ code: 'no-rows', message: 'there are column names but no rows' }],
    })
    expect(columnsOf(table)).toEqual({ a: [], b: [] })
  })

  test('a column without a value is a number column and told', async () => {
    const table = await csv('a,b,c\n1,,\n2, ,\n')
    expect(kindsOf(table)).toEqual({ a: 'number', b: 'number', c: 'number' })
    expect(table.notes).toEqual([{ code: 'empty-column', message: 'no value in columns "b", "c"' }])
    expect(messagesOf(await csv('a,b\n1,\n'))).toEqual(['no value in column "b"'])
    expect(messagesOf(await csv('a,b,c,d,e,f,g,h\n1,,,,,,,\n'))).toEqual([
      'no value in columns "b", "c", "d", "e", "f" and 2 more',
    ])
  })

  test('one value is a table', async () => {
    expect(columnsOf(await csv('5'))).toEqual({ 'column 1': [5] })
  })
})

describe('a value that comes late and does not fit', () => {
  /** So many lines that the last ones are not in the sample. */
  const many = (line: string): string => `${line}\n`.repeat(100_000)

  test('makes its column text, the others being read once', async () => {
    const text = `a,b,c\n${many('1,2.50,x')}abc,3,y\n4,5,z\n`
    let opened = 0
    const open = fileOf(text)
    const table = await readCsv(
      () => {
        opened++
        return open()
      },
      { name: 'data.csv' },
    )
    expect(opened).toBe(2)
    expect(table.rows).toBe(100_002)
    expect(kindsOf(table)).toEqual({ a: 'category', b: 'number', c: 'category' })
    expect(table.columns.map(({ values }) => values.slice(-3))).toEqual([
      ['1', 'abc', '4'],
      Float64Array.of(2.5, 3, 5),
      ['x', 'y', 'z'],
    ])
    expect(table.notes).toEqual([
      {
        code: 'text',
        message:
          'column "a" is read as text because of "abc" at line 100002; if that stands for a missing value, add --missing-values abc; to keep its numbers and count texts as missing, add --number a',
      },
    ])
  })

  test('changes several columns in one go', async () => {
    const text = `a,b,c,d\n${many('1,2015-02-04,true,7')}2,soon,false,8\n3,2015-02-04,maybe,1.234\n4,2015-02-04,true,"1,234.5"\n`
    const table = await csv(text)
    expect(kindsOf(table)).toEqual({ a: 'number', b: 'category', c: 'category', d: 'category' })
    expect(messagesOf(table)).toEqual([
      'column "b" is read as text because of "soon" at line 100002; if that stands for a missing value, add --missing-values soon',
      'column "c" is read as text because of "maybe" at line 100003; if that stands for a missing value, add --missing-values maybe',
      'column "d" is read as text because of "1,234.5" at line 100004; remove the separators of thousands',
    ])
    expect(table.columns[3].values.slice(-2)).toEqual(['1.234', '1,234.5'])
  })

  test('chooses the kind of a column that had none before', async () => {
    const text = `a,b,c\n${many(',,1')}2015-02-04,2015-02-04,2\n,7,3\n`
    const table = await csv(text)
    expect(kindsOf(table)).toEqual({ a: 'date', b: 'category', c: 'number' })
    expect(table.columns[0].values.slice(-2)).toEqual(Float64Array.of(Date.UTC(2015, 1, 4), Number.NaN))
    expect(messagesOf(table)).toEqual([
      'column "b" is read as text because of "7" at line 100003; if that stands for a missing value, add --missing-values 7',
    ])
  })

  test('counts nothing when its line is left out', async () => {
    const table = await csv(`a,b\n${many('1,2')}abc\n3,4\n`, { badRows: 'skip' })
    expect(kindsOf(table)).toEqual({ a: 'number', b: 'number' })
    expect(table).toMatchObject({ rows: 100_001, skipped: 1 })
  })

  test('names lines of the file, quoted line ends included', async () => {
    const table = await csv(`a,b\n${'"1","x\ny"\n'.repeat(50_000)}abc,z\n`)
    expect(messagesOf(table)[0]).toMatch(/^column "a" is read as text because of "abc" at line 100002;/)
  })

  test('is refused when the file is another one by then', async () => {
    const files = [`a,b\n${many('1,2')}abc,4\n`, `a,b\n${many('1,2')}`]
    const open = (): AsyncIterable<Uint8Array> => fileOf(files.shift()!)()
    expect(await refusal(readCsv(open, { name: 'data.csv' }))).toBe('data.csv changed while it was read; read it again')
  })
})
