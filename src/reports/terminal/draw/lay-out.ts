import { padEnd, padStart, textWidth, truncate } from '../../printed-text.ts'

/** A column of texts. */
export interface TextColumn {
  readonly head: string
  readonly cells: readonly string[]
  readonly align: 'left' | 'right'
  /** columns with less are left out first when there is no room; Infinity is never left out */
  readonly keep: number
}

/** A column drawn to whatever room is left, within limits. Its head is the first of `heads` that fits. */
export interface DrawnColumn {
  readonly heads: readonly string[]
  readonly draw: (width: number) => readonly string[]
  readonly least: number
  readonly most: number
  readonly keep: number
}

export type AnyColumn = TextColumn | DrawnColumn

/** What a row says in a column. */
type TextOf<Row> = (row: Row, at: number) => string

/** A text per row, set from the left, as names are. */
export function leftText<Row>(head: string, keep: number, rows: readonly Row[], text: TextOf<Row>): TextColumn {
  return { head, cells: rows.map(text), align: 'left', keep }
}

/** A text per row, set from the right, as numbers are. */
export function rightText<Row>(head: string, keep: number, rows: readonly Row[], text: TextOf<Row>): TextColumn {
  return { head, cells: rows.map(text), align: 'right', keep }
}

const GAP = 2

/** The room columns take at least. */
export function leastWidth(columns: readonly AnyColumn[]): number {
  return columns.reduce((sum, column) => sum + leastOf(column), 0) + GAP * Math.max(0, columns.length - 1)
}

function leastOf(column: AnyColumn): number {
  if ('draw' in column) return column.least
  return Math.max(textWidth(column.head), ...column.cells.map(textWidth))
}

/**
 * Columns side by side: the line of heads, then one line per row. What does not fit is left out, the least kept first;
 * then the first column is truncated. A drawn column takes the room that is left.
 */
export function layOut(given: readonly AnyColumn[], width: number): string[] {
  const columns = [...given]
  while (leastWidth(columns) > width) {
    const least = Math.min(...columns.map((column) => column.keep))
    if (least === Infinity) break
    columns.splice(
      columns.findLastIndex((column) => column.keep === least),
      1,
    )
  }
  const free = width - leastWidth(columns)
  const blocks = columns.map((column, i) => blockOf(column, free, i === 0))
  const rows = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: rows }, (_, row) =>
    blocks
      .map((block) => block[row] ?? '')
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** Head and cells of one column, padded to one width. */
function blockOf(column: AnyColumn, free: number, first: boolean): string[] {
  if ('draw' in column) {
    const size = Math.min(column.most, column.least + Math.max(0, free))
    const head = column.heads.find((text) => textWidth(text) <= size) ?? column.heads[column.heads.length - 1]
    return [truncate(head, size), ...column.draw(size)].map((text) => padEnd(text, size))
  }
  const size = Math.max(1, leastOf(column) + (first ? Math.min(0, free) : 0))
  const pad = column.align === 'right' ? padStart : padEnd
  return [column.head, ...column.cells].map((text) => pad(truncate(text, size), size))
}
