import { describe, expect, test } from 'vitest'
import { BIN_COUNT_RULES } from '../../src/discretizers/bin-count/bin-count-rules.ts'
import { flag, increasingNumbers, integer, oneOf, orNull, orOneOf, real, type Rule } from '../../src/util/check.ts'
import { parseRule } from '../../src/util/parse-rule.ts'

const parsed = (rule: Rule<unknown>, ...texts: string[]): unknown[] => texts.map((text) => parseRule(rule, text))

describe('parseRule', () => {
  test('reads numbers, and leaves other text for the message', () => {
    for (const rule of [integer(0), real()]) {
      expect(parsed(rule, '3', ' 3 ', '-2.5e3', '', '  ', 'three', 'none')).toEqual([
        3,
        3,
        -2500,
        '',
        '  ',
        'three',
        'none',
      ])
    }
  })

  test('reads names as they are', () => {
    expect(parsed(oneOf('a', 'b'), 'a', 'c', 'none')).toEqual(['a', 'c', 'none'])
  })

  test('reads words that a rule for numbers takes', () => {
    expect(parsed(orOneOf(integer(1, 9), BIN_COUNT_RULES), '3', 'auto', 'rice', '')).toEqual([3, 'auto', 'rice', ''])
  })

  test('reads truth values', () => {
    expect(parsed(flag(), 'true', 'yes', 'false', 'no', 'maybe', '')).toEqual([true, true, false, false, 'maybe', ''])
  })

  test('reads lists of numbers', () => {
    expect(parsed(increasingNumbers(), '1, 2.5,-3', '7', '1,,2')).toEqual([[1, 2.5, -3], [7], [1, NaN, 2]])
  })

  test('reads null where it is allowed', () => {
    expect(parsed(orNull(integer(1)), 'none', 'null', '4', '')).toEqual([null, null, 4, ''])
    expect(parsed(orNull(oneOf('a')), 'none', 'a')).toEqual([null, 'a'])
  })

  test('gives something to check, which the rule may refuse', () => {
    expect(integer(0).accepts(parseRule(integer(0), 'three'))).toBe(false)
    expect(increasingNumbers().accepts(parseRule(increasingNumbers(), '2,1'))).toBe(false)
    expect(flag().accepts(parseRule(flag(), 'maybe'))).toBe(false)
  })
})
