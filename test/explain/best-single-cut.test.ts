import { describe, expect, test } from 'vitest'
import { bestCut, type SummedCells } from '../../src/explain/best-single-cut.ts'
import { viewOf } from '../discretizers/rows.ts'

/** Values with counts of their classes. */
function cellsOf(...given: Parameters<typeof viewOf>): SummedCells {
  const view = viewOf(...given)
  return { ...view, sums: view.counts, width: view.classCount }
}

const LEAST = { rows: 1, width: 0 }

describe('the best single cut', () => {
  test('parts the classes, without any bar to clear', () => {
    const view = cellsOf([1, 2, 3, 4], [[1, 0], [1, 0], [0, 1], [0, 1]]) // prettier-ignore
    expect(bestCut(view, LEAST, 'left')).toBe(2.5)
    expect(bestCut(cellsOf([1, 2], [[1, 1], [2, 1]]), LEAST, 'left')).toBe(1.5) // prettier-ignore
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
    expect(bestCut(cells, LEAST, 'left')).toBe(2.5)
  })

  test('is the leftmost of equally good ones', () => {
    const view = cellsOf([1, 2, 3, 4], [[1, 0], [0, 1], [0, 1], [1, 0]]) // prettier-ignore
    expect(bestCut(view, LEAST, 'left')).toBe(1.5)
  })

  test('leaves enough rows on each side', () => {
    const view = cellsOf([1, 2, 3, 4, 5], [[3, 0], [0, 3], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCut(view, { rows: 3, width: 0 }, 'left')).toBe(1.5)
    expect(bestCut(view, { rows: 4, width: 0 }, 'left')).toBe(2.5)
    expect(bestCut(view, { rows: 8, width: 0 }, 'left')).toBeNull()
  })

  test('leaves enough room on each side', () => {
    const view = cellsOf([1, 2, 3, 9], [[3, 0], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCut(view, { rows: 1, width: 1 }, 'left')).toBe(2.5)
    expect(bestCut(view, { rows: 1, width: 4 }, 'left')).toBeNull()
  })

  test('does not exist for a single value, and none at all', () => {
    expect(bestCut(cellsOf([1], [[1, 1]]), LEAST, 'left')).toBeNull()
    expect(bestCut(cellsOf([], []), LEAST, 'left')).toBeNull()
  })
})
