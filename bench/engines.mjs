import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'
import { costOf } from './engines/cost-model.mjs'
import { measureParquet } from './engines/parquet.mjs'
import { tables } from './engines/tables.mjs'
import { cutsOf, megabytes, trafficOf } from './engines/told.mjs'
import { runMeasured } from './measured.mjs'

/** Rows of each table; columns by default. */
const ROWS = { duckdb: 10_000_000, postgres: 5_000_000, spark: 10_000_000, parquet: 30_000_000 }
const COLUMNS = [8]
/** The smallest limit that can be kept. */
const MEMORY = '384MB'

/**
 * `npm run bench -- engines duckdb|postgres|spark|parquet [--rows N] [--columns 8,50,200] [--memory 384MB] [--alone]`: makes a table where
 * the rows are counted, fits it there and on the same rows in memory, and tells passes, bytes that came over, the peak of the
 * program, time beside the quantiles that the engine has itself, and whether the cuts are the same. `parquet` is a file
 * several times larger than `--memory`. `--alone` leaves the quantiles of the engine out, which take long for many columns.
 *
 * @param {string[]} args
 */
export async function run([kind = 'duckdb', ...args]) {
  if (!Object.hasOwn(ROWS, kind))
    throw new Error(`bench engines: expected duckdb, postgres, spark or parquet, got ${kind}`)
  const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual)
  const rows = Number(option('--rows', ROWS[kind]))
  const columns = String(option('--columns', COLUMNS.join(',')))
    .split(',')
    .map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'kerf-engines-'))
  const table = kind === 'parquet' ? null : await tables[kind](folder)
  const memory = String(option('--memory', MEMORY))
  let same = true
  try {
    for (const count of columns) {
      const asked = { rows, count, folder, memory, alone: args.includes('--alone') }
      same = (await (table === null ? measureParquet(asked) : measure(kind, table, asked))) && same
    }
  } finally {
    await table?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return same ? 0 : 1
}

async function measure(kind, table, { rows, count, folder, alone }) {
  const made = await timed(() => table.make(rows, count))
  console.log(`${kind}: ${rows.toLocaleString('en')} rows x ${count} columns, made in ${made.seconds.toFixed(1)} s`)
  const before = loadavg()[0]
  const there = fit(table.address, [], { env: table.env, folder })
  const { passes, bytes } = trafficOf(there.told)
  console.log(
    `  kerf fit, mdlp   ${there.seconds.toFixed(1)} s, ${passes} passes, ${megabytes(bytes)} over the wire, peak ${megabytes(there.peak)}`,
  )
  // Seconds mean little where others use the same processors.
  console.log(
    `  load             ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after, ${cpus().length} processors`,
  )
  const model = costOf({ kind, rows, columns: count })
  console.log(
    `  the model says   ${model.queries} passes (${againstModel(passes, model.queries)}), ${megabytes(model.bytes)} (${againstModel(bytes, model.bytes)}), peak ${megabytes(model.memory)} (${againstModel(there.peak, model.memory)})`,
  )
  for (const line of there.told.split(/[\r\n]+/).filter((text) => /^pass \d+/.test(text))) console.log(`    ${line}`)
  for (const [name, quantiles] of Object.entries(alone ? {} : table.quantiles(count))) {
    const own = await timed(quantiles)
    // What ran in a process of its own tells its time without the start.
    const seconds = own.value?.seconds ?? own.seconds
    const ratio = there.seconds / seconds
    console.log(`  ${name.padEnd(16)} ${seconds.toFixed(1)} s: kerf takes ${ratio.toFixed(2)} times as long`)
  }
  const here = fit(await table.rows(count), [], { env: {}, folder })
  const same = here.cuts === there.cuts
  console.log(`  in memory        ${here.seconds.toFixed(1)} s, cuts ${same ? 'the same, bit for bit' : 'DIFFER'}`)
  return same
}

/** How far what was measured is from the model. */
function againstModel(measured, told) {
  const percent = Math.round((measured / told - 1) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

async function timed(work) {
  const start = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - start) / 1000 }
}

/** Runs the program as users do; gives the cuts of its binning, the time, its peak, and what it told. */
function fit(data, flags, { env, folder }) {
  const output = join(folder, 'bins.json')
  const args = [PROGRAM_FILE, 'fit', data, '--target', 'y', '-o', output, '--force', ...flags]
  const { status, stderr, seconds, peak } = runMeasured(args, { folder, env })
  if (status !== 0) throw new Error(`kerf fit ${data} ended with ${status}: ${stderr}`)
  return { seconds, peak, told: stderr, ...cutsOf(output) }
}
