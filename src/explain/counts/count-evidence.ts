import { assignNumbers, slotCount } from '../../binning/assign.ts'
import { type Column, hasCuts, type NumberColumn } from '../../binning/binning.ts'
import { levelsColumn } from '../../binning/level-columns.ts'
import type { CategorySummary, NumberSummary, Target } from '../../types.ts'
import type { Random } from '../../util/random.ts'
import { cutSummary } from '../cut-column.ts'
import type { ColumnEvidence, EvidenceOptions } from '../evidence.ts'
import { type CountedColumn, drawHalf, withCounts } from './counted-column.ts'

/** Numbers of a tally of rows: rows, weight and squared weights of each class, which are the same where rows weigh 1. */
const PER_CLASS = 3

/** Cuts one column on all rows and on one half, and counts both, as `columnEvidence` does with rows. */
export function countEvidence(
  counted: CountedColumn,
  target: Target,
  random: Random,
  { fit, tiny, enough }: Omit<EvidenceOptions, 'together'>,
): ColumnEvidence {
  const { name, kind } = counted.column
  const half = drawHalf(counted, random)
  const whole = withCounts(counted, counted.counts, target)
  if (kind === 'category' || kind === 'boolean') {
    const column = levelsColumn(whole as CategorySummary, { name, kind })
    const slots = levelSlots(counted, column)
    return { column, half: column, cutBy: 'method', ...tallySlots(counted, half, { column, slots }, { column, slots }), shared: null } // prettier-ignore
  }
  const request = { name, kind, fit, tiny }
  const { column } = cutSummary(request, whole as NumberSummary)
  const found = cutSummary(request, withCounts(counted, half, target) as NumberSummary, enough)
  const slots = [column, found.column].map((one) => numberSlots(counted, one)) as [Int32Array, Int32Array]
  return {
    column,
    half: found.column,
    cutBy: found.cutBy,
    ...tallySlots(counted, half, { column, slots: slots[0] }, { column: found.column, slots: slots[1] }),
    shared: pairs(counted, slots, slotCount(column), slotCount(found.column)),
  }
}

/** The slot of each entry: no cut lies inside a cell, so one of its values tells. */
function numberSlots({ column: { summary } }: CountedColumn, column: NumberColumn): Int32Array {
  const { cells, specialCodes } = summary as NumberSummary
  const values = [...cells.lo, Number.NaN, -Infinity, Infinity, ...specialCodes]
  return assignNumbers(column, values, 'explain')
}

function levelSlots({ column: { summary } }: CountedColumn, column: Column): Int32Array {
  const slotOf = new Map(hasCuts(column) ? [] : column.bins.flatMap(({ levels }, slot) => levels.map((level) => [level, slot]))) // prettier-ignore
  const { levels } = summary as CategorySummary
  return Int32Array.from([...levels.map((level) => slotOf.get(level) ?? column.bins.length), column.bins.length])
}

/** A column with the slot of every entry. */
interface SlottedColumn {
  readonly column: Column
  readonly slots: Int32Array
}

function tallySlots(
  { entries, classes, counts }: CountedColumn,
  half: Float64Array,
  { column, slots }: SlottedColumn,
  { column: halfColumn, slots: halfSlots }: SlottedColumn,
): Pick<ColumnEvidence, 'counts' | 'found' | 'heldOut' | 'rows' | 'halfRows'> {
  const channels = PER_CLASS * classes
  const [size, halfSize] = [slotCount(column), slotCount(halfColumn)]
  const all = new Float64Array(size * channels)
  const [found, heldOut] = [new Float64Array(halfSize * channels), new Float64Array(halfSize * channels)]
  const [rows, halfRows] = [new Float64Array(size), new Float64Array(halfSize)]
  const add = (into: Float64Array, slot: number, c: number, count: number): void => {
    for (let part = 0; part < PER_CLASS; part++) into[slot * channels + part * classes + c] += count
  }
  for (let entry = 0; entry < entries; entry++) {
    for (let c = 0; c < classes; c++) {
      const [count, inHalf] = [counts[entry * classes + c], half[entry * classes + c]]
      add(all, slots[entry], c, count)
      add(found, halfSlots[entry], c, inHalf)
      add(heldOut, halfSlots[entry], c, count - inHalf)
      rows[slots[entry]] += count
      halfRows[halfSlots[entry]] += count
    }
  }
  return { counts: all, found, heldOut, rows, halfRows }
}

function pairs(
  { entries, classes, counts }: CountedColumn,
  [slots, halfSlots]: readonly [Int32Array, Int32Array],
  size: number,
  halfSize: number,
): Float64Array {
  const shared = new Float64Array(size * halfSize)
  for (let entry = 0; entry < entries; entry++) {
    for (let c = 0; c < classes; c++) shared[slots[entry] * halfSize + halfSlots[entry]] += counts[entry * classes + c]
  }
  return shared
}
