import type { Counted } from './binning.ts'

/** Both together. What only one side has is taken as zero on the other. */
export function addCounted(a: Counted, b: Counted): Counted {
  const both = (x: number | undefined, y: number | undefined): number => (x ?? 0) + (y ?? 0)
  return {
    count: a.count + b.count,
    ...(b.weight === undefined ? {} : { weight: both(a.weight, b.weight) }),
    ...(b.classes === undefined ? {} : { classes: b.classes.map((count, i) => both(a.classes?.[i], count)) }),
    ...(b.sum === undefined ? {} : { sum: both(a.sum, b.sum), sumSquares: both(a.sumSquares, b.sumSquares) }),
  }
}

/** Nothing counted, with the same fields. */
export function zeroLike({ weight, classes, sum }: Counted): Counted {
  return {
    count: 0,
    ...(weight === undefined ? {} : { weight: 0 }),
    ...(classes === undefined ? {} : { classes: classes.map(() => 0) }),
    ...(sum === undefined ? {} : { sum: 0, sumSquares: 0 }),
  }
}
