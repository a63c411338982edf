import { describe, expect, test } from 'vitest'
import { allOnOneSide } from '../../../src/measures/shifts/exchange.ts'
import { type EventCell, exactShift } from '../../../src/measures/shifts/exact-shift.ts'
import { hypergeometricSkew, skewedShift } from '../../../src/measures/shifts/skewed-shift.ts'

function choose(n: number, k: number): number {
  let result = 1
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1)
  return k < 0 || k > n ? 0 : result
}

/** Every number of events now that the cells allow, with its chance. */
function bruteForce(cells: readonly EventCell[]): Map<number, number> {
  let all = new Map([[0, 1]])
  for (const { before, now } of cells) {
    const [events, rows] = [before[0] + now[0], before[1] + now[1]]
    const next = new Map<number, number>()
    for (const [sum, chance] of all) {
      for (let a = 0; a <= Math.min(events, now[1]); a++) {
        const here = (choose(events, a) * choose(rows - events, now[1] - a)) / choose(rows, now[1])
        next.set(sum + a, (next.get(sum + a) ?? 0) + chance * here)
      }
    }
    all = next
  }
  return all
}

const CELLS: EventCell[] = [
  { before: [1, 8], now: [3, 6] },
  { before: [0, 8], now: [1, 9] },
  { before: [2, 9], now: [2, 3] },
  { before: [4, 7], now: [0, 0] },
]

describe('exact and nearly exact tails', () => {
  test('the convolution is what counting all cases gives: mid-p, twice the smaller tail', () => {
    const chances = bruteForce(CELLS)
    const seen = 6
    let [below, above] = [0, 0]
    for (const [sum, chance] of chances) {
      if (sum < seen) below += chance
      if (sum > seen) above += chance
    }
    const half = chances.get(seen)! / 2
    expect(exactShift(CELLS)).toBeCloseTo(2 * Math.min(below + half, above + half), 12)
  })

  test('no cell, or nothing that can vary, is no evidence', () => {
    expect(exactShift([])).toBe(1)
    expect(exactShift([{ before: [0, 9], now: [0, 4] }])).toBe(1)
  })

  test('large cells do not overflow, and far tails are small', () => {
    const p = exactShift([{ before: [20, 1e6], now: [60, 1e6] }])
    expect(p).toBeGreaterThan(1e-6)
    expect(p).toBeLessThan(1e-4)
    expect(exactShift([{ before: [0, 5000], now: [300, 5000] }])).toBeLessThan(1e-15)
  })

  test('a gamma tail with the same three moments comes close where counts are not whole', () => {
    let [u, v, third] = [0, 0, 0]
    const cells = Array.from({ length: 30 }, (): EventCell => ({ before: [1, 40], now: [1, 20] }))
    cells.push({ before: [0, 40], now: [8, 20] })
    for (const { before, now } of cells) {
      const [n, m, e] = [before[1], now[1], before[0] + now[0]]
      const all = n + m
      const here = (m * n * e * (all - e)) / (all * all * (all - 1))
      u += now[0] - (m * e) / all
      v += here
      third += hypergeometricSkew(here, e, m, all)
    }
    const ratio = skewedShift(u, v, third) / exactShift(cells)
    expect(ratio).toBeGreaterThan(0.8)
    expect(ratio).toBeLessThan(1.2)
    // The normal tail alone is too small.
    expect(skewedShift(u, v, 0) / exactShift(cells)).toBeLessThan(0.8)
    expect(skewedShift(0, 0, 0)).toBe(1)
    // Without skew it is the normal tail: 1.96 deviations.
    expect(skewedShift(1.959964, 1, 0)).toBeCloseTo(0.05, 3)
    expect(skewedShift(-1.5, 1, 0.3)).toBeCloseTo(skewedShift(1.5, 1, -0.3), 12)
  })

  test('the lowest of all rows are all new by chance', () => {
    expect(allOnOneSide(2, 3, 4)).toBeCloseTo((3 / 7) * (2 / 6), 12)
    expect(allOnOneSide(0, 3, 4)).toBe(1)
    expect(allOnOneSide(4, 3, 4)).toBe(0)
  })
})
