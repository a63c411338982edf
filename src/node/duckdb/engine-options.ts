/** How much of the machine DuckDB may use. Default: all processors, four fifths of the memory. */
export interface EngineOptions {
  /** most threads */
  readonly threads?: number | undefined
  /** such as "2GB" */
  readonly memory?: string | undefined
}
