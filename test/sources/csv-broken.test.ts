import { describe, expect, test } from 'vitest'
import { readCsv } from '../../src/sources/csv/read-csv.ts'
import type { FileOptions } from '../../src/sources/source.ts'
import { columnsOf, csv, messagesOf, refusal } from './made.ts'

const refused = (content: string | Uint8Array, options: Partial<FileOptions> = {}): Promise<string> =>
  refusal(csv(content, options))

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))

describe('lines of another length', () => {
  test('are refused with the first one and how many more', async () => {
    const remedy = 'correct that, or add --bad-rows skip to leave such lines out'
    expect(await refused('a,b,c\n1,2,3\n4,5\n6,7,8\n')).toBe(
      `data.csv, line 3: found 2 fields, expected 3 as in line 1; ${remedy}`,
    )
    expect(await refused('a,b\n1,2\nx\n3\n4,5,6\n7,8\n')).toBe(
      `data.csv, line 3: found 1 field, expected 2 as in line 1 (and 2 more such lines); ${remedy}`,
    )
    expect(await refused('\n\na,b\n"1\n1",2\n3\n4\n')).toBe(
      `data.csv, line 6: found 1 field, expected 2 as in line 3 (and 1 more such line); ${remedy}`,
    )
  })

  test('are left out when asked, and counted', async () => {
    const table = await csv('a,b\n1,2\nx\n3,4\n5,6,7\n\n8,9\n', { badRows: 'skip' })
    expect(columnsOf(table)).toEqual({ a: [1, 3, 8], b: [2, 4, 9] })
    expect(table.skipped).toBe(2)
    expect(messagesOf(table)).toEqual([
      '2 lines left out for not having 2 fields, the first at line 3',
      '1 blank line left out',
    ])
  })
})

describe('quotes', () => {
  test('that are not closed are refused where they open', async () => {
    const words = 'the quote that opens here is never closed; close it, or double the quotes inside quoted text'
    expect(await refused('a,b\n1,"x\n2,y\n3,z\n')).toBe(`data.csv, line 2, column "b": ${words}`)
    expect(await refused('a,b\n1,"x\ny"\n2,"z\n')).toBe(`data.csv, line 4, column "b": ${words}`)
    expect(await refused('a,b\n1,2\n3,"')).toBe(`data.csv, line 3, column "b": ${words}`)
    expect(await refused('a,b\n1,2\n3,"""')).toBe(`data.csv, line 3, column "b": ${words}`)
  })

  test('with text after them are refused', async () => {
    const message = await refused('a,b\n"p","q"\n"r","s"\n"t","u"v\n')
    expect(message).toBe(
      'data.csv, line 4, column "b": found text after the closing quote, expected "," or the end of the line; double the quotes inside quoted text',
    )
    expect(await refused('a\tb\n"p"\t"q"\n"r"\t"s\n"t\tu\n')).toBe(
      'data.csv, line 4, column "b": found text after the closing quote, expected a tab or the end of the line; double the quotes inside quoted text',
    )
  })
})

describe('what is not UTF-8 text', () => {
  const remedy = 'expected UTF-8; save the file as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8'

  test('is refused with its line', async () => {
    const latin = bytes('name,n\nJane,1\nJos', [0xe9], ',2\n')
    expect(await refused(latin)).toBe(`data.csv, line 3: found bytes that are not UTF-8 text, ${remedy}`)
    for (const wrong of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
      [0x80],
      [0xff],
      [0xf5, 0x80, 0x80, 0x80],
    ]) {
      expect(await refused(bytes('a,b\n1,', wrong, '\n')), String(wrong)).toMatch(/^data.csv, line 2: found bytes/)
    }
  })

  test('is refused far into the file too, also in a column that is not read', async () => {
    const many = '1,x\n'.repeat(100_000)
    expect(await refused(bytes('a,b\n', many, '2,', [0xe9], '\n'))).toMatch(/^data.csv, line 100002: found bytes/)
    expect(await refused(bytes('a,b\n', many, '2,', [0xe9], '\n'), { columns: ['a'] })).toMatch(
      /^data.csv, line 100002:/,
    )
    expect(await refused(bytes('a,b\n', many, [0xe9], ',x\n'))).toMatch(/^data.csv, line 100002: found bytes/)
    expect(await refused(bytes('a,b\n', many, '1,"x\n', [0xe9], '"\n'))).toMatch(/^data.csv, line 100002: found bytes/)
  })

  test('is refused when it holds NUL bytes', async () => {
    const words = 'found a NUL byte, expected text; this seems to be a binary file'
    expect(await refused('a,b\n1,\0\n')).toBe(`data.csv, line 2: ${words}`)
    const many = '1,x\n'.repeat(100_000)
    expect(await refused(`a,b\n${many}\0,2\n`)).toBe(`data.csv, line 100002: ${words}`)
    expect(await refused(`a,b\n${many}1,"\n\0"\n`)).toBe(`data.csv, line 100003: ${words}`)
  })

  test('is refused by what it is', async () => {
    const utf16 = 'is UTF-16 text, expected UTF-8; save it as UTF-8, for example with iconv -f UTF-16 -t UTF-8'
    expect(await refused(bytes([0xff, 0xfe], 'a\0,\0b\0'))).toBe(`data.csv ${utf16}`)
    expect(await refused(bytes([0xfe, 0xff], '\0a\0,'))).toBe(`data.csv ${utf16}`)
    expect(await refused(bytes([0x1f, 0x8b, 8]))).toBe(
      'data.csv is compressed with gzip, expected text; unpack it first',
    )
    expect(await refused(bytes([0x28, 0xb5, 0x2f, 0xfd]))).toBe(
      'data.csv is compressed with zstd, expected text; unpack it first',
    )
    expect(await refused(bytes('PK', [3, 4]))).toBe(
      'data.csv is a zip archive or a spreadsheet, expected text; unpack it, or save the sheet as CSV',
    )
    expect(await refused('PAR1....')).toBe(
      'data.csv is a Parquet file, expected text; give its name the ending .parquet',
    )
  })
})

describe('what holds no table', () => {
  test('is refused', async () => {
    expect(await refused('')).toBe('data.csv is empty, expected a line of column names and lines of values')
    expect(await refused('\n\n  \n')).toBe('data.csv is empty, expected a line of column names and lines of values')
    expect(await refused('a\n1\n', { skip: 2 })).toBe(
      'data.csv: no line is left after skipping 2, expected a table; skip fewer lines',
    )
  })
})

describe('a file that cannot be read', () => {
  test('passes its own error on and is closed', async () => {
    for (const content of ['a,b\n1,2\n', 'a,b\n1,2,3\n1,"x\n', '\0', '']) {
      let closed = 0
      const open = (): AsyncIterable<Uint8Array> => ({
        [Symbol.asyncIterator]: () => {
          const chunks = [new TextEncoder().encode(content)]
          return {
            next: async () => {
              const value = chunks.shift()
              if (value !== undefined) return { done: false, value }
              if (content === 'a,b\n1,2\n') throw new Error('disk on fire')
              return { done: true, value: undefined }
            },
            return: async () => {
              closed++
              return { done: true, value: undefined }
            },
          }
        },
      })
      const expected = content === 'a,b\n1,2\n' ? 'disk on fire' : 'data.csv'
      await expect(readCsv(open, { name: 'data.csv' })).rejects.toThrow(expected)
      expect(closed, content).toBe(1)
    }
  })
})
