import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { cellBlocks, cutBefore } from '../../src/discretizers/search/blocks.ts'
import { viewColumn } from '../../src/discretizers/column-view.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { type SplitRule, topDown } from '../../src/discretizers/search/top-down.ts'
import { totalEntropy } from '../../src/measures/entropy.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { Closed } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'
import { dataError } from '../refusals.ts'

type Row = readonly [x: number, label: number]
type Fitted = ReturnType<typeof fit>

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value)
const classesOf = (column: Fitted): unknown[] => column.bins.map((bin) => bin.classes)
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

function fitRows(
  rows: readonly Row[],
  options: { preset?: string; closed?: Closed; acceptEqual?: boolean } = {},
): Fitted {
  return fit(
    rows.map(([x]) => x),
    { target: rows.map(([, label]) => label), targetKind: 'class', classes: ['0', '1', '2'], method: mdlp, ...options },
  )
}

/** Small columns with many ties, three classes. */
const someRows = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 2 })), { minLength: 1, maxLength: 30 })

// The rule as the paper writes it, on rows, slow and plain.

const labelCounts = (rows: readonly Row[]): number[] =>
  [0, 1, 2].map((label) => rows.filter((row) => row[1] === label).length).filter((n) => n > 0)

function bitsPerRow(rows: readonly Row[]): number {
  return labelCounts(rows).reduce((sum, n) => sum - (n / rows.length) * Math.log2(n / rows.length), 0)
}

interface Book {
  /** 1 for bits, ln 2 for nats */
  readonly unit: number
  readonly accepts: (gain: number, bar: number) => boolean
  /** the best of the accepted candidates instead of the best candidate if it is accepted */
  readonly amongAccepted: boolean
  readonly cut: (below: number, above: number) => number
}

const PAPER: Book = { unit: 1, accepts: (g, bar) => g > bar, amongAccepted: false, cut: (a, b) => (a + b) / 2 }
const BLOG: Book = { unit: Math.LN2, accepts: (g, bar) => g >= bar, amongAccepted: true, cut: (_, b) => b }

function byTheBook(rows: readonly Row[], book: Book): number[] {
  const values = [...new Set(rows.map(([x]) => x))].toSorted((a, b) => a - b)
  const h = (part: readonly Row[]): number => bitsPerRow(part) * book.unit
  const kh = (part: readonly Row[]): number => labelCounts(part).length * h(part)
  let best: { gain: number; bar: number; cut: number; left: readonly Row[]; right: readonly Row[] } | null = null
  for (let i = 1; i < values.length; i++) {
    const left = rows.filter(([x]) => x < values[i])
    const right = rows.filter(([x]) => x >= values[i])
    const n = rows.length
    const gain = h(rows) - (left.length / n) * h(left) - (right.length / n) * h(right)
    const delta = Math.log2(3 ** labelCounts(rows).length - 2) - (kh(rows) - kh(left) - kh(right))
    const bar = Math.log2(n - 1) / n + delta / n
    if (book.amongAccepted && !book.accepts(gain, bar)) continue
    if (best === null || gain > best.gain + 1e-12)
      best = { gain, bar, cut: book.cut(values[i - 1], values[i]), left, right }
  }
  if (best === null || !book.accepts(best.gain, best.bar)) return []
  return [...byTheBook(best.left, book), best.cut, ...byTheBook(best.right, book)]
}

describe('the five rows of 000', () => {
  const x = [1, 1, 2, 3, 3]
  const target = ['Yes', 'Yes', 'No', 'Yes', 'No']

  test('the blog rule finds gains of 0.291103 and 0.013844 nats, far below its bars: no cut', () => {
    const { cuts, notes } = fit(x, { target, method: mdlp, preset: 'blog' })
    expect({ cuts, notes }).toEqual({
      cuts: [],
      notes: [
        { code: 'blunt', message: 'mdlp found no cut worth making: the values tell too little about the target' },
      ],
    })
  })

  test('the paper makes no cut either', () => {
    expect(fit(x, { target }).cuts).toEqual([])
  })
})

describe('the four rows Yes, No, Yes, No of 000', () => {
  const x = [1, 2, 3, 4]
  const target = ['Yes', 'No', 'Yes', 'No']

  test('splitting without a stop ends in four singletons, one row at a time from the left', () => {
    const view = viewColumn(summarize(x, { target }))
    const blocks = cellBlocks(view)
    const left = (sides: Parameters<SplitRule['rate']>[0]): number =>
      totalEntropy(sides.left, sides.leftTotal) + totalEntropy(sides.right, sides.rightTotal)
    const withoutStop: SplitRule = {
      rate: (sides) => -left(sides),
      judge: (sides, stretch) => {
        const score = (totalEntropy(stretch.counts, stretch.total) - left(sides)) / stretch.total
        return { score, bar: 0, accepted: score > 0 }
      },
    }
    const cutsAfter = (most: number): number[] =>
      topDown(blocks, withoutStop, most).map(({ at }) => cutBefore(view, blocks, at, 'left'))
    expect([1, 2, 3, Infinity].map(cutsAfter)).toEqual([[1.5], [1.5, 2.5], [1.5, 2.5, 3.5], [1.5, 2.5, 3.5]])
  })

  test('MDLP makes no cut', () => {
    expect(fit(x, { target }).cuts).toEqual([])
    expect(fit(x, { target, method: mdlp, preset: 'blog' }).cuts).toEqual([])
  })
})

describe('the four synthetic cases of 000, over 200 seeds', () => {
  const seeds = Array.from({ length: 200 }, (_, i) => i + 1)
  const presets = [{}, { preset: 'blog' }]

  test.each(presets)('Single: one class, no cut %o', (options) => {
    const cuts = seeds.map((seed) => {
      const { next } = random(seed)
      return fit(Array.from({ length: 100 }, next), { target: times(100, 0), method: mdlp, ...options }).cuts.length
    })
    expect(cuts).toEqual(times(200, 0))
  })

  test.each(presets)('Separate: class 0 from 0 to 1, class 1 from 1 to 2, one cut near 1 %o', (options) => {
    const found = seeds.map((seed) => {
      const { next } = random(seed)
      const x = Array.from({ length: 200 }, (_, i) => next() + (i < 100 ? 0 : 1))
      const target = Array.from({ length: 200 }, (_, i) => (i < 100 ? 0 : 1))
      return fit(x, { target, method: mdlp, ...options }).cuts
    })
    expect(found.filter((cuts) => !(cuts.length === 1 && Math.abs(cuts[0] - 1) < 0.1))).toEqual([])
  })

  test.each(presets)('Alternating: 0, 1, 0, 1 …, no cut %o', (options) => {
    const x = Array.from({ length: 101 }, (_, i) => i)
    expect(fit(x, { target: x.map((i) => i % 2), method: mdlp, ...options }).cuts).toEqual([])
  })

  /** Five classes, overlapping: the cuts of each seed. */
  const mixtures = (preset?: string): (readonly number[])[] =>
    seeds.map((seed) => {
      const { next, integer } = random(seed)
      const rows = Array.from({ length: 400 }, (_, i) => {
        const part = Math.floor(i / 100)
        return [next() + part / 2, integer(2) + part]
      })
      return fit(
        rows.map(([x]) => x),
        { target: rows.map(([, label]) => label), method: mdlp, preset },
      ).cuts
    })
  const asPublished = (cuts: readonly number[]): boolean =>
    cuts.length === 4 && [0.5, 1, 1.5, 2].every((place, i) => Math.abs(cuts[i] - place) <= 0.1)

  test('Mixture: the median number of cuts is 4', () => {
    expect(median(mixtures().map((cuts) => cuts.length))).toBe(4)
  })

  test('Mixture: the four cuts lie within 0.1 of 0.5, 1, 1.5 and 2 in at least 70 % of seeds, with the blog less often', () => {
    const paper = mixtures().filter(asPublished).length
    expect(paper).toBeGreaterThanOrEqual(140)
    expect(mixtures('blog').filter(asPublished).length).toBeLessThan(paper)
  })
})

describe('the rule', () => {
  test('gives the cuts of the paper, computed row by row', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        expect(fitRows(rows).cuts).toEqual(byTheBook(rows, PAPER))
      }),
      { numRuns: 1000 },
    )
  })

  test('preset blog gives the cuts of the listing, computed row by row', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        expect(fitRows(rows, { preset: 'blog' }).cuts).toEqual(byTheBook(rows, BLOG))
      }),
      { numRuns: 1000 },
    )
  })

  test('blog: the cut is the value itself, and left is strictly less', () => {
    const column = fitRows([...times<Row>(4, [1, 0]), ...times<Row>(4, [2, 1])], { preset: 'blog' })
    expect(column.cuts).toEqual([2])
    expect(classesOf(column)).toEqual([
      [4, 0, 0],
      [0, 4, 0],
    ])
  })

  test('blog: the rows part in the same way when bins are closed on the right', () => {
    const column = fitRows([...times<Row>(4, [1, 0]), ...times<Row>(4, [2, 1])], { preset: 'blog', closed: 'right' })
    expect(classesOf(column)).toEqual([
      [4, 0, 0],
      [0, 4, 0],
    ])
  })

  test('blog: the best of the accepted candidates, though a refused one has the larger gain', () => {
    // In nats, at 2: gain 0.4826, bar 0.4271; at 3: gain 0.4969, bar 0.5326.
    const rows = [...times<Row>(3, [1, 1]), ...times<Row>(4, [2, 0]), [2, 2] as Row, ...times<Row>(8, [3, 2])]
    expect(fitRows(rows, { preset: 'blog' }).cuts).toEqual(byTheBook(rows, BLOG))
    expect(fitRows(rows, { preset: 'blog' }).cuts[0]).toBe(2)
    expect(byTheBook(rows, { ...BLOG, amongAccepted: false })).toEqual([])
  })

  test('each cut tells its gain, the bar and the margin', () => {
    const { reasons } = fitRows([...times<Row>(4, [1, 0]), ...times<Row>(4, [2, 1])])
    const bar = Math.log2(7) / 8 + (Math.log2(7) - 2) / 8
    expect(reasons).toEqual([
      { measure: 'gain', score: 1, bar: expect.closeTo(bar, 14), margin: expect.closeTo(1 - bar, 14), runnerUp: null },
    ])
  })

  test('the leftmost of equal gains is taken', () => {
    const mirrored = [...times<Row>(20, [1, 0]), ...times<Row>(20, [2, 1]), ...times<Row>(20, [3, 0])]
    const first = fit(
      mirrored.map(([x]) => x),
      { target: mirrored.map(([, label]) => label), maxBins: 2, method: mdlp },
    )
    expect(first.cuts).toEqual([1.5])
    expect(fitRows(mirrored).cuts).toEqual([1.5, 2.5])
  })

  test('a gain equal to the bar is refused, and accepted on request', () => {
    // Weights for which gain and bar are the same double; new ones are needed if the order of operations changes.
    const options = { target: ['a', 'b'], weights: [0.8550498442889989, 3.457450155711001], method: mdlp }
    const [reason] = fit([1, 2], { ...options, acceptEqual: true }).reasons
    expect(reason).toMatchObject({ margin: 0 })
    const accepted = [undefined, 'weka', 'orange', 'keel', 'r'].map(
      (preset) => fit([1, 2], { ...options, preset }).cuts,
    )
    expect(accepted).toEqual([[], [], [], [1.5], [1.5]])
  })

  test('blog: two rows of one class have gain 0 and bar 0, which is enough', () => {
    const options = { target: ['a', 'a'], method: mdlp, preset: 'blog' }
    expect(fit([1, 2], options).cuts).toEqual([2])
    expect(fit([1, 2], { ...options, acceptEqual: false }).cuts).toEqual([])
  })

  test('N counts the rows that are neither missing nor special', () => {
    const x = [...times(6, 1), ...times(6, 2)]
    const target = [...times(6, 'a'), ...times(6, 'b')]
    const more = fit([...x, NaN, NaN, -999, -999], { target: [...target, 'a', 'b', 'a', 'b'], special: [-999] })
    expect(more.reasons).toEqual(fit(x, { target }).reasons)
  })

  test('only the classes present count: a declared class without rows changes nothing', () => {
    const x = [...times(6, 1), ...times(6, 2)]
    const target = [...times(6, 'a'), ...times(6, 'b')]
    expect(fit(x, { target, classes: ['a', 'b', 'c', 'd'] }).reasons).toEqual(fit(x, { target }).reasons)
  })

  test('more than 646 classes are no trouble', () => {
    // 700 classes of four rows: the first half at 0, the others at 1
    const target = Array.from({ length: 2800 }, (_, i) => `c${i % 700}`)
    const x = target.map((label) => (Number(label.slice(1)) < 350 ? 0 : 1))
    const { cuts, reasons } = fit(x, { target })
    const kh = (k: number): number => k * Math.log2(k)
    const bar = (Math.log2(2799) + 700 * Math.log2(3) - (kh(700) - 2 * kh(350))) / 2800
    expect(cuts).toEqual([0.5])
    expect(reasons[0]).toMatchObject({ score: expect.closeTo(1, 12), bar: expect.closeTo(bar, 12) })
  })

  test('weights that add up to 2 or less are refused, with a hint', () => {
    const call = (weights: number[]) => () => fit([1, 2, 3, 4], { target: ['a', 'a', 'b', 'b'], weights })
    expect(call([0.5, 0.5, 0.5, 0.5])).toThrow(
      dataError('fit: mdlp: the weights add up to 2, scale them to the number of rows'),
    )
    expect(call([0.25, 0.25, 0.25, 0.25])).toThrow(/^fit: mdlp: the weights add up to 1, /)
    expect(call([0.5, 0.5, 0.5, 0.75])).not.toThrow()
  })
})

describe('the cut', () => {
  /** Four rows of one class at a, four of another at b. */
  const between = (a: number, b: number, closed: Closed): Fitted =>
    fit([...times(4, a), ...times(4, b)], { target: [...times(4, 'a'), ...times(4, 'b')], closed })
  const { MAX_VALUE: MAX, MIN_VALUE: MIN, EPSILON } = Number

  test.each([
    ['a plain pair', 1, 2, 1.5, 1.5],
    ['as a double', 3.3, 3.4, 3.3499999999999996, 3.3499999999999996],
    ['the sum overflows', 1e308, 1.5e308, 1.25e308, 1.25e308],
    ['the sum overflows below', -1.5e308, -1e308, -1.25e308, -1.25e308],
    ['the whole range', -MAX, MAX, 0, 0],
    ['the two largest doubles', MAX * (1 - EPSILON / 2), MAX, MAX, MAX * (1 - EPSILON / 2)],
    ['one ulp apart, rounded down', 1, 1 + EPSILON, 1 + EPSILON, 1],
    ['one ulp apart, rounded up', 1 + EPSILON, 1 + 2 * EPSILON, 1 + 2 * EPSILON, 1 + EPSILON],
    ['zero and the smallest double', 0, MIN, MIN, 0],
    ['the two smallest doubles', MIN, 2 * MIN, 2 * MIN, MIN],
    ['subnormals', 3 * MIN, 7 * MIN, 5 * MIN, 5 * MIN],
    ['around zero', -MIN, MIN, 0, 0],
    ['the smallest double below zero and zero', -MIN, 0, 0, -MIN],
  ])('%s', (_, a, b, left, right) => {
    expect(between(a, b, 'left').cuts).toEqual([left])
    expect(between(a, b, 'right').cuts).toEqual([right])
  })

  test('always parts the two values: a < cut ≤ b closed on the left, a ≤ cut < b closed on the right', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(finite, finite, fc.constantFrom('left' as const, 'right' as const), (one, other, closed) => {
        fc.pre(one !== other)
        const [a, b] = one < other ? [one, other] : [other, one]
        const column = between(a, b, closed)
        const [cut] = column.cuts
        expect(closed === 'left' ? a < cut && cut <= b : a <= cut && cut < b).toBe(true)
        expect(column.bins.map((bin) => bin.count)).toEqual([4, 4])
      }),
      { numRuns: 300 },
    )
  })
})

describe('infinities', () => {
  const withInfinities = fc.array(
    fc.tuple(fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(-Infinity, Infinity)), fc.nat({ max: 2 })),
    { minLength: 1, maxLength: 30 },
  )

  test('−∞ and +∞ never make a cut', () => {
    const target = [...times(20, 'a'), ...times(20, 'b')]
    expect(fit([...times(20, -Infinity), ...times(20, 7)], { target }).cuts).toEqual([])
    expect(fit([...times(20, 7), ...times(20, Infinity)], { target }).cuts).toEqual([])
    expect(fit([...times(20, -Infinity), ...times(20, Infinity)], { target }).cuts).toEqual([])
  })

  test('they count with the lowest and the highest finite value', () => {
    fc.assert(
      fc.property(withInfinities, (rows) => {
        const finite = rows.map(([x]) => x).filter(Number.isFinite)
        fc.pre(finite.length > 0)
        const [low, high] = [Math.min(...finite), Math.max(...finite)]
        const folded = rows.map(([x, label]): Row => [Math.min(Math.max(x, low), high), label])
        const { cuts, reasons } = fitRows(rows)
        expect({ cuts, reasons }).toEqual({ cuts: fitRows(folded).cuts, reasons: fitRows(folded).reasons })
        expect(classesOf(fitRows(rows))).toEqual(classesOf(fitRows(folded)))
      }),
      { numRuns: 300 },
    )
  })

  test('a note tells that they were no candidates', () => {
    const { notes } = fit([...times(20, -Infinity), ...times(20, 7)], {
      target: [...times(20, 'a'), ...times(20, 'b')],
    })
    expect(notes.filter(({ message }) => /∞|infini/i.test(message))).toHaveLength(1)
  })

  test('no note calls a column constant that holds an infinity too', () => {
    const { notes } = fit([-Infinity, 7, 7], { target: ['a', 'b', 'b'] })
    expect(notes.map(({ code }) => code)).not.toContain('constant')
  })
})

describe('presets', () => {
  test('weka, orange, keel and r change the closed end and the acceptance, nothing else', () => {
    const { weka, orange, keel, r } = mdlp.presets
    expect({ weka, orange, keel, r }).toEqual({
      weka: { about: expect.any(String), options: {}, closed: 'right' },
      orange: { about: expect.any(String), options: {} },
      keel: { about: expect.any(String), options: { acceptEqual: true } },
      r: { about: expect.any(String), options: { acceptEqual: true }, closed: 'right' },
    })
  })

  test('their cuts are those of the default, and the rows part in the same way', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const own = fitRows(rows)
        for (const preset of ['weka', 'orange', 'keel', 'r']) {
          const other = fitRows(rows, { preset })
          expect(other.cuts).toEqual(own.cuts)
          expect(classesOf(other)).toEqual(classesOf(own))
        }
      }),
      { numRuns: 200 },
    )
  })

  test('closed on the right, a value equal to a cut belongs to the bin below', () => {
    const x = [...times(8, 1), ...times(8, 1 + Number.EPSILON)]
    const target = [...times(8, 'a'), ...times(8, 'b')]
    const ends = ['orange', 'weka'].map((preset) => {
      const { closed, cuts, bins } = fit(x, { target, method: mdlp, preset })
      return { closed, cuts, counts: bins.map((bin) => bin.count) }
    })
    expect(ends).toEqual([
      { closed: 'left', cuts: [1 + Number.EPSILON], counts: [8, 8] },
      { closed: 'right', cuts: [1], counts: [8, 8] },
    ])
  })
})

describe('variants', () => {
  test('better-encoding: N − 1 becomes the number of gaps between distinct values', () => {
    // (3, 1) below and (0, 2) above: gain 0.459, bar 0.755, with one gap instead of five 0.368
    const rows: Row[] = [...times<Row>(3, [1, 0]), [1, 1], ...times<Row>(2, [2, 1])]
    const h = { all: 1, left: bitsPerRow(rows.slice(0, 4)) }
    const delta = Math.log2(7) - (2 * h.all - 2 * h.left)
    expect(fitRows(rows).cuts).toEqual([])
    expect(fitRows(rows, { preset: 'better-encoding' })).toMatchObject({
      cuts: [1.5],
      reasons: [{ score: expect.closeTo(1 - (4 / 6) * h.left, 14), bar: expect.closeTo(delta / 6, 14) }],
    })
  })

  // Kononenko's rule in whole numbers: C(N + c − 1, c − 1) · multinomial of S against places times that of both sides.
  const factorial = (n: number): bigint =>
    Array.from({ length: n }, (_, i) => BigInt(i + 1)).reduce((a, b) => a * b, 1n)
  const ways = (counts: readonly number[], classes: number): bigint => {
    const n = counts.reduce((a, b) => a + b, 0)
    const shares = factorial(n + classes - 1) / factorial(classes - 1) / factorial(n)
    return counts.reduce((product, count) => product / factorial(count), shares * factorial(n))
  }

  function kononenko(rows: readonly Row[], gaps: boolean): { cuts: number[]; tie: boolean } {
    const values = [...new Set(rows.map(([x]) => x))].toSorted((a, b) => a - b)
    const split = (i: number): Row[][] => [rows.filter(([x]) => x < values[i]), rows.filter(([x]) => x >= values[i])]
    const after = (i: number): number => split(i).reduce((sum, part) => sum + part.length * bitsPerRow(part), 0)
    let best = 1
    for (let i = 2; i < values.length; i++) if (after(i) < after(best) - 1e-12) best = i
    if (values.length < 2 || labelCounts(rows).length < 2) return { cuts: [], tie: false }
    const [left, right] = split(best)
    const classes = labelCounts(rows).length
    const whole = ways(labelCounts(rows), classes)
    const places = BigInt(gaps ? values.length - 1 : rows.length - 1)
    const parts = places * ways(labelCounts(left), classes) * ways(labelCounts(right), classes)
    if (whole <= parts) return { cuts: [], tie: whole === parts }
    const [below, above] = [kononenko(left, gaps), kononenko(right, gaps)]
    const cut = (values[best - 1] + values[best]) / 2
    return { cuts: [...below.cuts, cut, ...above.cuts], tie: below.tie || above.tie }
  }

  test.each([false, true])('kononenko: the classes told in two parts must be cheaper, betterEncoding %s', (gaps) => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const { cuts, tie } = kononenko(rows, gaps)
        fc.pre(!tie)
        const found = fit(
          rows.map(([x]) => x),
          {
            target: rows.map(([, y]) => y),
            targetKind: 'class',
            method: mdlp,
            preset: 'kononenko',
            betterEncoding: gaps,
          },
        )
        expect(found.cuts).toEqual(cuts)
      }),
      { numRuns: 300 },
    )
  })

  test('kononenko: a saving that just equals the price is refused, and accepted on request', () => {
    // (2, 10) below and (3, 0) above: 16 · 3003 = 14 · (13 · 66) · 4 arrangements
    const rows = [...times<Row>(2, [1, 0]), ...times<Row>(10, [1, 1]), ...times<Row>(3, [2, 0])]
    const mirrored = rows.map(([x, label]): Row => [-x, label])
    expect(16n * 3003n).toBe(14n * (13n * 66n) * 4n)
    const cuts = (acceptEqual: boolean): unknown[] =>
      [rows, mirrored].map((column) => fitRows(column, { preset: 'kononenko', acceptEqual }).cuts)
    expect(cuts(false)).toEqual([[], []])
    expect(cuts(true)).toEqual([[1.5], [-1.5]])
  })
})
