import { type NumberColumn, slotLabels } from '../../../src/index.ts'
import { cutReasons } from '../../../src/reports/index.ts'

/** A cut as labels print it. */
export function cutText(column: NumberColumn, at: number): string {
  return cutReasons(column)[at]?.cut ?? String(column.cuts[at])
}

/** All cuts as labels print them. */
export function cutWords(column: NumberColumn): readonly string[] {
  return cutReasons(column).map(({ cut }) => cut)
}

/** The name of a bin as a person or its label says it. */
export function binText(column: NumberColumn, at: number): string {
  return slotLabels(column)[at]
}
