import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { PROGRAM_FILE } from '../../scripts/package/entries.mjs'
import { runMeasured } from '../measured.mjs'
import { duckDbTableSql, quantilesSql } from './tables.mjs'
import { cutsOf, megabytes } from './told.mjs'

/** How many times as much as the limit the peak may be. */
const TOLERANCE = 1.1

/**
 * A Parquet file several times as large as `--memory` allows: the program within the limit, beside the quantiles that DuckDB has
 * itself, within the same limit and without one, and beside a run without a limit, whose cuts must be the same.
 *
 * @param {{ rows: number, count: number, memory: string, folder: string }} asked
 */
export async function measureParquet({ rows, count, memory, folder }) {
  const path = join(folder, 'rows.parquet')
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  await connection.run(`COPY (${duckDbTableSql(rows, count)}) TO '${path}'`)
  connection.closeSync()
  database.closeSync()
  const { size } = statSync(path)
  const limit = Number(/^\d+/.exec(memory)?.[0]) * (memory.endsWith('GB') ? 1e9 : 1e6)
  console.log(
    `parquet: ${rows.toLocaleString('en')} rows x ${count} columns, ${megabytes(size)}, ${(size / limit).toFixed(1)} times --memory ${memory}`,
  )
  const held = fit(path, ['--memory', memory], folder)
  const kept = held.peak <= limit * TOLERANCE
  console.log(`  kerf fit --memory ${memory}  ${toldOf(held, size)}${kept ? '' : ', which is TOO MUCH'}`)
  for (const name of ['quantile_disc', 'approx_quantile']) {
    for (const own of [memory, null]) tellQuantiles({ name, own, path, count, folder }, held, size)
  }
  const free = fit(path, [], folder)
  const same = free.cuts === held.cuts
  console.log(`  kerf fit, no limit  ${toldOf(free, size)}`)
  console.log(`  cuts ${same ? 'the same, bit for bit' : 'DIFFER'}, ${held.found} of them`)
  return same && kept
}

/** Time, peak, and how much of the file was read, as a number of times its size. */
const toldOf = ({ seconds, peak, read }, size) =>
  `${seconds.toFixed(1)} s, peak ${megabytes(peak)}, read ${megabytes(read)}: ${(read / size).toFixed(1)} times the file`

function fit(path, flags, folder) {
  const output = join(folder, 'bins.json')
  const args = [PROGRAM_FILE, 'fit', path, '--target', 'y', '-o', output, '--force', ...flags]
  const ran = runMeasured(args, { folder })
  if (ran.status !== 0) throw new Error(`kerf fit ended with ${ran.status}: ${ran.stderr}`)
  return { ...ran, ...cutsOf(output) }
}

/** Deciles by the database, in a process of its own, whose peak is told too. It may run out of the memory it is given. */
function tellQuantiles({ name, own, path, count, folder }, held, size) {
  const script = join(folder, 'quantiles.mjs')
  const duckdb = import.meta.resolve('@duckdb/node-api')
  const limited = own === null ? '' : `await connection.run("SET memory_limit = '${own}'")`
  writeFileSync(
    script,
    `import { DuckDBInstance } from ${JSON.stringify(duckdb)}
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run("SET temp_directory = '${join(folder, 'spilled')}'")
    ${limited}
    await connection.run(${JSON.stringify(quantilesSql(name, count, `'${path}'`))})`,
  )
  const ran = runMeasured([script], { folder })
  const words = `  ${name}, ${own ?? 'no limit'}`.padEnd(30)
  if (ran.status === 0) {
    const ratio = held.seconds / ran.seconds
    console.log(`${words}${toldOf(ran, size)}; kerf takes ${ratio.toFixed(2)} times as long`)
  } else if (/out of memory/i.test(ran.stderr)) {
    console.log(`${words}ran out of memory after ${ran.seconds.toFixed(1)} s, peak ${megabytes(ran.peak)}`)
  } else throw new Error(ran.stderr)
}
