import type { NumberPart } from '../measures/explained-variance.ts'
import type { Counted } from './binning.ts'

/** Both together. What only one side has is taken as zero on the other. */
export function addCounted(a: Counted, b: Counted): Counted {
  const both = (x: number | undefined, y: number | undefined): number => (x ?? 0) + (y ?? 0)
  const longer = a.classes ?? b.classes
  return {
    count: a.count + b.count,
    ...(a.weight === undefined && b.weight === undefined ? {} : { weight: both(a.weight, b.weight) }),
    ...(longer === undefined ? {} : { classes: longer.map((_, i) => both(a.classes?.[i], b.classes?.[i])) }),
    ...(a.sum === undefined && b.sum === undefined
      ? {}
      : { sum: both(a.sum, b.sum), sumSquares: both(a.sumSquares, b.sumSquares) }),
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

/** A counted slot as Σw, Σwy and Σwy². */
export function numberPart({ count, weight = count, sum = 0, sumSquares = 0 }: Counted): NumberPart {
  return [weight, sum, sumSquares]
}
