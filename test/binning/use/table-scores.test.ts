import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitSummary } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { tableScores, type TableScores } from '../../../src/binning/use/table-scores.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { optimal } from '../../../src/discretizers/methods/optimal.ts'
import { predictionScores } from '../../../src/measures/predictions/class-scores.ts'
import { type SummarizeOptions, summarize } from '../../../src/summaries/summarize.ts'
import type { NumberValues } from '../../../src/types.ts'

function scoresOf(values: NumberValues, cuts: readonly number[], given: SummarizeOptions = {}): TableScores {
  const summary = summarize(values, given)
  return tableScores(fitSummary(summary, { method: fixed, cuts }), summary.target)
}

/** So many rows of a value with so many events among them. */
const rows = (value: number, events: number, rest: number): { value: number; label: string }[] => [
  ...Array.from({ length: events }, () => ({ value, label: 'yes' })),
  ...Array.from({ length: rest }, () => ({ value, label: 'no' })),
]

describe('tableScores', () => {
  test('has Gini, KS, HHI and p-values worked out by hand', () => {
    // Rates 1/4, 3/4 and 1/2 in that order: 2 + 6 + 2 events of 20 rows.
    const all = [...rows(1, 2, 6), ...rows(2, 6, 2), ...rows(3, 2, 2)]
    const scores = scoresOf(
      all.map(({ value }) => value),
      [1.5, 2.5],
      { target: all.map(({ label }) => label) },
    )
    // By rate: rest 0.6, 0.2, 0.2 and events 0.2, 0.2, 0.6.
    const area = 0.2 * 0.3 + 0.2 * 0.7 + 0.6 * 0.9
    expect(scores.gini).toBeCloseTo(2 * area - 1, 14)
    expect(scores.ks).toBeCloseTo(0.4, 14)
    expect(scores.hhi).toBeCloseTo(0.4 ** 2 + 0.4 ** 2 + 0.2 ** 2, 14)
    // Two proportions: z² = (1/4 − 3/4)² / (1/2 · 1/2 · (1/8 + 1/8)) = 4, whose two-sided p-value is 0.0455.
    expect(scores.pValues).toEqual([null, expect.closeTo(0.04550026389635842, 12), expect.any(Number)])
    // (3/4 − 1/2)² / (2/3 · 1/3 · (1/8 + 1/4)) = 0.75.
    expect(scores.pValues[2]).toBeCloseTo(0.3864762307712325, 12)
  })

  test('counts missing values as a line, and compares no bin with them', () => {
    const scores = scoresOf([1, 1, 2, 2, null, null], [1.5], { target: ['no', 'no', 'no', 'yes', 'yes', 'yes'] })
    expect(scores.gini).toBeCloseTo(2 * ((1 / 3) * (2 / 3 + 1 / 6) + (2 / 3) * 1) - 1, 14)
    expect(scores.hhi).toBeCloseTo(1 / 3, 14)
    expect(scores.pValues).toEqual([null, expect.any(Number), null])
  })

  test('is silent where there is nothing to tell', () => {
    expect(scoresOf([1, 2, 3, 4], [2.5])).toEqual({ gini: null, ks: null, hhi: 0.5, pValues: [null, null] })
    const empty = scoresOf([1, 2], [1.5, 5], { target: ['no', 'yes'] })
    expect(empty.pValues).toEqual([null, expect.any(Number), null])
    expect(empty).toMatchObject({ gini: 1, ks: 1 })
    expect(scoresOf([1, 2], [1.5], { target: ['a', 'a'] })).toMatchObject({ gini: null, ks: null })
  })

  test('compares means of a number, and all classes where there is no event', () => {
    const numeric = scoresOf([1, 1, 1, 2, 2, 2], [1.5], { target: [1, 2, 3, 4, 5, 6], targetKind: 'numeric' })
    // Means 2 and 5, variances 1 each: (3² / (1/3 + 1/3)) = 13.5.
    expect(numeric.pValues[1]).toBeCloseTo(0.000238563454, 12)
    expect(numeric).toMatchObject({ gini: null, ks: null })
    const classes = scoresOf([1, 1, 1, 2, 2, 2], [1.5], { target: ['a', 'b', 'c', 'a', 'b', 'c'] })
    expect(classes.pValues).toEqual([null, 1])
  })

  test('compares groups of levels, and no levels by themselves', async () => {
    const levels = Array.from({ length: 600 }, (_, i) => 'abcdef'[i % 6])
    const target = levels.map((level, i) => (level < 'd' || i % 4 === 0 ? 'yes' : 'no'))
    const single = await fitTable({ levels, target }, { target: 'target' })
    expect(tableScores(single.columns[0], single.target).pValues).toEqual(Array.from({ length: 6 }, () => null))
    const grouped = await fitTable({ levels, target }, { target: 'target', all: { method: optimal } })
    expect(grouped.columns[0].bins).toHaveLength(3)
    const { pValues } = tableScores(grouped.columns[0], grouped.target)
    expect(pValues).toEqual([null, expect.any(Number), expect.any(Number)])
    expect(Math.max(...pValues.slice(1).map((p) => p ?? NaN))).toBeLessThan(0.05)
  })

  test('is the Gini of the area under the curve that predictions by the rates have', () => {
    const counts = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(counts, (lines) => {
        const all = lines.flatMap(([yes, no], i) => rows(i, yes, no))
        fc.pre(new Set(all.map(({ label }) => label)).size === 2)
        const { gini, ks } = scoresOf(
          all.map(({ value }) => value),
          lines.slice(1).map((_, i) => i + 0.5),
          { target: all.map(({ label }) => label) },
        )
        const rate = (value: number): number => lines[value][0] / (lines[value][0] + lines[value][1])
        const probabilities = Float64Array.from(all.flatMap(({ value }) => [1 - rate(value), rate(value)]))
        const truth = Int32Array.from(all, ({ label }) => Number(label === 'yes'))
        const { auc } = predictionScores({ classes: ['no', 'yes'], codes: truth, probabilities }, truth)
        expect(gini).toBeCloseTo(2 * auc! - 1, 12)
        // Half of what the two distributions over the lines differ by.
        const [yes, no] = [0, 1].map((side) => lines.reduce((sum, line) => sum + line[side], 0))
        expect(ks).toBeCloseTo(lines.reduce((sum, [a, b]) => sum + Math.abs(a / yes - b / no), 0) / 2, 12)
      }),
    )
  })
})
