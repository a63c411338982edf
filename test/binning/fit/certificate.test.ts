import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitSummaries } from '../../../src/binning/fit/fit-summaries.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import {
  certify,
  chiMerge,
  cliffs,
  d2,
  discretize,
  equalFrequency,
  equalWidth,
  fitSummary,
  fixed,
  mdlp,
  type NumberSummary,
  random,
  summarize,
} from '../../../src/index.ts'
import { coarsen } from '../../../src/summaries/index.ts'

/** Rows of which the class changes at 1, in cells that leave out so many bits. */
function coarseRows(
  rows: number,
  seed: number,
  shift: number,
  noise = 0.2,
): { exact: NumberSummary; coarse: NumberSummary } {
  const { next, normal } = random(seed)
  const values = Array.from({ length: rows }, () => 2 + normal())
  const target = values.map((x) => (next() < noise ? 'ab'[Math.floor(next() * 2)] : x < 1 ? 'a' : 'b'))
  const exact = summarize(values, { target })
  return { exact, coarse: coarsen(exact, { shift }) }
}

const noteOf = ({ notes }: { notes: readonly { code: string; message: string }[] }): string | undefined =>
  notes.find(({ code }) => code === 'certificate')?.message

describe('a fit on coarse cells', () => {
  test('is exact where nothing can hide, and says so only then', () => {
    let proven = 0
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.constantFrom(30, 300, 2000),
        fc.constantFrom(51, 48, 45, 42),
        fc.constantFrom<AnyDiscretizer>(mdlp, d2, cliffs, equalFrequency, equalWidth, chiMerge),
        (seed, rows, shift, method) => {
          const { exact, coarse } = coarseRows(rows, seed, shift)
          const { cutsExact, cuts, reasons, notes } = fitSummary(coarse, { method })
          expect(noteOf({ notes }) === undefined).toBe(cutsExact)
          const { certificate } = certify(coarse, { method })
          expect(certificate === null).toBe(cutsExact)
          expect(certificate?.message).toBe(noteOf({ notes }))
          if (!cutsExact) return
          proven++
          expect({ cuts, reasons }).toEqual(
            (({ cuts: all, reasons: why }) => ({ cuts: all, reasons: why }))(discretize(exact, { method })),
          )
        },
      ),
      { numRuns: 150 },
    )
    expect(proven).toBeGreaterThan(20)
  })

  test('tells the scores of what is found and of what could hide', () => {
    const { exact, coarse } = coarseRows(1000, 3, 50)
    const { certificate } = certify(coarse, { method: mdlp })
    const message = noteOf(fitSummary(coarse))
    expect(message).toMatch(
      /^cuts are not proven to be exact: a better one could hide in \d+ ranges? of values with [\d.]+ % of the rows; in the largest part concerned \(1000 rows\) the best cut found scores [\d.]+ and a hidden one at most [\d.]+$/,
    )
    const [found, most] = [/scores ([\d.]+)/, /most ([\d.]+)/].map((pattern) => Number(pattern.exec(message!)![1]))
    const best = discretize(exact, { method: mdlp }).reasons.map(({ score }) => score!)
    expect(found).toBeLessThanOrEqual(Math.max(...best) + 1e-6)
    expect(most).toBeGreaterThanOrEqual(Math.max(...best) - 1e-6)
    expect(certificate!.ranges.length).toBeGreaterThan(0)
    expect(certificate!.ranges.every(({ lo, hi }) => lo < hi)).toBe(true)
  })

  test('tells between which ranks and values a cut of equal frequencies lies', () => {
    const coarse = coarsen(summarize(Array.from({ length: 64 }, (_, i) => i + 1)), { shift: 51 })
    expect(noteOf(fitSummary(coarse, { method: equalFrequency, bins: 2 }))).toBe(
      'cuts are not exact: the one least known, at rank 32, lies between 32 and 48, and has from 31 to 47 rows below it',
    )
  })

  test('tells the width of cells for methods without a bound', () => {
    const { coarse } = coarseRows(1000, 3, 50)
    const column = fitSummary(coarse, { method: chiMerge })
    expect(column.cutsExact).toBe(false)
    expect(noteOf(column)).toMatch(
      /^cuts are not exact: they were chosen between \d+ cells, inside of which others could be better; the widest cell beside a cut reaches from [\d.-]+ to [\d.-]+$/,
    )
    const { ranges } = certify(coarse, { method: chiMerge }).certificate!
    expect(ranges[0].lo).toBeLessThan(0)
  })

  test('keeps cuts that were given or follow from the ends, unless decimals are to be short', () => {
    const { coarse } = coarseRows(300, 4, 51)
    expect(fitSummary(coarse, { method: fixed, cuts: [1.05] })).toMatchObject({ cutsExact: true, notes: [] })
    expect(fitSummary(coarse, { method: equalWidth, bins: 7 }).cutsExact).toBe(true)
    expect(fitSummary(coarse, { method: equalWidth, bins: 7, readable: true }).cutsExact).toBe(false)
    expect(fitSummary(coarse, { method: equalWidth, bins: 'scott' }).cutsExact).toBe(false)
  })

  test('adds nothing to exact cells and to estimates', () => {
    const { exact, coarse } = coarseRows(100, 5, 51)
    expect(certify(exact, { method: mdlp })).toEqual({ ...discretize(exact, { method: mdlp }), certificate: null })
    const estimated: NumberSummary = { ...coarse, origin: 'estimated' }
    expect(fitSummary(estimated)).toMatchObject({ cutsExact: false, notes: [{ code: 'estimated' }] })
  })

  test('prints dates in the certificate of a date column', async () => {
    const days = Array.from({ length: 4000 }, (_, i) => Date.UTC(2020, 0, 1) + i * 86_400_000 + (i % 7))
    const coarse = coarsen(summarize(days), { shift: 45 })
    const created = { source: { name: 'rows', rows: 4000 } }
    const table = { columns: [{ name: 'day', kind: 'date' as const, summary: coarse }], notes: [], created }
    const { columns } = await fitSummaries(table as unknown as Parameters<typeof fitSummaries>[0], {})
    expect(noteOf(columns[0])).toMatch(/lies between \d{4}-\d\d-\d\d.* and \d{4}-\d\d-\d\d/)
  })
})
