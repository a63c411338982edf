/** DuckDB reads a file into arrays: `node duckdb.mjs csv|parquet FOLDER SECONDS`, on the threads OMP_NUM_THREADS says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { printTimed } from '../harness/clock.mjs'

const [kind, folder, seconds] = process.argv.slice(2)
const { rows, columns } = JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8'))
const names = Array.from({ length: columns }, (_, c) => `x${c}`)

/** The kinds are told, so that it need not look for them; classes come as codes, since texts would have to be made one by one. */
function source() {
  const path = join(folder, `rows.${kind}`)
  if (kind === 'parquet') return `read_parquet('${path}')`
  const types = [...names.map((name) => `'${name}': 'DOUBLE'`), `'y': 'VARCHAR'`].join(', ')
  return `read_csv('${path}', auto_detect=false, header=true, delim=',', columns={${types}})`
}

async function read() {
  const database = await DuckDBInstance.create(':memory:', { threads: process.env['OMP_NUM_THREADS'] ?? '2' })
  const connection = await database.connect()
  const result = await connection.stream(`SELECT ${names.join(', ')}, (y = 'yes')::DOUBLE AS y FROM ${source()}`)
  const arrays = [...names, 'y'].map(() => new Float64Array(rows))
  let row = 0
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const [c, array] of arrays.entries()) {
      const { items } = /** @type {{ items: Float64Array }} */ (/** @type {unknown} */ (chunk.getColumnVector(c)))
      array.set(items.subarray(0, chunk.rowCount), row)
    }
    row += chunk.rowCount
  }
  connection.closeSync()
  database.closeSync()
  if (row !== rows) throw new Error(`DuckDB read ${row} of ${rows} rows`)
}

await printTimed(seconds, read)
