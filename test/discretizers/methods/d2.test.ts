import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { d2, type D2Options } from '../../../src/discretizers/methods/d2.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { gain } from '../../../src/measures/gain.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Proposal } from '../../../src/types.ts'
import { naiveD2, rowsOf } from './entropy-naive.ts'
import { holds } from '../holds.ts'
import { anyRows, type Rows } from '../rows.ts'
import { argumentError } from '../../refusals.ts'

/** Cells from 1 on: each is a text with one letter per row. */
function run(cells: string, given: Partial<D2Options> = {}): Proposal {
  const rows = cells.split(' ').flatMap((letters, i) => Array.from(letters, (y) => ({ x: i + 1, y })))
  const target = rows.map(({ y }) => y)
  return discretize(
    summarize(
      Float64Array.from(rows, ({ x }) => x),
      { target },
    ),
    { method: d2, ...given },
  )
}

function runRows({ x, y, w }: Rows, given: Partial<D2Options>): Proposal {
  return discretize(summarize(x, { target: y, weights: w }), { method: d2, ...given })
}

const repeat = (letter: string, times: number): string => letter.repeat(times)

describe('d2', () => {
  test('cuts where the entropy of the classes falls most, then goes on in the parts', () => {
    const whole = gain([
      [20, 0],
      [8, 22],
    ])
    expect(run(`${repeat('a', 20)} ${repeat('a', 8)}bb ${repeat('b', 20)}`)).toEqual({
      method: 'd2',
      options: { minRows: 14, maxBins: 8, minGain: 0, equalGains: 'stop' },
      closed: 'left',
      cuts: [1.5, 2.5],
      reasons: [
        {
          measure: 'gain',
          score: expect.closeTo(
            gain([
              [20, 0],
              [8, 2],
            ]),
            12,
          ),
          bar: 0,
          margin: expect.closeTo(
            gain([
              [20, 0],
              [8, 2],
            ]),
            12,
          ),
          runnerUp: null,
        },
        {
          measure: 'gain',
          score: expect.closeTo(
            gain([
              [28, 2],
              [0, 20],
            ]),
            12,
          ),
          bar: 0,
          margin: expect.closeTo(
            gain([
              [28, 2],
              [0, 20],
            ]),
            12,
          ),
          runnerUp: { cut: 1.5, score: expect.closeTo(whole, 12) },
        },
      ],
      notes: [],
    })
  })

  test('takes the leftmost of equally good candidates', () => {
    expect(run('aaaaa bbb bb aaaaa', { maxBins: 2 }).cuts).toEqual([1.5])
  })

  test('cuts noise too: nothing asks whether a cut pays', () => {
    expect(run('a b b a a a b a b b a b b b a b a a b a').cuts.length).toBeGreaterThan(3)
  })
})

describe('stops at', () => {
  test('fewer than 14 rows', () => {
    expect(run(`${repeat('a', 7)} ${repeat('b', 7)}`).cuts).toEqual([1.5])
    expect(run(`${repeat('a', 7)} ${repeat('b', 6)}`)).toMatchObject({
      cuts: [],
      notes: [
        { code: 'blunt', message: 'd2 found no cut worth making: the values tell too little about the target' },
        { code: 'few-rows', message: '13 rows are fewer than minRows 14: nothing is cut' },
      ],
    })
  })

  test('fewer than 14 rows in a part, however few its sides would have', () => {
    // After 2.5 the left part has 14 rows in one case and 13 in the other.
    expect(run(`${repeat('a', 13)} b ${repeat('c', 20)}`).cuts).toEqual([1.5, 2.5])
    expect(run(`${repeat('a', 12)} b ${repeat('c', 20)}`).cuts).toEqual([2.5])
  })

  test('the number of rows that is asked for', () => {
    expect(run('aa bb', { minRows: 4 }).cuts).toEqual([1.5])
    expect(run('aa bb', { minRows: 5 }).cuts).toEqual([])
  })

  test('a weight below minRows, with tenths that add up', () => {
    const x = Array.from({ length: 140 }, (_, i) => (i < 70 ? 1 : 2))
    const rows = { x, y: x.map((value) => (value === 1 ? 'a' : 'b')), w: x.map(() => 0.1) }
    expect(runRows(rows, {}).cuts).toEqual([1.5])
    // As doubles these add up to 14 less a little.
    expect(runRows({ x: [1, 2, 3], y: ['a', 'b', 'c'], w: [0.3, 0.3, 13.4] }, {}).cuts).toEqual([2.5])
    expect(runRows(rows, { minRows: 15 })).toMatchObject({
      cuts: [],
      notes: [{ code: 'blunt' }, { code: 'few-rows', message: '14 rows are fewer than minRows 15: nothing is cut' }],
    })
  })

  test('8 bins', () => {
    const ten = Array.from('abcdefghij', (letter, i) => repeat(letter, 14 + i)).join(' ')
    expect(run(ten).cuts).toHaveLength(7)
    expect(run(ten, { maxBins: 9 }).cuts).toHaveLength(8)
    expect(run(ten, { maxBins: null }).cuts).toHaveLength(9)
    expect(run(ten, { maxBins: 1 })).toMatchObject({
      cuts: [],
      notes: [{ code: 'limit', message: 'd2 made no cut: maxBins 1 leaves one bin' }],
    })
  })

  test('one class', () => {
    expect(run('aaa aaa').notes).toMatchObject([{ code: 'blunt' }])
    expect(run(`${repeat('a', 20)} ${repeat('a', 20)}`).cuts).toEqual([])
    expect(run(`${repeat('a', 20)} ${repeat('a', 20)} ${repeat('b', 20)}`).cuts).toEqual([2.5])
  })

  test('gains that are all equal', () => {
    const mirrored = `${repeat('a', 10)} ${repeat('b', 10)} ${repeat('a', 10)}`
    expect(run(mirrored).cuts).toEqual([])
    expect(run(mirrored, { equalGains: 'leftmost' }).cuts).toEqual([1.5, 2.5])
    expect(run(`${repeat('a', 10)} ${repeat('b', 10)} ${repeat('a', 11)}`).cuts).toEqual([1.5, 2.5])
    // Equal by the symmetry of the classes, though not in the last bit
    expect(run('bb aaaaaabbbbbb aa').cuts).toEqual([])
    expect(run('bb aaaaaaabbbbbbb aa').cuts).toEqual([])
  })

  test('gains that are all equal, candidates within a run of one class included', () => {
    // In the middle of the b the gain is 0, so the two outer candidates are better than that one.
    expect(run('aaaaa bbbbb bbbbb aaaaa').cuts).toEqual([1.5, 3.5])
  })

  test('gains that are all zero, whatever rounding leaves of them', () => {
    expect(run('aaabb aaaaaabbbb aaaaaaaaabbbbbb').cuts).toEqual([])
    expect(run('abb aaaabbbbbbbb').cuts).toEqual([])
    expect(run('ab aaaaaabbbbbb').cuts).toEqual([])
    expect(run('aaabbb aaabbb aaabbb', { equalGains: 'leftmost' }).cuts).toEqual([])
  })

  test('a tie of two or more candidates, not at a candidate that is alone', () => {
    expect(run('aaaaaab abbbbbb').cuts).toEqual([1.5])
  })

  test('a gain that is not above minGain', () => {
    expect(run('aaaaaaa bbbbbbb', { minGain: 0.9 }).cuts).toEqual([1.5])
    expect(run('aaaaaaa bbbbbbb', { minGain: 1 }).cuts).toEqual([])
    expect(run('aaaaaaa bbbbbbb', { minGain: 0.5 }).reasons).toEqual([
      {
        measure: 'gain',
        score: expect.closeTo(1, 12),
        bar: 0.5,
        margin: expect.closeTo(0.5, 12),
        runnerUp: null,
      },
    ])
  })
})

describe('with a limit on bins', () => {
  test('the part that saves most is cut first, and not the leftmost', () => {
    // After 4.5: 24 rows that save 5.1 bits on the left, 40 rows that save 40 on the right.
    const cells = `aaaaaaaaaaab ${repeat('a', 4)} aaab bbbb ${repeat('c', 20)} ${repeat('d', 20)}`
    expect(run(cells, { maxBins: 2 }).cuts).toEqual([4.5])
    expect(run(cells, { maxBins: 3 }).cuts).toEqual([4.5, 5.5])
    expect(run(cells, { maxBins: 4 }).cuts).toEqual([3.5, 4.5, 5.5])
  })

  test('the leftmost of parts that save the same is cut first', () => {
    const cells = `${repeat('a', 9)} ${repeat('b', 9)} ${repeat('c', 9)} ${repeat('d', 9)}`
    expect(run(cells, { maxBins: 3 }).cuts).toEqual([1.5, 2.5])
  })

  test('cuts are never other than those made without it', () => {
    holds(
      fc.property(anyRows(), fc.integer({ min: 1, max: 6 }), (rows, maxBins) => {
        const all = runRows(rows, { minRows: 4, maxBins: null }).cuts
        const some = runRows(rows, { minRows: 4, maxBins }).cuts
        expect(some.length).toBe(Math.min(all.length, maxBins - 1))
        expect(some.filter((cut) => !all.includes(cut))).toEqual([])
      }),
    )
  })
})

describe('against going through the rows with the formulas', () => {
  const anyOptions = fc.record({
    minRows: fc.constantFrom(1, 3, 8, 14),
    maxBins: fc.constantFrom(null, 1, 2, 3, 5, 8),
    minGain: fc.constantFrom(0, 0, 0.07),
    equalGains: fc.constantFrom<D2Options['equalGains']>('stop', 'leftmost'),
  })

  test.each([
    ['without weights', [1]],
    ['with whole weights', [1, 1, 2, 5]],
    ['with fractional weights', [0.1, 0.25, 0.7, 1.9, 4]],
  ])('%s the cuts are the same', (_, weights) => {
    let found = 0
    holds(
      fc.property(anyRows(weights), anyOptions, (rows, options) => {
        const expected = naiveD2(rowsOf(rows), options)
        expect(runRows(rows, options).cuts).toEqual(expected)
        found += expected.length
      }),
      400,
    )
    expect(found).toBeGreaterThan(500)
  })

  test('the score of a first cut is the gain measured on the counted bins', () => {
    holds(
      fc.property(anyRows(), ({ x, y }) => {
        const { reasons, bins } = fit(x, { target: y, method: d2, maxBins: 2, minRows: 1 })
        fc.pre(bins.length === 2)
        expect(reasons[0].score).toBeCloseTo(gain(bins.map(({ classes }) => classes!)), 12)
      }),
    )
  })
})

describe('what is wrong', () => {
  test.each<[Partial<D2Options>, string]>([
    [{ minRows: 0 }, 'discretize: d2: minRows must be an integer of at least 1, got 0'],
    [{ maxBins: 0 }, 'discretize: d2: maxBins must be an integer of at least 1, or null, got 0'],
    [{ minGain: -1 }, 'discretize: d2: minGain must be a number of at least 0, got -1'],
    [{ equalGains: 'right' as 'stop' }, 'discretize: d2: equalGains must be one of stop, leftmost, got "right"'],
  ])('is %o', (given, message) => {
    expect(() => run('a b', given)).toThrow(argumentError('out-of-range', message))
  })
})
