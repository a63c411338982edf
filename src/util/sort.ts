/** Below this size a comparison sort is faster than clearing the radix tables. */
const SMALL = 700
/** Runs of this length are sorted by radix instead of insertion. */
const LONG_RUN = 200
const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/** Position of the high word within a double's two words. */
const HIGH_WORD = new Uint32Array(new Float64Array([1]).buffer)[1] > 0 ? 1 : 0

/**
 * The positions of the values in ascending order, equal values in their order of appearance. The values must be free of
 * NaN and −0. Radix sort by the high 32 bits of each double, then by the low 32 where the high ones tie. O(n).
 */
export function sortedOrder(values: Float64Array): Uint32Array {
  const n = values.length
  if (n < SMALL) return compareOrder(values)
  const words = new Uint32Array(values.buffer, values.byteOffset, n * 2)
  const keys = new Uint32Array(n)
  const order = new Uint32Array(n)
  for (let i = 0; i < n; i++) {
    keys[i] = orderedHigh(words[2 * i + HIGH_WORD])
    order[i] = i
  }
  const sorted = radixByKey(keys, order)
  sortTies(values, words, sorted)
  return sorted[1]
}

/** Keys in their order, and their positions. */
type Sorted = readonly [keys: Uint32Array, order: Uint32Array]

/** A double's high word, changed so that unsigned order is the order of the numbers. */
function orderedHigh(word: number): number {
  return word >>> 31 === 1 ? ~word >>> 0 : word | 0x80000000
}

function compareOrder(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length).map((_, i) => i)
  return order.sort((a, b) => values[a] - values[b] || a - b)
}

/** Stable least-significant-digit radix sort of `order` by `keys`; both are used as scratch. */
function radixByKey(keys: Uint32Array, order: Uint32Array): Sorted {
  const n = keys.length
  const counts = new Uint32Array(3 * DIGITS)
  for (let i = 0; i < n; i++) {
    const key = keys[i]
    counts[key & (DIGITS - 1)]++
    counts[DIGITS + ((key >>> DIGIT_BITS) & (DIGITS - 1))]++
    counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]++
  }
  let fromKeys = keys
  let fromOrder = order
  let toKeys: Uint32Array = new Uint32Array(n)
  let toOrder: Uint32Array = new Uint32Array(n)
  for (let pass = 0; pass < 3; pass++) {
    const shift = pass * DIGIT_BITS
    const starts = counts.subarray(pass * DIGITS, (pass + 1) * DIGITS)
    if (starts[(fromKeys[0] >>> shift) & (DIGITS - 1)] === n) continue // one digit for all: nothing moves
    let start = 0
    for (let d = 0; d < DIGITS; d++) {
      const count = starts[d]
      starts[d] = start
      start += count
    }
    for (let i = 0; i < n; i++) {
      const key = fromKeys[i]
      const at = starts[(key >>> shift) & (DIGITS - 1)]++
      toKeys[at] = key
      toOrder[at] = fromOrder[i]
    }
    ;[fromKeys, toKeys] = [toKeys, fromKeys]
    ;[fromOrder, toOrder] = [toOrder, fromOrder]
  }
  return [fromKeys, fromOrder]
}

/** Puts runs of equal high words into order by their low words. Keys tell runs without a look at the values, which lie apart. */
function sortTies(values: Float64Array, words: Uint32Array, [keys, order]: Sorted): void {
  const n = order.length
  let start = 0
  while (start < n) {
    let end = start + 1
    let sorted = true
    for (; end < n && keys[end] === keys[start]; end++) if (values[order[end]] < values[order[end - 1]]) sorted = false
    if (!sorted) sortRun(values, words, order.subarray(start, end))
    start = end
  }
}

/** Sorts a run of one sign and one high word: short by insertion, long by radix on the low word. */
function sortRun(values: Float64Array, words: Uint32Array, run: Uint32Array): void {
  if (run.length >= LONG_RUN) {
    const flip = values[run[0]] < 0 ? 0xffffffff : 0 // larger low words are smaller numbers below zero
    const keys = new Uint32Array(run.length)
    for (let i = 0; i < run.length; i++) keys[i] = words[2 * run[i] + 1 - HIGH_WORD] ^ flip
    run.set(radixByKey(keys, run.slice())[1])
    return
  }
  for (let i = 1; i < run.length; i++) {
    const position = run[i]
    const value = values[position]
    let j = i - 1
    while (j >= 0 && values[run[j]] > value) {
      run[j + 1] = run[j]
      j--
    }
    run[j + 1] = position
  }
}
