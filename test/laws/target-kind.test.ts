import { describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { withDuckDb } from '../../src/node/duckdb/connect.ts'
import { storeCsv } from '../../src/node/duckdb/csv-store.ts'
import { duckDbEngine } from '../../src/node/duckdb/engine/duckdb-engine.ts'
import { readData } from '../../src/node/read/read-data.ts'
import { planStream } from '../../src/node/stream/stream-plan.ts'
import { fitSource } from '../../src/pipeline.ts'
import { markTableRows } from '../../src/summaries/mark-rows.ts'
import { targetKindOf } from '../../src/summaries/target-kind.ts'
import { Folder } from '../node/made.ts'

const folder = new Folder()
const whole = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

type Value = number | string | boolean | null
const CASES: readonly [string, readonly Value[], 'class' | 'numeric'][] = [
  ['texts', ['yes', 'no', 'yes'], 'class'],
  ['truth values', [true, false, true], 'class'],
  ['two whole numbers', [0, 1, 1], 'class'],
  ['whole numbers below zero', [-1, 1, -1], 'class'],
  ['20 whole numbers', whole(20), 'class'],
  ['21 whole numbers', whole(21), 'numeric'],
  ['20 whole numbers, each twice, and missing ones', [...whole(20), null, ...whole(20), null], 'class'],
  ['one fraction among whole numbers', [0, 1, 0.5, 1], 'numeric'],
  ['large and small numbers', [1e100, 1e-100, 3], 'numeric'],
  ['numbers and a text', [0.5, 'high', 1.5, 'high'], 'class'],
  ['few values, most of them missing', [null, null, 3, null], 'class'],
]

/** Rows of a number to bin and of the target. */
const written = (values: readonly Value[]): string =>
  `x,y\n${values.map((value, i) => `${i},${value ?? 'NA'}`).join('\n')}\n`
const jsonLines = (values: readonly Value[]): string =>
  values.map((value, x) => `${JSON.stringify({ x, y: value })}\n`).join('')

const fitted = async (path: string): Promise<string | undefined> =>
  (await fitSource(await readData(path, { missingValues: ['NA'] }), { target: 'y', columns: ['x'] })).target?.kind

function streamed(text: string): string {
  const choice = { target: 'y', targetKind: 'auto', columns: ['x'] } as const
  const bytes = new TextEncoder().encode(text)
  const how = { form: 'auto', read: { missingValues: ['NA'] } } as const
  return planStream({ name: 'data', sample: bytes, ended: true }, choice, how).plan.targetKind
}

describe('the kind of a target is the same however it comes', () => {
  test.each(CASES)('%s', async (_, values, kind) => {
    const csv = folder.file('data.csv', written(values))
    const rows = values.length
    const found = {
      labels: targetKindOf(values, 'auto'),
      marks: markTableRows(rows, { target: values }).target?.kind,
      table: (await fitTable({ x: whole(rows), y: values }, { target: 'y' })).target?.kind,
      csv: await fitted(csv),
      json: await fitted(folder.file('data.jsonl', jsonLines(values))),
      stream: streamed(written(values)),
      streamOfJson: streamed(jsonLines(values)),
      stored: await withDuckDb({}, async (connection) => {
        const file = { path: csv, into: folder.at('data.parquet'), gzip: false }
        const table = await storeCsv(connection, file, { name: 'data.csv', missingValues: ['NA'] })
        const engine = duckDbEngine(connection, table!, { bytes: 1e9, drawn: folder.at('drawn.parquet') })
        return engine.targetKind({ target: 'y' })
      }),
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((way) => [way, kind])))
  })

  test('numbers in typed arrays are looked at as well', () => {
    for (const [, values, kind] of CASES) {
      if (!values.every((value) => typeof value === 'number')) continue
      expect(markTableRows(values.length, { target: Float64Array.from(values) }).target?.kind).toBe(kind)
    }
  })

  test('numbers are read by the decimal mark of the file, and may be infinite', async () => {
    for (const [text, kind] of [
      ['x;y\n1;0,5\n2;1,5\n3;0,5\n', 'numeric'],
      ['x;y\n1;0\n2;inf\n3;0\n', 'numeric'],
      ['x;y\n1;0\n2;nan\n3;1\n', 'class'],
      ['x;y\n1;0x1\n2;0x2\n3;0x1\n', 'class'],
    ]) {
      expect([await fitted(folder.file('marks.csv', text)), streamed(text)]).toEqual([kind, kind])
    }
  })
})
