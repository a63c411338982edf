import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { storeCsv } from '../../../src/node/duckdb/csv-store.ts'
import { readStored } from '../../../src/node/duckdb/stored-table.ts'
import { openBytes } from '../../../src/node/files/file-bytes.ts'
import type { FileOptions, ReadOptions, SourceTable } from '../../../src/sources/source.ts'
import { readCsv } from '../../../src/sources/csv/read-csv.ts'
import { exact, Folder, outcome } from '../made.ts'
import { cases } from '../../cases.ts'

const folder = new Folder()
const path = folder.at('data.csv')
const put = (content: string | Uint8Array): void => writeFileSync(path, content)

/** Stores the file and reads what was stored. */
const stored = (options: Partial<FileOptions> = {}): Promise<SourceTable | null> =>
  withDuckDb({}, async (connection) => {
    const into = folder.at('stored.parquet')
    const table = await storeCsv(connection, { path, into, gzip: false }, { name: 'data.csv', ...options })
    if (table === null) return null
    const columns = await readStored(connection, table, table.columns)
    return { rows: table.rows, columns, notes: table.notes, skipped: 0 }
  })
const byDatabase = (options: ReadOptions = {}): Promise<unknown> => outcome(stored(options))
const byHand = (options: ReadOptions = {}): Promise<unknown> =>
  outcome(readCsv(openBytes(path, 'data.csv'), { name: 'data.csv', ...options }))

describe('the database stores plain files as readCsv reads them', () => {
  test.each<[string, string, ReadOptions?]>([
    ['numbers', 'a,b\n1,-0\n2.5e3,.5\n+7,1_000\n inf,-Infinity\n'],
    ['missing values', 'a,b\n,1\nNA,2\n NA ,-999\n3, -999\n4,-999.0\n', { missingValues: ['NA', '-999'] }],
    ['the word nan', 'a\nnan\n1\n'],
    ['texts', 'a,b\nred,1\n green ,2\n"bl""ue, or\nnot",3\n'],
    ['dates and truth values', 'd,t\n2015-02-04,yes\n2015-02-04 17:51:59,F\n,\n'],
    ['a byte order mark and \\r\\n', '\uFEFFa,b\r\n1,x\r\n\r\n2,y\r\n'],
    ['no header', '1;2\n3;4', { header: false }],
    ['lines before the header', 'made by hand\n\n a , b \n1,2\n', { skip: 1 }],
    ['some columns', 'a,b,c\n1,x,2\n3,y,4\n', { columns: ['c', 'a'] }],
    ['no rows', 'a,b\n'],
    ['names twice and none', 'a,a,\n1,2,3\n'],
    ['one column', 'a\n1\n2\n'],
    ['\\r\\n, and \\n in quotes', 'a,b\r\n1,"x\ny"\r\n2,"z\r"\r\n3,"w"'],
    ['a header that names all columns but one', 'b,c\n1,2,3\n4,5,6\n'],
    ['quotes as plain text', 'a;b\n5" pipe;1\n"x" y;2\n"z" w;3\n', { delimiter: ';' }],
  ])('%s', async (_, content, options) => {
    put(content)
    const table = await byDatabase(options)
    expect(table).not.toBeNull()
    expect(table).toEqual(await byHand(options))
  })

  test('a column whose later values do not fit becomes text, with the line of the first', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `${i},${i},${i % 2 === 0 ? 'yes' : 'no'},`)
    rows[50_001] = '50001,unknown,maybe,2020-01-01'
    rows[50_002] = '50002,NA,no,soon'
    put(`a,b,c,d\n${rows.join('\n')}\n`)
    const table = await stored()
    expect(table!.columns.map(({ kind }) => kind)).toEqual(['number', 'category', 'category', 'category'])
    expect(table!.notes.map(({ message }) => message)).toEqual([
      'column "b" is read as text because of "unknown" at line 50003; if that stands for a missing value, add --missing-values unknown; to keep its numbers and count texts as missing, add --number b',
      'column "d" is read as text because of "soon" at line 50004; if that stands for a missing value, add --missing-values soon',
    ])
    expect(exact(table!)).toEqual(await byHand())
  })

  test('many rows with quotes and line ends inside keep their order', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => `${i},"line ${i}\nand ""${i % 7}"", then",${i / 8}`)
    put(`a,b,c\n${rows.join('\n')}\n`)
    expect(await byDatabase()).toEqual(await byHand())
  })

  test('progress of the survey goes up to its part', async () => {
    put(`a\n${'1\n'.repeat(10_000)}`)
    const parts: number[] = []
    await stored({ size: 20_002, onProgress: (part) => parts.push(part) })
    expect(parts.every((part, i) => part >= (parts[i - 1] ?? 0) && part <= 1)).toBe(true)
    expect(parts.at(-1)).toBe(0.2)
  })
})

describe('what the database could take differently is not stored', () => {
  test.each<[string, string | Uint8Array, ReadOptions?]>([
    ['a decimal comma', 'a;b\n1,5;2\n135766223,6317968517715883;3\n'],
    ['too few fields', 'a,b\n1,2\n3\n4,5\n'],
    ['too many fields', 'a,b\n1,2\n3,4,5\n'],
    ['too many empty fields', 'a,b\n1,2,\n3,4\n'],
    ['too many fields that are missing', 'a,b\n1,2,NA\n3,4\n', { missingValues: ['NA'] }],
    ['too many quoted empty fields', 'a,b\n1,2,""\n3,4\n'],
    ['too few fields, to be skipped', 'a,b\n1,2\n3\n4,5\n', { badRows: 'skip' }],
    ['line ends of several kinds', 'a,b\n1,2\r\n3,4\n'],
    ['a stray \\r', 'a,b\n1,x\ry\n3,4\n'],
    ['only \\r', 'a,b\r1,2\r3,4\r'],
    ['blank lines of one column', 'a\n1\n\n2\n\n'],
    ['a blank line of white space', 'a,b\n1,2\n  \n3,4\n'],
    ['blanks beside quotes', 'a,b\n "x, y" ,2\n3,4\n'],
    ['text after a quote', 'a,b\n"x"y,2\n"3",4\n"5",6\n'],
    ['an unclosed quote', 'a,b\n1,"x\n3,4\n'],
    ['two signs', 'a,b\n1,+-2\n3,4\n'],
    ['a NUL byte', 'a,b\n1,2\n3,\0\n'],
    ['a byte order mark inside', 'a,b\n1,\uFEFFx\n3,4\n'],
    ['bytes that are no UTF-8', new Uint8Array([97, 44, 98, 10, 49, 44, 0xff, 10])],
    ['a very long line', `a,b\n1,${'x'.repeat(3_000_000)}\n3,4\n`],
    ['very many columns', `${Array.from({ length: 2000 }, (__, i) => `c${i}`).join(',')}\n${'1,'.repeat(1999)}1\n`],
    ['a line end in the header', '"a\nb",c\n1,2\n'],
    ['blanks beside quotes in the header', 'a, "b"\n1,2\n'],
    ['a blank line that ends in another way', 'a,b\r\n1,2\r\n\n3,4\r\n'],
    ['a \\r at the very end', 'a,b\r\n1,2\r\n3,4\r'],
    ['other line ends in lines to skip', 'x\ny\r\na,b\r\n1,2\r\n', { skip: 2 }],
  ])('%s', async (_, content, options) => {
    put(content)
    const answer = await byDatabase(options)
    // Null or the same error, when reading the first part already finds it.
    expect(answer === null || answer === (await byHand(options))).toBe(true)
  })
})

describe('agreement on random files', () => {
  const number = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }).map(String),
    fc.double({ noNaN: true }).map(String),
    fc.constantFrom('-0', '.5', '5.', '1e5', ' 7', '7 ', '1_0', 'inf', '1e400', '1e-400', '+5'),
  )
  const word = fc.constantFrom('red', 'green', 'x y', ' pad ', 'ümlaut', 'true', 'no', '2015-02-04', "it's", '', 'NA')
  const odd = fc.constantFrom(
    'nan',
    'nan(1)',
    '+-1',
    'NA',
    '-999',
    '-999.0',
    ' -999',
    'abc',
    '\v1',
    '0x1',
    ' ',
    '"',
    '\uFEFFx',
  )
  const field = fc.record({
    text: fc.oneof({ weight: 12, arbitrary: number }, { weight: 6, arbitrary: word }, { weight: 1, arbitrary: odd }),
    quoted: fc.boolean(),
    inside: fc.constantFrom('', '', '', ',', '\n', '"', '\r\n'),
  })
  const file = fc.record({
    width: fc.integer({ min: 1, max: 4 }),
    fields: fc.array(field, { maxLength: 60 }),
    header: fc.boolean(),
    quotes: fc.boolean(),
    newline: fc.constantFrom('\n', '\n', '\r\n'),
    ending: fc.constantFrom('', '\n', '\n', '\n', '\n\n', ' '),
    surplus: fc.constantFrom('', '', '', '', ',', ',5', '\n'),
    missing: fc.constantFrom(undefined, undefined, ['NA'], ['NA', '-999']),
    badRows: fc.constantFrom('error' as const, 'skip' as const),
  })

  test('the same tables, notes and errors', { timeout: 60_000 }, async () => {
    let read = 0
    const check = async ({ width, fields, header, quotes, newline, ending, surplus, missing, badRows }: FileShape) => {
      const texts = fields.map(({ text, quoted, inside }) =>
        quotes && quoted ? `"${(text + inside).replaceAll('"', '""')}"` : text.replaceAll(/[",]/g, ''),
      )
      const lines = header ? [Array.from({ length: width }, (_, i) => `column${i}`).join(',')] : []
      for (let i = 0; i + width <= texts.length; i += width) lines.push(texts.slice(i, i + width).join(','))
      if (lines.length > 2) lines[lines.length - 2] += surplus
      put(lines.join(newline) + ending.replaceAll('\n', newline))
      const options = { delimiter: ',', missingValues: missing, badRows }
      const answer = await byDatabase(options)
      if (answer === null) return
      read++
      expect(answer).toEqual(await byHand(options))
    }
    await fc.assert(fc.asyncProperty(file, check), { numRuns: cases(60, 250) })
    // Otherwise this would test nothing.
    expect(read).toBeGreaterThan(cases(12, 50))
  })
})

interface FileShape {
  readonly width: number
  readonly fields: readonly { readonly text: string; readonly quoted: boolean; readonly inside: string }[]
  readonly header: boolean
  readonly quotes: boolean
  readonly newline: string
  readonly ending: string
  readonly surplus: string
  readonly missing: readonly string[] | undefined
  readonly badRows: 'error' | 'skip'
}
