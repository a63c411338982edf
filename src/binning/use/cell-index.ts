import { ASIDE, cellWeights, slotWeight, TallyWriter } from '../../summaries/tallies.ts'
import type { Closed, NumberSummary, Tallies } from '../../types.ts'
import { bisectLeft, bisectRight } from '../../util/bisect.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Shape } from '../binning.ts'
import { type CountedBins, toBins } from '../count-bins.ts'
import { type Frame, frameAround, shapeCells, type Tailless, tailless } from '../shape.ts'

/** So many cells make a block, so many blocks a larger one, and so on. */
const FAN_OUT = 16

/**
 * A summary made ready to be counted over and over between other cuts: cells in blocks of blocks, weights added up. Counts
 * are those of `countBins` and `shapeOf`, exact in the same way, at the cost of O(bins · log cells) instead of O(cells).
 */
export class CellIndex {
  readonly #summary: NumberSummary
  /** what the cells hold, then blocks of 16 of them, of 256, and so on */
  readonly #levels: readonly Tallies[]
  /** Σw of the cells before each cell, and of all */
  readonly #weightBefore: Float64Array
  readonly #shown: Tailless | null

  constructor(summary: NumberSummary) {
    const { size, tallies } = summary.cells
    this.#summary = summary
    const levels = [tallies]
    for (let below = tallies; below.size > FAN_OUT; below = levels[levels.length - 1]) levels.push(blocksOf(below))
    this.#levels = levels
    const weights = cellWeights(summary)
    this.#weightBefore = new Float64Array(size + 1)
    for (let cell = 0; cell < size; cell++) this.#weightBefore[cell + 1] = this.#weightBefore[cell] + weights[cell]
    this.#shown = size === 0 ? null : tailless(summary, weights)
  }

  /** As `countBins`. */
  countBins(cuts: readonly number[], closed: Closed): CountedBins {
    const { cells, aside, origin } = this.#summary
    const first = closed === 'left' ? bisectLeft : bisectRight
    const starts = cuts.map((cut) => first(cells.lo, cut))
    const inside = (cell: number, cut: number): boolean =>
      closed === 'left' ? cells.hi[cell] < cut : cells.hi[cell] <= cut
    const firstCell = [0, ...starts, cells.size]
    const writer = this.#count(firstCell)
    writer.addSlot(0, aside, ASIDE.below)
    writer.addSlot(cuts.length, aside, ASIDE.above)
    const median = (from: number, to: number): number => this.#medianCell(from, to)
    return {
      bins: toBins(this.#summary, { firstCell, tallies: writer.finish(), median }, cuts, closed),
      exact: origin === 'counted' && starts.every((start, i) => start === 0 || inside(start - 1, cuts[i])),
    }
  }

  /** As `shapeOf`. */
  shape(cuts: readonly number[]): Shape | null {
    const { aside, target } = this.#summary
    if (this.#shown === null) return null
    const frame = frameAround(this.#summary, this.#shown, cuts)
    const starts = this.#shapeStarts(frame)
    const tallies = this.#count(starts).finish()
    const weight = (slot: number): number => slotWeight(tallies, target, slot)
    const slots = Array.from({ length: frame.size }, (_, i) => i + 1)
    const { channels, sums } = tallies
    const classesOf = (slot: number): number[] => Array.from(sums.subarray(slot * channels, (slot + 1) * channels))
    return {
      from: frame.from,
      to: frame.to,
      below: weight(0) + slotWeight(aside, target, ASIDE.below),
      above: weight(frame.size + 1) + slotWeight(aside, target, ASIDE.above),
      counts: slots.map(weight),
      ...(target?.kind === 'class' ? { classes: slots.map(classesOf) } : {}),
    }
  }

  /** The first cells of what lies below a frame, of each of its cells, of what lies above, and the number of cells. */
  #shapeStarts(frame: Frame): number[] {
    const { lo, size } = this.#summary.cells
    const cellOf = shapeCells(frame)
    const starts = [0]
    for (let at = 0; at <= frame.size; at++) {
      let [low, high] = [starts[at], size]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (cellOf(lo[middle]) < at) low = middle + 1
        else high = middle
      }
      starts.push(low)
    }
    return [...starts, size]
  }

  /** What the cells between neighbouring starts hold: the largest blocks that lie inside, single cells at the ends. */
  #count(starts: readonly number[]): TallyWriter {
    const writer = new TallyWriter(starts.length - 1, this.#levels[0].channels)
    for (let slot = 0; slot + 1 < starts.length; slot++) {
      const end = starts[slot + 1]
      for (let cell = starts[slot]; cell < end;) {
        let [level, size] = [0, 1]
        while (level + 1 < this.#levels.length && cell % (size * FAN_OUT) === 0 && cell + size * FAN_OUT <= end) {
          level++
          size *= FAN_OUT
        }
        writer.addSlot(slot, this.#levels[level], cell / size)
        cell += size
      }
    }
    return writer
  }

  /** The cell that holds the lower weighted median of the cells from … to − 1; −1 when there are none. */
  #medianCell(from: number, to: number): number {
    const before = this.#weightBefore
    const total = before[to] - before[from]
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (clearlyLarger(total, (before[middle + 1] - before[from]) * 2)) low = middle + 1
      else high = middle
    }
    return from < to ? low : -1
  }
}

/** Neighbouring slots taken together. */
function blocksOf(below: Tallies): Tallies {
  const writer = new TallyWriter(Math.ceil(below.size / FAN_OUT), below.channels)
  for (let slot = 0; slot < below.size; slot++) {
    const block = Math.floor(slot / FAN_OUT)
    writer.addSlot(block, below, slot)
    if ((slot + 1) % FAN_OUT === 0) writer.close(block)
  }
  return writer.finish()
}
