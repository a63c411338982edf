import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../../dist/index.js'

/** Kinds of columns as physics and business tables have them; the mixed columns take them in turn. */
const KINDS = [
  ({ normal }) => normal(),
  ({ next }) => -Math.log(1 - next()), // exponential
  ({ normal }) => Math.exp(2 * normal()), // heavy tails
  ({ next }) => next(), // uniform noise
  ({ next }) => Math.floor(next() * 3) - 1, // three values
  ({ normal }) => Math.fround(normal()), // rounded to single precision
  ({ next }) => Math.floor(next() * next() * 200), // whole numbers
  ({ normal }) => Math.round(normal() * 1000) / 1000, // three decimals
]

/** Largest values of the whole-number columns, as in tables of land cover. */
const RANGES = [2000, 360, 66, 1400, 600, 7000, 255, 255, 255, 7000]

/**
 * Columns of many kinds; two classes, 52 to 48, by a noisy rule that is not linear.
 * @param {number} rows
 * @param {number} count
 */
export function mixedColumns(rows, count) {
  const source = random(28)
  const columns = Array.from({ length: count }, (_, c) =>
    Float64Array.from({ length: rows }, () => KINDS[c % KINDS.length](source)),
  )
  const at = (c, row) => columns[c % count][row]
  const scores = Float64Array.from({ length: rows }, (_, row) => {
    const bent = at(0, row) ** 2 + 0.6 * at(1, row) + 0.5 * Math.sin(2 * at(8, row))
    return bent + 0.3 * at(4, row) + (at(6, row) > 40 ? 0.4 : 0) + 0.3 * at(5, row) + 2 * source.normal()
  })
  const middle = scores.slice().sort()[Math.floor(rows * 0.48)]
  return { columns, codes: Uint8Array.from(scores, (score) => (score > middle ? 1 : 0)) }
}

/**
 * One column that tells much about two classes: P(y = 1) rises with it as a logistic curve does.
 * @param {number} rows
 */
export function informativeColumn(rows) {
  const { next, normal } = random(5)
  const column = Float64Array.from({ length: rows }, normal)
  return { columns: [column], codes: Uint8Array.from(column, (x) => (next() < 1 / (1 + Math.exp(-2 * x)) ? 1 : 0)) }
}

/**
 * One column that tells nothing about two classes.
 * @param {number} rows
 */
export function noiseColumn(rows) {
  const { next, normal } = random(6)
  const column = Float64Array.from({ length: rows }, normal)
  return { columns: [column], codes: Uint8Array.from(column, () => (next() < 0.48 ? 0 : 1)) }
}

/**
 * Columns of whole numbers; seven classes that follow the first columns loosely.
 * @param {number} rows
 */
export function wholeColumns(rows) {
  const { next, normal } = random(7)
  const columns = RANGES.map((range) =>
    Float64Array.from({ length: rows }, () => Math.floor(range * Math.min(0.999, Math.abs(0.45 + 0.2 * normal())))),
  )
  const codes = Uint8Array.from({ length: rows }, (_, row) => {
    const height = columns[0][row] / 2000 + (columns[3][row] % 500 > 250 ? 0.1 : 0) + 0.15 * normal()
    return next() < 0.15 ? Math.floor(next() * 7) : Math.max(0, Math.min(6, Math.floor(height * 7)))
  })
  return { columns, codes }
}

/**
 * Columns as one file of doubles, classes as one of bytes, which every tool can read.
 * @param {string} folder
 * @param {{ columns: Float64Array[], codes: Uint8Array }} data
 */
export function writeData(folder, { columns, codes }) {
  const file = openSync(join(folder, 'values.bin'), 'w')
  for (const column of columns) writeSync(file, column)
  closeSync(file)
  writeFileSync(join(folder, 'classes.bin'), codes)
}

/**
 * `shared`: whether columns lie in memory that threads share, as `kerf` reads large files for them.
 * @param {string} folder
 * @param {boolean} shared
 */
export function readData(folder, shared = false) {
  const bytes = readFileSync(join(folder, 'classes.bin'))
  const codes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  // Column by column, so that nothing but the columns themselves is held in memory.
  const file = openSync(join(folder, 'values.bin'), 'r')
  const columns = Array.from({ length: fstatSync(file).size / 8 / codes.length }, () => {
    const size = codes.length * 8
    const column = new Float64Array(shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size))
    readSync(file, column)
    return column
  })
  closeSync(file)
  return { columns, codes }
}
