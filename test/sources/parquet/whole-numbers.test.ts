import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactDecimal, exactInteger, toMillis } from '../../../src/sources/parquet/parquet-column.ts'
import {
  decimalNumbers,
  tickMillis,
  unsignedNumbers,
  wholeNumbers,
} from '../../../src/sources/parquet/whole-numbers.ts'

type Loop = (data: BigInt64Array, into: Float64Array, start: number) => number

const near = fc.constantFrom(0n, -1n, 2n ** 53n, -(2n ** 53n), 2n ** 53n - 1n, 2n ** 63n - 1n, -(2n ** 63n))
const value = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-(10n ** 15n), 10n ** 15n), near)
const values = fc.array(value, { minLength: 1, maxLength: 30 }).map((list) => BigInt64Array.from(list))

/** What a loop makes of the values, null where it leaves one to others. */
function made(loop: Loop, data: BigInt64Array): (number | null)[] {
  const into = new Float64Array(data.length)
  const left = new Set<number>()
  for (let i = loop(data, into, 0); i < data.length; i = loop(data, into, i + 1)) left.add(i)
  return Array.from(into, (number, i) => (left.has(i) ? null : number))
}

test.each<[string, Loop, (value: bigint) => number]>([
  ['whole numbers', wholeNumbers, (one) => exactInteger(one, '', '')],
  ['numbers without a sign', unsignedNumbers, (one) => exactInteger(BigInt.asUintN(64, one), '', '')],
  ['microseconds', (data, into, start) => tickMillis(data, into, start, 1000), (one) => toMillis(one, 1000n)],
  ['nanoseconds', (data, into, start) => tickMillis(data, into, start, 1_000_000), (one) => toMillis(one, 1_000_000n)],
  ['decimals', (data, into, start) => decimalNumbers(data, into, start, 3), (one) => exactDecimal(one, 3, '', '')],
])('%s are those of their bigints', (_, loop, slow) => {
  fc.assert(
    fc.property(values, (data) => {
      const found = made(loop, data)
      expect(found).toEqual(found.map((number, i) => (number === null ? null : slow(data[i]))))
    }),
  )
  // None is left where doubles hold all of them.
  expect(made(loop, BigInt64Array.of(0n, 5n, 10n ** 15n))).not.toContain(null)
})

test('decimals of very many places are left to others', () => {
  expect(decimalNumbers(Int32Array.of(1), new Float64Array(1), 0, 30)).toBe(0)
})
