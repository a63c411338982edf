import { describe, expect, test } from 'vitest'
import { gaussianNaiveBayes, gaussianScores, predictGaussian } from '../../src/models/index.ts'
import { irisData } from '../../src/cli/flags/study-flags.ts'

const table = { x: [1, 2, 3, 10, 12, 14, null], y: [5, 5, 5, 5, 5, 5, 5], c: ['a', 'a', 'a', 'b', 'b', 'b', 'b'] }

describe('gaussianNaiveBayes', () => {
  test('keeps mean and variance of every column in every class; missing values are left out', () => {
    const model = gaussianNaiveBayes(table, { target: 'c', columns: ['x'] })
    expect(model.classes).toEqual([3, 4])
    expect(model.columns).toEqual([
      { name: 'x', means: [2, 12], variances: [expect.closeTo(2 / 3, 12), expect.closeTo(8 / 3, 12)] },
    ])
  })

  test('says how likely each class is, by the densities', () => {
    const model = gaussianNaiveBayes(table, { target: 'c', columns: ['x'] })
    const { classes, codes, probabilities } = predictGaussian(model, { x: [2, 5, 11, Number.NaN] })
    expect(Array.from(codes, (code) => classes[code])).toEqual(['a', 'a', 'b', 'b'])
    const density = (x: number, mean: number, variance: number): number =>
      Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance)
    const [a, b] = [3 * density(5, 2, 2 / 3), 4 * density(5, 12, 8 / 3)]
    expect(probabilities[2]).toBeCloseTo(a / (a + b), 12)
    // Of a row without a value the shares of the classes are all that is known.
    expect(probabilities[6]).toBeCloseTo(3 / 7, 12)
  })

  test('a column of one value decides nothing', () => {
    const model = gaussianNaiveBayes(table, { target: 'c' })
    const alone = gaussianNaiveBayes(table, { target: 'c', columns: ['x'] })
    const rows = { x: [2, 5, 11], y: [5, 5, 5] }
    expect(predictGaussian(model, rows).codes).toEqual(predictGaussian(alone, rows).codes)
    expect(model.columns.map(({ name }) => name)).toEqual(['x', 'y'])
  })

  test('a row of weight 2 is two rows', () => {
    const twice = { x: [1, 2, 2, 10, 12], c: ['a', 'a', 'a', 'b', 'b'] }
    const weighted = { x: [1, 2, 10, 12], c: ['a', 'a', 'b', 'b'], w: [1, 2, 1, 1] }
    const one = gaussianNaiveBayes(weighted, { target: 'c', weights: 'w' })
    const other = gaussianNaiveBayes(twice, { target: 'c' })
    expect(one.classes).toEqual(other.classes)
    one.columns[0].variances.forEach((variance, c) => expect(variance).toBeCloseTo(other.columns[0].variances[c], 12))
  })

  test('on iris it is right in 144 of 150, as other implementations are', async () => {
    const { table: iris } = await irisData()
    const model = gaussianNaiveBayes(iris, { target: 'species' })
    expect(gaussianScores(model, iris).accuracy).toBe(144 / 150)
    expect(model.columns[0].means).toEqual([5.006, 5.936, 6.588].map((mean) => expect.closeTo(mean, 12)))
  })

  test('refuses a numeric target and a table without numbers', () => {
    expect(() => gaussianNaiveBayes({ x: [1, 2], c: [1.5, 2.5] }, { target: 'c' })).toThrow(
      'gaussianNaiveBayes: "c" must hold classes, got numbers; targetKind \'class\' takes them',
    )
    expect(() => gaussianNaiveBayes({ x: ['p', 'q'], c: ['a', 'b'] }, { target: 'c' })).toThrow(
      'gaussianNaiveBayes: the table must have a column of numbers, got none',
    )
  })
})
