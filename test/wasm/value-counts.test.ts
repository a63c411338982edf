import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../cases.ts'
import { makeCountValues } from '../../src/wasm/value-counts.ts'

const count = makeCountValues()!

const CLASSES = 3
const marksOf = (values: Float64Array): Uint8Array => Uint8Array.from(values, (_, i) => (i * i) % CLASSES)

type Counted = { values: number[]; rows: number[]; sums: number[] }

/** The same by the sort of the language. */
function plainly(values: Float64Array, classes: number): Counted {
  const marks = marksOf(values)
  const list = [...new Set(Array.from(values, (x) => x + 0).filter(Number.isFinite))].toSorted((a, b) => a - b)
  const rows = list.map(() => 0)
  const sums = list.flatMap(() => Array.from({ length: classes }, () => 0))
  const places = new Map(list.map((value, i) => [value, i]))
  for (const [row, value] of values.entries()) {
    const at = places.get(value + 0)
    if (at === undefined) continue
    rows[at]++
    sums[at * classes + (classes > 1 ? marks[row] : 0)]++
  }
  return { values: list, rows, sums }
}

/** What the kernel makes of them. */
function counted(values: Float64Array, classes: number): Counted {
  const found = count(values, marksOf(values), { classes, most: Infinity })!
  return { values: [...found.values], rows: [...found.rows], sums: [...found.sums] }
}

/** Near numbers, whole ones, all doubles, what is not finite, and some that differ in their low words alone. */
const number = fc.oneof(
  fc.double(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Infinity, -Infinity, Number.NaN),
  fc.integer({ min: 0, max: 999 }).map((i) => 1 + i * Number.EPSILON),
  fc.integer({ min: 0, max: 999 }).map((i) => -1 - i * Number.EPSILON),
)

describe.each([1, CLASSES])('with %i classes', (classes) => {
  test('values are counted as after the plain sort', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 2000, size: 'max' }), (list) => {
        const values = Float64Array.from(list)
        expect(counted(values, classes)).toEqual(plainly(values, classes))
      }),
      { numRuns: cases(25, 150) },
    )
  })

  test.each([1, -1, -1e6])('long runs of one high word are sorted by the low one: %d', (step) => {
    const values = Float64Array.from(
      { length: 5000 },
      (_, i) => Math.sign(step) + ((i * 7919) % 4999) * step * Number.EPSILON,
    )
    expect(counted(values, classes)).toEqual(plainly(values, classes))
  })

  test('values of all sizes leave no room for marks in the keys, and near ones are sorted again and again', () => {
    const values = Float64Array.from({ length: 20_000 }, (_, i) => {
      const near = 1 + ((i * 7919) % 6000) * Number.EPSILON
      return i % 4 === 0 ? near * 10 ** ((i % 600) - 300) : i % 3 === 0 ? -near : near
    })
    values.set([Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE, 0, -0])
    expect(counted(values, classes)).toEqual(plainly(values, classes))
  })

  test.each([200_000, 3, 0])('grows its memory for larger columns and takes smaller ones afterwards: %i', (length) => {
    const values = Float64Array.from({ length }, (_, i) => Math.sin(i * i))
    expect(counted(values, classes)).toEqual(plainly(values, classes))
  })
})

test('more sums than wanted are not counted', () => {
  const values = Float64Array.of(1, 2, 2, 3)
  const marks = new Uint8Array(4)
  expect(count(values, marks, { classes: 2, most: 5 })).toBeNull()
  expect(count(values, marks, { classes: 2, most: 6 })?.values).toEqual(Float64Array.of(1, 2, 3))
})
