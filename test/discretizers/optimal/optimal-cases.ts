import type { OptimalOptions } from '../../../src/discretizers/methods/optimal.ts'
import { type Random, random } from '../../../src/util/random.ts'
import type { NaiveColumn, NaiveLimits } from './optimal-naive.ts'

/** A small random column: rows of values 0, 1, 2 … with a target and weights, and the same by value. */
export interface Case {
  readonly x: number[]
  readonly y: (string | number)[]
  readonly w: number[] | undefined
  readonly event: string | undefined
  readonly column: NaiveColumn
}

export type Objective = 'information' | 'iv' | 'variance'
/** Limits that can be asked for, by the name of the option. */
export const LIMITS = [
  'minBins',
  'maxBins',
  'minShare',
  'minEvents',
  'minNonEvents',
  'minRateDifference',
  'maxPValue',
  'mandatory',
  'trend',
] as const
export type LimitName = (typeof LIMITS)[number]

export const UNLIMITED: Omit<NaiveLimits, 'objective'> = {
  minBins: 1,
  maxBins: 50,
  minShare: 0,
  minEvents: 0,
  minNonEvents: 0,
  minRateDifference: 0,
  maxPValue: null,
  trend: 'none',
  mandatory: [],
}

const CLASSES = ['a', 'b', 'c', 'd']
const WEIGHTS = [0.1, 0.25, 0.3, 0.5, 1, 1.5, 2.7]
const TRENDS = ['ascending', 'descending', 'auto', 'peak', 'valley', 'convex', 'concave'] as const
const pick = <T>({ integer }: Random, list: readonly T[]): T => list[integer(list.length)]

/** `many` classes mean three or four without an event; a case of a number gives targets on a coarse grid, so that means tie. */
export function makeCase(seed: number, objective: Objective, many: boolean): Case {
  const draw = random(seed)
  const { integer, next } = draw
  // Four to twelve values, mostly few: every further one doubles the binnings to look at.
  const size = 4 + Math.min(integer(9), integer(9))
  const weighted = next() < 0.4
  const classes = many ? 3 + integer(2) : 2
  const event = !many && next() < 0.3 ? pick(draw, CLASSES.slice(0, 2)) : undefined
  const rows: { x: number; y: string | number; w: number }[] = []
  // Columns with one row each, few rows, or many; classes by a wave, by chance, or the same everywhere.
  const [most, kind] = [pick(draw, [1, 3, 12]), integer(4)]
  for (let x = 0; x < size; x++) {
    const tilt = kind === 0 ? 0.5 : kind === 1 ? (x + 0.5) / size : Math.abs(((x * kind) % size) / size - 0.5) * 2
    for (let i = 1 + integer(most); i > 0; i--) {
      const high = next() < tilt
      const label =
        classes === 2 ? (high ? 'b' : 'a') : CLASSES[Math.min(classes - 1, integer(classes) + (high ? 1 : 0))]
      const y = objective === 'variance' ? (high ? 4 : 0) + integer(5) / 4 : label
      rows.push({ x, y, w: weighted ? pick(draw, WEIGHTS) : 1 })
    }
  }
  const labels = [...new Set(rows.map(({ y }) => String(y)))].toSorted()
  const known = event !== undefined && labels.includes(event) ? event : undefined
  const at = objective === 'variance' ? null : (known ?? (labels.length === 2 ? labels[1] : ''))
  const cells = Array.from({ length: size }, (_, x) => {
    const own = rows.filter((row) => row.x === x)
    if (objective === 'variance') return { classes: [], rows: own.map(({ y, w }) => ({ y: Number(y), w })) }
    const byClass = labels.map((label) => own.reduce((sum, { y, w }) => sum + (y === label ? w : 0), 0))
    return { classes: byClass, rows: [] }
  })
  return {
    x: rows.map((row) => row.x),
    y: rows.map((row) => row.y),
    w: weighted ? rows.map((row) => row.w) : undefined,
    event: known,
    column: { cells, event: at === null ? null : labels.indexOf(at) },
  }
}

/** Random values for some limits; mandatory cuts are boundaries. */
export function makeLimits(seed: number, names: readonly LimitName[], { column }: Case): Partial<NaiveLimits> {
  const draw = random(seed + 7)
  const { integer } = draw
  const size = column.cells.length
  const numeric = column.event === null
  const all: NaiveLimits = {
    ...UNLIMITED,
    objective: 'auto',
    minBins: 2 + integer(5),
    maxBins: 1 + integer(6),
    minShare: pick(draw, [0.05, 0.1, 0.2, 0.25, 1 / 3, 0.5, 0.7]),
    minEvents: pick(draw, [0.5, 1, 2, 5]),
    minNonEvents: pick(draw, [0.5, 1, 2, 5]),
    minRateDifference: pick(draw, numeric ? [0.25, 1, 2] : [0.1, 0.25, 0.5]),
    maxPValue: pick(draw, [0.001, 0.05, 0.2, 0.5, 1]),
    trend: pick(draw, TRENDS),
    mandatory: [...new Set([1 + integer(size - 1), 1 + integer(size - 1)])]
      .slice(0, 1 + integer(2))
      .toSorted((a, b) => a - b),
  }
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

/** The options of a fit for limits on boundaries; the mandatory cuts lie anywhere in their gaps, at values too. */
export function optionsFor(objective: Objective, limits: NaiveLimits, seed: number): Partial<OptimalOptions> {
  const { integer } = random(seed + 99)
  return { ...limits, objective, mandatory: limits.mandatory.map((bound) => bound - integer(4) / 4) }
}
