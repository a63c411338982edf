import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnStep } from '../../../src/binning/fit/count-column.ts'
import {
  discretize,
  equalFrequency,
  equalWidth,
  fitSummary,
  fitTable,
  fixed,
  mdlp,
  random,
} from '../../../src/index.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { summarizeNumbers } from '../../../src/summaries/summarize-numbers.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { bucketColumn } from '../../../src/summaries/fast/class-buckets.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { keepBuckets } from '../../../src/summaries/fast/keep-buckets.ts'
import { type LookIntoBuckets, sortBuckets } from '../../../src/summaries/fast/read-buckets.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import type { Proposal } from '../../../src/types.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import { settle, settled } from './settled.ts'
import { cases } from '../../cases.ts'

const METHOD: AnyDiscretizer = mdlp

/** Methods that do not look at classes, with options. */
const UNSUPERVISED: readonly (readonly [AnyDiscretizer, Record<string, unknown>])[] = [
  [equalWidth, { bins: 10 }],
  [equalWidth, { bins: 37 }],
  [equalFrequency, { bins: 10, quantile: 'gap' }],
  [equalFrequency, { bins: 100, quantile: 'gap' }],
  [equalFrequency, { bins: 10, quantile: 'linear' }],
  [equalFrequency, { bins: 7, quantile: 'linear' }],
  [fixed, { cuts: [-1, -0.001, 0, 0.5, 1, 100] }],
]

/** The kinds of columns that buckets could get wrong. */
const KINDS: Readonly<Record<string, (next: () => number, normal: () => number) => number>> = {
  normal: (_, normal) => normal(),
  'heavy tails': (_, normal) => Math.exp(4 * normal()),
  'both signs, heavy tails': (next, normal) => (next() < 0.5 ? -1 : 1) * Math.exp(9 * normal()),
  uniform: (next) => next(),
  'three values': (next) => Math.floor(next() * 3) - 1,
  'whole numbers': (next) => Math.floor(next() * 900) - 300,
  'a spike at zero, of both signs': (next, normal) => (next() < 0.4 ? (next() < 0.5 ? 0 : -0) : normal() / 1000),
  'far from zero': (next) => 1.7e9 + next() * 1e5,
  subnormal: (next) => Math.floor(next() * 5000 - 2500) * Number.MIN_VALUE,
  'near the largest double': (next) => (next() - 0.5) * 1.7e308 * 2,
  // Many rows of each value, so that parts of the search have ranks and runners-up in common.
  'few values': (next) => (next() < 0.1 ? -Infinity : Math.floor(next() * 30) * Math.SQRT2),
  'with gaps': (next, normal) =>
    next() < 0.1 ? NaN : next() < 0.05 ? (next() < 0.5 ? Infinity : -Infinity) : normal(),
}

function makeColumn(
  kind: string,
  rows: number,
  classes: number,
  seed: number,
): { values: Float64Array; labels: string[] } {
  const { next, normal } = random(seed)
  const values = Float64Array.from({ length: rows }, () => KINDS[kind](next, normal))
  const ranks = new Map(
    [...new Set(values)].toSorted((a, b) => a - b).map((value, rank, all) => [value, rank / all.length]),
  )
  const steps = 1 + (seed % 6)
  const labels = Array.from(values, (value) => {
    const step = Math.floor((ranks.get(value) ?? 0) * steps)
    return `c${next() < 0.35 ? step % classes : Math.floor(next() * classes)}`
  })
  return { values, labels }
}

function lazily(
  values: Float64Array,
  labels: string[],
  options: Record<string, unknown>,
  means: { readonly look: LookIntoBuckets; readonly rowsOfCell?: number } = { look: sortBuckets },
): { proposal: Proposal; looks: number } {
  const marks = markRows(values.length, { target: labels, targetKind: 'class' })
  const scratch = new Scratch()
  const ends = finiteEnds(values)
  const { summary, read, inBlocks } = bucketColumn(values, classRows(marks, scratch)!, ends, { scratch, ...means })
  return settled(summary, read, { method: METHOD, ...options }, { inBlocks })
}

function exactly(values: Float64Array, labels: string[], options: Record<string, unknown>): Proposal {
  const marks = markRows(values.length, { target: labels, targetKind: 'class' })
  return discretize(summarizeNumbers(values, marks), { method: METHOD, ...options })
}

describe('without sorting, cuts and reasons are those of the exact summary', () => {
  for (const kind of Object.keys(KINDS)) {
    test(`column: ${kind}`, () => {
      fc.assert(
        fc.property(
          fc.nat(1e6),
          fc.constantFrom(3, 40, 3000, 20_000),
          fc.constantFrom(2, 3, 5, 13),
          fc.constantFrom({}, { acceptEqual: true }, { stop: 'kononenko' }, { maxBins: 3 }, { closed: 'right' }),
          (seed, rows, classes, options) => {
            const { values, labels } = makeColumn(kind, rows, classes, seed)
            fc.pre(values.some(Number.isFinite))
            const exact = exactly(values, labels, options)
            expect(lazily(values, labels, options).proposal).toEqual(exact)
            const rowsOfCell = [1, 5, rows / 10][seed % 3]
            expect(lazily(values, labels, options, { look: keepBuckets, rowsOfCell }).proposal).toEqual(exact)
          },
        ),
        { numRuns: cases(7, 12) },
      )
    })
  }
})

test.each([false, true])('values of equally many rows are told apart, infinite ones too: %s', (infinite) => {
  for (let seed = 1; seed <= 12; seed++) {
    const { next } = random(seed)
    const count = 8 + Math.floor(next() * 20)
    const share = Array.from({ length: count + 1 }, () => (next() < 0.3 ? 0.5 : next()))
    const value = (row: number): number => row % (count + 1)
    const values = Float64Array.from({ length: 3000 }, (_, row) =>
      value(row) === 0 && infinite ? -Infinity : Math.SQRT2 * value(row),
    )
    const labels = Array.from(values, (_, row) => (next() < share[value(row)] ? 'a' : 'b'))
    const found = lazily(values, labels, {}, { look: keepBuckets, rowsOfCell: 100 }).proposal
    expect(found).toEqual(exactly(values, labels, {}))
  }
})

test('noise is rejected without reading a cell again, and its median needs one look', () => {
  const { next, normal } = random(5)
  const values = Float64Array.from({ length: 200_000 }, normal)
  const labels = Array.from(values, () => (next() < 0.5 ? 'a' : 'b'))
  const { proposal, looks } = lazily(values, labels, {})
  expect([proposal.cuts, looks]).toEqual([[], 0])
  const marks = markRows(values.length, { target: labels })
  const means = { scratch: new Scratch(), look: keepBuckets }
  const { summary, read } = bucketColumn(values, classRows(marks, new Scratch())!, finiteEnds(values), means)
  let medians = 0
  const readAgain: typeof read = (ranges) => {
    medians++
    return read(ranges)
  }
  expect(settle({ summary, settled: false, readAgain }, { method: METHOD }, columnStep('fit', {})).cuts).toEqual([])
  expect(medians).toBe(1)
})

describe('without a target, columns are those of the exact summary', () => {
  for (const kind of Object.keys(KINDS)) {
    test(`column: ${kind}`, () => {
      fc.assert(
        fc.property(
          fc.nat(1e6),
          fc.constantFrom(3, 40, 3000, 20_000),
          fc.constantFrom(...UNSUPERVISED),
          fc.constantFrom('left' as const, 'right' as const),
          (seed, rows, [method, options], closed) => {
            const { values } = makeColumn(kind, rows, 2, seed)
            fc.pre(values.some(Number.isFinite))
            const marks = markRows(values.length, {})
            const { summary, read } = bucketColumn(values, classRows(marks, new Scratch())!, finiteEnds(values), {
              scratch: new Scratch(),
              look: seed % 2 === 0 ? sortBuckets : keepBuckets,
            })
            const counted = { summary, settled: false, readAgain: read }
            const column = settle(counted, { method, ...options, closed }, columnStep('fit', {}))
            const exact = fitSummary(summarizeNumbers(values, marks), { method, ...options, closed })
            expect(column).toEqual(exact)
          },
        ),
        { numRuns: cases(9, 15) },
      )
    })
  }
})

test.each(Object.keys(KINDS))(
  'fitTable gives a large column the bins and the shape of the exact way: %s',
  async (kind) => {
    const { values, labels } = makeColumn(kind, 60_000, 3, 8)
    const table = { x: values, y: labels }
    const { columns } = await fitTable(table, { target: 'y' })
    // A code that does not occur keeps the column on the exact way.
    const { columns: exact } = await fitTable(table, { target: 'y', all: { special: [123456] } })
    expect({ ...columns[0], special: [] }).toEqual({ ...exact[0], special: [] })
    expect(columns[0]).toMatchObject({ cutsExact: true, countsExact: true })
  },
)
