// PostgreSQL with the rows in it: a server of this machine, started for the check; where none is installed, PGlite, which is
// PostgreSQL compiled for Node.
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { start } from '../servers/postgres.mjs'
import { csvOf, stored, turned } from './stored-rows.mjs'

/** Rows of one INSERT: as many as make no message too large. */
const AT_ONCE = 20_000

export async function openPostgres(types, rows, kinds, kept) {
  const columns = Object.entries(kinds).map(([name, kind]) => `"${name}" ${types[kind]}`)
  const table = `CREATE TABLE data (kerf_row integer, ${columns.join(', ')})`
  let server
  try {
    server = await start()
  } catch (error) {
    console.error(`deploy-check: PGlite stands in for a server: ${/** @type {Error} */ (error).message}`)
    return openPGlite(table, csvOf(rows, kinds, kept))
  }
  // What comes back is read as JavaScript reads it, which gives the same doubles.
  const address = new URL(server.env.KERF_POSTGRES_ADDRESS)
  address.password = server.env.PGPASSWORD
  const client = new pg.Client(address.href)
  const close = async () => {
    await client.end()
    await server.stop()
  }
  try {
    await client.connect()
    await client.query(table)
    await fill(client, types, { rows, kinds, kept })
    const [{ server_version: version }] = (await client.query('SHOW server_version')).rows
    const ask = async (query) => turned((await client.query({ text: query, rowMode: 'array' })).rows)
    return { tool: `PostgreSQL ${version.split(' ')[0]}`, ask, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(client, types, { rows, kinds, kept }) {
  const casts = Object.values(kinds).map((kind, j) => `f${j}::${types[kind]}`)
  const lists = Object.keys(kinds).map((_, j) => `$${j + 2}::text[]`)
  const insert = `INSERT INTO data SELECT row::integer, ${casts.join(', ')}
    FROM unnest($1::text[], ${lists.join(', ')}) AS given(row, ${casts.map((_, j) => `f${j}`).join(', ')})`
  const textOf = (value) => (value === null ? null : Object.is(value, -0) ? '-0' : String(value))
  for (let at = 0; at < kept.length; at += AT_ONCE) {
    const part = kept.slice(at, at + AT_ONCE)
    const values = Object.entries(kinds).map(([name, kind]) => part.map((row) => textOf(stored(rows[name][row], kind))))
    await client.query(insert, [part.map((_, i) => String(at + i)), ...values])
  }
}

async function openPGlite(table, csv) {
  const database = new PGlite()
  await database.exec(table)
  await database.query(`COPY data FROM '/dev/blob' WITH (FORMAT csv)`, [], { blob: new Blob([csv]) })
  const ask = async (query) => turned((await database.query(query, [], { rowMode: 'array' })).rows)
  return { tool: 'PostgreSQL (PGlite)', ask, close: async () => database.close() }
}
