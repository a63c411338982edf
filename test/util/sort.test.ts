import { describe, expect, test } from 'vitest'
import { random } from '../../src/util/random.ts'
import { sortedOrder } from '../../src/util/sort.ts'

/** The plain comparison sort the fast one must agree with. */
function plainOrder(values: Float64Array): Uint32Array {
  const order = Array.from(values, (_, i) => i)
  order.sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : a - b))
  return Uint32Array.from(order)
}

/** Around the thresholds: 32 for insertion, 700 for radix. */
const SIZES = [0, 1, 2, 3, 31, 32, 33, 34, 64, 699, 700, 701, 702, 1400, 3000]

const { next, integer, normal } = random(3)
const anyDouble = (): number => {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setUint32(0, integer(2 ** 32))
  bits.setUint32(4, integer(2 ** 32))
  const x = bits.getFloat64(0)
  return Number.isFinite(x) ? x + 0 : 0
}

const KINDS: Record<string, () => number> = {
  'doubles of every size': anyDouble,
  'numbers around zero': normal,
  'positive numbers': next,
  'negative numbers': () => -next() - 1,
  'whole numbers with ties': () => integer(20) - 10,
  'few values': () => [-1e300, 0, 5e-324, 3][integer(4)],
  'one value': () => 7,
  'numbers that share the high word': () => 1 + integer(2 ** 20) * Number.EPSILON,
  'negative numbers that share the high word': () => -1 - integer(2 ** 20) * Number.EPSILON,
  'high words shared by a few': () => integer(40) - 20 + integer(1000) * 2 ** -45,
  'high words shared by many, ties too': () => (integer(2) === 0 ? 1 : -1) * (1 + integer(300) * Number.EPSILON),
  subnormals: () => (integer(2000) - 1000) * Number.MIN_VALUE + 0,
  'the ends of the doubles': () => [Number.MAX_VALUE, -Number.MAX_VALUE, 0][integer(3)],
}

describe('sortedOrder', () => {
  for (const [kind, make] of Object.entries(KINDS)) {
    test(`puts ${kind} in the order of a plain sort, ties as they came`, () => {
      for (const size of SIZES) {
        const values = Float64Array.from({ length: size }, make)
        expect(sortedOrder(values)).toEqual(plainOrder(values))
      }
    })
  }

  for (const run of [2, 31, 32, 33, 34, 699, 700, 701]) {
    test(`sorts a run of ${run} numbers that share the high word within many others`, () => {
      const values = Float64Array.from({ length: 1500 }, (_, i) =>
        i % 2 === 0 && i < 2 * run ? -2 - integer(2 ** 30) * 2 ** -51 : 10 + i,
      )
      expect(sortedOrder(values)).toEqual(plainOrder(values))
      expect(sortedOrder(values.map((x) => -x))).toEqual(plainOrder(values.map((x) => -x)))
    })
  }

  test('takes sorted and reversed input as it is', () => {
    const up = Float64Array.from({ length: 2000 }, (_, i) => i / 3)
    expect(sortedOrder(up)).toEqual(Uint32Array.from(up, (_, i) => i))
    expect(sortedOrder(up.toReversed())).toEqual(Uint32Array.from(up, (_, i) => 1999 - i))
  })

  test('reads a part of a larger buffer and changes nothing', () => {
    const all = Float64Array.from({ length: 3000 }, normal)
    const copy = all.slice()
    const part = all.subarray(777, 2777)
    expect(sortedOrder(part)).toEqual(plainOrder(part))
    expect(all).toEqual(copy)
  })
})
