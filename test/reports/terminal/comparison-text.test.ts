import { describe, expect, test } from 'vitest'
import type { Comparison } from '../../../src/binning/compare/compare-methods.ts'
import type { MethodResult } from '../../../src/binning/compare/compare-results.ts'
import { compareReport } from '../../../src/reports/terminal/comparison-text.ts'
import { textWidth } from '../../../src/reports/printed-text.ts'
import { lines } from '../small.ts'

const result = (name: string, bins: number, kept: number, heldOut: number, clear: boolean): MethodResult => ({
  name,
  method: name,
  bins,
  meanBins: bins / 2,
  kept,
  heldOut,
  heldOutFolds: [heldOut, heldOut],
  seconds: bins / 1000,
  behind: 0,
  behindError: 0,
  clear,
  columns: [
    { column: 'age', bins: bins - 1, kept, heldOut: 2 * heldOut, heldOutFolds: [], seconds: 0 },
    { column: 'noise', bins: 1, kept: 0, heldOut: -0.001, heldOutFolds: [], seconds: 0 },
  ],
})

const made = (methods: readonly MethodResult[]): Comparison => ({
  target: { kind: 'class', name: 'sold', classes: ['no', 'yes'], event: null },
  rows: 1234,
  entropy: 0.99,
  folds: 5,
  seed: 0,
  columns: ['age', 'noise'],
  methods,
  notes: [],
})

const three = made([
  result('equal-frequency', 20, 0.12, 0.1, false),
  result('mdlp', 6, 0.11, 0.098, false),
  result('bin-log', 1400, 0.2, -0.05, true),
])

describe('the report of a comparison', () => {
  test('a line per method, the best first, and a verdict', () => {
    expect(compareReport(three, { source: 'shop.csv', perColumn: true }).split('\n')).toEqual(
      lines(`
shop.csv: 1,234 rows, 2 number columns, 3 methods, 5 folds; entropy of sold
0.9900 bits

method           bins  per column    kept  held out                         time
equal-frequency    20        10.0  0.1200    0.1000  best  ██████████████  20 ms
mdlp                6         3.0  0.1100    0.0980  ≈     ██████████████   6 ms
bin-log          1400       700.0  0.2000   -0.0500                        1.4 s

equal-frequency explains most on held-out rows, but that may be chance against
  mdlp; mdlp makes the fewest bins of them.

column  best method      bins    kept  held out
age     equal-frequency    19  0.1200    0.2000
noise   –

kept: what the bins explain on the rows they were fitted on (bits per row, mean
  over columns), which is too optimistic; held out: the same on rows left out of
  the fit, each row once in 5 folds; below 0 the bins mislead
≈ less than two standard errors behind the best, which may be chance
`),
    )
  })

  test('says so when the best is clear, alone, or tells nothing', () => {
    const say = (...methods: MethodResult[]): string => compareReport(made(methods))
    const best = result('mdlp', 6, 0.2, 0.1, false)
    expect(say(best, result('caim', 6, 0.2, 0.05, true))).toContain(
      'mdlp explains most on held-out rows, by at least two',
    )
    expect(say(best, result('caim', 6, 0.2, 0.05, true))).not.toContain('≈')
    expect(say(best)).toContain('mdlp is the only method.')
    expect(say(result('mdlp', 6, 0.2, -0.1, false))).toContain('No method explains anything on held-out rows.')
  })

  test('of a number speaks of the variance', () => {
    const text = compareReport({ ...three, entropy: null, target: { kind: 'numeric', name: 'price' } })
    expect(text).toContain('target price')
    expect(text).toMatch(/equal-frequency .* 12\.00 % +10\.00 % +best/)
    expect(text).toMatch(/bin-log .* 20\.00 % +-5\.00 %/)
  })

  test.each([60, 80, 120])('keeps to %d columns', (width) => {
    for (const line of compareReport(three, { width, color: true, perColumn: true }).split('\n')) {
      expect(textWidth(line)).toBeLessThanOrEqual(width)
    }
  })
})
