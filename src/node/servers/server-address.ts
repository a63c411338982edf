/** Where a table is, as read from an address such as `postgres://host/db?table=visits`. */
export interface ServerAddress {
  readonly kind: 'postgres' | 'spark' | 'clickhouse' | 'duckdb'
  /** host and port; for DuckDB the path of the file, and no port */
  readonly host: string
  readonly port: number | null
  /** name of the database; null for the usual one */
  readonly database: string | null
  readonly user: string | null
  /** from the environment or a file, never from the address and never printed */
  readonly password: string | null
  /** the table, parts of its name apart, or the query */
  readonly table: readonly string[] | null
  readonly query: string | null
  /** what else was said after ? or ; such as sslmode or use_ssl */
  readonly settings: Readonly<Record<string, string>>
  /** the address as messages show it: without anything secret */
  readonly shown: string
}

/** How a connection is watched and stopped. */
export interface ServerWatch {
  /** ends the query that runs, on the server too */
  readonly signal?: AbortSignal | undefined
  /** told now and then how much of the query that runs is done, from 0 to 1, where the server says so */
  readonly onProgress?: ((part: number) => void) | undefined
  /** told before a pause after which a connection that was lost or refused is tried again */
  readonly onRetry?: ((retry: ServerRetry) => void) | undefined
}

/** A connection that is tried again after a pause. */
export interface ServerRetry {
  /** the address, without anything secret */
  readonly shown: string
  /** from 1 on, and how many there are at most */
  readonly number: number
  readonly most: number
  /** the pause before it, in milliseconds */
  readonly wait: number
}

/** The variables that an address is completed from: those of the process, or others in tests. */
export type Environment = Readonly<Record<string, string | undefined>>
