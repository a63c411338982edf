// Runs exported SQL in DuckDB, SQLite, PostgreSQL and ClickHouse on all rows that they can hold, and compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance, version } from '@duckdb/node-api'
import initSqlJs from 'sql.js'
import { exportSaved, scoringSqlTestQueries, sqlTestQueries, treeSqlTestQueries } from '../../dist/exports.js'
import { compared } from './compared.mjs'
import { openClickHouse } from './open-clickhouse.mjs'
import { openPostgres } from './open-postgres.mjs'
import { csvOf, storable, stored, turned } from './stored-rows.mjs'

const TYPES = {
  duckdb: { number: 'DOUBLE', date: 'TIMESTAMP', category: 'VARCHAR', boolean: 'VARCHAR' },
  postgres: { number: 'float8', date: 'timestamp', category: 'text', boolean: 'text' },
  sqlite: { number: 'REAL', date: 'TEXT', category: 'TEXT', boolean: 'TEXT' },
}

async function openDuckDb(home, rows, kinds, kept) {
  const file = join(home, 'rows.csv')
  writeFileSync(file, csvOf(rows, kinds, kept))
  const connection = await (await DuckDBInstance.create()).connect()
  const fields = Object.entries(kinds).map(([name, kind]) => `'${name}': '${TYPES.duckdb[kind]}'`)
  const types = `{'kerf_row': 'INTEGER', ${fields.join(', ')}}`
  await connection.run(
    `CREATE TABLE data AS SELECT * FROM read_csv('${file}', header = false, columns = ${types}, quote = '"', escape = '"', allow_quoted_nulls = false)`,
  )
  const ask = async (query) => {
    const columns = (await connection.runAndReadAll(query)).getColumns()
    return columns.map((column) => column.map((one) => (typeof one === 'bigint' ? Number(one) : one)))
  }
  return { tool: `DuckDB ${version()}`, ask, close: async () => connection.closeSync() }
}

async function openSqlite(rows, kinds, kept) {
  const database = new (await initSqlJs()).Database()
  const names = Object.keys(kinds)
  database.exec(
    `CREATE TABLE data (kerf_row INTEGER, ${names.map((name) => `"${name}" ${TYPES.sqlite[kinds[name]]}`).join(', ')})`,
  )
  const insert = database.prepare(`INSERT INTO data VALUES (?, ${names.map(() => '?').join(', ')})`)
  database.exec('BEGIN')
  kept.forEach((row, i) => insert.run([i, ...names.map((name) => stored(rows[name][row], kinds[name]))]))
  database.exec('COMMIT')
  const ask = async (query) => turned(database.exec(query)[0]?.values ?? [])
  return { tool: 'SQLite (sql.js)', ask, close: async () => database.close() }
}

/** @returns {Promise<{ tool: string, results: object[] }>} */
export async function runSql(dialect, { home, things, rows, kinds }) {
  // A DateTime64 of ClickHouse reaches from 1900 to 2299.
  const kept = dialect === 'clickhouse' ? storable(rows, kinds, [1900, 2299]) : storable(rows, kinds)
  const open = {
    clickhouse: () => openClickHouse(home, rows, kinds, kept),
    duckdb: () => openDuckDb(home, rows, kinds, kept),
    postgres: () => openPostgres(TYPES.postgres, rows, kinds, kept),
    sqlite: () => openSqlite(rows, kinds, kept),
  }
  const { tool, ask, close } = await open[dialect]()
  const results = []
  try {
    for (const thing of things) {
      const made = attempted(thing, () => exportSaved(thing.thing, 'sql', { ...thing.options, dialect }))
      if (made.refused !== undefined) {
        results.push(made)
        continue
      }
      // By position: names that differ in case alone may be others there.
      const columns = await ask(`SELECT * FROM (${made.text.replace(/;\s*$/, '')}\n) AS made ORDER BY kerf_row`)
      const first = columns.length - Object.keys(thing.outputs).length
      const found = Object.fromEntries(Object.keys(thing.outputs).map((output, j) => [output, columns[first + j]]))
      const result = compared(thing, kept.length, found, kept)
      // In the other two npm test tries them.
      const tried = dialect === 'postgres' || dialect === 'clickhouse'
      for (const query of tried ? boundaryQueries(thing.thing, { ...thing.options, dialect }) : []) {
        const [faults] = await ask(query)
        if (faults !== undefined && faults.length > 0) console.error(`${thing.name}: ${query}`)
        result.wrong += faults?.length ?? 0
      }
      results.push(result)
    }
  } finally {
    await close()
  }
  return { tool, results }
}

/** The queries that come with an export, which return the values that have another answer. */
export function boundaryQueries(thing, options) {
  if (thing.format === 'kerf-binning') return sqlTestQueries(thing, options)
  return thing.format === 'kerf-tree' ? treeSqlTestQueries(thing, options) : scoringSqlTestQueries(thing, options)
}

/** The text of an export, or the sentence that refuses it. */
export function attempted({ name }, write) {
  try {
    return { text: write() }
  } catch (error) {
    return { name, refused: /** @type {Error} */ (error).message.replace(/^\w+: /, '') }
  }
}
