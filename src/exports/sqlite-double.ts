const double = new Float64Array(1)
const bits = new BigUint64Array(double.buffer)

/** In between, digits were read exactly in trials of an old (3.40) and a new (3.54) SQLite. */
const [SMALL, LARGE] = [1e-30, 1e30]

/**
 * A finite number as SQLite reads it back to the same double. Older versions, such as 3.40, read some digits with very
 * small exponents a little off; numbers that far out are written as a whole number times or over powers of two.
 */
export function sqliteDouble(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0.0'
  const text = String(value).replace('e+', 'e')
  if (size >= SMALL && size <= LARGE) return text.includes('e') ? text : `${text}e0`
  double[0] = size
  const field = Number(bits[0] >> 52n)
  let whole = bits[0] & ((1n << 52n) - 1n)
  if (field > 0) whole |= 1n << 52n
  let power = Math.max(1, field) - 1075
  for (; whole % 2n === 0n; power++) whole /= 2n
  let product = `${value < 0 ? '-' : ''}${whole}.0`
  while (power !== 0) {
    // 2⁶² is the largest power of two that SQLite takes for a whole number.
    const step = Math.min(62, Math.abs(power))
    product += `${power > 0 ? ' * ' : ' / '}${2n ** BigInt(step)}`
    power -= Math.sign(power) * step
  }
  return `(${product})`
}
