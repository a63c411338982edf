import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BestCandidate, type Worth } from '../../../src/discretizers/search/best-candidate.ts'
import { runningSums } from '../../../src/discretizers/search/candidate-bounds.ts'
import { type Blocks, boundaryBlocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { random } from '../../../src/util/random.ts'
import { holds } from '../holds.ts'
import { viewOf } from '../rows.ts'

type Table = readonly (readonly number[])[]

function blocksOf(counts: Table): Blocks {
  return cellBlocks(viewOf([...counts.keys()], counts))
}

/** An exact fraction. */
type Fraction = readonly [bigint, bigint]

/** What the two parts of a part are worth together, times a factor that all candidates share. */
function exactWorth(
  left: readonly bigint[],
  right: readonly bigint[],
  whole: readonly bigint[],
  worth: Worth,
): Fraction {
  const product = whole.reduce((all, sum) => (sum === 0n ? all : all * sum), 1n)
  const add = (sums: readonly bigint[]): bigint => sums.reduce((all, sum) => all + sum, 0n)
  const top = (sums: readonly bigint[]): bigint => {
    if (worth === 'all') return add(sums.map((sum, c) => (sum === 0n ? 0n : (sum * sum * product) / whole[c])))
    return sums.reduce((most, sum) => (sum * sum > most ? sum * sum : most), 0n)
  }
  const [n, m] = [add(left), add(right)]
  return [top(left) * m + top(right) * n, n * m]
}

/** The leftmost of the best candidates, and the leftmost of the best without it, by looking at all; −1 for none. */
function exactBest(counts: Table, from: number, to: number, worth: Worth): [number, number] {
  const sumOf = (rows: Table): bigint[] => counts[0].map((_, c) => BigInt(rows.reduce((sum, row) => sum + row[c], 0)))
  const [whole, right] = [sumOf(counts), sumOf(counts.slice(from, to))]
  const left = right.map(() => 0n)
  const rated: { candidate: number; worth: Fraction }[] = []
  for (let candidate = from + 1; candidate < to; candidate++) {
    for (const [c, count] of counts[candidate - 1].entries()) {
      left[c] += BigInt(count)
      right[c] -= BigInt(count)
    }
    rated.push({ candidate, worth: exactWorth(left, right, whole, worth) })
  }
  const best = (without: number): number => {
    let found: (typeof rated)[number] | null = null
    for (const one of rated) {
      if (one.candidate === without) continue
      if (found === null || one.worth[0] * found.worth[1] > found.worth[0] * one.worth[1]) found = one
    }
    return found?.candidate ?? -1
  }
  return [best(-1), best(best(-1))]
}

const WORTHS: readonly Worth[] = ['all', 'largest']
const anyCounts = fc
  .integer({ min: 2, max: 4 })
  .chain((classes) =>
    fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2, 5), { minLength: classes, maxLength: classes }), {
      minLength: 1,
      maxLength: 24,
    }),
  )
  .map((counts) => counts.filter((row) => row.some((count) => count > 0)))
  .filter((counts) => counts.length > 0)

describe('the best candidate', () => {
  test('and the next best are the leftmost ones, exactly', () => {
    holds(
      fc.property(anyCounts, fc.nat(), fc.nat(), fc.constantFrom(...WORTHS), (counts, a, b, worth) => {
        const [from, to] = [a % (counts.length + 1), b % (counts.length + 1)].toSorted((x, y) => x - y)
        const candidate = new BestCandidate(runningSums(blocksOf(counts)), worth)
        if (to > from) candidate.find(from, to)
        expect([candidate.at, candidate.nextAt]).toEqual(exactBest(counts, from, to, worth))
      }),
      1000,
    )
  })

  test('gains what the parts are worth more than the whole', () => {
    const candidate = new BestCandidate(runningSums(blocksOf([[4, 1], [2, 0], [0, 3]])), 'largest') // prettier-ignore
    candidate.find(0, 3)
    // (6² / 7 + 3² / 3) − 6² / 10; the other candidate: (4² / 5 + 3² / 5) − 6² / 10.
    expect([candidate.at, candidate.nextAt]).toEqual([2, 1])
    expect(candidate.gain).toBeCloseTo(36 / 7 + 3 - 3.6, 12)
    expect(candidate.nextGain).toBeCloseTo(5 - 3.6, 12)
    const share = new BestCandidate(runningSums(blocksOf([[4, 1], [2, 0], [0, 3]])), 'all') // prettier-ignore
    share.find(0, 3)
    expect(share.at).toBe(2)
    expect(share.gain).toBeCloseTo(36 / 7 / 6 + 1 / 7 / 4 + 9 / 3 / 4 - 1, 12)
  })

  test('of one block is none', () => {
    const candidate = new BestCandidate(runningSums(blocksOf([[1, 2]])), 'all')
    candidate.find(0, 1)
    expect([candidate.at, candidate.gain, candidate.nextAt, candidate.nextGain]).toEqual([-1, -Infinity, -1, -Infinity])
  })
})

describe('long parts, where bounds pass candidates over', () => {
  const next = random(7).next
  const pick = (classes: number): number => Math.floor(next() * classes)
  /** Which class block i of n holds. */
  const KINDS: Record<string, (i: number, n: number) => number> = {
    'two classes by chance': () => pick(2),
    'four classes by chance': () => pick(4),
    'two classes in turn': (i) => i % 2,
    'three classes in turn': (i) => i % 3,
    'a class that grows': (i, n) => (next() < i / n ? 1 : 0),
    'waves with noise': (i) => (next() < 0.3 ? pick(3) : Math.floor(i / 37) % 3),
    'one class at the ends': (i, n) => (i < 5 || i > n - 5 ? 1 : i % 7 === 0 ? 1 : 0),
  }

  test.each(Object.keys(KINDS))('the answer is that of looking at all: %s', (kind) => {
    for (const size of [65, 127, 700]) {
      const counts = Array.from({ length: size }, (_, i) => {
        const only = KINDS[kind](i, size)
        return Array.from({ length: 4 }, (__, c) => (c === only ? 1 + pick(3) : pick(12) === 0 ? 1 : 0))
      })
      for (const worth of WORTHS) {
        const candidate = new BestCandidate(runningSums(blocksOf(counts)), worth)
        for (const [from, to] of [
          [0, size],
          [1, size],
          [0, size - 1],
          [3, size - 60],
          [64, size],
          [31, 97],
          [0, 95],
          [33, 127],
        ]) {
          if (to > size || to <= from) continue
          candidate.find(from, to)
          expect([candidate.at, candidate.nextAt]).toEqual(exactBest(counts, from, to, worth))
        }
      }
    }
  })

  test('weights may be as light or as heavy as doubles are', () => {
    const counts = Array.from({ length: 200 }, (_, i) => [1 + pick(3), i % 5, pick(2)])
    for (const worth of WORTHS) {
      const found = [0, -990, -40, 300, 900].map((power) => {
        const scaled = counts.map((row) => row.map((count) => count * 2 ** power))
        const candidate = new BestCandidate(runningSums(blocksOf(scaled)), worth)
        candidate.find(0, 200)
        return [candidate.at, candidate.nextAt, worth === 'all' ? candidate.gain : candidate.gain / 2 ** power]
      })
      expect(new Set(found.map((list) => list.join(' '))).size).toBe(1)
    }
  })
})

describe('only class boundaries need to be tried', () => {
  const isBoundary = (counts: Table, at: number): boolean => {
    const present = (row: readonly number[]): string => row.map((count) => (count > 0 ? 1 : 0)).join('')
    const [a, b] = [present(counts[at - 1]), present(counts[at])]
    return a !== b || a.replaceAll('0', '').length > 1
  }

  test.each(WORTHS)('the best candidate of any part is one, unless the part holds one class: %s', (worth) => {
    let mixed = 0
    holds(
      fc.property(anyCounts, fc.nat(), fc.nat(), (counts, a, b) => {
        const [from, to] = [a % (counts.length + 1), b % (counts.length + 1)].toSorted((x, y) => x - y)
        const rows = counts.slice(from, to)
        const oneClass = counts[0].filter((_, c) => rows.some((row) => row[c] > 0)).length < 2
        const [at] = exactBest(counts, from, to, worth)
        if (oneClass || at < 0) return
        mixed++
        expect(isBoundary(counts, at)).toBe(true)
      }),
      1500,
    )
    expect(mixed).toBeGreaterThan(600)
  })

  test('they are what blocks are made of', () => {
    holds(
      fc.property(anyCounts, (counts) => {
        const { size, firstCell } = boundaryBlocks(viewOf([...counts.keys()], counts))
        const starts = [...counts.keys()].filter((cell) => cell === 0 || isBoundary(counts, cell))
        expect([...firstCell.subarray(0, size)]).toEqual(starts)
      }),
      200,
    )
  })
})
