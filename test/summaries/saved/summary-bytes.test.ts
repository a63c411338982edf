import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../../src/errors.ts'
import { summariesToBytes, summaryToBytes } from '../../../src/summaries/saved/summary-bytes.ts'
import { summaryFromBytes, summariesFromBytes } from '../../../src/summaries/saved/read-summary-bytes.ts'
import { readSummaries, summariesFromJson } from '../../../src/summaries/saved/read-summary-json.ts'
import { summariesToJson } from '../../../src/summaries/saved/summary-json.ts'
import { tableOfOne } from '../../../src/summaries/summary-table.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberSummary, Summary } from '../../../src/types.ts'
import { sealed, summaries, tables } from '../made-summaries.ts'
import { argumentError } from '../../refusals.ts'

fc.configureGlobal({ seed: 1997, numRuns: 250 })

/** Whether `lo` and `hi` are one array, as in exact cells. */
const hasOneArray = (summary: Summary): boolean => summary.kind === 'number' && summary.cells.hi === summary.cells.lo

describe('summaries as bytes', () => {
  test('come back with every field, whatever they were made of', () => {
    fc.assert(
      fc.property(summaries, (summary) => {
        const bytes = summaryToBytes(summary)
        const read = summaryFromBytes(bytes)
        expect(read).toEqual(summary)
        expect(hasOneArray(read)).toBe(hasOneArray(summary))
        expect(summaryToBytes(read)).toEqual(bytes)
      }),
    )
  })

  test('come back from tables of several columns, as bytes and as JSON', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const bytes = summariesToBytes(table)
        const json = summariesToJson(table)
        expect(summariesFromBytes(bytes)).toEqual(table)
        expect(summariesFromJson(json)).toEqual(table)
        expect(readSummaries(bytes)).toEqual(readSummaries(new TextEncoder().encode(json)))
      }),
      { numRuns: 80 },
    )
  })

  test('are read from the middle of a buffer', () => {
    const bytes = summaryToBytes(summarize([1, 2, 2, 7], { target: ['a', 'a', 'b', 'b'] }))
    const buffer = new Uint8Array(bytes.length + 13)
    buffer.set(bytes, 5)
    expect(summaryFromBytes(buffer.subarray(5, 5 + bytes.length))).toEqual(summaryFromBytes(bytes))
  })

  test('keep the remainders of sums, so that a merge stays exact', () => {
    const summary = summarize([1, 1, 1, 2], { target: [0.1, 0.2, 0.3, 1e-300], targetKind: 'numeric' })
    expect(summary.cells.tallies.residues.length).toBeGreaterThan(0)
    expect(summaryFromBytes(summaryToBytes(summary))).toEqual(summary)
  })

  test('hold sums beyond the largest double, as bytes and as JSON', () => {
    const summary = summarize([1, 1, 2], { target: [1e200, -1e300, 1e308], targetKind: 'numeric' })
    expect(Array.from(summary.cells.tallies.sums)).toContain(Infinity)
    expect(summaryFromBytes(summaryToBytes(summary))).toEqual(summary)
    expect(summariesFromJson(summariesToJson(tableOfOne(summary))).columns[0].summary).toEqual(summary)
  })

  test('are small: two bytes for a short decimal and one for a count', () => {
    const values = Float64Array.from({ length: 10_000 }, (_, i) => i / 100)
    const table = (target?: string[]): number => summaryToBytes(summarize(values, { target })).length
    expect(table()).toBeLessThan(20_150)
    expect(table(Array.from(values, (_, i) => (i % 3 === 0 ? 'yes' : 'no')))).toBeLessThan(30_150)
    const odd = summaryToBytes(summarize(values.map((x) => Math.sqrt(x)))).length
    expect(odd).toBeLessThan(90_150)
  })

  test('hold −0 as 0 and refuse half a character', () => {
    const summary = summaryFromBytes(summaryToBytes(summarize([-0, 1]))) as NumberSummary
    expect(summary.cells.lo).toEqual(Float64Array.of(0, 1))
    expect(() => summaryToBytes(summarize([1], { target: ['\ud800'] }))).toThrow(
      'summaryToBytes: a text must be whole, got "\\ud800"',
    )
  })
})

describe('columns that do not belong together are refused', () => {
  const one = tableOfOne(summarize([1, 2]))
  const [column] = one.columns
  test.each([
    ['no column', { ...one, columns: [] }, 'columns must hold at least one summary, got none'],
    [
      'a name twice',
      { ...one, columns: [column, column] },
      'columns must have names that all differ, got "value" twice',
    ],
    [
      'other rows',
      { ...one, columns: [column, { ...column, name: 'b', summary: summarize([1]) }] },
      'columns must share rows, target, weights and left out rows, got other ones in "b"',
    ],
    [
      'a kind that does not fit',
      { ...one, columns: [{ ...column, kind: 'category' as const }] },
      'column "value" must be of a kind that fits its summary, got category',
    ],
    [
      'rows of its own',
      { ...one, created: { ...one.created, source: { name: null, rows: 3 } } },
      'source.rows must be the rows of the summaries (2), got 3',
    ],
  ])('%s', (_, table, message) => {
    expect(() => summariesToBytes(table)).toThrow(argumentError('out-of-range', `summaryToBytes: ${message}`))
    expect(() => summariesToJson(table)).toThrow(argumentError('out-of-range', `summariesToJson: ${message}`))
  })
})

describe('bytes that are no summary are refused in words', () => {
  const good = summaryToBytes(summarize([1, 2, 2, 7], { target: ['a', 'a', 'b', 'b'] }))
  const changed = (at: number, value: number): Uint8Array => good.map((byte, i) => (i === at ? value : byte))
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), 'byte 0: expected a summary, which starts with KERFSUM'],
    ['another file', new TextEncoder().encode('x,y\n1,a\n'), 'byte 0: expected a summary, which starts with KERFSUM'],
    ['the magic alone', good.subarray(0, 8), 'byte 8: expected 24 bytes at least; its end is missing'],
    ['a later version', changed(8, 2), 'byte 8: expected version 1, got 2; this library reads version 1'],
    [
      'a lost end',
      good.subarray(0, -1),
      `byte 16: expected ${good.length} bytes, got ${good.length - 1}; its end is missing`,
    ],
    [
      'an added end',
      Uint8Array.of(...good, 0),
      `byte 16: expected ${good.length} bytes, got ${good.length + 1}; something was added`,
    ],
    ['a changed byte', changed(30, 99), 'byte 12: the checksum is wrong, so the bytes are damaged'],
    [
      'an end inside',
      sealed(good.subarray(0, 40)),
      'byte 38: expected 2 classes, which take 2 bytes or more, but 1 are left',
    ],
  ])('%s', (_, bytes, message) => {
    expect(() => summaryFromBytes(bytes)).toThrow(FormatError)
    expect(() => summaryFromBytes(bytes)).toThrow(message)
  })

  test('a forged number of cells takes no memory', () => {
    // 2^53 − 1 wherever a number could stand
    const huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]
    for (let at = 24; at < good.length; at++) {
      const forged = sealed(Uint8Array.of(...good.subarray(0, at), ...huge, ...good.subarray(at + 1)))
      expect(() => summaryFromBytes(forged)).toThrow(FormatError)
    }
  })

  test('text of another encoding, and JSON after a byte order mark', () => {
    expect(() => readSummaries(Uint8Array.of(0x7b, 0xe9, 0x7d))).toThrow(
      'expected a summary: bytes that start with KERFSUM, or JSON in UTF-8',
    )
    const table = tableOfOne(summarize([1, 2]))
    expect(readSummaries(new TextEncoder().encode(`\uFEFF${summariesToJson(table)}`))).toEqual(table)
  })

  test('more than one column where one is expected', () => {
    const one = tableOfOne(summarize([1, 2]))
    const two = summariesToBytes({ ...one, columns: [one.columns[0], { ...one.columns[0], name: 'b' }] })
    expect(() => summaryFromBytes(two)).toThrow('columns: expected one column, got 2')
  })
})
