// The rows of a tree while it grows, column by column in the order of their values, as src/trees/grow describes them. An entry
// of 32 bits is a row: its class in the lowest bits, above them a bit that is set where a new run begins, and its number. Rows of
// one run are not to be parted.

/** Scores that differ by less than this part of them are equal, as in src/util/numbers/ties.ts. */
const TIE: f64 = 1e-12
/** 2^-48: what rounding may add to a score, as a part of the largest number in it. */
const ROUNDING: f64 = 3.552713678800501e-15
/** Of entries with a class of one bit, what says that a run begins. */
const BEGINS: u32 = 2

/** Says of every row from `from` on that it goes below, and from `at` on above. */
export function sendRows(from: usize, at: usize, end: usize, bits: u32, isAbove: usize): void {
  for (; from < at; from += 4) store<u8>(isAbove + (load<u32>(from) >> (bits + 1)), 0)
  for (; at < end; at += 4) store<u8>(isAbove + (load<u32>(at) >> (bits + 1)), 1)
}

/**
 * Parts rows of some columns, from the byte `from` on, by a byte for each row that says whether it goes above, and keeps their
 * order on both sides. `bits` of an entry hold a class.
 */
export function partColumns(
  columns: usize,
  count: u32,
  from: usize,
  rows: u32,
  bits: u32,
  isAbove: usize,
  spare: usize,
): void {
  for (let c: u32 = 0; c < count; c++) {
    const entries = word(columns, c) + from
    if (bits == 1) partRows<OneBit>(entries, rows, 1, isAbove, spare)
    else partRows<AnyBits>(entries, rows, bits, isAbove, spare)
  }
}

/** How many bits hold a class. One bit is common, and shifts that are known when they are compiled are faster. */
type OneBit = u8
type AnyBits = u32

/**
 * Both sides are written and one of them advances: a jump would be guessed wrong half of the time. A row begins a run where one
 * began since the last row of its side, which `openLow` and `openHigh` say in the bit of entries that says so.
 */
function partRows<Bits>(entries: usize, rows: u32, given: u32, isAbove: usize, spare: usize): void {
  const bits: u32 = sizeof<Bits>() == sizeof<OneBit>() ? 1 : given
  const begins: u32 = 1 << bits
  const rowBits = bits + 1
  const end = entries + ((<usize>rows) << 2)
  let high = spare
  let openLow = begins
  let openHigh = begins
  for (let at = entries; at < end; at += 4) {
    const entry = load<u32>(at)
    const above: u32 = load<u8>(isAbove + (entry >> rowBits))
    const ifLow = entry | openLow
    const ifHigh = entry | openHigh
    store<u32>(at + spare - high, ifLow)
    store<u32>(high, ifHigh)
    const kept = above << bits
    openLow = ifLow & kept
    openHigh = ifHigh & (kept ^ begins)
    high += above << 2
  }
  copyWords(end + spare - high, spare, high - spare)
}

/** A few bytes beyond the last are not written: they belong to the next node. */
function copyWords(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(from + at))
  for (; at < bytes; at += 4) store<u32>(to + at, load<u32>(from + at))
}

/**
 * The best cut of rows of two classes that all weigh 1 among some columns, from the byte `from` on, by the score in `best`; a cut
 * must be clearly better than those before it. Behind the score it writes where the rows are parted, and the number of the
 * column, `count` where none is better. `parts` gets a byte for each column: whether it parts the rows at all. `ones` rows are of
 * the second class; `table` has x·log2 x. The plain way is `offerOfTwo` in src/trees/grow/best-cut.ts.
 */
export function bestOfColumns(
  columns: usize,
  count: u32,
  from: usize,
  total: u32,
  ones: u32,
  table: usize,
  block: u32,
  best: usize,
  parts: usize,
): void {
  store<u32>(best, count, 12)
  for (let c: u32 = 0; c < count; c++) {
    const entries = word(columns, c) + from
    const second = nextRun(entries, 1, total)
    store<u8>(parts + c, second < total ? 1 : 0)
    if (second < total && bestOfTwo(entries, second, total, ones, table, block, best)) store<u32>(best, c, 12)
  }
}

/**
 * The same of one column, whose second run begins at `i`; whether something is better.
 *
 * `block` rows at a time, 0 for none, are left out in which no cut can beat the best so far: the bits left are concave in
 * what lies on each side, so they are fewest where all rows of one class come first. What is left out would be refused.
 */
function bestOfTwo(entries: usize, i: u32, total: u32, ones: u32, table: usize, block: u32, best: usize): bool {
  const slack = ROUNDING * double(table, total)
  let found = load<f64>(best)
  let bar = found == -Infinity ? found : found - TIE * found
  let at: u32 = total
  // The run before the row that is looked at: its rows, and those of each class.
  let onesBefore = countOnes(entries, 0, i)
  let zerosBefore = i - onesBefore
  let leftOnes = onesBefore
  while (i < total) {
    if (block > 0 && bar > -Infinity) {
      const from = i
      let here = scoreOf(table, i, leftOnes, total, ones)
      while (i < total) {
        const next = min(i + block, total)
        const more = countOnes(entries, i, next)
        const there = scoreOf(table, next, leftOnes + more, total, ones)
        const mixed = max(
          scoreOf(table, i + more, leftOnes + more, total, ones),
          scoreOf(table, next - more, leftOnes, total, ones),
        )
        if (max(mixed, max(here, there)) + slack > bar) break
        here = there
        leftOnes += more
        i = next
      }
      if (i == total) break
      if (i > from) {
        // Back to where the last run began: cuts before its end are done with.
        let run = i - 1
        while (run > 0 && !(word(entries, run) & BEGINS)) run--
        leftOnes -= countOnes(entries, run, i)
        i = nextRun(entries, i, total)
        onesBefore = countOnes(entries, run, i)
        zerosBefore = i - run - onesBefore
        leftOnes += onesBefore
        if (i == total) break
      }
    }
    const stop = block > 0 ? i + block : total
    while (i < total && i <= stop) {
      const from = i
      let here: u32 = 0
      do {
        here += word(entries, i) & 1
        i++
      } while (i < total && !(word(entries, i) & BEGINS))
      const zeros = i - from - here
      const score = scoreOf(table, from, leftOnes, total, ones)
      // Inside a run of one class no candidate is best. Asked last, since nobody can guess the answer.
      if (score > bar && (onesBefore | here) != 0 && (zerosBefore | zeros) != 0) {
        found = score
        bar = score - TIE * score
        at = from
      }
      leftOnes += here
      onesBefore = here
      zerosBefore = zeros
    }
  }
  if (at == total) return false
  store<f64>(best, found)
  store<u32>(best, at, 8)
  return true
}

/** Where the next run begins at `i` or behind it. */
function nextRun(entries: usize, i: u32, total: u32): u32 {
  while (i < total && !(word(entries, i) & BEGINS)) i++
  return i
}

function word(words: usize, at: u32): u32 {
  return load<u32>(words + ((<usize>at) << 2))
}

/** Rows of the second of two classes: their entries are odd. */
export function countOnes(entries: usize, from: u32, to: u32): u32 {
  let sums = i32x4.splat(0)
  const one = i32x4.splat(1)
  let at = entries + ((<usize>from) << 2)
  const end = entries + ((<usize>to) << 2)
  for (; at + 16 <= end; at += 16) sums = i32x4.add(sums, v128.and(v128.load(at), one))
  let ones: u32 =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  for (; at < end; at += 4) ones += load<u32>(at) & 1
  return ones
}

/** Minus the bits that two sides leave, of which the left one has so many rows and so many of the second class. */
function scoreOf(table: usize, left: u32, leftOnes: u32, total: u32, ones: u32): f64 {
  const right = total - left
  const rightOnes = ones - leftOnes
  return (
    double(table, left - leftOnes) +
    double(table, leftOnes) -
    double(table, left) +
    (double(table, right - rightOnes) + double(table, rightOnes) - double(table, right))
  )
}

function double(doubles: usize, at: u32): f64 {
  return load<f64>(doubles + ((<usize>at) << 3))
}
