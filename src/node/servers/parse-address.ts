import { ArgumentError } from '../../errors.ts'
import { suggest } from '../../util/suggest.ts'
import { passwordFor } from './passwords.ts'
import type { Environment, ServerAddress } from './server-address.ts'
import { parseQuery, parseTable } from './source-names.ts'

/** How the addresses of a kind of database are written. */
interface Kind {
  readonly kind: ServerAddress['kind']
  readonly title: string
  readonly example: string
  readonly port: number | null
  /** most parts that the name of a table has */
  readonly parts: number
  /** settings that may be given; null where the database has more than can be listed */
  readonly settings: readonly string[] | null
  /** whether \ stands before a quote in a text */
  readonly backslash: boolean
  /** variables that stand in for what is not said */
  readonly usual: { readonly host?: string; readonly port?: string; readonly user?: string; readonly database?: string }
}

const POSTGRES: Kind = {
  kind: 'postgres',
  title: 'PostgreSQL',
  example: 'postgres://user@host:5432/database?table=visits',
  port: 5432,
  parts: 3,
  settings: ['sslmode', 'sslrootcert'],
  backslash: false,
  usual: { host: 'PGHOST', port: 'PGPORT', user: 'PGUSER', database: 'PGDATABASE' },
}

const SPARK: Kind = {
  kind: 'spark',
  title: 'Spark',
  example: 'sc://host:15002?table=visits',
  port: 15_002,
  parts: 3,
  settings: null,
  backslash: true,
  usual: {},
}

const CLICKHOUSE: Kind = {
  kind: 'clickhouse',
  title: 'ClickHouse',
  example: 'clickhouse://user@host:8123/database?table=visits',
  port: 8123,
  parts: 2,
  settings: ['secure', 'sslrootcert'],
  backslash: true,
  usual: { host: 'CLICKHOUSE_HOST', user: 'CLICKHOUSE_USER' },
}

const DUCKDB: Kind = {
  kind: 'duckdb',
  title: 'DuckDB',
  example: 'visits.duckdb?table=visits',
  port: null,
  parts: 2,
  settings: [],
  backslash: false,
  usual: {},
}

const SCHEMES: Readonly<Record<string, Kind>> = {
  postgres: POSTGRES,
  postgresql: POSTGRES,
  sc: SPARK,
  clickhouse: CLICKHOUSE,
  clickhouses: CLICKHOUSE,
}

/** A secure ClickHouse has a port of its own. */
const SECURE_PORT = 8443

/**
 * Reads an address: `postgres://user@host:5432/database?table=schema.visits`, `sc://host:15002?query=SELECT …`,
 * `clickhouse://host/database?table=visits` or `visits.duckdb?table=visits`. What is wrong with it is said without
 * repeating it: it may hold a password.
 */
export function parseServerAddress(text: string, env: Environment = process.env): ServerAddress {
  if (text.includes('\0')) throw wrong('an address must not hold the character NUL')
  const scheme = /^(?:jdbc:)?([a-z][\w+.-]*):\/\//i.exec(text)
  if (scheme === null) return fileAddress(text)
  const name = scheme[1].toLowerCase()
  if (!Object.hasOwn(SCHEMES, name)) throw unknownScheme(name)
  if (/^jdbc:/i.test(text)) throw wrong(`an address begins without jdbc:, such as ${SCHEMES[name].example}`)
  return networkAddress(text.slice(scheme[0].length), name, SCHEMES[name], env)
}

function networkAddress(rest: string, scheme: string, kind: Kind, env: Environment): ServerAddress {
  const end = rest.search(/[/?;]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const { user, host, port } = parseAuthority(authority, kind)
  const { path, settings: before, question } = parts(end < 0 ? '' : rest.slice(end), kind)
  const { settings: after, ...source } = parseSource(question, kind)
  const secure = scheme === 'clickhouses' ? { secure: 'true' } : {}
  const settings = { ...secure, ...before, ...after }
  const usual = (what: keyof Kind['usual']): string | null => env[kind.usual[what] ?? ''] || null
  const all = {
    kind: kind.kind,
    host: host ?? usual('host') ?? 'localhost',
    port: port ?? usualPort(kind, settings, usual('port')),
    database: path === '' ? usual('database') : path,
    user: user ?? usual('user'),
    ...source,
    settings,
  }
  return { ...all, password: passwordFor(all, env), shown: shownAddress(scheme, all) }
}

function usualPort({ kind, port }: Kind, settings: ServerAddress['settings'], given: string | null): number | null {
  if (given !== null) return parsePort(given)
  return kind === 'clickhouse' && settings['secure'] === 'true' ? SECURE_PORT : port
}

interface Authority {
  readonly user: string | null
  readonly host: string | null
  readonly port: number | null
}

function parseAuthority(text: string, kind: Kind): Authority {
  const at = text.lastIndexOf('@')
  const before = at < 0 ? null : text.slice(0, at)
  if (before?.includes(':') === true) throw secretInside(kind)
  const server = /^(\[[0-9a-f:.]+\]|[^\s:[\]@]*)(?::(.*))?$/i.exec(text.slice(at + 1))
  if (server === null) throw wrong(`the address has no host that can be read, expected one such as ${kind.example}`)
  const host = decode(server[1].replaceAll(/[[\]]/g, ''))
  return {
    user: before === null || before === '' ? null : decode(before),
    host: host === '' ? null : host,
    port: server[2] === undefined || server[2] === '' ? null : parsePort(server[2]),
  }
}

/** What is no port is not repeated: it may be the half of a password with a slash in it. */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= 65_535) return port
  throw wrong('the port of an address must be a whole number from 1 to 65535; a password does not belong into it')
}

/** What follows the host: the database, settings behind semicolons as Spark writes them, and what follows ?. */
function parts(
  text: string,
  kind: Kind,
): { readonly path: string; readonly settings: Record<string, string>; readonly question: string | null } {
  const question = text.indexOf('?')
  const before = question < 0 ? text : text.slice(0, question)
  const [path, ...pairs] = before.split(';')
  const name = decode(path.replace(/^\//, '').replace(/\/$/, ''))
  if (kind === SPARK && name !== '')
    throw wrong(`the address of Spark has no database; write sc://host:15002?table=schema.table`)
  if (kind !== SPARK && pairs.length > 0)
    throw wrong(`settings of ${kind.title} follow ? and are parted by &, not by semicolons`)
  // A password with a slash in it would reach into the name of the database.
  if (path.includes('@')) throw secretInside(kind)
  if (name.includes('/')) throw wrong(`the name of a database holds no slash, expected ${kind.example}`)
  const settings = pairs.filter((pair) => pair !== '').map((pair) => setting(pair, kind))
  return {
    path: name,
    settings: Object.fromEntries(settings),
    question: question < 0 ? null : text.slice(question + 1),
  }
}

/** Table or query, and settings, from what follows the question mark. */
function parseSource(
  text: string | null,
  kind: Kind,
): Pick<ServerAddress, 'table' | 'query'> & { readonly settings: Record<string, string> } {
  const settings: Record<string, string> = {}
  const found: { name: 'table' | 'query'; value: string }[] = []
  for (const pair of text === null ? [] : text.split(/&(?=[\w.-]+=)/)) {
    const [name, value] = setting(pair, kind)
    if (name === 'table' || name === 'query') found.push({ name, value })
    else if (Object.hasOwn(settings, name)) throw wrong(`${name} is given twice in the address`)
    else settings[name] = value
  }
  if (found.length !== 1) {
    const got = found.length === 0 ? 'neither' : 'more than one of them'
    throw wrong(
      `an address takes one of ?table=NAME and ?query=SELECT…, got ${got}; expected one such as ${kind.example}`,
    )
  }
  const [{ name, value }] = found
  return name === 'table'
    ? { table: parseTable(value, kind), query: null, settings }
    : { table: null, query: parseQuery(value, kind), settings }
}

/** Names under which people write passwords, which end up in lists of processes and in histories. */
const SECRET = /pass|pwd|secret|token|credential|api_?key|^auth/i

function setting(pair: string, kind: Kind): [name: string, value: string] {
  const at = pair.indexOf('=')
  const name = at < 0 ? pair : pair.slice(0, at)
  if (SECRET.test(name)) throw secretInside(kind)
  if (at < 1 || !/^[\w.-]+$/.test(name))
    throw wrong(`an address takes ?table=NAME or ?query=SELECT…, expected one such as ${kind.example}`)
  const known = ['table', 'query', ...(kind.settings ?? [])]
  if (kind.settings !== null && !known.includes(name)) {
    throw wrong(`unknown setting ${JSON.stringify(name)} in an address of ${kind.title}${suggest(name, known)}`)
  }
  return [name, decode(pair.slice(at + 1))]
}

/** A percent sign stands before two digits of a byte; itself it is written %25. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong('a percent sign in an address stands before two hexadecimal digits; itself it is written %25')
  }
}

const FILE = /^(.*?\.(?:duckdb|ddb|db))(?:\?(.*))?$/is

function fileAddress(text: string): ServerAddress {
  const found = FILE.exec(text)
  if (found === null) throw wrong(`this is no address of a database, expected one such as ${DUCKDB.example}`)
  const [, path, question] = found
  if (question === undefined) {
    throw wrong(`${path} is a database of DuckDB: say which table is meant, such as "${path}?table=NAME"`)
  }
  const { settings, table, query } = parseSource(question, DUCKDB)
  const all = { kind: 'duckdb', host: path, port: null, database: null, user: null, table, query, settings } as const
  return { ...all, password: null, shown: `${path}${shownSource(all)}` }
}

function shownAddress(scheme: string, address: Omit<ServerAddress, 'password' | 'shown'>): string {
  const { user, host, port, database } = address
  const server = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${scheme}://${user === null ? '' : `${user}@`}${server}${database === null ? '' : `/${database}`}${shownSource(address)}`
}

/** Longer queries are shortened in messages. */
const MOST_SHOWN = 200

function shownSource({ table, query }: Pick<ServerAddress, 'table' | 'query'>): string {
  if (table !== null) return `?table=${table.map(shownPart).join('.')}`
  const text = query!.replaceAll(/\s+/g, ' ')
  return `?query=${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`
}

function shownPart(part: string): string {
  return /[."`]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part
}

function secretInside({ title, kind }: Kind): ArgumentError {
  const own = { postgres: 'PGPASSWORD or ~/.pgpass', clickhouse: 'CLICKHOUSE_PASSWORD', spark: 'SPARK_CONNECT_TOKEN' }
  const where = kind === 'duckdb' ? 'KERF_PASSWORD' : own[kind]
  return wrong(
    `an address holds no password, since others could read it from the list of processes; for ${title} put it into ${where}, or name a file with KERF_PASSWORD_FILE`,
  )
}

/** Databases that people ask for, and where to go instead. */
const OTHERS: Readonly<Record<string, string>> = {
  spark: 'Spark is reached by Spark Connect, sc://host:15002?table=visits',
  trino: 'kerf export --dialect writes the bins as SQL',
}

function unknownScheme(name: string): ArgumentError {
  const known = Object.keys(SCHEMES).map((one) => `${one}://`)
  const hint = Object.hasOwn(OTHERS, name) ? `; ${OTHERS[name]}` : suggest(`${name}://`, known)
  return wrong(`there is no way to a database by ${name}://${hint}`)
}

function wrong(message: string): ArgumentError {
  return new ArgumentError(message, { code: 'out-of-range' })
}
