/** One double and its bits in the same memory, for a moment. */
export const double: Float64Array = new Float64Array(1)
export const bits: BigInt64Array = new BigInt64Array(double.buffer)

/** The next double above x. */
export function nextUp(x: number): number {
  if (!(x < Infinity)) return x
  if (x === 0) return Number.MIN_VALUE
  double[0] = x
  bits[0] += x > 0 ? 1n : -1n
  return double[0]
}

/** The next double below x. */
export function nextDown(x: number): number {
  return -nextUp(-x)
}

/** The largest double of at most 16 binary digits after the leading one that is not above x. */
export function leadingBits(x: number): number {
  double[0] = x
  const rest = bits[0] & 0xf_ffff_ffffn
  // Below zero the same bits without the rest lie nearer to zero, which is above x.
  bits[0] += x < 0 && rest > 0n ? 0x10_0000_0000n - rest : -rest
  return double[0]
}

/** 2 to the power of a whole number, exactly; the language leaves the last bit of `**` to the runtime. */
export function powerOfTwo(exponent: number): number {
  const factor = exponent < 0 ? 0.5 : 2
  let power = 1
  for (let i = Math.abs(exponent); i > 0; i--) power *= factor
  return power
}

/** The nearest whole number where only rounding lies between, as after 0.01 was added to a count and taken away again. */
export function nearWhole(x: number): number {
  const whole = Math.round(x)
  return Math.abs(x - whole) < 1e-6 ? whole + 0 : x
}
