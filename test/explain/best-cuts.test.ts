import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestCuts, openToCuts, type SummedCells } from '../../src/explain/best-cuts.ts'
import { viewOf } from '../discretizers/rows.ts'

/** Values with counts of their classes. */
function cellsOf(...given: Parameters<typeof viewOf>): SummedCells {
  const view = viewOf(...given)
  return { ...view, sums: view.counts, width: view.classCount }
}

const LEAST = { rows: 1, width: 0 }

describe('the best cut', () => {
  test('parts the classes, without any bar to clear', () => {
    const view = cellsOf([1, 2, 3, 4], [[1, 0], [1, 0], [0, 1], [0, 1]]) // prettier-ignore
    expect(bestCuts(view, LEAST, 'left')).toEqual([2.5])
    expect(bestCuts(cellsOf([1, 2], [[1, 1], [2, 1]]), LEAST, 'left')).toEqual([1.5]) // prettier-ignore
  })

  test('parts the means of a number too', () => {
    const values = { size: 4, lo: Float64Array.of(1, 2, 3, 4), hi: Float64Array.of(1, 2, 3, 4) }
    // Sums less the mean of all: two values below it, two above.
    const cells = {
      ...values,
      weights: Float64Array.of(1, 1, 1, 1),
      total: 4,
      sums: Float64Array.of(-3, -2, 2, 3),
      width: 1,
    }
    expect(bestCuts(cells, LEAST, 'left')).toEqual([2.5])
  })

  test('is the leftmost of equally good ones', () => {
    const view = cellsOf([1, 2, 3], [[2, 0], [1, 1], [0, 2]]) // prettier-ignore
    expect(bestCuts(view, LEAST, 'left')).toEqual([1.5])
  })

  test('leaves enough rows on each side', () => {
    const view = cellsOf([1, 2, 3, 4, 5], [[3, 0], [0, 3], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCuts(view, { rows: 3, width: 0 }, 'left')).toEqual([1.5])
    expect(bestCuts(view, { rows: 4, width: 0 }, 'left')).toEqual([2.5])
    expect(bestCuts(view, { rows: 8, width: 0 }, 'left')).toEqual([])
  })

  test('leaves enough room on each side', () => {
    const view = cellsOf([1, 2, 3, 9], [[3, 0], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCuts(view, { rows: 1, width: 1 }, 'left')).toEqual([2.5])
    expect(bestCuts(view, { rows: 1, width: 4 }, 'left')).toEqual([])
  })

  test('has a second one where a range in the middle differs from both sides', () => {
    const counts = Array.from({ length: 12 }, (_, i) => (i >= 5 && i < 9 ? [1, 9] : [8, 2]))
    const values = counts.map((_, i) => i)
    expect(bestCuts(cellsOf(values, counts), { rows: 10, width: 0 }, 'left')).toEqual([4.5, 8.5])
    const step = values.map((i) => (i >= 7 ? [1, 9] : [8, 2]))
    expect(bestCuts(cellsOf(values, step), { rows: 10, width: 0 }, 'left')).toEqual([6.5])
  })

  test('does not exist for a single value, and none at all', () => {
    expect(bestCuts(cellsOf([1], [[1, 1]]), LEAST, 'left')).toEqual([])
    expect(bestCuts(cellsOf([], []), LEAST, 'left')).toEqual([])
  })
})

test('of two classes is that of three, of which one has no row, and openToCuts tells the same', () => {
  const counts = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), { minLength: 1 })
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 4 }), (drawn, rows, width) => {
      const filled = drawn.map(([a, b]) => [a, b === 0 && a === 0 ? 1 : b])
      const values = filled.map((_, i) => i)
      const two = cellsOf(values, filled)
      const three = cellsOf(values, filled.map(([a, b]) => [a, b, 0])) // prettier-ignore
      const found = bestCuts(two, { rows, width }, 'left')
      expect(found).toEqual(bestCuts(three, { rows, width }, 'left'))
      expect(openToCuts(two, { rows, width }, 'left')).toEqual({ open: [], cuts: found })
    }),
  )
})
