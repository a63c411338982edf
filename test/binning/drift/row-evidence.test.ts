import { describe, expect, test } from 'vitest'
import type { Counted } from '../../../src/binning/binning.ts'
import { classEvidence, designEffect, numberEvidence, rowEvidence } from '../../../src/binning/drift/row-evidence.ts'
import { shareDesign } from '../../../src/binning/drift/share-design.ts'
import { populationStability } from '../../../src/measures/psi.ts'

const cell = (count: number, weight?: number): Counted => ({ count, ...(weight === undefined ? {} : { weight }) })

describe('what weighted rows are worth', () => {
  test('the design effect is n·Σw²/(Σw)²', () => {
    expect(designEffect([1, 1, 1])).toBe(1)
    expect(designEffect([5, 5])).toBe(1)
    expect(designEffect([1, 3])).toBeCloseTo((2 * 10) / 16, 12)
    expect(designEffect([1, 3, 0, null])).toBeCloseTo((2 * 10) / 16, 12)
    expect(designEffect([])).toBe(1)
  })

  test('without weights, or with all the same, a row is a row', () => {
    const plain = { before: [cell(9), cell(8)], now: [cell(4), cell(0)], ordered: 2 }
    expect(rowEvidence(plain, 1)).toEqual({ before: [1, 1], now: [1, 1], even: true })
    const same = { before: [cell(9, 18), cell(8, 16)], now: [cell(4, 2), cell(0, 0)], ordered: 2 }
    expect(rowEvidence(same, 1)).toEqual({ before: [0.5, 0.5], now: [2, 2], even: true })
    expect(classEvidence({ count: 9, weight: 0.9, classes: [0.3, 0.6] }, 10)).toEqual([3, 6])
    expect(numberEvidence({ count: 4, weight: 8, sum: 2, sumSquares: 6 }, 0.5)).toEqual([4, 1, 3])
  })

  test('weights that differ at random make every row worth less', () => {
    const sides = { before: [cell(100, 100), cell(100, 100)], now: [cell(100, 101), cell(100, 99)], ordered: 2 }
    const { before, now, even } = rowEvidence(sides, 2)
    expect(even).toBe(false)
    for (const worth of now) expect(worth).toBeCloseTo(0.5, 1)
    // The fit has weights that add up to its rows: none, as far as can be known.
    for (const worth of before) expect(worth).toBeCloseTo(1, 1)
  })

  test('weights that follow the values are worth a row each again', () => {
    const sides = { before: [cell(100, 50), cell(100, 150)], now: [cell(100, 50), cell(100, 150)], ordered: 2 }
    // (0.5² + 1.5²)/2 = 1.25 is all of the design effect: inside the cells weights do not differ.
    const { before, now } = rowEvidence(sides, 1.25)
    expect([...before, ...now].map((worth) => Number(worth.toFixed(9)))).toEqual([2, 0.666666667, 2, 0.666666667])
  })
})

describe('how shares of weighted rows vary', () => {
  test('a design effect alone stretches the χ², and plain rows do not', () => {
    const cells = { before: [cell(50, 51), cell(50, 49)], now: [cell(40, 40), cell(60, 60)] }
    expect(shareDesign([[0], [1]], { ...cells, effects: { before: 1, now: 1 } })).toEqual({ effect: 1, variation: 0 })
    const { effect, variation } = shareDesign([[0], [1]], { ...cells, effects: { before: 2, now: 2 } })
    expect(effect).toBeCloseTo(2, 1)
    expect(variation).toBeCloseTo(0, 2)
  })

  test('the critical value grows with it', () => {
    const plain = populationStability([50, 50, 50], [40, 60, 50])
    const design = { effect: 2, variation: 0 }
    const heavy = populationStability([50, 50, 50], [40, 60, 50], { design })
    expect(heavy.psi).toBe(plain.psi)
    expect(heavy.critical).toBeCloseTo(2 * plain.critical!, 12)
    expect(heavy.pValue).toBeGreaterThan(plain.pValue)
  })
})
