import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { fitTable, random } from '../dist/index.js'
import { readOnThreads } from '../build/node/csv/csv-threads.js'
import { readData } from '../dist/node.js'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'

const ROWS = 1_000_000
const COLUMNS = 28
/** `kerf fit` may take this many times what reading and fitting take on their own. */
const LIMIT = 2

/**
 * How much `kerf fit` costs over its parts, in one run: DuckDB reading a CSV of 1,000,000 × 28 doubles and a class into
 * Float64Arrays, and the same fit from memory. Told besides: what our own reader takes on one thread and on two.
 */
export async function run() {
  const path = join(tmpdir(), `kerf-bench-${ROWS}x${COLUMNS}.csv`)
  if (!existsSync(path)) await writeRows(path)
  const { table, seconds: reading } = await readWithDuckDb(path)
  const start = performance.now()
  await fitTable(table, { target: 'y' })
  const fitting = (performance.now() - start) / 1000
  const one = await secondsOf(() => readData(path, { threads: 1 }))
  const two = await secondsOf(() => readOnThreads(path, { name: path, size: statSync(path).size, threads: 2 }))
  const begin = performance.now()
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM_FILE, 'fit', path, '--target', 'y', '--json'], {
    maxBuffer: 1e9,
  })
  const whole = (performance.now() - begin) / 1000
  if (status !== 0) throw new Error(`kerf fit failed: ${String(stderr)}`)
  const ratio = whole / (reading + fitting)
  console.log(`DuckDB into Float64Arrays  ${reading.toFixed(2)} s`)
  console.log(`CSV, one thread            ${one.toFixed(2)} s`)
  console.log(`CSV, two threads           ${two.toFixed(2)} s`)
  console.log(`fit from memory            ${fitting.toFixed(2)} s`)
  console.log(`kerf fit                   ${whole.toFixed(2)} s = ${ratio.toFixed(2)} × both, at most ${LIMIT}`)
  return ratio <= LIMIT ? 0 : 1
}

/** @param {() => Promise<unknown>} work */
async function secondsOf(work) {
  const start = performance.now()
  if ((await work()) === null) throw new Error('the file cannot be read in sections')
  return (performance.now() - start) / 1000
}

/** @param {string} path */
async function writeRows(path) {
  const { next, normal } = random(28)
  const stream = createWriteStream(path)
  stream.write(`${Array.from({ length: COLUMNS }, (_, c) => `x${c}`).join(',')},y\n`)
  for (let row = 0; row < ROWS; row++) {
    const values = Array.from({ length: COLUMNS }, () => normal())
    const label = next() < (values[0] > 0.3 ? 0.7 : 0.35) ? 'yes' : 'no'
    if (!stream.write(`${values.join(',')},${label}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

/** @param {string} path */
async function readWithDuckDb(path) {
  const start = performance.now()
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const names = Array.from({ length: COLUMNS }, (_, c) => `x${c}`)
  const types = [...names.map((name) => `'${name}': 'DOUBLE'`), `'y': 'VARCHAR'`].join(', ')
  const result = await connection.stream(
    `SELECT * FROM read_csv('${path}', auto_detect=false, header=true, delim=',', columns={${types}})`,
  )
  const columns = names.map(() => new Float64Array(ROWS))
  /** @type {string[]} */
  const labels = []
  let row = 0
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const count = chunk.rowCount
    for (let c = 0; c < COLUMNS; c++)
      columns[c].set(
        /** @type {{ items: Float64Array }} */ (/** @type {unknown} */ (chunk.getColumnVector(c))).items.subarray(
          0,
          count,
        ),
        row,
      )
    const texts = chunk.getColumnVector(COLUMNS)
    for (let i = 0; i < count; i++) labels[row + i] = String(texts.getItem(i))
    row += count
  }
  connection.closeSync()
  const seconds = (performance.now() - start) / 1000
  return { seconds, table: { ...Object.fromEntries(names.map((name, c) => [name, columns[c]])), y: labels } }
}
