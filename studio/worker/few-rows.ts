import { type Note, pickTable, splitRows, type Table } from '../../src/index.ts'
import type { SourceTable } from '../../src/sources/index.ts'

/** What is made of so many rows is still made again while somebody watches. */
const MOST_ROWS = 200_000
const drawn = new WeakMap<SourceTable, { readonly target: string; readonly rows: Uint32Array }>()

/** All rows of a table, or as many of very many as what follows the cuts needs, the classes spread alike. */
export function fewRows(rows: SourceTable, table: Table, target: string): Table {
  if (rows.rows <= MOST_ROWS) return table
  const known = drawn.get(rows)
  if (known?.target === target) return pickTable(table, known.rows)
  const parts = [MOST_ROWS, rows.rows - MOST_ROWS]
  const [few] = splitRows(table, { parts, seed: 0, stratify: target })
  drawn.set(rows, { target, rows: few })
  return pickTable(table, few)
}

/** What to say where not all rows were used. */
export function fewRowsNotes({ rows }: SourceTable, what: string): Note[] {
  if (rows <= MOST_ROWS) return []
  const [few, all] = [MOST_ROWS, rows].map((count) => count.toLocaleString('en'))
  const message = `So that it keeps up with your cuts, ${what} has seen ${few} of ${all} rows, drawn at random.`
  return [{ code: 'drawn', message }]
}
