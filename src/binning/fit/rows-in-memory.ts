import type { Between } from '../../discretizers/column-deviation.ts'
import { deviationOfRows } from '../../discretizers/refine/deviation-bounds.ts'
import { finiteEnds } from '../../summaries/fast/bucket-plan.ts'
import { type Counting, countingOf } from '../../summaries/fast/counting.ts'
import { gridScale } from '../../summaries/fast/grid.ts'
import type { SortedCells } from '../../summaries/fast/sorted-cells.ts'
import { type ColumnOptions, siftColumn, sortedSummary } from '../../summaries/summarize-numbers.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { Cells } from '../../types.ts'
import { Scratch } from '../../util/scratch.ts'
import { sortedOrder } from '../../util/sort.ts'
import { answer, type Steps } from '../../util/steps.ts'
import type { CellsAsked, CellSource, Counted } from './cell-source.ts'
import type { RowMeans } from './table-means.ts'

/** From so many rows on, counting in buckets and looking into a few beats sorting. */
export const MANY_ROWS = 50_000

/**
 * The rows of a table in memory, while its columns are fitted one after the other: target and weights, made ready for
 * counting once, and scratch memory, used again for every column.
 */
export class RowsInMemory {
  readonly marks: RowMarks
  readonly #means: RowMeans
  #scratch: Scratch | undefined
  #counting: Counting | null | undefined
  #sorted: SortedCells | undefined

  constructor(marks: RowMarks, means: RowMeans, scratch?: Scratch) {
    this.marks = marks
    this.#means = means
    this.#scratch = scratch
  }

  /** A column of these rows, to be fitted before the next one is. */
  column(values: Float64Array, codes: ColumnOptions = {}): CellSource {
    const { marks } = this
    const plain = !codes.missing?.length && !codes.special?.length
    const many = plain && values.length >= MANY_ROWS && values.length === marks.rows
    return {
      target: marks.target,
      settle: this.#means.settle,
      summarize: (asked) => this.#count(values, codes, many && asked),
    }
  }

  /** What counts large columns, made when the first of them comes. */
  protected ready(): { readonly scratch: Scratch; readonly counting: Counting | null } {
    const scratch = (this.#scratch ??= new Scratch())
    if (this.#counting === undefined) this.#counting = countingOf(this.marks, this.#means, scratch)
    return { scratch, counting: this.#counting }
  }

  /** Layer one, in steps of a look at every row: large columns in the ways made for them, others sorted. */
  *#count(values: Float64Array, codes: ColumnOptions, asked: CellsAsked | false): Steps<Counted> {
    const counted = asked && (yield* this.countLarge(values, asked))
    if (counted) return counted
    const sifted = siftColumn(values, this.marks, codes)
    yield 0.1
    const order = sortedOrder(sifted.values)
    yield 0.3
    return { summary: sortedSummary(sifted, order, this.marks), settled: true }
  }

  /**
   * Layer one of a large column. Whole numbers and short decimals of a small range are counted one by one, for any method;
   * other columns in buckets, for methods that know where to look closer, and else by a fast sort. Null where that is not
   * possible: weights, rows without a target, no finite values, or no fast sort for a method that needs every value.
   */
  protected *countLarge(values: Float64Array, { refinable, endsOnly, sort }: CellsAsked): Steps<Counted | null> {
    const scale = gridScale(values)
    const { scratch, counting } = this.ready()
    if (!counting) return null
    yield 0.1
    const ends = counting.loops?.ends(values) ?? finiteEnds(values)
    yield 0.2
    if (ends.min > ends.max) return null
    if (counting.ends && endsOnly()) return { summary: counting.ends(values, ends), settled: true }
    const summary = scale === null ? null : counting.grid(values, { scale, ends })
    if (scale !== null && summary) {
      // Exact, but where there is a refinement its search finds the same in less time than the method itself. A cell of one
      // value hides nothing, so that none is ever read again.
      const readAgain = (): Cells => summary.cells
      // Where every value lies on the grid, its step tells its bin.
      const rows = ends.odd > 0 ? undefined : { values, scale, ends }
      return { summary, settled: !refinable(), readAgain, rows, scratch }
    }
    if (!refinable()) {
      const { byClass } = counting
      if (!sort || !byClass) return null
      const sorted = (this.#sorted ??= sort(byClass, scratch))(values, ends)
      return sorted ? { summary: sorted, settled: true } : null
    }
    const { summary: coarse, read: readAgain, ...column } = yield* answer(counting.buckets(values, ends))
    const deviation = (): Between => deviationOfRows(values, ends)
    return { ...column, summary: coarse, settled: false, readAgain, deviation, scratch }
  }
}
