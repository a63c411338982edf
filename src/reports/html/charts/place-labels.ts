import { type Axis, placeOf, roomOf, valueAt } from './ticks.ts'

/** A text above a chart: where its middle is, and in which line it stands. */
export interface PlacedLabel {
  readonly value: number
  readonly text: string
  /** 0 is the line next to the chart */
  readonly line: number
}

/** Room between two texts of a line. */
const GAP = 6

/**
 * Puts texts above their places on as few of `lines` lines as they need, so that none touches another or leaves the
 * chart; those without room are left out. From left to right; O(texts × lines).
 */
export function placeLabels(
  axis: Axis,
  width: number,
  labels: readonly { readonly value: number; readonly text: string }[],
  lines: number,
): PlacedLabel[] {
  const ends: number[] = Array.from({ length: lines }, () => -Infinity)
  return labels.flatMap(({ value, text }) => {
    const room = roomOf(text)
    if (room > width || value < axis.from || value > axis.to) return []
    const middle = Math.min(width - room / 2, Math.max(room / 2, placeOf(axis, value)))
    const line = ends.findIndex((end) => middle - room / 2 >= end + GAP)
    if (line < 0) return []
    ends[line] = middle + room / 2
    return [{ value: valueAt(axis, middle), text, line }]
  })
}
