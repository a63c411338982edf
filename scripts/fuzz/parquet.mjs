// Parquet: small files of every type, packing and encoding, broken, and read by our reader or by DuckDB.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readParquetByDuckDb, readParquetParts } from '../../build/node/duckdb/duckdb-parquet.js'
import { closingStored, readStored } from '../../build/node/duckdb/stored-table.js'
import { withStored } from '../../build/node/within-memory/fit-within-memory.js'
import { breakParquet } from './parquet-breaks.mjs'
import { parquetSeeds } from './parquet-seeds.mjs'
import { pick } from './mutate.mjs'

const NAME = 'broken.parquet'

/** @returns {Promise<{ makeCase: Function, tryCase: Function }>} */
export async function prepare(_doors, scratch) {
  const files = await parquetSeeds()
  const path = join(scratch, NAME)
  /** The ways in: our reader; the database, for all rows and, as with --memory, for single columns. */
  const routes = {
    'ours.parquet': () => readParquetParts(path, { name: NAME }),
    'duckdb.parquet': async () => {
      await readParquetByDuckDb(path, { name: NAME, threads: 1 })
      /** @type {import('../../build/node/files/find-files.js').FileKind} */
      const kind = { kind: 'parquet', gzip: false }
      const limits = { memory: '1GB', threads: 1 }
      await withStored({ path, name: NAME, kind, bytes: 0 }, limits, closingStored, ({ connection, table }) =>
        readStored(connection, table, table.columns),
      )
    },
  }
  return {
    makeCase: (random) => ({ kind: pick(random, Object.keys(routes)), input: breakParquet(files, random) }),
    async tryCase({ kind, input }) {
      await writeFile(path, input)
      try {
        await routes[kind]()
        return `read (${kind})`
      } catch (error) {
        // Not by its class: dist has another copy than the driver.
        const said = error instanceof Error && error.name === 'DataError' && error.message.includes(NAME)
        if (!said) throw error
        return `refused (${kind})`
      }
    },
  }
}
