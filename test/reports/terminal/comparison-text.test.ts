import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../../src/binning/compare/compare-methods.ts'
import { judge, type MethodResult } from '../../../src/binning/compare/compare-results.ts'
import { againstText, verdictText } from '../../../src/reports/compare-texts.ts'
import { compareReport } from '../../../src/reports/terminal/comparison-text.ts'
import { textWidth } from '../../../src/reports/printed-text.ts'
import { lines } from '../small.ts'

const result = (name: string, bins: number, [kept, heldOut, best]: readonly number[], clear: boolean): MethodResult => {
  const behind = best - heldOut
  const limits = { behindLow: behind - (clear ? 0.01 : 0.02), behindHigh: behind + (clear ? 0.01 : 0.02) }
  const sure = { low: heldOut - 0.03, high: heldOut + 0.03, behind, behindError: 0.005, ...limits, clear }
  return {
    name,
    method: name,
    bins,
    meanBins: bins / 2,
    kept,
    heldOut,
    heldOutFolds: [heldOut, heldOut],
    seconds: bins / 1000,
    ...sure,
    columns: [
      { column: 'age', bins: bins - 1, kept, heldOutFolds: [], seconds: 0, ...sure, heldOut: 2 * heldOut },
      { column: 'noise', bins: 1, kept: 0, heldOutFolds: [], seconds: 0, ...sure, heldOut: -0.001 },
    ],
  }
}

const made = (methods: readonly MethodResult[]): Comparison => ({
  target: { kind: 'class', name: 'sold', classes: ['no', 'yes'], event: null },
  rows: 1234,
  entropy: 0.99,
  majority: { class: 'no', share: 0.56 },
  variance: null,
  folds: 5,
  seed: 0,
  blocks: 200,
  sure: 0.95,
  reach: { methods: 3, columns: 4 },
  columns: ['age', 'noise'],
  methods,
  verdict: judge(methods),
  notes: [],
})

const three = made([
  result('equal-frequency', 20, [0.12, 0.1, 0.1], false),
  result('mdlp', 6, [0.11, 0.098, 0.1], false),
  result('bin-log', 1400, [0.2, -0.05, 0.1], true),
])

const mdlp = result('mdlp', 6, [0.2, 0.1, 0.1], false)

describe('the report of a comparison', () => {
  test('a line per method, the best first, and a verdict', () => {
    expect(compareReport(three, { source: 'shop.csv', perColumn: true }).split('\n')).toEqual(
      lines(`
shop.csv: 1,234 rows, 2 number columns, 3 methods, 5 folds; target sold

method           bins    kept  held out                            behind   time
equal-frequency    20  0.1200    0.1000  best                              20 ms
mdlp                6  0.1100    0.0980  ≈     0.0020 (-0.0180 to 0.0220)   6 ms
bin-log          1400  0.2000   -0.0500         0.1500 (0.1400 to 0.1600)  1.4 s

equal-frequency tells most here, but that may be chance against mdlp; of these
  mdlp makes the fewest bins. All others are behind by more than chance.
To read it against: without any column sold takes 0.9900 bits a row, of which a
  column binned by equal-frequency tells 10.1 % on average; always saying "no"
  is right for 56 % of the rows.

column  best method                 bins    kept  held out         from … to
age     equal-frequency  ≈ 1 other    19  0.1200    0.2000  0.0700 to 0.1300
noise   –

kept: what the bins tell on the rows they were fitted on (bits per row, mean
  over columns), which is too optimistic; held out: the same on rows left out of
  the fit, each row once in 5 folds; below 0 the bins mislead
behind: how far behind the best, and between what limits that lies; in 95 of 100
  tables all of them hold at once. ≈ may be chance
`),
    )
  })

  test.each<[string, readonly MethodResult[]]>([
    [
      'mdlp tells most here: 0.0500 bits a row more than the next, caim (0.0400 to 0.0600).',
      [mdlp, result('caim', 6, [0.2, 0.05, 0.1], true)],
    ],
    [
      'Neither of these 2 methods is better than the other here: the differences are within chance. caim makes the fewest bins.',
      [mdlp, result('caim', 4, [0.2, 0.09, 0.1], false)],
    ],
    [
      'None of these 3 methods is better than the others here: the differences are within chance.',
      [mdlp, result('caim', 6, [0.2, 0.09, 0.1], false), result('cacc', 6, [0.2, 0.09, 0.1], false)],
    ],
    [
      'mdlp tells most here, but that may be chance against caim and cacc. All others are behind by more than chance.',
      [
        mdlp,
        result('caim', 6, [0.2, 0.09, 0.1], false),
        result('cacc', 6, [0.2, 0.09, 0.1], false),
        result('bin-log', 2, [0.2, 0.01, 0.1], true),
      ],
    ],
    ['mdlp is the only method; it tells 0.1000 bits a row (0.0700 to 0.1300).', [mdlp]],
    [
      'mdlp tells nothing sure about sold on held-out rows: it has 0.0100 bits a row (-0.0200 to 0.0400), and no bins at all have 0.',
      [result('mdlp', 6, [0.2, 0.01, 0.01], false)],
    ],
    [
      'No method tells anything sure about sold on held-out rows: the best, mdlp, has -0.1000 bits a row (-0.1300 to -0.0700), and no bins at all have 0.',
      [result('mdlp', 6, [0.2, -0.1, -0.1], false), result('caim', 6, [0.2, -0.2, -0.1], true)],
    ],
  ])('says: %s', (told, methods) => {
    expect(verdictText(made(methods))).toBe(told)
  })

  test('of a number speaks of the variance', () => {
    const target = { kind: 'numeric', name: 'price' } as const
    const numeric: Comparison = { ...three, entropy: null, majority: null, variance: 1234.56, target }
    const text = compareReport(numeric)
    expect(text).toContain('target price')
    expect(text).toMatch(/equal-frequency .* 12\.00 % +10\.00 % +best/)
    expect(text).toMatch(/bin-log .* 20\.00 % +-5\.00 % +15\.00 % \(14\.00 to 16\.00 %\)/)
    expect(againstText(numeric)).toBe(
      'To read it against: the mean of price alone explains 0 %, and 100 % would be every row foretold; its standard deviation is 35.14.',
    )
    const best = { ...numeric, methods: [mdlp, result('caim', 6, [0.2, 0.05, 0.1], true)] }
    expect(verdictText({ ...best, verdict: judge(best.methods) })).toBe(
      'mdlp tells most here: 5.00 % of the variance more than the next, caim (4.00 to 6.00 %).',
    )
  })

  test.each([60, 80, 120])('keeps to %d columns', (width) => {
    for (const line of compareReport(three, { width, color: true, perColumn: true }).split('\n')) {
      expect(textWidth(line)).toBeLessThanOrEqual(width)
    }
  })
})
