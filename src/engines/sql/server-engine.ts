import { targetKindOf } from '../../summaries/target-kind.ts'
import type { Engine } from '../engine.ts'
import { localEngine } from '../local.ts'
import { serverCounting } from './server-counting.ts'
import { type Pass, type PassWatch, watchPasses } from './passes.ts'
import type { ServerConnection } from './server.ts'
import { MOST_LABELS, openTable, type ServerSource, type TableHints, wantedRows } from './server-table.ts'
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
  /** most queries that go through the rows; cuts that are not settled by then say how far they may be off; default no limit */
  readonly scans?: number | undefined
}

/** A table of a server as an engine, with the queries that went through its rows so far. */
export interface ServerEngine extends Engine {
  readonly passes: readonly Pass[]
}

/** Describes a table of a server, and counts its rows there whenever a fit asks: none of them is brought here. */
export async function serverEngine(
  server: ServerConnection,
  source: ServerSource,
  options: ServerOptions = {},
): Promise<ServerEngine> {
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
      return sqlIds(connection, sqlTable, names.map(table.column))
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
      return table.read(names.map(table.column))
    },
    counting: async (request) => serverCounting(connection, table, await measureTarget(connection, table, request)),
    apply: (binning) => {
      connection.about('looking up the bins of all rows')
      return applySql(connection, sqlTable, binning)
    },
  }
  return engine
}
