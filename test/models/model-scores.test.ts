import { describe, expect, test } from 'vitest'
import { scoresOf } from '../../src/models/model-scores.ts'
import { accuracy, auc, logLoss } from '../../src/models/index.ts'
import { random } from '../../src/util/random.ts'

const { next } = random(3)
const chances = Array.from({ length: 300 }, next)
const labels = chances.map((chance) => (next() < chance ? 1 : 0))
const weights = chances.map(() => (next() < 0.2 ? 2 : 1))

describe('scores of a model', () => {
  test('have every metric, the majority, and intervals around the numbers', () => {
    const scored = { labels, scores: chances }
    const found = scoresOf(scored)
    const rate = labels.filter((label) => label === 1).length / 300
    expect(found).toMatchObject({ rows: 300, rate, majority: Math.max(rate, 1 - rate), accuracy: accuracy(scored) })
    expect(found.auc).toBeCloseTo(auc(scored), 12)
    expect(found.gini).toBeCloseTo(2 * auc(scored) - 1, 12)
    expect(found.logLoss).toBeCloseTo(logLoss(scored), 12)
    for (const name of ['auc', 'gini', 'ks', 'accuracy', 'logLoss'] as const) {
      const { value, low, high } = found.intervals[name]!
      expect(value).toBe(found[name])
      expect(low).toBeLessThan(value)
      expect(high).toBeGreaterThan(value)
    }
  })

  test('count a row of weight two as two rows, but are less sure of it', () => {
    const twice = [...labels.keys()].flatMap((row) => (weights[row] === 2 ? [row, row] : [row]))
    const weighted = scoresOf({ labels, scores: chances, weights })
    const repeated = scoresOf({ labels: twice.map((row) => labels[row]), scores: twice.map((row) => chances[row]) })
    for (const name of ['rate', 'majority', 'auc', 'gini', 'ks', 'logLoss', 'accuracy', 'brier'] as const)
      expect(weighted[name]).toBeCloseTo(repeated[name]!, 10)
    for (const name of ['auc', 'ks', 'accuracy', 'logLoss'] as const)
      expect(weighted.intervals[name]!.low).toBeLessThan(repeated.intervals[name]!.low)
  })

  test('of one class have no area, and the rest all the same', () => {
    const found = scoresOf({ labels: [0, 0, 0], scores: [0.2, 0.1, 0.4] })
    expect(found).toMatchObject({ rate: 0, majority: 1, auc: null, gini: null, ks: null, accuracy: 1 })
    expect(found.intervals).toMatchObject({ auc: null, gini: null, ks: null })
    expect(found.intervals.accuracy.low).toBeLessThan(0.5)
  })
})
