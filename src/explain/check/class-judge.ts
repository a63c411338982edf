import { chiSquare } from '../../measures/chi-square.ts'
import { chiSquareTail } from '../../measures/distributions/chi-square-distribution.ts'
import { hypergeometricTail } from '../../measures/distributions/hypergeometric.ts'
import { type Judge, type RowTally, type Tally, without } from './judge.ts'
import type { WeighedRows } from './weighed-rows.ts'

/** Rows of a range and how many of them are of the goal class. */
export interface GoalCount {
  readonly rows: number
  readonly goalRows: number
  /** the goal's part of the rows, or of their weight; 0 without rows */
  readonly rate: number
}

/** What is said of a class in a range beside all rows. */
export interface GoalFacts {
  /** rate / overall */
  readonly lift: number
  /** part of the goal that lies in the range */
  readonly coverage: number
}

/** Channels per class: rows, their weight, and squared weights of units. */
const PER_CLASS = 3

/** Adds rows by class. */
export function classTally(codes: Int32Array, classCount: number, { weights, squares }: WeighedRows): RowTally {
  return {
    channels: PER_CLASS * classCount,
    add(into, at, row) {
      const code = codes[row]
      into[at + code]++
      into[at + classCount + code] += weights === null ? 1 : weights[row]
      into[at + 2 * classCount + code] += squares === null ? 1 : squares[row]
    },
  }
}

/** Rows, weight and squared weights of the goal, or of everything. */
interface Mass {
  readonly rows: number
  readonly weight: number
  readonly squares: number
}

/**
 * Judges a class by Fisher's exact test, one-sided. Where rows have weights or are copies of each other, the test is of
 * effective rows: as many as would vary as much. Effective rows are rounded against the goal, so a range is never
 * believed because of it; rows that all weigh the same and are copied as often give the counts without copies.
 */
export function classJudge(goal: number, classCount: number): Judge<GoalCount, GoalFacts> {
  const mass = (tally: Tally, code: number): Mass => ({
    rows: tally[code],
    weight: tally[classCount + code],
    squares: tally[2 * classCount + code],
  })
  const whole = (tally: Tally): Mass => {
    const sum = { rows: 0, weight: 0, squares: 0 }
    for (let code = 0; code < classCount; code++) {
      sum.rows += tally[code]
      sum.weight += tally[classCount + code]
      sum.squares += tally[2 * classCount + code]
    }
    return sum
  }
  const value = (tally: Tally): number => {
    const { weight } = whole(tally)
    return weight > 0 ? mass(tally, goal).weight / weight : 0
  }
  const effectiveRows = (part: Tally, all: Tally): number => {
    const overall = value(all)
    const [ofAll, own] = [heaviness(mass(all, goal), whole(all)), heaviness(mass(part, goal), whole(part))]
    const goals = Math.max(ofAll.marked, own.marked)
    const others = Math.max(ofAll.others, own.others)
    const typical = goals * (1 - overall) + others * overall
    return typical > 0 ? whole(part).weight / typical : 0
  }
  const plain = (tally: Tally): boolean => {
    const { rows, weight, squares } = whole(tally)
    return rows === weight && rows === squares
  }
  const lead = (inside: Tally, all: Tally): number => value(inside) - value(all)
  return {
    count: (tally) => ({ rows: whole(tally).rows, goalRows: mass(tally, goal).rows, rate: value(tally) }),
    value,
    lead,
    mostFrequent(inside) {
      const { weight } = mass(inside, goal)
      for (let code = 0; code < classCount; code++) {
        if (code !== goal && mass(inside, code).weight >= weight) return false
      }
      return true
    },
    chance(inside, all) {
      if (plain(all)) {
        const drawn = { all: whole(all).rows, marked: mass(all, goal).rows, drawn: whole(inside).rows }
        return hypergeometricTail(mass(inside, goal).rows, drawn)
      }
      const others = without(all, inside)
      const [drawn, left] = [wholeRows(effectiveRows(inside, all)), wholeRows(effectiveRows(others, all))]
      const hits = wholeRows(value(inside) * drawn)
      const marked = hits + Math.ceil(value(others) * left - NEARLY)
      return hypergeometricTail(hits, { all: drawn + left, marked, drawn })
    },
    score(inside, all) {
      const overall = value(all)
      const [rows, total] = plain(all)
        ? [whole(inside).rows, whole(all).rows]
        : [effectiveRows(inside, all), effectiveRows(all, all)]
      const spread = rows * overall * (1 - overall) * ((total - rows) / (total - 1))
      return spread > 0 ? (value(inside) * rows - rows * overall) / Math.sqrt(spread) : 0
    },
    facts: (inside, all) => ({
      lift: value(inside) / value(all),
      coverage: mass(inside, goal).weight / mass(all, goal).weight,
    }),
  }
}

/** Sums of weights may miss a whole number by rounding. */
const NEARLY = 1e-9

function wholeRows(rows: number): number {
  return Math.floor(rows + NEARLY)
}

/** What one observation weighs on average, counted by weight: of the goal, and of the rest. */
function heaviness(goal: Mass, all: Mass): { marked: number; others: number } {
  const rest = { weight: all.weight - goal.weight, squares: all.squares - goal.squares }
  return {
    marked: goal.weight > 0 ? goal.squares / goal.weight : 0,
    others: rest.weight > 0 ? rest.squares / rest.weight : 0,
  }
}

/** Chance of levels so different in their classes, if they said nothing: χ² test over so many rows per weight. */
export function classesAlike(levels: readonly Tally[], classCount: number, rowsPerWeight: number): number {
  const rows = levels.map((tally) => tally.subarray(classCount, 2 * classCount).map((weight) => weight * rowsPerWeight))
  const present = Array.from({ length: classCount }, (_, c) => rows.some((counts) => counts[c] > 0))
  const freedom = (levels.length - 1) * (present.filter(Boolean).length - 1)
  return freedom > 0 ? chiSquareTail(chiSquare(rows), freedom) : 1
}
