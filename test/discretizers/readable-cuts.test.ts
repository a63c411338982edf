import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import { fit } from '../../src/binning/fit/fit.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { readableCuts } from '../../src/discretizers/readable-cuts.ts'
import type { Closed } from '../../src/types.ts'
import { holds } from './holds.ts'
import { anyRows, viewOf } from './rows.ts'

const cellsAt = (...values: number[]): ReturnType<typeof viewOf> =>
  viewOf(
    values,
    values.map(() => [1]),
  )

/** How many digits a number needs, leading and trailing zeros aside. */
const digits = (x: number): number => x.toExponential().replace(/e.*/, '').replaceAll(/\D/g, '').length

describe('readableCuts', () => {
  test('takes the shortest decimal in the gap, the one nearest to the cut among equally short ones', () => {
    expect(readableCuts(cellsAt(3.3, 3.4), [3.3499999999999996], 'left')).toEqual([3.4])
    expect(readableCuts(cellsAt(3.31, 3.39), [3.3499999999999996], 'left')).toEqual([3.35])
    expect(readableCuts(cellsAt(12, 48), [30], 'left')).toEqual([30])
    expect(readableCuts(cellsAt(154, 163), [158.5], 'left')).toEqual([160])
  })

  test('goes no further from the cut than it must', () => {
    expect(readableCuts(cellsAt(0, 100), [50], 'left')).toEqual([50])
    expect(readableCuts(cellsAt(-100, 0), [-50], 'right')).toEqual([-50])
  })

  test('may take the value above the gap for bins closed on the left, never the one below', () => {
    expect(readableCuts(cellsAt(1.1, 2), [1.55], 'left')).toEqual([2])
    expect(readableCuts(cellsAt(2, 2.5), [2.25], 'left')).toEqual([2.2])
  })

  test('may take the value below the gap for bins closed on the right, never the one above', () => {
    expect(readableCuts(cellsAt(1, 2), [1.5], 'right')).toEqual([1])
    expect(readableCuts(cellsAt(1.5, 2), [1.76], 'right')).toEqual([1.8])
  })

  test('leaves two cuts in one gap as they are', () => {
    expect(readableCuts(cellsAt(0, 10), [3.1234, 6.5678], 'left')).toEqual([3.1234, 6.5678])
  })

  test('leaves a cut beyond the data as it is', () => {
    expect(readableCuts(cellsAt(0, 10), [-3.1234, 12.3456], 'left')).toEqual([-3.1234, 12.3456])
    expect(readableCuts(cellsAt(0, 10), [0], 'left')).toEqual([0])
    expect(readableCuts(cellsAt(0, 10), [10], 'right')).toEqual([10])
  })

  test('leaves a cut inside a coarse cell as it is', () => {
    const coarse = { ...cellsAt(0, 10, 20), hi: Float64Array.of(5, 15, 25) }
    expect(readableCuts(coarse, [12.3456], 'left')).toEqual([12.3456])
    expect(readableCuts(coarse, [17.777], 'left')).toEqual([20])
    expect(readableCuts(coarse, [15], 'left')).toEqual([15])
    expect(readableCuts(coarse, [15], 'right')).toEqual([15])
  })

  test('moves no row, keeps the cuts in order and never has more digits', () => {
    const closedEnds = fc.constantFrom<Closed>('left', 'right')
    holds(
      fc.property(anyRows(), fc.double({ min: 0.01, max: 100, noNaN: true }), closedEnds, ({ x, y }, scale, closed) => {
        const values = x.map((value) => value * scale)
        for (const method of [mdlp, equalFrequency, equalWidth]) {
          const options = { target: y, method: method as typeof equalWidth, closed }
          const [plain, readable] = [fit(values, options), fit(values, { ...options, readable: true })]
          expect(assign(readable, values)).toEqual(assign(plain, values))
          expect(readable.cuts).toEqual([...new Set(readable.cuts)].toSorted((a, b) => a - b))
          readable.cuts.forEach((cut, i) => expect(digits(cut)).toBeLessThanOrEqual(digits(plain.cuts[i])))
        }
      }),
      50,
    )
  })
})
