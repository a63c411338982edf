import { classScore, numberScore, type Score } from '../../measures/shifts/cell-score.ts'
import type { EventCell } from '../../measures/shifts/exact-shift.ts'
import { poolClasses } from '../../measures/shifts/pool-classes.ts'
import type { ShiftCells } from '../../measures/shifts/stratified-shift.ts'
import type { Target } from '../../types.ts'
import { ln } from '../../util/numbers/log2.ts'
import type { Counted } from '../binning.ts'
import { addCounted, zeroLike } from '../count-bins.ts'
import { classEvidence, numberEvidence, type RowEvidence, weightOf } from './row-evidence.ts'

/** Least variance of a group of cells: events that vary by chance, or rows' worth of a number. */
const LEAST = { class: 3, numeric: 8 }

/** Rows' worth of evidence that a cell holds at least on both sides together, where weights leave it less. */
const ENOUGH = 8

/** The cells of a column on both sides, with labels. */
export interface RateSides {
  readonly before: readonly Counted[]
  readonly now: readonly Counted[]
  readonly ordered: number
  readonly worth: RowEvidence
}

/** Both sides of the cells in rows' worth of evidence, as the tests take them. O(cells · classes²). */
export function rateCells(sides: RateSides, target: Target): ShiftCells {
  const { before, now, worth, ordered } = thickened(withoutSteepEnds(sides))
  if (target.kind === 'numeric') {
    const scores = before.map((cell, i) =>
      numberScore(numberEvidence(cell, worth.before[i]), numberEvidence(now[i], worth.now[i])),
    )
    return { scores: standardized(scores), ordered, events: null, least: LEAST.numeric }
  }
  const all = [
    before.map((cell, i) => classEvidence(cell, worth.before[i])),
    now.map((cell, i) => classEvidence(cell, worth.now[i])),
  ]
  const groups = poolClasses(target.classes.map((_, c) => varianceOf(c, all[0], all[1])))
  const pooled = all.map((side) => side.map((counts) => groups.map((group) => sumOf(group.map((c) => counts[c])))))
  const scores = pooled[0].map((counts, i) => classScore(counts, pooled[1][i]))
  const events =
    groups.length > 2
      ? null
      : pooled[0].map((counts, i): EventCell => ({ before: eventOf(counts), now: eventOf(pooled[1][i]) }))
  return { scores, ordered, events, least: LEAST.class }
}

function eventOf(counts: readonly number[]): [events: number, rows: number] {
  return [counts[0] ?? 0, sumOf(counts)]
}

/** The variance of the rows of a class now, over all cells: Σ m·n·e·(N − e)/(N²·(N − 1)). */
function varianceOf(at: number, before: readonly (readonly number[])[], now: readonly (readonly number[])[]): number {
  let sum = 0
  for (const [i, counts] of before.entries()) {
    const [n, m] = [sumOf(counts), sumOf(now[i])]
    const all = n + m
    const e = counts[at] + now[i][at]
    if (n > 0 && m > 0 && all > 1) sum += (m * n * e * (all - e)) / (all * all * (all - 1))
  }
  return sum
}

/** Scores in units of the deviation within cells, so that their variance counts rows, whatever the numbers measure. */
function standardized(scores: readonly (Score | null)[]): (Score | null)[] {
  const [variance, size] = [(score: Score) => score.v[0], (score: Score) => score.size].map((of) =>
    sumOf(scores.map((score) => (score === null ? 0 : of(score)))),
  )
  const unit = size > 0 && variance > 0 ? Math.sqrt(variance / size) : 1
  return scores.map((score) =>
    score === null ? null : { ...score, u: score.u.map((x) => x / unit), v: score.v.map((x) => x / unit / unit) },
  )
}

/** How much the log-ratio of both sides may change from an outermost cell to the next, besides what chance gives. */
const STEEP = 0.4

/**
 * The outermost cells reach as far as there are values, so rows of both sides may lie far apart in them: when a population
 * moves towards such an end, its rows there have other values than those before, and so other rates. Where counts show
 * that, the cell is not compared. Only rows are looked at, no labels.
 */
function withoutSteepEnds(sides: RateSides): RateSides {
  const { before, now, ordered } = sides
  const given = Array.from({ length: ordered }, (_, cell) => cell).filter(
    (cell) => before[cell].count + now[cell].count > 0,
  )
  if (given.length < 4) return sides
  const steep = [given.slice(0, 2), given.slice(-2).toReversed()].flatMap(([end, next]) => {
    const counts = [before[end], now[end], before[next], now[next]].map(({ count }) => count + 0.5)
    const change = ln((counts[1] * counts[2]) / (counts[0] * counts[3]))
    const error = Math.sqrt(counts.reduce((sum, count) => sum + 1 / count, 0))
    return Math.abs(change) > STEEP + 2 * error ? [end] : []
  })
  if (steep.length === 0) return sides
  const emptied = (side: readonly Counted[]): Counted[] =>
    side.map((counted, cell) => (steep.includes(cell) ? zeroLike(counted) : counted))
  return { ...sides, before: emptied(before), now: emptied(now) }
}

/**
 * Weights that differ leave less evidence in a cell than it has rows; neighbours that hold too little are counted
 * together, in the last of them. Without such weights nothing changes.
 */
function thickened(sides: RateSides): RateSides {
  const { worth, ordered } = sides
  if (worth.even) return sides
  const before = [...sides.before]
  const now = [...sides.now]
  const evidence = (cell: number): number =>
    weightOf(before[cell]) * worth.before[cell] + weightOf(now[cell]) * worth.now[cell]
  const move = (from: number, to: number): void => {
    for (const side of [before, now]) {
      side[to] = addCounted(side[from], side[to])
      side[from] = {
        count: 0,
        ...(side[from].classes === undefined ? {} : { classes: side[from].classes.map(() => 0) }),
      }
    }
  }
  let last = -1
  for (let cell = 0; cell < ordered; cell++) {
    if (evidence(cell) >= ENOUGH) last = cell
    else if (cell + 1 < ordered) move(cell, cell + 1)
    else if (last >= 0) move(last, cell)
  }
  return { ...sides, before, now }
}

function sumOf(list: readonly number[]): number {
  let sum = 0
  for (const x of list) sum += x
  return sum
}
