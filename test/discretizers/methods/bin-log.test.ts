import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { binLog } from '../../../src/discretizers/methods/bin-log.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { SKEWED } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

describe('bin-log', () => {
  const run = (values: readonly number[]): readonly number[] => discretize(summarize(values), { method: binLog }).cuts

  test('makes as many bins of one width as log2 of the distinct values has whole', () => {
    expect(fit(SKEWED, { method: binLog }).cuts).toEqual([100 / 3, 2 * (100 / 3)])
    expect(run([0, 1, 2, 3, 4, 5, 6])).toEqual([3])
    expect(run([0, 1, 2, 3, 4, 5, 6, 7])).toEqual([7 / 3, 2 * (7 / 3)])
    expect(run([0, 1, 2, 3, 4, 5, 6, 6, 6, 6])).toEqual([3])
  })

  test('makes one bin of up to three distinct values', () => {
    expect([run([]), run([1]), run([1, 2]), run([1, 2, 3])]).toEqual([[], [], [], []])
    expect(run([0, 1, 2, 4])).toEqual([2])
  })

  test('counts cells where the number of distinct values is not known', () => {
    const summary = { ...summarize([0, 1, 2, 4]), distinct: null }
    expect(discretize(summary, { method: binLog }).cuts).toEqual([2])
  })

  test('goes by the distinct values of a coarse summary, not by its cells', () => {
    const summary = { ...summarize([0, 1, 2, 4]), distinct: 8 }
    expect(discretize(summary, { method: binLog }).cuts).toEqual([4 / 3, 2 * (4 / 3)])
  })

  test('takes no options', () => {
    expect(() => discretize(summarize([1, 2]), { method: binLog, bins: 3 } as never)).toThrow(
      argumentError('unknown-option', 'discretize: bin-log: unknown option bins, there are none'),
    )
  })
})
