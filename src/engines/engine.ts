import type { Binning } from '../binning/binning.ts'
import type { Between } from '../discretizers/column-deviation.ts'
import type { SampleRequest } from '../sources/sample-rows.ts'
import type { SourceColumn, SourceTable, ValueKind } from '../sources/source.ts'
import type { CategorySummary, Cells, Note, NumberSummary, Target, ValueRange } from '../types.ts'

/**
 * Where the rows of a table are, and what can be asked of them there: memory, an embedded database, a server, a cluster.
 * A fit asks for counts, which are small, and brings whole columns here only where `bytes` allows it.
 */
export interface Engine {
  /** what messages call the data */
  readonly name: string
  /** how many rows the table has */
  readonly rows: number
  /** its columns, in their order */
  readonly columns: readonly EngineColumn[]
  /** what there is to tell of the table */
  readonly notes: readonly Note[]
  /** the rows themselves where they are in memory already; null where they must be asked for */
  readonly held: SourceTable | null
  /** memory for what is brought here */
  readonly bytes: number
  /**
   * where the rows are far away, so that they are only ever counted there: how many more queries may go through them. Null where
   * columns that fit into memory are read
   */
  readonly remote: { scansLeft(): number } | null
  /** the kind of the target over all rows; undefined without one */
  targetKind(request: TargetRequest): Promise<Target['kind'] | undefined>
  /** the columns that seem to name the rows rather than to describe them, and why */
  idReasons(names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** rows drawn at random; the engine itself when all are wanted */
  sample(request: SampleRequest): Promise<{ readonly engine: Engine; readonly notes: readonly Note[] }>
  /** whole columns, in the order of the names */
  read(names: readonly string[]): Promise<SourceColumn[]>
  /** reads the target, so that rows can be counted by it */
  counting(request: CountingRequest): Promise<Counting>
  /** the slot of every row in each column of a binning, as `assign` gives it, some rows at a time in their order */
  apply(binning: Binning): AsyncIterable<readonly Int32Array[]>
}

/** A column that an engine has. */
export interface EngineColumn {
  /** name of the column */
  readonly name: string
  /** what its values are */
  readonly kind: ValueKind
  /** bytes that a row of it takes when it is brought here */
  readonly rowBytes: number
}

/** Which column is the target, and how it is read. */
export interface TargetRequest {
  /** name of the target column; none for counts without a target */
  readonly target?: string | undefined
  /** auto: text, truth values or at most 20 distinct whole numbers are classes, other numbers are numeric; default auto */
  readonly targetKind?: 'auto' | 'class' | 'numeric' | undefined
  /** the class that rates and weight of evidence speak of; default the second of two */
  readonly event?: string | number | boolean | undefined
}

/** What rows are counted by. */
export interface CountingRequest extends TargetRequest {
  /** name of the column of weights; only an engine that is remote can count by them */
  readonly weights?: string | undefined
}

/** Counting rows by their target. Every question is about several columns, so that one scan can answer it for all. */
export interface Counting {
  /** what rows are counted by; null without a target */
  readonly target: Target | null
  /** whether rows have weights */
  readonly weighted: boolean
  /** what was decided while reading the target */
  readonly notes: readonly Note[]
  /** how many columns should be asked about at a time, to stay within the memory there is */
  readonly atOnce: number
  /** the number columns in cells, as fine as one array of counts allows; those that merge lie as in other tables */
  count(columns: readonly NumbersAsked[], wanted?: 'any cells' | 'cells that merge'): Promise<CountedCells[]>
  /** about how many distinct values columns have, off by a few percent */
  distinct(columns: readonly NumbersAsked[]): Promise<number[]>
  /** one cell for each distinct value */
  countValues(columns: readonly NumbersAsked[]): Promise<Cells[]>
  /** finer cells in some ranges: one for each distinct value, or parts of the ranges where their rows are too many */
  readRanges(columns: readonly RangesAsked[]): Promise<Cells[]>
  /** between which numbers the deviation of the values lies that cells count */
  deviations(columns: readonly (NumbersAsked & { readonly cells: Cells })[]): Promise<Between[]>
  /** the levels of a column of texts or truth values */
  levels(name: string): Promise<CategorySummary>
}

/** A number column to count, and the codes that are set aside. */
export interface NumbersAsked extends Pick<NumberSummary, 'specialCodes' | 'missingCodes'> {
  /** name of the column */
  readonly name: string
}

/** Ascending ranges of values of a column, each that of a cell. */
export interface RangesAsked extends NumbersAsked {
  /** ascending, each that of a cell */
  readonly ranges: readonly ValueRange[]
}

/** A column in cells, with what was set aside and left out. */
export type CountedCells = Pick<NumberSummary, 'cells' | 'aside' | 'leftOut'>
