// Sorts doubles together with a whole number each, such as a class or a row: a stable radix sort by 11 bits at a time.

const DIGIT_BITS: u32 = 11
const DIGITS: u32 = 1 << DIGIT_BITS
/** Longer runs of equal high words are sorted by radix, shorter ones by insertion. */
const LONG_RUN: u32 = 128

/** Bytes that `counts` must have. */
export function countBytes(): u32 {
  return 3 * DIGITS * 4
}

/**
 * Sorts `n` doubles without NaN and −0 at `values`, and the words at `marks` along with them. `spare` and `spareMarks` have
 * the same room, `counts` has `countBytes()`. Returns 1 where the result is in the spare memory, else 0.
 */
export function sortMarked(values: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): u32 {
  for (let at = values, end = values + ((<usize>n) << 3); at < end; at += 8) store<u64>(at, ordered(load<u64>(at)))
  const moved = sortByWord(values, marks, spare, spareMarks, counts, n, 32)
  const keys = moved ? spare : values
  const along = moved ? spareMarks : marks
  sortRuns(keys, along, moved ? values : spare, moved ? marks : spareMarks, counts, n)
  for (let at = keys, end = keys + ((<usize>n) << 3); at < end; at += 8) store<u64>(at, plain(load<u64>(at)))
  return moved
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
    if (moved) scatter(spare, spareMarks, keys, marks, starts, n, shift, mask)
    else scatter(keys, marks, spare, spareMarks, starts, n, shift, mask)
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

function scatter(
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
    const start = starts + ((<usize>((<u32>(key >> shift)) & mask)) << 2)
    const to = load<u32>(start)
    store<u32>(start, to + 1)
    store<u64>(toKeys + ((<usize>to) << 3), key)
    store<u32>(toMarks + ((<usize>to) << 2), load<u32>(marks + ((<usize>i) << 2)))
  }
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
      if (end - start < LONG_RUN) insert(keys + (at << 3), marks + (at << 2), end - start)
      else sortRun(keys + (at << 3), marks + (at << 2), spare, spareMarks, counts, end - start)
    }
    start = end
  }
}

function sortRun(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32): void {
  if (!sortByWord(keys, marks, spare, spareMarks, counts, n, 0)) return
  memory.copy(keys, spare, (<usize>n) << 3)
  memory.copy(marks, spareMarks, (<usize>n) << 2)
}

function insert(keys: usize, marks: usize, n: u32): void {
  for (let i: u32 = 1; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const mark = load<u32>(marks + ((<usize>i) << 2))
    let j = i
    for (; j > 0; j--) {
      const before = load<u64>(keys + ((<usize>(j - 1)) << 3))
      if (before <= key) break
      store<u64>(keys + ((<usize>j) << 3), before)
      store<u32>(marks + ((<usize>j) << 2), load<u32>(marks + ((<usize>(j - 1)) << 2)))
    }
    store<u64>(keys + ((<usize>j) << 3), key)
    store<u32>(marks + ((<usize>j) << 2), mark)
  }
}
