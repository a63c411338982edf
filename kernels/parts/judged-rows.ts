// Rows and the detector that judges them, as both lie in memory: src/streams/alarms says what they are.

/** Rows of a call, at most. Lists of a number per row have room for so many. */
export const ROWS: usize = 1024
export const LIST: usize = ROWS << 3

/** Where lists lie behind `rows`: a number per row each, two for the scores, four for ratios. */
export const TOTALS: usize = 0
export const MORES: usize = LIST
export const SHARES: usize = 2 * LIST
export const EXPECTED: usize = 3 * LIST
export const PLAIN: usize = 4 * LIST
export const SCORES: usize = 5 * LIST
export const RATIOS: usize = 7 * LIST

/** Numbers at the beginning of a detector: a score that may be an alarm, one that needs no further starts, how far memories are drawn. */
export const ALARM: usize = 0
const ENOUGH: usize = 8
export const PULL: usize = 16

/** Whole numbers of four bytes behind them: how many there are of everything, and places in bytes, as expert-lanes.ts has them. */
const FIELDS: usize = 24
export enum Field {
  contexts,
  symbols,
  width,
  lanes,
  tables,
  bare,
  prior,
  priors,
  differs,
  growths,
  weights,
  scores,
  runs,
  starts,
  sums,
  counts,
  totals,
  recent,
  recentTotals,
  scales,
  ends,
}

export const ZERO: v128 = f64x2.splat(0)

/** Where the codes of rows lie (context · symbols + symbol), their list by context, and lists of numbers of theirs. */
export let codes: usize = 0
export let list: usize = 0
export let rows: usize = 0

export function setUp(codesAt: usize, listAt: usize, rowsAt: usize): void {
  codes = codesAt
  list = listAt
  rows = rowsAt
}

/** The rows at hand, and the detector: where it lies, and what its rows are judged by. */
export let size: u32 = 0
export let own: usize = 0
export let contexts: u32 = 1
export let symbols: u32 = 1
/** bytes between codes in the tilts */
export let width: usize = 0
/** lanes of all alternatives, in bytes: those that follow the last rows come last */
export let span: usize = 0
export let enough: f64 = 0
/** how little a row counts */
export let level: u32 = 0

export function field(name: Field): u32 {
  return load<u32>(own + ((<usize>name) << 2), FIELDS)
}

export function place(name: Field): usize {
  return own + field(name)
}

/** Takes rows and a detector at hand. */
export function begin(detector: usize, count: u32, little: u32): void {
  own = detector
  size = count
  level = little
  contexts = field(Field.contexts)
  symbols = field(Field.symbols)
  width = (<usize>field(Field.width)) << 3
  span = (<usize>field(Field.lanes)) << 3
  enough = load<f64>(own, ENOUGH)
}

/** Counts rows; for each, what was known before it: rows in its context, with the prior, its share, what is expected of it. */
export function countRows(): void {
  const lists = rows
  const counts = place(Field.counts)
  const totals = place(Field.totals)
  const prior = place(Field.prior)
  const priors = place(Field.priors)
  const isOne = contexts == 1
  for (let k: usize = 0; k < size; k++) {
    const code: u32 = load<u32>(codes + (k << 2))
    const at = (<usize>code) << 3
    const context: usize = isOne ? 0 : (<usize>(code / symbols)) << 3
    const count = load<f64>(counts + at)
    const total = load<f64>(totals + context)
    const more = total + load<f64>(priors + context)
    const row = lists + (k << 3)
    const both = f64x2.div(pair(count, count + load<f64>(prior + at)), pair(total, more))
    const plain = f64x2.extract_lane(both, 0)
    store<f64>(row, total, TOTALS)
    store<f64>(row, more, MORES)
    store<f64>(row, plain, SHARES)
    store<f64>(row, max<f64>(plain, f64x2.extract_lane(both, 1)), EXPECTED)
    v128.store(lists + SCORES + (k << 4), f64x2.splat(0))
    store<f64>(counts + at, count + 1)
    store<f64>(totals + context, total + 1)
  }
}

/** Lists the numbers of the rows context by context; those of context c lie from `ends[c − 1]` to `ends[c]`. */
export function groupRows(): void {
  const ends = place(Field.ends)
  if (contexts == 1) {
    store<u32>(ends, size)
    for (let k: usize = 0; k < size; k++) store<u32>(list + (k << 2), <u32>k)
    return
  }
  for (let context: usize = 0; context < contexts; context++) store<u32>(ends + (context << 2), 0)
  for (let k: usize = 0; k < size; k++) {
    const end = ends + ((<usize>(load<u32>(codes + (k << 2)) / symbols)) << 2)
    store<u32>(end, load<u32>(end) + 1)
  }
  let sum: u32 = 0
  for (let context: usize = 0; context < contexts; context++) {
    const end = ends + (context << 2)
    const here = load<u32>(end)
    store<u32>(end, sum)
    sum += here
  }
  for (let k: usize = 0; k < size; k++) {
    const end = ends + ((<usize>(load<u32>(codes + (k << 2)) / symbols)) << 2)
    const to: usize = load<u32>(end)
    store<u32>(list + (to << 2), <u32>k)
    store<u32>(end, <u32>to + 1)
  }
}

/** Where the list of the rows of a context begins, and where it ends. */
export function listOf(context: usize): usize {
  return context == 0 ? list : endOf(context - 1)
}

export function endOf(context: usize): usize {
  return list + ((<usize>load<u32>(place(Field.ends) + (context << 2))) << 2)
}

/** Whether the alternatives of a lane and the next three differ from the reference in a context. */
export function doDiffer(lane: usize, context: usize): bool {
  return load<f64>(place(Field.differs) + (((lane >> 2) * <usize>contexts + context) << 3)) != 0
}

export function pair(left: f64, right: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(left), 1, right)
}
