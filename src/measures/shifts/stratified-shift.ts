import { addScores, type Score } from './cell-score.ts'
import { type EventCell, exactShift } from './exact-shift.ts'
import { groupCells, type GroupRule } from './group-cells.ts'
import { heterogeneity } from './heterogeneity.ts'
import { type LocalShift, localShift } from './local-shift.ts'
import { scoreTail, scoreTest } from './score-test.ts'
import { hypergeometricSkew, skewedShift } from './skewed-shift.ts'

/** Both sides of all cells, in rows' worth of evidence. */
export interface ShiftCells {
  readonly scores: readonly (Score | null)[]
  /** the first so many cells lie in an order */
  readonly ordered: number
  /** with two classes: the events, for exact answers where there are few */
  readonly events: readonly EventCell[] | null
  /** least variance of a group for χ² to hold in it */
  readonly least: number
}

/** Whether a target changed given the cell, asked in three ways. */
export interface StratifiedShift {
  /** chance of so much change of any kind when nothing changed */
  readonly pValue: number
  /** of a change that all cells share */
  readonly common: number
  /** of changes that differ between cells; null where there is too little to tell */
  readonly heterogeneity: number | null
  /** of a change in some run of cells, and where */
  readonly local: LocalShift | null
  /** of a run that changed unlike the rest; what is left when all cells moved together */
  readonly apart: LocalShift | null
  /** chance of so much change that the cells do not share */
  readonly ownPValue: number
  /** the cells as they were put together to look for runs, as lists of their numbers */
  readonly groups: readonly (readonly number[])[]
}

/** How the chance of a false finding is shared among the three questions. */
const SHARES = { common: 0.75, heterogeneity: 0.1, local: 0.15 }

/** Below this variance of all cells together, χ² is too rough for the common change. */
const FEW = 30

const GROUPS = { heterogeneity: 8, local: 16 }

/**
 * Whether the target changed between both sides, given the cell. Three questions share the level: did all cells change
 * alike (Mantel and Haenszel 1959, exact where events are few), did cells change differently, did a run of them change.
 * Deterministic. Null where no cell has rows on both sides that differ in the target. O(cells + groups² · classes³).
 */
export function stratifiedShift(cells: ShiftCells): StratifiedShift | null {
  const { scores, ordered, least } = cells
  const all = addScores(scores)
  if (all === null || scoreTest(all).degrees === 0) return null
  const common = commonShift(cells, all)
  const grouped = (most: number): ReturnType<typeof groupCells> =>
    groupCells(scores, { ordered, most, least } satisfies GroupRule)
  const coarse = grouped(GROUPS.heterogeneity)
  const differs = heterogeneity([...coarse.ordered, ...coarse.single])
  const fine = grouped(GROUPS.local)
  const groups = [...fine.ordered, ...fine.single].map((group) => group.cells)
  if (differs === null) {
    return { pValue: common, common, heterogeneity: null, local: null, apart: null, ownPValue: 1, groups }
  }
  const local = localShift(fine, 'nothing')
  const apart = localShift(fine, 'rest')
  const { heterogeneity: h, local: r } = SHARES
  return {
    pValue: Math.min(1, common / SHARES.common, differs / h, (local?.pValue ?? 1) / r),
    common,
    heterogeneity: differs,
    local,
    apart,
    ownPValue: Math.min(1, (differs * (h + r)) / h, ((apart?.pValue ?? 1) * (h + r)) / r),
    groups,
  }
}

function commonShift({ events }: ShiftCells, all: Score): number {
  if (events === null || all.u.length > 1 || all.v[0] >= FEW) return scoreTail(scoreTest(all))
  const whole = events.every(({ before, now }) => [...before, ...now].every(Number.isSafeInteger))
  if (whole) return exactShift(events)
  return skewedShift(all.u[0], all.v[0], thirdMoment(events))
}

function thirdMoment(events: readonly EventCell[]): number {
  let third = 0
  for (const { before, now } of events) {
    const [n, m, e] = [before[1], now[1], before[0] + now[0]]
    const all = n + m
    if (n === 0 || m === 0 || all <= 2) continue
    const variance = (m * n * e * (all - e)) / (all * all * (all - 1))
    third += hypergeometricSkew(variance, e, m, all)
  }
  return third
}
