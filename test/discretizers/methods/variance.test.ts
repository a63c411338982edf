import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { variance, type VarianceOptions } from '../../../src/discretizers/methods/variance.ts'
import { bestSplitLimit } from '../../../src/measures/best-split.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberValues, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { naiveCliffs } from './cliffs-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'
import { argumentError, dataError } from '../../refusals.ts'

/** No limit on rows and width of a side. */
const FREE = { enough: 0, cohen: 0 } as const

function run(
  x: NumberValues,
  y: NumberValues,
  given: Partial<VarianceOptions> = {},
  weights?: readonly number[],
): Proposal {
  return discretize(summarize(x, { target: y, targetKind: 'numeric', weights }), { method: variance, ...given })
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
const STEP = [0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9]

describe('variance', () => {
  test('cuts where the variance is least, and says which part of it goes', () => {
    expect(run(upTo(12), STEP, { maxBins: 2 })).toEqual({
      method: 'variance',
      options: {
        criterion: 'variance',
        alpha: null,
        enough: null,
        cohen: 0.3,
        tiny: null,
        trivial: 1,
        fuse: false,
        maxBins: 2,
      },
      closed: 'left',
      cuts: [5.5],
      reasons: [
        {
          measure: 'variance',
          score: expect.closeTo(16 / 16.25, 12),
          bar: null,
          margin: null,
          // 5 rows with the mean 2/5 against 7 with 52/7; 6.5 is as good and lies to the right.
          runnerUp: { cut: 4.5, score: expect.closeTo((((5 * 7) / 144) * (52 / 7 - 2 / 5) ** 2) / 16.25, 12) },
        },
      ],
      notes: [],
    })
  })

  test('goes on in both parts, down to a cell each where nothing stops it', () => {
    expect(run(upTo(5), [1, 2, 3, 5, 9], FREE).cuts).toEqual([0.5, 1.5, 2.5, 3.5])
    expect(run(upTo(6), [1, 1, 5, 5, 1, 1], FREE).cuts).toEqual([1.5, 3.5])
  })

  test('takes the leftmost of equally good candidates', () => {
    expect(run(upTo(3), [0, 1, 0], { ...FREE, maxBins: 2 }).cuts).toEqual([0.5])
    expect(run(upTo(9), [1, 0, 0, 0, 0, 0, 0, 0, 1], { ...FREE, maxBins: 2 }).cuts).toEqual([0.5])
  })

  test('by deviation may cut elsewhere than by variance, since large distances count less', () => {
    const y = [0, 0, 0, 0, 0, 0, 3, 9, 3, 9, 12, 18]
    const cuts = (criterion: VarianceOptions['criterion']): readonly number[] =>
      run(upTo(12), y, { ...FREE, criterion, maxBins: 2 }).cuts
    expect([cuts('variance'), cuts('deviation')]).toEqual([[8.5], [5.5]])
  })

  test.each(['variance', 'deviation'] as const)('finds by %s what a search row by row finds', (criterion) => {
    const options = fc.record({
      enough: fc.constantFrom(1, 2, 4.5),
      tiny: fc.constantFrom(0, 0.1, 0.25),
      trivial: fc.constantFrom(1, 1.05, 1.5),
      alpha: fc.constantFrom(null, 0.05, 0.5),
    })
    let cut = 0
    holds(
      fc.property(anyRows([1, 2]), options, fc.integer({ min: 1, max: 9 }), ({ x, y, w }, given, stir) => {
        // The class, ten apart, and noise that depends on the row.
        const numbers = y.map((name, row) => name.charCodeAt(0) * 10 + ((row * row * stir) % 17))
        const rows = x.map((value, i) => ({ x: value, y: numbers[i], w: w[i] }))
        const weights = w.some((weight) => weight !== 1) ? w : undefined
        fc.pre(weights === undefined || w.reduce((a, b) => a + b, 0) > 2)
        const tiny = given.tiny === 0 ? -1 : given.tiny
        const naive = naiveCliffs(rows, { ...given, tiny, measure: criterion, mdl: false })
        expect(run(x, numbers, { ...given, criterion }, weights).cuts).toEqual(naive)
        cut += naive.length
      }),
      150,
    )
    expect(cut).toBeGreaterThan(100)
  })
})

describe('limits', () => {
  test('are those of cliffs: rows, width, and how much is lowered', () => {
    const cuts = (given: Partial<VarianceOptions>): readonly number[] =>
      run(upTo(12), STEP, { ...FREE, maxBins: 2, ...given }).cuts
    expect([cuts({ enough: 6 }), cuts({ enough: 6.5 })]).toEqual([[5.5], []])
    expect([cuts({ tiny: 4.9 }), cuts({ tiny: 5 })]).toEqual([[5.5], []])
    // 16.25 before, 0.25 after
    expect([cuts({ trivial: 64.9 }), cuts({ trivial: 65 })]).toEqual([[5.5], []])
  })

  test('trivial is the bar that is told', () => {
    expect(run(upTo(12), STEP, { maxBins: 2, trivial: 4 }).reasons[0]).toMatchObject({
      bar: 0.75,
      margin: expect.closeTo(16 / 16.25 - 0.75, 12),
    })
  })

  test('fuse joins a narrow bin to the neighbour whose target is nearer', () => {
    const x = [0, 1, 2, 10, 10, 10, 20, 21, 22]
    const cuts = (middle: number, criterion: VarianceOptions['criterion']): readonly number[] =>
      run(x, [0, 0, 0, middle, middle, middle, 9, 9, 9], { ...FREE, tiny: 1, fuse: true, criterion }).cuts
    expect([4, 4.5, 5].map((middle) => cuts(middle, 'variance'))).toEqual([[15], [15], [6]])
    expect([4, 4.5, 5].map((middle) => cuts(middle, 'deviation'))).toEqual([[15], [15], [6]])
  })

  test('maxBins keeps the cuts that save most', () => {
    const y = [0, 0, 0, 0, 3, 3, 20, 20, 20, 20, 28, 28]
    const cuts = (maxBins: number | null): readonly number[] => run(upTo(12), y, { ...FREE, maxBins }).cuts
    expect([null, 3, 2, 1].map(cuts)).toEqual([[3.5, 5.5, 9.5], [5.5, 9.5], [5.5], []])
  })
})

describe('alpha', () => {
  test('is what the difference of the means must be worth: the bar is what chance explains of the variance', () => {
    const limit = bestSplitLimit(0.01, { places: 7, first: 3 / 12, last: 9 / 12 })
    const bar = limit / 11
    expect(run(upTo(12), STEP, { enough: 3, cohen: 0, alpha: 0.01, maxBins: 2 }).reasons[0]).toMatchObject({
      score: expect.closeTo(16 / 16.25, 12),
      bar: expect.closeTo(bar, 10),
      margin: expect.closeTo(16 / 16.25 - bar, 10),
    })
  })

  test('is told in units of the deviation where that is the criterion', () => {
    const limit = bestSplitLimit(0.01, { places: 7, first: 3 / 12, last: 9 / 12 })
    const bar = 1 - Math.sqrt(1 - limit / 11)
    const [reason] = run(upTo(12), STEP, {
      enough: 3,
      cohen: 0,
      alpha: 0.01,
      maxBins: 2,
      criterion: 'deviation',
    }).reasons
    expect(reason).toMatchObject({
      score: expect.closeTo(1 - 0.5 / Math.sqrt(16.25), 12),
      bar: expect.closeTo(bar, 10),
    })
  })

  test('refuses a cut that chance makes as well', () => {
    const { normal } = random(7)
    const noise = Array.from({ length: 200 }, normal)
    expect(run(upTo(200), noise).cuts.length).toBeGreaterThan(2)
    expect(run(upTo(200), noise, { alpha: 0.05 })).toMatchObject({ cuts: [], notes: [{ code: 'blunt' }] })
  })

  test('minds means, not spread: a target that only grows wilder is not cut', () => {
    const y = upTo(200).map((i) => (i % 2 === 0 ? 1 : -1) * (i < 100 ? 1 : 10))
    expect(run(upTo(200), y, { criterion: 'deviation', maxBins: 2 }).cuts).toEqual([99.5])
    expect(run(upTo(200), y, { criterion: 'deviation', alpha: 0.05 }).cuts).toEqual([])
  })
})

describe('numbers that are hard on doubles', () => {
  test('a target far from zero is cut like one near it', () => {
    const { normal } = random(11)
    const near = upTo(300).map((i) => (i < 120 ? 0 : 1) + Math.round(normal() * 1024) / 1024)
    const far = near.map((y) => y + 1.7e9)
    for (const criterion of ['variance', 'deviation'] as const) {
      const { cuts } = run(upTo(300), near, { criterion })
      expect(cuts.length).toBeGreaterThan(3)
      expect(run(upTo(300), far, { criterion }).cuts).toEqual(cuts)
      expect(run(upTo(300), far, { criterion, alpha: 0.05 }).cuts).toEqual(
        run(upTo(300), near, { criterion, alpha: 0.05 }).cuts,
      )
    }
  })

  test('small steps beside a large one are found', () => {
    const y = [0, 0, 1e-5, 1e-5, 1e9, 1e9, 1e9 + 1e-5, 1e9 + 1e-5]
    expect(run(upTo(8), y, FREE).cuts).toEqual([1.5, 3.5, 5.5])
    expect(run(upTo(8), y, { ...FREE, criterion: 'deviation' }).cuts).toEqual([1.5, 3.5, 5.5])
  })

  test('a constant target has no cut, even where no double holds the sum of its rows', () => {
    for (const y of [0.1, -1 / 3, 1e9 + 0.1, 0]) {
      for (const criterion of ['variance', 'deviation'] as const) {
        expect(
          run(
            [1, 1, 1, 2, 3, 3, 4],
            Array.from({ length: 7 }, () => y),
            { ...FREE, criterion },
          ).cuts,
        ).toEqual([])
      }
    }
  })

  test('a part in which it is constant has no cut, whatever rounding leaves of its means and squares', () => {
    for (const [y, rows] of [
      [0.1, 6],
      [0.7, 3],
      [1.1, 9],
    ]) {
      const x = [...Array<number>(rows).fill(1), 2, ...Array<number>(rows + 1).fill(3)]
      const target = x.map((value) => (value < 3 ? y : -y))
      for (const criterion of ['variance', 'deviation'] as const) {
        expect(run(x, target, { ...FREE, criterion }).cuts).toEqual([2.5])
      }
    }
    const long = upTo(40_000)
    const step = long.map((value) => (value < 20_000 ? 0.1 : -0.1))
    for (const criterion of ['variance', 'deviation'] as const) {
      expect(run(long, step, { ...FREE, criterion }).cuts).toEqual([19_999.5])
    }
  })

  test('large and small targets do not overflow or vanish', () => {
    for (const unit of [1e150, 1e-100]) {
      for (const criterion of ['variance', 'deviation'] as const) {
        expect(
          run(
            upTo(12),
            STEP.map((y) => y * unit),
            { criterion, maxBins: 2 },
          ).cuts,
        ).toEqual([5.5])
      }
    }
  })

  test('a target too large to be squared is refused', () => {
    expect(() => run([1, 2, 3], [1e160, 0, 1])).toThrow(
      dataError('discretize: the target is too large to be squared, divide it by a power of ten'),
    )
  })
})

describe('what cannot be used', () => {
  test('a class target, or none', () => {
    expect(() => discretize(summarize([1, 2], { target: ['a', 'b'] }), { method: variance })).toThrow(
      dataError('discretize: variance: needs a numeric target, got a class one'),
    )
    expect(() => discretize(summarize([1, 2]), { method: variance })).toThrow(
      dataError('discretize: variance: needs a numeric target, got no target'),
    )
  })

  test('weights that add up to two rows or less', () => {
    expect(() => run([1, 2, 3], [1, 2, 3], {}, [0.5, 0.5, 0.5])).toThrow(
      dataError('discretize: variance: the weights add up to 1.5, scale them to the number of rows'),
    )
  })

  test('an unknown criterion', () => {
    expect(() => run([1, 2], [1, 2], { criterion: 'sd' as 'variance' })).toThrow(
      argumentError('out-of-range', 'discretize: variance: criterion must be one of variance, deviation, got "sd"'),
    )
  })
})
