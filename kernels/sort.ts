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
import { DIGITS, sortPart } from './parts/radix-sort'

/** Bytes that `counts` must have: the digits, and behind them how keys were made. */
export function countBytes(): u32 {
  return 2 * DIGITS * 4 + KEY_BYTES
}

/**
 * Makes keys of the finite ones among `n` doubles, which take their place, −0 as 0, and says how many they are. Keys are in the
 * order of the values, and as small as can be: what lies between 0 and the values next to it is left out. Bytes at `marks`, all
 * below `classes`, become the lowest bits of the keys where there is room for them, and come along elsewhere; at 0 there are
 * none. How it was done is written to `counts` for the functions below.
 */
export function makeKeys(values: usize, marks: usize, n: u32, classes: u32, counts: usize): u32 {
  let size: u32 = 0
  let low: u64 = u64.MAX_VALUE
  let high: u64 = 0
  // The values next to 0: the last one below it, the first one above.
  let below: u64 = 0
  let above: u64 = u64.MAX_VALUE
  for (let i: u32 = 0; i < n; i++) {
    const bits = reinterpret<u64>(load<f64>(values + ((<usize>i) << 3)) + 0)
    if ((bits & NOT_FINITE) == NOT_FINITE) continue
    const key = ordered(bits)
    low = min(low, key)
    high = max(high, key)
    below = max(below, key < ZERO ? key : 0)
    above = min(above, key > ZERO ? key : u64.MAX_VALUE)
    store<u64>(values + ((<usize>size) << 3), key)
    if (marks) store<u8>(marks + size, load<u8>(marks + i))
    size++
  }
  const made = counts + 2 * DIGITS * 4
  planKeys(made, low, high, below, above, marks ? 32 - clz<u32>(classes - 1) : 0)
  squeeze(values, markBitsIn(made) ? marks : 0, size, made)
  return size
}

/** How many bits of a key say its mark, 0 where marks come along. */
export function markBitsOf(counts: usize): u32 {
  return <u32>markBitsIn(counts + 2 * DIGITS * 4)
}

/**
 * Sorts `n` keys, and the bytes at `marks` along with them, unless that is 0. `spare` and `spareMarks` have the same room.
 * Returns 1 where the result is in the spare memory, else 0. Equal keys come in any order.
 */
export function sortKeys(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): u32 {
  return sortPart<u8>(keys, marks, spare, spareMarks, counts, n, 0, keyBits(counts + 2 * DIGITS * 4))
}

/** How many different values there are among `n` sorted keys, by all but the lowest bits. */
export function distinctKeys(keys: usize, n: u32, counts: usize): u32 {
  const packed = markBitsIn(counts + 2 * DIGITS * 4)
  let size: u32 = n > 0 ? 1 : 0
  for (let at = keys + 8, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    size += <u32>((load<u64>(at) ^ load<u64>(at - 8)) >> packed != 0)
  }
  return size
}

/**
 * Makes of `n` sorted keys the values that differ, in their place, and for each its number at `rows`; where there are marks also
 * the number of each of the `classes` marks at `sums`.
 */
// prettier-ignore
export function countKeys(keys: usize, marks: usize, n: u32, rows: usize, sums: usize, classes: u32, counts: usize): void {
 
  const made = counts + 2 * DIGITS * 4
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
}
