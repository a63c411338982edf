import { describe, expect, test } from 'vitest'
import { random } from '../../src/util/random.ts'

describe('random', () => {
  test('gives these numbers for these seeds, on every runtime', () => {
    const first = (seed: number): number[] => {
      const { next } = random(seed)
      return [next(), next(), next()]
    }
    expect(first(0)).toEqual([0.4060459885620835, 0.8652547973766963, 0.07003541584918083])
    expect(first(1)).toEqual([0.45416540713928677, 0.15395221600293263, 0.623297922929989])
    expect(first(2 ** 40 + 5)).toEqual([0.4670650265143459, 0.128809010334472, 0.5701025914485469])
    expect(first(-3)).toEqual([0.4899138072708089, 0.050782835651374425, 0.1633861796749183])
  })

  test('gives these whole and normal numbers', () => {
    const { integer, normal } = random(42)
    expect([integer(10), integer(10), integer(10), integer(2 ** 40)]).toEqual([0, 9, 2, 197199933818])
    expect([normal(), normal()]).toEqual([-0.93484482572174, -0.8916624686844998])
  })

  test('repeats itself for a seed and differs between seeds', () => {
    const run = (seed: number): number[] => {
      const { next } = random(seed)
      return Array.from({ length: 20 }, next)
    }
    expect(run(7)).toEqual(run(7))
    const seeds = [0, 1, 2, 3, -1, 2 ** 31, 2 ** 32, 2 ** 33, 2 ** 52]
    expect(new Set(seeds.flatMap(run)).size).toBe(20 * seeds.length)
  })

  test('fills [0, 1) evenly', () => {
    const { next } = random(11)
    const counts = Array<number>(10).fill(0)
    for (let i = 0; i < 100_000; i++) {
      counts[Math.floor(next() * 10)]++
    }
    expect(counts).toHaveLength(10) // none below 0, none at 1
    // A count has a standard deviation of 95.
    expect(Math.max(...counts.map((count) => Math.abs(count - 10_000)))).toBeLessThan(450)
  })

  test('uses 53 random bits', () => {
    const { next } = random(12)
    const bits = Array<number>(53).fill(0)
    for (let i = 0; i < 4000; i++) {
      let digits = BigInt(next() * 2 ** 53)
      for (let bit = 0; bit < 53; bit++, digits >>= 1n) bits[bit] += Number(digits & 1n)
    }
    // Each bit is set 2,000 times, with a standard deviation of 32.
    expect(bits.filter((count) => Math.abs(count - 2000) > 160)).toEqual([])
  })

  test('draws whole numbers below n evenly', () => {
    const { integer } = random(13)
    const counts = Array<number>(7).fill(0)
    for (let i = 0; i < 70_000; i++) counts[integer(7)]++
    expect(counts).toHaveLength(7)
    expect(Math.max(...counts.map((count) => Math.abs(count - 10_000)))).toBeLessThan(450)
  })

  test('draws normal numbers with mean 0, deviation 1 and the right tails', () => {
    const { normal } = random(14)
    const drawn = Array.from({ length: 100_000 }, normal)
    const mean = drawn.reduce((sum, x) => sum + x, 0) / drawn.length
    const variance = drawn.reduce((sum, x) => sum + (x - mean) ** 2, 0) / drawn.length
    expect(Math.abs(mean)).toBeLessThan(0.015)
    expect(Math.abs(variance - 1)).toBeLessThan(0.02)
    expect(Math.abs(drawn.filter((x) => Math.abs(x) > 1.959964).length / drawn.length - 0.05)).toBeLessThan(0.004)
  })
})
