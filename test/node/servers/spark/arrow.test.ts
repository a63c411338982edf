import { Decimal, Utf8, vectorFromArray } from 'apache-arrow'
import { describe, expect, test } from 'vitest'
import { batchReader } from '../../../../src/node/servers/spark/arrow-batches.ts'
import { checkArrow } from '../../../../src/node/servers/spark/arrow-check.ts'
import { readDoubles, readValues } from '../../../../src/node/servers/spark/arrow-values.ts'
import { cases } from '../../../cases.ts'
import { ipc } from './mock-spark.ts'

const whole = (rows: number, data: Uint8Array): Parameters<Awaited<ReturnType<typeof batchReader>>['read']>[0] => ({
  rows,
  data,
  chunk: 0,
  chunks: 1,
})

/** A column that went over the wire, as doubles and as values. */
async function read(columns: Parameters<typeof ipc>[0], rows: number): Promise<[number[], unknown[]]> {
  const [batch] = (await batchReader()).read(whole(rows, ipc(columns)))
  const [data] = batch.data.children
  return [[...readDoubles(data, 'a')], readValues(batch.getChildAt(0)!, data, 'a')]
}

describe('columns', () => {
  test('of doubles keep every bit', async () => {
    const given = [1.5, -0, NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308]
    const [doubles, values] = await read({ a: Float64Array.from(given) }, 7)
    expect(doubles).toEqual(given)
    expect(values).toEqual(given)
    expect(Object.is(doubles[1], -0)).toBe(true)
  })
  test('of whole numbers are doubles, the nearest ones beyond 2^53, and bigints there as values', async () => {
    const given = [0n, -1n, 2n ** 53n - 1n, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 3n]
    const [doubles, values] = await read({ a: BigInt64Array.from(given) }, 7)
    expect(doubles).toEqual(given.map(Number))
    expect(values).toEqual([0, -1, 2 ** 53 - 1, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 3n])
    expect((await read({ a: Int32Array.from([-7, 7]) }, 2))[1]).toEqual([-7, 7])
    expect((await read({ a: Float32Array.from([0.1]) }, 1))[0]).toEqual([Math.fround(0.1)])
  })
  test('with NULL have NaN and null there', async () => {
    const [doubles, values] = await read({ a: vectorFromArray([1, null, 3]) }, 3)
    expect(doubles).toEqual([1, NaN, 3])
    expect(values).toEqual([1, null, 3])
  })
  test('of texts and truth values', async () => {
    const texts = vectorFromArray(['x', null, ''], new Utf8())
    const [batch] = (await batchReader()).read(whole(3, ipc({ a: texts })))
    expect(readValues(batch.getChildAt(0)!, batch.data.children[0], 'a')).toEqual(['x', null, ''])
    expect(() => readDoubles(batch.data.children[0], 'a')).toThrow(
      'column "a" of the result must hold numbers, got type 5 of Arrow',
    )
    const [ones, truths] = await read({ a: vectorFromArray([true, false, null]) }, 3)
    expect(ones).toEqual([1, 0, NaN])
    expect(truths).toEqual([true, false, null])
  })
  test('of decimals keep all digits as values', async () => {
    const unscaled = [-5n, 123n, 10n ** 37n]
    const words = Uint32Array.from(
      unscaled.flatMap((value) => [0n, 32n, 64n, 96n].map((shift) => Number(BigInt.asUintN(32, value >> shift)))),
    )
    const type = new Decimal(2, 38, 128)
    const [batch] = (await batchReader()).read(whole(3, ipc({ a: Array.from({ length: 3 }, () => 0) })))
    const data = Object.assign(Object.create(batch.data.children[0]), { type, values: words, length: 3 })
    Object.defineProperty(data, 'typeId', { value: 7 })
    expect(readValues(batch.getChildAt(0)!, data, 'a')).toEqual(['-0.05', '1.23', `1${'0'.repeat(35)}.00`])
    expect([...readDoubles(data, 'a')]).toEqual([-0.05, 1.23, 1e35])
  })
})

describe('batches', () => {
  const data = ipc({ a: Float64Array.from([1, 2, 3]) })

  test('in chunks are put together', async () => {
    const reader = await batchReader()
    const chunk = (at: number, from: number, to: number): object => ({ rows: 3, data: data.subarray(from, to), chunk: at, chunks: 3 }) // prettier-ignore
    const parts = [chunk(0, 0, 10), chunk(1, 10, 11), chunk(2, 11, data.length)] as Parameters<typeof reader.read>[0][]
    expect(parts.map((part) => reader.read(part).length)).toEqual([0, 0, 1])
    expect(() => reader.read(parts[1])).toThrow('cannot be read (chunk 0 should come, got 1)')
  })
  test('with another number of rows than they say are errors', async () => {
    const reader = await batchReader()
    expect(() => reader.read(whole(4, data))).toThrow(
      'a batch of rows that Spark sent cannot be read (4 rows should come, got 3)',
    )
  })
})

describe('broken batches', () => {
  const good = ipc({
    a: Float64Array.from([1, 2, 3]),
    b: BigInt64Array.from([1n, 2n, 3n]),
    c: vectorFromArray(['x', 'yy', null], new Utf8()),
    d: vectorFromArray([[1], [2, 3], null]),
  })

  test('a good one is let through', () => {
    expect(() => checkArrow(good)).not.toThrow()
  })
  test.each([
    ['nothing of Arrow', Buffer.from('hello, this is not Arrow'), 'no message begins where one should'],
    ['an absurd length', Buffer.from('ffffffffffffff7f00', 'hex'), 'a message of 2147483647 bytes does not fit'],
    ['a half', good.slice(0, good.length / 2), 'does not fit'],
  ])('%s', async (_, bytes, why) => {
    const reader = await batchReader()
    expect(() => reader.read(whole(3, bytes))).toThrow(why)
  })
  test('bytes changed at random give rows or an error, in no time', async () => {
    let state = 7
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return Math.floor((state / 2 ** 31) * below)
    }
    let refused = 0
    for (let k = 0; k < cases(400, 50_000); k++) {
      const bytes = good.slice()
      for (let n = 0; n <= random(3); n++) bytes[random(bytes.length)] = [0, 255, 127, 128, random(256)][random(5)]
      const reader = await batchReader()
      try {
        for (const batch of reader.read(whole(3, bytes)))
          batch.data.children.map((child, i) => readValues(batch.getChildAt(i)!, child, 'a'))
      } catch (error) {
        if (error instanceof Error) refused++
      }
    }
    expect(refused).toBeGreaterThan(100)
  })
})
