import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviationOfRows } from '../../../src/discretizers/refine/deviation-bounds.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { cliffs, d2, discretize, equalFrequency, mdlp, merge, random, summarize } from '../../../src/index.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { coarsen } from '../../../src/summaries/index.ts'
import { summarizeNumbers } from '../../../src/summaries/summarize-numbers.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { bucketColumn } from '../../../src/summaries/fast/class-buckets.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { keepBuckets } from '../../../src/summaries/fast/keep-buckets.ts'
import { sortBuckets } from '../../../src/summaries/fast/read-buckets.ts'
import type { Cells, NumberSummary, ValueRange } from '../../../src/types.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import { refinementOf, settled } from './settled.ts'

/** Columns with ties, steps, constant parts, heavy tails, both signs of zero and both infinities. */
const KINDS: Readonly<Record<string, (next: () => number, normal: () => number) => number>> = {
  normal: (_, normal) => normal(),
  'heavy tails': (next, normal) => (next() < 0.5 ? -1 : 1) * Math.exp(6 * normal()),
  'whole numbers': (next) => Math.floor(next() * 900) - 300,
  'few values': (next) => Math.floor(next() * 12),
  'far from zero': (next) => 1000 + Math.floor(next() * 300) / 7,
  'zeros of both signs': (next, normal) => (next() < 0.4 ? (next() < 0.5 ? 0 : -0) : Math.abs(normal()) / 1000),
  'near the largest double': (next) => (next() - 0.5) * 2 * 1.7e308,
  'with gaps': (next, normal) =>
    next() < 0.1 ? NaN : next() < 0.05 ? (next() < 0.5 ? Infinity : -Infinity) : normal(),
}

type Given = { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>

const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const METHODS: Readonly<Record<string, fc.Arbitrary<Given>>> = {
  'mdlp with a limit': fc.record({
    method: fc.constant<AnyDiscretizer>(mdlp),
    maxBins: pick(1, 2, 3, 5, 8),
    stop: pick('fayyad-irani', 'kononenko'),
    closed: pick('left', 'right'),
  }),
  d2: fc.record({
    method: fc.constant<AnyDiscretizer>(d2),
    maxBins: pick(8, 8, 2, 20),
    minRows: pick(14, 14, 1, 100),
    minGain: pick(0, 0, 0.01, 0.1),
    equalGains: pick('stop', 'leftmost'),
  }),
  cliffs: fc.record({
    method: fc.constant<AnyDiscretizer>(cliffs),
    measure: pick('gain', 'gini', 'chi-square'),
    mdl: fc.boolean(),
    enough: pick(null, null, 60, 200),
    cohen: pick(0.3, 0.3, 0, 0.01, 1),
    tiny: pick(null, null, null, 0, 0.5),
    trivial: pick(1, 1, 1.1),
    fuse: pick(false, false, true),
    maxBins: pick(null, null, 3, 8),
  }),
}

interface Made {
  readonly values: Float64Array
  readonly exact: NumberSummary
  readonly labels: readonly string[]
}

function make(kind: string, rows: number, classes: number, noise: number, seed: number): Made {
  const { next, normal } = random(seed)
  const values = Float64Array.from({ length: rows }, () => KINDS[kind](next, normal))
  const sorted = [...new Set(values)].toSorted((a, b) => a - b)
  const shares = new Map(sorted.map((value, i) => [value, i / sorted.length]))
  const steps = 1 + (seed % 6)
  const labels = Array.from(values, (value) => {
    const step = Math.floor((shares.get(value) ?? 0) * steps) % classes
    return `c${next() >= noise ? step : Math.floor(next() * classes)}`
  })
  return { values, labels, exact: summarizeNumbers(values, markRows(rows, { target: labels, targetKind: 'class' })) }
}

/** The cells of an exact summary in some ranges. */
function readFrom({ lo, tallies }: Cells, ranges: readonly ValueRange[]): Cells {
  const inside = Array.from(lo, (x, i) => (ranges.some((range) => x >= range.lo && x <= range.hi) ? i : -1))
  const kept = inside.filter((i) => i >= 0)
  const { channels } = tallies
  const values = Float64Array.from(kept, (i) => lo[i])
  const sums = Float64Array.from({ length: kept.length * channels }, (_, at) => {
    return tallies.sums[kept[Math.floor(at / channels)] * channels + (at % channels)]
  })
  const rows = Float64Array.from(kept, (i) => tallies.rows[i])
  return {
    size: kept.length,
    shift: 0,
    lo: values,
    hi: values,
    tallies: { size: kept.length, channels, rows, sums, residues: [] },
  }
}

const sample = fc.tuple(
  pick(...Object.keys(KINDS)),
  pick(3, 20, 40, 300, 300, 3000),
  pick(2, 2, 3, 5, 13),
  pick(0, 0.1, 0.65, 1),
  fc.nat(1e6),
)

describe('cuts and reasons are those of the exact summary', () => {
  test.each(Object.entries(METHODS))('%s, from buckets, whether or not the deviation is known', (_, options) => {
    fc.assert(
      fc.property(sample, options, fc.boolean(), ([kind, rows, classes, noise, seed], given, knows) => {
        const { values, labels, exact } = make(kind, rows, classes, noise, seed)
        fc.pre(values.some(Number.isFinite))
        const marks = markRows(rows, { target: labels, targetKind: 'class' })
        const look = seed % 2 === 0 ? sortBuckets : keepBuckets
        const means = { scratch: new Scratch(), look, ...(seed % 2 === 0 ? {} : { rowsOfCell: seed % 40 }) }
        const buckets = bucketColumn(values, classRows(marks, new Scratch())!, finiteEnds(values), means)
        const deviation = knows ? () => deviationOfRows(values, finiteEnds(values)) : undefined
        expect(
          settled(buckets.summary, buckets.read, given, { inBlocks: buckets.inBlocks, deviation }).proposal,
        ).toEqual(discretize(exact, given))
      }),
      { numRuns: 60 },
    )
  })

  test.each(Object.entries(METHODS))('%s, from merged summaries of two sites and any coarseness', (_, options) => {
    fc.assert(
      fc.property(
        sample,
        options,
        pick(52, 50, 47),
        pick(51, 48, 0),
        ([kind, rows, classes, noise, seed], given, a, b) => {
          const { values, labels, exact } = make(kind, rows, classes, noise, seed)
          fc.pre(values.some(Number.isFinite))
          const shards = [a, b].map((shift, shard) => {
            const own = labels.map((__, row) => row).filter((row) => row % 2 === shard)
            const marks = markRows(own.length, {
              target: own.map((row) => labels[row]),
              targetKind: 'class',
              classes: exact.target?.kind === 'class' ? exact.target.classes : [],
            })
            return coarsen(
              summarizeNumbers(
                Float64Array.from(own, (row) => values[row]),
                marks,
              ),
              { shift },
            )
          })
          const both = merge(...(shards as [NumberSummary, NumberSummary]))
          fc.pre(both.kind === 'number')
          const { proposal } = settled(both, (ranges) => readFrom(exact.cells, ranges), given)
          expect(proposal).toEqual(discretize(exact, given))
        },
      ),
      { numRuns: 30 },
    )
  })
})

/** The cells of an exact summary taken together as the bits say: a cell starts where one is set. */
function grouped(exact: NumberSummary, starts: readonly boolean[]): NumberSummary {
  const { size, lo, tallies } = exact.cells
  const { channels } = tallies
  const first = Array.from(lo, (_, cell) => cell).filter((cell) => cell === 0 || starts[cell % starts.length])
  const ends = first.map((_, i) => first[i + 1] ?? size)
  const add = (list: Float64Array, width: number): Float64Array => {
    const sums = new Float64Array(first.length * width)
    for (const [i, from] of first.entries()) {
      for (let at = from * width; at < ends[i] * width; at++) sums[i * width + (at % width)] += list[at]
    }
    return sums
  }
  const parts = {
    size: first.length,
    channels,
    rows: add(tallies.rows, 1),
    sums: add(tallies.sums, channels),
    residues: [],
  }
  const cells: Cells = {
    size: first.length,
    shift: 52,
    lo: Float64Array.from(first, (cell) => lo[cell]),
    hi: Float64Array.from(ends, (end) => lo[end - 1]),
    tallies: parts,
  }
  return { ...exact, distinct: null, cells }
}

test.each(Object.entries(METHODS))('%s, from any cells of few rows', (_, options) => {
  const rowsOf = fc.array(fc.tuple(fc.nat(30), fc.nat(6), fc.constantFrom(1, 1, 2, 5)), { minLength: 2, maxLength: 60 })
  const some = fc.array(fc.boolean(), { minLength: 3, maxLength: 40 })
  fc.assert(
    fc.property(rowsOf, fc.constantFrom(2, 3, 7), some, options, (drawn, classes, starts, own) => {
      const given =
        'minRows' in own
          ? { ...own, minRows: 1 + (drawn.length % 4) }
          : 'enough' in own && own.cohen !== 0
            ? { ...own, enough: 1 + (drawn.length % 6) }
            : own
      fc.pre(refinementOf(given) !== null)
      const rows = drawn.flatMap(([x, y, times]) => Array.from({ length: times }, () => [x * x, y % classes]))
      const exact = summarize(
        rows.map(([x]) => x),
        { target: rows.map((row) => `c${row[1]}`) },
      )
      const { proposal } = settled(grouped(exact, starts), (ranges) => readFrom(exact.cells, ranges), given)
      expect(proposal).toEqual(discretize(exact, given))
    }),
    { numRuns: 600 },
  )
})

test('bins are fused only when it is sure that they are narrow', () => {
  const values = Array.from({ length: 60 }, (_, i) => (i < 50 ? i : 100 + (i - 50) * (i - 50)))
  const exact = summarize(values, { target: values.map((x) => (x >= 20 && x < 30 ? 'b' : 'a')) })
  const coarse = grouped(
    exact,
    values.map((_, i) => i <= 50),
  )
  let fused = 0
  for (let cohen = 0.15; cohen < 0.45; cohen += 0.01) {
    const given: Given = { method: cliffs, fuse: true, enough: 1, cohen }
    const { proposal } = settled(coarse, (ranges) => readFrom(exact.cells, ranges), given)
    expect(proposal).toEqual(discretize(exact, given))
    if (proposal.cuts.length < 2) fused++
  }
  expect([fused > 0, fused < 30]).toEqual([true, true])
})

test('weights ask for all cells, whose digits depend on where cells lie', () => {
  const weights = Array.from({ length: 90 }, (_, i) => 0.1 + (i % 7) / 3)
  const values = weights.map((_, i) => i)
  const target = values.map((x) => (x < 31 || x % 5 === 0 ? 'a' : 'b'))
  const exact = summarize(values, { target, weights })
  for (const method of [mdlp, d2, cliffs, equalFrequency] as const) {
    const given: Given = { method }
    const { proposal, asked } = settled(
      grouped(exact, [true, false, false]),
      (ranges) => readFrom(exact.cells, ranges),
      given,
    )
    expect([proposal, asked]).toEqual([discretize(exact, given), 90])
  }
})

test('gain ratio and cuts down to a few rows cannot be settled', () => {
  const steps = (method: AnyDiscretizer, given: object): unknown => refinementOf({ method, ...given })
  expect(steps(cliffs, { measure: 'gain-ratio' })).toBe(null)
  expect(steps(cliffs, { mdl: false, cohen: 0, enough: 1 })).toBe(null)
  expect(steps(d2, { maxBins: null })).toBe(null)
})

test('a small part of 200,000 rows is looked at again', () => {
  const { next, normal } = random(5)
  const rows = 200_000
  const values = Float64Array.from({ length: rows }, normal)
  for (const classes of [2, 13]) {
    const labels = Array.from(values, (x) =>
      next() < (x < -0.5 ? 0.3 : 0.6) ? 0 : 1 + Math.floor(next() * (classes - 1)),
    )
    const marks = markRows(rows, { target: labels, targetKind: 'class' })
    const deviation = () => deviationOfRows(values, finiteEnds(values))
    const means = { scratch: new Scratch(), look: sortBuckets }
    const buckets = bucketColumn(values, classRows(marks, new Scratch())!, finiteEnds(values), means)
    const shares = [{ method: mdlp }, { method: d2 }, { method: cliffs }, { method: cliffs, measure: 'gini' }].map(
      (given) => {
        return settled(buckets.summary, buckets.read, given, { deviation }).asked / rows
      },
    )
    expect(Math.max(...shares)).toBeLessThan(0.08)
  }
})
