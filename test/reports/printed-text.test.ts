import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { padEnd, padStart, printable, textWidth, truncate, wrap } from '../../src/reports/printed-text.ts'

const red = (text: string): string => `\u001B[31m${text}\u001B[0m`

describe('textWidth', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['≥ 4.75 …', 8],
    ['│█▇', 3],
    ['日本', 4],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['e\u0301a', 2],
    ['\u0301', 0],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    [red('ab'), 2],
  ])('%j takes %i columns', (text, width) => expect(textWidth(text)).toBe(width))
})

describe('truncate', () => {
  test.each([
    ['plain', 5, 'plain'],
    ['longer', 5, 'long…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
  ])('%j to %i columns', (text, width, expected) => expect(truncate(text, width)).toBe(expected))

  test('ends the colours it began', () => {
    expect(truncate(red('longer'), 4)).toBe('\u001B[31mlon…\u001B[0m')
  })

  test('never takes more than the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, width) => {
        expect(textWidth(truncate(text, width))).toBeLessThanOrEqual(width)
      }),
      { numRuns: 300 },
    )
  })
})

describe('padding and wrapping', () => {
  test('pads by columns, not by characters', () => {
    expect([padEnd('日本', 6), padStart('日本', 6), padEnd('long', 2)]).toEqual(['日本  ', '  日本', 'long'])
  })

  test('breaks between words and truncates longer ones', () => {
    expect(wrap('a cut is made where it pays', 12, '  ')).toEqual(['a cut is', '  made where', '  it pays'])
    expect(wrap('extraordinarily', 8)).toEqual(['extraor…'])
    expect(wrap('', 8)).toEqual([''])
  })
})

describe('printable', () => {
  test.each([
    ['plain', 'plain'],
    ['two words', 'two words'],
    ['', '""'],
    [' a', '" a"'],
    ['a\nb\tc', 'a b c'],
    ['\u001B[31mred', '\\u001b[31mred'],
    ['a\u202Eb', 'a\\u202eb'],
    ['日本', '日本'],
  ])('%j is printed as %j', (name, expected) => expect(printable(name)).toBe(expected))
})
