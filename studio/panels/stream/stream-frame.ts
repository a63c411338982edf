import type { NumberColumn } from '../../../src/index.ts'

/** An axis of values and where it is drawn. */
export interface Frame {
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
}

/** The values of the whole column without far tails, so that the axis stays while the stream goes on. */
export function frameOf({ shape, range }: NumberColumn, left: number, right: number): Frame {
  const [from, to] = shape === null ? (range ?? [0, 1]) : [shape.from, shape.to]
  return { from, to: to > from ? to : from + 1, left, right }
}

/** Where a value is drawn; those beyond the ends are drawn at them. */
export function placeIn({ from, to, left, right }: Frame, value: number): number {
  const part = (value - from) / (to - from)
  return left + Math.max(0, Math.min(1, part)) * (right - left)
}
