import { readFileSync } from 'node:fs'
import type { Client, ClientConfig } from 'pg'
import { optionalPackage } from '../../../util/optional-package.ts'
import { throwIfAborted } from '../../../util/stop-signal.ts'
import { readingError } from '../../files/system-errors.ts'
import { retriesOf, withBackOff } from '../back-off.ts'
import type { ServerAddress, ServerWatch } from '../server-address.ts'
import { serverFault } from '../server-fault.ts'
import { mayOpenLater, postgresFault } from './postgres-faults.ts'

/** Milliseconds after which a server that says nothing counts as unreachable. */
const TIMEOUT = 20_000

export async function loadPg(): Promise<typeof import('pg')> {
  return optionalPackage('pg', 'a table in PostgreSQL', () => import('pg'))
}

/** A session, opened with some patience for a server that is being started. */
export async function connectPostgres(address: ServerAddress, watch: ServerWatch = {}): Promise<Client> {
  const { signal } = watch
  const { Client: PgClient } = await loadPg()
  const config = configOf(address)
  const connect = async (): Promise<Client> => {
    throwIfAborted(address.shown, signal)
    const client = new PgClient(config)
    // An idle session that breaks says so here; the next query is told too. Without a listener it would end the process.
    client.on('error', () => {})
    const stop = (): void => void client.connection.stream.destroy()
    signal?.addEventListener('abort', stop)
    try {
      return await client.connect()
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  try {
    return await withBackOff(connect, mayOpenLater, retriesOf(address, watch))
  } catch (error) {
    throwIfAborted(address.shown, signal)
    throw postgresFault(error, address)
  }
}

function configOf(address: ServerAddress): ClientConfig {
  const { host, port, database, user, password } = address
  return {
    host,
    ...(port === null ? {} : { port }),
    ...(database === null ? {} : { database }),
    ...(user === null ? {} : { user }),
    // Without one, pg looks into PGPASSWORD and the password file.
    ...(password === null ? {} : { password }),
    ssl: sslOf(address),
    connectionTimeoutMillis: TIMEOUT,
    keepAlive: true,
    application_name: 'kerf',
    // Texts as the server writes them: what they mean is decided here.
    types: { getTypeParser: () => (text: string) => text },
  }
}

/** Encryption by `sslmode`, with the words of other programs; default as theirs, without. */
function sslOf(address: ServerAddress): ClientConfig['ssl'] {
  const { sslmode = 'disable', sslrootcert } = address.settings
  const ca = sslrootcert === undefined ? {} : { ca: certificate(sslrootcert) }
  switch (sslmode) {
    case 'disable':
      return false
    case 'require':
      // Encrypted; whom it leads to is looked at only where a certificate is named, as psql does.
      return sslrootcert === undefined
        ? { rejectUnauthorized: false }
        : { ...ca, rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { ...ca, rejectUnauthorized: true }
    default:
      throw serverFault(address, `sslmode must be disable, require or verify-full, got ${JSON.stringify(sslmode)}`)
  }
}

function certificate(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw readingError(error, path)
  }
}
