import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'
import { runMeasured } from './measured.mjs'

const COLUMNS = 28
/** Rows of the CSV and of the Parquet file, and the limit in MB. */
const SIZES = {
  small: { csv: 300_000, parquet: 4_000_000, limit: 384 },
  full: { csv: 1_150_000, parquet: 23_000_000, limit: 512 },
  huge: { csv: 6_000_000, parquet: 23_000_000, limit: 1000 },
}
/** How many times as much as the limit the peak may be. */
const TOLERANCE = 1.1
/** What is fitted: all columns for two classes, and four of them for a number. */
const FITS = {
  [`${COLUMNS} columns, two classes`]: ['--target', 'y', '--exclude', 'z'],
  'four columns, a numeric target': ['--target', 'z', '--columns', 'x0,x1,x2,x3'],
}

/**
 * `npm run memory [-- full|huge]`: whether `--memory` is kept. Fits a CSV and a Parquet file with and without it, trains on
 * them as they are read and applies bins to them, and tells the peak of each process (VmHWM, so Linux only), the time, and
 * whether the cuts are the same. `full` makes files of 500 MB and 4 GB, `huge` a CSV file of 2.6 GB, and both take their time.
 *
 * @param {string[]} args
 */
export async function run([size = 'small']) {
  if (size !== 'small' && size !== 'full' && size !== 'huge')
    throw new Error(`bench memory: expected small, full or huge, got ${size}`)
  const { csv, parquet, limit } = SIZES[size]
  const most = Math.round(limit * TOLERANCE)
  const folder = mkdtempSync(join(tmpdir(), 'kerf-memory-'))
  let failed = false
  try {
    for (const [name, rows] of /** @type {const} */ ([
      ['rows.csv', csv],
      ['rows.parquet', parquet],
    ])) {
      const path = join(folder, name)
      await writeRows(path, rows)
      for (const [what, flags] of Object.entries(FITS)) {
        const free = measureFit(path, flags, folder)
        const held = measureFit(path, [...flags, '--memory', `${limit}MB`], folder)
        const same = free.cuts === held.cuts
        console.log(`${name}, ${rows.toLocaleString('en')} rows, ${held.size} MB: ${what}`)
        console.log(
          `  no limit         ${String(free.megabytes).padStart(6)} MB  ${free.seconds.toFixed(1).padStart(6)} s`,
        )
        console.log(
          `  --memory ${limit}MB   ${String(held.megabytes).padStart(6)} MB  ${held.seconds.toFixed(1).padStart(6)} s, at most ${most} MB`,
        )
        console.log(`  ${held.found} cuts, ${same ? 'the same' : 'which DIFFER'}`)
        failed ||= !same || held.megabytes > most
      }
      for (const [what, args] of Object.entries(others(path, folder))) {
        const { megabytes, seconds } = measure([...args, '--memory', `${limit}MB`], folder)
        console.log(
          `${name}: ${what} --memory ${limit}MB  ${megabytes} MB  ${seconds.toFixed(1)} s, at most ${most} MB`,
        )
        failed ||= megabytes > most
      }
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return failed ? 1 : 0
}

/**
 * What else takes files of any size, as arguments by name.
 *
 * @param {string} path
 * @param {string} folder
 */
function others(path, folder) {
  const bins = join(folder, 'bins.json')
  spawnSync(process.execPath, [PROGRAM_FILE, 'fit', path, '--sample', '20000', '--target', 'y', '-o', bins, '--force'])
  const into = (/** @type {string} */ ending) => join(folder, `binned.${ending}`)
  return {
    'train --stream': ['train', path, '--target', 'y', '--exclude', 'z', '--stream', '--epochs', '1'],
    'apply to CSV': ['apply', bins, path, '-o', into('csv'), '--force'],
    'apply to Parquet': ['apply', bins, path, '-o', into('parquet'), '--force'],
  }
}

/**
 * @param {string[]} args
 * @param {string} folder
 */
function measure(args, folder) {
  const { status, stdout, stderr, seconds, peak } = runMeasured([PROGRAM_FILE, ...args], { folder })
  if (status !== 0) throw new Error(`kerf ${args[0]} failed: ${stderr}`)
  return { seconds, stdout, megabytes: Math.round(peak / 1e6) }
}

/**
 * @param {string} path
 * @param {string[]} flags
 * @param {string} folder
 */
function measureFit(path, flags, folder) {
  const size = Math.round(statSync(path).size / 1e6)
  const { seconds, stdout, megabytes } = measure(['fit', path, '--json', ...flags], folder)
  const { columns } = /** @type {{ columns: { name: string, cuts?: number[], cutsExact?: boolean }[] }} */ (
    JSON.parse(stdout)
  )
  const cuts = JSON.stringify(columns.map((column) => [column.name, column.cuts, column.cutsExact]))
  const found = columns.reduce((sum, column) => sum + (column.cuts ?? []).length, 0)
  return { size, seconds, cuts, found, megabytes }
}

/**
 * Columns that are even, bell-shaped, whole and skewed in turn, and two classes and a number that some of them tell apart.
 *
 * @param {string} path
 * @param {number} rows
 */
async function writeRows(path, rows) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const kinds = [
    'random() * 100',
    'sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random())',
    'floor(random() * 1000)::DOUBLE',
    '-ln(1 - random())',
  ]
  const columns = Array.from({ length: COLUMNS }, (_, i) => `${kinds[i % kinds.length]} AS x${i}`)
  const chance = 'CASE WHEN x0 > 55 THEN 0.7 WHEN x1 > 0.3 THEN 0.5 WHEN x3 > 2 THEN 0.6 ELSE 0.35 END'
  await connection.run(`COPY (SELECT *, CASE WHEN random() < ${chance} THEN 'yes' ELSE 'no' END AS y, ${chance} + random() AS z
    FROM (SELECT ${columns.join(', ')} FROM range(${rows}))) TO '${path}'`)
  connection.closeSync()
}
