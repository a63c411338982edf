const double = new Float64Array(1)
const bits = new BigInt64Array(double.buffer)

/** The next double above x. */
export function nextUp(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x
  if (x === 0) return Number.MIN_VALUE
  double[0] = x
  bits[0] += x > 0 ? 1n : -1n
  return double[0]
}

/** The next double below x. */
export function nextDown(x: number): number {
  return -nextUp(-x)
}
