import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { classJudge } from '../../src/explain/check/class-judge.ts'
import { sumAll } from '../../src/explain/check/judge.ts'
import { type Counts, insideOf, type RangeOptions, relevantRanges } from '../../src/explain/relevant-ranges.ts'
import { levelsColumn } from '../../src/binning/level-columns.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { classTallies, slotRows } from './made.ts'

const judge = classJudge(0, 2)
const OPTIONS: RangeOptions = { judge, rule: 'most-frequent', enough: 1, sharp: true, asideLevel: 1 }

/** A number column of k bins, missing and special codes with the given counts per class, slot by slot. */
function numbersWith(slots: readonly (readonly number[])[], special: readonly number[] = []): Counts {
  const bins = slots.length - 1 - special.length
  const cuts = Array.from({ length: bins - 1 }, (_, i) => i + 0.5)
  const column = fit([0, bins], { target: ['a', 'b'], method: fixed, cuts, special })
  return { column, ...counted(slots) }
}

function counted(slots: readonly (readonly number[])[]): Omit<Counts, 'column'> {
  const width = slots[0].length
  const counts = classTallies(slots.flat(), width)
  return { counts, rows: slotRows(slots.flat(), width), all: sumAll(counts, 3 * width) }
}

function levelsWith(slots: readonly (readonly number[])[]): Counts {
  const levels = slots.slice(0, -1).map((_, i) => `l${i}`)
  const marks = markRows(levels.length, { target: levels })
  return { column: levelsColumn(summarizeCategories(levels, marks), { name: 'c' }), ...counted(slots) }
}

describe('ranges in which the goal is most frequent', () => {
  test('are the bins with more rows of it than of any other class, neighbours fused', () => {
    const given = numbersWith([[1, 9], [6, 4], [9, 1], [2, 8], [7, 3], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, OPTIONS)).toEqual([
      { form: 'interval', slots: [1, 2] },
      { form: 'interval', slots: [4] },
    ])
  })

  test('need more than as many', () => {
    expect(relevantRanges(numbersWith([[5, 5], [1, 9], [0, 0]]), OPTIONS)).toEqual([]) // prettier-ignore
  })

  test('need a share above the overall one', () => {
    // a is most frequent in both bins, but less so in the first than overall.
    const given = numbersWith([[60, 40], [90, 10], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, OPTIONS)).toEqual([{ form: 'interval', slots: [1] }])
  })

  test('look at every other class by itself', () => {
    const given = numbersWith([[4, 3, 3], [1, 5, 5], [0, 0, 0]]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, judge: classJudge(0, 3) })).toEqual([{ form: 'interval', slots: [0] }])
  })

  test('reach over bins without rows, but do not end in one', () => {
    const given = numbersWith([[9, 1], [0, 0], [9, 1], [0, 0], [0, 30], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, OPTIONS)).toEqual([{ form: 'interval', slots: [0, 1, 2] }])
  })

  test('have enough rows', () => {
    const given = numbersWith([[4, 1], [5, 30], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, enough: 5 })).toHaveLength(1)
    expect(relevantRanges(given, { ...OPTIONS, enough: 6 })).toEqual([])
  })

  test('are not looked for in a blunt column', () => {
    expect(relevantRanges(numbersWith([[9, 1], [1, 9], [0, 0]]), { ...OPTIONS, sharp: false })).toEqual([]) // prettier-ignore
  })
})

describe('ranges with a lift', () => {
  const lift: RangeOptions = { ...OPTIONS, rule: 'lift' }

  test('are those in which the goal is significantly more frequent than overall', () => {
    const given = numbersWith([[30, 70], [5, 95], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, OPTIONS)).toEqual([])
    expect(relevantRanges(given, lift)).toEqual([{ form: 'interval', slots: [0] }])
    expect(relevantRanges(numbersWith([[19, 81], [17, 83], [0, 0]]), lift)).toEqual([]) // prettier-ignore
  })

  test('need no significance by the rule above', () => {
    const given = numbersWith([[19, 81], [17, 83], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, rule: 'above' })).toEqual([{ form: 'interval', slots: [0] }])
  })
})

describe('levels', () => {
  test('in which the rule holds make one range, rare ones left out', () => {
    const given = levelsWith([[20, 5], [3, 0], [2, 40], [15, 6], [0, 0]]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, enough: 5 })).toEqual([{ form: 'levels', slots: [0, 3] }])
  })
})

describe('missing values and special codes', () => {
  test('are ranges of their own, also in a blunt column', () => {
    const given = numbersWith([[10, 90], [10, 90], [20, 5], [2, 30], [9, 3]], [-9, -8]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, sharp: false })).toEqual([
      { form: 'missing', slots: [2] },
      { form: 'special', slots: [4] },
    ])
  })

  test('have to pass a test', () => {
    const given = numbersWith([[10, 90], [10, 90], [3, 2]]) // prettier-ignore
    const chance = judge.chance(insideOf(given, [2]), given.all)
    expect(relevantRanges(given, { ...OPTIONS, asideLevel: chance })).toHaveLength(1)
    expect(relevantRanges(given, { ...OPTIONS, asideLevel: chance * 0.99 })).toEqual([])
  })

  test('make having a value relevant where nothing else of the column is', () => {
    const given = levelsWith([[3, 1], [4, 2], [10, 60]]) // prettier-ignore
    expect(relevantRanges(given, { ...OPTIONS, sharp: false })).toEqual([{ form: 'given', slots: [0, 1] }])
    expect(relevantRanges(given, OPTIONS)).toEqual([{ form: 'levels', slots: [0, 1] }])
    expect(relevantRanges(levelsWith([[3, 1], [4, 2], [0, 0]]), { ...OPTIONS, sharp: false })).toEqual([]) // prettier-ignore
  })
})

describe('counting', () => {
  test('adds up the slots of a range', () => {
    const given = numbersWith([[1, 9], [6, 4], [9, 1], [0, 0]]) // prettier-ignore
    expect(judge.count(insideOf(given, [1, 2]))).toEqual({ rows: 20, goalRows: 15, rate: 0.75 })
    expect(judge.count(insideOf(given, []))).toEqual({ rows: 0, goalRows: 0, rate: 0 })
    expect(judge.count(given.all)).toEqual({ rows: 30, goalRows: 16, rate: 16 / 30 })
  })

  test('the chance of a range is that of a draw', () => {
    const given = numbersWith([[4, 0], [0, 4], [0, 0]]) // prettier-ignore
    expect(judge.chance(insideOf(given, [0]), given.all)).toBeCloseTo(1 / 70, 12)
  })
})
