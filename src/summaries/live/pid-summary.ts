import type { LeftOut, NumberSummary, Tallies, Target } from '../../types.ts'
import { nextDown } from '../../util/numbers/doubles.ts'
import { limits } from '../cells.ts'
import type { CellPlane } from './cell-plane.ts'
import { MOST_SHIFT } from '../cell-key.ts'
import type { PidCells } from './pid-cells.ts'
import type { PidSettings } from './pid-options.ts'
import { orderClasses } from '../rename-classes.ts'

/** What a summary needs to know besides the cells. */
interface PidFacts {
  readonly target: Target | null
  readonly leftOut: LeftOut
  /** what a row that came now would count */
  readonly fresh: number
  readonly split: boolean
}

/**
 * Live cells as a summary. Halves of rows are rounded to whole rows so that the rows below any break are off by at most a
 * half per class and their sum is kept; cells without rows are left out. The ends of a cell are values seen in it, or the
 * break where a cell was split on a guess, since what lies next to it there is not known. O(cells · classes).
 */
export function summarizePid(cells: PidCells, settings: PidSettings, facts: PidFacts): NumberSummary {
  const { total, size, breaks } = cells
  const { target, order } = orderClasses('livePid', facts.target, settings.target, total.shape.channels)
  const { leftOut } = facts
  const all = roundTallies({ plane: total, from: 0, size }, facts.fresh, order)
  const used: number[] = []
  for (let cell = 0; cell < size; cell++) if (all.rows[cell] > 0) used.push(cell)
  const lo = new Float64Array(used.length)
  const hi = new Float64Array(used.length)
  for (const [to, cell] of used.entries()) {
    const guessedBelow = cell > 0 && total.doubt[cell - 1] > 0
    const guessedAbove = cell < size - 1 && total.doubt[cell] > 0
    lo[to] = guessedBelow ? breaks[cell - 1] : total.lo[cell]
    hi[to] = guessedAbove ? nextDown(breaks[cell]) : total.hi[cell]
  }
  const ends = limits(lo, hi)
  const exact = ends.lo === ends.hi
  const aside = roundTallies({ plane: total, from: settings.maxCells, size: total.shape.aside }, facts.fresh, order)
  let rows = leftOut.unlabelled + leftOut.weightless
  for (const count of all.rows) rows += count
  for (const count of aside.rows) rows += count
  return {
    kind: 'number',
    rows,
    target,
    weighted: settings.weighted,
    leftOut: { unlabelled: leftOut.unlabelled, weightless: leftOut.weightless },
    notes: [],
    min: used.length === 0 ? Number.NaN : lo[0],
    max: used.length === 0 ? Number.NaN : hi[used.length - 1],
    distinct: exact && !facts.split ? used.length : null,
    origin: facts.split ? 'estimated' : 'counted',
    cells: { size: used.length, shift: exact ? 0 : MOST_SHIFT, ...ends, tallies: pick(all, used) },
    specialCodes: settings.special,
    missingCodes: settings.missing,
    aside,
  }
}

/** The slots from … from + size − 1 of a plane. */
interface PlaneSlots {
  readonly plane: CellPlane
  readonly from: number
  readonly size: number
}

/** Slots of a plane in whole rows, or in weights, with channels in another order. */
function roundTallies(slots: PlaneSlots, fresh: number, order: readonly number[]): Tallies {
  const { plane, from, size } = slots
  const { channels, target, weighted } = plane.shape
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * channels)
  if (weighted) cumulate({ list: plane.rows, first: from, step: 1 }, { list: rows, first: 0, step: 1 }, size, fresh)
  for (let c = 0; c < plane.counting; c++) {
    if (weighted) {
      for (let slot = 0; slot < size; slot++) {
        sums[slot * channels + order[c]] = plane.sums[(from + slot) * channels + c] / fresh
      }
    } else {
      const counts = { list: plane.sums, first: from * channels + c, step: channels }
      cumulate(counts, { list: sums, first: order[c], step: channels }, size, fresh)
    }
  }
  if (!weighted) {
    for (let slot = 0; slot < size; slot++) {
      for (let c = 0; c < plane.counting; c++) rows[slot] += sums[slot * channels + c]
    }
  }
  const rest = new Float64Array(target === 'numeric' ? sums.length : 0)
  if (target === 'numeric') writeMoments(slots, sums, rest)
  return { size, channels, rows, sums, residues: rest.some((left) => left !== 0) ? [rest] : [] }
}

/** One number per slot of a list: at `first`, `first + step`, and so on. */
interface Strided {
  readonly list: Float64Array
  readonly first: number
  readonly step: number
}

/** Whole numbers whose running sums are the rounded running sums of the halves. */
function cumulate(counts: Strided, to: Strided, size: number, fresh: number): void {
  let [running, given] = [0, 0]
  for (let slot = 0; slot < size; slot++) {
    running += counts.list[counts.first + slot * counts.step]
    const whole = Math.floor(running / fresh + 0.5)
    to.list[to.first + slot * to.step] = whole - given
    given = whole
  }
}

/** Σy and Σy², in proportion where the count was rounded, so that means and variances stay what they are. */
function writeMoments({ plane, from, size }: PlaneSlots, sums: Float64Array, rest: Float64Array): void {
  for (let slot = 0; slot < size; slot++) {
    const source = (from + slot) * 3
    const held = plane.sums[source]
    const share = held === 0 ? 0 : sums[slot * 3] / held
    for (let c = 1; c < 3; c++) {
      const [sum, left] = [plane.sums[source + c], plane.rest[source + c]]
      const scaled = share === 1 ? sum : sum * share
      const whole = scaled + left * share
      sums[slot * 3 + c] = whole
      rest[slot * 3 + c] = scaled - whole + left * share
    }
  }
}

function pick({ channels, rows, sums, residues }: Tallies, used: readonly number[]): Tallies {
  const narrow = (list: Float64Array): Float64Array => {
    const kept = new Float64Array(used.length * channels)
    for (const [to, cell] of used.entries())
      kept.set(list.subarray(cell * channels, (cell + 1) * channels), to * channels)
    return kept
  }
  return {
    size: used.length,
    channels,
    rows: Float64Array.from(used, (cell) => rows[cell]),
    sums: narrow(sums),
    residues: residues.map(narrow),
  }
}
