// Doubles as keys of 64 bits: in the order of the values, and as small as can be, since what lies between 0 and the values next
// to it is left out. How they are made is kept in `KEY_BYTES`.

/** The bits of 0 in order. */
export const ZERO: u64 = 0x8000000000000000
/** All bits of the exponent, which only numbers that are not finite have. */
export const NOT_FINITE: u64 = 0x7ff0000000000000
/** Bytes that say how keys are made. */
export const KEY_BYTES: u32 = 40

/** Bits of a double, changed so that unsigned order is the order of the numbers. */
export function ordered(bits: u64): u64 {
  return bits ^ ((<u64>((<i64>bits) >> 63)) | ZERO)
}

/**
 * Writes how keys are made of ordered bits from `low` to `high`, between which 0 has `below` and `above` beside it, with so
 * many bits of marks behind them where there is room.
 */
export function planKeys(made: usize, low: u64, high: u64, below: u64, above: u64, markBits: u64): void {
  const negative = low < ZERO ? below - low + 1 : 0
  const last = high > ZERO ? negative + 1 + (high - above) : negative
  const packed: u64 = 64 - clz<u64>(last) + markBits <= 64 ? markBits : 0
  store<u64>(made, low)
  store<u64>(made, negative, 8)
  store<u64>(made, above - negative - 1, 16)
  store<u64>(made, packed, 24)
  store<u64>(made, packed ? (last << packed) | (((<u64>1) << packed) - 1) : last, 32)
}

/** How many bits of a key say its mark, 0 where marks come along. */
export function markBitsIn(made: usize): u64 {
  return load<u64>(made, 24)
}

/** How many bits keys take. */
export function keyBits(made: usize): u64 {
  return 64 - clz<u64>(load<u64>(made, 32))
}

/** Makes keys of `n` ordered bits in their place: all below 0 begins at 0, what is above it follows at once. */
export function squeeze(keys: usize, marks: usize, n: u32, made: usize): void {
  const low = load<u64>(made)
  const negative = load<u64>(made, 8)
  const skipped = load<u64>(made, 16)
  const packed = load<u64>(made, 24)
  for (let i: u32 = 0; i < n; i++) {
    const at = keys + ((<usize>i) << 3)
    const key = load<u64>(at)
    const above = key > ZERO ? key - skipped : negative
    const place = key < ZERO ? key - low : above
    store<u64>(at, marks ? (place << packed) | (<u64>load<u8>(marks + i)) : place)
  }
}

/** The bits of the double of a key without its mark. */
export function valueOf(place: u64, made: usize): u64 {
  const negative = load<u64>(made, 8)
  const above = place == negative ? ZERO : place + load<u64>(made, 16)
  const key = place < negative ? place + load<u64>(made) : above
  return key ^ ((<u64>((<i64>~key) >> 63)) | ZERO)
}
