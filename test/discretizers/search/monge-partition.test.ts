import { afterEach, describe, expect, test, vi } from 'vitest'
import { cheapestPartition, type RangeCosts } from '../../../src/discretizers/search/monge-partition.ts'
import { random } from '../../../src/util/random.ts'

type Cost = (a: number, b: number) => number

/** Costs with rough ones that may be off; left out, rounding does not touch them. */
function costsOf(size: number, precise: Cost, rough: Cost = precise, blur = new Float64Array(size + 1)): RangeCosts {
  return {
    size,
    blur,
    precise,
    rough,
    cheapestEnd(i, from, to, rest, first, two) {
      const totals = Array.from({ length: to - from + 1 }, (_, at) => rough(i, from + at) + rest[from + at - first])
      two.set([...totals, Infinity].toSorted((a, b) => a - b).slice(0, 2))
      return from + totals.indexOf(two[0])
    },
  }
}

/** The table filled without a thought, and read from the left with the leftmost of equals. */
function plainly(size: number, parts: number, cost: Cost): number[] {
  const rows = [Array.from({ length: size + 1 }, () => Infinity)]
  rows[0][size] = 0
  for (let j = 1; j <= parts; j++) {
    rows.push(
      Array.from({ length: size + 1 }, (_, i) => {
        let least = Infinity
        for (let end = i + 1; end <= size; end++) least = Math.min(least, cost(i, end) + rows[j - 1][end])
        return least
      }),
    )
  }
  const cuts: number[] = []
  for (let j = parts, i = 0; j > 1; j--) {
    let end = i + 1
    while (cost(i, end) + rows[j - 1][end] > rows[j][i]) end++
    cuts.push(end)
    i = end
  }
  return cuts
}

/** A whole-numbered Monge cost that grows with the range: every pair of cells inside it costs something. */
function pairCosts(size: number, seed: number, most: number): Cost {
  const { next } = random(seed)
  const table = Array.from({ length: size + 1 }, () => new Float64Array(size + 1))
  for (let width = 2; width <= size; width++) {
    for (let a = 0; a + width <= size; a++) {
      const b = a + width
      const inner = width === 2 ? 0 : table[a + 1][b - 1]
      table[a][b] = table[a][b - 1] + table[a + 1][b] - inner + Math.floor(next() * (most + 1))
    }
  }
  return (a, b) => table[a][b]
}

afterEach(() => void vi.unstubAllGlobals())

describe('the cheapest partition', () => {
  test('of one part has no cut, of as many parts as cells all', () => {
    const costs = costsOf(4, (a, b) => (b - a) * (b - a))
    expect(cheapestPartition(costs, 1)).toEqual([])
    expect(cheapestPartition(costs, 4)).toEqual([1, 2, 3])
  })

  test('has parts of one size where the cost is the square of the size', () => {
    const costs = costsOf(60, (a, b) => (b - a) * (b - a))
    expect(cheapestPartition(costs, 3)).toEqual([20, 40])
    expect(cheapestPartition(costs, 20)).toEqual(Array.from({ length: 19 }, (_, i) => 3 * (i + 1)))
  })

  test('has its first cut as far left as it goes, then the next', () => {
    const costs = costsOf(7, (a, b) => (b - a) * (b - a))
    expect(cheapestPartition(costs, 3)).toEqual([2, 4]) // not [2, 5] or [3, 5]
    expect(
      cheapestPartition(
        costsOf(9, () => 0),
        4,
      ),
    ).toEqual([1, 2, 3])
  })

  test.each([
    [5, 1],
    [12, 1],
    [40, 3],
    [60, 1000],
  ])('of %i cells is that of a table filled plainly, for every number of parts', (size, most) => {
    for (const seed of [1, 2]) {
      const cost = pairCosts(size, seed, most)
      const costs = costsOf(size, cost)
      for (let parts = 1; parts <= size; parts++) {
        expect(cheapestPartition(costs, parts)).toEqual(plainly(size, parts, cost))
      }
    }
  })

  describe('of thousands of cells, some of them heavy', () => {
    const size = 3000
    const heavyCosts = (seed: number): Cost => {
      const { next } = random(seed)
      const below = [0]
      for (let i = 0; i < size; i++) below.push(below[i] + 1 + Math.floor((next() < 0.01 ? 500 : 3) * next()))
      return (a, b) => (below[b] - below[a]) * (below[b] - below[a])
    }

    test('into two parts has the cut that is best of all', () => {
      for (let seed = 1; seed <= 50; seed++) {
        const cost = heavyCosts(seed)
        const totals = Array.from({ length: size - 1 }, (_, at) => cost(0, at + 1) + cost(at + 1, size))
        expect(cheapestPartition(costsOf(size, cost), 2)).toEqual([totals.indexOf(Math.min(...totals)) + 1])
      }
    })

    test('into two parts has its cut before the last cell where that outweighs the others', () => {
      const below = (candidate: number): number => (candidate === size ? 1e6 : candidate)
      const costs = costsOf(size, (a, b) => (below(b) - below(a)) * (below(b) - below(a)))
      expect(cheapestPartition(costs, 2)).toEqual([size - 1])
    })

    test('into three parts is that of a table filled plainly', () => {
      const cost = heavyCosts(1)
      expect(cheapestPartition(costsOf(size, cost), 3)).toEqual(plainly(size, 3, cost))
    })
  })

  test('does not depend on rough costs that are off by no more than they say', () => {
    const cost = pairCosts(50, 7, 5)
    const { next } = random(8)
    const noise = Array.from({ length: 51 }, () => Array.from({ length: 51 }, () => 2 * next() - 1))
    const blur = Float64Array.from({ length: 51 }, (_, i) => Math.abs(i - 20))
    const rough: Cost = (a, b) => cost(a, b) + (blur[a] + blur[b]) * noise[a][b]
    for (let parts = 1; parts <= 50; parts++) {
      expect(cheapestPartition(costsOf(50, cost, rough, blur), parts)).toEqual(plainly(50, parts, cost))
    }
  })

  test('takes totals within one part in 10^12 for equal, and others not', () => {
    const two = (first: number): RangeCosts => {
      const ends = [first, 1] // of a first part of one cell, of two
      return costsOf(3, (a, b) => (b - a === 3 ? 9 : b - a === 1 ? 0 : a === 0 ? ends[1] : ends[0]))
    }
    expect(cheapestPartition(two(1 + 5e-13), 2)).toEqual([1])
    expect(cheapestPartition(two(1 + 2e-12), 2)).toEqual([2])
  })

  test.each([
    [5, 4],
    [10, 9],
    [40, 10],
    [300, 13],
  ])('into %i parts is found with at most %i rows of the table at once', (parts, most) => {
    const lengths: number[] = []
    class Counted extends Float64Array {
      constructor(length: number) {
        super(length)
        lengths.push(length)
      }
    }
    const costs = costsOf(600, (a, b) => (b - a) * (b - a))
    vi.stubGlobal('Float64Array', Counted)
    const cuts = cheapestPartition(costs, parts)
    expect(cuts).toEqual(Array.from({ length: parts - 1 }, (_, i) => (600 / parts) * (i + 1)))
    expect(lengths.filter((length) => length === 601).length).toBeLessThanOrEqual(most)
  })
})
