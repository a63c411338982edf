// A radix sort of keys of 64 bits, each with a mark along if wanted, by the bits in which they differ at all. Equal keys keep
// their order.

const DIGIT_BITS: u32 = 12
export const DIGITS: u32 = 1 << DIGIT_BITS
/** From so many keys on two digits are sorted by at once, below that one short digit. */
const MANY: u32 = 4096
const SHORT_BITS: u32 = 8
/** Runs of so many keys are sorted by insertion. */
const SHORT_RUN: u32 = 24
/** From so many keys on they are split first, so that the parts stay in the processor's cache while they are sorted. */
const LARGE: u32 = 2_000_000
const SPLIT_BITS: u32 = 10

/** Bytes of the tables that `sortAll` needs. */
export const TABLE_BYTES: u32 = 2 * DIGITS * 4 + (4 << SPLIT_BITS)

/**
 * Sorts keys of so many bits, and marks along with them, as `sortPart` does; `tables` has `TABLE_BYTES`. Returns 1 where the result is in the
 * spare memory, else 0.
 */
// prettier-ignore
export function sortAll<Mark>(keys: usize, marks: usize, spare: usize, spareMarks: usize, tables: usize, n: u32, bits: u64): u32 {

  if (n < LARGE) return sortPart<Mark>(keys, marks, spare, spareMarks, tables, n, 0, bits)
  const splits = tables + 2 * DIGITS * 4
  const shift = bits > <u64>SPLIT_BITS ? bits - <u64>SPLIT_BITS : 0
  countDigits(keys, splits, n, 0, shift, SPLIT_BITS, 1)
  startDigits(splits, SPLIT_BITS)
  if (marks) scatterMarked<Mark>(keys, marks, spare, spareMarks, splits, n, 0, shift, SPLIT_BITS)
  else scatter(keys, spare, splits, n, 0, shift, SPLIT_BITS)
  let from: u32 = 0
  for (let part: u32 = 0; part < 1 << SPLIT_BITS; part++) {
    // Where a part started, it ends when all its keys are there.
    const end = load<u32>(splits + ((<usize>part) << 2))
    const at = (<usize>from) << 3
    const own = marks ? placeOf<Mark>(marks, from) : 0
    const spareOwn = marks ? placeOf<Mark>(spareMarks, from) : 0
    const base = (<u64>part) << shift
    if (sortPart<Mark>(spare + at, spareOwn, keys + at, own, tables, end - from, base, shift)) {
      memory.copy(spare + at, keys + at, (<usize>(end - from)) << 3)
      if (marks) memory.copy(spareOwn, own, (<usize>(end - from)) << alignof<Mark>())
    }
    from = end
  }
  return 1
}

/**
 * Sorts keys that differ from `base` in the lowest `bits` only, by the highest of those, and then every run that agrees in them.
 * Marks at `marks`, unless that is 0, come along; `spare` and `spareMarks` have the same room, and `counts` has two numbers of 32
 * bits for each of the `DIGITS`. Returns 1 where the result is in the spare memory, else 0.
 */
// prettier-ignore
export function sortPart<Mark>(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32, base: u64, bits: u64): u32 {
 
  if (n <= SHORT_RUN) {
    insert<Mark>(keys, marks, n)
    return 0
  }
  const digitBits = n < MANY ? SHORT_BITS : DIGIT_BITS
  const passes: u32 = n < MANY ? 1 : 2
  const known = <u64>(passes * digitBits)
  const shift = bits > known ? bits - known : 0
  countDigits(keys, counts, n, base, shift, digitBits, passes)
  let moved: u32 = 0
  for (let pass: u32 = 0; pass < passes; pass++) {
    const starts = counts + <usize>(pass << (digitBits + 2))
    const by = shift + <u64>(pass * digitBits)
    const here = moved ? spare : keys
    if (load<u32>(starts + ((<usize>digitOf(load<u64>(here), base, by, digitBits)) << 2)) == n) continue
    startDigits(starts, digitBits)
    if (!marks) scatter(here, moved ? keys : spare, starts, n, base, by, digitBits)
    else if (moved) scatterMarked<Mark>(spare, spareMarks, keys, marks, starts, n, base, by, digitBits)
    else scatterMarked<Mark>(keys, marks, spare, spareMarks, starts, n, base, by, digitBits)
    moved = 1 - moved
  }
  if (shift == 0) return moved
  if (moved) sortRuns<Mark>(spare, spareMarks, keys, marks, counts, n, base, shift)
  else sortRuns<Mark>(keys, marks, spare, spareMarks, counts, n, base, shift)
  return moved
}

function digitOf(key: u64, base: u64, shift: u64, digitBits: u32): u32 {
  return (<u32>((key - base) >> shift)) & ((1 << digitBits) - 1)
}

/** How often each digit is there, for one pass or two. */
function countDigits(keys: usize, counts: usize, n: u32, base: u64, shift: u64, digitBits: u32, passes: u32): void {
  const bytes = <usize>(passes << (digitBits + 2))
  for (let at = counts; at < counts + bytes; at += 16) v128.store(at, i64x2.splat(0))
  const second = counts + ((<usize>1) << (digitBits + 2))
  for (let at = keys, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    const key = load<u64>(at)
    raise(counts, digitOf(key, base, shift, digitBits))
    if (passes > 1) raise(second, digitOf(key, base, shift + digitBits, digitBits))
  }
}

function raise(counts: usize, digit: u32): void {
  const at = counts + ((<usize>digit) << 2)
  store<u32>(at, load<u32>(at) + 1)
}

/** Counts become the place where each digit starts. */
function startDigits(counts: usize, digitBits: u32): void {
  let start: u32 = 0
  for (let at = counts, end = counts + ((<usize>4) << digitBits); at < end; at += 4) {
    const count = load<u32>(at)
    store<u32>(at, start)
    start += count
  }
}

// prettier-ignore
function scatter(keys: usize, toKeys: usize, starts: usize, n: u32, base: u64, shift: u64, digitBits: u32): void {
 
  for (let at = keys, end = keys + ((<usize>n) << 3); at < end; at += 8) {
    const key = load<u64>(at)
    store<u64>(toKeys + ((<usize>take(starts, digitOf(key, base, shift, digitBits))) << 3), key)
  }
}

// prettier-ignore
function scatterMarked<Mark>(keys: usize, marks: usize, toKeys: usize, toMarks: usize, starts: usize, n: u32, base: u64, shift: u64, digitBits: u32): void {
 
  for (let i: u32 = 0; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const to = take(starts, digitOf(key, base, shift, digitBits))
    store<u64>(toKeys + ((<usize>to) << 3), key)
    store<Mark>(placeOf<Mark>(toMarks, to), load<Mark>(placeOf<Mark>(marks, i)))
  }
}

/** The next place of a digit. */
function take(starts: usize, digit: u32): u32 {
  const start = starts + ((<usize>digit) << 2)
  const to = load<u32>(start)
  store<u32>(start, to + 1)
  return to
}

/** Puts keys that agree in the bits from `shift` on into order by the others. Only runs with a key below the one before are touched. */
// prettier-ignore
function sortRuns<Mark>(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, n: u32, base: u64, shift: u64): void {
 
  let before = n > 0 ? load<u64>(keys) : 0
  for (let i: u32 = 1; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const sorted = key >= before
    before = key
    if (sorted) continue
    const run = (key - base) >> shift
    let least = key
    let most = key
    let start = i
    for (; start > 0; start--) {
      const other = load<u64>(keys + ((<usize>(start - 1)) << 3))
      if ((other - base) >> shift != run) break
      least = min(least, other)
      most = max(most, other)
    }
    let end = i + 1
    for (; end < n; end++) {
      const other = load<u64>(keys + ((<usize>end) << 3))
      if ((other - base) >> shift != run) break
      least = min(least, other)
      most = max(most, other)
    }
    sortRun<Mark>(keys, marks, spare, spareMarks, counts, start, end - start, least, most)
    i = end - 1
    before = most
  }
}

// prettier-ignore
function sortRun<Mark>(keys: usize, marks: usize, spare: usize, spareMarks: usize, counts: usize, start: u32, n: u32, least: u64, most: u64): void {
 
  const at = keys + ((<usize>start) << 3)
  const along = marks ? placeOf<Mark>(marks, start) : 0
  if (n <= SHORT_RUN) {
    insert<Mark>(at, along, n)
    return
  }
  if (!sortPart<Mark>(at, along, spare, spareMarks, counts, n, least, bitsOf(most - least))) return
  memory.copy(at, spare, (<usize>n) << 3)
  if (marks) memory.copy(along, spareMarks, (<usize>n) << alignof<Mark>())
}

function insert<Mark>(keys: usize, marks: usize, n: u32): void {
  for (let i: u32 = 1; i < n; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3))
    const mark = marks ? load<Mark>(placeOf<Mark>(marks, i)) : <Mark>0
    let j = i
    for (; j > 0; j--) {
      const before = load<u64>(keys + ((<usize>(j - 1)) << 3))
      if (before <= key) break
      store<u64>(keys + ((<usize>j) << 3), before)
      if (marks) store<Mark>(placeOf<Mark>(marks, j), load<Mark>(placeOf<Mark>(marks, j - 1)))
    }
    store<u64>(keys + ((<usize>j) << 3), key)
    if (marks) store<Mark>(placeOf<Mark>(marks, j), mark)
  }
}

function placeOf<Mark>(marks: usize, i: u32): usize {
  return marks + ((<usize>i) << alignof<Mark>())
}

function bitsOf(most: u64): u64 {
  return 64 - clz<u64>(most)
}
