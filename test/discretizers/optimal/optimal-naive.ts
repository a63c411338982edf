import type { OptimalOptions } from '../../../src/discretizers/methods/optimal.ts'
import { chiSquare } from '../../../src/measures/chi-square.ts'
import { chiSquareTail } from '../../../src/measures/distributions/chi-square-distribution.ts'
import { entropy } from '../../../src/measures/entropy.ts'
import { informationValueTerm } from '../../../src/measures/weight-of-evidence.ts'

/** One value, or one level, with its weight and its target: weights per class, or the rows themselves. */
export interface NaiveCell {
  readonly classes: readonly number[]
  readonly rows: readonly { readonly y: number; readonly w: number }[]
}

/** A column as the naive search sees it: `event` is a class, −1 without one, or null for a numeric target. */
export interface NaiveColumn {
  readonly cells: readonly NaiveCell[]
  readonly event: number | null
}

/** What is asked of a binning, with mandatory cuts as boundaries between cells. */
export type NaiveLimits = Omit<OptimalOptions, 'mandatory' | 'maxPValue' | 'prebins'> & {
  readonly maxPValue: number | null
  readonly mandatory: readonly number[]
}

interface NaiveBin {
  readonly weight: number
  readonly events: number
  readonly rate: number
  readonly score: number
  readonly classes: readonly number[]
  readonly mean: number
  readonly variance: number
}

/** Boundaries, score, and the difference up to which scores are equal. */
export interface NaiveBinning {
  readonly bounds: readonly number[]
  readonly score: number
  readonly tie: number
}

const sum = (list: readonly number[]): number => list.reduce((total, x) => total + x, 0)
const TIE = 1e-12

/**
 * The best binning by going through all of them: the highest score; of equals the fewest bins, then the leftmost cuts.
 * Null when none keeps the limits. Everything is computed from its definition.
 */
export function naiveOptimal(column: NaiveColumn, limits: NaiveLimits): NaiveBinning | null {
  const size = column.cells.length
  const { binAt, all, least, rateStep } = measureBins(column, limits)
  const mayBe = remembered((from, to) => {
    const spans = limits.mandatory.some((bound) => from < bound && bound < to)
    return !spans && keepsLimits(binAt(from, to), all, column, limits)
  })
  const mayFollow = remembered((from, middle, to) => {
    const [a, b] = [binAt(from, middle), binAt(middle, to)]
    if (Math.abs(a.rate - b.rate) < limits.minRateDifference - rateStep) return false
    return limits.maxPValue === null || pValue(a, b, column, rateStep) <= limits.maxPValue * (1 + 1e-10)
  })
  const found: NaiveBinning[] = []
  const bounds = [0]
  const visit = (score: number): void => {
    const [before, from] = [bounds.at(-2), bounds[bounds.length - 1]]
    if (from === size) {
      const rates = bounds.slice(1).map((to, i) => binAt(bounds[i], to).rate)
      const enough = rates.length >= Math.min(limits.minBins, size) && rates.length <= limits.maxBins
      if (enough && hasTrend(rates, limits.trend, rateStep)) found.push({ bounds: [...bounds], score, tie: least })
    }
    for (let to = from + 1; to <= size; to++) {
      if (!mayBe(from, to) || (before !== undefined && !mayFollow(before, from, to))) continue
      bounds.push(to)
      visit(score + binAt(from, to).score)
      bounds.pop()
    }
  }
  visit(0)
  if (found.length === 0) return null
  const top = Math.max(...found.map(({ score }) => score))
  const tie = Math.max(least, TIE * top)
  const fewest = Math.min(...found.filter(({ score }) => score >= top - tie).map((one) => one.bounds.length))
  const few = found.filter((one) => one.bounds.length === fewest)
  const floor = Math.max(...few.map(({ score }) => score)) - tie
  const [best] = few
    .filter(({ score }) => score >= floor)
    .toSorted((a, b) => a.bounds.reduce((order, bound, i) => order || bound - b.bounds[i], 0))
  return best
}

/** The same function, which computes each answer once. */
function remembered<T>(compute: (a: number, b: number, c: number) => T): (a: number, b: number, c?: number) => T {
  const known: T[] = []
  return (a, b, c = 0) => (known[(a * 16 + b) * 16 + c] ??= compute(a, b, c))
}

function keepsLimits({ weight, events }: NaiveBin, all: number, { event }: NaiveColumn, limits: NaiveLimits): boolean {
  const atLeast = (amount: number, least: number): boolean => amount >= least * (1 - TIE)
  if (!atLeast(weight, limits.minShare * all)) return false
  if (event === null || event < 0) return true
  return atLeast(events, limits.minEvents) && atLeast(weight - events, limits.minNonEvents)
}

function hasTrend(rates: readonly number[], trend: NaiveLimits['trend'], step: number): boolean {
  const up = (from: number, to: number): boolean =>
    rates.slice(from, to + 1).every((rate, i, part) => i === 0 || rate >= part[i - 1] - step)
  const down = (from: number, to: number): boolean =>
    rates.slice(from, to + 1).every((rate, i, part) => i === 0 || rate <= part[i - 1] + step)
  const last = rates.length - 1
  const bend = (i: number): number => rates[i] - 2 * rates[i - 1] + rates[i - 2]
  const bends = rates.map((_, i) => i).slice(2)
  if (trend === 'ascending') return up(0, last)
  if (trend === 'descending') return down(0, last)
  if (trend === 'auto') return up(0, last) || down(0, last)
  if (trend === 'peak') return rates.some((_, turn) => up(0, turn) && down(turn, last))
  if (trend === 'valley') return rates.some((_, turn) => down(0, turn) && up(turn, last))
  if (trend === 'convex') return bends.every((i) => bend(i) >= -step)
  if (trend === 'concave') return bends.every((i) => bend(i) <= step)
  return true
}

function pValue(a: NaiveBin, b: NaiveBin, { cells, event }: NaiveColumn, rateStep: number): number {
  if (event === null) {
    if (a.weight <= 1 || b.weight <= 1 || Math.abs(a.mean - b.mean) <= rateStep) return 1
    const error = a.variance / a.weight + b.variance / b.weight
    return error < 1e-20 ? 0 : chiSquareTail((a.mean - b.mean) ** 2 / error, 1)
  }
  if (event < 0) {
    const present = cells[0].classes.filter((_, c) => cells.some(({ classes }) => classes[c] > 0)).length
    return chiSquareTail(chiSquare([a.classes, b.classes]), Math.max(1, present - 1))
  }
  const pooled = (a.events + b.events) / (a.weight + b.weight)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.weight + 1 / b.weight))
  return error === 0 ? 1 : chiSquareTail(((a.rate - b.rate) / error) ** 2, 1)
}

function measureBins(
  { cells, event }: NaiveColumn,
  { objective }: NaiveLimits,
): { binAt: (from: number, to: number) => NaiveBin; all: number; least: number; rateStep: number } {
  const allClasses = (cells[0]?.classes ?? []).map((_, c) => sum(cells.map(({ classes }) => classes[c])))
  const allRows = cells.flatMap(({ rows }) => rows)
  const allWeight = sum(allRows.map(({ w }) => w))
  const allMean = sum(allRows.map(({ y, w }) => y * w)) / allWeight
  const constant = allRows.every(({ y }) => y === allRows[0].y)
  const variation = sum(allRows.map(({ y, w }) => w * (y - allMean) ** 2))
  const wholeEvent = event === null || event < 0 ? 0 : allClasses[event]
  const whole = { event: wholeEvent, rest: sum(allClasses) - wholeEvent }

  const measure = (from: number, to: number): NaiveBin => {
    const part = cells.slice(from, to)
    const classes = allClasses.map((_, c) => sum(part.map((cell) => cell.classes[c])))
    if (event === null) {
      const rows = part.flatMap((cell) => cell.rows)
      const weight = sum(rows.map(({ w }) => w))
      const mean = constant ? 0 : sum(rows.map(({ y, w }) => y * w)) / weight - allMean
      const variance = sum(rows.map(({ y, w }) => w * (y - allMean - mean) ** 2)) / (weight - 1)
      const score = weight * mean ** 2
      return { weight, events: 0, rate: mean, score, classes, mean, variance }
    }
    const weight = sum(classes)
    const events = event < 0 ? 0 : classes[event]
    const bin = { event: events, rest: weight - events }
    const oneClass = whole.event === 0 || whole.rest === 0
    const score =
      objective === 'iv'
        ? oneClass
          ? 0
          : informationValueTerm(bin, whole)
        : weight * (entropy(allClasses) - entropy(classes))
    return { weight, events, rate: events / weight, score, classes, mean: 0, variance: 0 }
  }
  const binAt = remembered(measure)
  const all = event === null ? allWeight : sum(allClasses)
  if (event === null) {
    const largest = Math.max(...cells.map((_, i) => Math.abs(binAt(i, i + 1).mean)))
    return { binAt, all, least: constant ? 0 : TIE * variation, rateStep: TIE * largest }
  }
  return { binAt, all, least: TIE * (objective === 'iv' ? 1 : all * entropy(allClasses)), rateStep: TIE }
}
