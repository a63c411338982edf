/** Those of kernels/csv-rows.ts. */
const LEAST = -128
const MOST = 127
const UPPER = 64n
const WORD = (1n << UPPER) - 1n

let known: BigUint64Array | null = null

/**
 * 5^−128 to 5^127, each as 128 bits of which the highest is set: the upper 64, then the lower. What does not fit is cut off;
 * the inverse powers, none of which fits, are above the true value.
 */
export function powersOfFive(): BigUint64Array {
  known ??= BigUint64Array.from(
    Array.from({ length: MOST - LEAST + 1 }, (_, i) => bitsOf(LEAST + i)).flatMap((bits) => [
      bits >> UPPER,
      bits & WORD,
    ]),
  )
  return known
}

function bitsOf(power: number): bigint {
  const five = 5n ** BigInt(Math.abs(power))
  const length = BigInt(five.toString(2).length)
  if (power < 0) return (1n << (length + 127n)) / five + 1n
  return length <= 128n ? five << (128n - length) : five >> (length - 128n)
}
