import { readFileSync } from 'node:fs'
import type { ClickHouseClient } from '@clickhouse/client'
import { optionalPackage } from '../../../util/optional-package.ts'
import { readingError } from '../../files/system-errors.ts'
import type { ServerAddress } from '../server-address.ts'

/** Milliseconds that a query may take before the client gives up: as many as a timer can count. */
const PATIENCE = 2 ** 31 - 1

/** The port of https where the settings do not say it. */
const SECURE_PORT = 8443

/**
 * What queries are run with, where the server knows it and lets it be changed: long queries, an end with the connection
 * they came by, headers in between so that nothing on the way takes a long query for a dead one, and plain types.
 */
export const WANTED_SETTINGS: Readonly<Record<string, string>> = {
  max_query_size: String(2 ** 28),
  max_ast_elements: '10000000',
  max_expanded_ast_elements: '10000000',
  cancel_http_readonly_queries_on_client_close: '1',
  send_progress_in_http_headers: '1',
  http_headers_progress_interval_ms: '60000',
  low_cardinality_allow_in_native_format: '0',
  // As in other databases, a name means the column below and not what is called so beside it.
  prefer_column_name_to_alias: '1',
  session_timezone: 'UTC',
}

export async function makeClient(address: ServerAddress): Promise<ClickHouseClient> {
  const { createClient, ClickHouseLogLevel } = await optionalPackage(
    '@clickhouse/client',
    'a table in ClickHouse',
    () => import('@clickhouse/client'),
  )
  const { host, port, database, user, password, settings } = address
  const secure = settings['secure'] === 'true' || (settings['secure'] !== 'false' && port === SECURE_PORT)
  const { sslrootcert } = settings
  return createClient({
    url: `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port ?? (secure ? SECURE_PORT : 8123)}`,
    ...(database === null ? {} : { database }),
    ...(user === null ? {} : { username: user }),
    ...(password === null ? {} : { password }),
    ...(secure && sslrootcert !== undefined ? { tls: { ca_cert: certificate(sslrootcert) } } : {}),
    application: 'kerf',
    request_timeout: PATIENCE,
    max_response_headers_size: 2 ** 20,
    // Errors are thrown, and told once.
    log: { level: ClickHouseLogLevel.OFF },
  })
}

function certificate(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw readingError(error, path)
  }
}
