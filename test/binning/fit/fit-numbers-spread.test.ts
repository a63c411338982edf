import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Between } from '../../../src/discretizers/column-deviation.ts'
import { deviationOfRows } from '../../../src/discretizers/refine/deviation-bounds.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import type { ColumnFit } from '../../../src/index.ts'
import { cliffs, discretize, equalFrequency, fitTable, merge, random, summarize, variance } from '../../../src/index.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { coarsen } from '../../../src/summaries/index.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { bucketNumbers, numberRows } from '../../../src/summaries/fast/number-buckets.ts'
import { TallyWriter } from '../../../src/summaries/tallies.ts'
import type { Cells, NumberSummary, Proposal, ValueRange } from '../../../src/types.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import { runNow } from '../../../src/util/steps.ts'
import { refinementOf, settled as settledBy } from './settled.ts'
import { cases } from '../../cases.ts'

type Given = { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)

const sides = {
  alpha: pick(null, null, 0.05, 0.5),
  enough: pick(null, null, 60, 200),
  cohen: pick(0.3, 0.3, 0, 0.01, 1),
  tiny: pick(null, null, null, 0, 0.5),
  trivial: pick(1, 1, 1.1),
  fuse: pick(false, false, true),
  maxBins: pick(null, null, 3, 8),
  closed: pick('left', 'right'),
}
const METHODS: Readonly<Record<string, fc.Arbitrary<Given>>> = {
  variance: fc.record({
    ...sides,
    method: fc.constant<AnyDiscretizer>(variance),
    criterion: fc.constant('variance'),
  }),
  deviation: fc.record({
    ...sides,
    method: fc.constant<AnyDiscretizer>(variance),
    criterion: fc.constant('deviation'),
  }),
  cliffs: fc.record({ ...sides, method: fc.constant<AnyDiscretizer>(cliffs) }),
}

/** Columns with ties, gaps, heavy tails and infinities. */
const COLUMNS: Readonly<Record<string, (next: () => number, normal: () => number) => number>> = {
  normal: (_, normal) => normal(),
  'heavy tails': (next, normal) => (next() < 0.5 ? -1 : 1) * Math.exp(6 * normal()),
  'whole numbers': (next) => Math.floor(next() * 900) - 300,
  'few values': (next) => Math.floor(next() * 12),
  'with gaps': (next, normal) =>
    next() < 0.1 ? Number.NaN : next() < 0.05 ? (next() < 0.5 ? Infinity : -Infinity) : normal(),
}

/** Targets: steps of x and noise, whole numbers with many ties, far from zero, of very different sizes. */
const TARGETS: Readonly<Record<string, (step: number, normal: () => number) => number>> = {
  steps: (step, normal) => step + normal(),
  'whole numbers': (step, normal) => step + Math.round(normal()),
  rare: (step, normal) => (normal() > 2 - step / 4 ? 1 : 0),
  'far from zero': (step, normal) => 1.7e9 + step / 3 + normal(),
  'of all sizes': (step, normal) => (step - 1) * Math.exp(4 * normal()),
  noise: (_, normal) => normal(),
}

interface Made {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly exact: NumberSummary
}

function make(column: string, target: string, rows: number, seed: number): Made {
  const { next, normal } = random(seed)
  const x = Float64Array.from({ length: rows }, () => COLUMNS[column](next, normal))
  const sorted = [...new Set(x)].toSorted((a, b) => a - b)
  const places = new Map(sorted.map((value, i) => [value, i / sorted.length]))
  const steps = 1 + (seed % 5)
  const y = x.map((value) => TARGETS[target](Math.floor((places.get(value) ?? 0) * steps) % 3, normal))
  return { x, y, exact: summarize(x, { target: y, targetKind: 'numeric' }) }
}

/** The cells of an exact summary in some ranges, with what rounding left over. */
function readFrom({ lo, tallies }: Cells, ranges: readonly ValueRange[]): Cells {
  const kept = Array.from(lo, (_, i) => i).filter((i) => ranges.some((range) => lo[i] >= range.lo && lo[i] <= range.hi))
  const writer = new TallyWriter(kept.length, tallies.channels)
  for (const [slot, i] of kept.entries()) writer.addSlot(slot, tallies, i)
  const values = Float64Array.from(kept, (i) => lo[i])
  return { size: kept.length, shift: 0, lo: values, hi: values, tallies: writer.finish() }
}

/** The cells of an exact summary taken together as the bits say: a cell starts where one is set. */
function grouped(exact: NumberSummary, starts: readonly boolean[]): NumberSummary {
  const { size, lo, tallies } = exact.cells
  const first = Array.from(lo, (_, cell) => cell).filter((cell) => cell === 0 || starts[cell % starts.length])
  const ends = first.map((_, i) => first[i + 1] ?? size)
  const writer = new TallyWriter(first.length, tallies.channels)
  for (const [i, from] of first.entries())
    for (let cell = from; cell < ends[i]; cell++) writer.addSlot(i, tallies, cell)
  const cells: Cells = {
    size: first.length,
    shift: 52,
    lo: Float64Array.from(first, (cell) => lo[cell]),
    hi: Float64Array.from(ends, (end) => lo[end - 1]),
    tallies: writer.finish(),
  }
  return { ...exact, distinct: null, cells }
}

function settled(
  coarse: NumberSummary,
  from: NumberSummary | ((ranges: readonly ValueRange[]) => Cells),
  given: Given,
  deviation?: () => Between,
): { proposal: Proposal; asked: number } {
  const read = typeof from === 'function' ? from : (ranges: readonly ValueRange[]) => readFrom(from.cells, ranges)
  return settledBy(coarse, read, given, { deviation })
}

const sample = fc.tuple(
  pick(...Object.keys(COLUMNS)),
  pick(...Object.keys(TARGETS)),
  pick(3, 20, 40, 300, 300, 3000),
  fc.nat(1e6),
)

describe('cuts and reasons are those of the exact summary', () => {
  test.each(Object.entries(METHODS))('by %s, from cells of any coarseness of two sites', (_, options) => {
    let cut = 0
    fc.assert(
      fc.property(
        sample,
        options,
        pick(52, 50, 47),
        pick(51, 48, 0),
        fc.boolean(),
        ([column, target, rows, seed], given, a, b, knows) => {
          const { x, y, exact } = make(column, target, rows, seed)
          fc.pre(x.some(Number.isFinite))
          const shards = [a, b].map((shift, shard) => {
            const own = Array.from(x, (__, row) => row).filter((row) => row % 2 === shard)
            const part = summarize(
              own.map((row) => x[row]),
              { target: own.map((row) => y[row]), targetKind: 'numeric' },
            )
            return coarsen(part, { shift })
          })
          const both = merge(...(shards as [NumberSummary, NumberSummary]))
          const deviation = knows ? () => deviationOfRows(x, finiteEnds(x)) : undefined
          const { proposal } = settled(both, exact, given, deviation)
          expect(proposal).toEqual(discretize(exact, given))
          cut += proposal.cuts.length
        },
      ),
      { numRuns: cases(30, 80) },
    )
    expect(cut).toBeGreaterThan(cases(20, 50))
  })

  test.each(Object.entries(METHODS))('by %s, from buckets', (_, options) => {
    fc.assert(
      fc.property(sample, options, ([column, target, rows, seed], given) => {
        const { x, y, exact } = make(column, target, rows, seed)
        fc.pre(x.some(Number.isFinite))
        const marks = markRows(rows, { target: y, targetKind: 'numeric' })
        const { summary, read } = runNow(
          bucketNumbers(x, numberRows(marks)!, finiteEnds(x), { scratch: new Scratch() }),
        )
        const { proposal } = settled(summary, read, given)
        expect(proposal).toEqual(discretize(exact, given))
      }),
      { numRuns: cases(25, 60) },
    )
  })

  test.each(Object.entries(METHODS))('by %s, from any cells of few rows', (_, options) => {
    const row = fc.tuple(fc.nat(30), pick(0, 0, 1, 2, 0.1, 7.5), pick(1, 1, 2, 5))
    const some = fc.array(fc.boolean(), { minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 60 }), some, options, (drawn, starts, own) => {
        const given = own.cohen === 0 || own.tiny === 0 ? own : { ...own, enough: 1 + (drawn.length % 6) }
        fc.pre(refinementOf(given, 'numeric') !== null)
        const rows = drawn.flatMap(([x, y, times]) => Array.from({ length: times }, (__, i) => [x * x, y + (i % 2)]))
        const exact = summarize(
          rows.map(([x]) => x),
          { target: rows.map((pair) => pair[1]), targetKind: 'numeric' },
        )
        expect(settled(grouped(exact, starts), exact, given).proposal).toEqual(discretize(exact, given))
      }),
      { numRuns: cases(200, 600) },
    )
  })
})

test('a step hidden inside a cell, whose ends show nothing of it, is found', () => {
  const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -4, max: 4 })), {
    minLength: 2,
    maxLength: 9,
  })
  fc.assert(
    fc.property(pieces, pick('variance', 'deviation'), pick(2, 3), (drawn, criterion, maxBins) => {
      const y = drawn.flatMap(([half, height]) =>
        Array.from({ length: 2 * half }, (_, i) => (i < half ? -height : height)),
      )
      const starts = drawn.flatMap(([half]) => Array.from({ length: 2 * half }, (_, i) => i === 0))
      const exact = summarize(
        y.map((_, row) => row),
        { target: y, targetKind: 'numeric' },
      )
      const given = { method: variance as AnyDiscretizer, criterion, maxBins, enough: 0, cohen: 0 }
      expect(settled(grouped(exact, starts), exact, given).proposal).toEqual(discretize(exact, given))
    }),
    { numRuns: cases(200, 500) },
  )
})

test.each(Object.keys(COLUMNS))('fitTable gives a large column the bins of the exact way: %s', async (kind) => {
  const { x, y } = make(kind, 'steps', 60_000, 8)
  const asks: ColumnFit[] = [{}, { method: cliffs }, { method: equalFrequency, bins: 7 }]
  for (const all of asks) {
    const asked = { target: 'y', targetKind: 'numeric' as const }
    const { columns } = await fitTable({ x, y }, { ...asked, all })
    // A code that does not occur keeps the column on the exact way.
    const { columns: exact } = await fitTable({ x, y }, { ...asked, all: { ...all, special: [123456] } })
    expect({ ...columns[0], special: [] }).toEqual({ ...exact[0], special: [] })
    expect(columns[0]).toMatchObject({ cutsExact: true, countsExact: true })
  }
})

test('weights ask for all cells', () => {
  const weights = Array.from({ length: 90 }, (_, i) => 0.1 + (i % 7) / 3)
  const x = weights.map((_, i) => i)
  const exact = summarize(x, { target: x.map((i) => (i < 31 ? 1 : 2) + (i % 5)), targetKind: 'numeric', weights })
  for (const method of [variance, cliffs] as AnyDiscretizer[]) {
    const { proposal, asked } = settled(grouped(exact, [true, false, false]), exact, { method })
    expect([proposal, asked]).toEqual([discretize(exact, { method }), 90])
    expect(proposal.cuts.length).toBeGreaterThan(0)
  }
})

test('cuts down to a few rows cannot be settled, nor what the method refuses', () => {
  const steps = (method: AnyDiscretizer, given: object, target: 'class' | 'numeric'): unknown =>
    refinementOf({ method, ...given }, target)
  expect(steps(variance, { cohen: 0, enough: 1 }, 'numeric')).toBe(null)
  expect(steps(variance, { cohen: 0, enough: 1, alpha: 0.05 }, 'numeric')).not.toBe(null)
  expect(steps(cliffs, { measure: 'gini' }, 'numeric')).toBe(null)
  expect(steps(cliffs, { alpha: 0.05 }, 'class')).toBe(null)
})
