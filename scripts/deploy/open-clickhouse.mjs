// ClickHouse with the rows in it: chdb, which is embedded, where `npm run test:clickhouse` has put it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installChdb } from '../servers/clickhouse.mjs'
import { csvOf } from './stored-rows.mjs'

const TYPES = {
  number: 'Nullable(Float64)',
  date: "Nullable(DateTime64(6, 'UTC'))",
  category: 'Nullable(String)',
  boolean: 'Nullable(String)',
}

export async function openClickHouse(home, rows, kinds, kept) {
  const load = createRequire(join(installChdb(), 'node_modules', 'x'))
  const { Session } = load('chdb')
  const folder = mkdtempSync(join(home, 'clickhouse-'))
  const session = new Session(join(folder, 'data'))
  const file = join(folder, 'rows.csv')
  writeFileSync(file, csvOf(rows, kinds, kept))
  const run = (sql, format = 'Null') => session.queryAsync(sql, { format })
  const columns = Object.entries(kinds).map(([name, kind]) => `\`${name}\` ${TYPES[kind]}`)
  const structure = `kerf_row Int32, ${columns.join(', ')}`
  await run('SET input_format_csv_empty_as_default = 1, output_format_json_quote_denormals = 1')
  await run(`CREATE TABLE data (${structure}) ENGINE = Memory`)
  await run(`INSERT INTO data SELECT * FROM file('${file}', 'CSV', '${structure.replaceAll("'", "\\'")}')`)
  const ask = async (query) => {
    const answer = await run(query, 'JSONCompactColumns')
    return JSON.parse(new TextDecoder().decode(answer.bytes()))
  }
  const [[version]] = await ask('SELECT version()')
  const close = async () => {
    session.cleanup()
    rmSync(folder, { recursive: true, force: true })
  }
  return { tool: `ClickHouse ${version} (chdb)`, ask, close }
}
