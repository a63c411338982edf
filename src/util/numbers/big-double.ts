import { bits, double, powerOfTwo } from './doubles.ts'

/** Doubles are whole multiples of 2^-1074, so as such integers they add and multiply without any rounding or overflow. */
const UNIT_EXPONENT = 1074

/** A finite double as an integer number of 2^-1074. */
export function toUnits(x: number): bigint {
  double[0] = Math.abs(x)
  const exponent = bits[0] >> 52n
  const mantissa = bits[0] & 0xfffffffffffffn
  const units = exponent === 0n ? mantissa : (mantissa | 0x10000000000000n) << (exponent - 1n)
  return x < 0 ? -units : units
}

/** The product of two doubles in units of 2^-1074; exact where the product has no smaller digits. */
export function productUnits(a: number, b: number): bigint {
  return (toUnits(a) * toUnits(b)) >> BigInt(UNIT_EXPONENT)
}

/** The nearest double to an integer number of 2^-1074, ties to even; infinite beyond the largest double. */
export function fromUnits(units: bigint): number {
  const size = units < 0n ? -units : units
  // 100 bits and whether anything follows are enough to round by; fewer bits need no help.
  const shift = Math.max(0, size.toString(16).length * 4 - 100)
  const kept = size >> BigInt(shift)
  const sticky = kept << BigInt(shift) === size ? kept : kept | 1n
  const scaled = Number(sticky) * powerOfTwo(Math.max(0, shift - UNIT_EXPONENT))
  const value = scaled * powerOfTwo(Math.min(0, shift - UNIT_EXPONENT))
  return units < 0n ? -value : value
}
