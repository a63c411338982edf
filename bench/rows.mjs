import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOUBLE, DuckDBDataChunk, DuckDBInstance, VARCHAR } from '@duckdb/node-api'
import { fitTable } from '../dist/index.js'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'
import { mixedColumns } from './harness/data.mjs'
import { runMeasured } from './measured.mjs'

const COLUMNS = 28
const CHUNK = 2048
const TRIES = 3
/** What commands on rows may take, in times of `kerf fit`. */
const TIMES_FIT = 2
/** `kerf fit` from Parquet may take this much of a scan and of a fit in memory. */
const [OF_SCAN, OF_FIT] = [1.5, 0.4]
/** Milliseconds of the processor that a start may take over an empty Node. */
const [HELP, IRIS] = [60, 150]
const IRIS_FILE = fileURLToPath(new URL('../samples/iris.csv', import.meta.url))

/**
 * Commands on a Parquet file of 1,000,000 × 28 (or `-- ROWS`) beside `kerf fit`; `kerf fit` beside its parts, a scan by the
 * database into columns and a fit in memory; and what it takes to start. Best of three, by the processor and by the clock.
 */
export async function run(args) {
  const rows = Number(args[0] ?? 1_000_000)
  const folder = join(tmpdir(), `kerf-bench-rows-${rows}`)
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'rows.parquet')
  if (!existsSync(data)) await writeRows(data, rows)
  const fit = measured(folder, ['fit', data, '--target', 'y', '-o', join(folder, 'bins.json'), '--force'])
  const verdicts = [...commands(folder, data, fit), await parts(data, rows, fit), ...starts(folder)]
  return verdicts.every(Boolean) ? 0 : 1
}

/** Commands on rows, each beside a fit. */
function commands(folder, data, fit) {
  const bins = join(folder, 'bins.json')
  const out = (ending) => ['-o', join(folder, `out.${ending}`), '--force']
  const all = {
    'apply to Parquet': ['apply', bins, data, ...out('parquet')],
    'apply to CSV': ['apply', bins, data, ...out('csv')],
    drift: ['drift', bins, data],
    rank: ['rank', data, '--target', 'y'],
    explain: ['explain', data, '--target', 'y'],
    tree: ['tree', data, '--target', 'y'],
  }
  console.log(
    `${'kerf'.padEnd(20)}${'CPU s'.padStart(9)}${'× fit'.padStart(9)}${'clock s'.padStart(9)}${'× fit'.padStart(9)}`,
  )
  const line = (name, { cpu, seconds }) => {
    const numbers = [cpu, cpu / fit.cpu, seconds, seconds / fit.seconds]
    console.log(`${name.padEnd(20)}${numbers.map((x) => x.toFixed(2).padStart(9)).join('')}`)
  }
  line('fit', fit)
  return Object.entries(all).map(([name, args]) => {
    const taken = measured(folder, args)
    line(name, taken)
    return verdict(taken.cpu <= TIMES_FIT * fit.cpu, `${name} within ${TIMES_FIT} × fit`)
  })
}

/** `kerf fit` beside a scan of the same file and a fit of the same columns, both in this process. */
async function parts(data, rows, { cpu, seconds }) {
  const scan = await best(() => scanRows(data, rows))
  const fit = await best(() => fitTable(scan.made, { target: 'y' }))
  for (const [how, whole] of [
    ['cpu', cpu],
    ['seconds', seconds],
  ]) {
    const allowed = OF_SCAN * scan[how] + OF_FIT * fit[how]
    const text = [scan[how], fit[how], whole].map((x) => x.toFixed(2)).join(', ')
    console.log(`${how}: scan, fit in memory, kerf fit ${text}; allowed ${allowed.toFixed(2)}`)
  }
  return verdict(seconds <= OF_SCAN * scan.seconds + OF_FIT * fit.seconds, 'kerf fit beside its parts, by the clock')
}

function starts(folder) {
  const tries = 12
  const empty = least(tries, () => runMeasured(['-e', '0'], { folder }))
  const over = (...args) => Math.round((least(tries, () => program(folder, args)).cpu - empty.cpu) * 1000)
  const [help, iris] = [over('--help'), over('fit', IRIS_FILE, '--target', 'species')]
  console.log(
    `over node -e 0 (${Math.round(empty.cpu * 1000)} ms): kerf --help ${help} ms, kerf fit of iris ${iris} ms`,
  )
  return [verdict(help <= HELP, `help in ${HELP} ms`), verdict(iris <= IRIS, `iris in ${IRIS} ms`)]
}

function measured(folder, args) {
  return least(TRIES, () => program(folder, args))
}

function program(folder, args) {
  const taken = runMeasured([PROGRAM_FILE, ...args], { folder })
  if (taken.status !== 0) throw new Error(`kerf ${args.join(' ')} failed: ${taken.stderr}`)
  return taken
}

/** The least of several tries, by the processor and by the clock. */
function least(tries, work) {
  const all = Array.from({ length: tries }, work)
  return { cpu: Math.min(...all.map(({ cpu }) => cpu)), seconds: Math.min(...all.map(({ seconds }) => seconds)) }
}

async function best(work) {
  let taken = { cpu: Infinity, seconds: Infinity, made: null }
  for (let i = 0; i < TRIES; i++) {
    const [before, start] = [process.cpuUsage(), performance.now()]
    const made = await work()
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - start) / 1000
    taken = { cpu: Math.min(taken.cpu, (user + system) / 1e6), seconds: Math.min(taken.seconds, seconds), made }
  }
  return taken
}

/** Mixed columns and two classes, as `core` has them. */
async function writeRows(path, rows) {
  const { columns, codes } = mixedColumns(rows, COLUMNS)
  const names = columns.map((_, c) => `x${c}`)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`CREATE TABLE t (${names.map((name) => `${name} DOUBLE`).join(', ')}, y VARCHAR)`)
  const appender = await connection.createAppender('t')
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK)
    const chunk = DuckDBDataChunk.create([...names.map(() => DOUBLE), VARCHAR], to - from)
    for (const [c, column] of columns.entries()) chunk.setColumnValues(c, Array.from(column.subarray(from, to)))
    chunk.setColumnValues(
      COLUMNS,
      Array.from(codes.subarray(from, to), (code) => (code === 1 ? 'yes' : 'no')),
    )
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  await connection.run(`COPY t TO '${path}' (FORMAT parquet)`)
  connection.closeSync()
}

/** Every column as an array, by the database alone. */
async function scanRows(path, rows) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.stream(`SELECT * FROM '${path}'`)
  const columns = Array.from({ length: COLUMNS }, () => new Float64Array(rows))
  /** @type {string[]} */
  const labels = []
  for (
    let row = 0, chunk = await result.fetchChunk();
    chunk !== null && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const count = chunk.rowCount
    for (const [c, column] of columns.entries()) {
      const { items } = /** @type {{ items: Float64Array }} */ (/** @type {unknown} */ (chunk.getColumnVector(c)))
      column.set(items.subarray(0, count), row)
    }
    for (const text of chunk.getColumnValues(COLUMNS)) labels.push(String(text))
    row += count
  }
  connection.closeSync()
  return { ...Object.fromEntries(columns.map((column, c) => [`x${c}`, column])), y: labels }
}

function verdict(ok, words) {
  console.log(`${ok ? 'yes' : 'NO'}: ${words}`)
  return ok
}
