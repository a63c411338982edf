import { describe, expect, test } from 'vitest'
import { bestCut } from '../../src/explain/best-single-cut.ts'
import { viewOf } from '../discretizers/rows.ts'

const LEAST = { rows: 1, width: 0 }

describe('the best single cut', () => {
  test('parts the classes, without any bar to clear', () => {
    const view = viewOf([1, 2, 3, 4], [[1, 0], [1, 0], [0, 1], [0, 1]]) // prettier-ignore
    expect(bestCut(view, LEAST, 'left')).toBe(2.5)
    expect(bestCut(viewOf([1, 2], [[1, 1], [2, 1]]), LEAST, 'left')).toBe(1.5) // prettier-ignore
  })

  test('is the leftmost of equally good ones', () => {
    const view = viewOf([1, 2, 3, 4], [[1, 0], [0, 1], [0, 1], [1, 0]]) // prettier-ignore
    expect(bestCut(view, LEAST, 'left')).toBe(1.5)
  })

  test('leaves enough rows on each side', () => {
    const view = viewOf([1, 2, 3, 4, 5], [[3, 0], [0, 3], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCut(view, { rows: 3, width: 0 }, 'left')).toBe(1.5)
    expect(bestCut(view, { rows: 4, width: 0 }, 'left')).toBe(2.5)
    expect(bestCut(view, { rows: 8, width: 0 }, 'left')).toBeNull()
  })

  test('leaves enough room on each side', () => {
    const view = viewOf([1, 2, 3, 9], [[3, 0], [0, 3], [0, 3], [0, 3]]) // prettier-ignore
    expect(bestCut(view, { rows: 1, width: 1 }, 'left')).toBe(2.5)
    expect(bestCut(view, { rows: 1, width: 4 }, 'left')).toBeNull()
  })

  test('does not exist for a single value, and none at all', () => {
    expect(bestCut(viewOf([1], [[1, 1]]), LEAST, 'left')).toBeNull()
    expect(bestCut(viewOf([], []), LEAST, 'left')).toBeNull()
  })
})
