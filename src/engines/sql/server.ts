import type { SqlConnection } from './sql-table.ts'

/**
 * A connection to a database that may be far away. It counts rows where they are, so that what comes over the wire is
 * little. Its errors are those of Kerf, with what the database said; an aborted signal ends the query that runs there.
 */
export interface ServerConnection extends SqlConnection {
  /** runs a statement that gives no rows, such as CREATE VIEW */
  run(sql: string): Promise<void>
  /** names and types of the columns of a query, in the words of the database, without going through its rows */
  describe(query: string): Promise<readonly TypedColumn[]>
  /** what has come over the wire so far */
  traffic(): Traffic
  /** lets go of the connection, after an error too; may be called twice */
  close(): Promise<void>
}

/** A column of a query as the database describes it. */
export interface TypedColumn {
  /** its name */
  readonly name: string
  /** its type, in the words of the database */
  readonly type: string
}

/** What came over the wire. */
export interface Traffic {
  /** queries that were asked */
  readonly queries: number
  /** rows of their answers */
  readonly rows: number
  /** bytes of them */
  readonly bytes: number
}
