import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withDuckDb } from '../../../src/node/duckdb/connect.ts'
import { PROGRAM_FILE } from '../../../scripts/package/entries.mjs'
import { ioOf } from '../../../src/cli/io.ts'
import { runCommandLine } from '../../../src/cli/program.ts'
import { folder, type Ran } from '../run.ts'
import { duckDbFile, SHOP } from '../server-file.ts'

const made = folder()
const at = (name: string): string => join(made, name)
const FILE = at('shop.parquet')
const TABLE = `${at('shop.duckdb')}?table=visits`

/** Runs a whole command line in this process. */
async function run(...args: string[]): Promise<Ran> {
  let [out, err] = ['', '']
  const writeOut = (text: string): void => void (out += text)
  const writeErr = (text: string): void => void (err += text)
  const code = await runCommandLine(args, ioOf({ color: false, width: 100, progress: false, writeOut, writeErr }))
  return { code, out, err }
}

beforeAll(async () => {
  await duckDbFile(at('shop.duckdb'), [
    `CREATE TABLE visits AS ${SHOP}`,
    `CREATE SCHEMA "odd.one"; CREATE TABLE "odd.one"."a ""b""" AS SELECT age, bought FROM visits`,
    'CREATE TABLE nothing (age DOUBLE, bought VARCHAR)',
    'CREATE TABLE lists (age DOUBLE, list INTEGER[]); INSERT INTO lists VALUES (1, [1]), (2, [2])',
  ])
  await withDuckDb({}, (connection) => connection.run(`COPY (${SHOP}) TO '${FILE}' (FORMAT parquet)`))
  await run('fit', FILE, '-t', 'bought', '-o', at('bins.json'))
  await run('fit', FILE, '-t', 'age', '--special', '-9', '-o', at('numeric.json'))
  await run('tree', FILE, '-t', 'bought', '-o', at('tree.json'))
})

/** The same words with the name of the file in place of the address. */
function asFile(text: string): string {
  return text.replaceAll(TABLE, FILE).replaceAll('shop.duckdb?table=visits', 'shop.parquet')
}

/** A binning as JSON without the shapes of its columns: those of columns that are only counted are drawn from cells. */
function withoutShapes(text: string): string {
  return text.startsWith('{')
    ? JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === 'shape' ? 0 : value), 1)
    : text
}

const LINES: readonly (readonly string[])[] = [
  ['fit', '@', '-t', 'bought', '--json'],
  ['fit', '@', '-t', 'bought', '--method', 'chi-merge', '-b', '4', '-c', 'age,odd', '--json'],
  ['fit', '@', '-t', 'bought', '--method', 'optimal', '-b', '4', '-c', 'visits,member', '--json'],
  ['fit', '@', '-t', 'bought', '--missing-values', 'NA', '--special', 'income=-9', '--json'],
  ['fit', '@', '-t', 'income', '--special', '-9', '-c', 'age,region,odd', '--json'],
  ['fit', '@', '--method', 'equal-frequency', '-b', '5', '--json'],
  ['fit', '@', '--method', 'equal-width', '--readable', '--json'],
  ['fit', '@', '-t', 'bought', '--weight', 'heft', '-c', 'age,region', '--json'],
  ['fit', '@', '-t', 'bought', '--where', 'age > 20 AND region IS NOT NULL', '--json'],
  ['fit', '@', '-t', 'bought', '-c', 'age', '--cuts', 'age=20,40', '--reference', 'none', '--json'],
  ['rank', '@', '-t', 'bought', '--json'],
  ['rank', '@', '-t', 'bought', '--verbose'],
  ['summarize', '@', '-t', 'bought', '--json'],
  ['summarize', '@', '-t', 'income', '-c', 'age,region', '--json'],
  ['summarize', '@', '-t', 'bought', '--cells', '20', '--json'],
  ['summarize', '@', '-t', 'bought', '--weight', 'heft', '-c', 'age', '--json'],
  ['drift', at('bins.json'), '@', '--json'],
  ['drift', at('bins.json'), '@', '--where', 'age < 60', '--json'],
  ['drift', at('numeric.json'), '@', '--json'],
  ['show', at('bins.json'), '--data', '@', '--json'],
  ['show', at('numeric.json'), '--data', '@', '--as', 'csv'],
]

describe('a table in a database gives what a file of the same rows gives', () => {
  test.each(
    LINES.map((line) => [
      line
        .slice(0, -1)
        .filter((word) => !word.startsWith('/'))
        .join(' '),
      line,
    ]),
  )('%s', async (_, line) => {
    const typed = (data: string): string[] => line.map((word) => (word === '@' ? data : word))
    const [table, file] = [await run(...typed(TABLE)), await run(...typed(FILE))]
    expect({ code: table.code, out: withoutShapes(asFile(table.out)) }).toEqual({
      code: 0,
      out: withoutShapes(file.out),
    })
    const notes = asFile(table.err)
      .split('\n')
      .filter((told) => !/^(?:\d+ pass|pass \d)/.test(told))
    expect(notes.join('\n')).toBe(file.err)
  })

  test('saved files are the same as well', async () => {
    for (const [name, data] of Object.entries({ table: TABLE, file: FILE })) {
      const files = ['--exclude', 'odd', '-o', at(`${name}.json`), '--quiet']
      expect(await run('fit', data, '-t', 'bought', ...files)).toEqual({ code: 0, out: '', err: '' })
      await run('summarize', data, '-t', 'bought', '-o', at(`${name}.kerf`), '--name', 'shop')
    }
    const text = (name: string): string => asFile(readFileSync(at(name), 'utf8'))
    expect(withoutShapes(text('table.json'))).toBe(withoutShapes(text('file.json')))
    expect(readFileSync(at('table.kerf')).equals(readFileSync(at('file.kerf')))).toBe(true)
  })

  test('what it took is told in the end', async () => {
    const { err } = await run('fit', TABLE, '-t', 'bought', '-c', 'age', '--json')
    expect(err).toMatch(/^\d passes over 400 rows, \d+(?:\.\d)? kB brought here\n$/)
  })
})

describe('explain', () => {
  interface Told {
    readonly goal: {
      readonly ranges: readonly { readonly column: string; readonly text: string; readonly rows: number }[]
    }
  }
  const ranges = (text: string): string[] =>
    (JSON.parse(text) as Told).goal.ranges.map(({ column, text: words, rows }) => `${column} ${words}: ${rows}`)

  test('finds the ranges of a class that it finds in rows', async () => {
    const flags = ['-t', 'bought', '--goal', 'yes', '--exclude', 'seen', '--json']
    const table = await run('explain', TABLE, ...flags)
    const file = await run('explain', FILE, ...flags, '--depth', '1')
    expect(ranges(table.out)).toEqual(ranges(file.out))
    expect(ranges(table.out)).toEqual(['age from 43.6 up: 226'])
    expect(table.err).toContain('found by counts of each column')
  })

  test('tells groups apart, also two of them', async () => {
    const { code, out } = await run('explain', TABLE, '--groups', 'region', '--group', 'north', '--against', 'south')
    expect(code).toBe(0)
    expect(out).toContain('shop.duckdb?table=visits: what tells the groups of region apart?')
  })

  test.each([
    [['--clusters', '3'], '--clusters'],
    [['-t', 'bought', '--depth', '2'], '--depth 2'],
    [['-t', 'bought', '--weight', 'heft'], '--weight'],
    [['-t', 'income'], 'a target of numbers'],
  ])('%s needs rows', async (flags, what) => {
    const err = `kerf: ${what} needs the rows themselves, which are in a database; --sample 100000 draws so many there and brings them here\n`
    expect(await run('explain', TABLE, ...flags)).toEqual({ code: 2, out: '', err })
  })
})

describe('apply', () => {
  test('prints the SQL that reads the table with its bins', async () => {
    const { code, out, err } = await run('apply', at('bins.json'), TABLE, '--encode', 'index')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^-- Made by kerf .* for DuckDB\.\n[^]*SELECT\n {2}\*,\n {2}CASE\n[^]*AS "age_bin"[^]*\nFROM "visits";\n$/,
    )
  })

  test('keeps the values in any case, and ends names as --suffix says', async () => {
    const plain = await run('apply', at('bins.json'), TABLE)
    expect(await run('apply', at('bins.json'), TABLE, '--keep')).toEqual(plain)
    const { code, out } = await run('apply', at('bins.json'), TABLE, '--keep', '--suffix', ' "group"')
    expect([code, out]).toEqual([0, plain.out.replaceAll('_bin"', ' ""group"""')])
    const created = await run('apply', at('bins.json'), TABLE, '--suffix', '_grp', '--create', 'view', 'grouped')
    expect(created).toMatchObject({ code: 0 })
    const counted = await run('fit', `${at('shop.duckdb')}?query=SELECT age, age_grp FROM grouped`, '--json')
    expect(counted.code).toBe(0)
    expect((await run('apply', at('bins.json'), TABLE, '--suffix', '')).err).toContain('--suffix takes a text')
  })

  test('saves it, and refuses to write rows', async () => {
    expect(await run('apply', at('bins.json'), TABLE, '-o', at('bins.sql'))).toMatchObject({ code: 0, out: '' })
    expect(readFileSync(at('bins.sql'), 'utf8')).toContain('FROM "visits"')
    const { code, err } = await run('apply', at('bins.json'), TABLE, '-o', at('rows.csv'))
    expect(code).toBe(2)
    expect(err).toContain('stay in their database: -o FILE.sql saves the SQL that reads them with their bins')
  })

  test('makes a view or a table only when asked, and none twice', async () => {
    const create = ['apply', at('bins.json'), TABLE, '--encode', 'index', '--create']
    expect(await run(...create, 'view', '"binned.visits"')).toEqual({
      code: 0,
      out: '',
      err: 'view "binned.visits" created\n',
    })
    expect(await run(...create, 'table', 'binned')).toEqual({ code: 0, out: '', err: 'table binned created\n' })
    expect((await run(...create, 'table', 'binned')).err).toMatch(/DuckDB says: .*already exists/)
    expect((await run(...create, 'index', 'binned')).err).toBe('kerf: --create takes view or table, got "index"\n')
    expect((await run(...create, 'view')).err).toContain('--create takes view or table and a name')
    const counted = await run('fit', `${at('shop.duckdb')}?query=SELECT age_bin FROM "binned.visits"`, '--json')
    const own = await run('show', at('bins.json'), '-c', 'age', '--json')
    const bins = (text: string): unknown =>
      (JSON.parse(text) as { columns: { range: number[]; bins: unknown[] }[] }).columns[0]
    expect(bins(counted.out)).toMatchObject({ range: [0, (bins(own.out) as { bins: unknown[] }).bins.length - 1] })
  })

  test.each([
    [['--encode', 'woe'], 'SQL gives labels or indexes; --encode woe needs them in a file'],
    [['--encode', 'labl'], 'unknown form "labl"'],
    [['--encoder', 'x.json'], '--encoder needs them in a file'],
  ])('%s is refused', async (flags, words) => {
    const { code, err } = await run('apply', at('bins.json'), TABLE, ...flags)
    expect(code).toBe(2)
    expect(err).toContain(words)
  })

  test('--create is not for files', async () => {
    expect((await run('apply', at('bins.json'), FILE, '--create', 'view', 'v')).err).toBe(
      'kerf: --create is for a table in a database\n',
    )
  })
})

describe('what needs rows', () => {
  const NEEDS = `kerf: this needs the rows themselves, which are in a database (${TABLE}); --sample 100000 draws so many there and brings them here, --seed 1 draws others\n`
  const COMMANDS: readonly (readonly string[])[] = [
    ['fit', TABLE, '-t', 'bought', '--trace'],
    ['fit', TABLE, '-t', 'bought', '--method', 'chi2', '--together'],
    ['compare', TABLE, '-t', 'bought', '--methods', 'mdlp', '-c', 'age'],
    ['trace', TABLE, '--column', 'age', '-t', 'bought'],
    ['tree', TABLE, '-t', 'bought'],
    ['train', TABLE, '-t', 'bought'],
    ['repair', at('tree.json'), TABLE, '--was', at('bins.json')],
  ]
  test.each(COMMANDS.map((line) => [line.join(' ').replaceAll(made, ''), line]))('%s', async (_, line) => {
    expect(await run(...line)).toEqual({ code: 2, out: '', err: NEEDS })
    const { code, err, out } = await run(...line, '--sample', '300', '--seed', '1')
    expect({ code, told: err.includes('drawn there with seed 1'), printed: out !== '' }).toEqual({
      code: 0,
      told: true,
      printed: true,
    })
  })

  test('a sample of all rows gives what the file gives', async () => {
    const flags = ['-t', 'bought', '-c', 'age,visits', '--method', 'mdlp', '--sample', '1000', '--json']
    expect(asFile((await run('fit', TABLE, ...flags)).out)).toBe((await run('fit', FILE, ...flags)).out)
  })

  test.each([
    [['drift', at('bins.json'), TABLE, '--date', 'seen'], '--date needs the rows themselves'],
    [['drift', at('bins.json'), TABLE, '--weight', 'heft'], '--weight needs the rows themselves'],
    [['predict', at('tree.json'), TABLE], 'kerf export'],
    [['stream', TABLE], 'a stream reads rows as they come'],
    [['edit', at('bins.json'), '--column', 'age', '--add', '3', '--data', TABLE], '--data of edit reads a file'],
    [['train', TABLE, '-t', 'bought', '--stream'], '--stream reads a file again and again'],
  ])('%s says so', async (line, words) => {
    const { code, out, err } = await run(...line)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(words)
  })

  test('predict writes rows that are drawn there with their classes, and scores them', async () => {
    const all = ['--sample', '1000', '--probabilities', '-o', at('all.csv'), '--json']
    const { code, out, err } = await run('predict', at('tree.json'), TABLE, ...all)
    const [header, ...lines] = readFileSync(at('all.csv'), 'utf8').trimEnd().split('\n')
    expect({ code, lines: lines.length }).toEqual({ code: 0, lines: 400 })
    expect(header).toMatch(/,bought_predicted,bought_predicted_no,bought_predicted_yes$/)
    expect(err).toContain('400 rows written to')
    // All rows were asked for: the scores are those of the file.
    expect(out).toBe((await run('predict', at('tree.json'), FILE, '-o', at('file.csv'), '--json')).out)
    const some = await run('predict', at('tree.json'), TABLE, '--sample', '50', '-o', at('drawn.csv'))
    expect(some.err).toContain('50 rows written to')
    expect((await run('predict', at('tree.json'), FILE, '--sample', '50')).err).toBe(
      'kerf: --sample is for a table in a database; of a file every row is written with its class\n',
    )
  })

  test('drift and show take a sample, also of a file', async () => {
    for (const data of [TABLE, FILE]) {
      expect(await run('drift', at('bins.json'), data, '--sample', '200', '--json')).toMatchObject({ code: 0 })
      const { err } = await run('show', at('bins.json'), '--data', data, '--sample', '200', '--weight', 'heft')
      expect(err).toMatch(/fitted on 200 of 400 rows, drawn (?:there )?with seed 0/)
    }
  })
})

describe('flags of a fit in a database', () => {
  test('--dry-run prints the SQL of the first pass and counts nothing', async () => {
    const { code, out, err } = await run('fit', TABLE, '-t', 'bought', '--dry-run')
    expect(code).toBe(0)
    expect(out).toMatch(/^SELECT [^]*FROM "visits"/)
    expect(err).toMatch(/^nothing was counted; this would bring at most about [\d.]+ [kM]B here\n$/)
  })

  test('--scans limits the passes, and cuts say how far they may be off', async () => {
    const { code, out, err } = await run('fit', TABLE, '-t', 'bought', '--scans', '2', '-c', 'age,income', '--json')
    expect(code).toBe(0)
    expect(err).toMatch(/^2 passes over 400 rows/m)
    expect(JSON.parse(out)).toMatchObject({ format: 'kerf-binning' })
  })

  test.each([
    [['--delimiter', ';'], '--delimiter is for text files'],
    [['--no-header'], '--no-header is for text files'],
    [['--bad-rows', 'skip'], '--bad-rows is for text files'],
    [['--category', 'visits'], '--category is for files; of a table in a database, cast the column in ?query=SELECT …'],
    [['--scans', '0'], '--scans takes a whole number of at least 1, got "0"'],
  ])('%s is refused', async (flags, words) => {
    const { code, err } = await run('fit', TABLE, '-t', 'bought', ...flags)
    expect(code).toBe(2)
    expect(err).toContain(words)
  })

  test('--memory is the memory here', async () => {
    const { code, out } = await run('fit', TABLE, '-t', 'bought', '--memory', '1GB', '--json')
    expect(code).toBe(0)
    expect(withoutShapes(asFile(out))).toBe(withoutShapes((await run('fit', FILE, '-t', 'bought', '--json')).out))
  })

  test.each([['--scans', '3'], ['--dry-run']])('%s is not for files', async (...flags) => {
    const { code, err } = await run('fit', FILE, ...flags)
    expect([code, err]).toEqual([
      2,
      `kerf: ${flags[0]} is for a table in a database, such as 'visits.duckdb?table=visits'\n`,
    ])
  })
})

describe('wrong tables', () => {
  const base = at('shop.duckdb')
  test.each([
    [`${base}?table=visit`, 'DuckDB says: Catalog Error: Table with name visit does not exist! Did you mean "visits"?'],
    [`${base}?query=SELECT nope FROM visits`, 'DuckDB says: Binder Error: Referenced column "nope" not found'],
    [`${base}?table=nothing`, 'there are column names and no rows, so there is nothing to bin'],
    [`${at('none.duckdb')}?table=t`, 'none.duckdb does not exist'],
    [`${at('bins.json').replace('.json', '.db')}?table=t`, 'does not exist'],
    [made.replace(/$/, '/folder.duckdb?table=t'), 'does not exist'],
  ])('%s', async (data, words) => {
    const { code, out, err } = await run('fit', data)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(words)
  })

  test('a wrong condition is told in the words of the database', async () => {
    const { code, err } = await run('fit', TABLE, '--where', 'age >')
    expect(code).toBe(1)
    expect(err).toContain('DuckDB says: ')
    expect((await run('fit', TABLE, '--where', 'age > 1000')).err).toBe('kerf: no row is left where age > 1000\n')
  })

  test('a file that is no database', async () => {
    const { code, err } = await run('fit', `${copied()}?table=t`)
    expect([code, err]).toEqual([1, `kerf: ${at('text.duckdb')} is not a database of DuckDB\n`])
  })

  test('names with dots and quotes, schemas, and columns that cannot be binned', async () => {
    const odd = await run('fit', `${base}?table="odd.one"."a ""b"""`, '-t', 'bought', '--json')
    expect(odd.code).toBe(0)
    const lists = await run('fit', `${base}?table=lists`, '-c', 'age', '--json')
    expect([lists.code, lists.err]).toEqual([0, expect.stringContaining('list')])
  })
})

function copied(): string {
  writeFileSync(at('text.duckdb'), 'age,bought\n1,yes\n')
  return at('text.duckdb')
}

test('a signal ends the query that runs', async () => {
  const endless = `${at('shop.duckdb')}?query=SELECT range AS a FROM range(1000000000000)`
  const child = spawn(process.execPath, [PROGRAM_FILE, 'fit', endless])
  let err = ''
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()))
  const timer = setInterval(() => child.kill('SIGINT'), 2500)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(timer)
  expect(code).toBe(130)
  expect(['', 'kerf: interrupted; the query was ended on the server too\n']).toContain(err)
})
