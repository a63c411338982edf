import { random } from '../../dist/index.js'

export const STREAMS = 100
/** Rows of a stream without drift, and of one with drift. */
export const NULL_ROWS = 20_000
export const ROWS = 7000
/** Row at which drift starts, and rows that a slow one takes. */
export const CHANGE = 3000
const SLOW = 2000

/** Kinds of drift of a standard normal number. */
export const SHIFTS = ['mean +0.5', 'mean +1', 'mean +2', 'spread ×2', 'spread ÷2', 'gradual +1', 'slow +1']

/** Kinds of drift of a class, given one of eight bins. */
export const CONCEPTS = ['flip', 'rate +0.2', 'one bin +0.5', 'gradual flip']

const part = (row) => Math.min(1, Math.max(0, (row - CHANGE) / SLOW))

const MOVES = {
  'mean +0.5': (x, row) => x + (row >= CHANGE ? 0.5 : 0),
  'mean +1': (x, row) => x + (row >= CHANGE ? 1 : 0),
  'mean +2': (x, row) => x + (row >= CHANGE ? 2 : 0),
  'spread ×2': (x, row) => (row >= CHANGE ? 2 * x : x),
  'spread ÷2': (x, row) => (row >= CHANGE ? x / 2 : x),
  // Gradual: more and more rows are of the new kind. Slow: all rows move a little at a time.
  'gradual +1': (x, row, next) => x + (next() < part(row) ? 1 : 0),
  'slow +1': (x, row) => x + part(row),
}

const BINS = 8
const rateOf = (bin) => 0.1 + (0.7 * bin) / (BINS - 1)

const RATES = {
  flip: (bin, row) => (row >= CHANGE ? 0.9 - rateOf(bin) : rateOf(bin)),
  'rate +0.2': (bin, row) => rateOf(bin) + (row >= CHANGE ? 0.2 : 0),
  'one bin +0.5': (bin, row) => rateOf(bin) + (row >= CHANGE && bin === 2 ? 0.5 : 0),
  'gradual flip': (bin, row, next) => (next() < part(row) ? 0.9 - rateOf(bin) : rateOf(bin)),
}

/** Streams of numbers; without a kind they do not drift. */
export function makeValues(kind, rows) {
  const numbers = Array.from({ length: STREAMS }, (_, i) => i)
  return numbers.map((i) => {
    const { next, normal } = random(seedOf(kind, i))
    const move = kind === null ? (x) => x : MOVES[kind]
    return Float64Array.from({ length: rows }, (_, row) => move(normal(), row, next))
  })
}

/** Streams of bins and classes. */
export function makeLabelled(kind, rows) {
  const labels = Array.from({ length: BINS }, (_, i) => `bin ${i}`)
  return Array.from({ length: STREAMS }, (_, i) => {
    const { next, integer } = random(seedOf(kind, i) + 500_000)
    const slots = new Uint8Array(rows)
    const classes = new Uint8Array(rows)
    const rate = kind === null ? rateOf : RATES[kind]
    for (let row = 0; row < rows; row++) {
      slots[row] = integer(BINS)
      classes[row] = next() < rate(slots[row], row, next) ? 1 : 0
    }
    return { slots, classes, labels }
  })
}

function seedOf(kind, i) {
  const kinds = [null, ...SHIFTS, ...CONCEPTS]
  return 1000 * (1 + kinds.indexOf(kind)) + i
}
