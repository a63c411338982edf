import { describe, expect, test } from 'vitest'
import { accepted, risen } from '../../bench/harness/accepted.mjs'
import { atLeast, atMost, isMet, neverWorse, rowOf, sameCuts, times } from '../../bench/harness/judge.mjs'

describe('aims', () => {
  test('are met at the limit and missed beyond it', () => {
    expect([atLeast('a', 20, 20), atLeast('a', 20, 19.9), atMost('a', 4, 4), atMost('a', 4, 4.1)].map(isMet)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
  test('are neither where a tool is not there or broke', () => {
    const row = { label: 'cuts', set: 'mixed', cpu: 2, wall: 2, peak: 1, ratio: 1, answer: {} }
    const rows = [
      { ...row, tool: 'Kerf' },
      { ...row, tool: 'Orange', failed: 'no memory' },
    ]
    for (const tool of ['Orange', 'Weka']) {
      const aim = atLeast('a', 1, times(rowOf(rows, tool, 'cuts'), rowOf(rows, 'Kerf', 'cuts')))
      expect(aim.figure).toBe(null)
      expect(isMet(aim)).toBe(null)
    }
  })
})

describe('answers', () => {
  test('of all columns must be the same, within what is allowed', () => {
    expect(sameCuts('cuts', [[1, 2], [3]], [[1, 2], [3]])).toEqual([
      { what: 'cuts', right: true, told: 'all 2 columns alike' },
    ])
    expect(sameCuts('cuts', [[1, 2], [3]], [[1, 2], [3.1]])[0].right).toBe(false)
    expect(sameCuts('cuts', [[1]], [[1, 2]])[0].right).toBe(false)
    expect(sameCuts('cuts', [[1]], [[1 + 1e-14]], 1e-12)[0].right).toBe(true)
    expect(sameCuts('cuts', [[1]], undefined)).toEqual([])
  })
  test('may be better on a column and nowhere worse', () => {
    expect(neverWorse('value', [2, 3], [2, 2], true)[0].right).toBe(true)
    expect(neverWorse('value', [2, 1], [2, 2], true)[0]).toEqual({
      what: 'value',
      right: false,
      told: 'worse on 1 of 2, such as 1: 1.00000 to 2.00000',
    })
    expect(neverWorse('cost', [2, 1], [2, 2], false)[0].right).toBe(true)
  })
})

describe('what was accepted', () => {
  const results = (ratio: number, rows = 100) => ({
    rows,
    columns: 8,
    tasks: {
      mdlp: {
        rows: [
          { label: 'sort', tool: 'Float64Array.sort', set: 'mixed', ratio: null },
          { label: 'cuts', tool: 'Kerf', set: 'mixed', ratio },
          { label: 'cuts', tool: 'Orange', set: 'mixed', ratio: 9 * ratio },
        ],
      },
    },
  })
  test('are the shares of Kerf alone', () => {
    expect(accepted(results(0.5)).ratios).toEqual({ 'mdlp: cuts, mixed, Kerf': 0.5 })
  })
  test('may be passed by 30 %', () => {
    const before = accepted(results(0.5))
    expect(risen(results(0.64), before)).toEqual([])
    expect(risen(results(0.66), before)).toEqual(['mdlp: cuts, mixed, Kerf: 0.66 of the sort, 0.5 accepted'])
  })
  test('hold for their size alone', () => {
    expect(risen(results(0.5, 200), accepted(results(0.5)))).toEqual([
      'the accepted file is of 100 × 8, this run of 200 × 8',
    ])
  })
})
