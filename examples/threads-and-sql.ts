// Columns fitted on threads, and bins handed to a database as SQL that answers bit for bit what `assign` answers.
import { DuckDBInstance } from '@duckdb/node-api'
import { fitTable } from 'kerf'
import { toSql } from 'kerf/exports'
import { threadPool } from 'kerf/node'

const database = await (await DuckDBInstance.create(':memory:')).connect()
await database.run(`
  CREATE TABLE orders AS
  SELECT (i * 37) % 500 AS amount, (i * 11) % 90 AS days, (i * 37) % 500 > 320 AND hash(i) % 10 > 0 AS returned
  FROM range(200000) AS rows(i)`)

const read = await database.runAndReadAll('SELECT amount::DOUBLE, days::DOUBLE, returned FROM orders')
const [amount, days, returned] = read.getColumnsJS() as [number[], number[], boolean[]]
const table = { amount: Float64Array.from(amount), days: Float64Array.from(days), returned }

const pool = threadPool({ threads: 2 })
const binning = await fitTable(table, { target: 'returned', pool })
await pool.close()
const found = binning.columns.map(({ name, bins }) => `${name}: ${bins.map(({ label }) => label).join(', ')}`)
console.log(found) // → [ 'amount: < 320.5, ≥ 320.5', 'days: all values' ]

await database.run(`CREATE VIEW binned AS ${toSql(binning, { table: 'orders', dialect: 'duckdb' })}`)
const counts = await database.runAndReadAll('SELECT amount_bin, count(*)::INT FROM binned GROUP BY ALL ORDER BY ALL')
console.log(counts.getRowsJS()) // → [ [ '< 320.5', 128400 ], [ '≥ 320.5', 71600 ] ]
database.closeSync()
