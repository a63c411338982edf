/*
 * Stored whole numbers as doubles without a bigint per value, which would cost more than all else. Each loop begins at a
 * value and gives the place of the first that it leaves to slower ways, or the number of values.
 */

type Whole = BigInt64Array | Int32Array

/** High halves of the numbers from -2^53 to below 2^53, which doubles hold. */
const [LEAST_HIGH, ABOVE_HIGH] = [-(2 ** 21), 2 ** 21]
const LOW = 2 ** 32
/** Up to this power of ten a double holds it, so that one division rounds once. */
const MOST_PLACES = 22

/** The numbers themselves; `divisor` divides them, whose quotient is rounded once. */
export function wholeNumbers(data: Whole, into: Float64Array, start: number, divisor: number = 1): number {
  if (data instanceof Int32Array) {
    for (let i = start; i < data.length; i++) into[i] = data[i] / divisor
    return data.length
  }
  const halves = new Int32Array(data.buffer, data.byteOffset, data.length * 2)
  for (let i = start; i < data.length; i++) {
    const high = halves[2 * i + 1]
    if (high < LEAST_HIGH || high >= ABOVE_HIGH) return i
    into[i] = (high * LOW + (halves[2 * i] >>> 0)) / divisor
  }
  return data.length
}

/** The same of numbers without a sign. */
export function unsignedNumbers(data: Whole, into: Float64Array, start: number): number {
  if (data instanceof Int32Array) return start
  const halves = new Uint32Array(data.buffer, data.byteOffset, data.length * 2)
  for (let i = start; i < data.length; i++) {
    if (halves[2 * i + 1] >= ABOVE_HIGH) return i
    into[i] = halves[2 * i + 1] * LOW + halves[2 * i]
  }
  return data.length
}

/** Milliseconds of so many parts each; what is finer than a microsecond is dropped. */
export function tickMillis(data: Whole, into: Float64Array, start: number, perMilli: number): number {
  if (perMilli <= 1000) return wholeNumbers(data, into, start, perMilli)
  if (data instanceof Int32Array) return start
  const halves = new Int32Array(data.buffer, data.byteOffset, data.length * 2)
  for (let i = start; i < data.length; i++) {
    // A division by hand, since nanoseconds are more than a double holds.
    const high = halves[2 * i + 1]
    const above = Math.floor(high / 1000)
    const micros = above * LOW + Math.floor(((high - above * 1000) * LOW + (halves[2 * i] >>> 0)) / 1000)
    if (micros < LEAST_HIGH * LOW || micros > ABOVE_HIGH * LOW) return i
    into[i] = micros / 1000
  }
  return data.length
}

/** Whole numbers of units of which 10^scale are one. */
export function decimalNumbers(data: Whole, into: Float64Array, start: number, scale: number): number {
  return scale > MOST_PLACES ? start : wholeNumbers(data, into, start, Number(`1e${scale}`))
}
