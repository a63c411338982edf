import type { RowMarks } from '../summaries/tallies.ts'
import { rowStanding } from '../summaries/tallies.ts'
import type { Table } from '../types.ts'
import { classesAlike, classTally } from './check/class-judge.ts'
import { HALF, splitUnits } from './check/hold-out.ts'
import type { RowTally, Tally } from './check/judge.ts'
import { numberTally, ranksAlike, ranksOf } from './check/number-judge.ts'
import { type RowUnits, rowUnits } from './check/row-units.ts'
import { type WeighedRows, weighRows } from './check/weighed-rows.ts'
import type { SplitRows } from './evidence.ts'
import { RowSet } from './check/row-set.ts'

/** All rows, dealt out in two halves, and how much each counts. */
export interface DealtRows extends SplitRows {
  /** rows that count, and those of the half that ranges are found on */
  readonly size: number
  readonly foundOn: number
  /** rows that differ from each other, and rows that repeat one of them */
  readonly different: number
  readonly repeated: number
  /** rows of equal weight that would be as much evidence */
  readonly effective: number
  readonly unlabelled: number
  readonly weightless: number
  /** ranks of a numeric target; null for classes */
  readonly ranks: Float64Array | null
  /** chance of levels so different in the target, if they said nothing */
  readonly alike: (levels: readonly Tally[]) => number
}

/** Parts of a numeric target that each half gets as many rows of. */
const PARTS = 5

/**
 * Deals the rows out in halves, alike in their target, copies of a row always to the same half. Columns are cut by one row of
 * each unit, and by weights that add up to the effective number of rows. O(rows · columns).
 */
export function dealRows(
  table: Table,
  columns: readonly string[],
  marks: RowMarks,
  { seed, copies }: { readonly seed: number; readonly copies: boolean },
): DealtRows {
  const { codes, numbers, rows } = marks
  const { counting, ...standing } = standingOf(marks)
  const counts = (row: number): boolean => counting[row] === 1
  const units = copies ? rowUnits(table, columns, codes ?? numbers!, counts) : null
  const weighed = weighRows(rows, counts, marks.weights, units)
  const ranks = numbers === null ? null : ranksOf(numbers.map((y, row) => (counts(row) ? y : Number.NaN)))
  const classCount = marks.target?.kind === 'class' ? marks.target.classes.length : 0
  const strata = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    const own = ranks === null ? codes![row] : Math.min(PARTS - 1, Math.floor(ranks[row] * PARTS))
    strata[row] = counting[row] === 1 ? own : -1
  }
  const halves = splitUnits(strata, ranks === null ? classCount : PARTS, units, seed)
  const size = rows - standing.unlabelled - standing.weightless
  const isFound = new Uint8Array(rows)
  let foundOn = 0
  for (let row = 0; row < rows; row++) {
    isFound[row] = halves[row] === HALF.found ? 1 : 0
    foundOn += isFound[row]
  }
  const fitted = onePerUnit(marks, weighed, units)
  const rowsPerWeight = weighed.effective / totalWeight(size, counts, marks.weights)
  const all = marked(fitted, counting)
  return {
    marks: all,
    all: new RowSet(all),
    found: new RowSet(marked(fitted, isFound)),
    halves,
    tally: tallyOf(marks, classCount, ranks, { ...weighed, halves }),
    size,
    foundOn,
    different: units?.count ?? size,
    repeated: units?.repeated ?? 0,
    effective: weighed.effective,
    ...standing,
    ranks,
    alike: (levels) =>
      ranks === null ? classesAlike(levels, classCount, rowsPerWeight) : ranksAlike(levels, rowsPerWeight),
  }
}

/** 1 for rows that count, and how many do not. */
function standingOf(marks: RowMarks): { counting: Uint8Array; unlabelled: number; weightless: number } {
  const counting = new Uint8Array(marks.rows)
  const left = { unlabelled: 0, weightless: 0 }
  for (let row = 0; row < marks.rows; row++) {
    const standing = rowStanding(row, marks)
    if (standing === 'counts') counting[row] = 1
    else left[standing]++
  }
  return { counting, ...left }
}

function tallyOf(
  { codes, numbers }: RowMarks,
  classCount: number,
  ranks: Float64Array | null,
  weighed: WeighedRows & { readonly halves: Uint8Array },
): RowTally {
  return ranks === null
    ? classTally(codes!, classCount, weighed, weighed.halves)
    : numberTally(numbers!, ranks, weighed)
}

function totalWeight(size: number, counts: (row: number) => boolean, weights: Float64Array | null): number {
  return weights === null ? size : weights.reduce((sum, weight, row) => sum + (counts(row) ? weight : 0), 0)
}

/** Marks of one row of each unit, with the weight of all of its rows on the scale of effective rows. */
function onePerUnit(marks: RowMarks, weighed: WeighedRows, units: RowUnits | null): RowMarks {
  const { weights } = marks
  if (units === null && weights === null) return marks
  const { codes, numbers, rows } = marks
  const first = new Int32Array(units?.count ?? 0).fill(-1)
  const isFirst = new Uint8Array(rows).fill(units === null ? 1 : 0)
  if (units !== null) {
    for (let row = 0; row < rows; row++) {
      const unit = units.unitOf[row]
      if (unit < 0 || first[unit] >= 0) continue
      first[unit] = row
      isFirst[row] = 1
    }
  }
  // Per row, its weight times that of its unit over its own weight is the weight of the unit.
  const scaled =
    weights === null
      ? null
      : Float64Array.from({ length: rows }, (_, row) => (weights[row] > 0 ? weighed.squares![row] / weights[row] : 0))
  const scale = scaled === null ? 1 : weighed.effective / sumWhere(scaled, isFirst)
  return {
    ...marks,
    codes: codes === null ? null : codes.map((code, row) => (isFirst[row] === 1 ? code : -1)),
    numbers: numbers === null ? null : numbers.map((y, row) => (isFirst[row] === 1 ? y : Number.NaN)),
    weights: scaled === null ? null : scaled.map((weight) => weight * scale),
  }
}

function sumWhere(values: Float64Array, chosen: Uint8Array): number {
  return values.reduce((sum, value, i) => sum + (chosen[i] === 1 ? value : 0), 0)
}

/** The marks of the rows where `wanted` is 1; others have no target, so they count nowhere. */
function marked(marks: RowMarks, wanted: Uint8Array): RowMarks {
  const [codes, numbers] = [marks.codes?.slice() ?? null, marks.numbers?.slice() ?? null]
  for (let row = 0; row < wanted.length; row++) {
    if (wanted[row] === 1) continue
    if (codes !== null) codes[row] = -1
    if (numbers !== null) numbers[row] = Number.NaN
  }
  return { ...marks, codes, numbers, notes: [] }
}
