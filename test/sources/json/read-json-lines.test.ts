import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFault } from '../../../src/sources/json/json-fault.ts'
import { readJsonLines } from '../../../src/sources/json/read-json-lines.ts'
import type { FileOptions, SourceTable } from '../../../src/sources/source.ts'
import { columnsOf, fileOf, kindsOf, messagesOf, refusal } from '../made.ts'

const read = (content: string | Uint8Array, options: Partial<FileOptions> = {}, chunk?: number): Promise<SourceTable> =>
  readJsonLines(fileOf(content, chunk), { name: 'data.jsonl', ...options })

describe('readJsonLines', () => {
  test('gives a column for every name, in order of appearance', async () => {
    const table = await read('{"a": 1, "b": "x"}\n{"c": true, "a": null}\r\n\n{"b": "y", "a": -2.5e1}')
    expect(table).toEqual({
      rows: 3,
      columns: [
        { name: 'a', kind: 'number', values: Float64Array.of(1, Number.NaN, -25) },
        { name: 'b', kind: 'category', values: ['x', null, 'y'] },
        { name: 'c', kind: 'boolean', values: [null, 'true', null] },
      ],
      notes: [],
      skipped: 0,
    })
  })

  test('reads texts that are all dates as dates', async () => {
    const table = await read(
      '{"t":"2015-02-04","u":"2015-02-04"}\n{"t":"2015-02-04T12:00:00Z","u":"soon"}\n{"t":null}\n',
    )
    expect(kindsOf(table)).toEqual({ t: 'date', u: 'category' })
    expect(table.columns[0].values).toEqual(Float64Array.of(Date.UTC(2015, 1, 4), Date.UTC(2015, 1, 4, 12), Number.NaN))
    expect(messagesOf(await read('{"d":"04/02/2015"}\n'))).toEqual([
      'column "d" is read as text: dates are read only in forms such as 2015-02-04, not "04/02/2015"',
    ])
  })

  test('reads a column of several types as text, with a note', async () => {
    const table = await read('{"a":1,"b":true}\n{"a":2.5,"b":"x"}\n{"b":false}\n{"a":"many","b":1}\n{"a":3}\n')
    expect(columnsOf(table)).toEqual({ a: ['1', '2.5', null, 'many', '3'], b: ['true', 'x', 'false', '1', null] })
    expect(table.notes).toEqual([
      {
        code: 'text',
        message:
          'column "a" is read as text because it holds numbers, but the text "many" at line 4; to keep its numbers and count texts as missing, add --number a',
      },
      { code: 'text', message: 'column "b" is read as text because it holds truth values, but the text "x" at line 2' },
    ])
  })

  test('takes empty and declared texts as missing', async () => {
    const table = await read('{"a":" ","b":-9}\n{"a":"NA","b":1}\n{"a":"x","b":"NA"}\n', {
      missingValues: ['NA', '-9'],
    })
    expect(columnsOf(table)).toEqual({ a: [null, null, 'x'], b: [null, 1, null] })
  })

  test('tells of columns without a value', async () => {
    expect(messagesOf(await read('{"a":1,"b":null}\n'))).toEqual(['no value in column "b"'])
  })

  test('reads one list of objects, on one line or many', async () => {
    const right = { a: [1, 2], b: ['x', null] }
    expect(columnsOf(await read('[{"a":1,"b":"x"},{"a":2}]'))).toEqual(right)
    expect(columnsOf(await read('\n [\n  {"a": 1,\n   "b": "x"},\n  {"a": 2}\n]\n'))).toEqual(right)
    expect(messagesOf(await read('[{"a":1},\n\n{"a":"x"}]'))).toEqual([
      'column "a" is read as text because it holds numbers, but the text "x" at item 2; to keep its numbers and count texts as missing, add --number a',
    ])
  })

  test('reads only the columns asked for, nested ones then being no trouble', async () => {
    const text = '{"a":1,"b":{"c":2},"d":3}\n'
    expect(columnsOf(await read(text, { columns: ['d', 'a'] }))).toEqual({ a: [1], d: [3] })
    expect(await refusal(read(text, { columns: ['e'] }))).toBe(
      'data.jsonl: there is no column "e", did you mean a or b or d?',
    )
  })

  test('has names of any kind', async () => {
    const table = await read('{"__proto__":1,"":2,"toString":3," a ":4,"a":5}\n')
    expect(table.columns.map(({ name }) => name)).toEqual(['__proto__', 'column 2', 'toString', 'a', 'a (2)'])
  })

  test('does not depend on where the chunks end', async () => {
    const text = '{"a":1,"b":"ß😀"}\r\n{"a":2,"b":"y"}\r{"a":3}\n\n{"a":4,"b":"z"}'
    const whole = await read(text)
    for (let chunk = 1; chunk < 20; chunk++) expect(await read(text, {}, chunk)).toEqual(whole)
  })

  test('reads back every table of scalars', async () => {
    const scalar = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
      fc.constant(null),
    )
    const rows = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(rows, async (objects) => {
        const table = await read(objects.map((object) => `${JSON.stringify(object)}\n`).join(''))
        for (const [name, values] of Object.entries(columnsOf(table))) {
          expect(values).toEqual(objects.map((object) => object[name] ?? null))
        }
        expect(table.rows).toBe(objects.length)
      }),
    )
  })
})

describe('what is refused', () => {
  test('names line and column of what is no JSON', async () => {
    const cases: Record<string, string> = {
      '{"a":1}\n{"a":}\n': 'line 2, column 6: found "}", expected a value',
      '{"a":1}\n{"a":1\n': 'line 2, column 7: found the end of the line, expected , or }',
      '{a:1}\n': 'line 1, column 2: found "a", expected a name in double quotes',
      '{\n "a":1}\n': 'line 1, column 2: found the end of the line, expected a name in double quotes or }',
      '{"a" 1}\n': 'line 1, column 6: found "1", expected :',
      '{"a":1,}\n': 'line 1, column 8: found "}", expected a name in double quotes',
      '{"a":1}{"a":2}\n': 'line 1, column 8: found "{", expected nothing more',
      '{"a":NaN}\n': 'line 1, column 6: found "N", expected a value; write null for a missing number',
      '{"a":-Infinity}\n': 'line 1, column 6: found "-", expected a value; write null for a missing number',
      '{"a":"x\n': 'line 1, column 8: found the end of the line, expected a closing quote',
      '{"a":"\t"}\n': 'line 1, column 7: found "\t", expected an escape such as \\n in place of a control character',
      '{"a":"\\x"}\n': 'line 1, column 7: found "\\", expected an escape such as \\n or \\\\',
      '{"a":01}\n': 'line 1, column 7: found "1", expected , or }',
      '{"a":😀}\n': 'line 1, column 6: found "😀", expected a value',
      '[{"a":1},\n{"a":2}\n{"a":3}]': 'line 3, column 1: found "{", expected , or ]',
      '[{"a":1}]\n[]\n': 'line 2, column 1: found "[", expected nothing more',
    }
    for (const [text, message] of Object.entries(cases)) {
      expect(await refusal(read(text))).toBe(`data.jsonl, ${message}`)
    }
  })

  test('names lines that hold something else than an object', async () => {
    const words = 'expected an object such as {"x": 1}'
    expect(await refusal(read('{"a":1}\n5\n'))).toBe(`data.jsonl, line 2: found a number, ${words}`)
    expect(await refusal(read('{"a":1}\n"x"\n'))).toBe(`data.jsonl, line 2: found a text, ${words}`)
    expect(await refusal(read('{"a":1}\n[1]\n'))).toBe(`data.jsonl, line 2: found a list, ${words}`)
    expect(await refusal(read('{"a":1}\nnull\n'))).toBe(`data.jsonl, line 2: found null, ${words}`)
    expect(await refusal(read('true\n'))).toBe(`data.jsonl, line 1: found a truth value, ${words}`)
    expect(await refusal(read('[{"a":1}, 5]'))).toBe(`data.jsonl: item 2 of the list is a number, ${words}`)
  })

  test('names the column of nested values', async () => {
    const words = 'expected a number, a text, true, false or null; flatten it, or name the columns to read without it'
    expect(await refusal(read('{"a":1}\n{"b":{"c":1}}\n'))).toBe(
      `data.jsonl, line 2: column "b" holds an object, ${words}`,
    )
    expect(await refusal(read('[{"b":[1]}]'))).toBe(`data.jsonl, item 1: column "b" holds a list, ${words}`)
  })

  test('names a file without rows, and one that is no text', async () => {
    const none = 'data.jsonl holds no rows, expected one JSON object on each line'
    expect(await refusal(read(''))).toBe(none)
    expect(await refusal(read('\n \n'))).toBe(none)
    expect(await refusal(read('[]'))).toBe(none)
    expect(await refusal(read('{"a":"\0"}\n'))).toBe(
      'data.jsonl, line 1: found a NUL byte, expected text; this seems to be a binary file',
    )
    const late = new TextEncoder().encode(`${'{"a":1}\n'.repeat(50_000)}{"a":"?"}\n`)
    late[late.lastIndexOf(63)] = 0xe9
    expect(await refusal(read(late))).toBe(
      'data.jsonl, line 50001: found bytes that are not UTF-8 text, expected UTF-8; save the file as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8',
    )
  })

  test('leaves bad lines out when asked', async () => {
    const table = await read('{"a":1}\n{"a":\n5\n{"a":2}\n', { badRows: 'skip' })
    expect(columnsOf(table)).toEqual({ a: [1, 2] })
    expect(table.skipped).toBe(2)
    expect(messagesOf(table)).toEqual(['2 lines left out for not being a JSON object, the first at line 2'])
  })
})

describe('jsonFault', () => {
  test('finds a fault exactly where JSON.parse does not accept', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"a"',
      ':',
      ',',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '"',
      '\\n',
      '0',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        expect(jsonFault(text) === null, text).toBe(valid)
      }),
      { numRuns: 1500 },
    )
  })

  test('gives up on what is nested too deeply', () => {
    expect(jsonFault('['.repeat(200_000))).toBeNull()
  })
})
