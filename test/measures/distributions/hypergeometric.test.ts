import { describe, expect, test } from 'vitest'
import { asUnlikely, hypergeometricTail } from '../../../src/measures/distributions/hypergeometric.ts'

/** hits, all, marked, drawn, and the probability in exact fractions (Python 3, math.comb), rounded once. */
const TRUTH: readonly (readonly [number, number, number, number, number])[] = [
  [3, 8, 4, 4, 0.24285714285714285],
  [4, 8, 4, 4, 0.014285714285714285],
  [98, 768, 268, 122, 1.9909535878088924e-29],
  [42, 768, 268, 122, 0.5852281271412703],
  [30, 768, 268, 122, 0.9971621149501856],
  [60, 384, 134, 78, 1.2993879521902373e-17],
  [2300, 10459, 5459, 4549, 0.9984323793736147],
  [1, 1000, 1, 10, 0.01],
  [700, 20000, 700, 19000, 1.3183827511088732e-16],
]

/** The same by adding up binomials, for few things. */
function byCounting(hits: number, all: number, marked: number, drawn: number): number {
  const choose = (n: number, k: number): number => {
    if (k < 0 || k > n) return 0
    let product = 1
    for (let i = 0; i < k; i++) product = (product * (n - i)) / (i + 1)
    return Math.round(product)
  }
  let ways = 0
  for (let i = hits; i <= drawn; i++) ways += choose(marked, i) * choose(all - marked, drawn - i)
  return ways / choose(all, drawn)
}

describe('the chance of so many hits in a draw', () => {
  test.each(TRUTH)(
    'of at least %i (of %i, %i marked, %i drawn) is right to 1e-11',
    (hits, all, marked, drawn, truth) => {
      expect(Math.abs(hypergeometricTail(hits, { all, marked, drawn }) / truth - 1)).toBeLessThan(1e-11)
    },
  )

  test('is right for every draw from up to 12 things', () => {
    const wrong: number[][] = []
    for (let all = 1; all <= 12; all++) {
      for (let marked = 0; marked <= all; marked++) {
        for (let drawn = 0; drawn <= all; drawn++) {
          for (let hits = 0; hits <= drawn + 1; hits++) {
            const gap = hypergeometricTail(hits, { all, marked, drawn }) - byCounting(hits, all, marked, drawn)
            if (!(Math.abs(gap) < 1e-12)) wrong.push([hits, all, marked, drawn, gap])
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('is 1 for what must happen and 0 for what cannot', () => {
    expect(hypergeometricTail(0, { all: 10, marked: 3, drawn: 4 })).toBe(1)
    expect(hypergeometricTail(2, { all: 10, marked: 8, drawn: 4 })).toBe(1)
    expect(hypergeometricTail(4, { all: 10, marked: 3, drawn: 4 })).toBe(0)
    expect(hypergeometricTail(0, { all: 0, marked: 0, drawn: 0 })).toBe(1)
  })

  test('falls with every hit more', () => {
    const tails = Array.from({ length: 60 }, (_, hits) =>
      hypergeometricTail(hits, { all: 500, marked: 150, drawn: 59 }),
    )
    expect(tails.every((tail, i) => i === 0 || tail < tails[i - 1] || tail === 1)).toBe(true)
  })
})

/** The same for Fisher's two-sided p-value: what is no likelier than the number seen, by counting. */
function noLikelier(hits: number, all: number, marked: number, drawn: number): number {
  const chance = (i: number): number => byCounting(i, all, marked, drawn) - byCounting(i + 1, all, marked, drawn)
  let sum = 0
  for (let i = 0; i <= drawn; i++) if (chance(i) <= chance(hits) * (1 + 1e-7)) sum += chance(i)
  return sum
}

test("Fisher's p-value is the chance of all that is no likelier", () => {
  for (const [all, marked, drawn] of [
    [16, 9, 6],
    [12, 6, 6],
    [20, 3, 11],
    [9, 9, 4],
    [15, 1, 14],
  ]) {
    for (let hits = Math.max(0, drawn + marked - all); hits <= Math.min(drawn, marked); hits++) {
      expect(asUnlikely(hits, { all, marked, drawn })).toBeCloseTo(noLikelier(hits, all, marked, drawn), 10)
    }
  }
  // 3 of 3,000 against 14 of 3,000, in exact fractions (Python 3, math.comb)
  expect(asUnlikely(14, { all: 6000, marked: 17, drawn: 3000 })).toBeCloseTo(0.012605029521334164, 12)
})
