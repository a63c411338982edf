import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classScores, predictionScores } from '../../../src/measures/predictions/class-scores.ts'
import { auc } from '../../../src/models/metrics.ts'

const CLASSES = ['a', 'b', 'c']

describe('scores of predictions', () => {
  test('have the share of the commonest class beside the accuracy, and no area without probabilities', () => {
    const [truth, guessed] = [Int32Array.of(0, 0, 1, 2, -1), Int32Array.of(0, 1, 1, 1, 0)]
    expect(classScores(CLASSES, truth, guessed)).toMatchObject({ rows: 4, accuracy: 0.5, majority: 0.5, auc: null })
    const weights = [1, 1, 1, 5, 9]
    expect(classScores(CLASSES, truth, guessed, weights)).toMatchObject({ rows: 8, accuracy: 0.25, majority: 5 / 8 })
  })

  test('of two classes have the area of models; of more the mean of each against the rest', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 30 }) // prettier-ignore
    fc.assert(
      fc.property(rows, (given) => {
        const truth = Int32Array.from(given, ([label]) => label)
        const scores = given.map(([, score]) => score / 4)
        const weights = given.map(([, , weight]) => weight)
        const probabilities = Float64Array.from(scores.flatMap((score) => [1 - score, score]))
        const codes = Int32Array.from(scores, (score) => (score >= 0.5 ? 1 : 0))
        const area = auc({ labels: truth, scores, weights })
        const both = predictionScores({ classes: ['no', 'yes'], codes, probabilities }, truth, weights)
        const none = -1
        expect(both.auc ?? none).toBeCloseTo(Number.isNaN(area) ? none : area, 12)
        // With a class that never occurs it is the same: what one wins the other loses.
        const wide = Float64Array.from(scores.flatMap((score) => [1 - score, score, 0]))
        const three = predictionScores({ classes: CLASSES, codes, probabilities: wide }, truth, weights)
        expect(three.auc ?? none).toBeCloseTo(both.auc ?? none, 12)
      }),
      { numRuns: 100 },
    )
    const truth = Int32Array.of(0, 1, 1, 2, -2)
    const probabilities = Float64Array.of(0.8, 0.1, 0.1, 0.2, 0.6, 0.2, 0.5, 0.3, 0.2, 0.1, 0.4, 0.5, 0, 0, 1)
    const codes = Int32Array.of(0, 1, 0, 2, 2)
    // a against the rest: 1; b: (1 + 1) + (1 + 0) of 4; c: 1. Rows 1, 2 and 1.
    expect(predictionScores({ classes: CLASSES, codes, probabilities }, truth).auc).toBeCloseTo((1 + 2 * 0.75 + 1) / 4, 12) // prettier-ignore
  })
})
