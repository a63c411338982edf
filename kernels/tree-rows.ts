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
 * Parts rows of some columns but the one at the address `parted`, from the byte `from` on, by a byte for each row that says whether
 * it goes above, and keeps their order on both sides. `bits` of an entry hold a class.
 */
export function partColumns(
  columns: usize,
  count: u32,
  parted: usize,
  from: usize,
  rows: u32,
  bits: u32,
  isAbove: usize,
  spare: usize,
): void {
  for (let c: u32 = 0; c < count; c++) {
    if (word(columns, c) == <u32>parted) continue
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
    if (second == total) continue
    const isBetter =
      total <= MOST_EXACT
        ? likelyBest(entries, total, ones, table, best)
        : bestOfTwo(entries, second, total, ones, table, block, best)
    if (isBetter) store<u32>(best, c, 12)
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

/** With so many rows, a product of two counts is a whole number that 32 bits of a float hold exactly. */
const MOST_EXACT: u32 = 4096
const LN2: f64 = 0.6931471805599453
/** What rounding of floats may take from a bound, as a part of it, with room to spare. */
const FLOAT_SLACK: f64 = 1e-5

/**
 * The same as `bestOfTwo`, for few rows: four at a time, of which hardly any is looked at closely.
 *
 * With `l` rows on the left, `l1` of them of the second class, and n rows, n1 of them of that class, let D = l1·n − l·n1. What a
 * cut gains is n times the information of its side about the class, which in nats is at most φ² = D² / (l·(n − l)·n1·(n − n1)): the
 * divergence of Kullback and Leibler is at most ln(1 + φ²). So a cut that beats the best so far has a D² of at least some
 * number times l·(n − l), which two products tell, and no logarithm.
 */
function likelyBest(entries: usize, total: u32, ones: u32, table: usize, best: usize): bool {
  const n = f32x4.splat(<f32>total)
  const n1 = f32x4.splat(<f32>ones)
  const zero = f32x4.splat(0)
  const one = i32x4.splat(1)
  const none = i32x4.splat(0)
  const begins = i32x4.splat(BEGINS)
  let found = load<f64>(best)
  let bar = found == -Infinity ? found : found - TIE * found
  let least = f32x4.splat(leastOf(bar, total, ones, table))
  let at: u32 = total
  // Rows of the second class before the four, in every lane.
  let before = i32x4.splat(0)
  let left = f32x4(0, 1, 2, 3)
  for (let i: u32 = 0; i < total; i += 4) {
    const four = v128.load(entries + ((<usize>i) << 2))
    const classes = v128.and(four, one)
    // Those of the four up to each one, and without it.
    const pairs = i32x4.add(classes, i8x16.shuffle(none, classes, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)) // prettier-ignore
    const upTo = i32x4.add(pairs, i8x16.shuffle(none, pairs, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23)) // prettier-ignore
    const leftOnes = i32x4.add(i32x4.sub(upTo, classes), before)
    const apart = f32x4.sub(f32x4.mul(f32x4.convert_i32x4_s(leftOnes), n), f32x4.mul(left, n1))
    const sides = f32x4.mul(left, f32x4.sub(n, left))
    const isLikely = f32x4.ge(f32x4.mul(apart, apart), f32x4.mul(sides, least))
    // Before the first row and behind the last no side has rows.
    const may = v128.and(v128.and(isLikely, f32x4.gt(sides, zero)), i32x4.eq(v128.and(four, begins), begins))
    if (v128.any_true(may)) {
      const lanes = i32x4.bitmask(may)
      let leftOne: u32 = i32x4.extract_lane(before, 0)
      for (let lane: u32 = 0; lane < 4; lane++) {
        if ((lanes >> lane) & 1) {
          const score = scoreOf(table, i + lane, leftOne, total, ones)
          if (score > bar && partsClasses(entries, i + lane, total)) {
            found = score
            bar = score - TIE * score
            at = i + lane
            least = f32x4.splat(leastOf(bar, total, ones, table))
          }
        }
        leftOne += word(entries, i + lane) & 1
      }
    }
    before = i32x4.add(
      before,
      i8x16.shuffle(upTo, upTo, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15),
    )
    left = f32x4.add(left, f32x4.splat(4))
  }
  if (at == total) return false
  store<f64>(best, found)
  store<u32>(best, at, 8)
  return true
}

/** How many times l·(n − l) the D² of a cut must at least be whose score is above the bar; 0 where any may be. */
function leastOf(bar: f64, total: u32, ones: u32, table: usize): f32 {
  const uncut = double(table, ones) + double(table, total - ones) - double(table, total)
  const gain = bar - uncut - 2 * ROUNDING * double(table, total)
  if (!(gain > 0)) return 0
  const nats = (gain * LN2) / <f64>total
  // No more than e to the power of that, less 1.
  const square = nats + 0.5 * nats * nats
  return <f32>(square * <f64>ones * <f64>(total - ones) * (1 - FLOAT_SLACK))
}

/** Whether the runs before a row and from it on are of more than one and the same class: inside such none is best. */
function partsClasses(entries: usize, at: u32, total: u32): bool {
  const first = word(entries, at) & 1
  let i = at
  do if ((word(entries, i) & 1) != first) return true
  while (++i < total && !(word(entries, i) & BEGINS))
  i = at
  do if ((word(entries, --i) & 1) != first) return true
  while (i > 0 && !(word(entries, i) & BEGINS))
  return false
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
