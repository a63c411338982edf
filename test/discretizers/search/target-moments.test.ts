import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TargetMoments, targetMoments } from '../../../src/discretizers/search/target-moments.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../../src/types.ts'
import { type Dyadic, dyadic, nearest, plus, times, ZERO } from '../../util/dyadic.ts'
import { holds } from '../holds.ts'
import { dataError } from '../../refusals.ts'

interface Row {
  readonly x: number
  readonly y: number
  readonly w: number
}

function summaryOf(rows: readonly Row[], weighted = true): NumberSummary {
  return summarize(
    rows.map(({ x }) => x),
    { target: rows.map(({ y }) => y), targetKind: 'numeric', weights: weighted ? rows.map(({ w }) => w) : undefined },
  )
}

const momentsOf = (x: readonly number[], y: readonly number[], weights?: readonly number[]): TargetMoments =>
  targetMoments(summarize(x, { target: y, targetKind: 'numeric', weights }))

/** Σw, Σw(y − centre) and Σw(y − centre)² of the rows of a cell by exact arithmetic, each rounded once. */
function exactSums(rows: readonly Row[], centre: number): [number, number, number] {
  let [weight, sum, squares]: Dyadic[] = [ZERO, ZERO, ZERO]
  for (const { y, w } of rows) {
    const off = plus(dyadic(y), dyadic(-centre))
    weight = plus(weight, dyadic(w))
    sum = plus(sum, times(dyadic(w), off))
    squares = plus(squares, times(dyadic(w), times(off, off)))
  }
  return [nearest(weight), nearest(sum), nearest(squares)]
}

/** The rows of each cell: infinite values count with the lowest and the highest finite one. */
function cellsOf(rows: readonly Row[]): Row[][] {
  const finite = rows.map(({ x }) => x).filter(Number.isFinite)
  const values = [...new Set(finite)].toSorted((a, b) => a - b)
  const [lowest, highest] = [values[0], values.at(-1)!]
  return values.map((value) => rows.filter(({ x }) => Math.min(Math.max(x, lowest), highest) === value))
}

const x = fc.constantFrom(-Infinity, -1, 0, 0.5, 2, 3, Infinity)
const anyRows = (y: fc.Arbitrary<number>, weights: readonly number[]): fc.Arbitrary<Row[]> =>
  fc
    .array(fc.record({ x, y, w: fc.constantFrom(...weights) }), { minLength: 1, maxLength: 30 })
    .filter((rows) => rows.some((row) => Number.isFinite(row.x)))

describe('targetMoments', () => {
  test('are Σw, Σwy and Σwy² of each cell', () => {
    expect(momentsOf([2, 1, 2, 3], [1, -2, 4, 0.5])).toEqual({
      size: 3,
      weights: Float64Array.of(1, 2, 1),
      sums: Float64Array.of(-2, 5, 0.5),
      squares: Float64Array.of(4, 17, 0.25),
      centre: 0,
    })
    expect(momentsOf([1, 2, 2], [3, 1, -1], [2, 0.5, 3])).toEqual({
      size: 2,
      weights: Float64Array.of(2, 3.5),
      sums: Float64Array.of(6, -2.5),
      squares: Float64Array.of(18, 3.5),
      centre: 0,
    })
  })

  test('of a target far from zero are taken from its mean on', () => {
    expect(momentsOf([1, 2, 3, 3], [1e9 + 1, 1e9 - 1, 1e9 + 2, 1e9 - 2])).toEqual({
      size: 3,
      weights: Float64Array.of(1, 1, 2),
      sums: Float64Array.of(1, -1, 0),
      squares: Float64Array.of(1, 1, 8),
      centre: 1e9,
    })
  })

  test('a target is far from zero when its mean is more than 16 deviations off', () => {
    expect([15, 17].map((mean) => momentsOf([1, 2], [mean - 1, mean + 1]).centre)).toEqual([0, 17])
    expect(momentsOf([1, 2], [-18, -16]).centre).toBe(-17)
  })

  test('of a constant target are nothing but its weight, also where no double holds it times its rows', () => {
    for (const y of [0.1, -1 / 3, 1.7e9 + 0.1]) {
      const { sums, squares, centre } = momentsOf([1, 1, 1, 2, 2, 3], [y, y, y, y, y, y])
      const left = exactSums([{ x: 1, y, w: 3 }], centre)
      expect([sums[0], squares[0]]).toEqual(left.slice(1))
      expect(Math.abs(sums[0])).toBeLessThanOrEqual(3 * Math.abs(y) * Number.EPSILON)
    }
  })

  test('count rows at −∞ and +∞ with the lowest and the highest cell, or both with the only one', () => {
    expect(momentsOf([-Infinity, 1, 2, Infinity, Infinity], [5, 1, 2, -3, 4])).toMatchObject({
      weights: Float64Array.of(2, 3),
      sums: Float64Array.of(6, 3),
      squares: Float64Array.of(26, 29),
    })
    expect(momentsOf([-Infinity, 1, Infinity], [5, 1, -3])).toMatchObject({
      weights: Float64Array.of(3),
      sums: Float64Array.of(3),
      squares: Float64Array.of(35),
    })
    expect(momentsOf([-Infinity, 1, Infinity], [99, 100, 101])).toEqual({
      size: 1,
      weights: Float64Array.of(3),
      sums: Float64Array.of(0),
      squares: Float64Array.of(2),
      centre: 100,
    })
  })

  test('of no finite value are none', () => {
    const none = new Float64Array(0)
    expect(momentsOf([Infinity, Number.NaN], [1, 2])).toEqual({
      size: 0,
      weights: none,
      sums: none,
      squares: none,
      centre: 0,
    })
  })

  test('equal exact arithmetic near zero, but for the rows at infinite values', () => {
    const y = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ min: -10, max: 10, noNaN: true }))
    holds(
      fc.property(anyRows(y, [0.1, 0.7, 1, 3, 12.34]), (all) => {
        const rows = all.filter((row) => Number.isFinite(row.x))
        // A row on each side keeps the mean near zero.
        const wide = [...rows, { x: 3, y: 500, w: 1 }, { x: 3, y: -500, w: 1 }].map((row) => ({
          ...row,
          y: Math.abs(row.y) < 1e-100 ? 0 : row.y,
        }))
        const { weights, sums, squares, centre } = targetMoments(summaryOf(wide))
        expect(centre).toBe(0)
        const found = cellsOf(wide).map((_, cell) => [weights[cell], sums[cell], squares[cell]])
        expect(found).toEqual(cellsOf(wide).map((cell) => exactSums(cell, 0)))
      }),
    )
  })

  test('equal exact arithmetic far from zero, weighted or not, infinite values and what rounding left included', () => {
    const far = fc
      .tuple(fc.constantFrom(1.7e9, -1e6, 1e150, 1 / 3), fc.double({ min: -1, max: 1, noNaN: true }))
      .map(([base, off]) => base * (1 + off / 1024))
    for (const weighted of [false, true]) {
      holds(
        fc.property(
          anyRows(far, weighted ? [0.1, 0.7, 1, 3, 1e-9] : [1]),
          fc.integer({ min: 0, max: 3 }),
          (all, pick) => {
            const base = [1.7e9, -1e6, 1e150, 1 / 3][pick]
            const rows = all.filter(({ y }) => Math.abs(y / base - 1) < 0.01)
            fc.pre(rows.some((row) => Number.isFinite(row.x)))
            const { weights, sums, squares, centre } = targetMoments(summaryOf(rows, weighted))
            expect(Math.abs(centre / base - 1)).toBeLessThan(0.01)
            const cells = cellsOf(rows)
            const exact = cells.map((cell) => exactSums(cell, centre))
            expect(cells.map((_, cell) => [sums[cell], squares[cell]])).toEqual(exact.map(([, ...rest]) => rest))
            // Weights at infinite values are added to a rounded sum.
            cells.forEach((_, cell) => expect(Math.abs(weights[cell] / exact[cell][0] - 1)).toBeLessThan(1e-15))
          },
        ),
        60,
      )
    }
  })

  test('refuse a target whose squares are too large for doubles', () => {
    expect(() => momentsOf([1, 2], [1e200, -1e200])).toThrow(
      dataError('the target is too large to be squared, divide it by a power of ten'),
    )
  })
})
