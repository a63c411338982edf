import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { cases } from '../cases.ts'
import { chi2 } from '../../src/discretizers/methods/chi2.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { discretize } from '../../src/discretizers/discretize.ts'
import { summarize } from '../../src/summaries/summarize.ts'
import type { NumberSummary, Proposal } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'
import { byChiSquare } from '../../src/wasm/fast-chi-merge.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Rows with ties, classes that follow the values more or less, and weights where wanted. */
function rows(seed: number, classes: number, sharp: number, weighted: boolean): NumberSummary {
  const { next, integer, normal } = random(seed)
  const values = Array.from({ length: 30_000 }, () => Math.round(normal() * 1e5) / 1e5)
  const target = values.map((x) => `c${next() < sharp ? Math.abs(Math.round(x * 2)) % classes : integer(classes)}`)
  return summarize(values, weighted ? { target, weights: values.map(() => 0.25 + integer(4)) } : { target })
}

const told = ({ cuts, reasons, notes }: Proposal): unknown => ({ cuts, reasons, notes })

let plain: typeof import('../../src/index.ts') | undefined

/** What comes out without WebAssembly, by modules of their own: those that have lent a kernel would take it again. */
async function plainly(
  summary: NumberSummary,
  name: 'chi-merge' | 'chi2',
  options: Record<string, unknown>,
): Promise<unknown> {
  if (plain === undefined) {
    vi.resetModules()
    plain = await import('../../src/index.ts')
  }
  vi.stubGlobal('WebAssembly', undefined)
  try {
    return told(plain.discretize(summary, { method: plain.findMethod(name), ...options }))
  } finally {
    vi.unstubAllGlobals()
  }
}

const columns = fc.tuple(fc.nat(), fc.constantFrom(2, 3, 5), fc.constantFrom(0, 0.3, 0.9), fc.boolean())

test('chi-merge finds the cuts and reasons of the plain search', async () => {
  await fc.assert(
    fc.asyncProperty(
      columns,
      fc.record({
        alpha: fc.constantFrom(0.05, 0.9, 1e-6),
        expectedFloor: fc.constantFrom(0, 0.5),
        addToCounts: fc.constantFrom(0, 0.0001),
        mergeEqual: fc.boolean(),
        start: fc.constantFrom('boundaries' as const, 'distinct' as const),
        maxBins: fc.constantFrom(null, 3),
      }),
      async (column, options) => {
        const summary = rows(...column)
        const cut = discretize(summary, { method: chiMerge, ...options })
        expect(told(cut)).toEqual(await plainly(summary, 'chi-merge', options))
      },
    ),
    { numRuns: cases(8, 60) },
  )
})

test('chi2 finds the cuts and reasons of the plain search', async () => {
  await fc.assert(
    fc.asyncProperty(
      columns,
      fc.record({
        startLevel: fc.constantFrom(0.5, 0.05),
        delta: fc.constantFrom(0, 0.02, 0.05, 0.2, 1),
        absolute: fc.boolean(),
        mergeEqual: fc.boolean(),
        maxBins: fc.constantFrom(null, 7),
      }),
      async (column, options) => {
        const summary = rows(...column)
        const cut = discretize(summary, { method: chi2, ...options })
        expect(told(cut)).toEqual(await plainly(summary, 'chi2', options))
      },
    ),
    { numRuns: cases(10, 60) },
  )
})

test('a difference that is no number is left to the plain search', () => {
  const size = 10_000
  const counts = Float64Array.from({ length: 2 * size }, (_, i) => (i === 5000 ? Number.NaN : 1))
  const merge = (): number =>
    byChiSquare(
      { size, counts, classCount: 2, whole: false, joins: false },
      { expectedFloor: 0, addToCounts: 0 },
      (merging) => {
        merging.mergeWhile({ bar: 1, mergeEqual: false, fewest: 1, most: size, limited: false })
        return merging.bins
      },
    ) ?? -1
  expect(merge()).toBe(-1)
  counts[5000] = 1
  expect(merge()).toBe(1)
})

test('bins that were saved come back, with what merging them leads to', () => {
  const { integer } = random(3)
  const size = 12_000
  const counts = Float64Array.from({ length: 2 * size }, (_, i) => 1 + integer(i % 2 === 0 ? 9 : 3))
  const bins = { size, counts, classCount: 2, whole: true, joins: false }
  const change = { expectedFloor: 0.5, addToCounts: 0 }
  const down = (most: number) => ({ bar: 0, mergeEqual: false, fewest: 1, most, limited: false })
  byChiSquare(bins, change, (merging) => {
    merging.mergeWhile(down(5000))
    const [there, inconsistent] = [merging.boundaries(), merging.inconsistent]
    merging.save()
    merging.mergeWhile(down(20))
    const further = merging.boundaries()
    merging.restore()
    expect([merging.bins, merging.inconsistent, merging.boundaries()]).toEqual([5000, inconsistent, there])
    merging.mergeWhile(down(20))
    expect(merging.boundaries()).toEqual(further)
  })
  expect.assertions(2)
})
