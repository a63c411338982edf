import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { boundaryBlocks, cutBefore } from '../../../src/discretizers/search/blocks.ts'
import { cliffs, type CliffsOptions } from '../../../src/discretizers/methods/cliffs.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { chiSquare } from '../../../src/measures/chi-square.ts'
import { mdlBar } from '../../../src/measures/description-length.ts'
import { entropy } from '../../../src/measures/entropy.ts'
import { gainRatio } from '../../../src/measures/gain-ratio.ts'
import { gain } from '../../../src/measures/gain.ts'
import { conditionalGini, gini } from '../../../src/measures/gini.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Proposal } from '../../../src/types.ts'
import { naiveCliffs } from './cliffs-naive.ts'
import { holds } from '../holds.ts'
import { anyRows } from '../rows.ts'
import { argumentError, dataError } from '../../refusals.ts'

/** No limit on rows and width of a side, and no price of a description. */
const FREE = { enough: 0, cohen: 0, mdl: false } as const
const MEASURES = ['gain', 'gain-ratio', 'gini', 'chi-square'] as const

function run(
  x: readonly number[],
  y: string | readonly string[],
  given: Partial<CliffsOptions> = {},
  weights?: readonly number[],
): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: cliffs, ...given })
}

function runOnNumbers(x: readonly number[], y: readonly number[], given: Partial<CliffsOptions> = {}): Proposal {
  return discretize(summarize(x, { target: y, targetKind: 'numeric' }), { method: cliffs, ...given })
}

/** 0 … n − 1 */
const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)

describe('the example of the notes', () => {
  const x = [1, 1.4, 1.7, 2, 3, 7]
  const y = 'AAABBA'

  test('has the candidates 1.85 and 5, midway where the labels change', () => {
    const view = viewColumn(summarize(x, { target: Array.from(y) }))
    const blocks = boundaryBlocks(view)
    expect(
      upTo(blocks.size)
        .slice(1)
        .map((b) => cutBefore(view, blocks, b, 'left')),
    ).toEqual([1.85, 5])
  })

  test('is cut at both without limits', () => {
    expect(run(x, y, FREE).cuts).toEqual([1.85, 5])
  })

  test('is not cut at 5 when a side must have width', () => {
    expect(run(x, y, { ...FREE, tiny: 0.5 }).cuts).toEqual([1.85])
  })
})

describe('cliffs', () => {
  test('cuts where the classes change, and says why', () => {
    const bar = (Math.log2(19) + Math.log2(7) - 2) / 20
    expect(run(upTo(20), 'aaaaaaaaaabbbbbbbbbb')).toEqual({
      method: 'cliffs',
      options: {
        measure: 'gain',
        mdl: true,
        alpha: null,
        enough: null,
        cohen: 0.3,
        tiny: null,
        trivial: 1,
        fuse: false,
        maxBins: null,
      },
      closed: 'left',
      cuts: [9.5],
      reasons: [{ measure: 'gain', score: 1, bar, margin: 1 - bar, runnerUp: null }],
      notes: [],
    })
  })

  test('without limits is mdlp, to the last bit of its reasons', () => {
    holds(
      fc.property(anyRows([1, 2, 0.5]), ({ x, y, w }) => {
        fc.pre(w.reduce((a, b) => a + b, 0) > 2)
        const summary = summarize(x, { target: y, weights: w })
        const { cuts, reasons } = discretize(summary, { method: mdlp })
        const free = discretize(summary, { method: cliffs, enough: 0, cohen: 0 })
        expect({ cuts: free.cuts, reasons: free.reasons }).toEqual({ cuts, reasons })
      }),
    )
  })

  test.each(MEASURES)('finds by %s what a search row by row finds', (measure) => {
    const options = fc.record({
      measure: fc.constant(measure),
      enough: fc.constantFrom(1, 2, 4.5),
      tiny: fc.constantFrom(0, 0.1, 0.25),
      trivial: fc.constantFrom(1, 1.05, 1.5),
      mdl: fc.boolean(),
    })
    let cut = 0
    holds(
      fc.property(anyRows([1, 2]), options, ({ x, y, w }, given) => {
        const rows = x.map((value, i) => ({ x: value, y: y[i].charCodeAt(0), w: w[i] }))
        const naive = naiveCliffs(rows, { ...given, tiny: given.tiny === 0 ? -1 : given.tiny, alpha: null })
        const weights = w.some((weight) => weight !== 1) ? w : undefined
        fc.pre(weights === undefined || w.reduce((a, b) => a + b, 0) > 2)
        expect(run(x, y, given, weights).cuts).toEqual(naive)
        cut += naive.length
      }),
      150,
    )
    expect(cut).toBeGreaterThan(100)
  })
})

describe('the measures', () => {
  const y = 'aaaaaaaabaaabbbbabbbbbbb'
  const sides = [
    [11, 1],
    [1, 11],
  ]
  const reasonOf = (given: Partial<CliffsOptions>): unknown =>
    run(upTo(y.length), y, { ...FREE, maxBins: 2, ...given }).reasons[0]
  const scores = {
    gain: gain(sides),
    'gain ratio': gainRatio(sides),
    gini: gini([12, 12]) - conditionalGini(sides),
    'chi-square of sides': chiSquare(sides),
  }

  test('score what they are called after, without a bar unless trivial sets one', () => {
    const told = (bars: readonly number[]): unknown[] =>
      Object.entries(scores).map(([measure, score], i) => ({ measure, score: round(score), bar: round(bars[i]) }))
    const found = (trivial: number): unknown[] =>
      MEASURES.map((measure) => {
        const [reason] = run(upTo(y.length), y, { ...FREE, maxBins: 2, measure, trivial }).reasons
        return { measure: reason.measure, score: round(reason.score!), bar: round(reason.bar ?? Number.NaN) }
      })
    expect(found(1)).toEqual(told([Number.NaN, Number.NaN, Number.NaN, Number.NaN]))
    // Before the cut the entropy is 1 bit, the Gini impurity a half, and χ² a part of 24 rows.
    expect(found(1.25)).toEqual(told([0.2, 0.2, 0.1, 24 * 0.2]))
  })

  test('in bits have the price of the description as their bar, where it is the higher one', () => {
    const bar = mdlBar({ rows: 24, classes: 2, entropy: 1 }, side(11, 1), side(1, 11), 23)
    expect(reasonOf({ mdl: true })).toMatchObject({ bar: expect.closeTo(bar, 12) })
    expect(reasonOf({ mdl: true, trivial: 2 })).toMatchObject({ bar: expect.closeTo(0.5, 12) })
    expect(reasonOf({ mdl: true, measure: 'gain-ratio' })).toMatchObject({ bar: expect.closeTo(bar, 12) })
    expect(reasonOf({ mdl: true, measure: 'gini' })).toMatchObject({ bar: null, margin: null })
  })

  test('other than gain are held to that price too', () => {
    const noise = 'abbabaabababbaba'
    for (const measure of MEASURES) {
      expect(run(upTo(16), noise, { measure, enough: 1, cohen: 0 }).cuts).toEqual([])
      expect(run(upTo(16), noise, { ...FREE, measure }).cuts.length).toBeGreaterThan(5)
    }
  })

  test('gain ratio favours sides of unlike size', () => {
    const cells = { 1: 'aaa', 2: 'aaaaabb', 3: 'aaabbbbb', 4: 'aabbbbb' }
    const x = Object.entries(cells).flatMap(([value, letters]) => Array.from(letters, () => Number(value)))
    const cutBy = (measure: CliffsOptions['measure']): readonly number[] =>
      run(x, Object.values(cells).join(''), { ...FREE, measure, maxBins: 2 }).cuts
    expect([cutBy('gain'), cutBy('gain-ratio')]).toEqual([[2.5], [1.5]])
  })

  function round(x: number): number {
    return Number(x.toPrecision(12))
  }

  function side(a: number, b: number): { rows: number; classes: number; entropy: number } {
    return { rows: a + b, classes: 2, entropy: entropy([a, b]) }
  }
})

describe('trivial', () => {
  test('asks that the disorder before is more than so many times the disorder after', () => {
    // 1 bit before, 0.4138 bits after: 2.4 times less.
    const cuts = (trivial: number): readonly number[] =>
      run(upTo(24), 'aaaaaaaabaaabbbbabbbbbbb', { ...FREE, trivial, maxBins: 2 }).cuts
    expect([1, 2.4, 2.42].map((trivial) => cuts(trivial))).toEqual([[11.5], [11.5], []])
  })

  test('lets pure sides through, however strict', () => {
    expect(run(upTo(8), 'aaaabbbb', { ...FREE, trivial: 1e9 }).cuts).toEqual([3.5])
  })
})

describe('enough', () => {
  test('is the root of the number of rows that count', () => {
    // 25 rows: a side of 5 is enough, of 4 is not.
    const y = (first: number): string => 'a'.repeat(first) + 'b'.repeat(25 - first)
    const cuts = (first: number): readonly number[] => run(upTo(25), y(first), { cohen: 0, mdl: false }).cuts
    expect([cuts(5), cuts(4), cuts(20), cuts(21)]).toEqual([[4.5], [], [19.5], []])
    const missing = Array.from({ length: 99 }, () => Number.NaN)
    expect(
      discretize(summarize([...upTo(25), ...missing], { target: Array.from(y(5)).concat(missing.map(() => 'a')) }), {
        method: cliffs,
        cohen: 0,
      }).cuts,
    ).toEqual([4.5])
  })

  test('counts rows, not distinct values', () => {
    // 50 rows at 25 values: a side of 8 is enough, of 6 is not.
    const x = upTo(50).map((row) => Math.floor(row / 2))
    const cuts = (first: number): readonly number[] =>
      run(x, 'a'.repeat(first) + 'b'.repeat(50 - first), { cohen: 0 }).cuts
    expect([cuts(8), cuts(6)]).toEqual([[3.5], []])
  })

  test('is counted in weight', () => {
    const weights = [3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    const cuts = (enough: number): readonly number[] => run(upTo(12), 'aaabbbbbbbbb', { ...FREE, enough }, weights).cuts
    expect([cuts(9), cuts(9.01)]).toEqual([[2.5], []])
  })

  test('takes the next best candidate where the best one leaves too few', () => {
    expect(run(upTo(12), 'aabbbabbbbbb', { ...FREE, enough: 4, maxBins: 2 }).cuts).toEqual([5.5])
  })
})

describe('width', () => {
  const x = [0, 1, 2, 3, 4, 5, 6, 7]
  const y = 'aaabbbbb'

  test('of a side must be more than tiny', () => {
    const cuts = (tiny: number): readonly number[] => run(x, y, { ...FREE, tiny }).cuts
    expect([0, 1.99, 2].map(cuts)).toEqual([[2.5], [2.5], []])
  })

  test('of a side must be more than cohen standard deviations of the column', () => {
    const deviation = Math.sqrt(5.25) // of 0 … 7
    const cuts = (width: number): readonly number[] => run(x, y, { ...FREE, cohen: width / deviation }).cuts
    expect([1.99, 2.01].map(cuts)).toEqual([[2.5], []])
  })

  test('is not asked for by tiny 0 or cohen 0, so that a value may stand alone', () => {
    const cuts = (given: Partial<CliffsOptions>): readonly number[] =>
      run([1, 1, 1, 1, 2, 2, 2, 2], 'aaaabbbb', { mdl: false, ...given }).cuts
    expect([cuts({}), cuts({ tiny: 0 }), cuts({ cohen: 0 }), cuts({ tiny: 1e-9 })]).toEqual([[], [1.5], [1.5], []])
  })

  test('of every bin is more than tiny, which leaves nothing to fuse; and so it is when fused', () => {
    holds(
      fc.property(anyRows(), fc.constantFrom(0.05, 0.2, 0.5), fc.boolean(), ({ x: values, y: labels }, tiny, fuse) => {
        const { bins } = fit(values, { target: labels, method: cliffs, ...FREE, tiny, fuse })
        const narrow = bins.filter(({ lo, hi }) => !(hi! - lo! > tiny))
        expect(bins.length === 1 ? [] : narrow).toEqual([])
      }),
    )
  })
})

describe('fuse', () => {
  // Left to itself the search cuts 0 1 2 | 10 | 20 21 22, and 10 alone is too narrow.
  const x = [0, 1, 2, 10, 10, 10, 20, 21, 22]
  const cuts = (y: string, given: Partial<CliffsOptions>): readonly number[] =>
    run(x, y, { ...FREE, tiny: 1, ...given }).cuts

  test('cuts first and joins a narrow bin to the neighbour it differs less from', () => {
    expect(cuts('aaacccbbb', { tiny: 0 })).toEqual([6, 15])
    expect(cuts('aaaaacbbb', { fuse: true })).toEqual([15])
    expect(cuts('aaabbcbbb', { fuse: true })).toEqual([6])
  })

  test('joins to the left one when it differs from both alike', () => {
    expect(cuts('aaacccbbb', { fuse: true })).toEqual([15])
  })

  test('joins a narrow first or last bin to its only neighbour', () => {
    const ends = (values: readonly number[]): readonly number[] =>
      run(values, 'aabbbbbbcc', { ...FREE, tiny: 1, fuse: true }).cuts
    expect(ends([0, 0, 5, 6, 7, 8, 9, 10, 15, 18])).toEqual([12.5])
    expect(ends([0, 3, 5, 6, 7, 8, 9, 10, 15, 15])).toEqual([4])
    expect(ends([0, 0, 5, 6, 7, 8, 9, 10, 15, 15])).toEqual([])
  })

  test('looks again at what it joined', () => {
    // 0 and 1, then 0 to 3, are still too narrow for 4.
    const [values, y] = [[0, 0, 1, 1, 3, 3, 6, 20, 21, 30], 'aabbccdeee'] as const
    expect(run(values, y, FREE).cuts).toEqual([0.5, 2, 4.5, 13])
    expect(run(values, y, { ...FREE, tiny: 4, fuse: true }).cuts).toEqual([13])
  })

  test('leaves one bin where the whole column is narrow', () => {
    expect(cuts('aaacccbbb', { fuse: true, tiny: 100 })).toEqual([])
    expect(cuts('aaacccbbb', { fuse: true, tiny: 22 })).toEqual([])
  })
})

describe('maxBins', () => {
  test('keeps the cuts that save most', () => {
    const y = 'aaaaaaaabbbbbbbbbbbbaaaacccccccc'
    const cuts = (maxBins: number | null): readonly number[] => run(upTo(32), y, { ...FREE, maxBins }).cuts
    expect([null, 3, 2, 1].map(cuts)).toEqual([[7.5, 19.5, 23.5], [7.5, 23.5], [23.5], []])
  })
})

describe('maxBins over parts of unlike size', () => {
  test('goes by what a cut saves over all rows, not per row', () => {
    // 8 rows gain 1 bit each; 40 rows gain 0.28 bits each.
    const y = `aaaabbbbdddd${'c'.repeat(16)}${'d'.repeat(16)}cccc`
    const cuts = (given: Partial<CliffsOptions>): readonly number[] => run(upTo(48), y, { ...FREE, ...given }).cuts
    expect(cuts({ maxBins: 2 })).toEqual([7.5])
    expect(cuts({ maxBins: 3 })).toEqual([7.5, 27.5])
  })
})

describe('a numeric target', () => {
  test('is cut where the weighted mean of its standard deviation is least', () => {
    const y = [0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9]
    expect(runOnNumbers(upTo(12), y, { maxBins: 2 })).toMatchObject({
      cuts: [5.5],
      reasons: [
        {
          measure: 'deviation',
          score: expect.closeTo(1 - 0.5 / Math.sqrt(16.25), 12),
          bar: null,
          margin: null,
          runnerUp: { cut: 4.5, score: expect.any(Number) },
        },
      ],
    })
  })

  test('may be cut between values whose numbers are equal, where classes have no candidate', () => {
    const given = { enough: 3, cohen: 0, mdl: false }
    expect(runOnNumbers(upTo(6), [0, 0, 9, 9, 9, 9], given).cuts).toEqual([2.5])
    expect(run(upTo(6), 'aabbbb', given).cuts).toEqual([])
  })

  test('takes no measure of classes', () => {
    for (const measure of ['gini', 'gain-ratio', 'chi-square'] as const) {
      expect(() => runOnNumbers([1, 2], [1, 2], { measure })).toThrow(
        argumentError(
          'out-of-range',
          `discretize: cliffs: measure must be left out with a numeric target, got "${measure}"`,
        ),
      )
    }
  })
})

describe('what cannot be used', () => {
  test('alpha with classes', () => {
    expect(() => run([1, 2], 'ab', { alpha: 0.05 })).toThrow(
      argumentError(
        'out-of-range',
        'discretize: cliffs: alpha must be null with a class target, which has mdl instead, got 0.05',
      ),
    )
  })

  test('no target', () => {
    expect(() => discretize(summarize([1, 2]), { method: cliffs })).toThrow(
      dataError('discretize: cliffs: needs a target, got no target'),
    )
  })

  test('weights that add up to two rows or less', () => {
    expect(() => run([1, 2, 3], 'aab', {}, [0.3, 0.3, 0.4])).toThrow(
      dataError('discretize: cliffs: the weights add up to 1, scale them to the number of rows'),
    )
    expect(run([1, 2, 3], 'aab', { enough: 0, cohen: 0, mdl: false }, [1, 1, 0.1]).cuts).toEqual([2.5])
  })

  test('options that break their rules', () => {
    const cases: [object, string][] = [
      [{ measure: 'gain ratio' }, 'measure must be one of gain, gain-ratio, gini, chi-square, got "gain ratio"'],
      [{ enough: -1 }, 'enough must be a number of at least 0, or null, got -1'],
      [{ tiny: -1 }, 'tiny must be a number of at least 0, or null, got -1'],
      [{ cohen: -0.1 }, 'cohen must be a number of at least 0, got -0.1'],
      [{ trivial: 0.9 }, 'trivial must be a number of at least 1, got 0.9'],
      [{ alpha: 1 }, 'alpha must be a number above 0 and below 1, or null, got 1'],
      [{ maxBins: 0 }, 'maxBins must be an integer of at least 1, or null, got 0'],
    ]
    for (const [given, message] of cases)
      expect(() => run([1, 2], 'ab', given)).toThrow(argumentError('out-of-range', `discretize: cliffs: ${message}`))
  })
})
