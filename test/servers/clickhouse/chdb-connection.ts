import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickHouseDialect } from '../../../src/engines/dialects/clickhouse-sql.ts'
import { WANTED_SETTINGS } from '../../../src/node/servers/clickhouse/clickhouse-client.ts'
import { clickHouseConnection } from '../../../src/node/servers/clickhouse/clickhouse-connection.ts'
import { clickHouseFault } from '../../../src/node/servers/clickhouse/clickhouse-faults.ts'
import { nativeBlocks } from '../../../src/node/servers/clickhouse/native-blocks.ts'
import type { ServerAddress } from '../../../src/node/servers/server-address.ts'
import type { Loadable } from './open.ts'

interface ChdbSession {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>
  cleanup(): void
}

const ADDRESS: ServerAddress = {
  kind: 'clickhouse',
  host: 'chdb',
  port: null,
  database: null,
  user: null,
  password: null,
  table: null,
  query: null,
  settings: {},
  shown: 'chdb',
}

/** Settings that belong to requests over the network. */
const OF_HTTP = /http/

/** The embedded ClickHouse of today as a connection; what it answers is read as a server's answers are. */
export async function openChdb(): Promise<Loadable> {
  const load = createRequire(join(process.env['KERF_CHDB_HOME'] ?? '', 'node_modules', 'x'))
  const { Session } = load('chdb') as { Session: new (path: string) => ChdbSession }
  const home = mkdtempSync(join(tmpdir(), 'kerf-chdb-'))
  const session = new Session(join(home, 'data'))
  const settings = Object.entries(WANTED_SETTINGS).filter(([name]) => !OF_HTTP.test(name))
  const set = `SET ${settings.map(([name, value]) => `${name} = '${value}'`).join(', ')}`
  let [queries, bytes, closed] = [0, 0, false]
  const ask = async (sql: string): Promise<Uint8Array> => {
    try {
      return (await session.queryAsync(sql, { format: 'Native' })).bytes()
    } catch (error) {
      throw clickHouseFault(error, ADDRESS)
    }
  }
  await ask(set)
  const runner = {
    async *blocks(sql: string) {
      const answer = await ask(sql)
      queries += 1
      bytes += answer.length
      try {
        for await (const block of nativeBlocks([answer])) if (block.size > 0) yield block
      } catch (error) {
        throw clickHouseFault(error, ADDRESS)
      }
    },
    run: async (sql: string): Promise<void> => void (await ask(sql)),
    get traffic() {
      return { queries, bytes }
    },
    close: async (): Promise<void> => {
      if (closed) return
      closed = true
      session.cleanup()
      rmSync(home, { recursive: true, force: true })
    },
  }
  const insert = async (table: string, structure: string, rows: Buffer): Promise<void> => {
    const file = join(home, 'rows.bin')
    writeFileSync(file, rows)
    const from = `file('${file}', 'RowBinary', ${clickHouseDialect.text(structure)})`
    await ask(`INSERT INTO ${clickHouseDialect.identifier(table)} SELECT * FROM ${from}`)
  }
  return { ...clickHouseConnection(clickHouseDialect, runner, ADDRESS), insert, old: false }
}
