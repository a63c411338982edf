import { describe, expect, test } from 'vitest'
import { cutStability, cutStabilityAsync } from '../../../src/binning/curves/cut-stability.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { variance } from '../../../src/discretizers/methods/variance.ts'
import { shareInterval } from '../../../src/measures/distributions/share-interval.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { petals } from '../../reports/trace/traces.ts'

describe('cutStability', () => {
  test('a cut between classes far apart is found each time', () => {
    const x = Array.from({ length: 80 }, (_, i) => (i < 40 ? i : i + 100))
    const summary = summarize(x, { target: x.map((value) => (value < 100 ? 'a' : 'b')) })
    const { cuts, bins } = cutStability(summary, { method: mdlp }, { resamples: 50 })
    expect(cuts).toHaveLength(1)
    expect(cuts[0]).toMatchObject({ cut: 89.5, below: 39, above: 140, same: { share: 1 }, near: { share: 1 } })
    expect(bins).toEqual([{ bins: 2, share: 1 }])
  })

  test('the second cut of iris is there but not always in its place', () => {
    const { cuts, density } = cutStability(petals('species'), { method: mdlp }, { resamples: 100, seed: 3 })
    expect(cuts.map(({ cut }) => cut)).toEqual([2.45, 4.75])
    expect(cuts[0].same.share).toBe(1)
    expect(cuts[1].same.share).toBeGreaterThan(0.2)
    expect(cuts[1].same.share).toBeLessThan(0.8)
    expect(cuts[1].near.share).toBeGreaterThan(0.95)
    expect(density.shares).toHaveLength(80)
    expect(Math.max(...density.shares)).toBe(1)
  })

  test('of noise mdlp mostly finds nothing', () => {
    const { next } = random(2)
    const x = Array.from({ length: 200 }, next)
    const summary = summarize(x, { target: x.map(() => (next() < 0.5 ? 'a' : 'b')) })
    const { cuts, bins } = cutStability(summary, { method: mdlp }, { resamples: 60 })
    expect(cuts).toEqual([])
    expect(bins[0].bins).toBe(1)
  })

  test('is seeded, and works with numbers and without a target', () => {
    const summary = petals('petal_width')
    const once = cutStability(summary, { method: variance }, { resamples: 20 })
    expect(cutStability(summary, { method: variance }, { resamples: 20 })).toEqual(once)
    expect(cutStability(summary, { method: variance }, { resamples: 20, seed: 2 })).not.toEqual(once)
    expect(cutStability(petals(null), { method: equalFrequency, bins: 3 }, { resamples: 5 }).cuts).toHaveLength(2)
  })

  test('refuses what it cannot draw from', () => {
    const weighted = summarize([1, 2, 3], { target: ['a', 'b', 'b'], weights: [1, 2, 0.5] })
    expect(() => cutStability(weighted, { method: mdlp })).toThrow('cutStability: needs rows that all weigh the same, got a summary of weighted rows') // prettier-ignore
    expect(() => cutStability(petals('species'), { method: mdlp }, { resamples: 0 })).toThrow(/resamples/)
  })
})

test('shareInterval is that of Wilson', () => {
  const { share, low, high } = shareInterval(50, 100)
  expect([share, low, high].map((x) => Number(x.toFixed(4)))).toEqual([0.5, 0.4038, 0.5962])
  expect(shareInterval(0, 20).low).toBe(0)
  expect(Number(shareInterval(0, 20).high.toFixed(4))).toBe(0.1611)
})

describe('cutStabilityAsync', () => {
  test('gives the same, tells of its progress, and stops when told', async () => {
    const summary = petals('species')
    const told: number[] = []
    const onProgress = (done: number, all: number): void => void told.push(done / all)
    const later = await cutStabilityAsync(summary, { method: mdlp }, { resamples: 400, onProgress })
    expect(later).toEqual(cutStability(summary, { method: mdlp }, { resamples: 400 }))
    expect(told.every((part, i) => part > (told[i - 1] ?? 0) && part <= 1)).toBe(true)
    const signal = { aborted: true, reason: 'enough' }
    await expect(cutStabilityAsync(summary, { method: mdlp }, { signal })).rejects.toThrow(
      'cutStabilityAsync: stopped by its signal (enough)',
    )
  })
})
