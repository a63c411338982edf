import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { khiops, type KhiopsOptions } from '../../../src/discretizers/methods/khiops.ts'
import { chiSquare } from '../../../src/measures/chi-square.ts'
import { chiSquareQuantileOfTail, chiSquareTail } from '../../../src/measures/distributions/chi-square-distribution.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberValues, Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { argumentError } from '../../refusals.ts'
import { holds } from '../holds.ts'
import { anyRows, type Rows } from '../rows.ts'

const DEFAULTS: KhiopsOptions = { noise: 0.95, minExpected: 5, maxBins: null }

function run(
  x: NumberValues,
  y: readonly string[],
  given: Partial<KhiopsOptions> = {},
  weights?: readonly number[],
): Proposal {
  return discretize(summarize(x, { target: y, weights }), { method: khiops, ...given })
}

/** Rows of values 1, 2, 3 … with so many of class a and b each. */
function rowsOf(...counts: readonly (readonly [number, number])[]): [number[], string[]] {
  const names = counts.map(([a, b]) => 'a'.repeat(a) + 'b'.repeat(b))
  return [names.flatMap((own, i) => Array.from(own, () => i + 1)), names.flatMap((own) => Array.from(own))]
}

describe('khiops', () => {
  test('merges while the χ² of all bins becomes less likely', () => {
    // χ² of the three is 2 + 0.5 + 4.5 = 7 with 2 degrees of freedom: p = e^-3.5 = 0.0302. The first two together leave
    // 2.25 + 4.5 = 6.75 with one: p = 0.0094, which is less. One bin of all has p = 1.
    const [x, y] = rowsOf([6, 2], [5, 3], [1, 7])
    const { cuts, reasons, notes } = run(x, y, { noise: 0, minExpected: 0 })
    expect({ cuts, notes }).toEqual({ cuts: [2.5], notes: [] })
    expect(reasons).toEqual([
      {
        measure: 'chi-square of all bins',
        score: expect.closeTo(6.75, 12),
        bar: null,
        margin: null,
        runnerUp: { cut: 1.5, score: expect.closeTo(0.25, 12) },
      },
    ])
  })

  test('stops where each merge makes it more likely', () => {
    // χ² 16 with 2 degrees of freedom: p = e^-8 = 0.000335. Either merge costs 4: 12 with one has p = 0.000532.
    const [x, y] = rowsOf([8, 0], [4, 4], [0, 8])
    const { cuts, reasons } = run(x, y, { noise: 0, minExpected: 0 })
    expect(cuts).toEqual([1.5, 2.5])
    expect(reasons.map(({ score }) => score)).toEqual([4, 4])
    expect(run(x, y, { noise: 0, minExpected: 0, maxBins: 2 }).cuts).toEqual([2.5])
  })

  test('merges what noise could be, whatever the p-value says', () => {
    // Two merges below the limit with 95 %: each with √0.95 = 0.97468, for which χ² with one degree of freedom is 5.0016.
    const [x, y] = rowsOf([8, 0], [4, 4], [0, 8])
    const { cuts, reasons } = run(x, y, { minExpected: 0 })
    expect(cuts).toEqual([2.5])
    // One bin of 12 and 4, one of 0 and 8.
    expect(reasons[0].score).toBeCloseTo(12, 12)
    expect(reasons[0].bar).toBeCloseTo(5.0016, 3)
  })

  test('merges bins that are too small for the test first, with the neighbour that costs the least', () => {
    // Each class is half of the 40 rows, so that 5 of it are expected in 10 rows: the middle value has only 4.
    const [x, y] = rowsOf([17, 1], [3, 1], [0, 18])
    expect(run(x, y)).toMatchObject({ cuts: [2.5], notes: [], options: DEFAULTS })
    expect(run(x, y, { minExpected: 8.9 }).cuts).toEqual([2.5])
    // The last value has 18 rows: 9 of each class are expected.
    expect(run(x, y, { minExpected: 9.1 }).cuts).toEqual([])
  })

  test('says so where a class is too rare for two bins', () => {
    const [x, y] = rowsOf([20, 0], [0, 9])
    const message =
      'the rarest class has 9 rows, two bins with minExpected 5 need 10: lower it or leave out rare classes'
    expect(run(x, y)).toMatchObject({ cuts: [], notes: [{ code: 'blunt' }, { code: 'rare-class', message }] })
    expect(run(x, y, { minExpected: 2 })).toMatchObject({ cuts: [1.5], notes: [] })
  })

  test('of p-values too small for a double still knows which is less', () => {
    const [x, y] = rowsOf([900, 100], [800, 200], [100, 900], [90, 910])
    // 1,890 and 2,110 rows: χ² is about 2,125 where the last two are one, 0.6 less than before.
    expect(run(x, y, { noise: 0 }).cuts).toEqual([1.5, 2.5])
  })

  test('of one class or of no rows is one bin', () => {
    expect(run([1, 2, 3], ['a', 'a', 'a']).cuts).toEqual([])
    expect(run([], []).cuts).toEqual([])
  })

  test('options are checked', () => {
    const refuse = (given: Partial<KhiopsOptions>, message: string): void =>
      expect(() => run([1], ['a'], given)).toThrow(argumentError('out-of-range', `discretize: khiops: ${message}`))
    refuse({ noise: 1 }, 'noise must be a number of at least 0 and below 1, got 1')
    refuse({ minExpected: -1 }, 'minExpected must be a number of at least 0, got -1')
    refuse({ maxBins: 0 }, 'maxBins must be an integer of at least 1, or null, got 0')
  })
})

/** The same by computing the χ² of the whole table for every merge there could be. What is nearly a tie is passed over. */
function naive({ x, y, w }: Rows, { noise, minExpected, maxBins }: KhiopsOptions): number[] {
  const classes = [...new Set(y)]
  if (classes.length < 2 || new Set(x).size < 2) return []
  const weight = (name: string, of: (value: number) => boolean): number =>
    x.reduce((sum, value, row) => sum + (of(value) && y[row] === name ? w[row] : 0), 0)
  const values = [...new Set(x)].toSorted((a, b) => a - b)
  let bins = values.map((value) => ({
    lo: value,
    hi: value,
    counts: classes.map((c) => weight(c, (v) => v === value)),
  }))
  const rarest = Math.min(...classes.map((name) => weight(name, () => true)))
  const all = w.reduce((a, b) => a + b, 0)
  const limit = noise === 0 ? 0 : chiSquareQuantileOfTail(1 - noise ** (1 / (values.length - 1)), classes.length - 1)
  const small = ({ counts }: (typeof bins)[0]): boolean =>
    (counts.reduce((a, b) => a + b, 0) * rarest) / all < minExpected
  const onlyClass = ({ counts }: (typeof bins)[0]): number =>
    counts.filter((count) => count > 0).length === 1 ? counts.findIndex((count) => count > 0) : -1
  const joined = (at: number): typeof bins => {
    const [a, b] = [bins[at], bins[at + 1]]
    return bins.toSpliced(at, 2, { lo: a.lo, hi: b.hi, counts: a.counts.map((count, c) => count + b.counts[c]) })
  }
  const chi = (of: typeof bins): number => chiSquare(of.map(({ counts }) => counts))
  const pOf = (of: typeof bins): number =>
    of.length < 2 ? 1 : chiSquareTail(chi(of), (of.length - 1) * (classes.length - 1))

  const pure = (): number => bins.findIndex((bin, i) => i > 0 && onlyClass(bin) >= 0 && onlyClass(bin) === onlyClass(bins[i - 1])) // prettier-ignore
  for (let at = pure(); at > 0; at = pure()) bins = joined(at - 1)
  for (;;) {
    const pairs = bins.slice(1).map((_, i) => i)
    const forced = pairs.filter((at) => small(bins[at]) || small(bins[at + 1]))
    const lost = (forced.length > 0 ? forced : pairs).map((at) => ({ at, lost: chi(bins) - chi(joined(at)) }))
    if (lost.length === 0) break
    const best = lost.reduce((least, one) => (one.lost < least.lost - 1e-9 ? one : least))
    fc.pre(Math.abs(best.lost - limit) > 1e-7)
    const [before, after] = [pOf(bins), pOf(joined(best.at))]
    fc.pre(Math.abs(before - after) > 1e-9 * before)
    const merges = forced.length > 0 || best.lost < limit || bins.length > (maxBins ?? Infinity) || after < before
    if (!merges) break
    bins = joined(best.at)
  }
  return bins.slice(1).map(({ lo }, i) => (bins[i].hi + lo) / 2)
}

test('each merge is the one that looking at all tables finds', () => {
  const anyOptions = fc.record({
    noise: fc.constantFrom(0, 0, 0.5, 0.95),
    minExpected: fc.constantFrom(0, 0.5, 1, 2),
    maxBins: fc.constantFrom(null, null, 2),
  })
  let found = 0
  holds(
    fc.property(anyRows([1, 2, 3]), anyOptions, (rows, options) => {
      const expected = naive(rows, options)
      expect(run(rows.x, rows.y, options, rows.w).cuts).toEqual(expected)
      found += expected.length
    }),
    cases(60, 1000),
  )
  expect(found).toBeGreaterThan(60)
})

test('noise ends in one bin as often as promised', () => {
  const { next } = random(2004)
  const shares = [
    [0.5, 0.5],
    [0.1, 0.9],
    [0.4, 0.4, 0.2],
  ]
  const columns = cases(40, 200)
  for (const share of shares) {
    let whole = 0
    for (let column = 0; column < columns; column++) {
      const x = Array.from({ length: 400 }, next)
      const y = x.map(() => {
        let left = next()
        return `c${share.findIndex((own) => (left -= own) < 0)}`
      })
      if (run(x, y).cuts.length === 0) whole++
    }
    // 95 %, and two standard deviations of what so few columns tell.
    expect(whole / columns).toBeGreaterThan(0.95 - 2 * Math.sqrt((0.95 * 0.05) / columns))
  }
})
