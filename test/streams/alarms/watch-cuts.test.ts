import { expect, test } from 'vitest'
import { watchCuts, watchLabels } from '../../../src/streams/alarms/watch-cuts.ts'

test('cells of about equal rows, and one beyond either end', () => {
  const cuts = watchCuts([8, 1, 2, 3, 4, 5, 6, 7], 4)
  expect(cuts).toEqual([1, 3, 5, 7, 8 + 2 ** -49])
  expect(watchCuts([5, null, 5, Number.NaN, Infinity, 5])).toEqual([5, 5 + 2 ** -50])
  expect(watchCuts([])).toEqual([])
  expect(() => watchCuts([1], 0)).toThrow('watchCuts: cells must be an integer of at least 1, got 0')
})

test('names of the slots are short, and stay apart', () => {
  expect(watchLabels([0.35307301746809083, 0.5053173280915423, 3.0000000000000004])).toEqual([
    '< 0.353',
    '[0.353, 0.505)',
    '[0.505, 3)',
    '≥ 3',
    'missing',
  ])
  expect(watchLabels([3, 3.0000000000000004])).toEqual([
    '< 3',
    '[3, 3.0000000000000004)',
    '≥ 3.0000000000000004',
    'missing',
  ])
  expect(watchLabels([])).toEqual(['all values', 'missing'])
})
