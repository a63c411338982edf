import { slotCount } from '../binning/assign.ts'
import type { Column } from '../binning/binning.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import { levelsColumn } from '../binning/level-columns.ts'
import { summarizeCategories } from '../summaries/summarize-categories.ts'
import { dateNumbers, isNumeric } from '../summaries/column-table.ts'
import type { RowMarks } from '../summaries/tallies.ts'
import type { LabelValues, NumberValues } from '../types.ts'
import { check, oneOf } from '../util/check.ts'
import { readNumbers } from '../util/data-value.ts'
import { HALF } from './check/hold-out.ts'
import type { RowTally } from './check/judge.ts'
import { type CellColumn, cellColumn } from './cell-columns.ts'
import { type CutColumn, cutColumn } from './cut-column.ts'
import type { RowSet } from './check/row-set.ts'
import { type RowSlots, slotsOfRows } from './check/row-slots.ts'

/** All rows, the half that each belongs to, and what is added up of them. */
export interface SplitRows {
  /** every row once, copies of a row left out: what columns are cut by */
  readonly marks: RowMarks
  /** the same rows side by side, and those of the half that ranges are found on for the check */
  readonly all: RowSet
  readonly found: RowSet
  readonly halves: Uint8Array
  readonly tally: RowTally
}

/**
 * A column cut on all rows, and cut again on one half. Bins, missing and special codes, or levels and missing, are slots
 * as `assign` numbers them; every slot has a tally of its rows.
 */
export interface ColumnEvidence {
  readonly column: Column
  readonly counts: Float64Array
  readonly half: Column
  readonly cutBy: CutColumn['cutBy']
  /** the slots of `half`, counted on the half they were found on and on the other */
  readonly found: Float64Array
  readonly heldOut: Float64Array
  /** rows in each slot of `column` and of `half` */
  readonly rows: Float64Array
  readonly halfRows: Float64Array
  /** rows in slot i of `column` and slot j of `half`, at i · slots of half + j; null when both have the same slots */
  readonly shared: Float64Array | null
}

/** The same of rows, with small cells of the column where ranges are put together from them. */
export type RowsEvidence = ColumnEvidence & { readonly cells: CellColumn | null }

export interface EvidenceOptions {
  readonly fit: ColumnFit
  /** in spreads of the column */
  readonly tiny: number
  /** least rows on each side of a single cut on one half */
  readonly enough: number
  /** whether ranges of several columns are looked for */
  readonly together: boolean
}

/** Most pairs of slots, times classes, that are counted at once. */
const MOST_CELLS = 1_000_000

/** Cuts one column on all rows and on one half, and counts both. The cost of two fits and O(rows). */
export function columnEvidence(
  name: string,
  given: NumberValues | LabelValues,
  rows: SplitRows,
  { fit, tiny, enough, together }: EvidenceOptions,
): RowsEvidence {
  const dates = dateNumbers(given)
  const values = dates ?? given
  const usual = dates !== null ? 'date' : isNumeric(values) ? 'number' : 'category'
  const { kind = usual } = fit
  check('explain', 'kind', oneOf('number', 'date', 'category', 'boolean'), kind)
  if (kind === 'category' || kind === 'boolean') {
    // Which levels there are is known without looking at the target, so both halves may share them.
    const column = levelsColumn(summarizeCategories(values, { ...rows.marks, notes: [] }), { name, kind })
    const binned = { column, slots: slotsOfRows(column, values) }
    const cells = together ? binned : null
    return { column, half: column, cutBy: 'method', ...countSlots(binned, binned, rows), shared: null, cells }
  }
  const numbers = readNumbers(values, { where: 'explain', column: name })
  const request = { name, kind, values: numbers, fit, tiny }
  const { column } = cutColumn(request, rows.all)
  const { column: half, cutBy } = cutColumn(request, rows.found, enough)
  // While it is known how the column was counted.
  const cells = together ? cellColumn(half, numbers, rows.all, fit) : null
  const counting = rows.all.countedRows(numbers)
  const binned = { column, slots: slotsOfRows(column, numbers, counting) }
  const binnedByHalf = { column: half, slots: slotsOfRows(half, numbers, counting) }
  const { plain } = rows.tally
  const counted =
    plain === null || slotCount(column) * slotCount(half) * plain.classCount > MOST_CELLS
      ? { ...countSlots(binned, binnedByHalf, rows), shared: countPairs(binned, binnedByHalf, rows) }
      : countTogether(binned, binnedByHalf, rows, plain)
  return { column, half, cutBy, ...counted, cells }
}

/** A column with the slot of every row. */
interface BinnedRows {
  readonly column: Column
  readonly slots: RowSlots
}

function countSlots(
  { column, slots }: BinnedRows,
  half: BinnedRows,
  { halves, tally: { channels, add } }: SplitRows,
): Pick<ColumnEvidence, 'counts' | 'found' | 'heldOut' | 'rows' | 'halfRows'> {
  const [size, halfSize] = [slotCount(column), slotCount(half.column)]
  const counts = new Float64Array(size * channels)
  const [found, heldOut] = [new Float64Array(halfSize * channels), new Float64Array(halfSize * channels)]
  const [rows, halfRows] = [new Float64Array(size), new Float64Array(halfSize)]
  for (let row = 0; row < halves.length; row++) {
    if (halves[row] === HALF.none) continue
    add(counts, slots[row] * channels, row)
    add(halves[row] === HALF.found ? found : heldOut, half.slots[row] * channels, row)
    rows[slots[row]]++
    halfRows[half.slots[row]]++
  }
  return { counts, found, heldOut, rows, halfRows }
}

/** All of it from one count of slots, halves and classes: every channel of a plain tally counts the rows of a class. */
function countTogether(
  binned: BinnedRows,
  half: BinnedRows,
  { tally: { channels } }: SplitRows,
  { classCount, groups }: NonNullable<RowTally['plain']>,
): Omit<ColumnEvidence, 'column' | 'half' | 'cutBy'> {
  const [size, halfSize] = [slotCount(binned.column), slotCount(half.column)]
  const cells = countPairsOfGroups([binned.slots, half.slots, groups], [size, halfSize, 2 * classCount])
  const counts = new Float64Array(size * channels)
  const [found, heldOut] = [new Float64Array(halfSize * channels), new Float64Array(halfSize * channels)]
  const [rows, halfRows] = [new Float64Array(size), new Float64Array(halfSize)]
  const shared = new Float64Array(size * halfSize)
  for (const [i, count] of cells.entries()) {
    const code = i % classCount
    const pair = Math.floor(i / (2 * classCount))
    const side = Math.floor(i / classCount) % 2
    const [slot, halfSlot] = [Math.floor(pair / halfSize), pair % halfSize]
    shared[pair] += count
    rows[slot] += count
    halfRows[halfSlot] += count
    for (let channel = code; channel < channels; channel += classCount) {
      counts[slot * channels + channel] += count
      const into = side === HALF.found - 1 ? found : heldOut
      into[halfSlot * channels + channel] += count
    }
  }
  return { counts, found, heldOut, rows, halfRows, shared }
}

/** Rows by two slots and a group, at (slot · other slots + other) · groups + group; those of no group are left out. */
function countPairsOfGroups(
  [slots, other, groups]: readonly [RowSlots, RowSlots, RowSlots],
  [size, others, groupCount]: readonly [number, number, number],
): Int32Array {
  const width = groupCount + 1
  // Two lists by turns: a number that was just written cannot be read at once.
  const [even, odd] = [new Int32Array(size * others * width), new Int32Array(size * others * width)]
  const last = slots.length - (slots.length % 2)
  for (let row = 0; row < last; row += 2) {
    even[(slots[row] * others + other[row]) * width + groups[row]]++
    odd[(slots[row + 1] * others + other[row + 1]) * width + groups[row + 1]]++
  }
  if (last < slots.length) even[(slots[last] * others + other[last]) * width + groups[last]]++
  const cells = new Int32Array(size * others * groupCount)
  for (let pair = 0, to = 0; pair < size * others; pair++) {
    for (let from = pair * width; from < pair * width + groupCount; from++) cells[to++] = even[from] + odd[from]
  }
  return cells
}

function countPairs({ column, slots }: BinnedRows, half: BinnedRows, { halves }: SplitRows): Float64Array {
  const size = slotCount(half.column)
  const pairs = new Float64Array(slotCount(column) * size)
  for (let row = 0; row < halves.length; row++)
    if (halves[row] !== HALF.none) pairs[slots[row] * size + half.slots[row]]++
  return pairs
}
