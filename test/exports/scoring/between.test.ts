import initSqlJs from 'sql.js'
import { afterAll, describe, expect, test } from 'vitest'
import { encodeDense } from '../../../src/encoders/index.ts'
import { stretchesOf } from '../../../src/exports/bin-stretches.ts'
import { encoderToSql, scoringSqlTestQueries, toPmml } from '../../../src/exports/index.ts'
import { trialOf } from '../../../src/exports/scoring/trial-rows.ts'
import { closeDuckDb, withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { far, fieldOf, type Given, HARD, hard, type NumberField } from '../hard-fields.ts'
import { type Cell, readXml, runPmml } from '../pmml/run-pmml.ts'

/** Values of which many are halfway between two numbers of single precision, and others of all magnitudes. */
function drawn({ cuts, ends }: Given): number[] {
  let state = 5
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const edges = [ends![0], ...cuts, ends![1]]
  return Array.from({ length: 600 }, (_, i) => {
    const at = Math.floor(next() * (edges.length - 1))
    const [from, to] = edges.slice(at)
    const part = (2 * Math.floor(next() * 2 ** 24) + 1) * 2 ** -(25 + Math.floor(next() * 20))
    if (i % 3 === 0) return from * (1 - part) + to * part
    return i % 3 === 1 ? (next() - 0.5) * 10 ** (600 * next() - 300) : from + (next() - 0.1) * (to / 2 - from / 2)
  }).map((x) => Math.max(-far, Math.min(far, x)))
}

describe('DuckDB agrees on', () => {
  afterAll(closeDuckDb)
  test.each(hard)('%s', async (_, encoder) => {
    const faults = await withDuckDb({}, async (connection) => {
      const found = []
      for (const query of scoringSqlTestQueries(encoder))
        found.push(...(await connection.runAndReadAll(query)).getRowsJson())
      return found
    })
    expect(faults).toEqual([])
  })
})

describe('SQLite agrees on', async () => {
  const database = new (await initSqlJs()).Database()
  afterAll(() => database.close())
  test.each(hard)('%s', (_, encoder) => {
    const queries = scoringSqlTestQueries(encoder, { dialect: 'sqlite' })
    expect(queries.flatMap((query) => database.exec(query)[0]?.values ?? [])).toEqual([])
    // Single precision by arithmetic, on numbers that lie halfway between two of them.
    const x = drawn(encoder.fields[0] as NumberField)
    database.exec('DROP TABLE IF EXISTS data; CREATE TABLE data (x REAL)')
    for (const one of x) database.run('INSERT INTO data VALUES (?)', [one])
    const { values, columns } = encodeDense(encoder, { x })
    const found = database.exec(encoderToSql(encoder, { dialect: 'sqlite' }))[0].values
    const expected = x.map((one, i) => [one, ...values.subarray(i * columns, (i + 1) * columns)])
    expect(found.filter((row, i) => row.some((one, j) => one !== expected[i][j] + 0))).toEqual([])
  })
})

describe('PMML agrees on', () => {
  test.each(hard)('%s', (_, encoder) => {
    const root = readXml(toPmml(encoder))
    const { columns, outputs } = trialOf(encoder, {})
    const found = columns[0].values.map((x) => runPmml(root, new Map<string, Cell>([['x', x]])))
    const got = outputs.map(({ name }) => found.map((one) => Number(one.get(name)) + 0))
    expect(got).toEqual(outputs.map(({ values }) => values.map((one) => Number(one) + 0)))
  })
})

describe('stretches', () => {
  const starts = (form: 'knots' | 'ramps', closed: 'left' | 'right', given: Given): (number | string)[][] =>
    stretchesOf(fieldOf(form, closed, given)).map(({ start, slot, share }) => [
      slot,
      start,
      typeof share === 'number' ? share : `(x - ${share.lo}) / ${share.span}`,
    ])

  test('begin at the ends and cuts themselves', () => {
    expect(starts('knots', 'left', HARD['plain bins'])).toEqual([
      [0, -far, 0],
      [0, 1, '(x - 1) / 1.5'],
      [1, 2.5, '(x - 2.5) / 4.5'],
      [2, 7, '(x - 7) / 2.75'],
      [2, 9.75, 1],
    ])
  })

  test('keep what rounds to nothing apart, because databases refuse to', () => {
    expect(starts('knots', 'right', { cuts: [], ends: [0, 1] })).toEqual([
      [0, -far, 0],
      [0, 7.006492321624087e-46, '(x - 0) / 1'],
      [0, 1.1754943508222875e-38, '(x - 0) / 1'],
      [0, 1.0000000000000002, 1],
    ])
  })

  test('end where single precision does', () => {
    expect(starts('ramps', 'left', { cuts: [], ends: [4, 5] })).toEqual([
      [0, -far, -3.4028234663852886e38],
      [0, -3.4028234663852882e38, '(x - 4) / 1'],
      [0, 4, '(x - 4) / 1'],
      [0, 3.4028234663852886e38, 3.4028234663852886e38],
    ])
  })
})
