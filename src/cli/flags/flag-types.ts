/** Flags that say how a text table is written. */
export interface TextFlags {
  readonly delimiter?: string
  readonly decimal?: string
  readonly header?: boolean
  readonly skip?: string
  readonly missingValues?: string
}

/** Flags of every command that reads DATA. */
export interface DataFlags extends TextFlags {
  readonly badRows?: string
  readonly where?: string
  readonly category?: string
  readonly number?: string
  readonly threads?: string
  readonly memory?: string
}

/** Flags that say which rows are drawn. */
export interface SampleFlags {
  readonly sample?: string
  readonly seed?: string
}

/** Flags that say which target, columns and rows are meant. */
export interface ChoiceFlags extends SampleFlags {
  readonly target?: string
  readonly targetKind?: string
  readonly event?: string
  readonly weight?: string
  readonly columns?: string
  readonly exclude?: string
  readonly special?: string[]
}

/** Flags of commands that count rows in a database. */
export interface ServerFlags {
  readonly scans?: string
  readonly dryRun?: boolean
}
