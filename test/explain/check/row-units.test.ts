import { describe, expect, test } from 'vitest'
import { rowUnits } from '../../../src/explain/check/row-units.ts'
import type { Table } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'

const all = (): boolean => true

/** A table of whole rows, taken in some order. */
function taken(table: Table, order: readonly number[]): Table {
  return Object.fromEntries(Object.entries(table).map(([name, values]) => [name, order.map((row) => values[row])]))
}

/** 50 rows of two decimal columns, and two classes that go with neither. */
const { next, integer } = random(8)
const table = { a: Array.from({ length: 50 }, next), b: Array.from({ length: 50 }, next) }
const classes = Int32Array.from({ length: 50 }, () => integer(2))

describe('copies of rows', () => {
  test('are one unit, wherever they stand', () => {
    const order = Array.from({ length: 200 }, (_, i) => i % 50)
    const units = rowUnits(
      taken(table, order),
      ['a', 'b'],
      Int32Array.from(order, (row) => classes[row]),
      all,
    )
    expect(units).toMatchObject({ count: 50, repeated: 150 })
    expect(Array.from(units!.unitOf)).toEqual(order)
  })

  test('need not be as many of every row', () => {
    const order = [...Array.from({ length: 50 }, (_, i) => i), 3, 3, 7]
    const units = rowUnits(
      taken(table, order),
      ['a', 'b'],
      Int32Array.from(order, (row) => classes[row]),
      all,
    )
    expect(units).toMatchObject({ count: 50, repeated: 3 })
    expect(Array.from(units!.unitOf).slice(50)).toEqual([3, 3, 7])
  })

  test('do not exist where all rows differ', () => {
    expect(rowUnits(table, ['a', 'b'], classes, all)).toBeNull()
  })

  test('are equal in the target too, a number as well as a class', () => {
    const order = Array.from({ length: 100 }, (_, i) => i % 50)
    const numbers = Float64Array.from({ length: 100 }, (_, i) => i)
    expect(rowUnits(taken(table, order), ['a', 'b'], numbers, all)).toBeNull()
    const same = rowUnits(taken(table, order), ['a', 'b'], Float64Array.from(order), all)
    expect(same?.count).toBe(50)
  })

  test('may have missing values, texts and dates', () => {
    const day = table.a.map((x) => new Date(Math.round(x * 1e12)))
    const mixed = { a: table.a.map((x, i) => (i % 5 === 0 ? null : x)), text: table.b.map((x) => `t${x}`), day }
    const order = Array.from({ length: 100 }, (_, i) => i % 50)
    const codes = Int32Array.from(order, (row) => classes[row])
    const copied = taken(mixed, order)
    expect(rowUnits(copied, ['a', 'text', 'day'], codes, all)?.count).toBe(50)
  })

  test('leave rows out that do not count', () => {
    const order = Array.from({ length: 100 }, (_, i) => i % 50)
    const codes = Int32Array.from(order, (row) => classes[row])
    const units = rowUnits(taken(table, order), ['a', 'b'], codes, (row) => row !== 50)
    expect([units!.count, units!.repeated, units!.unitOf[50]]).toEqual([50, 49, -1])
  })
})

describe('rows that are equal by chance', () => {
  test('are no copies: the same values occur with other targets', () => {
    const few = { a: Array.from({ length: 400 }, (_, i) => i % 25) }
    const codes = Int32Array.from({ length: 400 }, () => integer(2))
    expect(rowUnits(few, ['a'], codes, all)).toBeNull()
  })

  test('are no copies where there are only few different ones', () => {
    const few = { a: Array.from({ length: 400 }, (_, i) => i % 6) }
    const codes = Int32Array.from({ length: 400 }, (_, i) => (i % 6 < 3 ? 0 : 1))
    expect(rowUnits(few, ['a'], codes, all)).toBeNull()
  })

  test('become units where the whole table was copied', () => {
    const values = Array.from({ length: 100 }, () => integer(10))
    const codes = Array.from({ length: 100 }, () => integer(2))
    const order = Array.from({ length: 300 }, (_, i) => i % 100)
    const units = rowUnits(
      taken({ values }, order),
      ['values'],
      Int32Array.from(order, (row) => codes[row]),
      all,
    )
    expect(units).toMatchObject({ count: 100, repeated: 200 })
  })
})
