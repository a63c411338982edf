import { describe, expect, test } from 'vitest'
import { prepareRows, type SearchRows } from '../../../src/explain/together/best-part.ts'
import { searchJoined } from '../../../src/explain/together/search-joined.ts'
import { random } from '../../../src/util/random.ts'

/** Rows with cells from 0 to 9 in each of some columns, and a score by their cells. */
function rowsOf(columns: number, score: (cells: number[], chance: number) => number, seed = 1): SearchRows {
  const { integer, next } = random(seed)
  const size = 800
  const codes = Array.from({ length: columns }, () => Int32Array.from({ length: size }, () => integer(10)))
  const scores = Float64Array.from({ length: size }, (_, row) => score(codes.map((cells) => cells[row]), next())) // prettier-ignore
  const cells = codes.map((own) => ({ codes: own, size: 10, ordered: 10, apart: 10 }))
  return prepareRows({ size, columns: cells, scores, weights: null })
}

const OPTIONS = { depth: 2, enough: 20, most: 5 }

describe('ranges that say more together', () => {
  test('are found where each adds to the other', () => {
    const rows = rowsOf(5, ([a, b], chance) => (chance < (a >= 6 && b < 4 ? 0.9 : 0.2) ? 1 : 0))
    const [first] = searchJoined(rows, OPTIONS)
    expect(first.parts.toSorted((a, b) => a.column - b.column)).toEqual([
      { column: 0, cells: [6, 7, 8, 9] },
      { column: 1, cells: [0, 1, 2, 3] },
    ])
  })

  test('are found where neither says anything alone', () => {
    const rows = rowsOf(5, ([a, b], chance) => (chance < (a >= 5 === b >= 5 ? 0.8 : 0.2) ? 1 : 0))
    const [first] = searchJoined(rows, OPTIONS)
    expect(new Set(first.parts.map(({ column }) => column))).toEqual(new Set([0, 1]))
    expect(first.parts[0].cells).toEqual(first.parts[1].cells)
  })

  test('may be three', () => {
    const rows = rowsOf(5, ([a, b, c], chance) => (chance < (a >= 5 && b < 5 && c >= 4 ? 0.9 : 0.2) ? 1 : 0))
    const threes = searchJoined(rows, { ...OPTIONS, depth: 3 }).filter(({ parts }) => parts.length === 3)
    expect(new Set(threes[0].parts.map(({ column }) => column))).toEqual(new Set([0, 1, 2]))
    expect(searchJoined(rows, OPTIONS).every(({ parts }) => parts.length === 2)).toBe(true)
  })

  test('are at most as many as asked for, and differ in their rows', () => {
    const rows = rowsOf(6, (_, chance) => chance)
    expect(searchJoined(rows, { ...OPTIONS, most: 2 }).length).toBeLessThanOrEqual(2)
  })

  test('may be levels and missing values', () => {
    const { integer, next } = random(3)
    const level = Int32Array.from({ length: 600 }, () => integer(4))
    const other = Int32Array.from({ length: 600 }, () => integer(3))
    const scores = Float64Array.from(level, (l, row) => (next() < ((l === 1 || l === 2) && other[row] === 2 ? 0.9 : 0.2) ? 1 : 0)) // prettier-ignore
    const columns = [
      { codes: level, size: 4, ordered: 0, apart: 4 },
      // Two cells in order, and one that stands apart.
      { codes: other, size: 3, ordered: 2, apart: 2 },
    ]
    const [first] = searchJoined(prepareRows({ size: 600, columns, scores, weights: null }), OPTIONS)
    expect(first.parts.toSorted((a, b) => a.column - b.column)).toEqual([
      { column: 0, cells: [1, 2] },
      { column: 1, cells: [2] },
    ])
  })

  test('need two columns', () => {
    expect(searchJoined(rowsOf(1, ([a]) => a), OPTIONS)).toEqual([]) // prettier-ignore
  })
})

test('of scores of 0 and 1 rows are counted, which finds what adding them finds', () => {
  for (const seed of [1, 2, 3]) {
    const plain = rowsOf(6, ([a, b, c], chance) => (chance < (a >= 6 && b < 4 && c > 1 ? 0.8 : 0.3) ? 1 : 0), seed)
    expect(plain.keys).not.toBeNull()
    const { size, columns, scores } = plain
    const weighed = prepareRows({ size, columns, scores, weights: new Float64Array(size).fill(1) })
    expect(weighed.keys).toBeNull()
    const options = { ...OPTIONS, depth: 3 }
    expect(searchJoined(plain, options)).toEqual(searchJoined(weighed, options))
  }
})
