import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, slotCount } from '../../src/binning/assign.ts'
import type { CategoryColumn } from '../../src/binning/binning.ts'
import { fit, type FitOptions } from '../../src/binning/fit/fit.ts'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import type { Closed } from '../../src/types.ts'
import { nextDown, nextUp } from '../../src/util/numbers/doubles.ts'
import { holds } from '../discretizers/holds.ts'
import { argumentError, dataError } from '../refusals.ts'

type Given = Omit<FitOptions<object>, 'method'>

const columnOf = (cuts: readonly number[], given: Given = {}): ReturnType<typeof fit> =>
  fit([0], { name: 'age', method: fixed, cuts, ...given })

const slots = (...numbers: number[]): Int32Array => Int32Array.from(numbers)

describe('a value equal to a cut', () => {
  const cuts = [-2, 0, 2.45]
  const around = cuts.flatMap((cut) => [nextDown(cut), cut, nextUp(cut)])

  test('belongs to the bin above when bins are closed on the left', () => {
    const column = columnOf(cuts, { closed: 'left' })
    expect(assign(column, around)).toEqual(slots(0, 1, 1, 1, 2, 2, 2, 3, 3))
    expect(around.map((x) => assign(column, x))).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3])
  })

  test('belongs to the bin below when bins are closed on the right', () => {
    const column = columnOf(cuts, { closed: 'right' })
    expect(assign(column, around)).toEqual(slots(0, 0, 1, 1, 1, 2, 2, 2, 3))
    expect(around.map((x) => assign(column, x))).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3])
  })

  test('is the same for −0 and 0', () => {
    expect(assign(columnOf([0]), [-0, 0])).toEqual(slots(1, 1))
    expect(assign(columnOf([0], { closed: 'right' }), [-0, 0])).toEqual(slots(0, 0))
  })
})

describe('assign', () => {
  test('answers a number for a value and numbers for values', () => {
    const column = columnOf([1, 2])
    expect(assign(column, 1.5)).toBe(1)
    expect(assign(column, [1.5])).toEqual(slots(1))
    expect(assign(column, [])).toEqual(slots())
  })

  test('puts infinite values into the outer bins', () => {
    expect(assign(columnOf([1, 2]), [-Infinity, Infinity])).toEqual(slots(0, 2))
    expect(assign(columnOf([1, 2], { closed: 'right' }), [-Infinity, Infinity])).toEqual(slots(0, 2))
    expect(assign(columnOf([-Number.MAX_VALUE, Number.MAX_VALUE]), [-Infinity, 0, Infinity])).toEqual(slots(0, 1, 2))
  })

  test('puts every value into the one bin there is without cuts', () => {
    expect(assign(columnOf([]), [-Infinity, 0, 5, null])).toEqual(slots(0, 0, 0, 1))
  })

  test('takes typed arrays of any kind of number', () => {
    const column = columnOf([1, 2])
    expect(assign(column, Float64Array.of(0.5, 1, Number.NaN))).toEqual(slots(0, 1, 3))
    expect(assign(column, Float32Array.of(0.5, 1, 2))).toEqual(slots(0, 1, 2))
    expect(assign(column, Int32Array.of(-5, 1, 9))).toEqual(slots(0, 1, 2))
    expect(assign(column, Uint8Array.of(0, 1, 255))).toEqual(slots(0, 1, 2))
  })

  test('compares a 32-bit float as the number it holds', () => {
    expect(assign(columnOf([0.1]), Float32Array.of(0.1))).toEqual(slots(1))
    expect(assign(columnOf([0.1], { closed: 'right' }), Float32Array.of(0.1))).toEqual(slots(1))
  })

  test('never changes the values', () => {
    const values = Object.freeze([1, null, -0])
    assign(columnOf([1]), values)
    expect(values).toEqual([1, null, -0])
  })

  test('gives rows of the fit the bins they were counted in', () => {
    const rows = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double(), fc.constant(null)), { maxLength: 40 })
    const anyCuts = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { maxLength: 5 })
    holds(
      fc.property(rows, anyCuts, fc.constantFrom<Closed>('left', 'right'), (values, cuts, closed) => {
        const sorted = cuts.toSorted((a, b) => a - b)
        const column = fit(values, { method: fixed, cuts: sorted, closed, special: [-3, 4], missing: [5] })
        const counts = Array.from({ length: slotCount(column) }, () => 0)
        for (const slot of assign(column, values)) counts[slot]++
        const counted = [...column.bins, column.missing, ...column.special].map(({ count }) => count)
        expect(counts).toEqual(counted)
      }),
    )
  })
})

describe('with more than 16 cuts', () => {
  const many = Array.from({ length: 40 }, (_, i) => (i - 20) / 4)
  const values = [...many.flatMap((cut) => [nextDown(cut), cut, nextUp(cut)]), -Infinity, Infinity, -0, null]

  test.each(['left', 'right'] as const)('bins closed on the %s hold what they hold with fewer', (closed) => {
    const found = assign(columnOf(many, { closed }), values)
    // Each cut on its own says on which side a value lies; the slot is the number of cuts below.
    const singles = many.map((cut) => assign(columnOf([cut], { closed }), values.slice(0, -1)))
    const bySingleCut = values.slice(0, -1).map((_, row) => singles.reduce((sum, sides) => sum + sides[row], 0))
    expect(found).toEqual(slots(...bySingleCut, 41))
  })

  test.each([15, 16, 17, 18])('%i cuts are no different from counting the cuts below', (n) => {
    const cuts = Array.from({ length: n }, (_, i) => i)
    const column = columnOf(cuts)
    expect(assign(column, [-1, 0, 0.5, n - 1, n])).toEqual(slots(0, 1, 1, n, n))
    expect(assign({ ...column, closed: 'right' }, [-1, 0, 0.5, n - 1, n])).toEqual(slots(0, 0, 1, n - 1, n))
  })

  test('special and missing codes are found as well', () => {
    const column = columnOf(many, { special: [0], missing: [1] })
    expect(assign(column, [0, 1, Number.NaN, 0.1])).toEqual(slots(42, 41, 41, 21))
  })
})

describe('missing values and special codes', () => {
  test('have slots after the bins: missing, then the codes in order', () => {
    const column = columnOf([1, 2], { special: [-8, -9], missing: [-1] })
    expect(slotCount(column)).toBe(6)
    expect(assign(column, [null, undefined, Number.NaN, -1, -9, -8, -7])).toEqual(slots(3, 3, 3, 3, 4, 5, 0))
    expect([null, undefined, Number.NaN, -1, -9].map((x) => assign(column, x))).toEqual([3, 3, 3, 3, 4])
  })

  test('of 0 are found for −0 as well', () => {
    expect(assign(columnOf([1], { special: [0] }), [-0, 0])).toEqual(slots(3, 3))
    expect(assign(columnOf([1], { missing: [-0] }), [-0, 0])).toEqual(slots(2, 2))
  })

  test('go where their policy says', () => {
    const column = fit([1, 2, 3, null, -9, -8], {
      target: ['a', 'a', 'b', 'b', 'a', 'b'],
      method: fixed,
      cuts: [2.5],
      special: [-9, -8],
      missing: [-1],
      missingPolicy: 'nearest',
      specialPolicy: { [-9]: 1 },
    })
    expect(assign(column, [null, -1, -9, -8, 0])).toEqual(slots(1, 1, 1, 4, 0))
  })

  test('are refused with their row where the policy is error', () => {
    const column = columnOf([1], { special: [-9], missing: [-1], missingPolicy: 'error', specialPolicy: 'error' })
    const refusal = (value: string, row: number): Error =>
      dataError(`assign: column "age" must hold what its policy allows, got ${value} at row ${row}`, {
        column: 'age',
        row,
      })
    expect(() => assign(column, [0, 1, null])).toThrow(refusal('null', 2))
    expect(() => assign(column, [0, Number.NaN])).toThrow(refusal('NaN', 1))
    expect(() => assign(column, [0, -1])).toThrow(refusal('-1', 1))
    expect(() => assign(column, [-9, null])).toThrow(refusal('-9', 0))
    expect(() => assign(column, undefined)).toThrow(refusal('undefined', 0))
    expect(assign(column, [0, 1])).toEqual(slots(0, 1))
  })
})

describe('what is no number', () => {
  const column = columnOf([1])

  test('is refused with its row', () => {
    expect(() => assign(column, [1, '2'] as unknown as number[])).toThrow(
      dataError('assign: column "age" must hold numbers, got "2" at row 1', { column: 'age', row: 1 }),
    )
    expect(() => assign(column, [true] as unknown as number[])).toThrow(
      dataError('assign: column "age" must hold numbers, got true at row 0', { column: 'age', row: 0 }),
    )
  })

  test('is refused on its own, and where it is no list either', () => {
    const refused = (got: string): Error =>
      dataError(`assign: column "age" must hold numbers, got ${got} at row 0`, { column: 'age', row: 0 })
    expect(() => assign(column, '2' as unknown as number)).toThrow(refused('"2"'))
    expect(() => assign(column, {} as unknown as number[])).toThrow(
      argumentError('wrong-type', 'assign: values must be a list, got object'),
    )
  })

  test('but whole numbers of any size that fit, and dates, are numbers', () => {
    expect(assign(column, BigInt64Array.of(0n, 1n) as unknown as number[])).toEqual(slots(0, 1))
    expect(assign(column, 2n as unknown as number)).toBe(1)
    expect(assign(column, new Date(0) as unknown as number)).toBe(0)
    expect(assign(column, [new Date(0), new Date(NaN), new Date(2)] as unknown as number[])).toEqual(slots(0, 2, 1))
    expect(() => assign(column, [2n ** 53n + 1n] as unknown as number[])).toThrow(
      'assign: column "age" must hold numbers, got 9007199254740993 at row 0',
    )
  })
})

describe('the levels of a category column', () => {
  const fitted = async (): Promise<CategoryColumn> =>
    (await fitTable({ colour: ['red', 'blue', '1', null] })).columns[0] as CategoryColumn

  test('have the slots of their bins; levels that were not seen count as missing', async () => {
    const column = await fitted()
    expect(column.bins.map(({ label }) => label)).toEqual(['1', 'blue', 'red'])
    expect(slotCount(column)).toBe(4)
    expect(assign(column, ['red', 'blue', 1, 'green', null, '', undefined, Number.NaN])).toEqual(
      slots(2, 1, 0, 3, 3, 3, 3, 3),
    )
    expect(assign(column, 'red')).toBe(2)
    expect(assign(column, 'green')).toBe(3)
    expect(assign(column, null)).toBe(3)
  })

  test('go where a policy says', async () => {
    const column = await fitted()
    const missing = { ...column.missing, policy: 'bin' as const, bin: 0 }
    expect(assign({ ...column, missing }, ['green', null])).toEqual(slots(0, 0))
  })

  test('are refused with their row where the policy is error', async () => {
    const column = await fitted()
    const missing = { ...column.missing, policy: 'error' as const }
    expect(() => assign({ ...column, missing }, ['red', 'green'])).toThrow(
      dataError('assign: column "colour" must hold what its policy allows, got "green" at row 1', {
        column: 'colour',
        row: 1,
      }),
    )
  })

  test('may be named like parts of every object', async () => {
    const { columns } = await fitTable({ c: ['constructor', '__proto__'] })
    const column = columns[0] as CategoryColumn
    expect(assign(column, ['__proto__', 'constructor', 'toString'])).toEqual(slots(0, 1, 2))
  })
})
