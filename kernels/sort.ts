// Sorts doubles, each with a byte along if wanted, such as a class, and counts what is equal: a radix sort by 11 bits at a time.

const DIGIT_BITS: u32 = 11
const DIGITS: u32 = 1 << DIGIT_BITS
/** Longer runs of equal high words are sorted by radix, shorter ones by insertion. */
const LONG_RUN: u32 = 128
/** All bits of the exponent, which only numbers that are not finite have. */
const NOT_FINITE: u64 = 0x7ff0000000000000

/** Bytes that `counts` must have. */
export function countBytes(): u32 {
  return 3 * DIGITS * 4
}

/**
 * Makes keys of the finite ones among `n` doubles, which take their place, −0 as 0, and says how many they are. The bytes at
 * `marks` come along; at 0 there are none.
 */
export function makeKeys(values: usize, marks: usize, n: u32): u32 {
  let size: u32 = 0
  for (let i: u32 = 0; i < n; i++) {
    const bits = reinterpret<u64>(load<f64>(values + ((<usize>i) << 3)) + 0)
    if ((bits & NOT_FINITE) == NOT_FINITE) continue
    store<u64>(values + ((<usize>size) << 3), ordered(bits))
    if (marks) store<u8>(marks + size, load<u8>(marks + i))
    size++
  }
  return size
}

/**
 * Sorts `n` keys, and the bytes at `marks` along with them, unless that is 0. `spare` and `spareMarks` have the same room,
 * `counts` has `countBytes()`. Returns 1 where the result is in the spare memory, else 0. Equal keys come in any order.
 */
export function sortKeys(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): u32 {
  const moved = sortByWord(keys, marks, spare, spareMarks, counts, n, 32)
  if (moved) sortRuns(spare, spareMarks, keys, marks, counts, n)
  else sortRuns(keys, marks, spare, spareMarks, counts, n)
  return moved
}

/** How many different keys there are among `n` sorted ones. */
export function distinctKeys(keys: usize, n: u32): u32 {
  let size: u32 = n > 0 ? 1 : 0
  for (let at = keys + 8, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    size += <u32>(load<u64>(at) != load<u64>(at - 8))
  }
  return size
}

/**
 * Makes of `n` sorted keys the values that differ, in their place, and for each its number at `rows`; where there are marks also
 * the number of each of the `classes` marks at `sums`.
 */
export function countKeys(keys: usize, marks: usize, n: u32, rows: usize, sums: usize, classes: u32): void {
  let cell: usize = 0
  const width = (<usize>classes) << 3
  for (let i: u32 = 0; i < n;) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const ofCell = sums + cell * width
    // Most cells are so short that clearing them by one call each would take longer.
    if (marks) for (let at = ofCell; at < ofCell + width; at += 8) store<f64>(at, 0)
    const first = i
    do {
      if (marks) {
        const at = ofCell + ((<usize>load<u8>(marks + i)) << 3)
        store<f64>(at, load<f64>(at) + 1)
      }
      i++
    } while (i < n && load<u64>(keys + ((<usize>i) << 3)) == key)
    store<f64>(rows + (cell << 3), <f64>(i - first))
    store<u64>(keys + (cell << 3), plain(key))
    cell++
  }
}

/** Bits of a double, changed so that unsigned order is the order of the numbers. */
function ordered(bits: u64): u64 {
  return bits ^ ((<u64>((<i64>bits) >> 63)) | 0x8000000000000000)
}

function plain(key: u64): u64 {
  return key ^ ((<u64>((<i64>~key) >> 63)) | 0x8000000000000000)
}

/** By the 32 bits of the keys from `from` on, in three passes; a pass in which all digits agree is left out. */
function sortByWord(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32, from: u64): u32 {
  memory.fill(counts, 0, countBytes())
  for (let at = keys, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    const word = <u32>(load<u64>(at) >> from)
    raise(counts, word & (DIGITS - 1))
    raise(counts + DIGITS * 4, (word >> DIGIT_BITS) & (DIGITS - 1))
    raise(counts + DIGITS * 8, word >> (2 * DIGIT_BITS))
  }
  let moved: u32 = 0
  for (let pass: u32 = 0; pass < 3; pass++) {
    const starts = counts + <usize>pass * DIGITS * 4
    const shift = from + <u64>(pass * DIGIT_BITS)
    // Two digits of eleven bits leave ten of a word.
    const mask = pass == 2 ? DIGITS / 2 - 1 : DIGITS - 1
    const first = (<u32>(load<u64>(moved ? spare : keys) >> shift)) & mask
    if (load<u32>(starts + ((<usize>first) << 2)) == n) continue
    startDigits(starts)
    const here = moved ? spare : keys
    const there = moved ? keys : spare
    if (!marks) scatter(here, there, starts, n, shift, mask)
    else if (moved) scatterMarked(here, spareMarks, there, marks, starts, n, shift, mask)
    else scatterMarked(here, marks, there, spareMarks, starts, n, shift, mask)
    moved = 1 - moved
  }
  return moved
}

function raise(counts: usize, digit: u32): void {
  const at = counts + ((<usize>digit) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/** Counts become the place where each digit starts. */
function startDigits(counts: usize): void {
  let start: u32 = 0
  for (let at = counts, end = counts + DIGITS * 4; at < end; at += 4) {
    const count = load<u32>(at)
    store<u32>(at, start)
    start += count
  }
}

function scatter(keys: usize, toKeys: usize, starts: usize, n: u32, shift: u64, mask: u32): void {
  for (let at = keys, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    const key = load<u64>(at)
    store<u64>(toKeys + ((<usize>take(starts, key, shift, mask)) << 3), key)
  }
}

function scatterMarked(
  keys: usize,
  marks: usize,
  toKeys: usize,
  toMarks: usize,
  starts: usize,
  n: u32,
  shift: u64,
  mask: u32,
): void {
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const to = take(starts, key, shift, mask)
    store<u64>(toKeys + ((<usize>to) << 3), key)
    store<u8>(toMarks + to, load<u8>(marks + i))
  }
}

/** The next place of the digit of a key. */
function take(starts: usize, key: u64, shift: u64, mask: u32): u32 {
  const start = starts + ((<usize>((<u32>(key >> shift)) & mask)) << 2)
  const to = load<u32>(start)
  store<u32>(start, to + 1)
  return to
}

/** Puts keys of the same high word into order by their low words. */
function sortRuns(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): void {
  let start: u32 = 0
  while (start < n) {
    let last = load<u64>(keys + ((<usize>start) << 3))
    const high = last >> 32
    let sorted = true
    let end = start + 1
    for (; end < n; end++) {
      const key = load<u64>(keys + ((<usize>end) << 3))
      if (key >> 32 != high) break
      if (key < last) sorted = false
      last = key
    }
    if (!sorted) {
      const at = <usize>start
      const along = marks ? marks + at : 0
      if (end - start < LONG_RUN) insert(keys + (at << 3), along, end - start)
      else sortRun(keys + (at << 3), along, spare, spareMarks, counts, end - start)
    }
    start = end
  }
}

function sortRun(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): void {
  if (!sortByWord(keys, marks, spare, spareMarks, counts, n, 0)) return
  memory.copy(keys, spare, (<usize>n) << 3)
  if (marks) memory.copy(marks, spareMarks, n)
}

function insert(keys: usize, marks: usize, n: u32): void {
  for (let i: u32 = 1; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const mark: u32 = marks ? load<u8>(marks + i) : 0
    let j = i
    for (; j > 0; j--) {
      const before = load<u64>(keys + ((<usize>(j - 1)) << 3))
      if (before <= key) break
      store<u64>(keys + ((<usize>j) << 3), before)
      if (marks) store<u8>(marks + j, load<u8>(marks + j - 1))
    }
    store<u64>(keys + ((<usize>j) << 3), key)
    if (marks) store<u8>(marks + j, mark)
  }
}
