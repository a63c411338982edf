/**
 * The bit key of layer one: the bits of |x| without the last `shift` ones, negative numbers mirrored. It grows with x, and
 * keys of different shifts nest, so cells of different resolution merge exactly. Only neighbours are compared here, so a
 * key is never needed as a number, which for shifts below 10 would not be a safe integer.
 */

/** Largest shift: sign and exponent alone are left of a double. */
export const MOST_SHIFT = 52

const pair = new Float64Array(2)
const words = new Uint32Array(pair.buffer)
const HIGH = new Uint32Array(new Float64Array([1]).buffer)[1] > 0 ? 1 : 0

/** Whether two finite values, neither of them −0, have the same key. */
export function sameCell(a: number, b: number, shift: number): boolean {
  if (a === b) return true
  pair[0] = a
  pair[1] = b
  const [highA, highB] = [words[HIGH], words[2 + HIGH]]
  if (shift >= 32) return highA >>> (shift - 32) === highB >>> (shift - 32)
  return highA === highB && words[1 - HIGH] >>> shift === words[3 - HIGH] >>> shift
}

const bits = new BigInt64Array(pair.buffer)

/** The key of a value as a number: its bits without the last `shift` ones, negative numbers mirrored. */
export function cellNumber(value: number, shift: number): bigint {
  pair[0] = Math.abs(value)
  const number = bits[0] >> BigInt(shift)
  return value < 0 ? -1n - number : number
}

/** The least shift that leaves at most so many keys between two values. */
export function shiftBetween(lo: number, hi: number, most: number): number {
  for (let shift = 0; ; shift++) {
    if (shift === MOST_SHIFT || cellNumber(hi, shift) - cellNumber(lo, shift) < BigInt(most)) return shift
  }
}
