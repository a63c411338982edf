import type { Note } from '../types.ts'
import { random } from '../util/random.ts'
import { pickRows } from './pick-rows.ts'
import type { SourceTable } from './source.ts'

/** A seeded choice of rows without replacement, kept in their order. */
export function sampleRows(
  read: SourceTable,
  { sample, seed = 0 }: { readonly sample?: number | undefined; readonly seed?: number | undefined },
): { readonly table: SourceTable; readonly notes: readonly Note[] } {
  if (sample === undefined || sample >= read.rows) return { table: read, notes: [] }
  const { next } = random(seed)
  const rows = new Uint32Array(sample)
  let taken = 0
  for (let row = 0; taken < sample; row++) {
    if (next() * (read.rows - row) < sample - taken) rows[taken++] = row
  }
  const columns = read.columns.map((column) => pickRows(column, rows))
  const message = `fitted on ${sample} of ${read.rows} rows, drawn with seed ${seed}`
  return { table: { ...read, rows: sample, columns }, notes: [{ code: 'sample', message }] }
}
