import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateText, shortestDate } from '../../src/util/date-text.ts'

fc.configureGlobal({ seed: 1970, numRuns: 500 })

const at = (text: string): number => Date.parse(text.includes('T') ? `${text}Z` : text)
/** Reads what dateText writes. */
const read = (text: string): number => Date.parse(`${text.includes(' ') ? text.replace(' ', 'T') : `${text}T00:00`}Z`)

describe('dateText', () => {
  test('prints no more than there is to tell', () => {
    const times = ['2015-02-04', '2015-02-04T17:51', '2015-02-04T17:51:59', '2015-02-04T17:51:59.5', '1969-12-31T23:59:59.999'] // prettier-ignore
    expect(times.map((text) => dateText(at(text)))).toEqual(times.map((text) => text.replace('T', ' ')))
    expect(dateText(at('2015-02-04T10:00'))).toBe('2015-02-04 10:00')
    expect(dateText(at('2015-02-04T00:00:10'))).toBe('2015-02-04 00:00:10')
  })

  test('prints parts of a millisecond', () => {
    expect(dateText(0.5)).toBe('1970-01-01 00:00:00.0005')
    expect(dateText(-0.5)).toBe('1969-12-31 23:59:59.9995')
    expect(dateText(1.001)).toBe('1970-01-01 00:00:00.001001')
  })

  test('prints as a number what is no date', () => {
    expect([Infinity, NaN, 9e15, -9e15].map(dateText)).toEqual(['Infinity', 'NaN', '9000000000000000', '-9000000000000000']) // prettier-ignore
  })

  test('tells every millisecond apart, however far away', () => {
    const time = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.integer({ min: -1e13, max: 1e13 }))
    fc.assert(
      fc.property(time, (x) => {
        expect(read(dateText(x))).toBe(x)
      }),
    )
  })
})

describe('shortestDate', () => {
  const shortest = (lo: string, hi: string, wish: string): string => dateText(shortestDate(at(lo), at(hi), at(wish)))

  test('takes the start of a year, a month, a day, an hour, a minute', () => {
    expect(shortest('2014-11-01', '2015-02-01', '2014-12-20')).toBe('2015-01-01')
    expect(shortest('2015-02-20', '2015-03-20', '2015-03-09')).toBe('2015-03-01')
    expect(shortest('2015-02-04T10:00', '2015-02-05T20:00', '2015-02-04T20:00')).toBe('2015-02-05')
    expect(shortest('2015-02-04T10:10', '2015-02-04T12:50', '2015-02-04T11:40')).toBe('2015-02-04 12:00')
    expect(shortest('2015-02-04T10:10:10', '2015-02-04T10:12:10', '2015-02-04T10:10:50')).toBe('2015-02-04 10:11')
  })

  test('takes the nearest of two', () => {
    expect(shortest('2013-01-01', '2016-12-31', '2014-03-01')).toBe('2014-01-01')
    expect(shortest('2013-01-01', '2016-12-31', '2014-11-01')).toBe('2015-01-01')
  })

  test('always lies inside', () => {
    const time = fc.double({ noNaN: true, min: -1e13, max: 1e13 })
    fc.assert(
      fc.property(time, fc.nat(1e9), fc.nat(100), (lo, span, part) => {
        const hi = lo + span
        const found = shortestDate(lo, hi, lo + (span * part) / 100)
        expect(found >= lo && found <= hi).toBe(true)
      }),
    )
  })

  test('gives the wish back where there is nothing shorter', () => {
    expect(shortestDate(0.25, 0.75, 0.5)).toBe(0.5)
  })
})
