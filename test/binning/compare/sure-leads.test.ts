import { describe, expect, test } from 'vitest'
import { compareMethods } from '../../../src/binning/compare/compare-methods.ts'
import type { CompareEntry } from '../../../src/binning/compare/compare-entries.ts'
import {
  drawSigns,
  leadError,
  limitOf,
  noLargest,
  raiseLargest,
  scatterOf,
} from '../../../src/binning/compare/sure-leads.ts'
import { findMethod } from '../../../src/discretizers/registry.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

/** Methods that tell nothing but chance in 100 blocks of one row. */
const byChance = (methods: number, blocks: number, seed: number): Float64Array[] => {
  const { normal } = random(seed)
  return Array.from({ length: methods }, () => Float64Array.from({ length: blocks }, normal))
}
const limitFor = (told: readonly Float64Array[]): number => {
  const blocks = told[0].length
  const largest = noLargest()
  raiseLargest(scatterOf(told, new Float64Array(blocks).fill(1), 5), drawSigns(blocks, 0), largest)
  return limitOf(largest, 0.95, blocks)
}

describe('errors and limits', () => {
  test('an error is that of the differences, raised for folds that share rows', () => {
    const told = [Float64Array.of(4, 1, 3, 2), Float64Array.of(1, 1, 1, 1)]
    const scatter = scatterOf(told, Float64Array.of(1, 1, 2, 2), 5)
    // Means 10/6 and 4/6, so the differences 3, 0, 2, 1 stand against 1, 1, 2, 2.
    const squares = [3 - 1, 0 - 1, 2 - 2, 1 - 2].map((gap) => gap * gap).reduce((a, b) => a + b, 0)
    expect(leadError(scatter, 0, 1)).toBeCloseTo(Math.sqrt(((squares * 4) / 3) * (1 + 5 / 4)) / 6, 12)
    expect(leadError(scatter, 0, 0)).toBe(0)
    expect(leadError(scatterOf(told, new Float64Array(4), 5), 0, 1)).toBe(0)
  })

  test('one method against no bins has the limit of Student; more pairs have more', () => {
    expect(Math.abs(limitFor(byChance(1, 100, 1)) - 1.984)).toBeLessThan(0.12)
    // Differences of 5 independent means and 0: close to the studentized range.
    const five = limitFor(byChance(5, 100, 2))
    expect(five).toBeGreaterThan(2.5)
    expect(five).toBeLessThan(3.3)
    // Copies of one method are one method.
    const [one] = byChance(1, 100, 1)
    expect(limitFor([one, one, one])).toBe(limitFor([one]))
  })

  test('few blocks widen the limit', () => {
    expect(limitFor(byChance(1, 10, 3))).toBeGreaterThan(2.1)
  })
})

/** A method that cuts only the column whose values begin at 10·k, so that methods of columns alike are equal in truth. */
const only = (name: string, k: number): CompareEntry => {
  const method = findMethod(name)
  return {
    method: {
      ...method,
      name: `on x${k}`,
      run: (view, options, closed, summary) =>
        Math.floor(summary.min / 10) === k ? method.run(view, options, closed, summary) : { cuts: [], reasons: [] },
    },
  }
}
const table = (seed: number, rows: number, signals: readonly number[]): Record<string, number[] | string[]> => {
  const { next } = random(seed)
  const xs = signals.map(() => Array.from({ length: rows }, next))
  const y = Array.from({ length: rows }, (_, row) => {
    const sum = signals.reduce((all, signal, k) => all + (xs[k][row] > 0.5 ? signal : -signal), 0)
    return next() < 1 / (1 + Math.exp(-sum)) ? 'a' : 'b'
  })
  return { ...Object.fromEntries(xs.map((x, k) => [`x${k}`, x.map((value) => 9 * value + 10 * k)])), y }
}

describe('what is called better', () => {
  const runs = cases(20, 200)

  test.each([
    ['mdlp', 0.8],
    ['equal-frequency', 0],
  ])('%s of equal columns is not, nearly always', async (name, signal) => {
    let called = 0
    for (let seed = 1; seed <= runs; seed++) {
      const methods = [only(name, 0), only(name, 1)]
      const { methods: told } = await compareMethods(table(seed, 200, [signal, signal]), { target: 'y', methods, seed })
      if (told.some(({ clear }) => clear)) called++
    }
    expect(called).toBeLessThanOrEqual(runs / 10)
  })

  test('a method that finds what others miss is, nearly always', async () => {
    let found = 0
    for (let seed = 1; seed <= runs; seed++) {
      const methods = [only('mdlp', 0), only('mdlp', 1)]
      const { verdict } = await compareMethods(table(seed, 300, [2, 0]), { target: 'y', methods, seed })
      if (verdict.kind === 'best' && verdict.best === 'on x0') found++
    }
    expect(found).toBeGreaterThanOrEqual(0.9 * runs)
  })
})
