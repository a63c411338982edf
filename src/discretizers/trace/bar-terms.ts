import { log2WaysToShareClasses } from '../../measures/description-length.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { describeSides } from '../search/entropy-rule.ts'
import type { Part, Sides } from '../search/top-down.ts'
import type { BarTerm } from './trace-steps.ts'
import { short } from './traced-column.ts'

/** Bits per row to tell the classes. */
export function entropyOf(counts: Float64Array, total: number): number {
  return totalEntropy(counts, total) / total
}

/** The bar of Fayyad and Irani, term by term; `unit` is that of the entropies, 1 for bits. */
export function mdlTerms(sides: Sides, part: Part, candidates: number, unit = 1): BarTerm[] {
  const { whole, left, right } = describeSides(sides, part, unit)
  const { rows, classes: k } = whole
  const told = whole.classes * whole.entropy - left.classes * left.entropy - right.classes * right.entropy
  const n = short(rows)
  return [
    {
      name: 'to name the cut among its candidates',
      formula: 'log2(candidates) / N',
      filled: `log2(${short(candidates)}) / ${n}`,
      value: log2(candidates) / rows,
    },
    {
      name: 'to say which classes lie on which side',
      formula: 'log2(3^k − 2) / N',
      filled: `log2(3^${k} − 2) / ${n}`,
      value: log2WaysToShareClasses(k) / rows,
    },
    {
      name: 'to tell the classes of both sides instead of the whole',
      formula: '−(k·H − k1·H1 − k2·H2) / N',
      filled: `−(${k}·${short(whole.entropy)} − ${left.classes}·${short(left.entropy)} − ${right.classes}·${short(right.entropy)}) / ${n}`,
      value: (0 - told) / rows,
    },
  ]
}

/** A bar of one term. */
export function plainTerm(name: string, formula: string, filled: string, value: number): BarTerm {
  return { name, formula, filled, value }
}
