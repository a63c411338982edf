import { expect, test } from 'vitest'
import { placeParts } from '../../../src/sources/csv/place-parts.ts'

const place = (blocks: number[][], start: number): number[] => {
  const values = new Float64Array(4)
  const part = { blocks: blocks.map((block) => Float64Array.from(block)) }
  placeParts(new Map([[0, part as never]]), new Map([[0, values]]), start)
  return [...values]
}

test('numbers go to the rows from a start on', () => {
  expect(place([[1], [2, 3]], 1)).toEqual([0, 1, 2, 3])
})

test('what lies behind the last row is left out, also where a section starts there', () => {
  expect(place([[1, 2], [3]], 3)).toEqual([0, 0, 0, 1])
  expect(place([[1], [2]], 4)).toEqual([0, 0, 0, 0])
  expect(place([[1], [2]], 9)).toEqual([0, 0, 0, 0])
})
