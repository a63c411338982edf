import { describe, expect, test } from 'vitest'
import { fit } from '../../../src/binning/fit/fit.ts'
import { BIN_COUNT_RULES, settleBins } from '../../../src/discretizers/bin-count/bin-count-rules.ts'
import { integer, orOneOf } from '../../../src/util/check.ts'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { kMeans } from '../../../src/discretizers/methods/k-means.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { SKEWED } from '../rows.ts'

const made = (n: number, value: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => value(i))

const settle = (
  values: readonly number[],
  rule: Parameters<typeof settleBins>[1],
  weights?: readonly number[],
): { bins: number; told: string[] } => {
  const { bins, notes } = settleBins(viewColumn(summarize(values, { weights })), rule)
  return { bins, told: notes.map(({ message }) => message) }
}
const counts = (values: readonly number[], weights?: readonly number[]): number[] =>
  BIN_COUNT_RULES.map((rule) => settle(values, rule, weights).bins)

/** Columns with the numbers of bins of numpy 2.4.6, `histogram_bin_edges` of doubles: auto, sturges, scott, fd. */
const NUMPY: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ['27 skewed numbers', SKEWED, [11, 6, 4, 43]],
  ['100 halves', made(100, (i) => i / 2), [8, 8, 5, 5]],
  ['1,000 squares', made(1000, (i) => i * i), [11, 11, 10, 10]],
  ['301 cubes', made(301, (i) => (i - 150) ** 3), [27, 10, 11, 27]],
  ['5,000 even numbers', made(5000, (i) => ((i * 7919) % 10007) / 100), [18, 14, 17, 18]],
  [
    '20,000 sums',
    made(20_000, (i) => (((i * 7919) % 10007) + ((i * 104729) % 10009) + ((i * 15485863) % 10037)) / 1000),
    [57, 16, 46, 57],
  ],
  ['4 numbers', [0.25, 0.5, 1, 4], [3, 3, 2, 3]],
  ['2 numbers', [1, 2], [2, 2, 1, 2]],
  ['300 numbers far from zero', made(300, (i) => 1e9 + ((i * 37) % 101) / 8), [10, 10, 7, 7]],
  ['a spike', [...made(600, () => 0), ...made(400, (i) => i * 0.37)], [14, 11, 10, 14]],
  ['2,000 inverse numbers (but for fd: 4733)', made(2000, (i) => 1 / (i + 1)), [90, 12, 128, 1000]],
]

describe('rules for the number of bins', () => {
  test.each(NUMPY)('%s get as many bins as in numpy', (_, values, expected) => {
    expect(counts(values)).toEqual(expected)
  })

  test('do not make bins that cannot hold rows', () => {
    const values = made(2000, (i) => (i * i) % 7) // 0, 1, 2 and 4; numpy makes 12, 12, 11, 9
    expect(counts(values)).toEqual([5, 5, 5, 5])
    expect(counts(values.map((x) => x / 10))).toEqual([5, 5, 5, 5])
    expect(
      settle(
        made(99, (i) => [0, 0.1, 0.3][i % 3]),
        'sturges',
      ).bins,
    ).toBe(4) // 0.3 / 0.1 is 3 but for rounding
    expect(counts([0, 5, 5, 5, 5, 5, 9.25])).toEqual([3, 3, 3, 1]) // numpy: 6, 4, 3, 1
  })

  test('give one bin without two values, and say nothing', () => {
    for (const rule of BIN_COUNT_RULES) {
      expect(settle([], rule)).toEqual({ bins: 1, told: [] })
      expect(settle([3, 3, 3], rule)).toEqual({ bins: 1, told: [] })
    }
  })

  test('leave a number alone', () => {
    expect(settle([1, 2, 3], 1)).toEqual({ bins: 1, told: [] })
    expect(settle([1, 2, 3], 123_456)).toEqual({ bins: 123_456, told: [] })
  })

  test('say what they chose, and why', () => {
    const told = (values: readonly number[]): string[] => BIN_COUNT_RULES.flatMap((rule) => settle(values, rule).told)
    expect(told(made(100, (i) => i / 2))).toEqual([
      'auto makes 8 bins: the larger of sturges (8) and freedman-diaconis (5)',
      'sturges makes 8 bins: log2(rows) + 1 for 100 rows',
      'scott makes 5 bins: for 100 rows with a deviation of 29.2 % of the range',
      'freedman-diaconis makes 5 bins: for 100 rows with quartiles 50 % of the range apart',
    ])
    expect(told([0, 0, 5, 5, 5, 5, 5, 9])).toEqual([
      'auto makes 3 bins: the larger of sturges (4) and 2·√rows, to which freedman-diaconis is kept (6); not 6, of which at most 3 could hold rows', // prettier-ignore
      'sturges makes 3 bins: log2(rows) + 1 for 8 rows; not 4, of which at most 3 could hold rows',
      'scott makes 2 bins: for 8 rows with a deviation of 30.8 % of the range',
      'freedman-diaconis makes 3 bins: for 8 rows with quartiles 13.9 % of the range apart; not 8, of which at most 3 could hold rows', // prettier-ignore
    ])
    expect(settle([0, 5, 5, 5, 9], 'freedman-diaconis').told).toEqual([
      'freedman-diaconis makes 1 bin: the quartiles are equal, so there is no width',
    ])
    expect(
      settle(
        made(2000, (i) => 1 / (i + 1)),
        'freedman-diaconis',
      ).told,
    ).toEqual([
      'freedman-diaconis makes 1000 bins: for 2000 rows with quartiles 0.133 % of the range apart; not 4733, since 1000 is the most', // prettier-ignore
    ])
    expect(settle([1, 2, 4, 7, 9], 'sturges', [0.1, 0.2, 3, 4, 5]).told).toEqual([
      'sturges makes 5 bins: log2(rows) + 1 for a weight of 12.3',
    ])
  })

  test('count a row of weight 3 as three rows', () => {
    const values = [1, 2, 4, 8, 16, 32, 64]
    const weights = [3, 1, 2, 3, 1, 5, 2]
    const rows = values.flatMap((value, i) => made(weights[i], () => value))
    expect(counts(values, weights)).toEqual(counts(rows))
    expect(counts(values, weights)).not.toEqual(counts(values))
  })

  test('take weights that add up to less than a row', () => {
    expect(counts([1, 2, 3], [0.1, 0.1, 0.1])).toEqual([2, 1, 1, 1])
  })

  test('do not mind how large or small the numbers are', () => {
    const values = made(301, (i) => (i - 150) ** 3)
    const most = 150 ** 3
    const expected = counts(values)
    expect(counts(values.map((x) => (x / most) * Number.MAX_VALUE))).toEqual(expected)
    expect(counts(values.map((x) => x * 2 ** -1000))).toEqual(expected)
  })
})

describe('the rule for the option', () => {
  const rule = orOneOf(integer(1, 500), BIN_COUNT_RULES)

  test('takes a whole number within limits, or a name', () => {
    expect(rule.words).toBe('an integer from 1 to 500, or one of auto, sturges, scott, freedman-diaconis')
    expect([1, 500, ...BIN_COUNT_RULES].filter(rule.accepts)).toEqual([1, 500, ...BIN_COUNT_RULES])
    expect([0, 501, 2.5, NaN, 'Auto', 'fd', '5', '', null, undefined, ['auto']].filter(rule.accepts)).toEqual([])
  })

  test.each([equalWidth, equalFrequency, kMeans])('is that of $name, whose result keeps what was asked', (method) => {
    const values = made(60, (i) => i * i)
    const column = fit(values, { method, bins: 'sturges' })
    expect(column.bins).toHaveLength(7)
    expect(column.options).toMatchObject({ bins: 'sturges' })
    expect(column.notes).toEqual([{ code: 'bin-count', message: 'sturges makes 7 bins: log2(rows) + 1 for 60 rows' }])
    expect(() => fit(values, { method, bins: 'fd' as 'auto' })).toThrow(
      /^fit: [a-z-]+: bins must be an integer from 1 to 1000+, or one of auto, sturges, scott, freedman-diaconis(?:, advised)?, got "fd"$/,
    )
  })

  test('stands beside what the method itself has to say', () => {
    const codes = (method: typeof equalFrequency): string[] =>
      fit([...made(60, () => 1), 2, 3, 4, 5, 6, 7, 8], { method, bins: 'sturges' }).notes.map(({ code }) => code)
    expect(codes(equalFrequency)).toEqual(['bin-count', 'fewer-bins'])
  })
})
