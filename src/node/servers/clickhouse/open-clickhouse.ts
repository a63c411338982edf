import { clickHouseDialect } from '../../../engines/dialects/clickhouse-sql.ts'
import type { ServerConnection } from '../../../engines/sql/server.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { clickHouseConnection } from './clickhouse-connection.ts'
import { makeClient } from './clickhouse-client.ts'
import { ClickHouseQueries } from './clickhouse-queries.ts'

/**
 * A connection to ClickHouse. It has no state of the data that all queries see: whoever counts compares how many rows
 * there are before and after. A server must begin to answer within so many milliseconds, 20,000 if nothing is said.
 */
export async function openClickHouse(
  address: ServerAddress,
  watch: ServerWatch,
  firstAnswer?: number,
): Promise<ServerConnection> {
  const client = await makeClient(address)
  const queries = new ClickHouseQueries(client, address, watch)
  try {
    await queries.open(firstAnswer)
  } catch (error) {
    await client.close()
    throw error
  }
  return clickHouseConnection(clickHouseDialect, queries, address)
}
