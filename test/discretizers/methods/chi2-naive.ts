import fc from 'fast-check'
import type { Chi2Options } from '../../../src/discretizers/methods/chi2.ts'
import { chiSquareQuantileOfTail } from '../../../src/measures/distributions/chi-square-distribution.ts'

/** An interval of a column: its smallest and largest value, and Σw per class. */
export interface Interval {
  readonly lo: number
  readonly hi: number
  readonly counts: readonly number[]
}

export const DEFAULTS: Chi2Options = {
  startLevel: 0.5,
  delta: 0.05,
  absolute: false,
  expectedFloor: 0.5,
  addToCounts: 0,
  start: 'boundaries',
  mergeEqual: false,
  maxBins: null,
  variant: 'original',
}

const LEVELS = [0.5, 0.25, 0.2, 0.1, 0.05, 0.025, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001]

/** The bar of a step: down the list of levels, then a quarter more each time. */
export function naiveBar(step: number, startLevel: number, classes: number): number {
  if (classes < 2) return Infinity
  const levels = [startLevel, ...LEVELS.filter((level) => level < startLevel)]
  const last = levels.length - 1
  let bar = chiSquareQuantileOfTail(levels[Math.min(step, last)], classes - 1)
  for (let more = last; more < step; more++) bar *= 1.25
  return bar
}

/** χ² of two neighbours by definition. */
function chiSquare(a: Interval, b: Interval, { expectedFloor, addToCounts }: Chi2Options): number {
  const table = [a, b].map(({ counts }) => counts.map((count) => count + addToCounts))
  const totals = table.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  let sum = 0
  for (let c = 0; c < a.counts.length; c++) {
    const column = table[0][c] + table[1][c]
    if (column === 0) continue
    for (const [i, counts] of table.entries()) {
      const expected = (totals[i] * column) / (totals[0] + totals[1])
      sum += (counts[c] - expected) ** 2 / Math.max(expected, expectedFloor)
    }
  }
  return sum
}

/** The intervals merging starts from: distinct values, or with neighbours of one and the same class joined. */
export function startIntervals(
  x: readonly number[],
  y: readonly string[],
  w: readonly number[],
  options: Chi2Options,
): Interval[] {
  const classes = [...new Set(y)]
  const values = [...new Set(x)].toSorted((a, b) => a - b)
  const cells = values.map((value) => ({
    lo: value,
    hi: value,
    counts: classes.map((name) => x.reduce((sum, v, row) => sum + (v === value && y[row] === name ? w[row] : 0), 0)),
  }))
  if (options.start === 'distinct') return cells
  const only = ({ counts }: Interval): number =>
    counts.filter((count) => count > 0).length === 1 ? counts.findIndex((count) => count > 0) : -1
  return cells.reduce<Interval[]>((joined, cell) => {
    const last = joined.at(-1)
    return last !== undefined && only(last) >= 0 && only(last) === only(cell)
      ? [...joined.slice(0, -1), join(last, cell)]
      : [...joined, cell]
  }, [])
}

function join(a: Interval, b: Interval): Interval {
  return { lo: a.lo, hi: b.hi, counts: a.counts.map((count, c) => count + b.counts[c]) }
}

/**
 * ChiMerge from the start at one bar, or down to so many bins: all pairs are looked at again after every merge. What is
 * within rounding of the bar is passed over.
 */
export function naiveMerge(start: readonly Interval[], bar: number, options: Chi2Options, most = Infinity): Interval[] {
  let intervals = [...start]
  while (intervals.length > 1) {
    const scores = intervals.slice(1).map((interval, i) => chiSquare(intervals[i], interval, options))
    const least = Math.min(...scores)
    fc.pre(Math.abs(least - bar) > 1e-9)
    if (least > bar && intervals.length <= most) break
    const at = scores.findIndex((score) => score <= least + 1e-10 * least)
    intervals = intervals.toSpliced(at, 2, join(intervals[at], intervals[at + 1]))
  }
  return intervals
}

/** Σw of the rows outside the largest class of those with the same key. */
export function inconsistentRows(keys: readonly string[], y: readonly string[], w: readonly number[]): number {
  const groups = new Map<string, Map<string, number>>()
  keys.forEach((key, row) => {
    const group = groups.get(key) ?? new Map<string, number>()
    groups.set(key, group.set(y[row], (group.get(y[row]) ?? 0) + w[row]))
  })
  return [...groups.values()].reduce((sum, group) => {
    const sizes = [...group.values()]
    return sum + sizes.reduce((a, b) => a + b, 0) - Math.max(...sizes)
  }, 0)
}

/** Whether so many rows are allowed, with those of the raw values. What is within rounding of delta is passed over. */
export function naiveAllows(inconsistent: number, raw: number, total: number, options: Chi2Options): boolean {
  const rate = (inconsistent - (options.absolute ? 0 : raw)) / total
  if (rate === 0) return true
  fc.pre(rate === options.delta || Math.abs(rate - options.delta) > 1e-9)
  return rate < options.delta
}

/** The cuts between intervals. */
export function cutsOf(intervals: readonly Interval[]): number[] {
  return intervals.slice(1).map(({ lo }, i) => (intervals[i].hi + lo) / 2)
}

/** Whether one is worse than the other by the measure of a variant. */
export function naiveIsRougher(now: Rough, raw: Rough, variant: string): boolean {
  return variant === 'modified' ? now.mixed > raw.mixed : now.error > raw.error + 1e-12 || now.halves > raw.halves
}

interface Rough {
  readonly mixed: number
  readonly error: number
  readonly halves: number
}

/** What the variants keep from growing, by groups of rows with the same key. */
export function naiveRoughness(
  keys: readonly string[],
  y: readonly string[],
  w: readonly number[] = y.map(() => 1),
): Rough {
  const rough = { mixed: 0, error: 0, halves: 0 }
  for (const key of new Set(keys)) {
    const sum = (name: string | null): number =>
      keys.reduce((all, own, row) => all + (own === key && (name === null || y[row] === name) ? w[row] : 0), 0)
    const total = sum(null)
    const shares = [...new Set(y)].map((name) => sum(name) / total)
    if (shares.filter((share) => share > 0).length > 1) rough.mixed += total
    if (shares.includes(0.5)) rough.halves += total
    const errors = shares.filter((share) => share !== 0.5).map((share) => (share < 0.5 ? share : 1 - share))
    rough.error = Math.max(rough.error, ...errors)
  }
  return rough
}
