import { describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/sources/csv/read-csv.ts'
import { readJsonLines } from '../../../src/sources/json/read-json-lines.ts'
import type { FileOptions, SourceTable } from '../../../src/sources/source.ts'
import { columnsOf, fileOf, kindsOf, messagesOf } from '../made.ts'

const csv = async (text: string, options: Partial<FileOptions> = {}): Promise<SourceTable> =>
  readCsv(fileOf(text), { name: 'data.csv', ...options })
const json = async (text: string, options: Partial<FileOptions> = {}): Promise<SourceTable> =>
  readJsonLines(fileOf(text), { name: 'data.jsonl', ...options })

describe('a column that was asked for as numbers', () => {
  test('keeps them, and counts texts as missing with a note', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => String(i))
    const table = await csv(`age,b\n${rows.map((x) => `${x},x`).join('\n')}\nn/a,x\n7,x\nnan,x\n?,y\n`, {
      numbers: ['age'],
    })
    const [{ kind, values }] = table.columns
    expect([kind, ...values.slice(4999)]).toEqual(['number', 4999, NaN, 7, NaN, NaN])
    expect(table.notes).toEqual([
      {
        code: 'odd-numbers',
        message: 'column "age": 2 values that are no numbers count as missing, the first "n/a" at row 5001 of the data',
        figures: { values: 2, row: 5001 },
      },
    ])
  })

  test('is told of where it was not asked for', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => String(i)).join('\n')
    expect(messagesOf(await csv(`age\n${rows}\nn/a\n`))).toEqual([
      'column "age" is read as text because of "n/a" at line 30002; if that stands for a missing value, add --missing-values "n/a"; to keep its numbers and count texts as missing, add --number age',
    ])
    expect(messagesOf(await json('{"age":1}\n{"age":"n/a"}\n'))).toEqual([
      'column "age" is read as text because it holds numbers, but the text "n/a" at line 2; to keep its numbers and count texts as missing, add --number age',
    ])
  })

  test('is read with the decimal mark of the file, in JSON too, and a pure one without a note', async () => {
    expect(columnsOf(await csv('a;b\n1,5;2\nx;3\n', { numbers: ['a', 'b'] }))).toEqual({ a: [1.5, null], b: [2, 3] })
    const table = await json('{"a":1}\n{"a":"2.5"}\n{"a":"many"}\n', { numbers: ['a'] })
    expect(columnsOf(table)).toEqual({ a: [1, 2.5, null] })
    expect((await csv('a\n1\n2\n', { numbers: ['a'] })).notes).toEqual([])
  })

  test('must be there, and not be asked for as text as well', async () => {
    await expect(csv('age\n1\n', { numbers: ['agee'] })).rejects.toThrow(
      'unknown column "agee" among those to read as numbers, did you mean age?',
    )
    await expect(csv('a\n1\n', { numbers: ['a'], texts: ['a'] })).rejects.toThrow('as numbers and as text at once')
  })

  test('and one asked for as text is text in every format', async () => {
    expect(columnsOf(await csv('zip\n012\n13\n', { texts: ['zip'] }))).toEqual({ zip: ['012', '13'] })
    const table = await json('{"a":1,"d":"2015-02-04","t":true}\n{"a":-0.0}\n', { texts: ['a', 'd', 't'] })
    expect(kindsOf(table)).toEqual({ a: 'category', d: 'category', t: 'category' })
    expect(columnsOf(table)).toEqual({ a: ['1', '0'], d: ['2015-02-04', null], t: ['true', null] })
  })
})

describe('whole numbers beyond 2^53', () => {
  const note = (column: string, text: string): string =>
    `column "${column}": found ${text}, which a double cannot hold exactly, expected a whole number up to 2^53; leave the column out, or read it as text with --category ${column}`

  test('are told of in CSV, plain or quoted, once for each column', async () => {
    const table = await csv('id,k,x\n9007199254740993,1,1e300\n9007199254740995,"-12345678901234567891",2\n')
    expect(messagesOf(table)).toEqual([note('id', '9007199254740993'), note('k', '-12345678901234567891')])
    expect(messagesOf(await csv('id\n9007199254740993\n', { texts: ['id'] }))).toEqual([])
  })

  test('are told of in JSON lines and in a list', async () => {
    const rows = [
      '{"id":9007199254740993,"x":1e300}',
      '{"id":1,"y":{"no":0}}'.replace('{"no":0}', '12345678901234567891'),
    ]
    const told = [note('id', '9007199254740993'), note('y', '12345678901234567891')]
    expect(messagesOf(await json(rows.join('\n')))).toEqual(told)
    expect(messagesOf(await json(`[${rows.join(',')}]`))).toEqual(told)
  })

  test('are not, where a double holds them', async () => {
    expect(messagesOf(await csv('a,b\n9007199254740992,100000000000000000000\n-9007199254740994,1.5\n'))).toEqual([])
    expect(messagesOf(await json('{"a":100000000000000000000,"b":9007199254740994}\n'))).toEqual([])
  })
})
