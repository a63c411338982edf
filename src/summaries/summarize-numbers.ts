import { ArgumentError, DataError } from '../errors.ts'
import type { Cells, NumberSummary, NumberValues, Tallies } from '../types.ts'
import { show } from '../util/check.ts'
import { type NumbersPlace, readNumbers } from '../util/data-value.ts'
import { sortedOrder } from '../util/sort.ts'
import { oneEach } from './mark-rows.ts'
import { ASIDE, channelCount, type RowMarks, rowStanding, TallyWriter } from './tallies.ts'

/** How the values of a number column are read. */
export interface ColumnOptions {
  /** numbers that stand for a missing value, besides NaN */
  readonly missing?: readonly number[] | undefined
  /** codes such as −999 that get a bin of their own */
  readonly special?: readonly number[] | undefined
}

/** Most numbers one table of counts may hold (2 GiB); beyond it the runtime may not give the memory. */
const MOST_SUMS = 268_435_456

/**
 * The exact summary of a number column: one cell per distinct finite value. Sorts once, O(rows); no object per row, and
 * the values handed in are never changed. −0 counts as 0.
 */
export function summarizeNumbers(values: NumberValues, marks: RowMarks, options: ColumnOptions = {}): NumberSummary {
  const sifted = siftColumn(values, marks, options)
  return sortedSummary(sifted, sortedOrder(sifted.values), marks)
}

/** The first half of a summary: what does not count is set aside, in one look at every row. */
export function siftColumn(values: NumberValues, marks: RowMarks, options: ColumnOptions): Sifted {
  const { where = 'summarize' } = marks
  const numbers = toNumbers(values, marks.rows, { where })
  const specialCodes = readCodes(`${where}: special`, options.special)
  const missingCodes = readCodes(`${where}: missing`, options.missing)
  const both = specialCodes.find((code) => missingCodes.includes(code))
  if (both !== undefined)
    throw new ArgumentError(`${where}: special must not repeat a missing value, got ${both}`, { code: 'out-of-range' })

  return sift(numbers, marks, { specialCodes, missingCodes })
}

/** The other half, for values that were put in order. */
export function sortedSummary(sifted: Sifted, order: Uint32Array, marks: RowMarks): NumberSummary {
  const cells = toCells(sifted, order, marks)
  return {
    kind: 'number',
    rows: marks.rows,
    target: marks.target,
    weighted: marks.weights !== null,
    leftOut: sifted.leftOut,
    notes: marks.notes,
    // NaN where there is none.
    min: Number(cells.lo.at(0)),
    max: Number(cells.hi.at(-1)),
    distinct: cells.size,
    origin: 'counted',
    cells,
    ...sifted.besides,
  }
}

/** The values as doubles, one for each row; a Float64Array is used as it is. */
export function toNumbers(values: NumberValues, rows: number, place: NumbersPlace): Float64Array {
  oneEach(`${place.where}: values must have one number`, values, rows)
  return readNumbers(values, place)
}

/** Declared codes, sorted, each once, −0 as 0; what is not a finite number is refused. */
function readCodes(what: string, given: readonly number[] | undefined): number[] {
  const codes = [...new Set(Array.from(given ?? [], (code) => (code === 0 ? 0 : code)))].toSorted((a, b) => a - b)
  for (const code of codes) {
    if (!Number.isFinite(code))
      throw new ArgumentError(`${what} must hold finite numbers, got ${show(code)}`, { code: 'out-of-range' })
  }
  return codes
}

/** A column of which only the finite values that count are left. */
export interface Sifted {
  /** the finite values that count, with the row each came from */
  readonly values: Float64Array
  readonly rows: Uint32Array
  /** what became of all others */
  readonly leftOut: NumberSummary['leftOut']
  readonly besides: Pick<NumberSummary, 'specialCodes' | 'missingCodes' | 'aside'>
}

/** Parts the finite values from what is set aside (tallied at once) and what is left out. */
function sift(
  numbers: Float64Array,
  marks: RowMarks,
  { specialCodes, missingCodes }: Pick<NumberSummary, 'specialCodes' | 'missingCodes'>,
): Sifted {
  const aside = new TallyWriter(ASIDE.special + specialCodes.length, channelCount(marks.target))
  const n = numbers.length
  const values = new Float64Array(n)
  const rows = new Uint32Array(n)
  const special = new Map(specialCodes.map((code, i) => [code, ASIDE.special + i]))
  for (const code of missingCodes) special.set(code, ASIDE.missing)
  const leftOut = { unlabelled: 0, weightless: 0 }
  let kept = 0
  for (let row = 0; row < n; row++) {
    const standing = rowStanding(row, marks)
    if (standing !== 'counts') {
      leftOut[standing]++
      continue
    }
    const x = numbers[row] + 0 // −0 + 0 is 0
    const finite = x - x === 0
    const slot = finite
      ? special.size > 0
        ? special.get(x)
        : undefined
      : x > 0
        ? ASIDE.above
        : x < 0
          ? ASIDE.below
          : ASIDE.missing
    if (slot === undefined) {
      values[kept] = x
      rows[kept++] = row
    } else aside.addRow(slot, row, marks)
  }
  return {
    values: values.subarray(0, kept),
    rows: rows.subarray(0, kept),
    leftOut,
    besides: { specialCodes, missingCodes, aside: aside.finish() },
  }
}

/** Values in ascending order, the row of each before it was sorted, and the distinct ones among them. */
interface SortedRows {
  readonly sorted: Float64Array
  readonly order: Uint32Array
  readonly rows: Uint32Array
  readonly lo: Float64Array
}

/** One cell per distinct value, tallied in ascending order. */
function toCells({ values, rows }: Sifted, order: Uint32Array, marks: RowMarks): Cells {
  const sorted = new Float64Array(order.length)
  for (let i = 0; i < order.length; i++) sorted[i] = values[order[i]]
  const lo = distinctValues(sorted)
  const channels = channelCount(marks.target)
  if (lo.length * channels > MOST_SUMS) {
    throw new DataError(
      `${marks.where ?? 'summarize'}: ${lo.length} distinct values times ${channels} classes do not fit in memory`,
    )
  }
  const known = { sorted, order, rows, lo }
  const tallies =
    marks.codes !== null && marks.weights === null
      ? countClasses(known, channels, marks.codes)
      : sumRows(known, channels, marks)
  return { size: lo.length, shift: 0, lo, hi: lo, tallies }
}

function distinctValues(sorted: Float64Array): Float64Array {
  const distinct = new Float64Array(sorted.length)
  let size = 0
  let last = Number.NaN
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i]
    if (value !== last) distinct[size++] = last = value
  }
  return distinct.slice(0, size)
}

/** The common case, as plain increments: unweighted classes. */
function countClasses({ sorted, order, rows, lo }: SortedRows, channels: number, codes: Int32Array): Tallies {
  // Codes are read in a jumbled order: a byte each keeps them in the processor's cache.
  const codeAt = channels <= 256 ? new Uint8Array(rows.length) : new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) codeAt[i] = codes[rows[i]]
  const rowCounts = new Float64Array(lo.length)
  const sums = new Float64Array(lo.length * channels)
  let cell = 0
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i] !== lo[cell]) cell++
    rowCounts[cell]++
    sums[cell * channels + codeAt[order[i]]]++
  }
  return { size: lo.length, channels, rows: rowCounts, sums, residues: [] }
}

function sumRows({ sorted, order, rows, lo }: SortedRows, channels: number, marks: RowMarks): Tallies {
  const writer = new TallyWriter(lo.length, channels)
  let cell = 0
  for (let i = 0; i < sorted.length; i++) {
    if (sorted[i] !== lo[cell]) writer.close(cell++)
    writer.addRow(cell, rows[order[i]], marks)
  }
  return writer.finish()
}
