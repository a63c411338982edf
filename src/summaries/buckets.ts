import type { Cells, NumberSummary, ValueRange } from '../types.ts'
import { sortedOrder } from '../util/sort.ts'
import { bucketOf, HIGH, type Plan, planBuckets, writeEnds } from './bucket-plan.ts'
import { limits } from './cells.ts'
import { ASIDE, channelCount, type RowMarks } from './tallies.ts'

/**
 * A column counted without sorting it. One pass counts the classes of the rows in buckets: values that share sign,
 * exponent and the leading digits of the mantissa. A bucket can be looked into later, which takes another pass but sorts only
 * the rows of that bucket. Made for columns of many rows of which a search needs to know only few exactly.
 */
export interface BucketedColumn {
  /** cells as wide as buckets, `lo` and `hi` being the ends of the bucket and not of the values seen in it */
  readonly summary: NumberSummary
  /** one cell per distinct value in the buckets that hold the ranges */
  readonly read: (ranges: readonly ValueRange[]) => Cells
}

/** The classes of rows, one byte each (0 without a target); null where rows must be added up in another way. */
export function classBytes(marks: RowMarks): Uint8Array | null {
  if (marks.weights !== null || marks.numbers !== null) return null
  if (marks.codes === null) return new Uint8Array(marks.rows)
  if (channelCount(marks.target) > 255) return null
  for (let row = 0; row < marks.rows; row++) if (marks.codes[row] < 0) return null
  return Uint8Array.from(marks.codes)
}

/** Counts a column in buckets. O(rows), and without moving a row. */
export function bucketColumn(values: Float64Array, codes: Uint8Array, marks: RowMarks): BucketedColumn {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const plan = planBuckets(words)
  const classes = channelCount(marks.target)
  const counts = countBuckets(words, codes, classes, plan)
  return {
    summary: toSummary(counts, classes, plan, values, codes, marks),
    read: (ranges) => readRanges(ranges, { values, words, codes, classes, plan, counts }),
  }
}

function countBuckets(words: Int32Array, codes: Uint8Array, classes: number, plan: Plan): Uint32Array {
  const { shift, least, most, centre, size } = plan
  const counts = new Uint32Array(size * classes)
  for (let row = 0, at = HIGH; row < codes.length; row++, at += 2) {
    const high = words[at]
    let key = ((high & 0x7fffffff) >>> shift) - least
    key = key < 0 ? 0 : key > most ? most : key
    counts[(centre + (key ^ (high >> 31))) * classes + codes[row]]++
  }
  return counts
}

function toSummary(
  counts: Uint32Array,
  classes: number,
  plan: Plan,
  values: Float64Array,
  codes: Uint8Array,
  marks: RowMarks,
): NumberSummary {
  const aside = asideOf(counts, classes, plan, values, codes)
  const used = new Uint32Array(plan.size)
  let size = 0
  for (let bucket = 1; bucket < plan.size - 1; bucket++) {
    for (let c = 0; c < classes; c++) {
      if (counts[bucket * classes + c] === 0) continue
      used[size++] = bucket
      break
    }
  }
  const lo = new Float64Array(size)
  const hi = new Float64Array(size)
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * classes)
  for (let cell = 0; cell < size; cell++) {
    const bucket = used[cell]
    writeEnds(bucket, plan, lo, hi, cell)
    for (let c = 0; c < classes; c++) {
      const count = counts[bucket * classes + c]
      sums[cell * classes + c] = count
      rows[cell] += count
    }
  }
  const cells = joinAtZero({ size, shift: 52, lo, hi, tallies: { size, channels: classes, rows, sums, residues: [] } })
  return {
    kind: 'number',
    rows: marks.rows,
    target: marks.target,
    weighted: false,
    leftOut: { unlabelled: 0, weightless: 0 },
    notes: marks.notes,
    min: size === 0 ? Number.NaN : cells.lo[0],
    max: size === 0 ? Number.NaN : cells.hi[cells.size - 1],
    distinct: null,
    origin: 'counted',
    cells,
    specialCodes: [],
    missingCodes: [],
    aside,
  }
}

/** The buckets on both sides of zero as one cell, since 0 may have gone to either: −0 is 0, but has the sign of the one below. */
function joinAtZero(cells: Cells): Cells {
  const { size, lo, hi, tallies } = cells
  const below = hi.indexOf(0)
  if (below < 0 || below === size - 1 || lo[below + 1] !== 0) return cells
  const without = (list: Float64Array, at: number, count: number): Float64Array => {
    const shorter = new Float64Array(list.length - count)
    shorter.set(list.subarray(0, at))
    shorter.set(list.subarray(at + count), at)
    return shorter
  }
  const { channels } = tallies
  const rows = without(tallies.rows, below, 1)
  rows[below] += tallies.rows[below]
  const sums = without(tallies.sums, below * channels, channels)
  for (let c = below * channels; c < (below + 1) * channels; c++) sums[c] += tallies.sums[c]
  return {
    ...cells,
    size: size - 1,
    lo: without(lo, below + 1, 1),
    hi: without(hi, below, 1),
    tallies: { ...tallies, size: size - 1, rows, sums },
  }
}

/** What is not finite: counted in a pass of its own, only where there is any. */
function asideOf(
  counts: Uint32Array,
  classes: number,
  plan: Plan,
  values: Float64Array,
  codes: Uint8Array,
): NumberSummary['aside'] {
  const size = ASIDE.special
  const rows = new Float64Array(size)
  const sums = new Float64Array(size * classes)
  const last = (plan.size - 1) * classes
  let any = false
  for (let c = 0; c < classes; c++) any ||= counts[c] > 0 || counts[last + c] > 0
  for (let row = any ? 0 : values.length; row < values.length; row++) {
    const value = values[row]
    if (value - value === 0) continue
    const slot = value === Infinity ? ASIDE.above : value === -Infinity ? ASIDE.below : ASIDE.missing
    rows[slot]++
    sums[slot * classes + codes[row]]++
  }
  return { size, channels: classes, rows, sums, residues: [] }
}

interface Counted {
  readonly values: Float64Array
  readonly words: Int32Array
  readonly codes: Uint8Array
  readonly classes: number
  readonly plan: Plan
  readonly counts: Uint32Array
}

/**
 * The distinct values of some buckets with their counts. The first value seen in a bucket is only compared with, not
 * collected, so that buckets of one value, as columns of whole numbers have, cost no sorting.
 */
function readRanges(ranges: readonly ValueRange[], counted: Counted): Cells {
  const { values, codes, classes, plan, counts } = counted
  const wanted = new Uint8Array(plan.size)
  for (const { lo, hi } of ranges) wanted.fill(1, bucketOf(lo, plan), bucketOf(hi, plan) + 1)
  const first = new Float64Array(plan.size).fill(Number.NaN)
  const others = collect(counted, wanted, first)

  // What was seen first in a bucket makes up what the others leave over.
  const left = counts.slice()
  const firsts: number[] = []
  for (let bucket = 0; bucket < plan.size; bucket++) if (first[bucket] === first[bucket]) firsts.push(bucket)
  const all = new Float64Array(others.length + firsts.length)
  for (let i = 0; i < others.length; i++) all[i] = values[others[i]] + 0
  for (let i = 0; i < firsts.length; i++) all[others.length + i] = first[firsts[i]] + 0
  const order = sortedOrder(all)
  const lo = new Float64Array(all.length)
  const sums = new Float64Array(all.length * classes)
  let size = 0
  const cellOfFirst = new Uint32Array(firsts.length)
  for (let i = 0; i < order.length; i++) {
    const at = order[i]
    const value = all[at]
    if (size === 0 || value !== lo[size - 1]) lo[size++] = value
    if (at >= others.length) cellOfFirst[at - others.length] = size - 1
    else {
      const code = codes[others[at]]
      sums[(size - 1) * classes + code]++
      // −0 was counted in the bucket below zero, from where it is taken as well.
      left[bucketOf(values[others[at]], plan) * classes + code]--
    }
  }
  for (let i = 0; i < firsts.length; i++) {
    for (let c = 0; c < classes; c++) sums[cellOfFirst[i] * classes + c] += left[firsts[i] * classes + c]
  }
  const rows = new Float64Array(size)
  for (let at = 0; at < size * classes; at++) rows[Math.floor(at / classes)] += sums[at]
  const seen = lo.slice(0, size)
  return {
    size,
    shift: 0,
    ...limits(seen, seen),
    tallies: { size, channels: classes, rows, sums: sums.slice(0, size * classes), residues: [] },
  }
}

/** The rows of wanted buckets whose value is not the first one seen there. */
function collect({ values, words, plan }: Counted, wanted: Uint8Array, first: Float64Array): Uint32Array {
  const { shift, least, most, centre } = plan
  let rows = new Uint32Array(1024)
  let size = 0
  for (let row = 0, at = HIGH; row < values.length; row++, at += 2) {
    const high = words[at]
    let key = ((high & 0x7fffffff) >>> shift) - least
    key = key < 0 ? 0 : key > most ? most : key
    const bucket = centre + (key ^ (high >> 31))
    if (wanted[bucket] === 0) continue
    const value = values[row]
    if (value === first[bucket]) continue
    if (first[bucket] !== first[bucket]) first[bucket] = value
    else {
      if (size === rows.length) {
        const larger = new Uint32Array(size * 2)
        larger.set(rows)
        rows = larger
      }
      rows[size++] = row
    }
  }
  return rows.subarray(0, size)
}
