import { describe, expect, test } from 'vitest'
import { classesAlike, classJudge, classTally } from '../../../src/explain/check/class-judge.ts'
import { type RowUnits } from '../../../src/explain/check/row-units.ts'
import { weighRows } from '../../../src/explain/check/weighed-rows.ts'

const judge = classJudge(1, 2)

/** Tallies of the rows inside and of all rows. */
function tallies(
  codes: readonly number[],
  inside: readonly boolean[],
  weights: readonly number[] | null = null,
  units: RowUnits | null = null,
): [Float64Array, Float64Array] {
  const weighed = weighRows(codes.length, () => true, weights === null ? null : Float64Array.from(weights), units)
  const { channels, add } = classTally(Int32Array.from(codes), 2, weighed, new Uint8Array(codes.length))
  const [own, all] = [new Float64Array(channels), new Float64Array(channels)]
  for (let row = 0; row < codes.length; row++) {
    add(all, 0, row)
    if (inside[row]) add(own, 0, row)
  }
  return [own, all]
}

/** 8 rows, 4 of the goal, of which 3 lie inside with one other. */
const CODES = [1, 1, 1, 0, 1, 0, 0, 0]
const INSIDE = CODES.map((_, row) => row < 4)

describe('a class in a range', () => {
  test('is judged by Fisher’s exact test', () => {
    const [inside, all] = tallies(CODES, INSIDE)
    expect(judge.count(inside)).toEqual({ rows: 4, goalRows: 3, rate: 0.75 })
    expect(judge.chance(inside, all)).toBeCloseTo(17 / 70, 12)
    expect(judge.lead(inside, all)).toBe(0.25)
    expect(judge.facts(inside, all)).toEqual({ lift: 1.5, coverage: 0.75 })
    expect([judge.mostFrequent(inside), judge.mostFrequent(all)]).toEqual([true, false])
  })

  test('is no more likely when rows are copied or all weights doubled', () => {
    const [inside, all] = tallies(CODES, INSIDE)
    const twice = [...CODES, ...CODES]
    const units = { count: 8, repeated: 8, unitOf: Int32Array.from(twice, (_, row) => row % 8) }
    const copied = tallies(twice, [...INSIDE, ...INSIDE], null, units)
    expect(judge.chance(...copied)).toBe(judge.chance(inside, all))
    expect(judge.score(...copied)).toBeCloseTo(judge.score(inside, all), 12)
    const doubled = tallies(CODES, INSIDE, CODES.map(() => 2)) // prettier-ignore
    expect(judge.chance(...doubled)).toBe(judge.chance(inside, all))
    expect(judge.count(copied[0])).toEqual({ rows: 8, goalRows: 6, rate: 0.75 })
  })

  test('is less sure where weights differ', () => {
    const codes = Array.from({ length: 80 }, (_, row) => (row < 40 ? (row % 4 === 0 ? 0 : 1) : row % 4 === 0 ? 1 : 0))
    const inside = codes.map((_, row) => row < 40)
    const plain = judge.chance(...tallies(codes, inside))
    const weighted = judge.chance(...tallies(codes, inside, codes.map((_, row) => (row % 8 < 4 ? 1 : 9)))) // prettier-ignore
    expect(weighted).toBeGreaterThan(plain * 10)
    expect(weighted).toBeLessThan(0.05)
  })

  test('has its share by weight', () => {
    const [inside] = tallies([1, 0], [true, true], [3, 1])
    expect(judge.count(inside)).toEqual({ rows: 2, goalRows: 1, rate: 0.75 })
  })
})

test('levels are compared by χ² over effective rows', () => {
  const level = (rest: number, goal: number): Float64Array => Float64Array.of(rest, goal, rest, goal, rest, goal)
  // χ² 3.2 with one degree of freedom
  const chance = classesAlike([level(12, 8), level(6, 14)], 2, 1)
  expect(chance).toBeCloseTo(0.0567, 3)
  expect(classesAlike([level(24, 16), level(12, 28)], 2, 0.5)).toBeCloseTo(chance, 12)
  expect(classesAlike([level(5, 5)], 2, 1)).toBe(1)
})
