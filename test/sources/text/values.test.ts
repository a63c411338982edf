import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fits,
  isNanText,
  kindOfTexts,
  missingTexts,
  parseDate,
  parseNumber,
  parseTruth,
  trimAscii,
} from '../../../src/sources/text/values.ts'

describe('parseNumber', () => {
  test('reads what programs write', () => {
    const texts = [
      '0',
      '-1',
      '+2',
      '3.25',
      '5.',
      '.5',
      '-.5',
      '1e3',
      '1E-3',
      '2.5e+2',
      ' 7 ',
      '\t8\n',
      '007',
      '1_000',
      '1_0.0_1e1_0',
    ]
    const numbers = [0, -1, 2, 3.25, 5, 0.5, -0.5, 1000, 0.001, 250, 7, 8, 7, 1000, 10.01e10]
    expect(texts.map((text) => parseNumber(text, '.'))).toEqual(numbers)
  })

  test('reads infinities in any case, and numbers too large as such', () => {
    const texts = ['inf', '+Inf', '-INF', 'infinity', '-Infinity', '1e400', '-1e400', '1e-400']
    const numbers = [Infinity, Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity, 0]
    expect(texts.map((text) => parseNumber(text, '.'))).toEqual(numbers)
  })

  test('refuses everything else', () => {
    const texts = [
      '',
      ' ',
      '-',
      '.',
      '+.',
      'e5',
      '1e',
      '1e+',
      '0x10',
      '1,5',
      '1 000',
      '5kg',
      '$5',
      '5%',
      '1__0',
      '_1',
      '1_',
      '1_.5',
    ]
    texts.push('--5', '+-5', '1.2.3', 'nan', 'infinit', '\u00A05', '\u0663', '1e5.')
    for (const text of texts) expect(parseNumber(text, '.'), text).toBeNaN()
  })

  test('reads a decimal comma, and then no decimal point', () => {
    expect(['1,5', ',5', '5,', '-1_000,25e2', '7'].map((text) => parseNumber(text, ','))).toEqual([
      1.5, 0.5, 5, -100_025, 7,
    ])
    expect(parseNumber('1.5', ',')).toBeNaN()
    expect(parseNumber('1.234,5', ',')).toBeNaN()
  })

  test('reads every double back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        expect(parseNumber(String(x), '.')).toBe(x === 0 && !Object.is(x, 0) ? 0 : x)
        expect(parseNumber(String(x).replace('.', ','), ',')).toBe(x === 0 && !Object.is(x, 0) ? 0 : x)
      }),
    )
    expect(parseNumber('-0', '.')).toBe(-0)
  })
})

describe('parseDate', () => {
  const day = Date.UTC(2015, 1, 4)

  test('reads the ISO forms as UTC', () => {
    const clock = day + ((17 * 60 + 51) * 60 + 59) * 1000
    expect(parseDate('2015-02-04')).toBe(day)
    expect(parseDate('2015/02/04')).toBe(day)
    expect(parseDate(' 2015-02-04 ')).toBe(day)
    expect(parseDate('2015-02-04T17:51')).toBe(clock - 59_000)
    expect(parseDate('2015-02-04 17:51:59')).toBe(clock)
    expect(parseDate('2015/02/04 17:51:59')).toBe(clock)
    expect(parseDate('2015-02-04T17:51:59Z')).toBe(clock)
    expect(parseDate('2015-02-04T17:51:59+01:00')).toBe(clock - 3_600_000)
    expect(parseDate('2015-02-04 17:51:59-05:30')).toBe(clock + 19_800_000)
    expect(parseDate('2015-02-04 17:51:59+00')).toBe(clock)
  })

  test('keeps microseconds and drops what is finer', () => {
    const at = (fraction: string): number => parseDate(`2015-02-04 00:00:00${fraction}`)
    expect(at('.5')).toBe(day + 500)
    expect(at('.123')).toBe(day + 123)
    expect(at('.123456')).toBe((day * 1000 + 123_456) / 1000)
    expect(at('.123456999')).toBe((day * 1000 + 123_456) / 1000)
    expect(at('.000001Z')).toBe((day * 1000 + 1) / 1000)
    expect(at('.')).toBeNaN()
    expect(at('.1234567891')).toBeNaN()
  })

  test('keeps to the calendar', () => {
    expect(parseDate('2016-02-29')).toBe(Date.UTC(2016, 1, 29))
    expect(parseDate('2000-02-29')).toBe(Date.UTC(2000, 1, 29))
    expect(parseDate('0001-01-01')).toBe(-62_135_596_800_000)
    expect(parseDate('9999-12-31')).toBe(Date.UTC(9999, 11, 31))
    const wrong = [
      '2015-02-30',
      '2015-02-29',
      '1900-02-29',
      '2015-13-01',
      '2015-00-10',
      '2015-01-00',
      '2015-04-31',
      '0000-01-01',
    ]
    for (const text of wrong) expect(parseDate(text), text).toBeNaN()
  })

  test('guesses nothing', () => {
    const texts = [
      '',
      '2015',
      '20150204',
      '2015-2-4',
      '04/02/2015',
      '4.2.2015',
      '2015-02/04',
      '2015-02-04x',
      '2015-02-04 ',
      'x2015-02-04',
    ]
    texts[8] = '2015-02-04 17'
    texts.push(
      '2015-02-04 24:00',
      '2015-02-04 12:60',
      '2015-02-04 12:00:60',
      '2015-02-04T12:00:00 Z',
      '2015-02-04 1:30',
      '2015-02-04 12:3',
    )
    texts.push(
      '2015-02-04 12:30+1',
      '2015-02-04 12:30+0100',
      '2015-02-04 12:30+24:00',
      '2015-02-04 12:30:',
      '2015-02-04_12:30',
      '2015-02-04Z',
    )
    for (const text of texts) expect(parseDate(text), text).toBeNaN()
  })

  test('reads every ISO text that Date writes', () => {
    const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        expect(parseDate(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

describe('kinds', () => {
  test('truth values are true and false in any case, and nothing else', () => {
    expect(['true', ' TRUE ', 'False', 'yes', 'no', 't', '1', ''].map(parseTruth)).toEqual([
      true,
      true,
      false,
      ...Array(5).fill(null),
    ])
  })

  test('nan is a missing number', () => {
    expect(['nan', ' NaN ', '-nan', 'nano', ''].map(isNanText)).toEqual([true, true, true, false, false])
    expect(fits('number', 'NaN', '.')).toBe(true)
    expect(fits('date', 'NaN', '.')).toBe(false)
  })

  test('the first kind that fits all is taken', () => {
    expect(kindOfTexts(['1', 'inf', 'nan'], '.')).toBe('number')
    expect(kindOfTexts([], '.')).toBe('number')
    expect(kindOfTexts(['0', '1'], '.')).toBe('number')
    expect(kindOfTexts(['2015-02-04', '2015-02-04 12:00'], '.')).toBe('date')
    expect(kindOfTexts(['true', 'False', 'TRUE'], '.')).toBe('boolean')
    expect(kindOfTexts(['true', '1'], '.')).toBe('category')
    expect(kindOfTexts(['2015-02-04', '5'], '.')).toBe('category')
    expect(kindOfTexts(['1,5'], '.')).toBe('category')
    expect(kindOfTexts(['1,5'], ',')).toBe('number')
  })

  test('white space around texts is ASCII white space', () => {
    expect(trimAscii(' \t\n\v\f\r a b \r\n')).toBe('a b')
    expect(trimAscii('\u00A0a\u2003')).toBe('\u00A0a\u2003')
    expect([...missingTexts([' NA ', '?'])]).toEqual(['', 'NA', '?'])
  })
})
