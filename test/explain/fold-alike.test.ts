import { describe, expect, test } from 'vitest'
import { foldAlike, type RangeWithRows } from '../../src/explain/fold-alike.ts'
import type { FoundRange } from '../../src/explain/findings.ts'
import { random } from '../../src/util/random.ts'

describe('ranges that hold nearly the same rows', () => {
  const ranged = (column: string, rows: string): RangeWithRows<FoundRange> => ({
    found: { column, text: 'high', alike: [] } as unknown as FoundRange,
    slots: [1, 2],
    slotsOfRows: () => Int32Array.from(rows, Number),
  })

  test('are told once, with the clearer one', () => {
    const ranges = [
      ranged('a', '1122000000'),
      ranged('b', '1112100000'),
      ranged('c', '0000002222'),
      ranged('d', '1220000000'),
    ]
    const folded = foldAlike(ranges, new Uint8Array(10).fill(1))
    expect(folded.map(({ column, alike }) => [column, alike.map((other) => other.column)])).toEqual([
      ['a', ['b']],
      ['c', []],
      ['d', []],
    ])
    expect(folded[0].alike).toEqual([{ column: 'b', text: 'high' }])
  })

  test('do not look at rows of neither half', () => {
    const ranges = [ranged('a', '1111100000'), ranged('b', '1111011111')]
    const halves = Uint8Array.from([1, 2, 1, 2, 0, 0, 0, 0, 0, 0])
    expect(foldAlike(ranges, halves)).toHaveLength(1)
    expect(foldAlike(ranges, new Uint8Array(10).fill(1))).toHaveLength(2)
  })

  test('may be of more slots than a function takes arguments', () => {
    const slots = Array.from({ length: 200_000 }, (_, slot) => slot)
    const given = { ...ranged('a', ''), slots, slotsOfRows: () => Int32Array.from(slots) }
    expect(foldAlike([given, given], new Uint8Array(200_000).fill(1))).toHaveLength(1)
  })

  test('are found among many rows', () => {
    const { integer } = random(1)
    const rows = Array.from({ length: 1000 }, () => String(integer(2))).join('')
    const other = `${rows.slice(0, 900)}${rows.slice(900).replaceAll('1', '0')}`
    expect(foldAlike([ranged('a', rows), ranged('b', other)], new Uint8Array(1000).fill(2))).toHaveLength(1)
  })
})
