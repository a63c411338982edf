import type { Cells, NumberSummary, ValueRange } from '../../types.ts'
import { logTable } from '../../util/numbers/fast-entropy.ts'
import { BucketRows, type ToldCells } from '../../wasm/bucket-rows.ts'
import { ASIDE } from '../tallies.ts'
import { type RowsInBlocks, rowsInBlocks } from './bucket-blocks.ts'
import { endOf, type Ends, finiteEnds, leastOf, mostOf, type Plan, planBuckets } from './bucket-plan.ts'
import type { BucketedRows } from './bucket-slots.ts'
import { type BucketedColumn, type BucketMeans, cellsOfBuckets } from './class-buckets.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'
import { cellsOfSteps, MOST_STEPS, MOST_WHOLE } from './grid.ts'
import { guessEnds } from './guess-ends.ts'
import type { ExpectedPlaces, KnownAtPlaces, RoughPlaces, Span } from './places.ts'
import type { BucketReader, CountedRows } from './read-buckets.ts'

/** A column that was counted, and its ends. */
export interface QuickColumn extends BucketedColumn {
  readonly ends: Ends
  /** whether the summary has a cell for each value */
  readonly exact: boolean
}

/**
 * Counts a column in one look at its rows, in WebAssembly: where the values end is guessed, and mostly right. Values that may lie on a
 * grid of `scale` steps to 1 are counted one by one. Others are counted in buckets, and stay in that memory, where they are
 * searched and the column is told at places: it begins with all values as one cell, and finer ones are made when they are asked for.
 * Null where there are too many classes, infinite values, which count with the outermost cells, or values off the grid. O(rows).
 */
export function kernelColumn(
  values: Float64Array,
  rows: ClassRows,
  scale: number | null,
  means: BucketMeans,
): QuickColumn | null {
  const kernel = means.scratch.other('bucket rows', () => new BucketRows(logTable()))
  return scale === null ? inBuckets(kernel, values, rows, means) : onGrid(kernel, values, rows, scale)
}

function inBuckets(kernel: BucketRows, values: Float64Array, rows: ClassRows, means: BucketMeans): QuickColumn | null {
  let plan = planBuckets(values, guessEnds(values))
  let counted = kernel.count(values, rows, plan)
  if (counted === null) return null
  let ends: Ends = { min: counted.min, max: counted.max, odd: 0 }
  if (counted.outside > 0) {
    ends = means.loops?.ends(values) ?? finiteEnds(values)
    if (ends.min > ends.max) return null
    if (counted.outside > ends.odd) {
      plan = planBuckets(values, ends)
      counted = kernel.count(values, rows, plan)!
    }
  }
  const aside = countAside(values, rows, ends.odd > 0)
  if (aside.rows[ASIDE.below] + aside.rows[ASIDE.above] > 0) return null
  const column = new KernelColumn(kernel, { values, rows, ends, plan, used: counted.used }, means)
  return column.counted((cells) => plainSummary(cells, aside, rows.marks))
}

/** A table of counts has so many steps beyond the values that were seen, at least, and for each step between them. */
const BEYOND = 64
const TIMES = 2

function onGrid(kernel: BucketRows, values: Float64Array, rows: ClassRows, scale: number): QuickColumn | null {
  const { min, max } = guessEnds(values).seen
  if (min > max) return null
  const [from, to] = [Math.round(min * scale), Math.round(max * scale)]
  const beyond = BEYOND + TIMES * (to - from)
  const first = from - beyond
  const count = to + beyond - first + 1
  if (count > MOST_STEPS || Math.abs(first) > MOST_WHOLE || Math.abs(to + beyond) > MOST_WHOLE) return null
  const found = kernel.countSteps(values, rows, { scale, first, count })
  if (found === null) return null
  const ends = { ...found, odd: 0 }
  // Most steps of the table lie beyond the ends that are known now.
  const [least, most] = [Math.round(ends.min * scale), Math.round(ends.max * scale)]
  const { classes } = rows
  const seen = kernel.counts.subarray((least - first) * classes, (most - first + 1) * classes)
  const cells = cellsOfSteps(seen, classes, least, scale)
  const summary = { ...plainSummary(cells, countAside(values, rows, false), rows.marks), distinct: cells.size }
  return { summary, read: () => cells, ends, exact: true, rows: { values, scale, ends } }
}

/** A column in buckets. */
interface Counted {
  readonly values: Float64Array
  readonly rows: ClassRows
  readonly ends: Ends
  readonly plan: Plan
  /** buckets that hold finite values */
  readonly used: number
}

/** So many standard deviations on both sides of what is expected are likely enough. */
const LIKELY = 2.5

/** Between which numbers the value of a rank among `rows` evenly spread ones most likely lies. */
function likelySpan([least, most]: Span, rank: number, rows: number): Span {
  const mean = (rank + 1) / (rows + 1)
  const deviation = Math.sqrt((mean * (1 - mean)) / (rows + 2))
  const at = (share: number): number => least + (most - least) * Math.max(0, Math.min(1, share))
  return [at(mean - LIKELY * deviation), at(mean + LIKELY * deviation)]
}

/** Of more blocks in which the best candidate may lie, none is looked into before it must. */
const MOST_NEAR = 2000

class KernelColumn {
  readonly #kernel: BucketRows
  readonly #of: Counted
  readonly #means: BucketMeans
  #besideCuts: readonly number[] = []
  #following: ((cuts: readonly number[]) => ExpectedPlaces) | null = null
  #finer: NumberSummary | null = null
  #reader: BucketReader | null = null

  constructor(kernel: BucketRows, of: Counted, means: BucketMeans) {
    this.#kernel = kernel
    this.#of = of
    this.#means = means
  }

  counted(summaryOf: (cells: Cells) => NumberSummary): QuickColumn {
    const { values, rows, plan, ends } = this.#of
    return {
      ends,
      exact: false,
      summary: summaryOf(this.#toCells(this.#kernel.tellPlaces({ ranks: [], spans: [] }))),
      finer: () => (this.#finer ??= summaryOf(this.#withEnds(cellsOfBuckets(this.#plainly(), this.#means)))),
      read: (ranges: readonly ValueRange[]) => {
        this.#reader ??= this.#means.look(this.#plainly(), this.#means.scratch)
        return this.#reader.read(ranges)
      },
      inBlocks: rows.classes > 1 ? this.#blocks() : undefined,
      atPlaces: this.#places(),
      rows: rowsIn(this.#kernel, values, plan),
    }
  }

  /** Blocks of two classes are made and searched there, those of more here. */
  #blocks(): RowsInBlocks {
    const kernel = this.#kernel
    const { plan, rows } = this.#of
    const { classes } = rows
    if (classes === 2) {
      return {
        classes,
        blocks: () => kernel.blocks,
        open: (blocks) => kernel.open(blocks),
        expect: (besideCuts, cuts) => this.#expectBesideCuts(besideCuts, cuts),
        scan: (from, to, least) => {
          if (this.#following !== null && to - from === kernel.blocks.size) this.#expectRefused(least)
          const near: number[] = []
          for (const block of kernel.nearest(from, to, least)) near.push(block, block + 1)
          return { near, ratings: kernel.ratings, corner: (block, limit) => kernel.reach(block, limit) }
        },
      }
    }
    const values = (buckets: readonly number[]): Uint32Array[] => {
      kernel.lookInto(buckets)
      const { sums, ends } = kernel.tellBuckets(buckets)
      const told = Uint32Array.from(sums)
      return buckets.map((_, i) => told.subarray((ends[i - 1] ?? 0) * classes, ends[i] * classes))
    }
    const blocks = rowsInBlocks({ classes, counts: kernel.counts, zero: plan.centre - 1, values }, this.#means.scratch)
    return { ...blocks, expect: (besideCuts, cuts) => this.#expectBesideCuts(besideCuts, cuts) }
  }

  #expectBesideCuts(besideCuts: readonly number[], cuts: readonly number[]): void {
    this.#besideCuts = besideCuts
    this.#kernel.expect(() => ({ ranks: besideCuts, spans: [], rankSpans: [] }))
    this.#expectCuts(cuts)
  }

  /** Of a column that will be left whole the best candidate is told, so that it is searched for as well. */
  #expectRefused(least: number): void {
    const { size, inner, sums } = this.#kernel.blocks
    const near = this.#kernel.nearest(0, size, -Infinity)
    if (near.length > MOST_NEAR) return
    const { ratings } = this.#kernel
    let [best, second] = [0, 0]
    const buckets: number[] = []
    for (const block of near) {
      if (inner[block] > 0) buckets.push(inner[block])
      if (block === 0) continue
      if (best === 0 || ratings[block] > ratings[best]) [best, second] = [block, best]
      else if (second === 0 || ratings[block] > ratings[second]) second = block
    }
    if (!(ratings[best] < least)) return
    const ranks: number[] = []
    for (const block of [best, second === 0 ? best : second]) {
      const rank = sums[2 * block] + sums[2 * block + 1]
      ranks.push(rank - 1, rank)
    }
    this.#kernel.expect(() => ({ ranks, spans: [], rankSpans: [], buckets }))
  }

  #expectCuts(cuts: readonly number[]): void {
    const following = this.#following
    if (following !== null) this.#kernel.expect(() => following(cuts))
  }

  #places(): KnownAtPlaces {
    const kernel = this.#kernel
    return {
      used: this.#of.used,
      expect: (places) => kernel.expect(places),
      follow: (expected) => {
        this.#following = expected
      },
      expectCuts: (cuts) => this.#expectCuts(cuts),
      besideCuts: () => this.#besideCuts,
      roughly: this.#roughly(),
      at: (asked) => this.#toCells(kernel.tellPlaces(asked)),
    }
  }

  #roughly(): RoughPlaces {
    const { plan } = this.#of
    const kernel = this.#kernel
    const placeAt = (rank: number): { values: Span; before: number; rows: number } => {
      const place = kernel.placeAt(Math.max(0, rank))
      const before = kernel.rowsBefore(place)
      const values: Span = [leastOf(place, plan), mostOf(endOf(place, plan) - 1, plan)]
      return { values, before, rows: kernel.rowsBefore(endOf(place, plan)) - before }
    }
    return {
      valueAt: (rank) => placeAt(rank).values,
      likelyAt: (rank) => {
        const { values, before, rows } = placeAt(rank)
        return likelySpan(values, rank - before, rows)
      },
      rowsBelow: (value) => {
        const place = kernel.placeOf(value)
        return [kernel.rowsBefore(place), kernel.rowsBefore(endOf(place, plan))]
      },
    }
  }

  /** Copies of what is told, in memory for all of them: the next look at the column would write over it. */
  #toCells({ size, lo, hi, rows, sums }: ToldCells): Cells {
    const { classes } = this.#of.rows
    const all = new Float64Array((3 + classes) * size)
    const copy = (numbers: Float64Array, at: number): Float64Array => {
      const own = all.subarray(at * size, at * size + numbers.length)
      own.set(numbers)
      return own
    }
    const tallies = { size, channels: classes, rows: copy(rows, 2), sums: copy(sums, 3), residues: [] }
    return this.#withEnds({ size, shift: 0, lo: copy(lo, 0), hi: copy(hi, 1), tallies })
  }

  /** Buckets are wider than what lies in them; the two ends of the column are known. */
  #withEnds(cells: Cells): Cells {
    const { min, max } = this.#of.ends
    if (cells.size > 0) [cells.lo[0], cells.hi[cells.size - 1]] = [min, max]
    return cells
  }

  /** The rows and counts as plain arrays, which are there whatever becomes of the memory. */
  #plainly(): CountedRows {
    const { scratch } = this.#means
    const { values, rows, plan } = this.#of
    const { counts, buckets } = this.#kernel
    const plain = {
      counts: scratch.words('rows of buckets', counts.length),
      buckets: scratch.halfWords('bucket of each row', buckets.length),
    }
    plain.counts.set(counts)
    plain.buckets.set(buckets)
    return { values, codes: rows.codes, classes: rows.classes, plan, ...plain }
  }
}

/** Rows, and the bucket of each in memory that may have moved when they are asked for. */
const rowsIn = (kernel: BucketRows, values: Float64Array, plan: Plan): BucketedRows => ({
  values,
  plan,
  get buckets() {
    return kernel.buckets
  },
  bySlots: (slotOf, slots, take) => kernel.byBuckets(slotOf, slots, take),
})
