import type { Cells, NumberSummary, Tallies } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { ASIDE, channelCount, type RowMarks } from '../tallies.ts'

/** Rows of weight 1 that all have a class, as bytes (0 without a target). */
export interface ClassRows {
  readonly marks: RowMarks
  readonly codes: Uint8Array
  readonly classes: number
}

/** The rows of a table by their classes; null where they must be added up in another way. */
export function classRows(marks: RowMarks, scratch: Scratch): ClassRows | null {
  if (marks.weights !== null || marks.numbers !== null) return null
  const classes = channelCount(marks.target)
  if (classes > 255) return null
  if (marks.bytes !== undefined) return { marks, codes: marks.bytes, classes }
  // Nobody writes to these, so they are all 0.
  if (marks.codes === null) return { marks, codes: scratch.bytes('no class', marks.rows), classes }
  const codes = new Uint8Array(marks.rows)
  return narrow(marks.codes, codes) < 0 ? null : { marks, codes, classes }
}

/** Writes codes as bytes; below 0 where one of them is. */
function narrow(codes: Int32Array, bytes: Uint8Array): number {
  let all = 0
  for (let row = 0; row < bytes.length; row++) {
    const code = codes[row]
    bytes[row] = code
    all |= code
  }
  return all
}

/** What is not finite: counted in a pass of its own, only where there is any. */
export function countAside(values: Float64Array, { codes, classes }: ClassRows, any: boolean): Tallies {
  const size = ASIDE.special
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * classes)
  const end = any ? values.length : 0
  for (let row = 0; row < end; row++) {
    const value = values[row]
    if (value - value === 0) continue
    const slot = value === Infinity ? ASIDE.above : value === -Infinity ? ASIDE.below : ASIDE.missing
    rows[slot]++
    sums[slot * classes + codes[row]]++
  }
  return { size, channels: classes, rows, sums, residues: [] }
}

/** A summary of rows of weight 1 that all count. */
export function plainSummary(cells: Cells, aside: Tallies, marks: RowMarks): NumberSummary {
  return {
    kind: 'number',
    rows: marks.rows,
    target: marks.target,
    weighted: false,
    leftOut: { unlabelled: 0, weightless: 0 },
    notes: marks.notes,
    min: cells.lo.at(0) ?? Number.NaN,
    max: cells.hi.at(-1) ?? Number.NaN,
    distinct: null,
    origin: 'counted',
    cells,
    specialCodes: [],
    missingCodes: [],
    aside,
  }
}
