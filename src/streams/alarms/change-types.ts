/** Alternatives that a detector weighs against "nothing changed": expert j multiplies the odds of a symbol by its tilt. */
export interface Tilts {
  /** prior weights, adding up to at most 1 − `adaptive` */
  readonly weights: readonly number[]
  /** by context · symbols + symbol and then by expert, a factor above 0: what a row needs lies together */
  readonly tables: Float64Array
  /** per expert: what it is about, the same number for those of one idea in other symbols */
  readonly ideas: readonly number[]
}

/** What a detector looks at, and how much evidence it asks for. */
export interface DetectorShape {
  /** slots that symbols are conditioned on; 1 for none */
  readonly contexts: number
  readonly symbols: number
  /** how many of the first symbols are in order; 0 for none */
  readonly ordered: number
  /** mean number of rows between false alarms, at least */
  readonly runLength: number
  /** rows to look at before judging, when no reference is given */
  readonly learn: number
  /** experts that follow the last rows: about how many rows each remembers, and their weight together */
  readonly memories: readonly number[]
  readonly adaptive: number
  /** the alternatives for a reference with these counts */
  readonly tilts: (counts: Float64Array) => Tilts
  /** rows to add to the counts of the reference, by context and symbol; default half a row each, all in all */
  readonly prior?: Float64Array | undefined
}

/** A change that was found. Counts are in the order context · symbols + symbol. */
export interface Change {
  /** row from which on the rows look changed */
  readonly since: number
  /** row at which there was enough evidence of it */
  readonly at: number
  /** rows seen since the change, and the counts of as many of them as are kept */
  readonly rows: number
  readonly before: Float64Array
  readonly now: Float64Array
  /** correlation of neighbouring rows, where it was allowed for; else 0 */
  readonly dependence: number
}

/** What is known of how rows depend on each other: plain data. */
export interface DependenceState {
  readonly pairs: number
  readonly products: number
  readonly squares: number
  readonly scale: number
  readonly mean: number
  /** code of the last row, −1 where there is none */
  readonly last: number
  readonly correlation: number
}

/** Plain data from which a detector goes on exactly where it was. */
export interface DetectorState {
  /** rows since the last alarm, the reference included */
  readonly seen: number
  /** rows that the alternatives were made from; 0 while learning */
  readonly learned: number
  /** rows by context and symbol */
  readonly counts: readonly number[]
  /** rows by context */
  readonly totals: readonly number[]
  /** the counts that the alternatives were made from; null while learning */
  readonly tiltCounts: readonly number[] | null
  /** by context, then by alternative */
  readonly sums: readonly (readonly number[])[]
  /** evidence for each alternative, over all starts */
  readonly scores: readonly number[]
  /** evidence for each alternative since its best start */
  readonly runs: readonly number[]
  /** row of that start, by alternative */
  readonly startRows: readonly number[]
  /** rows seen up to that start, by alternative */
  readonly startSeen: readonly number[]
  /** by memory, counts by context and symbol in which later rows weigh more */
  readonly recent: readonly (readonly number[])[]
  /** by memory, those counts by context */
  readonly recentTotals: readonly (readonly number[])[]
  /** by memory, the weight of its latest row */
  readonly scale: readonly number[]
  /** symbols of the last rows, oldest first */
  readonly last: readonly number[]
  /** as of the shape; states saved before there was one have none */
  readonly prior?: readonly number[] | undefined
  /** how rows depend on each other; states saved before it was known have none */
  readonly dependence?: DependenceState | undefined
}
