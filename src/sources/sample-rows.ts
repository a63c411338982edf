import type { Note } from '../types.ts'
import { random } from '../util/random.ts'
import type { SourceColumn, SourceTable } from './source.ts'

/** How many rows are wanted, and what draws them. */
export interface SampleRequest {
  /** number of rows to draw; default all */
  readonly sample?: number | undefined
  /** seed of the draw; default 0 */
  readonly seed?: number | undefined
}

/** A seeded choice of rows without replacement, in their order; null when all are wanted. */
export function drawRows(total: number, { sample, seed = 0 }: SampleRequest): { rows: Uint32Array; note: Note } | null {
  if (sample === undefined || sample >= total) return null
  const { next } = random(seed)
  const rows = new Uint32Array(sample)
  let taken = 0
  for (let row = 0; taken < sample; row++) {
    if (next() * (total - row) < sample - taken) rows[taken++] = row
  }
  return { rows, note: { code: 'sample', message: `fitted on ${sample} of ${total} rows, drawn with seed ${seed}` } }
}

/** The rows of a table that are drawn, kept in their order. */
export function sampleRows(
  read: SourceTable,
  request: SampleRequest,
): { readonly table: SourceTable; readonly notes: readonly Note[] } {
  const drawn = drawRows(read.rows, request)
  if (drawn === null) return { table: read, notes: [] }
  const columns = read.columns.map((column) => pickRows(column, drawn.rows))
  return { table: { ...read, rows: drawn.rows.length, columns }, notes: [drawn.note] }
}

/** Some rows of a column, in the order given. */
export function pickRows(column: SourceColumn, rows: ArrayLike<number>): SourceColumn {
  if (column.kind === 'number' || column.kind === 'date') {
    const { values } = column
    const picked = new Float64Array(rows.length)
    for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]] // without a call for each row
    return { ...column, values: picked }
  }
  // The type system does not see that the other kinds are all that is left.
  const { name, kind, values } = column as Extract<SourceColumn, { kind: 'category' }>
  return { name, kind, values: Array.from(rows, (row) => values[row]) }
}
