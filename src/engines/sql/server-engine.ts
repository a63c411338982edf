import { targetKindOf } from '../../summaries/target-kind.ts'
import { knownOptions, type OptionNames } from '../../util/check.ts'
import type { Engine } from '../engine.ts'
import { localEngine } from '../local.ts'
import { firstLookSql, keyOf, MOST_LABELS } from './first-look.ts'
import { MOST_CELLS, ServerCounting } from './server-counting.ts'
import { type Pass, type PassWatch, watchPasses } from './passes.ts'
import type { ServerConnection } from './server.ts'
import { describeTable, isWanted, openTable, type ServerSource, type TableHints, wantedRows } from './server-table.ts'
import { measureTarget } from './server-target.ts'
import { applySql } from './sql-apply.ts'
import { sqlIds } from './sql-ids.ts'
import type { SqlTable } from './sql-table.ts'

/** Memory for what is brought here: counts of values, where a method needs all of them. */
const USUAL_BYTES = 2 ** 28

/** How a table of a server is counted. */
export interface ServerOptions extends TableHints, PassWatch {
  /** memory for what is brought here; default 256 MB */
  readonly bytes?: number | undefined
  /** cells are looked into only while fewer queries went through the rows; cuts then say how far they may be off; default no limit */
  readonly scans?: number | undefined
}

/** The names of these options. */
export const SERVER_NAMES: OptionNames<ServerOptions> = {
  missingValues: 1,
  target: 1,
  columns: 1,
  exclude: 1,
  onStart: 1,
  onPass: 1,
  bytes: 1,
  scans: 1,
}

/** A table of a server as an engine, with the queries that went through its rows so far. */
export interface ServerEngine extends Engine {
  /** the queries that went through the rows so far */
  readonly passes: readonly Pass[]
}

/** What a fit would ask first, and about how much of all answers would come over the wire. */
export interface FirstPass {
  /** the query */
  readonly sql: string
  /** bytes of the counts of all columns, about: there are at most so many cells, and often far fewer */
  readonly bytes: number
}

/** Bytes of a group of rows in an answer: column, class, rows, smallest and largest value. */
const GROUP_BYTES = 40

/**
 * The first query of a fit without running it; only names and types of columns are asked for.
 *
 *     const { sql, bytes } = await firstPass(server, { name: 'visits', from: '"visits"' })
 *     console.log(sql.includes('FROM "visits"'), bytes) // → true 2621440
 *
 * @param hints what is known beforehand
 */
export async function firstPass(
  server: ServerConnection,
  source: ServerSource,
  hints: TableHints = {},
): Promise<FirstPass> {
  const { columns } = await describeTable(server, source, hints)
  const wanted = columns.filter(({ name }) => isWanted(name, hints))
  const labelled = columns.find(({ name }) => name === hints.target)
  const numbers = wanted.filter(({ number }) => number !== null)
  const classes = labelled === undefined ? 1 : 2
  const bytes = numbers.filter((column) => column !== labelled).length * MOST_CELLS * classes * GROUP_BYTES
  return { sql: firstLookSql(source.from, numbers, keyOf(labelled), server.dialect), bytes }
}

/**
 * Describes a table of a server, and counts its rows there whenever a fit asks: none of them is brought here.
 *
 *     // `server` runs queries by your driver. The first one has told how many rows there are.
 *     const engine = await serverEngine(server, { name: 'visits', from: '"visits"' })
 *     console.log(engine.rows, engine.passes.length) // → 1000 1
 *
 * @param source the table, or a query in its place
 */
export async function serverEngine(
  server: ServerConnection,
  source: ServerSource,
  options: ServerOptions = {},
): Promise<ServerEngine> {
  knownOptions('serverEngine', options, SERVER_NAMES)
  const connection = watchPasses(server, options)
  const table = await openTable(connection, source, options)
  const bytes = options.bytes ?? USUAL_BYTES
  const sqlTable: SqlTable = {
    ...table,
    numbered: null,
    read: (columns) => table.read(columns),
    sample: () => Promise.reject(new Error('rows are drawn by the engine')),
  }
  const engine: ServerEngine = {
    name: table.name,
    rows: table.rows,
    columns: table.columns,
    notes: table.notes,
    held: null,
    bytes,
    remote: { scansLeft: () => (options.scans ?? Infinity) - connection.passes.length },
    passes: connection.passes,
    targetKind: async ({ target, targetKind = 'auto' }) => {
      if (target === undefined) return undefined
      return targetKindOf((await table.labels(table.column(target), MOST_LABELS + 1)).values, targetKind)
    },
    idReasons: (names) => {
      connection.about('looking for columns that name the rows')
      return sqlIds(
        connection,
        sqlTable,
        names.map((name) => table.column(name)),
      )
    },
    sample: async (request) => {
      const drawn = wantedRows(table.rows, request)
      if (drawn === null) return { engine, notes: [] }
      connection.about(`drawing ${drawn.wanted} rows`)
      const columns = await table.read(table.columns, drawn)
      const here = localEngine({ rows: drawn.wanted, columns, notes: table.notes, skipped: 0 })
      return { engine: here, notes: [drawn.note] }
    },
    read: (names) => {
      connection.about(`reading ${names.join(', ')}`)
      return table.read(names.map((name) => table.column(name)))
    },
    counting: async (request) => new ServerCounting(connection, table, await measureTarget(connection, table, request)),
    apply: (binning) => {
      connection.about('looking up the bins of all rows')
      return applySql(connection, sqlTable, binning)
    },
  }
  return engine
}
