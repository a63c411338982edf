import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import {
  type Corrected,
  matchingRange,
  testRanges,
  type TestedRange,
  verdictOf,
} from '../../src/explain/check-ranges.ts'
import { classJudge } from '../../src/explain/check/class-judge.ts'
import type { ColumnEvidence } from '../../src/explain/evidence.ts'
import type { SlotRange } from '../../src/explain/relevant-ranges.ts'
import { classTallies, slotRows } from './made.ts'

const column = fit([0, 1], { target: ['a', 'b'], method: fixed, cuts: [0.5], name: 'x' })

/** A column of two bins and missing, cut the same on half of the rows. */
function evidenceOf(
  found: readonly number[],
  heldOut: readonly number[],
  more: Partial<ColumnEvidence> = {},
): ColumnEvidence {
  const counts = found.map((count, at) => count + heldOut[at])
  const rows = slotRows(counts, 2)
  return {
    column,
    counts: classTallies(counts, 2),
    half: column,
    cutBy: 'method',
    found: classTallies(found, 2),
    heldOut: classTallies(heldOut, 2),
    rows,
    halfRows: rows,
    shared: null,
    ...more,
  }
}

const judges = [classJudge(0, 2), classJudge(1, 2)]
const CHANNELS = 6

const tested = (more: Partial<Corrected<TestedRange>>): Corrected<TestedRange> => ({
  at: 0,
  goal: 0,
  range: { form: 'interval', slots: [0] },
  found: new Float64Array(CHANNELS),
  heldOut: new Float64Array(CHANNELS),
  leads: { found: 0.4, heldOut: 0.4 },
  p: 0.001,
  corrected: 0.01,
  ...more,
})

describe('ranges found on one half', () => {
  test('are tested on the other, by what is counted there', () => {
    const [first, ...others] = testRanges(
      [evidenceOf([8, 2, 1, 9, 0, 0], [6, 4, 3, 7, 0, 0])],
      [judges[0]],
      CHANNELS,
      1,
    )
    expect(others).toEqual([])
    expect(first).toMatchObject({ at: 0, goal: 0, range: { form: 'interval', slots: [0] } })
    expect(judges[0].count(first.found)).toEqual({ rows: 10, goalRows: 8, rate: 0.8 })
    expect(judges[0].count(first.heldOut)).toEqual({ rows: 10, goalRows: 6, rate: 0.6 })
    expect([first.leads.found, first.leads.heldOut]).toEqual([0.8 - 0.45, 0.6 - 0.45])
    // 9 of 20 marked, 10 drawn, at least 6 of them marked: 34,166 of 184,756 draws
    expect(first.p).toBeCloseTo(34_166 / 184_756, 12)
  })

  test('never depend on the classes of the held-out rows', () => {
    const places = (heldOut: number[]): SlotRange[] =>
      testRanges([evidenceOf([8, 2, 1, 9, 0, 0], heldOut)], judges, CHANNELS, 1).map(({ range }) => range)
    expect(places([0, 10, 10, 0, 0, 0])).toEqual(places([10, 0, 0, 10, 0, 0]))
  })

  test('are those of all columns and goals', () => {
    const strong = evidenceOf([20, 0, 0, 20, 0, 0], [20, 0, 0, 20, 0, 0])
    const weak = evidenceOf([12, 8, 8, 12, 0, 0], [11, 9, 9, 11, 0, 0])
    const tests = testRanges([strong, weak], judges, CHANNELS, 1)
    expect(tests.map(({ at, goal }) => [at, goal])).toEqual([[0, 0], [0, 1], [1, 0], [1, 1]]) // prettier-ignore
  })

  test('of a column cut at its best place are those above the overall share, by however little', () => {
    // 11 of 41 against 21 of 91 overall: neither most frequent nor significant
    const weak = [11, 30, 10, 40, 0, 0]
    expect(testRanges([evidenceOf(weak, weak, { cutBy: 'best-cut' })], [judges[0]], CHANNELS, 1)).toHaveLength(1)
    expect(testRanges([evidenceOf(weak, weak)], [judges[0]], CHANNELS, 1)).toHaveLength(0)
  })
})

describe('the range that stands for one of all rows', () => {
  const range: SlotRange = { form: 'interval', slots: [1] }

  test('is of the same form and holds most of the same rows', () => {
    const evidence = evidenceOf([8, 2, 1, 9, 0, 0], [6, 4, 3, 7, 0, 0])
    const own = tested({ range })
    const other = tested({ range: { form: 'interval', slots: [0] } })
    const both = tested({ range: { form: 'interval', slots: [0, 1] } })
    const missing = tested({ range: { form: 'missing', slots: [1] } })
    expect(matchingRange(range, evidence, [other, both, own, missing])).toBe(own)
    expect(matchingRange(range, evidence, [other, both, missing])).toBe(both)
    expect(matchingRange(range, evidence, [other, missing])).toBeNull()
    expect(matchingRange(range, evidence, [])).toBeNull()
  })

  test('shares at least a quarter of the joint rows', () => {
    // Bin 1 of all rows has 40 rows; bin 1 of the half the same ones and `more` others.
    const withMore = (more: number): ColumnEvidence =>
      evidenceOf([100 - more, 0, 20 + more, 0, 0, 0], [0, 0, 0, 20, 0, 0], {
        rows: Float64Array.of(100, 40, 0),
        shared: Float64Array.from([100 - more, more, 0, 0, 40, 0, 0, 0, 0]),
      })
    expect(matchingRange(range, withMore(0), [tested({ range })])).not.toBeNull()
    expect(matchingRange(range, withMore(100), [tested({ range })])).not.toBeNull()
    const wider = evidenceOf([0, 0, 140, 0, 0, 0], [0, 0, 0, 21, 0, 0], {
      rows: Float64Array.of(121, 40, 0),
      shared: Float64Array.from([0, 121, 0, 0, 40, 0, 0, 0, 0]),
    })
    expect(matchingRange(range, wider, [tested({ range })])).toBeNull()
  })
})

describe('verdicts', () => {
  test('a lead beyond chance of at least half the size holds', () => {
    expect(verdictOf(tested({}))).toBe('holds')
    expect(verdictOf(tested({ leads: { found: 0.4, heldOut: 0.2 } }))).toBe('holds')
  })

  test('a smaller one is weaker', () => {
    expect(verdictOf(tested({ leads: { found: 0.4, heldOut: 0.19 } }))).toBe('weaker')
  })

  test('one that chance may have made fails, and so does one that is none', () => {
    expect(verdictOf(tested({ corrected: 0.05 }))).toBe('holds')
    expect(verdictOf(tested({ corrected: 0.0501 }))).toBe('fails')
    expect(verdictOf(tested({ leads: { found: 0.4, heldOut: -0.1 } }))).toBe('fails')
  })

  test('a range that half of the rows do not have is not found', () => {
    expect(verdictOf(null)).toBe('not-found')
  })
})
