import { describe, expect, test } from 'vitest'
import { cardScale, chanceOfScore, exactPoints, wholePoints } from '../../src/scorecards/index.ts'

/** Two columns with points worked out by hand: factor 20/ln 2, offset 600 − factor · ln 50. */
const HOME = { coefficient: 0.8, woes: [-0.5, 0.25, 0], weights: [50, 30, 0] }
const AGE = { coefficient: 1.1, woes: [0.4, -0.3], weights: [40, 40] }

describe('cardScale', () => {
  test('has the odds asked for at the base score, and twice the odds some points higher', () => {
    const scale = cardScale({ baseScore: 600, baseOdds: 50, doubleOdds: 20 })
    expect(scale.factor).toBeCloseTo(28.85390081777927, 12)
    expect(scale.offset).toBeCloseTo(487.1228762045055, 10)
    expect(chanceOfScore(scale, 600)).toBeCloseTo(1 / 51, 14)
    expect(chanceOfScore(scale, 620)).toBeCloseTo(1 / 101, 14)
    expect(chanceOfScore(scale, scale.offset)).toBe(0.5)
  })

  test('refuses odds and points that are not above 0', () => {
    expect(() => cardScale({ baseOdds: 0 })).toThrow('cardScale: baseOdds must be a number above 0, got 0')
    expect(() => cardScale({ doubleOdds: -20 })).toThrow('cardScale: doubleOdds must be a number above 0, got -20')
    expect(() => cardScale({ baseScore: Number.NaN })).toThrow('cardScale: baseScore must be a number, got NaN')
  })
})

describe('exactPoints', () => {
  test('gives −(coefficient · woe + intercept / n) · factor + offset / n', () => {
    // 243.5614… + 2 · 28.8539… / 2 = 272.4153… for a weight of evidence of 0 and an intercept of −2.
    const points = exactPoints([HOME, AGE], -2, cardScale())
    const expected = [
      [272.415339 + 0.4 * 28.853901, 272.415339 - 0.2 * 28.853901, 272.415339],
      [272.415339 - 0.44 * 28.853901, 272.415339 + 0.33 * 28.853901],
    ]
    points.forEach((own, i) => own.forEach((one, slot) => expect(one).toBeCloseTo(expected[i][slot], 5)))
  })

  test('sums up to offset − factor · log odds of the event', () => {
    const { factor, offset } = cardScale()
    const [home, age] = exactPoints([HOME, AGE], -2, { factor, offset })
    expect(home[0] + age[1]).toBeCloseTo(offset - factor * (-2 + 0.8 * -0.5 + 1.1 * -0.3), 9)
  })
})

describe('wholePoints', () => {
  const columns = Array.from({ length: 12 }, (_, i) => ({
    coefficient: 1,
    woes: [0, 0, 0],
    weights: [3 + i, 10 - (i % 4), 7],
  }))
  // Every one rounds down by 0.4: one by one, scores would be 4.8 points too low.
  const exact = columns.map((_, i) => [20.4 + i, 31.4, 42.4 - i])

  test('keeps errors from adding up over columns', () => {
    const whole = wholePoints(columns, exact)
    const errors = whole.map((own, i) => {
      const total = columns[i].weights.reduce((sum, weight) => sum + weight, 0)
      return own.reduce((sum, points, s) => sum + ((points - exact[i][s]) * columns[i].weights[s]) / total, 0)
    })
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0))).toBeLessThanOrEqual(0.5)
    whole.forEach((own, i) =>
      own.forEach((points, s) => {
        expect(Number.isInteger(points)).toBe(true)
        expect(Math.abs(points - exact[i][s])).toBeLessThan(1.0000001)
      }),
    )
  })

  test('rounds a single column to the nearest', () => {
    expect(wholePoints([HOME], [[10.4, 10.6, -0.2]])).toEqual([[10, 11, 0]])
  })
})
