import type { EngineDialect } from '../../../engines/dialects/engine-dialect.ts'
import type { ServerConnection, TypedColumn } from '../../../engines/sql/server.ts'
import type { ServerAddress } from '../server-address.ts'
import { serverFault } from '../server-fault.ts'
import { type NativeBlock, nativeDoubles, nativeValues } from './native-blocks.ts'

/** What runs queries of ClickHouse, whether over the network or in this process. */
export interface BlockRunner {
  blocks(sql: string): AsyncIterable<NativeBlock>
  run(sql: string): Promise<void>
  readonly traffic: { readonly queries: number; readonly bytes: number }
  close(): Promise<void>
}

/** A connection as engines use one, from what gives blocks. */
export function clickHouseConnection(
  dialect: EngineDialect,
  runner: BlockRunner,
  address: ServerAddress,
): ServerConnection {
  let rows = 0
  return {
    dialect,
    async *numbers(sql) {
      for await (const { size, columns } of runner.blocks(sql)) {
        rows += size
        const doubles = columns.map((column) => {
          const found = nativeDoubles(column)
          if (found !== null) return found
          const what = `column ${JSON.stringify(column.name)} of the result holds no numbers but ${column.type}`
          throw serverFault(address, `${what}; write toFloat64(…) around it`)
        })
        yield { size, columns: doubles }
      }
    },
    async *columns(sql) {
      for await (const { size, columns } of runner.blocks(sql)) {
        rows += size
        yield columns.map(nativeValues)
      }
    },
    run: (sql) => runner.run(sql),
    describe: async (query) => {
      const described: TypedColumn[] = []
      // A line of its own: a query may end in a comment.
      for await (const { columns } of runner.blocks(`DESCRIBE TABLE (\n${query}\n)`)) {
        const [names, types] = columns.map(nativeValues) as string[][]
        described.push(...names.map((name, i) => ({ name, type: types[i] })))
      }
      return described
    },
    traffic: () => ({ ...runner.traffic, rows }),
    close: () => runner.close(),
  }
}
