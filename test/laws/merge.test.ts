import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../cases.ts'
import { type CategorySummary, discretize, merge, type NumberSummary, summarize } from '../../src/index.ts'
import { markRows, type MarkOptions } from '../../src/summaries/mark-rows.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { distinctValues, pickRows, type Sample, samples, shuffledSamples } from './columns.ts'
import { everyMethod, needsWeight, type Subject, summaryOptionsOf, takesFractions } from './subjects.ts'

fc.configureGlobal({ seed: 1997, numRuns: cases(50, 150) })

type TargetKind = 'class' | 'numeric' | 'none'
const TARGETS: readonly TargetKind[] = ['class', 'numeric', 'none']
const NAMES = { class: 'classes', numeric: 'a numeric target', none: 'no target' }

function marksOf(sample: Sample, target: TargetKind, weighted: boolean): MarkOptions {
  return {
    target: target === 'none' ? undefined : target === 'class' ? sample.labels : sample.numbers,
    targetKind: target === 'none' ? undefined : target,
    targetName: 'y',
    weights: weighted ? sample.weights : undefined,
  }
}

function numberSummary(sample: Sample, target: TargetKind, weighted: boolean, special: number[] = []): NumberSummary {
  return summarize(sample.values, { ...marksOf(sample, target, weighted), special })
}

function categorySummary(sample: Sample, target: TargetKind, weighted: boolean): CategorySummary {
  return summarizeCategories(sample.levels, markRows(sample.levels.length, marksOf(sample, target, weighted)))
}

/** A sample, its rows dealt out to one to six shards (some may be empty), and the order in which shards are merged. */
const shardings = shuffledSamples().chain(([sample, order]) =>
  fc
    .record({
      bounds: fc.array(fc.nat(order.length), { maxLength: 5 }),
      fromRight: fc.boolean(),
    })
    .map(({ bounds, fromRight }) => {
      const ends = [0, ...bounds.toSorted((a, b) => a - b), order.length]
      const shards = ends.slice(1).map((end, i) => pickRows(sample, order.slice(ends[i], end)))
      return { sample, shards, fromRight }
    }),
)

/** Merges one after the other, or neighbours first as in a tree from the right. */
function mergeAll<S extends NumberSummary | CategorySummary>(parts: readonly S[], fromRight: boolean): S {
  if (!fromRight) return parts.reduce((a, b) => merge<S>(a, b))
  if (parts.length === 1) return parts[0]
  const half = Math.ceil(parts.length / 2)
  return merge<S>(mergeAll(parts.slice(half), true), mergeAll(parts.slice(0, half), true))
}

describe('shards merged in any order equal one pass, bit for bit', () => {
  for (const target of TARGETS) {
    for (const weighted of [false, true]) {
      const beside = `${NAMES[target]}${weighted ? ' and weights' : ''}`

      test(`numbers with ${beside}`, () => {
        fc.assert(
          fc.property(shardings, ({ sample, shards, fromRight }) => {
            const special = distinctValues(sample.values).slice(0, 1)
            const parts = shards.map((shard) => numberSummary(shard, target, weighted, special))
            const whole = numberSummary(sample, target, weighted, special)
            const merged = mergeAll(parts, fromRight)
            expect(merged).toEqual(whole)
            expect(merged.cells.hi).toBe(merged.cells.lo)
          }),
        )
      })

      test(`categories with ${beside}`, () => {
        fc.assert(
          fc.property(shardings, ({ sample, shards, fromRight }) => {
            const parts = shards.map((shard) => categorySummary(shard, target, weighted))
            expect(mergeAll(parts, fromRight)).toEqual(categorySummary(sample, target, weighted))
          }),
        )
      })
    }
  }

  test('weights such as 0.1 that no double holds, and weights of zero', () => {
    fc.assert(
      fc.property(shardings, fc.constantFrom(0.1, 0.7, 1e-9, 1 / 3), ({ sample, shards, fromRight }, weight) => {
        // Rows of weight 3 are left out.
        const weigh = (part: Sample): Sample => ({
          ...part,
          weights: part.weights.map((w) => (w === 3 ? 0 : w * weight)),
        })
        const parts = shards.map((shard) => numberSummary(weigh(shard), 'numeric', true))
        expect(mergeAll(parts, fromRight)).toEqual(numberSummary(weigh(sample), 'numeric', true))
      }),
    )
  })

  test('numbers of a numeric target that cancel', () => {
    fc.assert(
      fc.property(
        shardings,
        fc.array(fc.double({ noNaN: true, min: -1e150, max: 1e150 }), { minLength: 1, maxLength: 5 }),
        ({ sample, shards, fromRight }, pool) => {
          const change = (part: Sample): Sample => ({
            ...part,
            numbers: part.numbers.map((y) =>
              Number.isNaN(y) ? y : (y % 1 > 0.5 ? -1 : 1) * pool[Math.floor(y) % pool.length],
            ),
          })
          const parts = shards.map((shard) => numberSummary(change(shard), 'numeric', false))
          expect(mergeAll(parts, fromRight)).toEqual(numberSummary(change(sample), 'numeric', false))
        },
      ),
    )
  })
})

test('merge does not mind which comes first', () => {
  fc.assert(
    fc.property(samples(), samples(), (one, other) => {
      const [a, b] = [numberSummary(one, 'class', true), numberSummary(other, 'class', true)]
      expect(merge(a, b)).toEqual(merge(b, a))
    }),
  )
})

function mergedCutsAreTheSame(subject: Subject): void {
  fc.assert(
    fc.property(shardings, fc.boolean(), ({ sample, shards, fromRight }, wished) => {
      needsWeight(sample)
      const weighted = wished && takesFractions(subject)
      const options = summaryOptionsOf(subject, sample)
      const propose = (summary: NumberSummary): unknown =>
        discretize<Record<string, unknown>>(summary, { ...options, method: subject.method })
      const parts = shards.map((shard) => numberSummary(shard, subject.target, weighted))
      expect(propose(mergeAll(parts, fromRight))).toEqual(propose(numberSummary(sample, subject.target, weighted)))
    }),
    { numRuns: 30 },
  )
}

everyMethod('merged shards give the cuts of one pass', mergedCutsAreTheSame)
