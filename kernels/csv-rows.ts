// Reads the rows of a text table: plain numbers go straight from their bytes into columns, exactly rounded; where every other
// field lies is noted. What is not a plain record (blank or of another width, quotes with more than text in them, bytes beyond
// ASCII) ends the work, as does the end of the bytes.
//
// Digits are read sixteen at a time. A number of up to 19 digits times a power of ten is rounded by Lemire's method (Number
// parsing at a gigabyte per second, 2021): the upper bits of the product with a 128-bit power of five are enough, unless the
// product lies so close to halfway between two doubles that a field is left to whoever called.

const LF: u32 = 10
const CR: u32 = 13
const QUOTE: u32 = 34
const PLUS: u32 = 43
const MINUS: u32 = 45
const ZERO: u32 = 48
const LETTER_E: u32 = 101

/** What a column takes: nothing, numbers, or whatever is in its fields. */
const LEAVE: u32 = 0
const NUMBER: u32 = 1

/** What a byte means outside quotes: text, the end of a field, or more than can be told here. */
const PLAIN: u32 = 0
const ENDS: u32 = 1

/** Digits that are looked at, zeros at the start included. */
const MOST_DIGITS: u32 = 24
const TOO_MANY: u32 = 99
/** Powers of ten that there are in the table, from −128 on. Numbers of 19 digits times one of them are normal doubles. */
const LEAST_POWER: i32 = -128
const POWERS: u32 = 256
const NO_EXPONENT: i32 = 10000

const NAN: u64 = 0x7ff8000000000000
/** The exponent of a double from 2^53 on. Such numbers are noted, since they may have lost digits. */
const LARGE: u64 = 1023 + 53
/** No number that can be read for sure: bits that no finite double has. */
const UNKNOWN: u64 = 0xffffffffffffffff
const ALL: u64 = 0xffffffffffffffff

/** Bytes of a noted field: column, row, first byte, byte behind the last. */
const NOTE: usize = 16

/** Numbers of 32 bits that a call is given, and the last two that it gives back. */
class Call {
  /** columns of the table, and by column what it takes (a byte each) */
  width: u32
  takes: u32
  /** by byte, what it means outside quotes; and whether a number that starts with it is noted */
  meanings: u32
  guard: u32
  decimal: u32
  delimiter: u32
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
  const delimiter = call.delimiter
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
      const first = <u32>load<u8>(at)
      let stop = at
      let bits = UNKNOWN
      if (taken == NUMBER && load<u8>(guard + first) == 0) {
        const negative = <u32>(first == MINUS)
        const signed = negative | (<u32>(first == PLUS))
        // Digits from `at` on, behind a sign; then, if there is one, the decimal mark and more of them.
        let others = otherThanDigits(at) & ~signed
        let count = <u32>ctz(others)
        let fraction: u32 = 0
        let unmoved: u32 = 32
        stop = at + <usize>count
        if (<u32>load<u8>(stop) == decimal) {
          others &= others - 1
          const length = <u32>ctz(others)
          fraction = length - count - 1
          unmoved = fraction
          count = length - 1
          stop = at + <usize>length
        }
        count -= signed
        const digitsEnd = stop
        const by = <u32>load<u8>(stop)
        let power = -(<i32>fraction)
        if (by != delimiter) {
          if ((by | 32) == LETTER_E) {
            power += exponentAt(stop + 1)
            stop = exponentEnd
            if (<u32>(power - LEAST_POWER) >= POWERS) count = TOO_MANY
          }
          if (<u32>load<u8>(meanings + load<u8>(stop)) != ENDS) count = TOO_MANY
        }
        if (count - 1 < MOST_DIGITS) {
          bits = nearest(digitsBefore(digitsEnd, count, unmoved, masks), power, powers) | ((<u64>negative) << 63)
        } else if (count == 0 && stop == at) {
          // Nothing at all is a missing value.
          bits = NAN
        }
      }
      if (bits != UNKNOWN) {
        store<u64>(slot, bits)
      } else {
        stop = fieldEnd(at, meanings)
        if (stop == 0) break
        if (taken != LEAVE) {
          noteField(note, column, row, at, stop)
          note += NOTE
        }
      }
      at = stop + 1
      const by = <u32>load<u8>(stop)
      if (by == delimiter) continue
      // Behind the last bytes there is a line end too. A line that ends early is blank or broken; of one column it may be blank.
      if (stop >= end || column + 1 < width || (width == 1 && isBlank(start, stop))) break
      if (by == CR) {
        if (at >= end) break
        if (load<u8>(at) == LF) at++
      }
      start = at
      notes = note
      column = width
    }
    // Where the record ended with its last field, the loop has gone one further.
    if (column <= width) break
  }
  call.stop = <u32>start
  call.noted = <u32>((notes - <usize>call.notes) / NOTE)
  return row
}

/** One bit for each of 32 bytes, set where it is no digit. */
function otherThanDigits(at: usize): u32 {
  return noDigits(v128.load(at)) | (noDigits(v128.load(at, 16)) << 16)
}

function noDigits(bytes: v128): u32 {
  // Moved so that the digits are the ten least of the signed bytes, which are quicker to compare.
  return i8x16.bitmask(i8x16.gt_s(i8x16.sub(bytes, i8x16.splat(-80)), i8x16.splat(-119)))
}

/**
 * The number that `count` digits before `end` make, at most 24; ALL where there are more than 19 after zeros. The last
 * `unmoved` of them are together; between them and those before there is a decimal mark.
 */
function digitsBefore(end: usize, count: u32, unmoved: u32, masks: usize): u64 {
  // The bytes as they are and moved on by one, which closes the gap.
  const keep = masks + 8 + <usize>count
  const choose = masks + 8 + <usize>unmoved
  const sixteen = v128.bitselect(v128.load(end - 16), v128.load(end - 17), v128.load(choose, 8))
  const low = sixteenDigits(v128.and(i8x16.sub(sixteen, i8x16.splat(48)), v128.load(keep, 8)))
  const kept = load<u64>(keep)
  const chosen = load<u64>(choose)
  const eight = ((load<u64>(end - 24) & chosen) | (load<u64>(end - 25) & ~chosen)) & kept
  const high = eightDigits(eight - (0x3030303030303030 & kept))
  return high > 999 ? ALL : high * 10000000000000000 + low
}

/** The number of 16 digits, each a byte from 0 to 9: neighbours are joined three times. */
function sixteenDigits(digits: v128): u64 {
  const pairs = i16x8.add(i16x8.mul(v128.and(digits, i16x8.splat(255)), i16x8.splat(10)), i16x8.shr_u(digits, 8))
  const fours = i32x4.dot_i16x8_s(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1))
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_u(fours, fours), i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1))
  return <u64>i32x4.extract_lane(eights, 0) * 100000000 + <u64>i32x4.extract_lane(eights, 1)
}

/** The number of 8 digits, each a byte from 0 to 9, the first in the lowest. */
function eightDigits(digits: u64): u64 {
  const pairs = digits * 10 + (digits >> 8)
  const fours = (pairs & 0x00ff00ff00ff00ff) * 100 + ((pairs >> 16) & 0x00ff00ff00ff00ff)
  return (fours & 0xffff) * 10000 + ((fours >> 32) & 0xffff)
}

let exponentEnd: usize = 0

/** The exponent of up to four digits at `at`; one that no number has where there is none. `exponentEnd` is then behind it. */
function exponentAt(at: usize): i32 {
  const sign = <u32>load<u8>(at)
  const first = at + <usize>((sign == MINUS) | (sign == PLUS))
  let exponent: i32 = 0
  let end = first
  for (; end < first + 4; end++) {
    const digit = <u32>load<u8>(end) - ZERO
    if (digit > 9) break
    exponent = exponent * 10 + <i32>digit
  }
  exponentEnd = end
  return end == first ? NO_EXPONENT : sign == MINUS ? -exponent : exponent
}

/** The bits of the double nearest to whole · 10^power; UNKNOWN from 2^53 on, where digits may be lost, and in doubt. */
function nearest(whole: u64, power: i32, powers: usize): u64 {
  if (power == 0 && whole >> 53 == 0) return reinterpret<u64>(<f64>whole)
  if (whole == 0) return 0
  if (whole == ALL) return UNKNOWN
  const bits = rounded(whole, power, powers)
  return bits >> 52 >= LARGE ? UNKNOWN : bits
}

/** whole · 10^power as the bits of the nearest double, ties to even; UNKNOWN where the product does not tell. */
function rounded(whole: u64, power: i32, powers: usize): u64 {
  const shift = clz(whole)
  const shifted = whole << shift
  const entry = powers + ((<usize>(power - LEAST_POWER)) << 4)
  let upper = multiplied(shifted, load<u64>(entry))
  // All ones, to which a carry may come, or all zeros, which may be halfway: the lower halves have to be looked at.
  if (((upper + 1) & 0x1ff) <= 1) {
    upper = looked(upper, shifted, entry)
    if (upper == UNKNOWN) return UNKNOWN
  }
  const top = upper >> 63
  // log2(10) as a fraction of 65536; the leading bit of the mantissa adds one to the exponent.
  const exponent = <u64>(((217706 * power) >> 16) + 63 + <i32>top - <i32>shift + 1022)
  // 53 bits and one for rounding.
  return (exponent << 52) + (((upper >> (top + 9)) + 1) >> 1)
}

function looked(first: u64, shifted: u64, entry: usize): u64 {
  const more = multiplied(shifted, load<u64>(entry, 8))
  const lower = shifted * load<u64>(entry) + more
  const upper = first + <u64>(lower < more)
  const cut = (upper >> 63) + 9
  const half = upper << (64 - cut) == 0 && ((upper >> cut) & 1) != 0
  return lower == 0xffffffffffffffff || (half && lower <= 1) ? UNKNOWN : upper
}

/** The upper 64 bits of a product. */
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
