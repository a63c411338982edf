import { existsSync, unlinkSync } from 'node:fs'
import { ownDuckDb } from '../../src/node/duckdb/connect.ts'

/** Makes a database of DuckDB from statements; a file that is there is replaced. */
export async function duckDbFile(path: string, statements: readonly string[]): Promise<string> {
  if (existsSync(path)) unlinkSync(path)
  const { database, close } = await ownDuckDb()
  const connection = await database.connect()
  try {
    await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS made; USE made`)
    for (const statement of statements) await connection.run(statement)
  } finally {
    connection.closeSync()
    close()
  }
  return path
}

/** 400 rows with missing values, specials, infinities, dates, truth values and categories. */
export const SHOP = `
  SELECT
    ((i * 7919) % 997) / 10.0 AS age,
    CASE WHEN i % 19 = 0 THEN NULL WHEN i % 23 = 0 THEN -9.0 ELSE ((i * 104729) % 1009) / 7.0 END AS income,
    CASE WHEN i % 101 = 0 THEN 'Infinity'::DOUBLE WHEN i % 97 = 0 THEN 'NaN'::DOUBLE ELSE sin(i) END AS odd,
    (i * 31) % 17 AS visits,
    TIMESTAMP '2024-01-01' + to_days(((i * 13) % 300)::INTEGER) AS seen,
    i % 3 = 0 AS member,
    CASE WHEN i % 29 = 0 THEN NULL WHEN i % 5 = 0 THEN ' north ' WHEN i % 7 = 0 THEN 'NA' ELSE 'south' END AS region,
    1 + (i % 4) AS heft,
    CASE WHEN i % 61 = 0 THEN NULL WHEN ((i * 7919) % 997) > 430 THEN 'yes' ELSE 'no' END AS bought
  FROM range(400) AS r(i)`
