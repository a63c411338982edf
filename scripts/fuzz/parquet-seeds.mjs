// The valid Parquet files that the fuzzer breaks: small ones of every type, packing and encoding.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  dataPage,
  dataPage2,
  dictionaryPage,
  little,
  measured,
  parquetFile,
  textBytes,
  varint,
} from './parquet-files.mjs'

const ALL_TYPES = `SELECT i::TINYINT AS a, i AS b, (i * 3)::UBIGINT AS c, (i / 3.0)::DOUBLE AS d, (i / 7.0)::FLOAT AS e,
  (i / 4.0)::DECIMAL(9, 2) AS f, (i / 4.0)::DECIMAL(30, 4) AS g, DATE '2020-01-01' + i::INTEGER AS h,
  TIMESTAMP '2020-01-01' + INTERVAL (i) HOUR AS j, i % 3 = 0 AS k, 'level ' || (i % 5) AS l, 'text ' || hash(i) AS m,
  CASE WHEN i % 4 = 0 THEN NULL ELSE i END AS n, CASE WHEN i % 3 = 0 THEN NULL ELSE 'word ' || (i % 7) END AS o,
  uuid() AS p, i::UINTEGER AS q, TIMESTAMP_NS '2020-01-01' AS r, NULL::DOUBLE AS s FROM range(60) t(i)`
const FEW = `SELECT CASE WHEN i < 90 THEN NULL ELSE i END AS n, 'level ' || (i % 7) AS t,
  CASE WHEN i % 3 = 0 THEN NULL ELSE i % 5 END AS d FROM range(300) r(i)`

const WAYS = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'].flatMap((codec) =>
  ['v1', 'v2'].map((version) => `COMPRESSION ${codec}, PARQUET_VERSION ${version}`),
)

/** @returns {Promise<Uint8Array[]>} */
export async function parquetSeeds() {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-fuzz-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const seeds = []
    for (const way of WAYS) {
      for (const sql of [ALL_TYPES, FEW]) {
        const path = join(folder, 'seed.parquet')
        await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet, ${way})`)
        seeds.push(new Uint8Array(await readFile(path)))
      }
    }
    return [...seeds, ...handmade()]
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What DuckDB does not write: pages of the second kind, texts that repeat each other, times of 96 bits. */
function handmade() {
  const text = { type: 'BYTE_ARRAY', required: true, converted: 0 }
  const shared = [...varint(128), 4, 3, 0, 3, 3, 0, 0, 0, 0b110, ...Array.from({ length: 11 }, () => 0)]
  const rest = [...varint(128), 4, 3, 10, 7, 2, 0, 0, 0, 0b1100, ...Array.from({ length: 7 }, () => 0)]
  const words = dictionaryPage([...measured(textBytes('a')), ...measured(textBytes('b'))], { values: 2 })
  return [
    parquetFile([dataPage2([2 * 2, 1, 2, 0], [...little(7, 4), ...little(8, 4)], { values: 3, nulls: 1 })], {
      rows: 3,
    }),
    parquetFile([dataPage([...shared, ...rest, ...textBytes('applyx')], { values: 3, encoding: 'DELTA_BYTE_ARRAY' })], {
      ...text,
      rows: 3,
    }),
    parquetFile([words, dataPage2([], [1, 12, 1], { values: 6, encoding: 'RLE_DICTIONARY' })], { ...text, rows: 6 }),
    parquetFile([dataPage([...little(3_600_000_000_000, 8), ...little(2_440_589, 4)], { values: 1 })], {
      rows: 1,
      type: 'INT96',
      required: true,
    }),
    parquetFile([dataPage(measured([2 * 2, 1, 3, 0b10]), { values: 4, encoding: 'RLE' })], {
      rows: 4,
      type: 'BOOLEAN',
      required: true,
    }),
  ]
}
