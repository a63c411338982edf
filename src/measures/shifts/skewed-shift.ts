import { gammaTails } from '../../util/numbers/incomplete-gamma.ts'

/** Skewness below this changes no digit that is told. */
const STRAIGHT = 1e-4

/**
 * Third central moment of a hypergeometric draw: V·(N − 2e)·(N − 2m)/(N·(N − 2)), for N things, e of them marked and m
 * drawn. The numbers need not be whole; 0 where N is 2 or less.
 */
export function hypergeometricSkew(variance: number, marked: number, drawn: number, all: number): number {
  return all <= 2 ? 0 : (variance * (all - 2 * marked) * (all - 2 * drawn)) / (all * (all - 2))
}

/**
 * The two-sided p-value of a sum with a variance and a third moment: the tail of a gamma variable with the same three
 * (Pearson's type III), twice the smaller. Stands in for `exactShift` where rows have weights and counts are not whole.
 */
export function skewedShift(sum: number, variance: number, third: number): number {
  if (!(variance > 0)) return 1
  const skew = third / (variance * Math.sqrt(variance))
  const z = (sum / Math.sqrt(variance)) * (skew < 0 ? -1 : 1)
  const shape = 4 / Math.max(STRAIGHT, Math.abs(skew)) ** 2
  const x = shape + z * Math.sqrt(shape)
  if (x <= 0) return 0
  const { lower, upper } = gammaTails(shape, x)
  return Math.min(1, 2 * Math.min(lower, upper))
}
