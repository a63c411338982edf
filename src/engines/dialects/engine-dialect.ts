import type { Dialect } from '../../exports/sql-dialects.ts'

/** What counting needs of a database beyond what exports write for it. All functions give SQL text. */
export interface EngineDialect extends Dialect {
  /** whether a double is neither NaN nor infinite; NULL is neither */
  readonly isFinite: (x: string) => string
  /** about how many distinct values there are, in little memory */
  readonly aboutDistinct: (x: string) => string
}
