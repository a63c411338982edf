import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseServerAddress } from '../../../src/node/servers/parse-address.ts'
import { isServerAddress } from '../../../src/node/files/find-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerf-address-'))
afterAll(() => rmSync(folder, { recursive: true }))

const parse = (text: string, env: Record<string, string> = {}) => parseServerAddress(text, env)

describe('isServerAddress', () => {
  it.each([
    'postgres://localhost/db?table=t',
    'POSTGRESQL://localhost/db?table=t',
    'sc://host:15002?table=t',
    'clickhouses://host?table=t',
    'a/b c.duckdb?table=t',
    'x.db?query=SELECT 1',
    'x.duckdb',
    'mysql://host/db',
    'postgresql+psycopg://host/db',
    'jdbc:postgresql://host/db',
  ])('%s', (text) => expect(isServerAddress(text)).toBe(true))

  it.each([
    'data.csv',
    'data/*.parquet',
    'x.db',
    '-',
    'what?.csv',
    'table=t',
    'https://example.org/a.csv',
    'x.duckdb.csv',
  ])('not %s', (text) => expect(isServerAddress(text)).toBe(false))
})

describe('parseServerAddress', () => {
  it('reads an address of PostgreSQL', () => {
    expect(parse('postgres://ann@db.example.org:5433/sales?table=public.visits&sslmode=require')).toEqual({
      kind: 'postgres',
      host: 'db.example.org',
      port: 5433,
      database: 'sales',
      user: 'ann',
      password: null,
      table: ['public', 'visits'],
      query: null,
      settings: { sslmode: 'require' },
      shown: 'postgres://ann@db.example.org:5433/sales?table=public.visits',
    })
  })

  it('takes what is not said from the variables that other programs read', () => {
    const env = { PGHOST: 'there', PGPORT: '6000', PGUSER: 'bob', PGDATABASE: 'sales', PGPASSWORD: 'hush' }
    const { host, port, user, database, password, shown } = parse('postgresql://?table=t', env)
    expect({ host, port, user, database, password }).toEqual({
      host: 'there',
      port: 6000,
      user: 'bob',
      database: 'sales',
      password: 'hush',
    })
    expect(shown).toBe('postgresql://bob@there:6000/sales?table=t')
    expect(parse('postgres:///?table=t')).toMatchObject({ host: 'localhost', port: 5432, database: null, user: null })
  })

  it('reads an address of Spark with its own parameters', () => {
    expect(parse('sc://10.0.0.1/;use_ssl=true;user_id=ann%20b?query=SELECT%20a%2C%20b FROM t;')).toMatchObject({
      kind: 'spark',
      host: '10.0.0.1',
      port: 15_002,
      query: 'SELECT a, b FROM t',
      settings: { use_ssl: 'true', user_id: 'ann b' },
      shown: 'sc://10.0.0.1:15002?query=SELECT a, b FROM t',
    })
    expect(parse('sc://h:15002?table=spark_catalog.sales.visits').table).toEqual(['spark_catalog', 'sales', 'visits'])
  })

  it('reads an address of ClickHouse, also a secure one', () => {
    expect(parse('clickhouse://ann@h/sales?table=t', { CLICKHOUSE_PASSWORD: 'hush' })).toMatchObject({
      kind: 'clickhouse',
      port: 8123,
      database: 'sales',
      password: 'hush',
      shown: 'clickhouse://ann@h:8123/sales?table=t',
    })
    expect(parse('clickhouses://h?table=t')).toMatchObject({ port: 8443, settings: { secure: 'true' } })
    expect(parse('clickhouse://h?table=t&secure=true').port).toBe(8443)
  })

  it('reads an address of a file of DuckDB', () => {
    expect(parse('data/my visits.duckdb?table=main.visits')).toMatchObject({
      kind: 'duckdb',
      host: 'data/my visits.duckdb',
      port: null,
      table: ['main', 'visits'],
      shown: 'data/my visits.duckdb?table=main.visits',
    })
    expect(parse('x.db?query=SELECT * FROM "t;?&" WHERE a = 3').query).toBe('SELECT * FROM "t;?&" WHERE a = 3')
    expect(parse(String.raw`C:\data\x.duckdb?table=t`).host).toBe(String.raw`C:\data\x.duckdb`)
  })

  it('reads hosts of IP 6', () => {
    expect(parse('postgres://[::1]:5432/d?table=t')).toMatchObject({
      host: '::1',
      port: 5432,
      shown: 'postgres://[::1]:5432/d?table=t',
    })
  })

  it.each([
    ['t', ['t']],
    ['s.t', ['s', 't']],
    ['"odd.name"', ['odd.name']],
    ['s."odd.""name"', ['s', 'odd."name']],
    ['`a.b`.c', ['a.b', 'c']],
    ['Größe%20%26 Co', ['Größe & Co']],
    ["it's; --", ["it's; --"]],
  ])('takes the name %s as it is', (name, parts) => {
    expect(parse(`x.duckdb?table=${name}`).table).toEqual(parts)
  })

  it.each(['', '.', 'a.', '.a', 'a..b', '"a', 'a"b', '""', 'a.b.c.d'])('refuses the name %j', (name) => {
    expect(() => parse(`postgres://h/d?table=${name}`)).toThrow(/name of a table/)
  })

  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['  with a AS (SELECT 1) select * from a ;; ', 'with a AS (SELECT 1) select * from a'],
    ['(SELECT 1)', '(SELECT 1)'],
    ["SELECT ';' AS a -- the end;", "SELECT ';' AS a"],
    ['/* why; */ SELECT "a;b" FROM t', '/* why; */ SELECT "a;b" FROM t'],
    ['SELECT $x$ ; ( $x$', 'SELECT $x$ ; ( $x$'],
    [String.raw`SELECT '\'`, String.raw`SELECT '\'`],
    ["SELECT a FROM t WHERE b LIKE '%25x'", "SELECT a FROM t WHERE b LIKE '%x'"],
    ['SELECT a FROM t WHERE b&3 = 1', 'SELECT a FROM t WHERE b&3 = 1'],
  ])('takes the query %s', (query, taken) => {
    expect(parse(`postgres://h/d?query=${query}`).query).toBe(taken)
  })

  it('knows that a backslash stands before quotes in Spark', () => {
    expect(parse(String.raw`sc://h?query=SELECT 'it\'s; fine'`).query).toBe(String.raw`SELECT 'it\'s; fine'`)
  })

  it.each([
    ['', 'the query is empty, expected one such as SELECT * FROM visits'],
    [' ; ', 'the query is empty, expected one such as SELECT * FROM visits'],
    ['DROP TABLE t', 'the query begins with "DROP", expected one SELECT (or WITH … SELECT)'],
    ['select_all()', 'the query begins with "select_all()", expected one SELECT (or WITH … SELECT)'],
    ['SELECT 1; DROP TABLE t', 'the query holds several statements, expected one SELECT'],
    ['SELECT 1) AS a, (SELECT 2', 'the brackets of the query do not match'],
    ["SELECT 'a", 'the query ends inside a text, a name in quotes or a comment'],
    ['SELECT 1 /* a', 'the query ends inside a text, a name in quotes or a comment'],
  ])('refuses the query %j', (query, message) => {
    expect(() => parse(`x.duckdb?query=${query}`)).toThrow(message)
  })

  it.each([
    ['postgres://h/d', 'an address takes one of ?table=NAME and ?query=SELECT…, got neither'],
    ['sc://h?table=a&query=SELECT 1', 'got more than one of them'],
    ['sc://h?table=a&table=b', 'got more than one of them'],
    ['x.duckdb', 'x.duckdb is a database of DuckDB: say which table is meant, such as "x.duckdb?table=NAME"'],
    ['x.duckdb?visits', 'an address takes ?table=NAME or ?query=SELECT…'],
    ['x.duckdb?tabel=t', 'unknown setting "tabel" in an address of DuckDB, expected one of table, query'],
    ['postgres://h/d?table=t&sslmod=no', 'did you mean sslmode?'],
    ['postgres://h/d?table=t&sslmode=a&sslmode=b', 'sslmode is given twice'],
    ['postgres://h:0/d?table=t', 'the port of an address must be a whole number from 1 to 65535'],
    ['postgres://h:99999/d?table=t', 'the port of an address must be'],
    ['postgres://[::1/d?table=t', 'the address has no host that can be read'],
    ['postgres://a b/d?table=t', 'the address has no host that can be read'],
    ['postgres://h/a/b?table=t', 'the name of a database holds no slash'],
    ['postgres://h/d;a=b?table=t', 'parted by &, not by semicolons'],
    ['sc://h/db?table=t', 'the address of Spark has no database'],
    ['x.duckdb?table=100%', 'itself it is written %25'],
    ['x.duckdb?table=%ff', 'itself it is written %25'],
    ['x.duckdb?table=a\0b', 'must not hold the character NUL'],
    ['mysql://h/d?table=t', 'there is no way to a database by mysql://'],
    ['spark://h:7077', 'Spark is reached by Spark Connect, sc://host:15002?table=visits'],
    ['jdbc:postgresql://h/d', 'an address begins without jdbc:'],
    ['postgre://h/d', 'did you mean postgres:// or postgresql://?'],
  ])('refuses %j', (text, message) => {
    expect(() => parse(text)).toThrow(message)
  })
})

describe('passwords', () => {
  const secret = 'hunter2'
  it.each([
    `postgres://ann:${secret}@h/d?table=t`,
    `postgres://:${secret}@h/d?table=t`,
    `postgres://ann:a/${secret}@h/d?table=t`,
    `postgres://ann:12/${secret}@h?table=t`,
    `postgres://ann:12?${secret}@h/d?table=t`,
    `postgres://ann:${secret}@@h/d?table=t`,
    `postgres://ann:${secret}#@h/d?table=t`,
    `postgres://ann:${secret}@h`,
    `postgres://h/d?table=t&password=${secret}`,
    `postgres://h/d?PGPASSWORD=${secret}&table=t`,
    `sc://h/;token=${secret}?table=t`,
    `sc://h/;authorization=${secret}?table=t`,
    `clickhouse://h?access_token=${secret}&table=t`,
    `x.duckdb?password=${secret}&table=t`,
    `postgres://h:${secret}/d?table=t`,
    `postgres://h/d?${secret}&table=t`,
  ])('refuses one in the address and does not repeat it: %s', (text) => {
    let said = ''
    try {
      parse(text)
    } catch (error) {
      said = String(error)
    }
    expect(said).not.toBe('')
    expect(said).not.toContain(secret)
    expect(said).toMatch(/password|\?table=NAME/)
  })

  it('come from the environment, that of Kerf first', () => {
    const env = { KERF_PASSWORD: 'a', PGPASSWORD: 'b', SPARK_CONNECT_TOKEN: 'c' }
    expect(parse('postgres://h/d?table=t', env).password).toBe('a')
    expect(parse('postgres://h/d?table=t', { ...env, KERF_PASSWORD: '' }).password).toBe('b')
    expect(parse('sc://h?table=t', { SPARK_CONNECT_TOKEN: 'c' }).password).toBe('c')
    expect(parse('x.duckdb?table=t', env).password).toBe(null)
    expect(parse('sc://h?table=t', {}).password).toBe(null)
  })

  it('come from a file that the environment names', () => {
    const path = join(folder, 'secret')
    writeFileSync(path, ' with blanks \n')
    expect(parse('clickhouse://h?table=t', { KERF_PASSWORD_FILE: path }).password).toBe(' with blanks ')
    const missing = join(folder, 'none')
    expect(() => parse('sc://h?table=t', { KERF_PASSWORD_FILE: missing })).toThrow(
      `the file of KERF_PASSWORD_FILE, ${missing}, does not exist`,
    )
  })

  it('come from the file of PostgreSQL, by the first line that fits', () => {
    const path = join(folder, 'pgpass')
    const lines = ['# all', String.raw`other:5432:*:ann:no`, String.raw`h:5432:sa\:les:ann:a\:b\\c`, '*:*:*:*:last']
    writeFileSync(path, `${lines.join('\n')}\n`)
    chmodSync(path, 0o600)
    const env = { PGPASSFILE: path }
    expect(parse('postgres://ann@h/sa%3Ales?table=t', env).password).toBe(String.raw`a:b\c`)
    expect(parse('postgres://bob@h/d?table=t', env).password).toBe('last')
    expect(parse('clickhouse://ann@h?table=t', env).password).toBe(null)
    chmodSync(path, 0o644)
    expect(parse('postgres://bob@h/d?table=t', env).password).toBe(process.platform === 'win32' ? 'last' : null)
  })
})
