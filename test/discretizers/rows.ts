import fc from 'fast-check'
import type { ColumnView } from '../../src/discretizers/column-view.ts'

/** Rows by column, as `summarize` takes them. */
export interface Rows {
  readonly x: number[]
  readonly y: string[]
  readonly w: number[]
}

/** 27 numbers with many zeros and a long tail, as in Gama and Pinto's text. */
export const SKEWED = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 10, 20, 40, 80, 100]

const CLASSES = ['a', 'b', 'c', 'd']

/**
 * Rows whose class mostly depends on the zone of their value, so that cuts are found; many values are equal, two to
 * four classes, weights drawn from a list.
 */
export function anyRows(weights: readonly number[] = [1]): fc.Arbitrary<Rows> {
  const row = (classCount: number): fc.Arbitrary<{ x: number; noise: number; other: number; w: number }> =>
    fc.record({
      x: fc.integer({ min: -6, max: 11 }),
      noise: fc.integer({ min: 0, max: 7 }),
      other: fc.integer({ min: 0, max: classCount - 1 }),
      w: fc.constantFrom(...weights),
    })
  return fc.integer({ min: 2, max: 4 }).chain((classCount) =>
    fc
      .record({
        zones: fc.array(fc.integer({ min: 0, max: classCount - 1 }), { minLength: 6, maxLength: 6 }),
        rows: fc.array(row(classCount), { minLength: 1, maxLength: 60, size: 'max' }),
      })
      .map(({ zones, rows }) => ({
        x: rows.map(({ x }) => x / 10),
        y: rows.map(({ x, noise, other }) => CLASSES[noise === 0 ? other : zones[Math.floor((x + 6) / 3)]]),
        w: rows.map(({ w }) => w),
      })),
  )
}

/** A view with one cell per value, for searches that look at nothing else. `counts` has one list of classes per cell. */
export function viewOf(values: readonly number[], counts: readonly (readonly number[])[]): ColumnView {
  const weights = Float64Array.from(counts, (classes) => classes.reduce((a, b) => a + b, 0))
  const lo = Float64Array.from(values)
  return {
    size: values.length,
    lo,
    hi: lo,
    lowest: lo[0] ?? Number.NaN,
    highest: lo.at(-1) ?? Number.NaN,
    weights,
    total: weights.reduce((a, b) => a + b, 0),
    counts: Float64Array.from(counts.flat()),
    classCount: counts[0]?.length ?? 0,
    distinct: values.length,
    weighted: false,
  }
}
