import { describe, expect, test } from 'vitest'
import { looksLikeId } from '../../src/sources/choose-columns.ts'

const N = 40
const numbers = (name: string, value: (i: number) => number, rows = N): string | null =>
  looksLikeId({ name, kind: 'number', values: Float64Array.from({ length: rows }, (_, i) => value(i)) }, rows)
const texts = (value: (i: number) => string | null, rows = N): string | null =>
  looksLikeId({ name: 'x', kind: 'category', values: Array.from({ length: rows }, (_, i) => value(i)) }, rows)

describe('looksLikeId', () => {
  test('sees texts that are nearly all different', () => {
    expect(texts((i) => `name ${i}`)).toBe('each of its 40 texts is different, as in an id')
    expect(texts((i) => `name ${Math.max(1, i)}`)).toBe('39 of its 40 texts are different, as in an id')
    expect(texts((i) => (i < 10 ? null : `name ${i}`))).toBe('each of its 30 texts is different, as in an id')
    expect(texts((i) => `name ${i % 30}`)).toBeNull()
    expect(texts((i) => (i < 30 ? null : `name ${i}`))).toBeNull()
  })

  test('sees numbers that count the rows', () => {
    expect(numbers('x', (i) => i)).toBe('it counts the rows from 0, as an id does')
    expect(numbers('x', (i) => i + 1)).toBe('it counts the rows from 1, as an id does')
    expect(numbers('x', (i) => i + 2)).toBeNull()
    expect(numbers('x', (i) => N - i)).toBeNull()
    expect(numbers('x', (i) => (i === 5 ? Number.NaN : i))).toBeNull()
  })

  test('sees whole numbers that are different and called so', () => {
    for (const name of ['id', 'ID', 'customer_id', 'customer-id', 'PassengerId', 'rowID', 'user id']) {
      expect(
        numbers(name, (i) => 1000 - 7 * i),
        name,
      ).toBe('it is called an id and each of its 40 whole numbers is different')
    }
    expect(numbers('index', (i) => 1000 - 7 * i)).toBe(
      'it is called an index and each of its 40 whole numbers is different',
    )
    for (const name of ['grid', 'paid', 'x', 'idle', 'humid', 'price index of']) {
      expect(
        numbers(name, (i) => 1000 - 7 * i),
        name,
      ).toBeNull()
    }
    expect(numbers('id', (i) => i % 20)).toBeNull()
    expect(numbers('id', (i) => i + 0.5)).toBeNull()
  })

  test('sees nothing in few rows, dates and truth values', () => {
    expect(numbers('id', (i) => i, 19)).toBeNull()
    expect(texts((i) => `name ${i}`, 19)).toBeNull()
    expect(
      looksLikeId({ name: 'id', kind: 'date', values: Float64Array.from({ length: N }, (_, i) => i) }, N),
    ).toBeNull()
    expect(looksLikeId({ name: 'id', kind: 'boolean', values: Array.from({ length: N }, () => 'true') }, N)).toBeNull()
  })
})
