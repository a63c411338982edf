import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { encoderToJson } from '../../../src/encoders/index.ts'
import { fromJson } from '../../../src/index.ts'
import {
  cardToSql,
  encoderToPython,
  toJavaScript,
  toJsonSchema,
  toOnnx,
  toPmml,
  toSql,
  toSqlTest,
} from '../../../src/exports/index.ts'
import { modelFromJson } from '../../../src/models/index.ts'
import { scorecardFromJson } from '../../../src/scorecards/index.ts'
import { folder, kerf } from '../run.ts'

const cwd = folder({ 'loans.csv': 'age,home\n17,own\n18,rent\n40,own\n,own\n-9,\n' })
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
const run = async (...args: string[]): ReturnType<typeof kerf> => kerf(['export', 'loans.json', ...args], { cwd })

beforeAll(async () => {
  const args = ['fit', 'loans.csv', '--cuts', 'age=18,29.5', '--special', 'age=-9', '-o', 'loans.json']
  const { code, err } = await kerf(args, { cwd })
  if (code !== 0) throw new Error(err)
})

describe('kerf export', () => {
  test('prints what the library makes', async () => {
    const binning = fromJson(read('loans.json'))
    expect(await run('--to', 'sql')).toEqual({ code: 0, out: toSql(binning), err: '' })
    const flags = [
      '--dialect',
      'mysql',
      '--as',
      'index',
      '--columns',
      'age',
      '--table',
      'x.y',
      '--suffix',
      '2',
      '--expressions',
    ]
    const options = {
      dialect: 'mysql',
      as: 'index',
      columns: ['age'],
      table: 'x.y',
      suffix: '2',
      expressions: true,
    } as const
    expect((await run('--to', 'sql', ...flags)).out).toBe(toSql(binning, options))
    expect((await run('--to', 'js')).out).toBe(toJavaScript(binning))
    expect((await run('--to', 'schema')).out).toBe(toJsonSchema(binning))
  })

  test('saves tests next to it that run', async () => {
    expect(await run('--to', 'js', '-o', 'my loans.mjs', '--tests')).toEqual({
      code: 0,
      out: '',
      err: 'saved as my loans.mjs and my loans.test.mjs\n',
    })
    const ran = spawnSync(process.execPath, [join(cwd, 'my loans.test.mjs')], { encoding: 'utf8' })
    expect(ran).toMatchObject({ stderr: '', stdout: expect.stringMatching(/^\d+ values agree\n$/) })
    await run('--to', 'python', '-o', 'loans.py', '--tests')
    expect(read('loans_test.py')).toContain('__file__)), "loans.py"))')
    await run('--to', 'sql', '--dialect', 'sqlite', '-o', 'loans.sql', '--tests')
    expect(read('loans.test.sql')).toBe(toSqlTest(fromJson(read('loans.json')), { dialect: 'sqlite' }))
  })

  test('takes models, scorecards and encoders, and writes ONNX and PMML', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, i) => `${(i * 37) % 90},${(i * 37) % 90 < 40 + (i % 20) ? 'yes' : 'no'}`,
    )
    writeFileSync(join(cwd, 'more.csv'), `age,late\n${rows.join('\n')}\n`)
    const done = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await kerf(args, { cwd })
      return code === 0 ? out : err
    }
    await done('train', 'more.csv', '-t', 'late', '--encode', 'woe', '-o', 'model.json')
    await done('scorecard', 'more.csv', '-t', 'late', '--event', 'yes', '-o', 'card.json')
    const model = modelFromJson(read('model.json'))
    const card = scorecardFromJson(read('card.json'))
    writeFileSync(join(cwd, 'encoder.json'), encoderToJson(model.encoder))
    expect(await done('export', 'model.json', '--to', 'pmml', '--as', 'label')).toBe(toPmml(model, { as: 'label' }))
    expect(await done('export', 'card.json', '--to', 'sql', '--as', 'points')).toBe(cardToSql(card, { as: 'points' }))
    expect(await done('export', 'encoder.json', '--to', 'python')).toBe(encoderToPython(model.encoder))
    expect(await kerf(['export', 'model.json', '--to', 'onnx', '-o', 'model.onnx', '--tests'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: 'saved as model.onnx and model_test.py\n',
    })
    expect(new Uint8Array(readFileSync(join(cwd, 'model.onnx')))).toEqual(toOnnx(model))
    expect(await done('export', 'model.json', '--to', 'onnx')).toBe(
      'kerf: --to onnx makes bytes, which need a file: -o FILE\n',
    )
    expect(await done('export', 'card.json', '--to', 'js', '--as', 'woe')).toBe(
      'kerf: --as takes score or points, got "woe"\n',
    )
    expect(await done('export', 'encoder.json', '--to', 'js', '--as', 'index')).toBe(
      'kerf: --as does not apply to an encoder\n',
    )
    expect(await done('export', 'card.json', '--to', 'spark')).toBe(
      'kerf: --to spark is only for a binning, and the file holds a scorecard\n',
    )
    expect(await kerf(['export', 'card.json', '--to', 'dbt', '-o', 'card.sql', '--tests'], { cwd })).toEqual({
      code: 0,
      out: '',
      err: 'saved as card.sql and card_test.sql\n',
    })
  })

  test('replaces files only when asked to', async () => {
    expect(await run('--to', 'js', '-o', 'twice.js')).toMatchObject({ code: 0 })
    expect(await run('--to', 'js', '-o', 'twice.js')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    })
    expect(await run('--to', 'js', '-o', 'twice.js', '--force')).toMatchObject({ code: 0 })
    await run('--to', 'js', '-o', 'half.test.js')
    expect(await run('--to', 'js', '-o', 'half.js', '--tests')).toMatchObject({ code: 1 })
    expect(readdirSync(cwd)).not.toContain('half.js')
  })

  test.each<[string, string[], number, string]>([
    ['no target', [], 2, "kerf: required option '--to <target>' not specified"],
    ['an unknown target', ['--to', 'sqll'], 2, 'kerf: unknown target "sqll", did you mean sql?'],
    [
      'an unknown dialect',
      ['--to', 'sql', '--dialect', 'duck'],
      2,
      'kerf: unknown dialect "duck", expected one of duckdb',
    ],
    [
      'a dialect near one',
      ['--to', 'sql', '--dialect', 'snowflak'],
      2,
      'kerf: unknown dialect "snowflak", did you mean snowflake?',
    ],
    ['an unknown column', ['--to', 'js', '-c', 'agee'], 1, 'kerf: unknown column "agee", did you mean age?'],
    [
      'an unknown form',
      ['--to', 'js', '--as', 'text'],
      2,
      'kerf: --as takes label, index, woe, score or points, got "text"',
    ],
    ['a dialect of JavaScript', ['--to', 'js', '--dialect', 'mysql'], 2, 'kerf: --dialect is only for --to sql'],
    ['a table for JavaScript', ['--to', 'js', '--table', 'a'], 2, 'kerf: --table is only for --to sql'],
    ['tests without a file', ['--to', 'js', '--tests'], 2, 'kerf: --tests needs a file to stand next to: -o FILE'],
    [
      'tests of a schema',
      ['--to', 'schema', '--tests', '-o', 'a'],
      2,
      'kerf: --tests: there are no tests for --to schema',
    ],
  ])('refuses %s', async (_, args, code, message) => {
    const before = readdirSync(cwd)
    const ran = await run(...args)
    expect(ran).toMatchObject({ code, out: '' })
    expect(ran.err).toContain(message)
    expect(readdirSync(cwd)).toEqual(before)
  })
})
