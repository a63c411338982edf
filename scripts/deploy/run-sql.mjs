// Runs exported SQL in DuckDB, SQLite and PostgreSQL on all rows that they can hold, and compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance, version } from '@duckdb/node-api'
import initSqlJs from 'sql.js'
import { exportSaved } from '../../dist/exports.js'
import { compared } from './compared.mjs'
import { openPostgres } from './open-postgres.mjs'

/** Rows whose dates are moments of a calendar, to the millisecond: others are in no database. */
export function storable(rows, kinds) {
  const dates = Object.keys(kinds).filter((name) => kinds[name] === 'date')
  const fits = (ms) => ms === null || (Number.isInteger(ms) && ms >= -62_135_596_800_000 && ms < 253_402_300_800_000)
  const all = rows[Object.keys(kinds)[0]].map((_, row) => row)
  return all.filter((row) => dates.every((name) => fits(rows[name][row])))
}

const timeText = (ms) => new Date(ms).toISOString().replace('T', ' ').slice(0, -1)

/** A value as it is stored; NaN and the infinities by the names that databases read. */
export function stored(value, kind) {
  if (value === null || value === '') return value
  if (kind === 'date') return timeText(value)
  return value
}

/** The rows as CSV: nothing for NULL, texts in quotes. */
export function csvOf(rows, kinds, kept) {
  const names = Object.keys(kinds)
  const field = (value, kind) => {
    const cell = stored(value, kind)
    if (cell === null) return ''
    if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`
    return Object.is(cell, -0) ? '-0' : String(cell)
  }
  return (
    kept.map((row, i) => [i, ...names.map((name) => field(rows[name][row], kinds[name]))].join(',')).join('\n') + '\n'
  )
}

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
  const ask = async (query) => turned(database.exec(query)[0].values)
  return { tool: 'SQLite (sql.js)', ask, close: async () => database.close() }
}

/** Rows as columns. */
export function turned(rows) {
  return rows[0].map((_, i) => rows.map((row) => row[i]))
}

/** @returns {Promise<{ tool: string, results: object[] }>} */
export async function runSql(dialect, { home, things, rows, kinds }) {
  const kept = storable(rows, kinds)
  const open = {
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
      results.push(compared(thing, kept.length, found, kept))
    }
  } finally {
    await close()
  }
  return { tool, results }
}

/** The text of an export, or the sentence that refuses it. */
export function attempted({ name }, write) {
  try {
    return { text: write() }
  } catch (error) {
    return { name, refused: /** @type {Error} */ (error).message.replace(/^\w+: /, '') }
  }
}
