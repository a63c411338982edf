import { conformance, type TriedServer } from '../../engines/conformance/engine-conformance.ts'
import { loadedColumns } from '../nasty-load.ts'
import { openChdb } from './chdb-connection.ts'
import { load } from './open.ts'

conformance('ClickHouse, embedded', async (): Promise<TriedServer> => {
  const connection = await openChdb()
  return {
    connection,
    load: async (table, columns) => {
      await load(connection, table, loadedColumns(columns))
      return connection.dialect.identifier(table)
    },
    close: () => connection.close(),
  }
})
