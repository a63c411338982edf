import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { binningTable } from '../../../src/binning/use/binning-table.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { optimal, type OptimalOptions } from '../../../src/discretizers/methods/optimal.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Note, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'

type Given = Partial<OptimalOptions>

function run(x: readonly number[], y: readonly (string | number)[], given: Given = {}): Proposal {
  return discretize(summarize(x, { target: y, targetKind: typeof y[0] === 'number' ? 'numeric' : 'class' }), {
    method: optimal,
    maxPValue: null,
    ...given,
  })
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('neighbours of optimal bins', () => {
  // Half of the rows of every value are b, but for a few at the end.
  const x = upTo(60)
  const y = x.map((value) => (value > 57 || value % 2 === 0 ? 'b' : 'a'))
  const cuts = (given: Given): readonly number[] => run(x, y, given).cuts

  test('differ by default', () => {
    expect(cuts({ maxPValue: 'auto' })).toEqual(cuts({ maxPValue: 0.05 }))
    expect(cuts({ maxPValue: 'auto' })).toEqual([])
    expect(cuts({ maxPValue: null }).length).toBeGreaterThan(3)
  })

  test('may be alike where the other limits leave nothing else, with a note', () => {
    const message =
      'some neighbours may be alike: with the other limits no binning has neighbours that all differ with a p-value of at most 0.05'
    const asked = { minBins: 3, maxBins: 3, maxPValue: 'auto' } as const
    expect(run(x, y, asked)).toMatchObject({
      cuts: cuts({ minBins: 3, maxBins: 3 }),
      notes: [{ code: 'alike', message }, {}],
    })
    expect(run(x, y, { mandatory: [20.5], maxBins: 2, maxPValue: 'auto' })).toMatchObject({
      cuts: [20.5],
      notes: [{ code: 'alike', message }, {}],
    })
  })

  test('have their p-values in the table', () => {
    const column = fit(x, { target: y, method: optimal, mandatory: [30.5], maxBins: 2 })
    // 15 of 30 against 16 of 30: z² = (1/30)² / (31/60 · 29/60 · 2/30), p = 0.80.
    const p = binningTable(column, { kind: 'class', name: null, classes: ['a', 'b'], event: null }).rows.map(
      ({ pValue }) => pValue,
    )
    expect(p).toEqual([null, expect.closeTo(0.79614, 5)])
  })
})

describe('the note of how good cuts are', () => {
  test('how good the cuts are, and how good any could be', () => {
    // A rate that goes up and down, in more values than one search of neighbours takes.
    const { next } = random(3)
    const x = upTo(900)
    const y = x.map((value) => (next() < (value < 300 ? 0.2 : value < 600 ? 0.6 : 0.4) ? 'b' : 'a'))
    const note = (given: Given): Note | undefined =>
      run(x, y, { maxBins: 3, ...given }).notes.find(({ code }) => code === 'optimal-gap')
    expect(note({})?.message).toBe('information 0.0957 bits per row, the most with any cuts under these limits')
    expect(note({ objective: 'iv', prebins: 7 })?.message).toBe(
      'information value 0.423, at most 0.569 with any cuts under these limits (gap 35 %)',
    )
    expect(note({ objective: 'iv', trend: 'peak', maxBins: 8 })?.message).toBe(
      'information value 0.618, at most 0.67 with any cuts under these limits (gap 8.4 %)',
    )
    const numbers = run(x, y.map((label) => (label === 'b' ? 1 : 0)), { maxBins: 3 }) // prettier-ignore
    const { message, figures = {} } = numbers.notes[0]
    expect(message).toBe('explains 12.8 % of the variance, the most with any cuts under these limits')
    expect(figures).toEqual({ found: figures.found, upper: figures.found, gap: 0 })
  })
})
