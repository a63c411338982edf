import { describe, expect, test } from 'vitest'
import { type Blocks, boundaryBlocks, cellBlocks, cutBefore } from '../../../src/discretizers/search/blocks.ts'
import { type ColumnView, viewColumn } from '../../../src/discretizers/column-view.ts'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { bestOnPath, mergePath } from '../../../src/discretizers/modl/modl-greedy.ts'
import { BestSplits, improvePartition } from '../../../src/discretizers/modl/modl-improve.ts'
import { bestSplit } from '../../../src/discretizers/modl/modl-split.ts'
import { ModlLengths } from '../../../src/discretizers/modl/modl-lengths.ts'
import { searchAll, searchGreedily, searchShortlist } from '../../../src/discretizers/modl/modl-search.ts'
import { modl } from '../../../src/discretizers/methods/modl.ts'
import { modlLength } from '../../../src/measures/modl-length.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { Proposal } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'
import { viewOf } from '../rows.ts'

/** How likely the first of the classes is at a value, by name of the column. */
const SHAPES: Readonly<Record<string, (x: number) => number>> = {
  noise: () => 0.5,
  steps: (x) => (x < 0.2 ? 0.2 : x < 0.5 ? 0.5 : x < 0.8 ? 0.7 : 0.4),
  slope: (x) => x,
  wave: (x) => 0.5 + 0.4 * Math.sin(40 * x),
  checkers: (x) => (Math.floor(x * 30) % 2 === 0 ? 0.9 : 0.1),
}

interface Column {
  readonly values: number[]
  readonly labels: string[]
}

/** A column of that shape; the rows that are not of the first class are shared among the others. */
function column(shape: (x: number) => number, rows: number, classes: number, seed: number): Column {
  const { next } = random(seed)
  const values = Array.from({ length: rows }, () => next())
  const labels = values.map((x) => 'abc'[next() < shape(x) ? 0 : 1 + Math.floor(next() * (classes - 1))])
  return { values, labels }
}

const viewOfColumn = ({ values, labels }: Column): ColumnView => viewColumn(summarize(values, { target: labels }))

function prepare(given: Column): { blocks: Blocks; lengths: ModlLengths } {
  const blocks = boundaryBlocks(viewOfColumn(given))
  return { blocks, lengths: new ModlLengths(blocks) }
}

/** One block per list of class counts. */
function cells(...counts: readonly (readonly number[])[]): { blocks: Blocks; lengths: ModlLengths } {
  const blocks = cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )
  return { blocks, lengths: new ModlLengths(blocks) }
}

const some = (shape: string, rows = 600, seed = 1): Column => column(SHAPES[shape], rows, 2, seed)

describe('the way of merging', () => {
  test('has one partition for every number of bins, each a merge of two bins of the one before', () => {
    const { blocks, lengths } = prepare(some('slope', 150))
    const path = mergePath(lengths)
    expect(path.inBins).toHaveLength(blocks.size + 1)
    const bitsOf = (bins: number): number => lengths.bins(bins) + path.inBins[bins]
    let finer = path.startsOf(blocks.size)
    expect(finer).toEqual(Array.from({ length: blocks.size - 1 }, (_, i) => i + 1))
    for (let bins = blocks.size - 1; bins >= 1; bins--) {
      const starts = path.startsOf(bins)
      expect(starts).toHaveLength(bins - 1)
      expect(starts.every((start) => finer.includes(start))).toBe(true)
      expect(bitsOf(bins)).toBe(lengths.whole(starts))
      // No other merge would have been shorter.
      const others = finer.map((_, i) => lengths.whole(finer.toSpliced(i, 1)))
      expect(bitsOf(bins)).toBeLessThanOrEqual(Math.min(...others) + lengths.tie)
      finer = starts
    }
  })

  test('merges the leftmost of pairs that only rounding tells apart', () => {
    const { lengths } = cells([2, 8], [6, 5], [8, 1])
    const adds = (b: number): number =>
      lengths.between(b, b + 2) - lengths.between(b, b + 1) - lengths.between(b + 1, b + 2)
    expect(adds(0) - adds(1)).toBeGreaterThan(0)
    expect(adds(0) - adds(1)).toBeLessThan(1e-12)
    expect(mergePath(lengths).startsOf(2)).toEqual([2])
  })

  /** Where the description is shortest, when bins take so many bits besides those of their number. */
  const bestOf = (bits: readonly number[], most = Infinity): number => {
    const { lengths } = prepare(some('slope', 2000))
    const inBins = Float64Array.from(bits, (own, bins) => (bins === 0 ? 0 : own - lengths.bins(bins)))
    return bestOnPath({ inBins, startsOf: () => [], release: () => {} }, lengths, most)
  }

  test('is best where it is shortest, at the fewest bins of equals', () => {
    const bits = [0, 9, 7, 7, 5, 5 + 1e-11, 8]
    expect(bestOf(bits)).toBe(4)
    expect(bestOf([0, 5 + 1e-11, 8, 5])).toBe(1)
    expect([1, 2, 3].map((most) => bestOf(bits, most))).toEqual([1, 2, 2])
  })

  test('is looked at in spans, which changes nothing', () => {
    const { next } = random(3)
    for (let time = 0; time < 20; time++) {
      const bits = Array.from({ length: 1500 }, (_, bins) => 40 + Math.floor(next() * 8) + (bins % 97) / 10)
      const least = Math.min(...bits.slice(1))
      expect(bestOf(bits)).toBe(bits.indexOf(least, 1))
    }
  })

  test('leads to the same merges as a search through all pairs', () => {
    for (const seed of [1, 2, 3]) {
      const { blocks, lengths } = prepare(some('noise', 200, seed))
      const path = mergePath(lengths)
      let starts = Array.from({ length: blocks.size - 1 }, (_, i) => i + 1)
      while (starts.length > 0) {
        const all = [0, ...starts, blocks.size]
        const adds = starts.map((at, i) =>
          Math.round(
            (lengths.between(all[i], all[i + 2]) - lengths.between(all[i], at) - lengths.between(at, all[i + 2])) /
              lengths.tie,
          ),
        )
        starts = starts.toSpliced(adds.indexOf(Math.min(...adds)), 1)
        expect(path.startsOf(starts.length + 1)).toEqual(starts)
      }
    }
  })
})

describe('the best split of a long part', () => {
  test('is that of a look at every candidate', () => {
    for (const shape of Object.keys(SHAPES)) {
      const { blocks, lengths } = prepare(some(shape, 6000, 5))
      const { next } = random(7)
      for (let time = 0; time < 30; time++) {
        const from = Math.floor((next() * blocks.size) / 3)
        const to = blocks.size - Math.floor((next() * blocks.size) / 3)
        if (to - from < 2) continue
        const but = time % 2 === 0 ? -1 : bestSplit(lengths, from, to).at
        let [at, least] = [-1, Infinity]
        for (const [i, length] of lengths.sidesOf(from, to).entries()) {
          if (i > 0 && from + i !== but && length < least - lengths.tie) [at, least] = [from + i, length]
        }
        expect(bestSplit(lengths, from, to, but)).toEqual({ at, length: least })
      }
    }
  })
})

describe('small changes', () => {
  test('bring back what was left out, moved, or added', () => {
    const { lengths } = prepare(some('steps', 2000))
    const best = searchAll(lengths, Infinity)
    expect(best.length).toBeGreaterThanOrEqual(3)
    const [first, second, third] = best
    const spoiled = [
      [],
      [first],
      [first - 20, second, third],
      [first, second + 15, third - 15],
      [first, first + 1, first + 2, second, third],
      Array.from({ length: 40 }, (_, i) => (i + 1) * 10),
    ]
    for (const starts of spoiled) expect(improvePartition(new BestSplits(lengths), starts, Infinity)).toEqual(best)
  })

  test('drop the only cut where it does not pay', () => {
    const { lengths } = prepare(some('noise'))
    expect(improvePartition(new BestSplits(lengths), [100], Infinity)).toEqual([])
  })

  test('leave a partition that no merge, split, move or merge of three into two makes shorter', () => {
    for (const seed of [1, 2, 3]) {
      const { lengths } = prepare(some('wave', 500, seed))
      const starts = improvePartition(new BestSplits(lengths), [], Infinity)
      const whole = lengths.whole(starts)
      const ends = [0, ...starts, lengths.size]
      const candidates = Array.from({ length: lengths.size - 1 }, (_, i) => i + 1)
      const inside = (from: number, to: number): number[] => candidates.filter((at) => at > from && at < to)
      const neighbours = [
        ...starts.map((_, i) => starts.toSpliced(i, 1)),
        ...ends.slice(1).flatMap((end, i) => inside(ends[i], end).map((at) => starts.toSpliced(i, 0, at))),
        ...starts.flatMap((_, i) => inside(ends[i], ends[i + 2]).map((at) => starts.toSpliced(i, 1, at))),
        ...starts.slice(1).flatMap((_, i) => inside(ends[i], ends[i + 3]).map((p) => starts.toSpliced(i, 2, p))),
      ]
      const shortest = Math.min(...neighbours.map((other) => lengths.whole(other)))
      expect(shortest).toBeGreaterThanOrEqual(whole - lengths.tie)
      expect(starts.length).toBeGreaterThan(1)
    }
  })

  test('keep to the most bins', () => {
    const { lengths } = prepare(some('checkers', 2000))
    for (const most of [1, 2, 5]) {
      expect(improvePartition(new BestSplits(lengths), [], most).length).toBeLessThan(most)
    }
  })

  test('know the best split of a part, and the second best', () => {
    const { lengths } = prepare(some('steps', 300))
    const { size } = lengths
    const both = (at: number): number => lengths.between(0, at) + lengths.between(at, size)
    const sorted = Array.from({ length: size - 1 }, (_, i) => i + 1).toSorted((a, b) => both(a) - both(b))
    expect(bestSplit(lengths, 0, size)).toEqual({ at: sorted[0], length: both(sorted[0]) })
    expect(bestSplit(lengths, 0, size, sorted[0])).toEqual({ at: sorted[1], length: both(sorted[1]) })
    expect(bestSplit(lengths, 3, 4)).toEqual({ at: -1, length: Infinity })
    expect(bestSplit(cells([5, 0], [1, 4], [4, 1], [1, 4], [5, 0]).lengths, 0, 5).at).toBe(1)
  })
})

describe('searches compared', () => {
  /** How often a search finds the shortest description, and how much longer its own is at worst. */
  function compare(search: (blocks: Blocks, lengths: ModlLengths) => number[]): { equal: number; worst: number } {
    let [equal, worst, all] = [0, 0, 0]
    for (const shape of Object.values(SHAPES)) {
      for (const classes of [2, 3]) {
        for (let seed = 0; seed < 8; seed++) {
          const { blocks, lengths } = prepare(column(shape, 700, classes, 97 * seed + classes))
          const best = lengths.whole(searchAll(lengths, Infinity))
          const found = lengths.whole(search(blocks, lengths))
          expect(found).toBeGreaterThanOrEqual(best)
          if (found <= best + lengths.tie) equal++
          worst = Math.max(worst, found / best - 1)
          all++
        }
      }
    }
    return { equal: equal / all, worst }
  }

  test('a shortlist finds the shortest description in 98 of 100 columns and is never 0.1 % off', () => {
    const { equal, worst } = compare((_, lengths) => searchShortlist(lengths, Infinity))
    expect(equal).toBeGreaterThanOrEqual(0.98)
    expect(worst).toBeLessThan(0.001)
  })

  test('a shortlist has the candidates that were the best of some part', () => {
    const { lengths } = prepare(some('wave', 2000, 16))
    const best = lengths.whole(searchAll(lengths, Infinity))
    expect(lengths.whole(searchShortlist(lengths, Infinity))).toBeLessThanOrEqual(best + lengths.tie)
    expect(lengths.whole(searchGreedily(lengths, Infinity))).toBeGreaterThan(best + 1)
  })

  test('up to 500 blocks all partitions are compared, which a shortlist may miss', () => {
    const missed = column(SHAPES['slope'], 700, 3, 1070)
    const { blocks, lengths } = prepare(missed)
    const best = searchAll(lengths, Infinity)
    expect(blocks.size).toBeLessThan(500)
    expect(lengths.whole(searchShortlist(lengths, Infinity))).toBeGreaterThan(lengths.whole(best) + 0.01)
    const { cuts } = discretize(summarize(missed.values, { target: missed.labels }), { method: modl })
    const view = viewOfColumn(missed)
    expect(cuts).toEqual(best.map((start) => cutBefore(view, blocks, start, 'left')))
  })

  test('greedy search finds it in 80 of 100 columns and is never 1 % off', () => {
    const { equal, worst } = compare((_, lengths) => searchGreedily(lengths, Infinity))
    expect(equal).toBeGreaterThanOrEqual(0.8)
    expect(worst).toBeLessThan(0.01)
  })
})

describe('long columns', () => {
  const long = column(SHAPES['wave'], 12_000, 3, 7)
  const fitted = discretize(summarize(long.values, { target: long.labels }), { method: modl })

  test('have more class boundaries than all partitions are compared for, and many cuts', () => {
    expect(boundaryBlocks(viewOfColumn(long)).size).toBeGreaterThan(5000)
    expect(fitted.cuts.length).toBeGreaterThan(12)
  })

  test('give the same cuts in any order of rows and with renamed classes', () => {
    const backwards = { values: long.values.toReversed(), labels: long.labels.toReversed() }
    const other = (target: string[], values: number[]): Proposal =>
      discretize(summarize(values, { target }), { method: modl })
    expect(other(backwards.labels, backwards.values)).toEqual(fitted)
    expect(
      other(
        long.labels.map((name) => ({ a: 'z', b: 'm', c: 'k' })[name]!),
        long.values,
      ),
    ).toEqual(fitted)
  })

  test('have cuts that each pay for themselves, and no better candidate beside them', () => {
    for (const { score, bar, margin, runnerUp } of fitted.reasons) {
      expect(margin).toBe(score! - bar!)
      expect(margin).toBeGreaterThan(0)
      expect(runnerUp!.score).toBeLessThanOrEqual(score! + 1e-6)
    }
  })

  test('are described no longer than by the greedy search', () => {
    const view = viewOfColumn(long)
    const tableOf = ({ cuts }: Proposal): number[][] => {
      const table = [...cuts, Infinity].map(() => [0, 0, 0])
      for (let cell = 0; cell < view.size; cell++) {
        const bin = cuts.filter((cut) => cut <= view.lo[cell]).length
        for (let c = 0; c < 3; c++) table[bin][c] += view.counts[cell * 3 + c]
      }
      return table
    }
    const greedy = discretize(summarize(long.values, { target: long.labels }), { method: modl, search: 'greedy' })
    expect(modlLength(tableOf(fitted))).toBeLessThanOrEqual(modlLength(tableOf(greedy)) + 1e-6)
  })

  test('with a class change at every value are one bin', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => i)
    expect(discretize(summarize(rows, { target: rows.map((i) => i % 2) }), { method: modl }).cuts).toEqual([])
  })

  test('with thousands of bins get all of them', () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => i)
    const target = rows.map((i) => Math.floor(i / 40) % 2)
    const { cuts } = discretize(summarize(rows, { target }), { method: modl })
    expect(cuts).toEqual(Array.from({ length: 1499 }, (_, i) => 40 * (i + 1) - 0.5))
  })
})
