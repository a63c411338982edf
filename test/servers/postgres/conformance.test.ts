import { conformance, type TriedServer } from '../../engines/conformance/engine-conformance.ts'
import { loadedColumns } from '../nasty-load.ts'
import { load, open } from './open.ts'

conformance('PostgreSQL', async (): Promise<TriedServer> => {
  const connection = await open()
  return {
    connection,
    load: async (table, columns) => {
      await load(connection, table, loadedColumns(columns))
      return connection.dialect.identifier(table)
    },
    close: () => connection.close(),
  }
})
