// Puts the rows of a column in the order of their values and finds the runs that no cut parts, as src/trees/grow describes them.
// An entry of 32 bits is a row: its class in the lowest bits, above them a bit that is set where a run begins, and its number.

import { KEY_BYTES, keyBits, NOT_FINITE, ordered, planKeys, squeeze, valueOf, ZERO } from './parts/double-keys'
import { sortAll, TABLE_BYTES } from './parts/radix-sort'

/** Where in `counts` it says how keys were made. */
const KEYS_AT: u32 = TABLE_BYTES

/** Bytes that `counts` must have: the digits, behind them how keys were made, and what `orderRows` found. */
export function countBytes(): u32 {
  return foundAt() + 16
}

/** Where in `counts` it says how many values are −∞, finite, ∞ and missing. */
export function foundAt(): u32 {
  return KEYS_AT + KEY_BYTES
}

/**
 * Puts `n` rows, which are given as entries without runs in `rows`, in order: of −∞, of finite values ascending, of ∞, without a
 * value; equal ones as they were. Keys take the place of the `values`; `spareKeys` and `spare` have the same room. How many there
 * are of each kind is written to `counts`. Returns 1 where keys and finite rows are in the spare memory, else 0.
 */
// prettier-ignore
export function orderRows(values: usize, spareKeys: usize, rows: usize, entries: usize, spare: usize, counts: usize, n: u32): u32 {

  const made = counts + KEYS_AT
  const found = counts + foundAt()
  let lowest: u32 = 0
  let highest: u32 = 0
  let missing: u32 = 0
  for (let i: u32 = 0; i < n; i++) {
    const x = load<f64>(values + ((<usize>i) << 3))
    lowest += <u32>(x == -Infinity)
    highest += <u32>(x == Infinity)
    missing += <u32>(x != x)
  }
  const finite = n - lowest - highest - missing
  store<u32>(found, lowest)
  store<u32>(found, finite, 4)
  store<u32>(found, highest, 8)
  store<u32>(found, missing, 12)
  const first = entries + ((<usize>lowest) << 2)
  let toLowest = entries
  let toFinite = first
  let toHighest = first + ((<usize>finite) << 2)
  let toMissing = toHighest + ((<usize>highest) << 2)
  let toKey = values
  let low: u64 = u64.MAX_VALUE
  let high: u64 = 0
  // The values next to 0: the last one below it, the first one above.
  let below: u64 = 0
  let above: u64 = u64.MAX_VALUE
  for (let i: u32 = 0; i < n; i++) {
    const x = load<f64>(values + ((<usize>i) << 3)) + 0
    const entry = load<u32>(rows + ((<usize>i) << 2))
    const bits = reinterpret<u64>(x)
    if ((bits & NOT_FINITE) == NOT_FINITE) {
      if (x == -Infinity) {
        store<u32>(toLowest, entry)
        toLowest += 4
      } else if (x == Infinity) {
        store<u32>(toHighest, entry)
        toHighest += 4
      } else {
        store<u32>(toMissing, entry)
        toMissing += 4
      }
      continue
    }
    const key = ordered(bits)
    low = min(low, key)
    high = max(high, key)
    below = max(below, key < ZERO ? key : 0)
    above = min(above, key > ZERO ? key : u64.MAX_VALUE)
    store<u64>(toKey, key)
    store<u32>(toFinite, entry)
    toKey += 8
    toFinite += 4
  }
  planKeys(made, low, high, below, above, 0)
  squeeze(values, 0, finite, made)
  return sortAll<u32>(values, first, spareKeys, spare, counts, finite, keyBits(made))
}

/**
 * Marks where runs begin among rows that `orderRows` put in order, and writes their smallest and largest values, of which it
 * returns how many there are. A value is a run; with `joins` neighbouring ones that hold one and the same class are one. `keys`
 * and `from` are where the order is, `low` and `high` may be where the keys are. −∞ and ∞ go with the values next to them.
 */
// prettier-ignore
export function markRuns(keys: usize, from: usize, entries: usize, counts: usize, bits: u32, joins: bool, low: usize, high: usize): u32 {

  const made = counts + KEYS_AT
  const found = counts + foundAt()
  const lowest = load<u32>(found)
  const finite = load<u32>(found, 4)
  const highest = load<u32>(found, 8)
  const begins: u32 = 1 << bits
  const ofClass = begins - 1
  const to = entries + ((<usize>lowest) << 2)
  let runs: usize = 0
  // The class of the value before; `begins`, which none is, where it holds several.
  let before = begins
  for (let i: u32 = 0; i < finite;) {
    const start = i
    const key = load<u64>(keys + ((<usize>i) << 3))
    const entry = load<u32>(from + ((<usize>i) << 2))
    let others: u32 = 0
    store<u32>(to + ((<usize>i) << 2), entry)
    for (i++; i < finite && load<u64>(keys + ((<usize>i) << 3)) == key; i++) {
      const other = load<u32>(from + ((<usize>i) << 2))
      others |= entry ^ other
      store<u32>(to + ((<usize>i) << 2), other)
    }
    if (start == 0) others |= differences(entries, lowest, entry)
    if (i == finite) others |= differences(to + ((<usize>finite) << 2), highest, entry)
    const only = others & ofClass ? begins : entry & ofClass
    const value = valueOf(key, made)
    if (!joins || start == 0 || only == begins || only != before) {
      store<u32>(to + ((<usize>start) << 2), entry | (start > 0 ? begins : 0))
      store<u64>(low + (runs << 3), value)
      runs++
    }
    store<u64>(high + ((runs - 1) << 3), value)
    before = only
  }
  return <u32>runs
}

/** The bits in which some entries differ from one. */
function differences(entries: usize, count: u32, entry: u32): u32 {
  let found: u32 = 0
  for (let i: u32 = 0; i < count; i++) found |= entry ^ load<u32>(entries + ((<usize>i) << 2))
  return found
}
