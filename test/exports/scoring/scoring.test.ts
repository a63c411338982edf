import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { afterAll, describe, expect, test } from 'vitest'
import {
  encoderToSql,
  modelToSql,
  savedTargets,
  scoringSqlTestQueries,
  type Scoring,
} from '../../../src/exports/index.ts'
import type { LogisticModel } from '../../../src/models/index.ts'
import { closeDuckDb, withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { folder } from '../../cli/run.ts'
import { hard } from '../hard-fields.ts'
import { cards, encoders, models, type Thing } from '../things.ts'

const all = [...(await encoders()), ...(await models()), ...(await cards())]
const held = all.map((one): [string, Thing] => [one.name, one])

/** The same, and encoders that are hard to export. */
const everything = [...all, ...hard.map(([name, thing]): Thing => ({ name, thing, options: {}, between: true }))]

/** Saves every export of a target with its test, runs all tests in one process, and gives what they print. */
function ran(to: 'js' | 'python', program: string): { readonly out: string[]; readonly err: string } {
  const home = folder({ 'package.json': '{ "type": "module" }' })
  const js = to === 'js'
  const runs = everything.map(({ thing, options }, i) => {
    const { write, test: testOf, extension } = savedTargets(thing.format).find(({ name }) => name === to)!
    const [file, tests] = [`made-${i}${extension}`, `made-${i}_test${extension}`]
    writeFileSync(join(home, file), write(thing as never, options as never))
    const text = testOf!(thing as never, { ...options, module: js ? `./${file}` : file } as never)
    writeFileSync(join(home, tests), text)
    return js ? `await import('./${tests}')\n` : `runpy.run_path(f"{home}/${tests}")\n`
  })
  const top = js ? '' : 'import os, runpy\nhome = os.path.dirname(__file__)\n'
  const main = join(home, js ? 'all.js' : 'all.py')
  writeFileSync(main, `${top}${runs.join('')}`)
  const { stdout, stderr } = spawnSync(program, [main], { encoding: 'utf8', env: { ...process.env, PYTHONUTF8: '1' } })
  return { out: stdout.trim().split('\n'), err: stderr }
}

test('JavaScript agrees on every encoder and model', () => {
  const { out, err } = ran('js', process.execPath)
  expect(err).toBe('')
  expect(out.map((line) => line.replace(/^\d+/, 'n'))).toEqual(everything.map(() => 'n rows agree'))
})

const python = process.env['KERF_PYTHON'] ?? 'python3'
const hasPython = spawnSync(python, ['--version']).status === 0

test.skipIf(!hasPython)(
  `${python}${hasPython ? '' : ', which is not installed,'} agrees on every encoder and model`,
  () => {
    const { out, err } = ran('python', python)
    expect(err).toBe('')
    expect(out.map((line) => line.replace(/^\d+/, 'n'))).toEqual(everything.map(() => 'n rows agree'))
  },
)

describe('DuckDB agrees on', () => {
  afterAll(closeDuckDb)
  test.each(held)('%s', async (_, { thing, options }) => {
    const faults = await withDuckDb({}, async (connection) => {
      const found = []
      for (const query of scoringSqlTestQueries(thing as Scoring, options)) {
        found.push(...(await connection.runAndReadAll(query)).getRowsJson())
      }
      return found
    })
    expect(faults).toEqual([])
  })
})

describe('SQLite agrees on', async () => {
  const database = new (await initSqlJs()).Database()
  afterAll(() => database.close())
  test.each(held)('%s', (_, { thing, options }) => {
    const queries = scoringSqlTestQueries(thing as Scoring, { ...options, dialect: 'sqlite' })
    expect(queries.length).toBeGreaterThan(0)
    expect(queries.flatMap((query) => database.exec(query)[0]?.values ?? [])).toEqual([])
  })
})

describe('SQL', () => {
  const find = (name: string): Thing['thing'] => all.find((one) => one.name === name)!.thing

  test('answers 0 and 1 where e cannot be raised to the score', async () => {
    const model = find('model on woe as score') as LogisticModel
    const asked = async (intercept: number): Promise<unknown> => {
      const expression = modelToSql({ ...model, intercept }, { expressions: true })
      const row =
        "20.0 AS age, 10.0 AS income, 1.0 AS debt, 'bern' AS city, true AS member, TIMESTAMP '2015-02-03' AS since"
      const query = `SELECT ${expression} FROM (SELECT ${row})`
      return withDuckDb({}, async (connection) => (await connection.runAndReadAll(query)).getRows()[0][0])
    }
    expect([await asked(1e4), await asked(-1e4)]).toEqual([1, 0])
  })

  test('refuses an output that is called as a column', () => {
    const encoder = find('encoder woe') as Extract<Scoring, { format: 'kerf-encoder' }>
    const [first, ...rest] = encoder.fields
    const clash = { ...encoder, fields: [{ ...first, outputs: ['age'] }, ...rest] }
    expect(() => encoderToSql(clash)).toThrow(
      'encoderToSql: "age" is the name of a column and of an output, and a table cannot have both',
    )
  })
})
