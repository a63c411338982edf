import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { cliffs } from '../../src/discretizers/methods/cliffs.ts'
import { discretize } from '../../src/discretizers/discretize.ts'
import { variance, type VarianceOptions } from '../../src/discretizers/methods/variance.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import { type Random, random } from '../../src/util/random.ts'

const NOISE = {
  normal: ({ normal }: Random) => normal(),
  longTailed: ({ normal }: Random) => Math.exp(normal()),
  rare: ({ next }: Random) => (next() < 0.1 ? 1 : 0),
}

/** Which share of seeded columns, with numbers drawn without looking at the value, get a cut under each of the options. */
function cutShares(
  [columns, rows]: readonly [number, number],
  draw: (source: Random) => number,
  options: readonly Partial<VarianceOptions>[],
): number[] {
  const cut = options.map(() => 0)
  for (let seed = 1; seed <= columns; seed++) {
    const source = random(seed)
    const x = Float64Array.from({ length: rows }, source.next)
    const target = Array.from({ length: rows }, () => draw(source))
    const summary = summarize(x, { target, targetKind: 'numeric' })
    options.forEach((given, i) => {
      if (discretize(summary, { method: variance, ...given }).cuts.length > 0) cut[i]++
    })
  }
  return cut.map((count) => count / columns)
}

describe('variance on noise', () => {
  test('of 1,000 columns of 500 rows about 5 % are cut at alpha 0.05, and about 1 % at alpha 0.01', () => {
    const [at5, at1] = cutShares([1000, 500], NOISE.normal, [{ alpha: 0.05 }, { alpha: 0.01 }])
    expect(at5).toBeGreaterThanOrEqual(0.03)
    expect(at5).toBeLessThanOrEqual(0.055)
    expect(at1).toBeGreaterThanOrEqual(0.004)
    expect(at1).toBeLessThanOrEqual(0.015)
  })

  test('so it is with a long tail, and with a rare event', () => {
    for (const draw of [NOISE.longTailed, NOISE.rare]) {
      const [share] = cutShares([400, 500], draw, [{ alpha: 0.05 }])
      expect(share).toBeGreaterThanOrEqual(0.02)
      expect(share).toBeLessThanOrEqual(0.07)
    }
  })

  test('with few rows fewer are cut', () => {
    const [share] = cutShares([1000, 30], NOISE.normal, [{ alpha: 0.05 }])
    expect(share).toBeLessThanOrEqual(0.04)
  })

  test('by deviation no more are cut', () => {
    const [share] = cutShares([300, 500], NOISE.normal, [{ alpha: 0.05, criterion: 'deviation' }])
    expect(share).toBeLessThanOrEqual(0.06)
  })

  test('without alpha every column is cut', () => {
    expect(cutShares([20, 500], NOISE.normal, [{}])).toEqual([1])
  })

  test('cliffs on a numeric target has the same test', () => {
    const { normal } = random(1)
    const [x, target] = [Array.from({ length: 500 }, normal), Array.from({ length: 500 }, normal)]
    const cuts = (alpha: number | null): number =>
      fit(x, { target, targetKind: 'numeric', method: cliffs, alpha }).cuts.length
    expect([cuts(null) > 0, cuts(0.05)]).toEqual([true, 0])
  })
})

describe('variance on a step of half a deviation at the middle of 500 rows', () => {
  const found = Array.from({ length: 200 }, (_, i) => {
    const { next, normal } = random(i + 1)
    const x = Array.from({ length: 500 }, next)
    const target = x.map((value) => (value < 0.5 ? 0 : 0.5) + normal())
    return fit(x, { target, targetKind: 'numeric', method: variance, alpha: 0.05, maxBins: 2 }).cuts
  }).flat()

  test('at least 99 % of 200 columns are cut at alpha 0.05', () => {
    expect(found.length).toBeGreaterThanOrEqual(198)
  })

  test('the median cut is within 0.02 of the step', () => {
    const errors = found.map((cut) => Math.abs(cut - 0.5)).toSorted((a, b) => a - b)
    expect(errors[errors.length >> 1]).toBeLessThan(0.02)
  })
})
