import { describe, expect, test } from 'vitest'
import { binsCurve } from '../../../src/binning/curves/bins-curve.ts'
import { binsCurveSvg, sizeCurveSvg, stabilitySvg } from '../../../src/reports/html/index.ts'
import { cutStability } from '../../../src/binning/curves/cut-stability.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { sizeCurve } from '../../../src/trees/prune/size-curve.ts'
import { depthByFolds } from '../../../src/trees/prune/depth-by-folds.ts'
import { random } from '../../../src/util/random.ts'
import { binsWords } from '../../../src/reports/html/curves/bins-curve-chart.ts'
import { cases } from '../../cases.ts'
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

test('of noise the page says that one bin is enough, and of a step two', () => {
  const told = (step: number, values: number, kind: 'class' | 'numeric', seed: number): string => {
    const rolls = random(seed)
    const column = Array.from({ length: 200 }, () => Math.floor(rolls.next() * values))
    const effect = column.map((value) => (value >= values / 2 ? step : -step))
    const target = effect.map((one) => (kind === 'numeric' ? one + rolls.normal() : one / 2 + rolls.normal() > 0 ? 'a' : 'b')) // prettier-ignore
    return binsWords(binsCurve(summarize(column, { target, targetKind: kind }), { most: 6 }))[1]
  }
  for (const kind of ['class', 'numeric'] as const) {
    for (const values of [5, 20, 1e9]) {
      const seeds = Array.from({ length: cases(15, 300) }, (_, i) => 100 + i)
      const wrong = seeds.filter((seed) => !told(0, values, kind, seed).startsWith('1 bin is enough: of other rows it tells nothing')) // prettier-ignore
      expect({ kind, values, most: wrong.length <= Math.max(1, 0.05 * seeds.length) }).toEqual({ kind, values, most: true }) // prettier-ignore
      expect(told(2, values, kind, 1)).toMatch(/^2 bins are enough: of other rows they tell /)
    }
  }
})

test('one bit is one, and more are several', () => {
  const x2 = Array.from({ length: 400 }, (_, i) => i)
  const curve = binsCurve(summarize(x2, { target: x2.map((value) => (value < 200 ? 'a' : 'b')) }), { most: 2, resamples: 3 }) // prettier-ignore
  const told = { mean: 1, low: 1, high: 1 }
  const points = curve.points.map((point) => ({ ...point, heldOut: told }))
  expect(binsWords({ ...curve, points })[1]).toBe('2 bins are enough: of other rows they tell 1 bit per row, and no number of bins tells clearly more (1 bin: 1 bit per row).') // prettier-ignore
  expect(binsWords(curve)[1]).toMatch(/^2 bins are enough: of other rows they tell 0\.\d+ bits per row\.$/)
})
