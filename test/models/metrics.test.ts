import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accuracy, auc, brierScore, calibration, logLoss } from '../../src/models/index.ts'
import { LABELS, METRICS, PROBABILITIES, ROW_WEIGHTS } from '../reference/scikit-logistic.ts'

const scored = { labels: LABELS, scores: PROBABILITIES }
const weighted = { ...scored, weights: ROW_WEIGHTS }

describe('metrics', () => {
  test('are those of a reference', () => {
    expect(auc(scored)).toBeCloseTo(METRICS.auc, 14)
    expect(auc(weighted)).toBeCloseTo(METRICS.weightedAuc, 14)
    expect(logLoss(scored)).toBeCloseTo(METRICS.logLoss, 14)
    expect(logLoss(weighted)).toBeCloseTo(METRICS.weightedLogLoss, 14)
    expect(accuracy(scored)).toBe(METRICS.accuracy)
    expect(brierScore(scored)).toBeCloseTo(METRICS.brier, 14)
  })

  test('auc counts pairs, equal scores half', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: -3, max: 3 })), { minLength: 2 })
    fc.assert(
      fc.property(rows, (pairs) => {
        let [won, all] = [0, 0]
        for (const [label, score] of pairs) {
          for (const [other, against] of pairs) {
            if (label !== 1 || other !== 0) continue
            all++
            won += score > against ? 1 : score === against ? 0.5 : 0
          }
        }
        const found = auc({ labels: pairs.map(([label]) => label), scores: pairs.map(([, score]) => score / 2) })
        expect(found).toBe(won / all)
      }),
    )
  })

  test('refuse what has no answer', () => {
    expect(() => auc({ labels: [1, 0], scores: [1] })).toThrow('auc: scores must be one per label (2), got 1')
    expect(() => auc({ labels: [1, 0], scores: [1, Number.NaN] })).toThrow(
      'auc: scores must be numbers, got NaN at row 1',
    )
    expect(logLoss({ labels: [1, 0], scores: [0, 0] })).toBeCloseTo(-Math.log(1e-15) / 2, 8)
  })
})

describe('calibration', () => {
  test('compares what was said with what came, in groups of one size', () => {
    const scores = [0.1, 0.1, 0.2, 0.3, 0.6, 0.7, 0.8, 0.9]
    const { groups, error, worst } = calibration({ labels: [0, 0, 1, 0, 1, 1, 0, 1], scores }, 2)
    expect(groups.map(({ from, to, rows, came }) => [from, to, rows, came])).toEqual([
      [0.1, 0.3, 4, 0.25],
      [0.6, 0.9, 4, 0.75],
    ])
    expect(groups[0].said).toBeCloseTo(0.175, 12)
    expect(groups[1].said).toBeCloseTo(0.75, 12)
    expect(error).toBeCloseTo((0.075 + 0) / 2, 12)
    expect(worst).toBeCloseTo(0.075, 12)
  })

  test('keeps equal probabilities together', () => {
    const { groups } = calibration({ labels: [0, 1, 0, 1, 1, 1], scores: [0.5, 0.5, 0.5, 0.5, 0.5, 0.9] }, 3)
    expect(groups.map(({ rows }) => rows)).toEqual([5, 1])
    const heavy = calibration({ labels: [0, 1], scores: [0.5, 0.5], weights: [1, 3] }, 2)
    expect(heavy.groups).toEqual([{ from: 0.5, to: 0.5, rows: 2, weight: 4, said: 0.5, came: 0.75 }])
    const none = calibration({ labels: [0, 1, 1], scores: [0.1, 0.4, 0.9], weights: [0, 1, 1] }, 3)
    expect(none).toEqual(calibration({ labels: [1, 1], scores: [0.4, 0.9], weights: [1, 1] }, 3))
    expect(none.error).toBeCloseTo(0.35, 12)
  })
})
