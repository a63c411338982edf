import { DataError } from '../../errors.ts'
import type { Note } from '../../types.ts'
import type { BinForm } from './apply-columns.ts'
import type { DataOptions } from '../read/read-data.ts'
import type { OutputOptions } from '../files/write-file.ts'

/** How rows are written with their bins. */
export interface ApplyOptions extends DataOptions, BinForm, OutputOptions {
  /** the file to write: CSV, or Parquet if its name ends so; default CSV on standard output, as with - */
  readonly output?: string | undefined
}

/** What was written. */
export interface Applied {
  /** rows that were written */
  readonly rows: number
  /** lines left out because `badRows` is skip */
  readonly skipped: number
  /** what there is to tell of reading and writing */
  readonly notes: readonly Note[]
}

/** How the output is written. */
export interface OutputForm {
  /** undefined for standard output */
  readonly path: string | undefined
  readonly parquet: boolean
  /** between fields of CSV, where the name of the file tells */
  readonly delimiter: string | null
}

const PARQUET = /\.(?:parquet|pq)$/i
const TEXT = /\.(?:csv|txt|data|tsv|tab|psv)(?:\.gz)?$/i
const DELIMITERS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:tsv|tab)(?:\.gz)?$/i, '\t'],
  [/\.psv(?:\.gz)?$/i, '|'],
]

/** The form that the name of the output asks for. */
export function outputForm(output: string | undefined): OutputForm {
  if (output === undefined || output === '-') return { path: undefined, parquet: false, delimiter: null }
  const parquet = PARQUET.test(output)
  // A name without an ending is a name as well.
  if (!parquet && !TEXT.test(output) && /[^/\\]\.[a-z]\w*$/i.test(output)) {
    throw new DataError(`${output}: rows are written as .csv, .tsv or .parquet; give the output such an ending`)
  }
  return { path: output, parquet, delimiter: DELIMITERS.find(([ending]) => ending.test(output))?.[1] ?? null }
}
