import { afterAll, describe, expect, test } from 'vitest'
import { toDbtMacro, toSql } from '../../src/exports/index.ts'
import { trialOf } from '../../src/exports/scoring/trial-rows.ts'
import { duckDb } from '../../src/exports/sql-dialects.ts'
import { numberLiteral } from '../../src/exports/sql-tests.ts'
import { fitTable } from '../../src/index.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import { eachSubject, WEIRD } from './subjects.ts'

/** The macros of a file, as Jinja would expand them: by name, what a call gives. */
function macros(file: string): (name: string, relation?: string) => string {
  const found = new Map<string, string>()
  for (const [, name, body] of file.matchAll(/\{% macro (\w+)\(\w*\) -%\}\s*([^]*?)\s*\{%- endmacro %\}/g)) {
    found.set(name!, body!)
  }
  const expand = (name: string, relation = ''): string =>
    found
      .get(name)!
      .replaceAll(/\{\{ (?:(\w+)\(\)|relation|'([^']*)') \}\}/g, (_, called?: string, text?: string) =>
        called === undefined ? (text ?? relation) : expand(called),
      )
  return expand
}

const each = (await eachSubject()).filter(([name]) => !name.startsWith('dates'))

describe('DuckDB agrees with macros of', () => {
  afterAll(closeDuckDb)
  test.each(each)('%s', async (_, binning, as) => {
    const call = macros(toDbtMacro(binning, { as }))
    const { columns, outputs } = trialOf(binning, { as })
    const types = columns.map(({ kind }) => (kind === 'number' ? 'DOUBLE' : 'VARCHAR'))
    const literal = (value: number | string | null): string =>
      value === null ? 'NULL' : typeof value === 'string' ? duckDb.text(value) : numberLiteral(value, duckDb)!
    const rows = columns[0]!.values.map((__, i) => {
      const items = columns.map(({ values }, c) => `CAST(${literal(values[i]!)} AS ${types[c]})`)
      return `(${[i, ...items].join(', ')})`
    })
    const names = columns.map(({ name }) => duckDb.identifier(name))
    const relation = `(SELECT * FROM (VALUES ${rows.join(', ')}) AS given(kerf_row, ${names.join(', ')}))`
    const found = await withDuckDb({}, async (connection) => {
      const answered = await connection.runAndReadAll(
        `SELECT * FROM (${call('kerf_bins', relation)}) ORDER BY kerf_row`,
      )
      return answered.getRowsJson()
    })
    expect(found.map((row) => row.slice(1 + columns.length))).toEqual(
      rows.map((__, i) => outputs.map(({ values }) => values[i])),
    )
  })
})

describe('a macro', () => {
  test('is the expression of the SQL, whatever braces are in it', async () => {
    const level = `{{ x }} {% endraw %} {# y #} {{{ ${WEIRD}`
    const binning = await fitTable({ x: [level, 'b', level, 'b'] }, { perColumn: { x: { kind: 'category' } } })
    const call = macros(toDbtMacro(binning, { dialect: 'snowflake' }))
    const sql = toSql(binning, { dialect: 'snowflake', expressions: true })
    expect(`${call('kerf_x_bin')} AS "x_bin"\n`).toBe(sql)
  })

  test('is named by the table and the column', async () => {
    const binning = await fitTable({ 'a b': [1, 2, 3], a_b: [1, 2, 3] }, {})
    expect(toDbtMacro(binning, { table: '2 shops' }).match(/(?<=macro )\w+/g)).toEqual([
      '_2_shops_a_b_bin',
      '_2_shops_a_b_bin_2',
      '_2_shops_bins',
    ])
  })

  test('takes no option that says what it is already', async () => {
    const binning = await fitTable({ x: [1, 2, 3] }, {})
    expect(() => toDbtMacro(binning, { expressions: true })).toThrow(
      'toDbtMacro: macros of dbt are expressions already; leave expressions out',
    )
  })
})
