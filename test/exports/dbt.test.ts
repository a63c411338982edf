import { afterAll, describe, expect, test } from 'vitest'
import { exportSaved, savedTargets, toDbtMacro, toSql } from '../../src/exports/index.ts'
import { trialOf } from '../../src/exports/scoring/trial-rows.ts'
import { duckDb } from '../../src/exports/sql-dialects.ts'
import { numberLiteral } from '../../src/exports/sql-tests.ts'
import { fitTable } from '../../src/index.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import { eachSubject, WEIRD } from './subjects.ts'
import { binnings, cards, encoders, models, type Thing, trees } from './things.ts'

/** The macros of a file, as Jinja would expand them: by name, what a call gives; `text` is expanded itself. */
function macros(file: string): { call: (name: string, relation?: string) => string; expand: (text: string) => string } {
  const found = new Map<string, string>()
  const lines = file.replaceAll(/\r\n?/g, '\n')
  for (const [, name, body] of lines.matchAll(/\{% macro (\w+)\(\w*\) -%\}\s*([^]*?)\s*\{%- endmacro %\}/g)) {
    found.set(name, body)
  }
  const expand = (text: string, relation = ''): string =>
    text.replaceAll(
      /\{#.*?#\}|\{\{ (?:(\w+)\(\)|(relation)|'([^']*)') \}\}/g,
      (_, called?: string, given?: string, plain?: string) =>
        called === undefined
          ? given === undefined
            ? (plain ?? '').replaceAll(String.raw`\r`, '\r')
            : relation
          : call(called),
    )
  const call = (name: string, relation = ''): string => expand(found.get(name)!, relation)
  return { call, expand: (text) => expand(text) }
}

async function asked(query: string): Promise<unknown[][]> {
  return withDuckDb({}, async (connection) => (await connection.runAndReadAll(query)).getRowsJson())
}

const saved = [...(await binnings()), ...(await encoders()), ...trees(), ...(await models()), ...(await cards())]
const held = saved.map((one): [string, Thing] => [one.name, one])

describe('the test for dbt calls the macros and finds nothing in DuckDB, for', () => {
  afterAll(closeDuckDb)
  test.each(held)('%s', async (_, { thing, options }) => {
    const { write, test: testOf } = savedTargets(thing.format).find(({ name }) => name === 'dbt')!
    const { expand } = macros(write(thing as never, options as never) as string)
    const text = testOf!(thing as never, options as never)
    expect(text).toMatch(/_expected, \{\{ \w+\(\) \}\} AS /)
    expect(text).not.toContain('_expected, CASE')
    expect(await asked(expand(text))).toEqual([])
  })
})

const each = (await eachSubject()).filter(([name]) => !name.startsWith('dates'))

describe('DuckDB agrees with macros of', () => {
  afterAll(closeDuckDb)
  test.each(each)('%s', async (_, binning, as) => {
    const { call } = macros(toDbtMacro(binning, { as }))
    const { columns, outputs } = trialOf(binning, { as })
    const types = columns.map(({ kind }) => (kind === 'number' ? 'DOUBLE' : 'VARCHAR'))
    const literal = (value: number | string | null): string =>
      value === null ? 'NULL' : typeof value === 'string' ? duckDb.text(value) : numberLiteral(value, duckDb)!
    const rows = columns[0].values.map((__, i) => {
      const items = columns.map(({ values }, c) => `CAST(${literal(values[i])} AS ${types[c]})`)
      return `(${[i, ...items].join(', ')})`
    })
    const names = columns.map(({ name }) => duckDb.identifier(name))
    const relation = `(SELECT * FROM (VALUES ${rows.join(', ')}) AS given(kerf_row, ${names.join(', ')}))`
    const found = await asked(`SELECT * FROM (${call('kerf_bins', relation)}) ORDER BY kerf_row`)
    expect(found.map((row) => row.slice(1 + columns.length))).toEqual(
      rows.map((__, i) => outputs.map(({ values }) => values[i])),
    )
  })
})

describe('a macro', () => {
  test('is the expression of the SQL, whatever braces are in it', async () => {
    const level = `{{ x }} {% endraw %} {# y #} {{{ ${WEIRD}`
    const binning = await fitTable({ x: [level, 'b', level, 'b'] }, { perColumn: { x: { kind: 'category' } } })
    const { call } = macros(toDbtMacro(binning, { dialect: 'snowflake' }))
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

  test('is named by what is saved', async () => {
    const named = (part: string): string[] | null => {
      const { thing } = saved.find(({ name }) => name.startsWith(part))!
      return (exportSaved(thing, 'dbt', { table: 'm' }) as string).match(/(?<=macro )m_\w+/g)
    }
    expect(named('binary tree')).toEqual(['m_risk_predicted', 'm_predicted'])
    expect(named('model on woe')).toEqual(['m_risk_probability', 'm_predicted'])
    expect(named('scorecard')).toEqual(['m_score', 'm_scored'])
    expect(named('encoder woe')!.at(-1)).toBe('m_encoded')
  })

  test('refuses what SQL refuses', () => {
    const { thing } = saved.find(({ name }) => name === 'encoder woe')!
    expect(() => exportSaved(thing, 'dbt', { as: 'woe' })).toThrow('exportSaved: unknown option as, expected one of')
  })
})
