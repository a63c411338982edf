// Sorts doubles, each with a byte along if wanted, such as a class, and counts what is equal: a radix sort by the bits in which
// the values differ at all.

import {
  KEY_BYTES,
  keyBits,
  markBitsIn,
  NOT_FINITE,
  ordered,
  planKeys,
  squeeze,
  valueOf,
  ZERO,
} from './parts/double-keys'
import { sortAll, TABLE_BYTES } from './parts/radix-sort'

/** Bytes that `counts` must have: the digits, and behind them how keys were made. */
export function countBytes(): u32 {
  return TABLE_BYTES + KEY_BYTES
}

/** How many keys there are, the least and the largest of them, and those next to 0: the last one below it, the first one above. */
let size: u32 = 0
let low: u64 = 0
let high: u64 = 0
let below: u64 = 0
let above: u64 = 0

export function beginKeys(): void {
  size = 0
  low = u64.MAX_VALUE
  high = 0
  below = 0
  above = u64.MAX_VALUE
}

/**
 * Makes keys of the finite ones among `n` more doubles, −0 as 0, and puts them behind the others at `keys`. Bytes at `marks`, one for
 * each row from `row` on, are moved along, behind those of the others; at 0 there are none.
 */
export function addKeys(values: usize, n: u32, keys: usize, marks: usize, row: u32): void {
  let to = size
  let least = low
  let most = high
  let lastBelow = below
  let firstAbove = above
  for (let i: u32 = 0; i < n; i++) {
    const bits = reinterpret<u64>(load<f64>(values + ((<usize>i) << 3)) + 0)
    if ((bits & NOT_FINITE) == NOT_FINITE) continue
    const key = ordered(bits)
    least = min(least, key)
    most = max(most, key)
    lastBelow = max(lastBelow, key < ZERO ? key : 0)
    firstAbove = min(firstAbove, key > ZERO ? key : u64.MAX_VALUE)
    store<u64>(keys + ((<usize>to) << 3), key)
    if (marks) store<u8>(marks + to, load<u8>(marks + row + i))
    to++
  }
  size = to
  low = least
  high = most
  below = lastBelow
  above = firstAbove
}

/**
 * Makes the keys as small as can be, in the order of the values: what lies between 0 and the values next to it is left out. Marks, all
 * below `classes`, become their lowest bits where there is room for them, and come along elsewhere. How it was done is written to
 * `counts` for the functions below. Says how many keys there are.
 */
export function squeezeKeys(keys: usize, marks: usize, classes: u32, counts: usize): u32 {
  const made = counts + TABLE_BYTES
  planKeys(made, low, high, below, above, marks ? 32 - clz<u32>(classes - 1) : 0)
  squeeze(keys, markBitsIn(made) ? marks : 0, size, made)
  return size
}

/** How many bits of a key say its mark, 0 where marks come along. */
export function markBitsOf(counts: usize): u32 {
  return <u32>markBitsIn(counts + TABLE_BYTES)
}

/**
 * Sorts `n` keys, and the bytes at `marks` along with them, unless that is 0. `spare` and `spareMarks` have the same room.
 * Returns 1 where the result is in the spare memory, else 0. Equal keys come in any order.
 */
export function sortKeys(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): u32 {
  return sortAll<u8>(keys, marks, spare, spareMarks, counts, n, keyBits(counts + TABLE_BYTES))
}

/** How many different values there are among `n` sorted keys with marks, by all but the lowest bits. */
export function distinctKeys(keys: usize, n: u32, counts: usize): u32 {
  const packed = markBitsIn(counts + TABLE_BYTES)
  let size: u32 = n > 0 ? 1 : 0
  for (let at = keys + 8, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    size += <u32>((load<u64>(at) ^ load<u64>(at - 8)) >> packed != 0)
  }
  return size
}

/**
 * Makes of `n` sorted keys the values that differ, in their place, and for each its number at `rows`; where there are marks also
 * the number of each of the `classes` marks at `sums`. Says how many values differ.
 */
// prettier-ignore
export function countKeys(keys: usize, marks: usize, n: u32, rows: usize, sums: usize, classes: u32, counts: usize): u32 {
 
  const made = counts + TABLE_BYTES
  const packed = markBitsIn(made)
  const ofMark = ((<u64>1) << packed) - 1
  const width = (<usize>classes) << 3
  let to = keys
  for (let i: u32 = 0; i < n;) {
    const own = load<u64>(keys + ((<usize>i) << 3))
    const place = own >> packed
    const first = i++
    // Where values are long decimals nearly all of them are there once.
    if (packed == 1 && (i == n || load<u64>(keys + ((<usize>i) << 3)) >> 1 != place)) {
      const second = <f64>(<u32>own & 1)
      store<f64>(sums, 1 - second)
      store<f64>(sums, second, 8)
      store<f64>(rows, 1)
      store<u64>(to, valueOf(place, made))
      rows += 8
      to += 8
      sums += 16
      continue
    }
    // Most cells are so short that clearing them by one call each would take longer.
    if (classes > 1) {
      for (let at = sums; at < sums + width; at += 8) store<f64>(at, 0)
      const mark = packed ? own & ofMark : <u64>load<u8>(marks + first)
      store<f64>(sums + ((<usize>mark) << 3), 1)
    }
    for (; i < n; i++) {
      const key = load<u64>(keys + ((<usize>i) << 3))
      if (key >> packed != place) break
      if (classes < 2) continue
      const mark = packed ? key & ofMark : <u64>load<u8>(marks + i)
      const at = sums + ((<usize>mark) << 3)
      store<f64>(at, load<f64>(at) + 1)
    }
    store<f64>(rows, <f64>(i - first))
    store<u64>(to, valueOf(place, made))
    rows += 8
    to += 8
    sums += width
  }
  return <u32>((to - keys) >> 3)
}
