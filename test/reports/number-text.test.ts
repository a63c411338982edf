import { describe, expect, test } from 'vitest'
import {
  alignedTexts,
  counted,
  countText,
  fixedText,
  percentText,
  scoreTexts,
  spanText,
  valueText,
} from '../../src/reports/number-text.ts'

describe('numbers as text', () => {
  test('counts have commas, weights two decimals', () => {
    expect([0, 150, 20_640, 1_234_567, 12.5, 1234.567, 0.001, 1e20, Number.NaN].map(countText)).toEqual([
      '0',
      '150',
      '20,640',
      '1,234,567',
      '12.50',
      '1,234.57',
      '0.001',
      '1.000e+20',
      '–',
    ])
    expect([counted(1, 'row'), counted(0, 'row'), counted(2000, 'bin')]).toEqual(['1 row', '0 rows', '2,000 bins'])
  })

  test('percentages never round to nothing or to all', () => {
    expect([0, 0.001, 0.005, 0.33, 0.995, 0.9999, 1].map((share) => percentText(share))).toEqual([
      '0 %',
      '<1 %',
      '1 %',
      '33 %',
      '>99 %',
      '>99 %',
      '100 %',
    ])
    expect([0.0001, 0.1234, 0.99999].map((share) => percentText(share, 1))).toEqual(['<0.1 %', '12.3 %', '>99.9 %'])
    expect(percentText(Number.NaN)).toBe('–')
  })

  test('fixed decimals have a sign where asked and no negative zero', () => {
    expect([fixedText(0.4, 2, true), fixedText(-0.4, 2, true), fixedText(-0.001, 2, true)]).toEqual([
      '+0.40',
      '-0.40',
      '0.00',
    ])
    expect([fixedText(Infinity, 2), fixedText(1e12, 2)]).toEqual(['–', '1.000e+12'])
  })

  test('scores get the decimals it takes to tell them from what they had to clear', () => {
    expect(scoreTexts([0.92, 0.61])).toEqual(['0.92', '0.61'])
    expect(scoreTexts([0.918, 0.061])).toEqual(['0.918', '0.061'])
    expect(scoreTexts([0.0111, 0.0046])).toEqual(['0.0111', '0.0046'])
    expect(scoreTexts([5.991, 5.989])).toEqual(['5.991', '5.989'])
    expect(scoreTexts([0.000012])).toEqual(['0.0000'])
  })

  test('numbers below each other share their decimals', () => {
    expect(alignedTexts([206_855.8, 8.25, null], 115_393)).toEqual(['206,856', '8', '–'])
    expect(alignedTexts([5.8433, -1.2], 0.8253)).toEqual(['5.843', '-1.200'])
    expect(alignedTexts([1e12, 1], 1)).toEqual(['1000000000000', '1'])
    expect(alignedTexts([1e-12, 0], 1e-13)).toEqual(['1e-12', '0'])
    expect(alignedTexts([2, 3], 0)).toEqual(['2.00', '3.00'])
  })

  test('values are short, dates are dates', () => {
    expect([512.3292, 1_234_567, 0.1 + 0.2, -0].map((x) => valueText('number', x))).toEqual([
      '512.329',
      '1234567',
      '0.3',
      '0',
    ])
    expect(valueText('date', Date.UTC(2024, 1, 3, 4, 5))).toBe('2024-02-03 04:05')
    expect([86_400_000, 5_400_000, 90_000, 1500, 3].map((span) => spanText('date', span))).toEqual([
      '1 day',
      '1.5 hours',
      '1.5 minutes',
      '1.5 seconds',
      '3 milliseconds',
    ])
    expect(spanText('number', 0.59)).toBe('0.59')
  })
})
