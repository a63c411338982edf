import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, Note, Proposal } from '../../../src/types.ts'
import { argumentError } from '../../refusals.ts'

const run = (values: readonly number[], cuts: readonly number[], closed: Closed = 'left'): Proposal =>
  discretize(summarize(values), { method: fixed, cuts, closed })

const outside = (message: string): Note[] => [{ code: 'cut-outside-range', message }]

describe('fixed', () => {
  test('uses the cuts as they are given', () => {
    expect(run([10, 40, 70], [18, 30.123456789, 65])).toEqual({
      method: 'fixed',
      options: { cuts: [18, 30.123456789, 65] },
      closed: 'left',
      cuts: [18, 30.123456789, 65],
      reasons: Array.from({ length: 3 }, () => ({
        measure: 'given',
        score: null,
        bar: null,
        margin: null,
        runnerUp: null,
      })),
      notes: [],
    })
  })

  test('makes one bin without cuts', () => {
    expect(discretize(summarize([1, 2]), { method: fixed }).cuts).toEqual([])
  })

  test('keeps cuts outside the range of the values, with a note', () => {
    expect(run([10, 20], [5, 15, 25])).toMatchObject({
      cuts: [5, 15, 25],
      notes: outside('no rows on one side of 5, 25: the values go from 10 to 20'),
    })
  })

  test('notes a cut at the end that leaves nothing on one side, and no other', () => {
    expect(run([10, 20], [10]).notes).toEqual(outside('no rows on one side of 10: the values go from 10 to 20'))
    expect(run([10, 20], [20]).notes).toEqual([])
    expect(run([10, 20], [20], 'right').notes).toEqual(
      outside('no rows on one side of 20: the values go from 10 to 20'),
    )
    expect(run([10, 20], [10], 'right').notes).toEqual([])
  })

  test('notes no empty side where infinite values lie beyond the cut', () => {
    expect(fit([-Infinity, 10, 20], { method: fixed, cuts: [5] }).bins.map(({ count }) => count)).toEqual([1, 2])
    const codes = (values: readonly number[], at: number): string[] =>
      run(values, [at])
        .notes.map(({ code }) => code)
        .toSorted()
    expect(codes([-Infinity, 10, 20], 5)).toEqual(['infinite'])
    expect(codes([10, 20, Infinity], 25)).toEqual(['infinite'])
    expect(codes([10, 20, Infinity], 5)).toEqual(['cut-outside-range', 'infinite'])
  })

  test('notes nothing but the lack of values for a column without any', () => {
    expect(run([Number.NaN], [1, 2]).notes).toEqual([{ code: 'no-values', message: 'no finite values' }])
  })

  test('takes −0 for 0', () => {
    expect(run([-1, 1], [-0]).cuts).toEqual([0])
  })

  test('is not changed when the caller changes the list later', () => {
    const cuts = [1.5]
    const proposal = run([1, 2], cuts)
    cuts.push(9)
    expect(proposal.cuts).toEqual([1.5])
    expect(proposal.options).toEqual({ cuts: [1.5] })
  })

  test('takes a Float64Array and keeps plain numbers', () => {
    const proposal = run([1, 2], Float64Array.of(1.5) as unknown as number[])
    expect(proposal.cuts).toEqual([1.5])
    expect(JSON.stringify(proposal.options)).toBe('{"cuts":[1.5]}')
  })

  test('refuses what are not finite numbers in increasing order', () => {
    const rule = 'discretize: fixed: cuts must be finite numbers in increasing order, got'
    expect(() => run([1], [2, 1])).toThrow(argumentError('out-of-range', `${rule} [2, 1]`))
    expect(() => run([1], [1, 1])).toThrow(argumentError('out-of-range', `${rule} [1, 1]`))
    expect(() => run([1], [0, -0])).toThrow(argumentError('out-of-range', `${rule} [0, 0]`))
    expect(() => run([1], [1, Number.NaN])).toThrow(argumentError('out-of-range', `${rule} [1, NaN]`))
    expect(() => run([1], [-Infinity, 1])).toThrow(argumentError('out-of-range', `${rule} [-Infinity, 1]`))
    expect(() => run([1], ['1'] as unknown as number[])).toThrow(argumentError('out-of-range', `${rule} [1]`))
    expect(() => run([1], 5 as unknown as number[])).toThrow(argumentError('wrong-type', `${rule} 5`))
    expect(() => run([1], [8, 7, 6, 5, 4, 3, 2])).toThrow(
      argumentError('out-of-range', `${rule} [8, 7, 6, 5, 4, 3, …]`),
    )
  })
})
