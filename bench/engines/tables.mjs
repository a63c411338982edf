import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/**
 * The tables of `npm run bench -- engines`: each engine makes its own, by its own random numbers. Every eight columns: a normal
 * one that tells the class (how much is KERF_BENCH_TELLS, 0.15 by default; of 1 mdlp makes many bins), a log-normal one, seconds of a fortnight, some whole numbers, a weak one, one with many zeros, a
 * product and noise.
 */
function columnsSql(count, { normal, uniform }) {
  const tells = Number(process.env.KERF_BENCH_TELLS ?? 0.15)
  return Array.from({ length: count }, (_, i) => {
    const weight = tells / (1 + Math.floor(i / 8))
    const forms = [
      `${weight} * n + (${normal(i)})`,
      `exp(2 * (${normal(i)}))`,
      `1.7e9 + floor(1e6 * ${uniform(i)})`,
      `floor(100 * ${uniform(i)} + 10 * n)`,
      `${weight / 4} * n + (${normal(i)})`,
      `CASE WHEN ${uniform(i)} < 0.28 THEN 0 ELSE round(1000 * (${normal(i)})) / 10 END`,
      `n * (${normal(i)})`,
      uniform(i),
    ]
    return `CAST(${forms[i % 8]} AS DOUBLE PRECISION) AS x${i + 1}`
  })
}

const boxMuller = 'sqrt(-2 * ln(1 - random())) * cos(6.283185307179586 * random())'

/** y is 1 more often where n is large. */
const tableSql = (columns, uniform) =>
  `SELECT CASE WHEN ${uniform} < 1 / (1 + exp(-n)) THEN 1 ELSE 0 END AS y, ${columns.join(', ')}`

const names = (count) => Array.from({ length: count }, (_, i) => `x${i + 1}`)
const TENTHS = '0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9'
/** An expression for each column. */
const forEach = (count, sql) => names(count).map(sql).join(', ')

/** The rows as DuckDB makes them. */
export function duckDbTableSql(rows, count) {
  const random = { normal: () => boxMuller, uniform: () => 'random()' }
  return `${tableSql(columnsSql(count, random), 'random()')} FROM (SELECT ${boxMuller} AS n FROM range(${rows}))`
}

/** Deciles of all columns by a function of DuckDB. */
export const quantilesSql = (name, count, from) =>
  `SELECT ${forEach(count, (x) => `${name}(${x}, [${TENTHS}])`)} FROM ${from}`

async function duckDbTable(folder) {
  const path = join(folder, 'rows.duckdb')
  const query = async (sql) => {
    const database = await DuckDBInstance.create(path)
    const connection = await database.connect()
    try {
      await connection.run(sql)
    } finally {
      connection.closeSync()
      database.closeSync()
    }
  }
  return {
    address: `${path}?table=t`,
    env: {},
    make: (rows, count) => query(`CREATE OR REPLACE TABLE t AS ${duckDbTableSql(rows, count)}`),
    quantiles: (count) => ({
      approx_quantile: () => query(quantilesSql('approx_quantile', count, 't')),
      quantile_disc: () => query(quantilesSql('quantile_disc', count, 't')),
    }),
    rows: async () => {
      const file = join(folder, 'rows.parquet')
      await query(`COPY t TO '${file}'`)
      return file
    },
    stop: async () => {},
  }
}

async function postgresTable(folder) {
  const { start } = await import('../../scripts/servers/postgres.mjs')
  const { env, stop } = await start()
  process.env.PGPASSWORD = env.PGPASSWORD
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: env.KERF_POSTGRES_ADDRESS, password: env.PGPASSWORD })
  await client.connect()
  const random = { normal: () => boxMuller, uniform: () => 'random()' }
  return {
    address: `${env.KERF_POSTGRES_ADDRESS}?table=t`,
    env,
    make: async (rows, count) => {
      await client.query('DROP TABLE IF EXISTS t')
      await client.query(
        `CREATE UNLOGGED TABLE t AS ${tableSql(columnsSql(count, random), 'random()')} FROM (SELECT ${boxMuller} AS n FROM generate_series(1, ${rows})) AS r`,
      )
      await client.query('VACUUM ANALYZE t')
    },
    quantiles: (count) => ({
      percentile_disc: () =>
        client.query(
          `SELECT ${forEach(count, (x) => `percentile_disc(ARRAY[${TENTHS}]) WITHIN GROUP (ORDER BY ${x})`)} FROM t`,
        ),
    }),
    rows: async () => {
      const file = join(folder, 'rows.csv')
      const lines = [['y', ...names((await client.query('SELECT * FROM t LIMIT 0')).fields.length - 1)].join(',')]
      // Some rows at a time: the texts of doubles are read back as the same bits.
      await client.query('BEGIN')
      await client.query('DECLARE c CURSOR FOR SELECT * FROM t')
      writeFileSync(file, `${lines[0]}\n`)
      for (;;) {
        const { rows } = await client.query({
          text: 'FETCH 50000 FROM c',
          rowMode: 'array',
          types: { getTypeParser: () => (text) => text },
        })
        if (rows.length === 0) break
        writeFileSync(file, rows.map((row) => `${row.join(',')}\n`).join(''), { flag: 'a' })
      }
      await client.query('COMMIT')
      return file
    },
    stop: async () => {
      await client.end()
      await stop()
    },
  }
}

async function sparkTable(folder) {
  const { start } = await import('../../scripts/servers/spark.mjs')
  const { env, stop } = await start()
  const { openServer } = await import('../../dist/node.js')
  const { connection } = await openServer(`${env.KERF_SPARK_ADDRESS}?query=SELECT 1 AS one`)
  const place = join(folder, 'table')
  mkdirSync(place)
  const random = { normal: (i) => `randn(${i + 7})`, uniform: (i) => `rand(${i + 1007})` }
  const ask = async (sql) => {
    for await (const _ of connection.columns(sql));
  }
  return {
    address: `${env.KERF_SPARK_ADDRESS}?query=${encodeURIComponent(`SELECT * FROM parquet.\`${place}/t\``)}`,
    env,
    make: async (rows, count) => {
      const columns = columnsSql(count, random).map((sql) => sql.replaceAll('DOUBLE PRECISION', 'DOUBLE'))
      await connection.run('DROP TABLE IF EXISTS t')
      // Its files stay, and Spark refuses a place that has some.
      rmSync(join(place, 't'), { recursive: true, force: true })
      await connection.run(
        `CREATE TABLE t USING parquet LOCATION '${place}/t' AS ${tableSql(columns, 'rand(5)')} FROM (SELECT randn(3) AS n FROM range(${rows}))`,
      )
    },
    quantiles: (count) => ({
      // What SQL has, as exact as the ML library's discretizer by default; then that itself, in a Spark of its own.
      percentile_approx: () =>
        ask(`SELECT ${forEach(count, (x) => `percentile_approx(${x}, array(${TENTHS}), 1000)`)} FROM t`),
      approxQuantile: () => python(folder, 'df.approxQuantile(names, tenths, 0.001)', `${place}/t`, count),
      QuantileDiscretizer: () =>
        python(
          folder,
          'QuantileDiscretizer(numBucketsArray=[10] * len(names), inputCols=names, outputCols=[n + "_bin" for n in names]).fit(df)',
          `${place}/t`,
          count,
        ),
    }),
    rows: async () => `${place}/t/*.parquet`,
    stop: async () => {
      await connection.close()
      await stop()
    },
  }
}

/** Runs a line of Python on the rows in a Spark of its own with as many threads; the time is that of the line alone. */
async function python(folder, line, place, count) {
  const home =
    process.env.KERF_SPARK_VENV ?? join(process.env.KERF_SPARK_HOME ?? join(tmpdir(), 'kerf-spark'), 'pyspark-4.1.4')
  const program = join(home, 'bin', 'python')
  // The ML library needs it, but pyspark does not bring it.
  if (spawnSync(program, ['-c', 'import numpy']).status !== 0)
    spawnSync(program, ['-m', 'pip', 'install', '--quiet', 'numpy==2.4.6'], { stdio: 'inherit' })
  const script = join(folder, 'quantiles.py')
  writeFileSync(
    script,
    `import time
from pyspark.sql import SparkSession
from pyspark.ml.feature import QuantileDiscretizer
spark = SparkSession.builder.master("local[2]").config("spark.driver.memory", "3g").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
df = spark.read.parquet(${JSON.stringify(place)})
names = [f"x{i + 1}" for i in range(${count})]
tenths = [i / 10 for i in range(1, 10)]
df.selectExpr("sum(x1)").collect()
start = time.time()
${line}
print("seconds", time.time() - start)
`,
  )
  const env = { ...process.env, SPARK_LOCAL_IP: '127.0.0.1' }
  const { stdout, stderr, status } = spawnSync(program, [script], { encoding: 'utf8', env })
  if (status !== 0) throw new Error(stderr.slice(-2000))
  return { seconds: Number(/seconds ([\d.]+)/.exec(stdout)?.[1]) }
}

export const tables = { duckdb: duckDbTable, postgres: postgresTable, spark: sparkTable }
