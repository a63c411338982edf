import { describe, expect, test } from 'vitest'
import { binsCurve } from '../../../src/binning/curves/bins-curve.ts'
import { binsCurveSvg, sizeCurveSvg, stabilitySvg } from '../../../src/reports/html/index.ts'
import { cutStability } from '../../../src/binning/curves/cut-stability.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { sizeCurve } from '../../../src/trees/prune/size-curve.ts'
import { depthByFolds } from '../../../src/trees/prune/depth-by-folds.ts'
import { random } from '../../../src/util/random.ts'
import { petals } from '../../reports/trace/traces.ts'

const { next } = random(11)
const x = Array.from({ length: 240 }, next)
const noisy = x.map((value) => (value > 0.4 !== next() < 0.2 ? 'yes' : 'no'))

describe('binsCurve', () => {
  test('own rows are told ever better, others best by the bins that are there', () => {
    const summary = summarize(x, { target: noisy })
    const { points, measure } = binsCurve(summary, { most: 5, resamples: 12 })
    expect(measure).toBe('information')
    expect(points.map(({ bins }) => bins)).toEqual([1, 2, 3, 4, 5])
    expect(points[0]).toMatchObject({ told: 0, auc: 0.5 })
    for (let i = 1; i < points.length; i++) expect(points[i].told).toBeGreaterThanOrEqual(points[i - 1].told - 1e-12)
    const best = points.toSorted((a, b) => b.heldOut.mean - a.heldOut.mean)[0]
    expect(best.bins).toBe(2)
    expect(points.every(({ heldOut: { low, mean, high } }) => low <= mean && mean <= high)).toBe(true)
    expect(points[4].heldOut.mean).toBeLessThan(points[4].told)
  })

  test('of a number it is the share of the variance; seeded; a target is needed', () => {
    const once = binsCurve(petals('petal_width'), { most: 4, resamples: 4 })
    expect(once.measure).toBe('variance')
    expect(once.points[3].told).toBeGreaterThan(0.9)
    expect(once.points[3].auc).toBeNull()
    expect(binsCurve(petals('petal_width'), { most: 4, resamples: 4 })).toEqual(once)
    expect(() => binsCurve(petals(null))).toThrow('binsCurve: needs a summary with a target, got one without')
  })
})

describe('sizeCurve', () => {
  const table = { x, z: x.map(next), y: noisy }
  const curve = sizeCurve(table, { target: 'y' })

  test('has the accuracies of depthByFolds, with intervals, beside those of the training rows', () => {
    expect(curve.points.map(({ heldOut }) => heldOut.share)).toEqual(depthByFolds(table, { target: 'y' }).accuracies)
    expect(curve.points[0]).toMatchObject({ depth: 0, nodes: 1 })
    expect(curve.points.at(-1)?.training).toBeGreaterThan(0.95)
    expect(curve.points.every(({ heldOut: { low, share, high } }) => low <= share && share <= high)).toBe(true)
  })

  test('curves are pictures of their own', () => {
    const stability = cutStability(petals('species'), { method: mdlp }, { resamples: 5 })
    const pictures = [sizeCurveSvg(curve), binsCurveSvg(binsCurve(petals('species'), { most: 3, resamples: 3 })), stabilitySvg(stability, '<b>&')] // prettier-ignore
    for (const svg of pictures) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      expect(svg).not.toMatch(/NaN|undefined|null|Infinity|<b>/)
    }
  })
})
