import { describe, expect, test } from 'vitest'
import { binTrend } from '../../../src/binning/curves/bin-trend.ts'
import { cutCurve } from '../../../src/binning/curves/cut-curve.ts'
import { cutScores } from '../../../src/binning/curves/cut-scores.ts'
import { fitSummary } from '../../../src/binning/fit/fit.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { gain } from '../../../src/measures/gain.ts'
import { explainedVariance } from '../../../src/measures/explained-variance.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { petals } from '../../reports/trace/traces.ts'

const x = [1, 2, 3, 4, 5, 6, 7, 8]
const target = ['a', 'a', 'b', 'a', 'b', 'b', 'b', 'b']
const summary = summarize(x, { target })

describe('cutCurve', () => {
  test('has every place between two values, with the gain there', () => {
    const { places, candidates, rows, measure, best } = cutCurve(summary)
    expect({ candidates, rows, measure }).toEqual({ candidates: 7, rows: 8, measure: 'gain' })
    expect(places.map(({ cut }) => cut)).toEqual([1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5])
    expect(places[3].score).toBe(gain([[3, 1], [0, 4]])) // prettier-ignore
    expect(best).toEqual(places[3])
    expect(best).toMatchObject({ below: 4, above: 5, rowsBelow: 4 })
  })

  test('agrees with the reason and the bar of mdlp', () => {
    const iris = petals('species')
    const { cuts, reasons } = fitSummary(iris, { method: mdlp })
    const { best } = cutCurve(iris)
    expect(best?.cut).toBe(cuts[0])
    expect(best?.score).toBeCloseTo(reasons[0].score!, 12)
    expect(best?.bar).toBeCloseTo(reasons[0].bar!, 12)
    const upper = cutCurve(iris, { from: cuts[0] })
    expect(upper.best?.cut).toBe(cuts[1])
    expect(upper.best?.bar).toBeCloseTo(reasons[1].bar!, 12)
    expect(upper.rows).toBe(100)
  })

  test('of a numeric target has the share of the variance', () => {
    const y = [1, 1, 2, 1, 5, 6, 5, 6]
    const { best, measure } = cutCurve(summarize(x, { target: y, targetKind: 'numeric' }))
    expect(measure).toBe('explained variance')
    expect(best?.cut).toBe(4.5)
    expect(best?.score).toBeCloseTo(explainedVariance([[4, 5, 7], [4, 22, 122]]), 12) // prettier-ignore
    expect(best?.bar).toBeNull()
  })

  test('keeps the best of neighbours where there are more places than wanted', () => {
    const { places, best } = cutCurve(summary, { most: 2 })
    expect(places.length).toBe(2)
    expect(best?.cut).toBe(4.5)
  })

  test('a part of one value has no place', () => {
    expect(cutCurve(summary, { from: 1.5, to: 2.5 })).toMatchObject({ candidates: 0, places: [], best: null, rows: 1 })
  })

  test('needs a target', () => {
    expect(() => cutCurve(summarize(x))).toThrow('cutCurve: needs a summary with a target, got one without')
  })
})

describe('cutScores', () => {
  test('tell what each cut does between its neighbours', () => {
    const [low, high] = cutScores(fitSummary(summary, { method: fixed, cuts: [2.5, 4.5] }))
    expect(low.score).toBe(gain([[2, 0], [1, 1]])) // prettier-ignore
    expect(high.score).toBe(gain([[1, 1], [0, 4]])) // prettier-ignore
    expect(high.margin).toBe(high.score! - high.bar!)
    expect(high.chiSquare).toBeGreaterThan(0)
  })

  test('without a target tell nothing', () => {
    const [one] = cutScores(fitSummary(summarize(x), { method: fixed, cuts: [4.5] }))
    expect(one).toEqual({ cut: 4.5, score: null, bar: null, margin: null, chiSquare: null })
  })
})

describe('binTrend', () => {
  const trend = (cuts: number[], labels = target): string | null => {
    const own = summarize(x, { target: labels })
    return binTrend(fitSummary(own, { method: fixed, cuts }), own.target)
  }
  test('is named by how rates go', () => {
    expect(trend([4.5])).toBe('rising')
    expect(trend([4.5], target.toReversed())).toBe('falling')
    expect(trend([2.5, 3.5])).toBe('peak')
    expect(trend([2.5, 3.5, 4.5])).toBe('none')
    expect(trend([4.5, 6.5], ['b', 'b', 'b', 'b', 'a', 'a', 'b', 'b'])).toBe('valley')
    expect(trend([2.5], ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])).toBe('flat')
    expect(trend([])).toBeNull()
  })
})
