import { chiSquare } from '../../measures/chi-square.ts'
import { chiSquareTail } from '../../measures/distributions/chi-square-distribution.ts'
import { hypergeometricTail } from '../../measures/distributions/hypergeometric.ts'
import { HALF } from './hold-out.ts'
import { type Judge, type PlainTally, type RowTally, type Tally, without } from './judge.ts'
import type { WeighedRows } from './weighed-rows.ts'

/** Rows of a range and how many of them are of the goal class. */
export interface GoalCount {
  /** rows in the range */
  readonly rows: number
  /** those of them that are of the goal class */
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
export function classTally(
  codes: Int32Array,
  classCount: number,
  { weights, squares }: WeighedRows,
  halves: Uint8Array,
): RowTally {
  const countsOnce = weights === null && squares === null
  return {
    channels: PER_CLASS * classCount,
    plain: countsOnce ? { classCount, groups: groupsOf(codes, classCount, halves) } : null,
    add(into, at, row) {
      const code = codes[row]
      into[at + code]++
      into[at + classCount + code] += weights === null ? 1 : weights[row]
      into[at + 2 * classCount + code] += squares === null ? 1 : squares[row]
    },
  }
}

/** The group of each row by its half and class. */
function groupsOf(codes: Int32Array, classCount: number, halves: Uint8Array): PlainTally['groups'] {
  const none = 2 * classCount
  const groups = none <= 255 ? new Uint8Array(codes.length) : new Int32Array(codes.length)
  for (let row = 0; row < groups.length; row++) {
    groups[row] = halves[row] === HALF.none ? none : (halves[row] - HALF.found) * classCount + codes[row]
  }
  return groups
}

/** Rows, weight and squared weights of the goal, or of everything. */
interface Mass {
  readonly rows: number
  readonly weight: number
  readonly squares: number
}

/** Of one class, by its number, and of all classes. */
interface Masses {
  readonly goal: Mass
  readonly all: Mass
}

function massOf(tally: Tally, code: number): Mass {
  const classCount = tally.length / PER_CLASS
  return { rows: tally[code], weight: tally[classCount + code], squares: tally[2 * classCount + code] }
}

function massesOf(tally: Tally, goal: number): Masses {
  const sum = { rows: 0, weight: 0, squares: 0 }
  for (let code = 0; code < tally.length / PER_CLASS; code++) {
    const own = massOf(tally, code)
    sum.rows += own.rows
    sum.weight += own.weight
    sum.squares += own.squares
  }
  return { goal: massOf(tally, goal), all: sum }
}

function rateOf({ goal, all }: Masses): number {
  return all.weight > 0 ? goal.weight / all.weight : 0
}

/** Whether every row weighs 1 and is no copy. */
function isPlain({ all: { rows, weight, squares } }: Masses): boolean {
  return rows === weight && rows === squares
}

/** How many plain rows would vary as much as these do, if the goal had its overall share in them. */
function effectiveRows(part: Masses, whole: Masses): number {
  const overall = rateOf(whole)
  const [ofWhole, own] = [heaviness(whole), heaviness(part)]
  const goals = Math.max(ofWhole.goal, own.goal)
  const others = Math.max(ofWhole.others, own.others)
  const typical = goals * (1 - overall) + others * overall
  return typical > 0 ? part.all.weight / typical : 0
}

/**
 * Judges a class by Fisher's exact test, one-sided. Where rows have weights or are copies of each other, the test is of
 * effective rows: as many as would vary as much. Effective rows are rounded against the goal, so a range is never
 * believed because of it; rows that all weigh the same and are copied as often give the counts without copies.
 */
export function classJudge(goal: number, classCount: number): Judge<GoalCount, GoalFacts> {
  const value = (tally: Tally): number => rateOf(massesOf(tally, goal))
  return {
    count(tally) {
      const own = massesOf(tally, goal)
      return { rows: own.all.rows, goalRows: own.goal.rows, rate: rateOf(own) }
    },
    value,
    lead: (inside, all) => value(inside) - value(all),
    mostFrequent(inside) {
      const { weight } = massOf(inside, goal)
      for (let code = 0; code < classCount; code++) {
        if (code !== goal && massOf(inside, code).weight >= weight) return false
      }
      return true
    },
    chance: (inside, all) =>
      chanceOf(massesOf(inside, goal), massesOf(all, goal), massesOf(without(all, inside), goal)),
    score(inside, all) {
      const [own, whole] = [massesOf(inside, goal), massesOf(all, goal)]
      const overall = rateOf(whole)
      const [rows, total] = isPlain(whole)
        ? [own.all.rows, whole.all.rows]
        : [effectiveRows(own, whole), effectiveRows(whole, whole)]
      const spread = rows * overall * (1 - overall) * ((total - rows) / (total - 1))
      return spread > 0 ? (rateOf(own) * rows - rows * overall) / Math.sqrt(spread) : 0
    },
    facts: (inside, all) => ({
      lift: value(inside) / value(all),
      coverage: massOf(inside, goal).weight / massOf(all, goal).weight,
    }),
  }
}

function chanceOf(inside: Masses, whole: Masses, others: Masses): number {
  if (isPlain(whole)) {
    const draw = { all: whole.all.rows, marked: whole.goal.rows, drawn: inside.all.rows }
    return hypergeometricTail(inside.goal.rows, draw)
  }
  const [drawn, left] = [wholeRows(effectiveRows(inside, whole)), wholeRows(effectiveRows(others, whole))]
  const hits = wholeRows(rateOf(inside) * drawn)
  const marked = hits + Math.ceil(rateOf(others) * left - NEARLY)
  return hypergeometricTail(hits, { all: drawn + left, marked, drawn })
}

/** Sums of weights may miss a whole number by rounding. */
const NEARLY = 1e-9

function wholeRows(rows: number): number {
  return Math.floor(rows + NEARLY)
}

/** What one observation weighs on average, counted by weight: of the goal, and of the rest. */
function heaviness({ goal, all }: Masses): { goal: number; others: number } {
  const rest = { weight: all.weight - goal.weight, squares: all.squares - goal.squares }
  return {
    goal: goal.weight > 0 ? goal.squares / goal.weight : 0,
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
