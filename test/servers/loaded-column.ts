/** A column to put into a table of a database, bit for bit. */
export type LoadedColumn =
  | { readonly name: string; readonly kind: 'double'; readonly values: ArrayLike<number | null> }
  | { readonly name: string; readonly kind: 'text'; readonly values: ArrayLike<string | null> }
  | { readonly name: string; readonly kind: 'integer'; readonly values: ArrayLike<bigint | null> }
  | { readonly name: string; readonly kind: 'boolean'; readonly values: ArrayLike<boolean | null> }
  /** days since 1970 */
  | { readonly name: string; readonly kind: 'date'; readonly values: ArrayLike<number | null> }
  /** microseconds since 1970, in UTC */
  | { readonly name: string; readonly kind: 'timestamp'; readonly values: ArrayLike<bigint | null> }
  /** digits such as -12.50, with so many in all and so many behind the point */
  | {
      readonly name: string
      readonly kind: 'decimal'
      readonly precision: number
      readonly scale: number
      readonly values: ArrayLike<string | null>
    }

/** Doubles that go wrong first. */
export const NASTY_DOUBLES: readonly (number | null)[] = [
  0, -0, 1, -1, 0.1, 1 / 3, -2 / 3, 5e-324, -5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, 1e308, -1e308,
  Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53) + 1, 1e15, 1e16, 1e21, 123456789.125,
  Number.EPSILON, 1 + Number.EPSILON, Infinity, -Infinity, Number.NaN, null, 4.35, 0.000001, 1.7976931348623157e308,
] // prettier-ignore

/** The same doubles each time, of every size: any 64 bits but those of NaN. */
export function anyDoubles(count: number, seed: number = 7): Float64Array {
  const words = new Uint32Array(2 * count)
  let state = seed
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    words[i] = state ^ (state >>> 15)
  }
  return new Float64Array(words.buffer).map((value) => (Number.isNaN(value) ? 0 : value))
}

/** The bits of doubles, to compare also −0 and NaN, which is what stands for NULL. */
export function bitsOf(values: ArrayLike<number | null>): BigUint64Array {
  const doubles = Float64Array.from({ length: values.length }, (_, i) => values[i] ?? Number.NaN)
  return new BigUint64Array(doubles.map((value) => (Number.isNaN(value) ? Number.NaN : value)).buffer)
}
