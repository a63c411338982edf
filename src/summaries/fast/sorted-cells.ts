import type { Cells, NumberSummary } from '../../types.ts'
import type { Scratch } from '../../util/scratch.ts'
import { sortedOrder } from '../../util/sort.ts'
import { type Ends, HIGH } from './bucket-plan.ts'
import { type ClassRows, countAside, plainSummary } from './class-rows.ts'

/** Rows per bucket to aim for, so that one is sorted in the processor's nearest cache; and most buckets, for the same reason. */
const ROWS_PER_BUCKET = 700
const MOST_BUCKETS = 4096
/** A key is the sign, the exponent and four digits of the mantissa; those of many rows are parted by the digits that follow. */
const KEY_BITS = 16
const KEYS = 1 << KEY_BITS
/** The keys at both ends stand for what is not finite. */
const ODD_KEYS = 16

/**
 * The exact summary of a column with classes, for methods that need every value: one cell per distinct value, in scratch
 * memory. A counting sort by the leading digits, then one by value within each bucket, the class of a row moving along:
 * every row is moved twice, and only once over more memory than is near the processor. O(rows).
 */
export function sortedCells(values: Float64Array, rows: ClassRows, ends: Ends, scratch: Scratch): NumberSummary {
  const { marks, codes, classes } = rows
  const finite = values.length - ends.odd
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const jumbled = {
    values: scratch.doubles('values in buckets', values.length),
    codes: scratch.bytes('codes in buckets', values.length),
  }
  const bucketEnds = scatter({ values, codes }, words, planKeys(words, finite, scratch), { scratch, to: jumbled })
  const cells = tellBuckets(jumbled, bucketEnds, { finite, classes, scratch })
  const summary = plainSummary(cells, countAside(values, rows, ends.odd > 0), marks)
  return { ...summary, distinct: cells.size }
}

/** Values with the class of each. */
interface Classed {
  readonly values: Float64Array
  readonly codes: Uint8Array
}

/** How a row is sent to a bucket: the first bucket of its key, and by how much the digits that follow are shifted. */
interface KeyPlan {
  readonly base: Uint32Array
  readonly shift: Uint8Array
  readonly size: number
}

/** A double's high word, changed so that unsigned order is the order of the numbers. */
function ordered(word: number): number {
  return word ^ ((word >> 31) | 0x80000000)
}

/** Counts the keys, and gives each as many buckets as it has rows for. What is not finite comes last. */
function planKeys(words: Int32Array, finite: number, scratch: Scratch): KeyPlan {
  const counts = scratch.words('rows of keys', KEYS).fill(0)
  for (let at = HIGH; at < words.length; at += 2) counts[ordered(words[at]) >>> KEY_BITS]++
  const aim = Math.max(ROWS_PER_BUCKET, finite / MOST_BUCKETS)
  const base = scratch.words('first buckets of keys', KEYS)
  const shift = scratch.bytes('shifts of keys', KEYS).fill(KEY_BITS)
  let size = 0
  for (let key = ODD_KEYS; key < KEYS - ODD_KEYS; key++) {
    base[key] = size
    if (counts[key] === 0) continue
    let bits = 0
    while (bits < KEY_BITS && counts[key] > aim * (1 << bits)) bits++
    shift[key] = KEY_BITS - bits
    size += 1 << bits
  }
  base.fill(size, 0, ODD_KEYS)
  base.fill(size, KEYS - ODD_KEYS)
  return { base, shift, size: size + 1 }
}

/** Puts every row into its bucket; where the buckets end, the last of them being what is not finite. */
function scatter(
  { values, codes }: Classed,
  words: Int32Array,
  { base, shift, size }: KeyPlan,
  { scratch, to }: { readonly scratch: Scratch; readonly to: Classed },
): Uint32Array {
  const next = scratch.words('next of buckets', size).fill(0)
  for (let at = HIGH; at < words.length; at += 2) {
    const word = ordered(words[at])
    const key = word >>> KEY_BITS
    next[base[key] + ((word & (KEYS - 1)) >>> shift[key])]++
  }
  for (let bucket = 0, start = 0; bucket < size; bucket++) {
    const count = next[bucket]
    next[bucket] = start
    start += count
  }
  for (let row = 0, at = HIGH; row < values.length; row++, at += 2) {
    const word = ordered(words[at])
    const key = word >>> KEY_BITS
    const place = next[base[key] + ((word & (KEYS - 1)) >>> shift[key])]++
    to.values[place] = values[row] + 0 // −0 + 0 is 0
    to.codes[place] = codes[row]
  }
  return next
}

/** Cells as they are found. */
interface FoundCells {
  size: number
  readonly lo: Float64Array
  readonly rows: Float64Array
  readonly sums: Float64Array
}

/** One cell per distinct value: sorts one bucket after the other and counts what it holds. */
function tellBuckets(
  { values, codes }: Classed,
  bucketEnds: Uint32Array,
  { finite, classes, scratch }: { readonly finite: number; readonly classes: number; readonly scratch: Scratch },
): Cells {
  const take = scratch.nextCells()
  const found: FoundCells = { size: 0, lo: take(finite), rows: take(finite), sums: take(finite * classes) }
  for (let bucket = 0, from = 0; from < finite; bucket++) {
    const to = bucketEnds[bucket]
    if (to === from) continue
    const own = { values: values.subarray(from, to), codes: codes.subarray(from, to) }
    addCells(inOrder(own, scratch), classes, found)
    from = to
  }
  const { size, lo: all, rows, sums } = found
  const lo = all.subarray(0, size)
  return {
    size,
    shift: 0,
    lo,
    hi: lo,
    tallies: {
      size,
      channels: classes,
      rows: rows.subarray(0, size),
      sums: sums.subarray(0, size * classes),
      residues: [],
    },
  }
}

/** Rows for a part of a bucket to aim for, and for the largest, since insertion takes the square of it. */
const ROWS_PER_PART = 2
const MOST_ROWS_OF_PART = 100

/** The rows of a bucket in ascending order: parts of one width first, then insertion; by digits where most lie in one part. */
function inOrder({ values, codes }: Classed, scratch: Scratch): Classed {
  const rows = values.length
  let [least, most, rising] = [values[0], values[0], true]
  for (let i = 1; i < rows; i++) {
    const value = values[i]
    if (value < values[i - 1]) rising = false
    if (value < least) least = value
    if (value > most) most = value
  }
  if (rising) return { values, codes }
  const count = Math.ceil(rows / ROWS_PER_PART)
  const slope = (count - 0.5) / (most - least)
  const to = { values: scratch.doubles('values of bucket', rows), codes: scratch.bytes('codes of bucket', rows) }
  const next = scratch.words('parts of bucket', count + 1).fill(0)
  if (slope < Infinity) for (let i = 0; i < rows; i++) next[((values[i] - least) * slope) | 0]++
  let largest = slope < Infinity ? 0 : rows
  for (let part = 0, start = 0; part < count; part++) {
    const own = next[part]
    if (own > largest) largest = own
    next[part] = start
    start += own
  }
  if (largest > MOST_ROWS_OF_PART) {
    for (const [i, place] of sortedOrder(values).entries()) {
      to.values[i] = values[place]
      to.codes[i] = codes[place]
    }
    return to
  }
  for (let i = 0; i < rows; i++) {
    const place = next[((values[i] - least) * slope) | 0]++
    to.values[place] = values[i]
    to.codes[place] = codes[i]
  }
  insert(to)
  return to
}

/** Sorts rows that are nearly in order. */
function insert({ values, codes }: Classed): void {
  for (let i = 1; i < values.length; i++) {
    const value = values[i]
    if (values[i - 1] <= value) continue
    const code = codes[i]
    let j = i - 1
    do {
      values[j + 1] = values[j]
      codes[j + 1] = codes[j]
      j--
    } while (j >= 0 && values[j] > value)
    values[j + 1] = value
    codes[j + 1] = code
  }
}

/** Counts sorted rows into cells, the first of which may be one that was begun. */
function addCells({ values, codes }: Classed, classes: number, found: FoundCells): void {
  const { lo, rows, sums } = found
  let cell = found.size - 1
  let last = cell < 0 ? Number.NaN : lo[cell]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== last) {
      lo[++cell] = last = value
      rows[cell] = 0
      for (let c = 0; c < classes; c++) sums[cell * classes + c] = 0
    }
    rows[cell]++
    sums[cell * classes + codes[i]]++
  }
  found.size = cell + 1
}
