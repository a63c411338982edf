import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataError } from '../../errors.ts'
import { readingFault } from '../files/system-errors.ts'
import type { Environment, ServerAddress } from './server-address.ts'

/** Variables that other programs of the same database read. */
const OWN = { postgres: 'PGPASSWORD', clickhouse: 'CLICKHOUSE_PASSWORD', spark: 'SPARK_CONNECT_TOKEN', duckdb: '' }

/**
 * The password or token for an address, from the environment or a file that it names, never from the address: others can
 * read that. Null where there is none.
 */
export function passwordFor(
  address: Pick<ServerAddress, 'kind' | 'host' | 'port' | 'database' | 'user'>,
  env: Environment,
): string | null {
  const given = env['KERF_PASSWORD'] || fromFile(env['KERF_PASSWORD_FILE']) || env[OWN[address.kind]]
  if (given) return given
  return address.kind === 'postgres' ? fromPassFile(address, env) : null
}

function fromFile(path: string | undefined): string | null {
  if (path === undefined || path === '') return null
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const fault = readingFault(error)
    if (fault === null) throw error
    throw new DataError(`the file of KERF_PASSWORD_FILE, ${path}, ${fault}`, { code: 'bad-file' })
  }
}

/** The first line of the file of passwords that PostgreSQL's own programs read which fits the address. */
function fromPassFile(
  { host, port, database, user }: Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>,
  env: Environment,
): string | null {
  const path = env['PGPASSFILE'] || (env['HOME'] === undefined ? null : join(env['HOME'], '.pgpass'))
  const text = path === null ? null : ownText(path)
  if (text === null) return null
  const wanted = [host, String(port), database ?? user, user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = Array.from(line.matchAll(/((?:[^:\\]|\\.)*)(?::|$)/gs), ([, field]) => field)
    const fits = wanted.every((value, i) => fields[i] === '*' || plain(fields[i] ?? '') === value)
    if (fits && fields.length > wanted.length) return plain(fields[wanted.length])
  }
  return null
}

function plain(field: string): string {
  return field.replaceAll(/\\(.)/gs, '$1')
}

/** As PostgreSQL does: a file that others may read is not read. */
function ownText(path: string): string | null {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)) return null
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
