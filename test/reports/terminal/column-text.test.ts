import { describe, expect, test } from 'vitest'
import { type NumberColumn, type Shape } from '../../../src/binning/binning.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { columnReport } from '../../../src/reports/terminal/column-text.ts'
import { inDays, lines, small, table } from '../small.ts'

describe('columnReport of numbers', () => {
  test('classes: shares as bars of patterns and as percentages', async () => {
    const { columns, target } = await small({ target: 'kind', columns: ['size'] })
    expect(columnReport(columns[0], target).split('\n')).toEqual(
      lines(`
size
  number · 3 bins by mdlp · explains 100 % of the uncertainty about kind (1.57
  of 1.57 bits)

  ███████████████       │       ███████████████       │       ████████████
  ███████████████       │       ███████████████       │       ████████████
  ███████████████       │       ███████████████       │       ████████████
  ──────────────────────┴─────────────────────────────┴───────────────────
   1                    8                            18                24

  bin      rows  share                                         █ a    ░ b    ▓ c
  < 8         5   33 %  ███████████████████████████████████  100 %      ·      ·
  [8, 18)     5   33 %  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░      ·  100 %      ·
  ≥ 18        4   27 %  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓      ·      ·  100 %
  missing     1    7 %  ███████████████████████████████████  100 %      ·      ·
  total      15  100 %  ██████████████░░░░░░░░░░░░▓▓▓▓▓▓▓▓▓   40 %   33 %   27 %

  cut at 8: gain 0.94 bits, needed 0.40; next best 18 with 0.86
  cut at 18: gain 0.99 bits, needed 0.43`),
    )
  })

  test('an event: rate with the overall rate marked, WoE and IV', async () => {
    const { columns, target } = await small({ target: 'sold', columns: ['size'] })
    expect(columnReport(columns[0], target).split('\n')).toEqual(
      lines(`
size
  number · 2 bins by mdlp · IV 3.69 (strong), explains 70 % of the uncertainty
  about sold

  ███████████████       │       ███████████████               ████████████
  ███████████████       │       ███████████████               ████████████
  ███████████████       │       ███████████████               ████████████
  ──────────────────────┴─────────────────────────────────────────────────
   1                    8                                              24

  bin      rows  share  sold = yes (│ overall)                rate    WoE     IV
  < 8         5   33 %                      │                0.0 %  -2.53  1.831
  ≥ 8         9   60 %  ████████████████████┃█████████████  88.9 %  +1.95  1.668
  missing     1    7 %                      │                0.0 %  -1.23  0.187
  total      15  100 %  ████████████████████│               53.3 %         3.686

  cut at 8: gain 0.66 bits, needed 0.40; next best 18 with 0.29`),
    )
  })

  test('a numeric target: mean and deviation', async () => {
    const { columns, target } = await small({
      target: 'price',
      targetKind: 'numeric',
      columns: ['size'],
      all: { method: equalFrequency, bins: 3 },
    })
    expect(columnReport(columns[0], target, { width: 90 }).split('\n')).toEqual(
      lines(`
size  number · 3 bins by equal-frequency · explains >99 % of the variance of price

  ███████████████       │       ███████████████       │       ████████████
  ███████████████       │       ███████████████       │       ████████████
  ███████████████       │       ███████████████       │       ████████████
  ──────────────────────┴─────────────────────────────┴───────────────────
   1                    8                            18                24

  bin      rows  share  mean  ± dev.  price (│ overall)
  < 8         5   33 %  10.4     1.0  ●─                │
  [8, 18)     5   33 %  30.4     1.0                    ┼●─
  ≥ 18        4   27 %  55.5     1.1                    │                      ─●─
  missing     1    7 %  20.0     0.0           ●        │
  total      15  100 %  29.7    17.6    ────────────────●─────────────────

  cut at 8: 5 rows below it, wanted 4.67; the candidate before, 4.5, has 4
  cut at 18: 10 rows below it, wanted 9.33; the candidate before, 14.5, has 9`),
    )
  })

  test('no target, weighted', async () => {
    const { columns } = await small({ columns: ['size'], weights: 'weight', all: { method: equalFrequency, bins: 3 } })
    expect(columnReport(columns[0], null).split('\n')).toEqual(
      lines(`
size  number · 3 bins by equal-frequency

  ███      ███          │          ███      ███       │             ███
  ███   ██████          │       ██████   ██████       │          ██████
  ███████████████       │       ███████████████       │       ████████████
  ──────────────────────┴─────────────────────────────┴───────────────────
   1                    8                            18                24

  bin      rows  weight  share
  < 8         5      10   33 %  ████████████████████████████████████
  [8, 18)     5      11   37 %  ████████████████████████████████████████
  ≥ 18        4       7   23 %  █████████████████████████
  missing     1       2    7 %  ███████
  total      15      30  100 %

  cut at 8: weight 10 below it, wanted 9.33; the candidate before, 4.5, has 9
  cut at 18: weight 21 below it, wanted 18.67; the candidate before, 14.5, has
      18`),
    )
  })

  test('dates', async () => {
    const { columns, target } = inDays(
      await small({ columns: ['size'], target: 'kind', all: { method: equalWidth, bins: 2 } }),
    )
    expect(columnReport(columns[0], target, { width: 70 }).split('\n')).toEqual(
      lines(`
size
  date · 2 bins by equal-width · explains 45 % of the uncertainty
  about kind (0.70 of 1.57 bits)

  ██████████          ██████████          ████████
  ██████████          ██████████          ████████
  ██████████          ██████████          ████████
  ────────────────────────┴───────────────────────
  2024-01-02      2024-01-13 12:00      2024-01-25

  bin                 rows  share                      █ a   ░ b   ▓ c
  < 2024-01-13 12:00     7   47 %  ███████████░░░░░   71 %  29 %     ·
  ≥ 2024-01-13 12:00     7   47 %  ░░░░░░░▓▓▓▓▓▓▓▓▓      ·  43 %  57 %
  missing                1    7 %  ████████████████  100 %     ·     ·
  total                 15  100 %  ██████░░░░░░▓▓▓▓   40 %  33 %  27 %

  cut at 2024-01-13 12:00: every bin is 11.5 days wide`),
    )
  })

  test('policies are told', async () => {
    const all = { missingPolicy: 'nearest', missing: [1], special: [24] } as const
    const { columns, target } = await small({ columns: ['size'], target: 'kind', all })
    expect(columnReport(columns[0], target).split('\n').slice(-8)).toEqual(
      lines(`
  ≥ 18           3   20 %  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓      ·      ·  100 %
  special 24     1    7 %  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓      ·      ·  100 %
  total         15  100 %  █████████████░░░░░░░░░░▓▓▓▓▓▓▓▓▓   40 %   33 %   27 %

  cut at 8: gain 0.92 bits, needed 0.45; next best 18 with 0.81
  cut at 18: gain 0.95 bits, needed 0.46
  note: missing (2 rows) counted in < 8, the bin most like it
  note: the value 1 counted as missing`),
    )
  })

  test('a column without a picture tells its range', () => {
    expect(columnReport(fit(table.size, { method: fixed, cuts: [10], name: 'size' }), null).split('\n')).toEqual(
      lines(`
size  number · 2 bins by fixed
  values from 1 to 24

  bin      rows  share
  < 10        5   33 %  ██████████████████████
  ≥ 10        9   60 %  ████████████████████████████████████████
  missing     1    7 %  ████
  total      15  100 %

  cut at 10: given`),
    )
  })

  test('no values, no rows, one value', () => {
    const empty = (values: (number | null)[]): string[] =>
      columnReport(fit(values, { method: fixed, name: 'x' }), null).split('\n')
    expect(empty([])).toEqual([
      'x  number · 1 bin by fixed',
      '',
      '  note: no finite values',
      '  note: 1 of 1 bins hold no rows',
    ])
    expect(empty([null, null])).toContain('  missing        2  100 %  ████████████████████████████████████████')
    expect(empty([7, 7])).toContain('  every value is 7')
  })
})

describe('long columns', () => {
  const values = Array.from({ length: 1000 }, (_, i) => i / 10)

  test('fold the middle of many bins, and tell it all when asked', () => {
    const column = fit(values, { method: equalWidth, bins: 100, name: 'x' })
    const report = columnReport(column, null)
    expect(report).toContain('… 84 more bins      840   84 %\n')
    expect(report).toContain('all 99 cuts: every bin is 0.999 wide')
    expect(report.split('\n').length).toBeLessThan(30)
    expect(columnReport(column, null, { verbose: true }).split('\n').length).toBeGreaterThan(100)
  })

  test('tell the strongest reasons of many', () => {
    const target = values.map((_, i) => (Math.floor(i / 100) % 2 === 0 ? 'a' : 'b'))
    const column = fit(values, { target, name: 'x' })
    const told = (verbose: boolean): string[] =>
      columnReport(column, { kind: 'class', name: null, classes: ['a', 'b'], event: null }, { width: 120, verbose })
        .split('\n')
        .filter((line) => /cut at|…/.test(line))
    expect(column.cuts.length).toBe(9)
    expect(told(false).length).toBe(6)
    expect(told(false).at(-1)).toBe('  … and 4 weaker cuts')
    expect(told(true).length).toBe(9)
  })
})

describe('the picture', () => {
  const shape: Shape = { from: 0, to: 60, below: 3, above: 12, counts: Array.from({ length: 60 }, (_, i) => i) }
  const column = (cuts: number[], change: Partial<Shape> = {}): NumberColumn => ({
    ...fit([-5, 30, 99], { method: fixed, cuts, name: 'x' }),
    shape: { ...shape, ...change },
  })
  const picture = (cuts: number[], change: Partial<Shape> = {}): string[] =>
    columnReport(column(cuts, change), null)
      .split('\n')
      .slice(2, 9)
      .filter((line) => line !== '')

  test('has ticks at the true place of the cuts and says what is outside', () => {
    expect(picture([15, 30.4, 80])).toEqual(
      lines(`
                 │              │          ▁▁▁▂▂▃▃▄▄▄▅▅▆▆▆▇▇██
                 │     ▁▁▁▂▂▃▃▃▄▄▅▅▅▆▆▇▇▇█████████████████████
   ▁▁▁▂▂▂▃▃▄▄▄▅▅▆▆▇▇▇█████████████████████████████████████████
  ───────────────┴──────────────┴─────────────────────────────
  0             15            30.4                          60
  … 3 rows below, down to -5; 12 rows beyond, up to 99; cuts outside the
    picture: 80
`),
    )
  })

  test('gives few cells bars with gaps between', () => {
    expect(picture([1.5], { from: 0.5, to: 3.5, counts: [1, 2, 4], below: 0, above: 0 }).slice(0, 4)).toEqual(
      lines(`
              │            ███████████
              │▄▄▄▄▄▄▄▄▄▄▄ ███████████
   ▆▆▆▆▆▆▆▆▆▆▆│███████████ ███████████
  ────────────┴───────────────────────`),
    )
  })

  test('says when rows outside are infinite', () => {
    const { range, ...rest } = column([15])
    const report = columnReport({ ...rest, range: range === null ? null : [0, 60] }, null)
    expect(report).toContain('… 3 rows below, down to -∞; 12 rows beyond, up to ∞')
  })

  test('is left out where it cannot be drawn', () => {
    expect(columnReport(column([15], { from: 5, to: 5 }), null)).not.toContain('─')
    expect(columnReport(column([15], { from: -1e308, to: 1e308 }), null)).not.toContain('─')
  })
})
