// Reads broken Parquet files, one at a time, for the fuzzer, which notices when this process ends or hangs.
import { writeFile } from 'node:fs/promises'
import { DataError } from '../../dist/index.js'
import { readParquetByDuckDb, readParquetParts } from '../../dist/node/duckdb/duckdb-parquet.js'
import { closingStored, readStored } from '../../dist/node/duckdb/stored-table.js'
import { withStored } from '../../dist/node/within-memory/fit-within-memory.js'
import { brokenFile } from './parquet-breaks.mjs'
import { parquetSeeds } from './parquet-seeds.mjs'

const [route, path] = process.argv.slice(2)
const NAME = 'broken.parquet'
const files = await parquetSeeds()

/** The ways a Parquet file comes in: our reader, the database, and the database column by column (--memory). */
const ROUTES = {
  ours: () => readParquetParts(path, { name: NAME }),
  duckdb: async () => {
    await readParquetByDuckDb(path, { name: NAME, threads: 1 })
    /** @type {import('../../dist/node/files/find-files.js').FileKind} */
    const kind = { kind: 'parquet', gzip: false }
    const sized = { path, name: NAME, kind, bytes: 0 }
    await withStored(sized, { memory: '1GB', threads: 1 }, closingStored, async ({ connection, table }) => {
      await readStored(connection, table, table.columns)
    })
  },
}

/** What is wrong with how a case ended; null when nothing is. */
async function fault(seed) {
  await writeFile(path, brokenFile(files, seed))
  try {
    await ROUTES[route]()
    return null
  } catch (error) {
    return error instanceof DataError && error.message.includes(NAME)
      ? null
      : error instanceof Error
        ? error.stack
        : String(error)
  }
}

process.on('message', async (seed) => {
  const what = await fault(seed)
  process.send?.({ seed, what, memory: 1024 * process.resourceUsage().maxRSS })
})
process.send?.({ ready: true })
