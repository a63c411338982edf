import { tableColumn, tableRows } from '../summaries/column-table.ts'
import type { LabelValues, NumberValues, Table } from '../types.ts'
import type { Encoder, EncoderField } from './encoder.ts'
import { encodeField } from './encode-field.ts'
import { type DenseRows, fieldWidth, shortForm, type SparseRows } from './encoded-rows.ts'
import { knownOptions, mustBe } from '../util/check.ts'
import { calledAs } from '../util/called-as.ts'

/** How sparse rows are laid out. */
export interface SparseOptions {
  /** take a short form where all fields allow one, and indices of two bytes where they suffice; default false */
  readonly compact?: boolean | undefined
}

/**
 * The rows of a table as entries of outputs. Rows do not depend on one another: a large table is encoded a chunk at a
 * time, with the same result. O(rows · width).
 *
 *     // Of a row of 100 outputs only those that are lit are kept.
 *     const { width, indices } = encodeSparse(makeEncoder(binning, { encoding: oneHot }), { age: [19, 50] })
 *     console.log(width, indices) // → 1 Uint32Array(2) [ 0, 1 ]
 */
export function encodeSparse(encoder: Encoder, table: Table, options: SparseOptions = {}): SparseRows {
  mustBe('encodeSparse', 'encoder', encoder)
  return calledAs('encodeSparse', () => {
    knownOptions('encodeSparse', options, { compact: 1 })
    const { compact = false } = options
    const rows = tableRows('encodeSparse', table)
    const short = compact ? shortForm(encoder) : null
    const into = emptyRows(encoder, rows, short, compact)
    writeFields(encoder.fields, into, (field) => tableColumn('encodeSparse', table, field.name))
    return into
  })
}

/** Rows of a table handled at a time when only what is made of them is kept. */
const CHUNK = 8192

/** The rows of a table encoded a chunk at a time, as `encodeSparse` gives them, with the number of the first. */
export function* encodedChunks(
  encoder: Encoder,
  table: Table,
  { where, compact = false }: SparseOptions & { readonly where: string },
): Generator<{ readonly start: number; readonly rows: SparseRows }> {
  const short = compact ? shortForm(encoder) : null
  const rows = tableRows(where, table)
  const given = new Map(encoder.fields.map(({ name }) => [name, tableColumn(where, table, name)]))
  for (let start = 0; start < rows; start += CHUNK) {
    const end = Math.min(rows, start + CHUNK)
    const chunk = emptyRows(encoder, end - start, short, compact)
    writeFields(encoder.fields, chunk, ({ name }) => rowsFrom(given.get(name)!, start, end))
    yield { start, rows: chunk }
  }
}

/**
 * The rows of a table with all outputs in full, as `encodeSparse` gives them. O(rows · outputs).
 *
 *     const { rows, columns, values } = encodeDense(makeEncoder(binning, { encoding: oneHot }), { age: [19, 50] })
 *     console.log(rows, columns, values) // → 2 3 Float32Array(6) [ 1, 0, 0, 0, 1, 0 ]
 */
export function encodeDense(encoder: Encoder, table: Table): DenseRows {
  mustBe('encodeDense', 'encoder', encoder)
  return calledAs('encodeDense', () => {
    const rows = tableRows('encodeDense', table)
    const columns = outputCount(encoder.fields)
    const values = new Float32Array(rows * columns)
    for (const { start, rows: chunk } of encodedChunks(encoder, table, { where: 'encodeDense' })) {
      spread(chunk, values.subarray(start * columns, (start + chunk.rows) * columns))
    }
    return { rows, columns, values }
  })
}

/**
 * The values of one column as entries of the outputs of one field, numbered from 0.
 *
 *     // Ages in two bins, and a missing one: the output that each lights.
 *     const [field] = makeEncoder(binning, { encoding: oneHot }).fields
 *     console.log(encodeColumn(field!, [19, 50, null]).indices) // → Uint32Array(3) [ 0, 1, 2 ]
 *
 * @param field one of `fields` of an encoder
 */
export function encodeColumn(field: EncoderField, values: NumberValues | LabelValues): SparseRows {
  return calledAs('encodeColumn', () => {
    const width = fieldWidth(field, false)
    const into = {
      rows: values.length,
      columns: field.outputs.length,
      width,
      indices: new Uint32Array(values.length * width),
      weights: new Float32Array(values.length * width),
      pairs: false,
    }
    encodeField(field, values, { into, entry: 0, output: 0 })
    return into
  })
}

/** Adds entries to rows in full. O(entries). */
function spread({ rows, columns, width, indices, weights }: SparseRows, values: Float32Array): void {
  for (let row = 0; row < rows; row++) {
    for (let at = row * width; at < (row + 1) * width; at++) values[row * columns + indices[at]] += weights![at]
  }
}

function emptyRows(encoder: Encoder, rows: number, short: 'ones' | 'pairs' | null, small: boolean): SparseRows {
  const { fields } = encoder
  const columns = outputCount(fields)
  const width = fields.reduce((sum, field) => sum + fieldWidth(field, short === 'pairs'), 0)
  return {
    rows,
    columns,
    width,
    indices: small && columns <= 65_536 ? new Uint16Array(rows * width) : new Uint32Array(rows * width),
    weights: short === 'ones' ? null : new Float32Array(rows * width),
    pairs: short === 'pairs',
  }
}

function writeFields(
  fields: readonly EncoderField[],
  into: SparseRows,
  valuesOf: (field: EncoderField) => NumberValues | LabelValues,
): void {
  let [entry, output] = [0, 0]
  for (const field of fields) {
    encodeField(field, valuesOf(field), { into, entry, output })
    entry += fieldWidth(field, into.pairs)
    output += field.outputs.length
  }
}

function outputCount(fields: readonly EncoderField[]): number {
  return fields.reduce((sum, field) => sum + field.outputs.length, 0)
}

function rowsFrom(values: NumberValues | LabelValues, start: number, end: number): NumberValues | LabelValues {
  if (start === 0 && end === values.length) return values
  if (values instanceof Float64Array) return values.subarray(start, end)
  return Array.prototype.slice.call(values, start, end) as LabelValues
}
