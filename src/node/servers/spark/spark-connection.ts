import type { ServerConnection } from '../../../engines/sql/server.ts'
import { KerfError } from '../../../errors.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'

/** A connection to Spark. */
export async function openSpark(address: ServerAddress, _watch: ServerWatch): Promise<ServerConnection> {
  throw new KerfError(`${address.shown}: there is no connection to Spark yet`, { code: 'missing-package' })
}
