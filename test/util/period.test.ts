import { expect, test } from 'vitest'
import { periodStart, periodText, type PeriodUnit } from '../../src/util/period.ts'

const label = (text: string, unit: PeriodUnit): string => periodText(periodStart(Date.parse(text), unit), unit)

test('a time is in one period of each unit', () => {
  const units = ['day', 'week', 'month', 'quarter', 'year'] as const
  const of = (text: string): string[] => units.map((unit) => label(text, unit))
  expect(of('2026-11-15T23:59:59Z')).toEqual(['2026-11-15', '2026-W46', '2026-11', '2026-Q4', '2026'])
  expect(of('1969-12-31T01:00:00Z')).toEqual(['1969-12-31', '1970-W01', '1969-12', '1969-Q4', '1969'])
  expect(of('2021-01-03T00:00:00Z')).toEqual(['2021-01-03', '2020-W53', '2021-01', '2021-Q1', '2021'])
})

test('weeks start on Monday, and what is no time is in none', () => {
  expect(new Date(periodStart(Date.parse('2026-11-15'), 'week')).toISOString()).toBe('2026-11-09T00:00:00.000Z')
  expect(periodStart(Date.parse('0099-05-05'), 'year')).toBe(Date.parse('0099-01-01'))
  expect(periodStart(Number.NaN, 'day')).toBeNaN()
})
