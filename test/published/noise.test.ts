import { describe, expect, test } from 'vitest'
import { fit } from '../../src/binning/fit/fit.ts'
import { random } from '../../src/util/random.ts'
import { cases } from '../cases.ts'

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

/** How many of the seeded columns of noise, labels drawn without looking at the value, get a cut. */
function cutColumns(columns: number, rows: number, classes: number): number {
  let cut = 0
  for (let seed = 1; seed <= columns; seed++) {
    const { next, integer } = random(seed)
    const x = Float64Array.from({ length: rows }, next)
    const target = Array.from({ length: rows }, () => integer(classes))
    if (fit(x, { target, targetKind: 'class' }).cuts.length > 0) cut++
  }
  return cut
}

describe('MDLP on noise', () => {
  test('of 1,000 columns of 500 rows and two classes at most 0.5 % get a cut', () => {
    expect(cutColumns(1000, 500, 2)).toBeLessThanOrEqual(5)
  })

  test('of 1,000 columns of 500 rows and three classes at most 0.5 % get a cut', () => {
    expect(cutColumns(1000, 500, 3)).toBeLessThanOrEqual(5)
  })

  test('about 0.2 % of columns of 500 rows are cut, about 0.9 % of 100 rows, more below, within a factor of two', () => {
    const percent = (columns: number, rows: number): number => (100 * cutColumns(columns, rows, 2)) / columns
    const [at500, at100, at20] = [percent(cases(2000, 4000), 500), percent(10_000, 100), percent(1000, 20)]
    expect(at500).toBeGreaterThanOrEqual(0.1)
    expect(at500).toBeLessThanOrEqual(0.4)
    expect(at100).toBeGreaterThanOrEqual(0.45)
    expect(at100).toBeLessThanOrEqual(1.8)
    expect(at20).toBeGreaterThan(at100)
  })
})

describe('MDLP on a step: the event has probability 0.3 below the median of the column and 0.7 above', () => {
  const rows = 500

  /** Rows between each cut and the median, as a share of all rows; the cut farthest off speaks for the column. */
  const errors = Array.from({ length: 1000 }, (_, i) => {
    const { next } = random(i + 1)
    const x = Array.from({ length: rows }, next)
    const sorted = x.toSorted((a, b) => a - b)
    const step = (sorted[rows / 2 - 1] + sorted[rows / 2]) / 2
    const target = x.map((value) => (next() < (value < step ? 0.3 : 0.7) ? 1 : 0))
    return fit(x, { target }).cuts.map((cut) => x.filter((value) => value < cut !== value < step).length / rows)
  }).map((shares) => (shares.length === 0 ? null : Math.max(...shares)))

  test('at least 99 % of 1,000 columns are cut', () => {
    expect(errors.filter((error) => error !== null).length).toBeGreaterThanOrEqual(990)
  })

  test('the median error, rows between the cut and the median / all rows, is under 2 %', () => {
    expect(median(errors.filter((error) => error !== null))).toBeLessThan(0.02)
  })
})
