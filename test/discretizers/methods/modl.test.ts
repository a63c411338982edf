import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { modl, type ModlOptions } from '../../../src/discretizers/methods/modl.ts'
import { modlLength } from '../../../src/measures/modl-length.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { holds } from '../holds.ts'
import { fewValues, naiveModl, rowsOf } from '../modl/modl-naive.ts'
import { argumentError, dataError } from '../../refusals.ts'

type Given = Partial<ModlOptions> & { closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: modl, ...given })
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('modl', () => {
  test('cuts where that makes the description shorter, and says by how much', () => {
    const { reasons, ...rest } = run(upTo(12), 'aaaaaabbbbbb')
    expect(rest).toEqual({
      method: 'modl',
      options: { search: 'auto', maxBins: null },
      closed: 'left',
      cuts: [6.5],
      notes: [],
    })
    // 12!/(6!·6!) orders and 13 class counts become 7² class counts; two bins have 13 sizes.
    const [{ measure, score, bar, margin, runnerUp }] = reasons
    expect(measure).toBe('bits saved')
    expect(score).toBeCloseTo(Math.log2((924 * 13) / 49), 11)
    expect(bar).toBeCloseTo(Math.log2(13), 11)
    expect(margin).toBe(score! - bar!)
    expect(margin).toBeCloseTo(modlLength([[6, 6]]) - modlLength([[6, 0], [0, 6]]), 11) // prettier-ignore
    expect(runnerUp).toBeNull()
  })

  test('names the next best candidate between the neighbouring cuts', () => {
    const { cuts, reasons } = run(upTo(16), 'aaaaaaabababbbbb')
    expect(cuts).toEqual([7.5])
    const best = modlLength([[7, 0], [2, 7]]) // prettier-ignore
    const second = modlLength([[9, 2], [0, 5]]) // prettier-ignore
    expect(reasons[0].margin).toBeCloseTo(modlLength([[9, 7]]) - best, 10)
    expect(reasons[0].runnerUp!.cut).toBe(11.5)
    expect(reasons[0].score! - reasons[0].runnerUp!.score).toBeCloseTo(second - best, 10)
  })

  test('makes no cut that does not pay, with a note', () => {
    const { cuts, notes } = run(upTo(12), 'abababababab')
    expect(cuts).toEqual([])
    expect(notes).toEqual([
      { code: 'blunt', message: 'modl found no cut worth making: the values tell too little about the target' },
    ])
  })

  test('finds two cuts that pay only together', () => {
    const y = `${'ab'.repeat(10)}${'a'.repeat(21)}${'ab'.repeat(10)}`
    expect(run(upTo(61), y).cuts).toEqual([20.5, 42.5])
    expect(run(upTo(61), y, { maxBins: 2 }).cuts).toEqual([])
  })

  test('finds five cuts of which four would not pay', () => {
    const y = 'aaaaaabbbbbb'.repeat(3)
    expect(run(upTo(36), y).cuts).toEqual([6.5, 12.5, 18.5, 24.5, 30.5])
    expect(run(upTo(36), y, { maxBins: 5 }).cuts).toEqual([])
  })

  test('takes the leftmost of equally good candidates', () => {
    // As well left of the 5 as right of it.
    expect(run([1, 1, 1, 1, 1, 1, 5, 5, 9, 9, 9, 9, 9, 9], 'aaaaaaabbbbbbb').cuts).toEqual([3])
  })

  test('makes no cut that just pays for itself', () => {
    // 16 · 17 · 5 · … descriptions each way: the whole numbers are equal, only rounding tells their logarithms apart.
    const { x, y } = rowsOf([[0, 3], [7, 0], [4, 2]]) // prettier-ignore
    expect(modlLength([[0, 3], [11, 2]])).toBeCloseTo(modlLength([[11, 5]]), 11) // prettier-ignore
    expect(run(x, y).cuts).toEqual([])
  })

  test('closes bins on the right where asked', () => {
    const { cuts, closed } = run([0, 1, 2, 3, 4, 5, 5 + Number.EPSILON * 4, 7, 8, 9, 10], 'aaaaaabbbbb', {
      closed: 'right',
    })
    expect([cuts, closed]).toEqual([[5], 'right'])
  })

  test('of one class, one value or no rows is one bin', () => {
    expect(run([1, 2, 3], 'aaa').cuts).toEqual([])
    expect(run([1, 1, 1], 'aba').cuts).toEqual([])
    expect(run([], '').cuts).toEqual([])
  })
})

describe('against looking at every partition', () => {
  let cases = 0
  let severalCuts = 0

  test.each([
    ['without weights', [1]],
    ['with whole weights', [1, 2, 5]],
    ['with fractional weights', [0.25, 0.5, 1.75]],
  ])('cuts and length are the same %s', (_, weights) => {
    holds(
      fc.property(fewValues(weights), fc.constantFrom(null, null, null, 2, 3), (rows, maxBins) => {
        const naive = naiveModl(rows, maxBins ?? Infinity)
        const { cuts } = run(rows.x, rows.y, { maxBins }, weights.length === 1 ? undefined : rows.w)
        expect(cuts).toEqual(naive.cuts)
        expect(naive.lengthOf(cuts) - naive.length).toBeLessThanOrEqual(1e-12 * Math.abs(naive.lengthOf([])))
        cases++
        if (cuts.length > 1) severalCuts++
      }),
      750,
    )
  })

  test('in more than two thousand cases, hundreds of them with several cuts', () => {
    expect(cases).toBeGreaterThanOrEqual(2250)
    expect(severalCuts).toBeGreaterThan(500)
  })

  test('of equally short partitions the one with fewer bins, then with the leftmost cuts', () => {
    // Columns that read the same from both ends: a single cut is as good as its mirror image.
    const cell = fc.constantFrom([9, 0], [0, 9], [4, 4], [6, 2], [1, 0], [0, 1], [1, 3])
    let ties = 0
    holds(
      fc.property(fc.array(cell, { minLength: 3, maxLength: 6 }), (half) => {
        const rows = rowsOf([...half, ...half.toReversed()])
        const naive = naiveModl(rows, 2)
        expect(run(rows.x, rows.y, { maxBins: 2 }).cuts).toEqual(naive.cuts)
        if (naive.equals > 1) ties++
      }),
      300,
    )
    expect(ties).toBeGreaterThan(40)
  })

  test('greedy search finds the shortest description in 99 of 100 cases', () => {
    let [equal, gaps, worst] = [0, 0, 0]
    holds(
      fc.property(fewValues([1, 2, 5]), (rows) => {
        const naive = naiveModl(rows)
        const { cuts } = run(rows.x, rows.y, { search: 'greedy' }, rows.w)
        const gap = naive.lengthOf(cuts) / naive.length - 1
        expect(gap).toBeGreaterThan(-1e-12)
        if (gap < 1e-12) equal++
        gaps += gap
        worst = Math.max(worst, gap)
      }),
      500,
    )
    expect(equal).toBeGreaterThanOrEqual(495)
    expect(gaps / 500).toBeLessThan(0.0001)
    expect(worst).toBeLessThan(0.03)
  })
})

describe('weights', () => {
  test('so small that nothing pays make no cut', () => {
    const y = 'aaaaaabbbbbb'
    for (const weight of [1e-300, 1e-9, 0.1]) {
      const weights = upTo(12).map(() => weight)
      expect(run(upTo(12), y, {}, weights).cuts).toEqual([])
      expect(run(upTo(12), y, { search: 'greedy' }, weights).cuts).toEqual([])
    }
  })

  test('may be large', () => {
    const weights = upTo(12).map(() => 1e12 + 0.5)
    expect(run(upTo(12), 'aaabaabbbabb', {}, weights).cuts).toEqual([3.5, 4.5, 6.5, 9.5, 10.5])
  })

  test('beyond whole numbers are refused', () => {
    expect(() => run([1, 2], 'ab', {}, [1e16, 1e16])).toThrow(
      dataError('discretize: modl: the weights add up to 20000000000000000, scale them to the number of rows'),
    )
  })
})

describe('options', () => {
  const { next } = random(2006)
  const x = upTo(3000).map(() => next())
  const y = x.map((v) => (next() < 0.5 + 0.4 * Math.sin(12 * v) ? 'a' : 'b'))

  test('maxBins is the most bins, and the best partition into so few', () => {
    const { cuts } = run(x, y)
    expect(cuts.length).toBeGreaterThan(4)
    for (const search of ['auto', 'greedy', 'exact'] as const) {
      expect(run(x, y, { maxBins: 3, search }).cuts).toHaveLength(2)
      expect(run(x, y, { maxBins: 1, search }).cuts).toEqual([])
    }
  })

  test('search exact compares all partitions, up to a limit', () => {
    expect(run(x, y, { search: 'exact' }).cuts).toEqual(run(x, y).cuts)
    const alternating = 'ab'.repeat(2001)
    expect(() => run(upTo(4002), alternating, { search: 'exact' })).toThrow(
      argumentError(
        'out-of-range',
        'discretize: modl: search must be auto or greedy for more than 4000 parts between class boundaries, got exact for 4002',
      ),
    )
    expect(run(upTo(4002), alternating).cuts).toEqual([])
  })

  test('are checked', () => {
    const refuse = (given: Given, message: string): void =>
      expect(() => run([1], 'a', given)).toThrow(argumentError('out-of-range', `discretize: modl: ${message}`))
    refuse({ search: 'best' as 'exact' }, 'search must be one of auto, exact, greedy, got "best"')
    refuse({ maxBins: 0 }, 'maxBins must be an integer of at least 1, or null, got 0')
  })
})
