import { describe, expect, test } from 'vitest'
import { hypergeometricTail } from '../../../src/measures/distributions/hypergeometric.ts'
import { classScore } from '../../../src/measures/shifts/cell-score.ts'
import { groupCells } from '../../../src/measures/shifts/group-cells.ts'
import { heterogeneity } from '../../../src/measures/shifts/heterogeneity.ts'
import { localShift } from '../../../src/measures/shifts/local-shift.ts'
import { poolClasses } from '../../../src/measures/shifts/pool-classes.ts'
import { stratifiedShift } from '../../../src/measures/shifts/stratified-shift.ts'

/** Cells of 100 rows on both sides with 30 events, or as many now as are given. */
const cells = (now: readonly number[]) => now.map((events) => classScore([30, 70], [events, 100 - events]))
const shiftOf = (now: readonly number[], ordered = now.length) =>
  stratifiedShift({ scores: cells(now), ordered, events: null, least: 3 })!

const STILL = Array.from({ length: 20 }, () => 30)
const UP = STILL.map(() => 37)
const RUN = STILL.map((events, i) => (i >= 8 && i < 12 ? 50 : events))

describe('whether rates changed given the cell', () => {
  test('nothing changed', () => {
    expect(shiftOf(STILL)).toMatchObject({ pValue: 1, common: 1 })
    expect(shiftOf(STILL).heterogeneity).toBeCloseTo(1, 12)
  })

  test('all cells alike: the common part finds it, and nothing is told apart', () => {
    const { pValue, common, heterogeneity: differs, ownPValue } = shiftOf(UP)
    expect(pValue).toBeCloseTo(common / 0.75, 12)
    expect(pValue).toBeLessThan(1e-5)
    expect(differs).toBeGreaterThan(0.99)
    expect(ownPValue).toBeGreaterThan(0.5)
  })

  test('a run of cells: found, with its place', () => {
    const { local, apart, ownPValue } = shiftOf(RUN)
    expect(local!.cells).toEqual(expect.arrayContaining([8, 9, 10, 11]))
    expect(local!.cells.length).toBeLessThanOrEqual(6)
    expect(apart!.cells).toEqual(local!.cells)
    expect(ownPValue).toBeLessThan(1e-4)
  })

  test('cells without an order are looked at one by one', () => {
    const { local } = shiftOf([30, 30, 60, 30], 0)
    expect(local!.cells).toEqual([2])
    // The missing values of a column with an order.
    expect(shiftOf([30, 30, 30, 30, 60], 4).local!.cells).toEqual([4])
  })

  test('too little to part into groups: the common part decides alone', () => {
    const events = [{ before: [1, 40], now: [6, 40] }] as const
    const scores = events.map(({ before, now }) =>
      classScore([before[0], before[1] - before[0]], [now[0], now[1] - now[0]]),
    )
    const shift = stratifiedShift({ scores, ordered: 1, events, least: 3 })!
    expect(shift).toMatchObject({ heterogeneity: null, local: null, ownPValue: 1 })
    expect(shift.pValue).toBe(shift.common)
    // Half of P(6 of 7) and P(7 of 7), doubled.
    const draw = { all: 80, marked: 7, drawn: 40 }
    expect(shift.common).toBeCloseTo(hypergeometricTail(6, draw) + hypergeometricTail(7, draw), 12)
  })

  test('null where no cell can tell', () => {
    expect(stratifiedShift({ scores: [null, null], ordered: 2, events: null, least: 3 })).toBeNull()
    const pure = [classScore([0, 9], [0, 4])]
    expect(stratifiedShift({ scores: pure, ordered: 1, events: null, least: 3 })).toBeNull()
  })
})

describe('groups of cells', () => {
  test('neighbours in groups of equal size, the last joins when it is small', () => {
    const { ordered, single } = groupCells(cells(STILL), { ordered: 20, most: 8, least: 3 })
    expect(ordered.map((group) => group.cells.length)).toEqual([3, 3, 3, 3, 3, 5])
    expect(single).toEqual([])
    // Variance 5.3 a cell: two cells reach 10.
    expect(groupCells(cells(STILL), { ordered: 20, most: 16, least: 10 }).ordered).toHaveLength(10)
    expect(groupCells(cells(STILL), { ordered: 20, most: 16, least: 1e9 }).ordered).toHaveLength(1)
  })

  test('of many levels the largest stand for themselves, the others are one group', () => {
    const rows = [5, 400, 300, 8, 200, 9, 7]
    const scores = rows.map((n) => classScore([n / 2, n / 2], [n / 2, n / 2]))
    const { single } = groupCells(scores, { ordered: 0, most: 4, least: 3 })
    expect(single.map((group) => group.cells)).toEqual([[1], [2], [4], [0, 3, 5, 6]])
  })

  test('heterogeneity of two groups is the contrast between them', () => {
    const { ordered } = groupCells(cells([30, 50]), { ordered: 2, most: 2, least: 3 })
    const { ordered: same, single } = groupCells(cells([30, 50]), { ordered: 2, most: 2, least: 3 })
    expect(localShift({ ordered: same, single }, 'rest')!.pValue).toBeCloseTo(2 * heterogeneity(ordered)!, 12)
    expect(heterogeneity(ordered.slice(0, 1))).toBeNull()
  })

  test('rare classes are taken together until they vary enough', () => {
    expect(poolClasses([50, 0.5, 40, 2, 3])).toEqual([[0], [2], [4, 3, 1]])
    expect(poolClasses([1, 2])).toEqual([[1], [0]])
    expect(poolClasses([9, 8, 0])).toEqual([[0], [1, 2]])
    expect(poolClasses(Array.from({ length: 40 }, () => 9)).length).toBe(12)
  })
})
