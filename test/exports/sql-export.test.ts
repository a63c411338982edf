import fc from 'fast-check'
import initSqlJs from 'sql.js'
import { afterAll, describe, expect, test } from 'vitest'
import { assign, type Binning, fixed, fitTable, type NumberColumn, slotLabels } from '../../src/index.ts'
import { DIALECTS, findDialect, sqlTestQueries, toSql, toSqlTest } from '../../src/exports/index.ts'
import { closeDuckDb, withDuckDb } from '../../src/node/duckdb/connect.ts'
import { subjects } from './subjects.ts'

afterAll(closeDuckDb)

const loans = async (): Promise<Binning> =>
  fitTable(
    { age: [1, 2, 3, 4, null], home: ['own', "o'rent", 'own', null, 'own'] },
    { perColumn: { age: { method: fixed, cuts: [18, 29.5], special: [-9, -8], specialPolicy: 0 } } },
  )

describe('a SELECT', () => {
  test('keeps the table and adds a column of bins for each', async () => {
    expect(toSql(await loans(), { dialect: 'postgres', table: 'public.loans' }))
      .toBe(`-- Made by kerf 0.1.0 for PostgreSQL.
SELECT
  *,
  CASE
    WHEN "age" IS NULL OR "age" = 'NaN'::float8 THEN 'missing'
    WHEN "age" IN ('-9'::float8, '-8'::float8) THEN '< 18'
    WHEN "age" < '18'::float8 THEN '< 18'
    WHEN "age" < '29.5'::float8 THEN '[18, 29.5)'
    ELSE '≥ 29.5'
  END AS "age_bin",
  CASE
    WHEN CAST("home" AS text) = 'o''rent' THEN 'o''rent'
    WHEN CAST("home" AS text) = 'own' THEN 'own'
    ELSE 'missing'
  END AS "home_bin"
FROM "public"."loans";
`)
  })

  test('can be expressions alone, of some columns, by index', async () => {
    const options = { dialect: 'tsql', expressions: true, columns: ['age'], as: 'index', suffix: ' group' } as const
    expect(toSql(await loans(), options)).toBe(`CASE
  WHEN [age] IS NULL THEN 3
  WHEN [age] IN (-9E0, -8E0) THEN 0
  WHEN [age] < 18E0 THEN 0
  WHEN [age] < 29.5E0 THEN 1
  ELSE 2
END AS [age group]
`)
  })

  test('runs on a table in DuckDB and gives what the library gives', async () => {
    const binning = await loans()
    const values = [17, 18, 29.4, 29.5, null, -9, Infinity]
    const rows = await withDuckDb({}, async (connection) => {
      await connection.run('CREATE OR REPLACE TEMP TABLE "my data" (age DOUBLE, home VARCHAR)')
      await connection.run(
        `INSERT INTO "my data" VALUES ${values.map((v) => `(${v === Infinity ? "'inf'" : v}, 'own')`).join()}`,
      )
      return (await connection.runAndReadAll(toSql(binning, { table: 'my data' }))).getRowsJson()
    })
    const column = binning.columns[0] as NumberColumn
    const labels = slotLabels(column)
    expect(rows.map((row) => row[2])).toEqual(values.map((value) => labels[assign(column, value)]))
    expect(rows.map((row) => row[3])).toEqual(values.map(() => 'own'))
  })

  test('works on whole numbers and decimals, not only on doubles', async () => {
    const sql = toSql(await loans(), { columns: ['age'], as: 'index', expressions: true })
    const rows = await withDuckDb({}, async (connection) => {
      const found = []
      for (const type of ['TINYINT', 'BIGINT', 'DECIMAL(9,2)', 'FLOAT']) {
        found.push(
          ...(await connection.runAndReadAll(`SELECT ${sql} FROM (SELECT CAST(18 AS ${type}) AS age)`)).getRowsJson(),
        )
      }
      return found
    })
    expect(rows).toEqual([[1], [1], [1], [1]])
  })

  test('says in its header what a reader must know', async () => {
    const { dates, 'codes that are refused': refused } = await subjects()
    expect(toSql(dates, { dialect: 'postgres' })).toContain(
      '-- Date columns are timestamp without a time zone, in UTC;',
    )
    expect(toSql(refused, {})).toContain('-- A value that the binning refuses becomes NULL.')
    expect(toSql(refused, {})).toContain('THEN NULL /* refused */')
    expect(toSql(refused, { dialect: 'sqlite' })).toContain('-- SQLite stores NaN as NULL')
  })

  test.each<[string, object, string]>([
    [
      'an unknown dialect',
      { dialect: 'postgress' },
      'toSql: unknown dialect "postgress", did you mean postgres or postgresql?',
    ],
    [
      'a strange dialect',
      { dialect: 'dbase' },
      'toSql: unknown dialect "dbase", expected one of duckdb, postgres, mysql, sqlite, spark, bigquery, snowflake, clickhouse, tsql',
    ],
    ['an unknown column', { columns: ['agee'] }, 'toSql: unknown column "agee", did you mean age?'],
    ['an unknown form', { as: 'text' }, 'toSql: as must be one of label, index, woe, got "text"'],
    ['an empty suffix', { suffix: '' }, 'toSql: suffix must be a text that is not empty, got ""'],
    ['no columns', { columns: [] }, 'toSql: there is no column to export'],
    ['a table without a name', { table: 'a..b' }, 'toSql: "a..b" is not the name of a table'],
    ['a NUL', { table: 'a\0' }, 'toSql: a name holds a NUL character, which SQL cannot write'],
  ])('refuses %s', async (_, options, message) => {
    const binning = await loans()
    expect(() => toSql(binning, options)).toThrow(message)
  })

  test('refuses a suffix that names another column, and dates no database can write', async () => {
    const taken = await fitTable({ a: [1, 2], a_bin: [1, 2] }, { all: { method: fixed, cuts: [1.5] } })
    expect(() => toSql(taken)).toThrow('toSql: "a_bin" is a column already; choose another suffix')
    const far = await fitTable({ d: [1, 2] }, { all: { method: fixed, cuts: [8e15], kind: 'date' } })
    expect(() => toSql(far)).toThrow('toSql: a date outside of the years 1 to 9999')
  })
})

describe('dialects', () => {
  const weird = 'a\'b"c`d]e\\f\ng'
  test('quote names and texts', () => {
    const quoted = Object.fromEntries(
      DIALECTS.map(({ name, identifier, text }) => [name, [identifier(weird), text(weird)]]),
    )
    const doubleQuoted = '"a\'b""c`d]e\\f\ng"'
    const backQuoted = '`a\'b"c``d]e\\f\ng`'
    const plain = "'a''b\"c`d]e\\f\ng'"
    const slashed = "'a\\'b\"c`d]e\\\\f\ng'"
    const both = "'a''b\"c`d]e\\\\f\ng'"
    expect(quoted).toEqual({
      duckdb: [doubleQuoted, plain],
      postgres: [doubleQuoted, `E${both}`],
      mysql: [backQuoted, both],
      sqlite: [backQuoted, plain],
      spark: [backQuoted, slashed],
      bigquery: ['`a\'b"c\\`d]e\\\\f\\ng`', "'a\\'b\"c`d]e\\\\f\\ng'"],
      snowflake: [doubleQuoted, both],
      clickhouse: ['`a\'b"c\\`d]e\\\\f\ng`', slashed],
      tsql: ['[a\'b"c`d]]e\\f\ng]', `N${plain}`],
    })
  })

  test('write numbers', () => {
    const written = (value: number): Record<string, string> =>
      Object.fromEntries(DIALECTS.map(({ name, double }) => [name, double(value)]))
    expect(written(-0.1)).toEqual({
      duckdb: '-0.1e0',
      postgres: "'-0.1'::float8",
      mysql: '-0.1e0',
      sqlite: '-0.1e0',
      spark: '-0.1D',
      bigquery: "CAST('-0.1' AS FLOAT64)",
      snowflake: "'-0.1'::FLOAT",
      clickhouse: '-0.1e0',
      tsql: '-0.1E0',
    })
    expect(written(1e21)).toMatchObject({ duckdb: '1e21', spark: '1e21D', tsql: '1E21' })
  })

  test('go by other names too', () => {
    expect(['PostgreSQL', 'mariadb', 'mssql', 't-sql'].map((name) => findDialect(name).name)).toEqual([
      'postgres',
      'mysql',
      'tsql',
      'tsql',
    ])
  })

  test.each(DIALECTS.map(({ name }) => name))('%s writes every subject and its test', async (dialect) => {
    for (const binning of Object.values(await subjects())) {
      const queries = sqlTestQueries(binning, { dialect })
      expect(queries.length).toBeGreaterThanOrEqual(binning.columns.length)
      expect(toSql(binning, { dialect }).match(/^ {2}(?:CASE$|\S.* AS )/gm)!.length).toBeGreaterThanOrEqual(
        binning.columns.length,
      )
      for (const query of queries) expect(toSqlTest(binning, { dialect })).toContain(`${query};\n`)
    }
  })

  test('without NaN and infinities never write one', async () => {
    const { iris } = await subjects()
    for (const dialect of ['mysql', 'tsql']) expect(toSqlTest(iris, { dialect })).not.toMatch(/'NaN|Infinity|inf\b/i)
    expect(toSqlTest(iris, { dialect: 'sqlite' })).not.toContain("'NaN'")
  })

  test('T-SQL gets no number closer to 0 than it has', async () => {
    const { 'cuts at the extremes': extremes } = await subjects()
    const sql = toSql(extremes, { dialect: 'tsql', as: 'index', columns: ['x'] })
    const limits = [...sql.matchAll(/< (\S+) THEN (\d+)/g)].map((match) => [Number(match[1]), Number(match[2])])
    expect(limits.slice(2, 6)).toEqual([
      [0, 2],
      [0, 3],
      [2.2250738585072014e-308, 4],
      [2.2250738585072014e-308, 5],
    ])
  })
})

describe('the boundary test', () => {
  test('finds a cut that is one unit off, in DuckDB and in SQLite', async () => {
    const { iris } = await subjects()
    const database = new (await initSqlJs()).Database()
    const off = (sql: string): string => sql.replaceAll('< 2.45e0', '< 2.4500000000000006e0')
    const queries = (dialect: string): string[] => sqlTestQueries(iris, { dialect, columns: ['petal length'] })
    expect(off(queries('sqlite')[0])).not.toBe(queries('sqlite')[0])
    expect(queries('sqlite').flatMap((query) => database.exec(off(query))[0]?.values ?? [])).toEqual([
      ['petal length', '2.45', '[2.45, 4.75)', '< 2.45'],
    ])
    database.close()
    const rows = await withDuckDb({}, async (connection) =>
      (await connection.runAndReadAll(off(queries('duckdb')[0]))).getRowsJson(),
    )
    expect(rows).toEqual([['petal length', '2.45', '[2.45, 4.75)', '< 2.45']])
  })

  test('SQLite and MySQL take 1 and 0 for true and false', async () => {
    const flags = await fitTable({ flag: [true, false, true] }, { all: { kind: 'boolean' } })
    const database = new (await initSqlJs()).Database()
    database.run('CREATE TABLE data (flag)').run("INSERT INTO data VALUES (1), (0), ('true'), ('false'), (2), (NULL)")
    const answers = database.exec(toSql(flags, { dialect: 'sqlite' }))[0].values.map((row) => row[1])
    expect(answers).toEqual(['true', 'false', 'true', 'false', 'missing', 'missing'])
    database.close()
    expect(toSql(flags, { dialect: 'mysql' })).toContain("IN ('true', '1') THEN 'true'")
    expect(toSql(flags, { dialect: 'postgres' })).toContain("= 'true' THEN 'true'")
  })

  test('SQLite takes NaN for missing', async () => {
    const database = new (await initSqlJs()).Database()
    database.run('CREATE TABLE data (age REAL)').run('INSERT INTO data VALUES (?)', [Number.NaN])
    expect(database.exec(toSql(await loans(), { dialect: 'sqlite', columns: ['age'] }))[0].values).toEqual([
      [null, 'missing'],
    ])
    database.close()
  })
})

describe('any cuts and values', () => {
  test('get the same bins in DuckDB', async () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    const given = fc.record({
      cuts: fc.uniqueArray(double, { maxLength: 8, selector: (x) => (x === 0 ? 0 : x) }),
      closed: fc.constantFrom('left' as const, 'right' as const),
      special: fc.uniqueArray(double, { maxLength: 2, selector: (x) => (x === 0 ? 0 : x) }),
      values: fc.array(fc.oneof(fc.double(), fc.constant(null)), { minLength: 1, maxLength: 20 }),
    })
    await withDuckDb({}, async (connection) => {
      await fc.assert(
        fc.asyncProperty(given, async ({ cuts, closed, special, values }) => {
          const sorted = cuts.map((cut) => (cut === 0 ? 0 : cut)).toSorted((a, b) => a - b)
          const binning = await fitTable({ x: [0] }, { all: { method: fixed, cuts: sorted, closed, special } })
          const tried = [...values, ...sorted, ...special]
          const rows = tried.map((x, i) => `(${i}, ${x === null ? 'NULL' : `CAST('${String(x)}' AS DOUBLE)`})`).join()
          const sql = toSql(binning, { as: 'index', expressions: true })
          const answer = await connection.runAndReadAll(`SELECT ${sql} FROM (VALUES ${rows}) AS t(i, x) ORDER BY i`)
          expect(answer.getRowsJson().flat()).toEqual([...assign(binning.columns[0] as NumberColumn, tried)])
        }),
        { numRuns: 60 },
      )
    })
  })
})
