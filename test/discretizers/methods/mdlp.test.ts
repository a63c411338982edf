import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { mdlp, type MdlpOptions } from '../../../src/discretizers/methods/mdlp.ts'
import { gain } from '../../../src/measures/gain.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Closed, NumberValues, Proposal } from '../../../src/types.ts'
import { holds } from '../holds.ts'
import { naiveMdlp } from './mdlp-naive.ts'
import { anyRows, type Rows } from '../rows.ts'
import { argumentError, dataError } from '../../refusals.ts'

type Given = Partial<MdlpOptions> & { preset?: string; closed?: Closed }

function run(x: NumberValues, y: string | readonly string[], given: Given = {}, weights?: readonly number[]): Proposal {
  return discretize(summarize(x, { target: Array.from(y), weights }), { method: mdlp, ...given })
}

/** Rows from cells: the value, then how many rows of each class. */
function rowsOf(cells: readonly (readonly [number, Readonly<Record<string, number>>])[]): { x: number[]; y: string[] } {
  const rows = cells.flatMap(([value, classes]) =>
    Object.entries(classes).flatMap(([name, count]) => Array.from({ length: count }, () => ({ value, name }))),
  )
  return { x: rows.map(({ value }) => value), y: rows.map(({ name }) => name) }
}

const STOPS = ['fayyad-irani', 'kononenko', 'blog'] as const

describe('mdlp', () => {
  test('cuts where the classes change, as long as a cut pays for its own description', () => {
    const bar = (Math.log2(5) + Math.log2(7) - 2) / 6
    expect(run([1, 2, 3, 10, 11, 12], 'aaabbb')).toEqual({
      method: 'mdlp',
      options: {
        stop: 'fayyad-irani',
        betterEncoding: false,
        acceptEqual: false,
        maxBins: null,
        search: 'top-down',
        candidates: 31,
      },
      closed: 'left',
      cuts: [6.5],
      reasons: [{ measure: 'gain', score: 1, bar, margin: 1 - bar, runnerUp: null }],
      notes: [],
    })
  })

  test('goes on in both parts', () => {
    expect(run([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 'aaaaabbbbbccccc').cuts).toEqual([5.5, 10.5])
  })

  test('makes no cut where the classes alternate', () => {
    expect(run([1, 2, 3, 4], 'abab')).toMatchObject({
      cuts: [],
      notes: [
        { code: 'blunt', message: 'mdlp found no cut worth making: the values tell too little about the target' },
      ],
    })
  })

  test('makes no cut with one class, one value or none', () => {
    expect([run([1, 2, 3], 'aaa').cuts, run([1, 1], 'ab').cuts, run([], '').cuts]).toEqual([[], [], []])
  })

  test('names the best candidate it did not take', () => {
    const { x, y } = rowsOf([
      [1, { a: 20 }],
      [2, { a: 4, b: 1 }],
      [3, { b: 20 }],
    ])
    const { cuts, reasons } = run(x, y)
    expect(cuts).toEqual([2.5])
    expect(reasons[0].runnerUp).toEqual({
      cut: 1.5,
      score: expect.closeTo(
        gain([
          [20, 0],
          [4, 21],
        ]),
        12,
      ),
    })
  })

  test('takes the leftmost of equally good cuts', () => {
    const { x, y } = rowsOf([
      [1, { a: 9 }],
      [2, { b: 30 }],
      [3, { a: 9 }],
    ])
    expect(run(x, y, { maxBins: 2 }).cuts).toEqual([1.5])
  })

  test('puts the cut at the value that still parts neighbouring doubles', () => {
    const x = [1, 1, 1, 1, 1 + Number.EPSILON, 1 + Number.EPSILON, 1 + Number.EPSILON, 1 + Number.EPSILON]
    expect(run(x, 'aaaabbbb').cuts).toEqual([1 + Number.EPSILON])
    expect(run(x, 'aaaabbbb', { closed: 'right' }).cuts).toEqual([1])
  })

  test('counts infinite values with the ends, and never cuts there', () => {
    expect(run([-Infinity, -Infinity, -Infinity, -Infinity, 1, 2, 3, 4], 'aaaabbbb').cuts).toEqual([])
    expect(run([-Infinity, -Infinity, 1, 1, 2, 2, Infinity, Infinity], 'aaaabbbb').cuts).toEqual([1.5])
  })

  test('copes with a thousand classes, where 3^k is no double', () => {
    const classes = Array.from({ length: 1000 }, (_, i) => `c${i}`)
    const x = classes.map((_, i) => (i < 500 ? 0 : 1))
    const bar = (Math.log2(1999) + 1000 * Math.log2(3) - (1000 * Math.log2(1000) - 1000 * Math.log2(500))) / 2000
    const { cuts, reasons } = run([...x, ...x], [...classes, ...classes])
    expect(cuts).toEqual([0.5])
    expect(reasons[0].score).toBeCloseTo(1, 12)
    expect(reasons[0].bar).toBeCloseTo(bar, 12)
  })
})

describe('against going through the rows with the formulas', () => {
  const anyOptions = fc.record({ betterEncoding: fc.boolean(), acceptEqual: fc.boolean() })
  const cutsOf = ({ x, y, w }: Rows, given: Given): readonly number[] => run(x, y, given, w).cuts

  test.each(STOPS)('%s finds the same cuts, whole weights included', (stop) => {
    let found = 0
    holds(
      fc.property(anyRows([1, 1, 2, 5]), anyOptions, (rows, given) => {
        const options = { stop, ...given }
        fc.pre(rows.w.reduce((sum, w) => sum + w, 0) > 2)
        const expected = naiveMdlp(rows, options)
        expect(cutsOf(rows, options)).toEqual(expected)
        found += expected.length
      }),
      150,
    )
    expect(found).toBeGreaterThan(60)
  })

  test.each(STOPS)('%s finds the same cuts without weights', (stop) => {
    let found = 0
    holds(
      fc.property(anyRows(), anyOptions, ({ x, y, w }, given) => {
        const options = { stop, ...given }
        const expected = naiveMdlp({ x, y, w }, options)
        expect(run(x, y, options).cuts).toEqual(expected)
        found += expected.length
      }),
      150,
    )
    expect(found).toBeGreaterThan(60)
  })

  test.each(['fayyad-irani', 'blog'] as const)('%s finds the same cuts with fractional weights', (stop) => {
    let found = 0
    holds(
      fc.property(anyRows([0.1, 0.25, 0.7, 1.9, 4]), anyOptions, (rows, given) => {
        const options = { stop, ...given }
        fc.pre(rows.w.reduce((sum, w) => sum + w, 0) > 2.001)
        const expected = naiveMdlp(rows, options)
        expect(cutsOf(rows, options)).toEqual(expected)
        found += expected.length
      }),
      150,
    )
    expect(found).toBeGreaterThan(60)
  })

  test('the score of every first cut is the gain measured on the counted bins, whichever end is closed', () => {
    holds(
      fc.property(
        anyRows(),
        fc.constantFrom(...STOPS),
        fc.constantFrom<Closed>('left', 'right'),
        (rows, stop, closed) => {
          const options = { target: rows.y, method: mdlp, stop, closed, maxBins: 2 }
          const { cuts, reasons, bins } = fit(rows.x, options)
          fc.pre(cuts.length === 1 && reasons[0].measure === 'gain')
          const measured = gain(
            bins.map(({ classes }) => classes!),
            stop === 'blog' ? Math.E : 2,
          )
          expect(reasons[0].score).toBeCloseTo(measured, 12)
        },
      ),
    )
  })
})

describe('the stopping rules', () => {
  test('kononenko measures the bits saved', () => {
    // log2 C(7, 1) + log2 20 before, 2 · log2 4 after; to be told among five candidates.
    const saved = Math.log2(7) + Math.log2(20) - 4
    const { cuts, reasons } = run([1, 2, 3, 10, 11, 12], 'aaabbb', { stop: 'kononenko' })
    expect(cuts).toEqual([6.5])
    expect(reasons).toEqual([
      {
        measure: 'bits saved',
        score: expect.closeTo(saved, 12),
        bar: Math.log2(5),
        margin: expect.closeTo(saved - Math.log2(5), 12),
        runnerUp: null,
      },
    ])
  })

  test('better encoding chooses among the gaps between distinct values', () => {
    const bar = (candidates: number): number => (Math.log2(candidates) + Math.log2(7) - 2) / 8
    const x = [1, 1, 1, 1, 2, 2, 2, 2]
    expect(run(x, 'aaaabbbb').reasons[0].bar).toBeCloseTo(bar(7), 14)
    expect(run(x, 'aaaabbbb', { betterEncoding: true }).reasons[0].bar).toBeCloseTo(bar(1), 14)
    expect(run(x, 'aaaabbbb', { stop: 'kononenko', betterEncoding: true }).reasons[0].bar).toBe(0)
  })

  test('better encoding cuts where the paper does not', () => {
    const { x, y } = rowsOf([
      [1, { a: 7, b: 3 }],
      [2, { a: 1, b: 9 }],
    ])
    expect(run(x, y).cuts).toEqual([])
    expect(run(x, y, { betterEncoding: true }).cuts).toEqual([1.5])
  })

  test('blog cuts at the value itself and measures in nats', () => {
    const { cuts, reasons } = run([1, 2, 3, 10, 11, 12, 13, 14], 'aaaabbbb', { preset: 'blog' })
    expect(cuts).toEqual([11])
    expect(reasons[0].score).toBeCloseTo(Math.LN2, 14)
  })

  test('blog parts the same rows when bins are closed on the right', () => {
    const counts = (closed: Closed): unknown =>
      fit([1, 2, 3, 10, 11, 12, 13, 14], {
        target: Array.from('aaaabbbb'),
        method: mdlp,
        preset: 'blog',
        closed,
      }).bins.map(({ classes }) => classes)
    expect(counts('left')).toEqual([
      [4, 0],
      [0, 4],
    ])
    expect(counts('right')).toEqual([
      [4, 0],
      [0, 4],
    ])
  })

  test('blog parts two rows of one class, since a gain of 0 equals a bar of 0 there', () => {
    expect(run([1, 2], 'aa', { preset: 'blog' }).cuts).toEqual([2])
    expect(run([1, 2], 'aa', { stop: 'blog' }).cuts).toEqual([])
  })

  test('a score equal to the bar is accepted only where asked', () => {
    // log2 C(4, 1) + log2 3 − log2 C(2, 1) − log2 C(3, 1) = 1 bit saved; log2 2 candidates = 1 bit to pay.
    const reasons = (given: Given): unknown => run([1, 2, 3], 'abb', { stop: 'kononenko', ...given }).reasons
    expect(reasons({})).toEqual([])
    expect(reasons({ acceptEqual: true })).toEqual([
      { measure: 'bits saved', score: 1, bar: 1, margin: 0, runnerUp: null },
    ])
  })
})

describe('the presets', () => {
  test('change the closed end, the acceptance of equality, or the stopping rule', () => {
    const described = Object.keys(mdlp.presets).map((preset) => {
      const { options, closed } = run([1, 2], 'ab', { preset })
      return [preset, closed, options.stop, options.betterEncoding, options.acceptEqual]
    })
    expect(described).toEqual([
      ['weka', 'right', 'fayyad-irani', false, false],
      ['orange', 'left', 'fayyad-irani', false, false],
      ['keel', 'left', 'fayyad-irani', false, true],
      ['r', 'right', 'fayyad-irani', false, true],
      ['better-encoding', 'left', 'fayyad-irani', true, false],
      ['kononenko', 'left', 'kononenko', false, false],
      ['blog', 'left', 'blog', false, true],
    ])
  })
})

describe('maxBins', () => {
  const three = rowsOf([
    [1, { a: 40, b: 10 }],
    [2, { a: 20, b: 30 }],
    [3, { c: 8 }],
    [4, { d: 8 }],
  ])

  test('keeps the cuts that save most', () => {
    expect(run(three.x, three.y).cuts).toEqual([1.5, 2.5, 3.5])
    expect(run(three.x, three.y, { maxBins: 4 }).cuts).toEqual([1.5, 2.5, 3.5])
    // The cut at 3.5 saves 16 · 1 bits, the one at 1.5 only 100 · 0.1245.
    expect(run(three.x, three.y, { maxBins: 3 }).cuts).toEqual([2.5, 3.5])
    expect(run(three.x, three.y, { maxBins: 2 }).cuts).toEqual([2.5])
    expect(run(three.x, three.y, { maxBins: 1 }).cuts).toEqual([])
  })

  test('keeps the cuts that save most with kononenko, whose score is already in bits', () => {
    const { reasons } = run(three.x, three.y, { stop: 'kononenko' })
    expect(reasons.map(({ score }) => score)).toEqual([
      expect.closeTo(10.1067, 3),
      expect.closeTo(54.6241, 3),
      expect.closeTo(11.3993, 3),
    ])
    expect(run(three.x, three.y, { stop: 'kononenko', maxBins: 3 }).cuts).toEqual([2.5, 3.5])
  })

  test('keeps the leftmost of cuts that save equally much, also where rounding differs', () => {
    const mirrored = rowsOf([
      [1, { a: 1, b: 7 }],
      [2, { a: 10, b: 2 }],
      [3, { c: 7, d: 1 }],
      [4, { c: 2, d: 10 }],
    ])
    expect(run(mirrored.x, mirrored.y).cuts).toEqual([1.5, 2.5, 3.5])
    expect(run(mirrored.x, mirrored.y, { maxBins: 3 }).cuts).toEqual([1.5, 2.5])
  })

  test('never makes more bins, and never a cut that is not made without it', () => {
    holds(
      fc.property(anyRows(), fc.integer({ min: 1, max: 4 }), fc.constantFrom(...STOPS), ({ x, y }, maxBins, stop) => {
        const all = run(x, y, { stop }).cuts
        const some = run(x, y, { stop, maxBins }).cuts
        expect(some.length).toBe(Math.min(all.length, maxBins - 1))
        expect(some.filter((cut) => !all.includes(cut))).toEqual([])
      }),
    )
  })

  test('must be an integer of at least 1, or null', () => {
    expect(() => run([1], 'a', { maxBins: 0 })).toThrow(
      argumentError('out-of-range', 'discretize: mdlp: maxBins must be an integer of at least 1, or null, got 0'),
    )
  })
})

describe('weights', () => {
  test('that add up to two rows or fewer are refused', () => {
    expect(() => run([1, 2, 3, 4], 'aabb', {}, [0.5, 0.5, 0.5, 0.5])).toThrow(
      dataError('discretize: mdlp: the weights add up to 2, scale them to the number of rows'),
    )
  })

  test('that add up to more are taken', () => {
    expect(run([1, 2, 3, 4], 'aabb', {}, [4, 4, 4, 4]).cuts).toEqual([2.5])
  })

  test('of one row or less in a part leave it whole, also where a score equal to the bar is accepted', () => {
    const given = { stop: 'kononenko', betterEncoding: true, acceptEqual: true } as const
    expect(run([1, 2, 3], 'abc', given, [8, 0.5, 0.5]).cuts).toEqual([1.5])
    expect(run([1, 2, 3], 'abc', given, [8, 1, 0.5]).cuts).toEqual([1.5, 2.5])
  })

  test('of a column without values are no reason to refuse it', () => {
    expect(run([Number.NaN, Number.NaN, Number.NaN], 'aab', {}, [1, 1, 1]).notes).toEqual([
      { code: 'no-values', message: 'no finite values' },
    ])
  })
})
