import type { ServerConnection } from '../../../engines/sql/server.ts'
import { KerfError } from '../../../errors.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'

/** A connection to Postgres. */
export async function openPostgres(address: ServerAddress, _watch: ServerWatch): Promise<ServerConnection> {
  throw new KerfError(`${address.shown}: there is no connection to Postgres yet`, { code: 'missing-package' })
}
