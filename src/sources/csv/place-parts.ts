import type { ColumnPart } from './column-builders.ts'

/** Writes the numbers of a section to the rows from `start` on, as far as there are any. */
export function placeParts(
  parts: ReadonlyMap<number, ColumnPart>,
  columns: ReadonlyMap<number, Float64Array>,
  start: number,
): void {
  for (const [j, values] of columns) {
    let at = start
    for (const block of parts.get(j)?.blocks ?? []) {
      if (at >= values.length) break
      const used = block.subarray(0, values.length - at)
      values.set(used, at)
      at += used.length
    }
  }
}
