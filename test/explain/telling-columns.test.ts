import { describe, expect, test } from 'vitest'
import { tellingColumns } from '../../src/explain/telling-columns.ts'
import type { ClassRanges, FoundRange } from '../../src/explain/findings.ts'

describe('telling columns', () => {
  const group = (scores: Record<string, number>): ClassRanges => ({
    class: 'a',
    rows: 1,
    share: 1,
    ranges: Object.entries(scores).map(([column, score]) => ({ column, score }) as FoundRange),
    unconfirmed: [],
    together: [],
  })

  test('are chosen one after the other, by what each adds to the best two of every group', () => {
    // a adds 12; then c adds 7 + 1, as much as b alone; then d adds 4 − 1 where b adds 8 − 7.
    const groups = [group({ a: 9, b: 8, c: 7 }), group({ a: 3, d: 4, c: 1 })]
    expect(tellingColumns(groups, ['d', 'c', 'b', 'a', 'e'])).toEqual(['a', 'c', 'd', 'b'])
    expect(tellingColumns(groups, ['a', 'b', 'd'])).toEqual(['a', 'b', 'd'])
  })

  test('come in their own order on a tie', () => {
    expect(tellingColumns([group({ x: 2, y: 2 })], ['y', 'x'])).toEqual(['y', 'x'])
    expect(tellingColumns([], ['x'])).toEqual([])
  })
})
