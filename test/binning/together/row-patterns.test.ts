import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Patterns, regroup } from '../../../src/binning/together/row-patterns.ts'
import { random } from '../../../src/util/random.ts'
import { holds } from '../../discretizers/holds.ts'

function patternsOf(codes: readonly (readonly number[])[], classes: readonly number[], weights?: number[]): Patterns {
  return {
    size: codes.length,
    columns: codes[0]?.length ?? 0,
    codes: Int32Array.from(codes.flat()),
    classes: Int32Array.from(classes),
    weights: Float64Array.from(weights ?? classes.map(() => 1)),
  }
}

function rowsOf({ size, columns, codes, classes, weights }: Patterns): number[][] {
  return Array.from({ length: size }, (_, i) => [
    ...codes.subarray(i * columns, (i + 1) * columns),
    classes[i],
    weights[i],
  ])
}

describe('regroup', () => {
  test('takes rows together that are alike in codes and class', () => {
    const codes = [[1, 7], [2, 7], [1, 7], [1, 7]] // prettier-ignore
    const { patterns, inconsistent } = regroup(patternsOf(codes, [0, 0, 1, 0], [1, 1, 0.5, 4]), [null, null])
    expect(rowsOf(patterns())).toEqual([
      [1, 7, 0, 5],
      [2, 7, 0, 1],
      [1, 7, 1, 0.5],
    ])
    expect(inconsistent).toBe(0.5)
  })

  test('makes other codes of the codes first', () => {
    const { patterns, inconsistent } = regroup(patternsOf([[0], [1], [2]], [0, 1, 1]), [[0, 0, 2]])
    expect(rowsOf(patterns())).toEqual([
      [0, 0, 1],
      [0, 1, 1],
      [2, 1, 1],
    ])
    expect(inconsistent).toBe(1)
  })

  test('of no columns takes all rows of a class together', () => {
    const { patterns, inconsistent } = regroup(patternsOf([[], [], []], [0, 1, 1]), [])
    expect(rowsOf(patterns())).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(inconsistent).toBe(1)
  })

  test('of no rows is empty', () => {
    const { patterns, inconsistent } = regroup(patternsOf([], []), [])
    expect([patterns().size, inconsistent]).toEqual([0, 0])
  })

  test('tells rows apart whose hashes are equal', () => {
    // Among so many random pairs some share their 32 bits of hash.
    const { integer } = random(5)
    const seen = new Set<number>()
    while (seen.size < 300_000) seen.add(integer(2 ** 48))
    const rows = [...seen].map((pair) => [Math.floor(pair / 2 ** 24), pair % 2 ** 24])
    const { patterns, inconsistent } = regroup(
      patternsOf(
        rows,
        rows.map((_, i) => i % 2),
      ),
      [null, null],
    )
    expect([patterns().size, inconsistent]).toEqual([300_000, 0])
  })

  test('changes nothing it is given', () => {
    const given = patternsOf([[0], [1]], [0, 1])
    regroup(given, [[0, 0]]).patterns()
    expect(given).toEqual(patternsOf([[0], [1]], [0, 1]))
  })

  test('is what counting by text keys gives, step after step', () => {
    const size = fc.integer({ min: 1, max: 60 })
    const tables = fc
      .tuple(size, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 20_000 }))
      .chain(([rows, columns, most]) =>
        fc.record({
          codes: fc.array(fc.array(fc.nat({ max: most }), { minLength: columns, maxLength: columns }), {
            minLength: rows,
            maxLength: rows,
          }),
          classes: fc.array(fc.nat({ max: 2 }), { minLength: rows, maxLength: rows }),
          weights: fc.array(fc.constantFrom(0.25, 1, 3), { minLength: rows, maxLength: rows }),
          most: fc.constant(most),
          modulus: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 2 }),
        }),
      )
    holds(
      fc.property(tables, ({ codes, classes, weights, most, modulus: [first, second] }) => {
        const columns = codes[0].length
        const folded = Array.from({ length: most + 1 }, (_, code) => code % (first * second))
        const again = Array.from({ length: first * second }, (_, code) => code % second)
        const once = regroup(
          patternsOf(codes, classes, weights),
          codes[0].map(() => folded),
        )
        const twice = regroup(
          once.patterns(),
          Array.from({ length: columns }, (_, c) => (c === 0 ? again : null)),
        )
        const texts = codes.map((row) =>
          row.map((code, c) => (c === 0 ? (code % (first * second)) % second : code % (first * second))).join(),
        )
        const groups = new Map<string, number[]>()
        texts.forEach((text, row) => {
          const sums = groups.get(text) ?? [0, 0, 0]
          sums[classes[row]] += weights[row]
          groups.set(text, sums)
        })
        const expected = [...groups.values()].reduce(
          (sum, sums) => sum + sums.reduce((a, b) => a + b, 0) - Math.max(...sums),
          0,
        )
        expect(twice.inconsistent).toBe(expected)
        const found = rowsOf(twice.patterns()).map((row) => row.join())
        const wanted = [...groups].flatMap(([text, sums]) =>
          sums.flatMap((sum, c) => (sum > 0 ? [`${text},${c},${sum}`] : [])),
        )
        expect(found).toHaveLength(wanted.length)
        expect(new Set(found)).toEqual(new Set(wanted))
      }),
      300,
    )
  })
})
