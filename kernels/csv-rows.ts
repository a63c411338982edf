// Reads the rows of a text table: plain numbers go straight from their bytes into columns, exactly rounded; where every other
// field lies is noted. What is not a plain record (blank or of another width, quotes with more than text in them, bytes beyond
// ASCII) ends the work, as does the end of the bytes.
//
// Digits are read sixteen at a time. A number of up to 19 digits times a power of ten is rounded by Lemire's method (Number
// parsing at a gigabyte per second, 2021): the upper bits of the product with a 128-bit power of five are enough, unless the
// product lies so close to halfway between two doubles that a field is left to whoever called.

const COMMA_E: u32 = 101
const QUOTE: u32 = 34
const PLUS: u32 = 43
const MINUS: u32 = 45
const ZERO: u32 = 48
const CR: u32 = 13
const LF: u32 = 10

/** What a column takes: nothing, numbers, or whatever is in its fields. */
const LEAVE: u32 = 0
const NUMBER: u32 = 1

/** What a byte means outside quotes: text, the end of a field, or more than can be told here. */
const PLAIN: u32 = 0
const ENDS: u32 = 1

/** Powers of ten that there are in the table. All numbers of 19 digits times one of them are normal doubles. */
const LEAST_POWER: i32 = -128
const MOST_POWER: i32 = 127

const NAN: u64 = 0x7ff8000000000000
/** The exponent of a double from 2^53 on. Such numbers are noted, since they may have lost digits. */
const LARGE: u64 = 1023 + 53
/** No bits of a finite double. */
const UNKNOWN: u64 = 0xffffffffffffffff

/** Bytes of a noted field: column, row, first byte, byte behind the last. */
const NOTE: usize = 16

/** Numbers of 32 bits that a call is given, and the last two that it gives back. */
// @ts-ignore: decorator
@unmanaged
class Call {
  /** columns of the table, and by column what it takes (a byte each) */
  width: u32
  takes: u32
  /** by byte, what it means outside quotes; and whether a number that starts with it is noted */
  meanings: u32
  guard: u32
  decimal: u32
  /** where the first column goes, and bytes from a column to the next */
  columns: u32
  stride: u32
  /** where fields are noted, and how many there is room for: at least a row of them */
  notes: u32
  mostNotes: u32
  /** 32 bytes 0, then 32 bytes 255 */
  masks: u32
  /** of each power of five its upper and lower 64 bits, the highest bit set */
  powers: u32
  stop: u32
  noted: u32
}

/** Reads up to `most` rows from `from` on, each of which ends before `end`. At `end` there is a line feed. */
export function readRows(call: Call, from: usize, end: usize, most: u32): u32 {
  const width = call.width
  const takes = <usize>call.takes
  const meanings = <usize>call.meanings
  const guard = <usize>call.guard
  const decimal = call.decimal
  const stride = <usize>call.stride
  const masks = <usize>call.masks
  const powers = <usize>call.powers
  const lastNote = <usize>call.notes + (<usize>call.mostNotes - <usize>width) * NOTE
  let to = <usize>call.columns
  let notes = <usize>call.notes
  let start = from
  let row: u32 = 0

  for (; row < most && notes <= lastNote; row++, to += 8) {
    let at = start
    let column: u32 = 0
    let slot = to
    let note = notes
    for (; column < width; column++, slot += stride) {
      const taken = <u32>load<u8>(takes + column)
      let stop = at
      if (taken == NUMBER && load<u8>(guard + load<u8>(at)) == 0) {
        const bits = number(at, decimal, meanings, masks, powers)
        stop = <usize>numberEnd
        if (bits != UNKNOWN) {
          store<u64>(slot, bits)
        } else {
          stop = fieldEnd(at, meanings)
          if (stop == 0) break
          noteField(note, column, row, at, stop)
          note += NOTE
        }
      } else {
        stop = fieldEnd(at, meanings)
        if (stop == 0) break
        if (taken != LEAVE) {
          noteField(note, column, row, at, stop)
          note += NOTE
        }
      }
      if (stop >= end) break
      at = stop + 1
      const by = <u32>load<u8>(stop)
      if ((by == LF) | (by == CR)) {
        // A line that ends early is blank or broken; of a single column it may be blank.
        if (column + 1 < width || (width == 1 && isBlank(start, stop))) break
        if (by == CR) {
          if (at >= end) break
          if (load<u8>(at) == LF) at++
        }
        start = at
        notes = note
        column = width
      } else if (column + 1 == width) {
        break
      }
    }
    // Only a record that was read to its end has moved the start behind itself.
    if (column != width + 1) break
  }
  call.stop = <u32>start
  call.noted = <u32>((notes - <usize>call.notes) / NOTE)
  return row
}

let numberEnd: u32 = 0

/** The bits of the number at `at`, whose end is then in `numberEnd`; UNKNOWN where it is none that can be read for sure. */
// @ts-ignore: decorator
@inline
function number(at: usize, decimal: u32, meanings: usize, masks: usize, powers: usize): u64 {
  const sign = <u32>load<u8>(at)
  const negative = sign == MINUS
  const digits = at + <usize>(negative | (sign == PLUS))
  let other = otherThanDigits(v128.load(digits)) | (otherThanDigits(v128.load(digits, 16)) << 16)
  let end = digits + <usize>ctz(other)
  let fraction: u32 = 0
  let unshifted: u32 = 32
  let count = ctz(other)
  if (other != 0 && <u32>load<u8>(end) == decimal) {
    other &= other - 1
    const stop = ctz(other)
    fraction = stop - count - 1
    unshifted = fraction
    count = stop - 1
    end = digits + <usize>stop
  }
  numberEnd = <u32>end
  let by = <u32>load<u8>(end)
  if (other == 0 || count > 24) return UNKNOWN
  if (count == 0) {
    // Nothing at all is a missing value.
    return end == at && <u32>load<u8>(meanings + by) == ENDS ? NAN : UNKNOWN
  }
  // The last 24 digits as they are, and moved on by one byte, which closes the gap of the decimal mark before the fraction.
  const keep = masks + 8 + <usize>count
  const choose = masks + 8 + <usize>unshifted
  const low = sixteenDigits(
    v128.and(
      v128.sub<u8>(v128.bitselect(v128.load(end - 16), v128.load(end - 17), v128.load(choose, 8)), i8x16.splat(48)),
      v128.load(keep, 8),
    ),
  )
  const kept = load<u64>(keep)
  const chosen = load<u64>(choose)
  const eight = ((load<u64>(end - 24) & chosen) | (load<u64>(end - 25) & ~chosen)) & kept
  const high = eightDigits(eight - (0x3030303030303030 & kept))
  // 19 digits at most, which 64 bits hold.
  if (high > 999) return UNKNOWN
  const whole = high * 10000000000000000 + low
  let power = -(<i32>fraction)
  if (<u32>load<u8>(meanings + by) != ENDS) {
    if ((by | 32) != COMMA_E) return UNKNOWN
    let e = end + 1
    const down = <u32>load<u8>(e) == MINUS
    if (down || <u32>load<u8>(e) == PLUS) e++
    const first = e
    let written: i32 = 0
    for (by = load<u8>(e); by - ZERO < 10 && e < first + 4; by = load<u8>(++e)) written = written * 10 + <i32>(by - ZERO)
    if (e == first || <u32>load<u8>(meanings + by) != ENDS) return UNKNOWN
    power += down ? -written : written
    numberEnd = <u32>e
    if (power < LEAST_POWER || power > MOST_POWER) return UNKNOWN
  }
  let bits: u64
  if (whole == 0) bits = 0
  else if (power == 0 && whole >> 53 == 0) bits = reinterpret<u64>(<f64>whole)
  else bits = rounded(whole, power, powers)
  if (bits >> 52 >= LARGE) return UNKNOWN
  return bits | ((<u64>negative) << 63)
}

/** One bit for each of 16 bytes, set where it is no digit. */
// @ts-ignore: decorator
@inline
function otherThanDigits(bytes: v128): u32 {
  return i8x16.bitmask(i8x16.gt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(9)))
}

/** The number of 16 digits, each a byte from 0 to 9: neighbours are joined three times. */
// @ts-ignore: decorator
@inline
function sixteenDigits(digits: v128): u64 {
  const pairs = i16x8.add(
    i16x8.mul(v128.and(digits, i16x8.splat(255)), i16x8.splat(10)),
    i16x8.shr_u(digits, 8),
  )
  const fours = i32x4.dot_i16x8_s(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1))
  const eights = i32x4.dot_i16x8_s(
    i16x8.narrow_i32x4_u(fours, fours),
    i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1),
  )
  return <u64>i32x4.extract_lane(eights, 0) * 100000000 + <u64>i32x4.extract_lane(eights, 1)
}

/** The number of 8 digits, each a byte from 0 to 9, the first in the lowest. */
// @ts-ignore: decorator
@inline
function eightDigits(digits: u64): u64 {
  const pairs = digits * 10 + (digits >> 8)
  const fours = (pairs & 0x00ff00ff00ff00ff) * 100 + ((pairs >> 16) & 0x00ff00ff00ff00ff)
  return (fours & 0xffff) * 10000 + ((fours >> 32) & 0xffff)
}

/** whole · 10^power as the bits of the nearest double, ties to even; UNKNOWN where the product does not tell. */
// @ts-ignore: decorator
@inline
function rounded(whole: u64, power: i32, powers: usize): u64 {
  const shift = clz(whole)
  const shifted = whole << shift
  const entry = powers + ((<usize>(power - LEAST_POWER)) << 4)
  let upper = multiplied(shifted, load<u64>(entry))
  let lower = shifted * load<u64>(entry)
  if ((upper & 0x1ff) == 0x1ff) {
    // The lower half of the power of five may still carry into the bits that count.
    const more = multiplied(shifted, load<u64>(entry, 8))
    lower += more
    upper += <u64>(lower < more)
    if (lower == 0xffffffffffffffff) return UNKNOWN
  }
  const top = upper >> 63
  // 53 bits and one for rounding.
  const bits = upper >> (top + 9)
  if (lower <= 1 && (bits & 1) != 0 && bits << (top + 9) == upper) return UNKNOWN
  // log2(10) as a fraction of 65536; the leading bit of the mantissa adds one to the exponent.
  const exponent = <u64>(((217706 * power) >> 16) + 63 + <i32>top - <i32>shift + 1022)
  return (exponent << 52) + ((bits + 1) >> 1)
}

/** The upper 64 bits of a product. */
// @ts-ignore: decorator
@inline
function multiplied(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff
  const a1 = a >> 32
  const b0 = b & 0xffffffff
  const b1 = b >> 32
  const middle = a1 * b0 + ((a0 * b0) >> 32)
  const other = a0 * b1 + (middle & 0xffffffff)
  return a1 * b1 + (middle >> 32) + (other >> 32)
}

/** The byte that ends a field, which may be in quotes that hold plain text alone; 0 where that cannot be told. */
function fieldEnd(at: usize, meanings: usize): usize {
  let stop = at
  // Where quotes are plain text, they mean nothing.
  if (<u32>load<u8>(at) == QUOTE && <u32>load<u8>(meanings + QUOTE) != PLAIN) {
    do {
      stop++
      const by = <u32>load<u8>(stop)
      if (by == QUOTE) break
      if ((by == LF) | (by == CR) || <u32>load<u8>(meanings + by) > ENDS) return 0
    } while (true)
    stop++
    return <u32>load<u8>(meanings + load<u8>(stop)) == ENDS ? stop : 0
  }
  let meaning = <u32>load<u8>(meanings + load<u8>(stop))
  while (meaning == PLAIN) meaning = load<u8>(meanings + load<u8>(++stop))
  return meaning == ENDS ? stop : 0
}

// @ts-ignore: decorator
@inline
function noteField(note: usize, column: u32, row: u32, at: usize, stop: usize): void {
  store<u32>(note, column)
  store<u32>(note, row, 4)
  store<u32>(note, <u32>at, 8)
  store<u32>(note, <u32>stop, 12)
}

/** Whether there is nothing but white space. */
function isBlank(from: usize, to: usize): bool {
  for (let at = from; at < to; at++) {
    const by = <u32>load<u8>(at)
    if (by != 32 && by - 9 > 4) return false
  }
  return true
}
