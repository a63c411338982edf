import { totalEntropy } from '../../../measures/entropy.ts'
import type { PartStep } from '../../../discretizers/trace/trace-steps.ts'
import type { DrawnColumn } from './drawn-column.ts'

/** How mixed classes are: by entropy in bits or in nats, or by gini; null where it is measured otherwise. */
export type Disorder = 'bits' | 'nats' | 'gini' | 'spread' | null

/** Bits per row to tell the classes. */
export function entropyOf(classes: readonly number[]): number {
  const rows = classes.reduce((sum, count) => sum + count, 0)
  return rows > 0 ? Math.max(0, totalEntropy(classes, rows) / rows) : 0
}

function giniOf(classes: readonly number[]): number {
  const rows = classes.reduce((sum, count) => sum + count, 0)
  return classes.reduce((left, count) => left - (count / rows) ** 2, 1)
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

/** Which measure gave the disorder of a part, found from its counts. */
export function disorderOf({ part }: Pick<PartStep, 'part'>): Disorder {
  const { classes, disorder } = part
  if (disorder === null) return null
  if (classes === null) return 'spread'
  const bits = entropyOf(classes)
  if (near(disorder, bits)) return 'bits'
  if (near(disorder, bits * Math.LN2)) return 'nats'
  return near(disorder, giniOf(classes)) ? 'gini' : null
}

/**
 * The gain at every place of a part, also where the method need not look since the class does not change there. Empty
 * where the scores are not entropy before less entropy after. O(values of the part).
 */
export function placesBetween(column: DrawnColumn, step: PartStep): { cut: number; score: number }[] {
  const { part, candidates } = step
  const { values, classes, counts } = column.start
  const unit = disorderOf(step)
  if ((unit !== 'bits' && unit !== 'nats') || classes === null || part.classes === null || part.disorder === null)
    return []
  const scale = unit === 'bits' ? 1 : Math.LN2
  const before = part.disorder
  const below = part.classes.map(() => 0)
  const known = new Map(candidates.map(({ below: value, score }) => [value, score]))
  const found: { cut: number; score: number }[] = []
  let rows = 0
  for (let i = values.findIndex((value) => value >= part.lo); i >= 0 && values[i] < part.hi; i++) {
    rows += counts[i]
    classes[i].forEach((count, c) => (below[c] += count))
    const above = part.classes.map((count, c) => count - below[c])
    const after = (rows * entropyOf(below) + (part.rows - rows) * entropyOf(above)) / part.rows
    const score = before - after * scale
    const candidate = known.get(values[i])
    if (candidate === undefined) found.push({ cut: (values[i] + values[i + 1]) / 2, score: Math.max(0, score) })
    // Another measure than this one: what was found is not what the method sees.
    else if (candidate !== null && !near(candidate, score)) return []
  }
  return found
}
