import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetNames } from '../../src/reports/sheet.ts'

describe('sheetNames', () => {
  test('leaves names as they are where a workbook can have them', () => {
    expect(sheetNames(['age', 'Größe in cm', '年齢'])).toEqual(['age', 'Größe in cm', '年齢'])
  })

  test('replaces what a name may not have', () => {
    expect(sheetNames(['a/b', 'c:[d]', "'e'", ' ', '', 'History', 'x\u0000y'])).toEqual([
      'a_b',
      'c__d_',
      'e',
      'column',
      'column (2)',
      'History (2)',
      'x_y',
    ])
  })

  test('shortens long names, between letters, and tells them apart whatever their case', () => {
    const long = 'NumBank2NatlTradesWHighUtilization'
    expect(sheetNames([long, long.toLowerCase(), `${'n'.repeat(30)}😀`, 'Age', 'AGE'])).toEqual([
      'NumBank2NatlTradesWHighUtilizat',
      'numbank2natltradeswhighutil (2)',
      'n'.repeat(30),
      'Age',
      'AGE (2)',
    ])
  })

  test('gives a workbook names of any wishes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 30 }), (wishes) => {
        const names = sheetNames(wishes)
        expect(names).toHaveLength(wishes.length)
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of names) {
          expect(name).toMatch(/^[^\\/?*[\]:'\s\p{Cc}](?:[^\\/?*[\]:\p{Cc}]*[^\\/?*[\]:'\s\p{Cc}])?$/u)
          expect(name.length).toBeLessThanOrEqual(31)
        }
      }),
    )
  })
})
