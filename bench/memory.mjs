import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'

const COLUMNS = 28
/** Rows of the CSV and of the Parquet file, the limit in MB, and how many times as much the peak may be. */
const SIZES = {
  small: { csv: 300_000, parquet: 4_000_000, limit: 256, tolerance: 1.67 },
  full: { csv: 1_150_000, parquet: 23_000_000, limit: 512, tolerance: 1.5 },
}
/** What is fitted: all columns for two classes, and four of them for a number. */
const FITS = {
  [`${COLUMNS} columns, two classes`]: ['--target', 'y', '--exclude', 'z'],
  'four columns, a numeric target': ['--target', 'z', '--columns', 'x0,x1,x2,x3'],
}

/**
 * `npm run bench -- memory [full]`: whether `kerf fit --memory` keeps its limit. Fits a CSV and a Parquet file with and
 * without it, and tells the peak of each process (VmHWM, so Linux only), the time, and whether the cuts are the same. `full`
 * makes files of 500 MB and 4 GB, and takes some minutes.
 *
 * @param {string[]} args
 */
export async function run([size = 'small']) {
  if (size !== 'small' && size !== 'full') throw new Error(`bench memory: expected small or full, got ${size}`)
  const { csv, parquet, limit, tolerance } = SIZES[size]
  const folder = mkdtempSync(join(tmpdir(), 'kerf-memory-'))
  // Told on exit by the process itself: the peak is gone with it.
  const hook = join(folder, 'peak.mjs')
  const peak = join(folder, 'peak')
  writeFileSync(
    hook,
    `import { readFileSync, writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(peak)}, readFileSync('/proc/self/status')))`,
  )
  let failed = false
  try {
    for (const [name, rows] of /** @type {const} */ ([
      ['rows.csv', csv],
      ['rows.parquet', parquet],
    ])) {
      const path = join(folder, name)
      await writeRows(path, rows)
      for (const [what, flags] of Object.entries(FITS)) {
        const free = measure(path, flags, hook, peak)
        const held = measure(path, [...flags, '--memory', `${limit}MB`], hook, peak)
        const same = free.cuts === held.cuts
        const most = Math.round(limit * tolerance)
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
      rmSync(path)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return failed ? 1 : 0
}

/**
 * @param {string} path
 * @param {string[]} flags
 * @param {string} hook
 * @param {string} peak
 */
function measure(path, flags, hook, peak) {
  const size = Math.round(statSync(path).size / 1e6)
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', hook, PROGRAM_FILE, 'fit', path, '--json', ...flags],
    { maxBuffer: 1e9 },
  )
  const seconds = (performance.now() - start) / 1000
  if (status !== 0) throw new Error(`kerf fit failed: ${stderr}`)
  const kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(peak, 'utf8'))?.[1])
  const { columns } = /** @type {{ columns: { name: string, cuts?: number[], cutsExact?: boolean }[] }} */ (
    JSON.parse(stdout.toString())
  )
  const cuts = JSON.stringify(columns.map((column) => [column.name, column.cuts, column.cutsExact]))
  const found = columns.reduce((sum, column) => sum + (column.cuts ?? []).length, 0)
  return { size, seconds, cuts, found, megabytes: Math.round((kilobytes * 1024) / 1e6) }
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
