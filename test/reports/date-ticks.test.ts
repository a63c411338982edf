import { expect, test } from 'vitest'
import { dateTicks, valueTicks } from '../../src/reports/html/charts/date-ticks.ts'
import { placeOf, roomOf } from '../../src/reports/html/charts/ticks.ts'
import { stabilitySvg } from '../../src/reports/html/index.ts'

const axis = (from: number, to: number) => ({ from, to, left: 42, right: 390 })

test.each([
  ['2024-07-03T09:46:40Z', '2024-07-03T09:46:44Z', ['09:46:40', '09:46:41', '09:46:42', '09:46:43']],
  ['2024-07-03T09:46:40Z', '2024-07-03T12:10:00Z', ['07-03 10:00', '07-03 11:00']],
  ['2024-06-29T09:46:40Z', '2024-07-03T12:00:00Z', ['2024-06-30', '2024-07-02']],
  ['2024-01-05T00:00:00Z', '2024-02-20T00:00:00Z', ['2024-01-08', '2024-01-22', '2024-02-05']],
  ['2023-11-20T00:00:00Z', '2024-10-02T00:00:00Z', ['2024-01', '2024-03', '2024-05', '2024-07', '2024-09']],
  ['1987-06-01T00:00:00Z', '2024-01-01T00:00:00Z', ['1990', '2000', '2010', '2020']],
  ['0050-06-01T00:00:00Z', '0090-01-01T00:00:00Z', ['60', '70', '80', '90']],
])('from %s to %s', (from, to, texts) => {
  const ends = axis(Date.parse(from), Date.parse(to))
  expect(valueTicks('date', ends, 400).map(({ text }) => text)).toEqual(texts)
})

test('of any length of time there are ticks inside, in order, that do not touch', () => {
  for (let length = 3; length < 3e14; length *= 2.7) {
    for (const from of [-6e13, -1234.5, 1.72e12 + length / 3]) {
      const ends = axis(from, from + length)
      for (const count of [3, 6]) {
        const all = dateTicks(ends.from, ends.to, count)
        expect(all.length).toBeLessThanOrEqual(count + 1)
        expect(all.every(({ value }) => value >= ends.from && value <= ends.to)).toBe(true)
      }
      const ticks = valueTicks('date', ends, 400)
      expect(ticks.length, `${from} and ${length} ms more`).toBeGreaterThan(0)
      for (let i = 1; i < ticks.length; i++) {
        const gap = placeOf(ends, ticks[i].value) - placeOf(ends, ticks[i - 1].value)
        expect(gap).toBeGreaterThanOrEqual((roomOf(ticks[i].text) + roomOf(ticks[i - 1].text)) / 2)
      }
    }
  }
})

test('the picture of a column of dates has dates below it', () => {
  const [from, to] = [Date.UTC(2024, 0, 5), Date.UTC(2024, 9, 20)]
  const density = { from, to, shares: [1] }
  const svg = stabilitySvg({ resamples: 1, seed: 1, cuts: [], bins: [], density }, 'when', 'date')
  expect(svg).toContain('>2024-05</text>')
})
