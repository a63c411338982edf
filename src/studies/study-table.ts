import type { TextColumn } from '../reports/terminal/draw/lay-out.ts'

/** What makes columns of a table that has a line for each item. */
export function columnsOver<Item>(
  items: readonly Item[],
): (head: string, keep: number, of: (item: Item) => string) => TextColumn {
  return (head, keep, of) => ({ head, cells: items.map(of), align: 'right', keep })
}

/** Columns as a table of Markdown. */
export function markdownTable(columns: readonly TextColumn[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...columns[0].cells.map((_, row) => line(columns.map(({ cells }) => cells[row]))),
  ].join('\n')
}
