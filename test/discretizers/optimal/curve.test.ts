import { describe, expect, test } from 'vitest'
import { type Curve, curveOf, hullCorners, onHull } from '../../../src/discretizers/optimal/curve.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { classParts } from '../../../src/discretizers/optimal/parts/part-scores.ts'
import type { Parts } from '../../../src/discretizers/optimal/parts/parts.ts'
import { USUAL_EFFORT } from '../../../src/discretizers/optimal/narrow-cuts.ts'
import { columnOf, searchCuts } from '../../../src/discretizers/optimal/search-cuts.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { UNLIMITED } from './optimal-cases.ts'

/** A column of so many values with a rate that goes up and down; some values have several rows. */
function column(seed: number, size: number, measure: 'iv' | 'information'): Parts {
  const { next, integer } = random(seed)
  const x = Array.from({ length: size }, (_, i) => Array<number>(1 + integer(3)).fill(i)).flat()
  const target = x.map((value) => (next() < 0.3 + 0.25 * Math.sin((value / size) * (3 + (seed % 7))) ? 'b' : 'a'))
  return classParts(viewColumn(summarize(x, { target })), 1, measure)
}

/** The corners of a hull by trying every point against every chord. */
function naiveCorners({ weight, height }: Curve, from: number, to: number, side: number): number[] {
  const places = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return places.filter((at) => {
    if (at === from || at === to) return true
    const slope = (a: number, b: number): number => (side * (height[b] - height[a])) / (weight[b] - weight[a])
    const before = Math.max(...places.filter((p) => p < at).map((p) => slope(p, at)))
    const after = Math.min(...places.filter((p) => p > at).map((p) => slope(at, p)))
    return before < after
  })
}

describe('the curve of a column', () => {
  test('has the corners of its hull, also where they come from blocks', () => {
    const parts = column(1, 1200, 'iv')
    const curve = curveOf(parts)!
    const { integer } = random(2)
    for (let i = 0; i < 12; i++) {
      const [from, to] = [integer(1200), integer(1200)].toSorted((a, b) => a - b)
      for (const side of [1, -1] as const) {
        expect(hullCorners(curve, from, to, side)).toEqual(naiveCorners(curve, from, to, side))
      }
    }
  })

  test('lies on no point above the column when drawn along its lower hull, and meets it at the corners', () => {
    const curve = curveOf(column(3, 900, 'information'))!
    const lower = onHull(curve, 1)
    const above = Array.from(curve.height, (height, at) => height - lower.height[at])
    expect(Math.min(...above)).toBeGreaterThanOrEqual(-1e-9)
    for (const at of hullCorners(curve, 0, 900, 1)) expect(above[at]).toBe(0)
  })

  test('is drawn along its hull in WebAssembly as without it, corners of blocks included', () => {
    const curve = curveOf(column(5, 11_000, 'iv'))!
    expect(curve.fast).not.toBeNull()
    for (const side of [1, -1] as const) {
      const plain = onHull({ ...curve, fast: null }, side)
      const quick = onHull(curve, side)
      expect(quick.height).toEqual(plain.height)
      expect(quick.corners(0, 43)).toEqual(plain.corners(0, 43))
      expect(quick.corners(7, 9)).toEqual(plain.corners(7, 9))
    }
  })

  test('leads to the best of all cuts, or to a bound above it', () => {
    let exact = 0
    const tried = cases(12, 100)
    for (let seed = 0; seed < tried; seed++) {
      const all = column(seed, 700, seed % 2 === 0 ? 'iv' : 'information')
      const limits = { ...UNLIMITED, maxBins: 3 + (seed % 6), minShare: [0.01, 0.05, 0.1][seed % 3] }
      const { found, upper } = searchCuts(columnOf(all, { ...USUAL_EFFORT, exact: () => 0 }), limits)
      const best = searchCuts(columnOf(all), limits).upper
      expect(upper).toBeGreaterThanOrEqual(best - 1e-9 * Math.abs(best))
      expect(found!.score).toBeLessThanOrEqual(best + 1e-9 * Math.abs(best))
      // Where no gap is left, the two searches agree.
      const proven = upper === found!.score
      expect(proven ? found!.score : best).toBeCloseTo(best, 9)
      if (proven) exact++
    }
    expect(exact).toBeGreaterThan(tried / 2)
  })
})
