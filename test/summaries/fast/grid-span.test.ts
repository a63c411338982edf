import { expect, test } from 'vitest'
import { gridSpan } from '../../../src/summaries/fast/grid-span.ts'
import { random } from '../../../src/util/random.ts'

test('columns on a grid are told apart by how many steps they have', () => {
  const rows = 10_300
  const { integer } = random(1)
  const column = (valueOf: (row: number) => number): Float64Array => Float64Array.from({ length: rows }, (_, i) => valueOf(i)) // prettier-ignore
  expect(gridSpan(column((i) => (i * 7) % 3))).toBe(2)
  expect(gridSpan(column(() => integer(1000) / 1000))).toBeGreaterThan(800)
  expect(gridSpan(column(() => integer(1000) / 1000))).toBeLessThan(1000)
  expect(gridSpan(column((i) => Math.sqrt(i)))).toBe(Infinity)
})

test('what is not finite has no say', () => {
  expect(gridSpan(Float64Array.of(Number.NaN, 4, Infinity, 9))).toBe(5)
  expect(gridSpan(Float64Array.of(Number.NaN))).toBe(0)
  expect(gridSpan(new Float64Array(0))).toBe(0)
})
