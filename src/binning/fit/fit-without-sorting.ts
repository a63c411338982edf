import { refinement } from '../../discretizers/refine/refinable.ts'
import type { Refinement } from '../../discretizers/refine/refinement.ts'
import { viewColumn } from '../../discretizers/column-view.ts'
import { type Between, deviationOfRows } from '../../discretizers/refine/deviation-bounds.ts'
import { discretize, readSettings } from '../../discretizers/discretize.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { finiteEnds } from '../../summaries/fast/bucket-plan.ts'
import type { BucketRoom } from '../../summaries/fast/class-buckets.ts'
import { gridScale } from '../../summaries/fast/grid.ts'
import { type AssignRows, assignSteps } from '../../summaries/fast/bucket-slots.ts'
import { cellRanges, type RangeReader, refine } from '../../summaries/refine-cells.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { Cells, NumberSummary, NumberValues, Proposal, ValueRange } from '../../types.ts'
import { lookAtCuts } from '../../discretizers/refine/look-at-ranks.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { holdRoomFor, room, roomInTurn, type Take, takeNew } from '../../util/scratch.ts'
import { medianCells } from '../count-bins.ts'
import { countingOf } from '../../summaries/fast/counting.ts'
import { shapeUnknowns } from '../shape.ts'

/** Cuts that were settled, and the summary that proves them, which lasts until the next column is fitted. */
export interface Settled {
  readonly summary: NumberSummary
  readonly proposal: Proposal
  /** the bins of the rows, by where they were counted; only where that is known, and until the next column is fitted */
  readonly assign?: AssignRows | undefined
}

/** What must be known exactly besides cuts, as cells of the summary; bins start with the first cell and with `starts`. */
type Besides = (summary: NumberSummary, cuts: readonly number[], starts: readonly number[]) => readonly number[]

const nothingBesides: Besides = () => []
const medians: Besides = (summary, _, starts) => medianCells(summary, starts)
const mediansAndShape: Besides = (summary, cuts, starts) => [
  ...medianCells(summary, starts),
  ...shapeUnknowns(summary, cuts),
]

/**
 * Cuts from coarse cells: asks for the ranges in which a better cut could hide, gets their finer cells, and looks again
 * until there is none. Also asks for what is to be known `besides` cuts, so that it does not depend on where cells lie.
 * Yields ranges and is given finer cells, so that the same steps serve arrays in memory and databases.
 */
export function* settle(
  coarse: NumberSummary,
  steps: Refinement,
  given: { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>,
  besides: Besides = medians,
  nextCells: () => Take = () => takeNew,
): Generator<ValueRange[], Settled, Cells> {
  const { closed } = readSettings(given)
  let summary = coarse
  for (;;) {
    const view = viewColumn(summary)
    const { wanted, candidates } = steps.look(view, closed, summary)
    const { lo, hi } = summary.cells
    const all = new Set(wanted)
    const want = (cells: readonly number[]): void => {
      for (const cell of cells) if (lo[cell] < hi[cell]) all.add(cell)
    }
    if (all.size === 0) {
      const run: AnyDiscretizer['run'] = (own, options, end, of) =>
        steps.found(view, end) ?? given.method.run(own, options, end, of)
      const proposal = discretize(summary, { ...given, method: { ...given.method, run } })
      const starts = proposal.cuts.map((cut) => (closed === 'left' ? bisectLeft(lo, cut) : bisectRight(lo, cut)))
      want(lookAtCuts(view, proposal.cuts, closed).wanted)
      want(besides(summary, proposal.cuts, starts))
      if (all.size === 0) return { summary, proposal }
    } else want(besides(summary, [], candidates)) // most of it can be asked for before the cuts are known
    const ascending = [...all].toSorted((a, b) => a - b)
    const finer = yield cellRanges(summary.cells, ascending)
    summary = refine(summary, finer, nextCells())
  }
}

/** Settles cuts with the help of something that can be asked for rows again, such as a database. */
export async function settleBy(
  reader: RangeReader,
  coarse: NumberSummary,
  steps: Refinement,
  given: { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>,
): Promise<Settled> {
  const work = settle(coarse, steps, given)
  let step = work.next()
  while (!step.done) step = work.next(await reader.read(step.value))
  return step.value
}

/** From so many rows on, counting in buckets and looking into a few beats sorting. */
const MANY_ROWS = 50_000

/** Room for the bucket of each row, for counts and for cells, which are of no use once a column is fitted. */
const roomForBuckets = room(Uint16Array)
const roomForCounts = room(Uint32Array)
const roomForCells = roomInTurn()
const nextRoom = (rows: number): BucketRoom => ({
  buckets: roomForBuckets(rows),
  takeCounts: roomForCounts,
  takeCells: roomForCells(),
})

/**
 * The cuts of a column in memory without sorting it. Whole numbers and short decimals of a small range are counted one by
 * one, for any method; other columns in buckets, then looked into where a cut could be. The same cuts and reasons as from
 * an exact summary of sorted values. Null where that is not possible or not worth it: few rows, weights, rows without a
 * target, or a method that needs every value. What is asked for `cuts` alone may be too coarse to count bins with.
 */
export function fitLazily(
  values: NumberValues,
  marks: RowMarks,
  given: { readonly method: AnyDiscretizer } & Readonly<Record<string, unknown>>,
  wanted: 'cuts' | 'bins' = 'bins',
): Settled | null {
  if (!(values instanceof Float64Array) || values.length < MANY_ROWS || values.length !== marks.rows) return null
  const { options, readable } = readSettings(given)
  let spread: Between | null = null
  const deviation = (): Between => (spread ??= deviationOfRows(values, finiteEnds(values)))
  const steps = refinement(given.method, options, { target: marks.target?.kind, deviation })
  const scale = gridScale(values)
  if (steps === null && scale === null) return null
  holdRoomFor(marks)
  const counting = countingOf(marks)
  if (counting === null) return null
  const ends = finiteEnds(values)
  if (ends.min > ends.max) return null
  if (wanted === 'cuts' && steps?.endsOnly === true && !readable && counting.ends !== null) {
    const summary = counting.ends(values, ends)
    return { summary, proposal: discretize(summary, given) }
  }
  const grid = scale === null ? null : counting.grid(values, scale, ends)
  const onGrid: AssignRows | undefined = ends.odd > 0 ? undefined : (least) => assignSteps(values, scale!, ends, least)
  if (grid !== null && steps === null) return { summary: grid, proposal: discretize(grid, given), assign: onGrid }
  if (steps === null) return null
  const { summary, read, assign } =
    grid === null
      ? counting.buckets(values, ends, nextRoom(marks.rows))
      : { summary: grid, read: nothing, assign: onGrid }
  const work = settle(summary, steps, given, wanted === 'cuts' ? nothingBesides : mediansAndShape, roomForCells)
  let step = work.next()
  while (!step.done) step = work.next(read(step.value))
  return { ...step.value, assign }
}

/** An exact summary has nothing more to be read. */
function nothing(): never {
  throw new Error('fitTable: exact cells cannot be looked into')
}
