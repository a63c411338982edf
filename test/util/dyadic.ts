/** An exact number of any size: digits · 2^exponent. What sums and products of doubles are compared with. */
export interface Dyadic {
  readonly digits: bigint
  readonly exponent: number
}

export const ZERO: Dyadic = { digits: 0n, exponent: 0 }

/** A finite double as it is, without rounding. */
export function dyadic(x: number): Dyadic {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const digits = biased === 0 ? fraction : fraction | 0x10000000000000n
  return { digits: bits >> 63n === 1n ? -digits : digits, exponent: Math.max(biased, 1) - 1075 }
}

export function plus(a: Dyadic, b: Dyadic): Dyadic {
  const exponent = Math.min(a.exponent, b.exponent)
  return {
    digits: (a.digits << BigInt(a.exponent - exponent)) + (b.digits << BigInt(b.exponent - exponent)),
    exponent,
  }
}

export function times(a: Dyadic, b: Dyadic): Dyadic {
  return { digits: a.digits * b.digits, exponent: a.exponent + b.exponent }
}

/** The exact sum of doubles. */
export function sumOf(terms: Iterable<number>): Dyadic {
  let sum = ZERO
  for (const term of terms) sum = plus(sum, dyadic(term))
  return sum
}

/** The nearest double, ties to even; infinite where doubles end. */
export function nearest({ digits, exponent }: Dyadic): number {
  if (digits === 0n) return 0
  const size = digits < 0n ? -digits : digits
  const last = Math.max(size.toString(2).length + exponent - 53, -1074) // weight of the last bit a double keeps
  const sign = digits < 0n ? -1 : 1
  if (exponent >= last) return sign * Number(size << BigInt(exponent - last)) * 2 ** last
  const drop = BigInt(last - exponent)
  const kept = size >> drop
  const rest = size - (kept << drop)
  const half = 1n << (drop - 1n)
  const up = rest > half || (rest === half && kept % 2n === 1n)
  return sign * Number(up ? kept + 1n : kept) * 2 ** last
}
