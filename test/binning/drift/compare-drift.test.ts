import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Binning } from '../../../src/binning/binning.ts'
import { compareDrift } from '../../../src/binning/drift/compare-drift.ts'
import { driftByPeriod } from '../../../src/binning/drift/drift-periods.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { driftCsv } from '../../../src/reports/drift-texts.ts'
import { driftReport } from '../../../src/reports/terminal/drift-report.ts'
import { random } from '../../../src/util/random.ts'

/** Rows of a number around `middle`, a level, a code for unknown, and a label that depends on the number. */
function rows(n: number, seed: number, { middle = 0, rate = 0.2 } = {}) {
  const { next, normal } = random(seed)
  const x = Array.from({ length: n }, () => (next() < 0.05 ? -99 : next() < 0.1 ? null : middle + normal()))
  const color = x.map(() => (next() < 0.7 ? 'red' : 'blue'))
  const y = x.map((value) => (next() < rate + (value !== null && value > 0 ? 0.3 : 0) ? 'yes' : 'no'))
  return { x, color, y }
}

async function fitted(table: ReturnType<typeof rows>): Promise<Binning> {
  const all = { special: [-99], method: fixed, cuts: [-1, 0, 1] }
  return fitTable(table, { target: 'y', event: 'yes', perColumn: { x: all }, source: 'old' })
}

const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false }).compile(
  JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../docs/formats/drift.schema.json', import.meta.url)), 'utf8'),
  ) as object,
)

describe('compareDrift', async () => {
  const binning = await fitted(rows(4000, 21))

  test('says stable when nothing changed', () => {
    const { columns, target } = compareDrift(binning, rows(2000, 2))
    expect(target?.kind).toBe('class')
    expect(columns.map(({ name, level, rate }) => [name, level, rate?.shifted])).toEqual([
      ['x', 'stable', false],
      ['color', 'stable', false],
    ])
    expect(columns[0].slots.map(({ label }) => label)).toEqual([
      '< -1',
      '[-1, 0)',
      '[0, 1)',
      '≥ 1',
      'missing',
      'special -99',
    ])
  })

  test('tells a moved population from changed rates', () => {
    const moved = compareDrift(binning, rows(2000, 3, { middle: 1 })).columns[0]
    expect(moved.level).toBe('large')
    expect(moved.rate?.shifted).toBe(false)
    expect(moved.rate!.now! - moved.rate!.before!).toBeGreaterThan(0.05)
    expect(moved.rate!.expected!).toBeCloseTo(moved.rate!.now!, 1)
    expect(moved.reason).toMatch(
      /^\d+ rows lie outside the fitted range \(.*up to [45]\.\d+\), no more than chance gives; PSI [\d.]+ is at least 0\.25 \(chance gives up to 0\.0\d+\); the largest change is from 1\.\d+ on: \d[\d.]* % before/,
    )
    const changed = compareDrift(binning, rows(2000, 4, { rate: 0.3 })).columns[0]
    expect(changed.level).toBe('stable')
    expect(changed.rate?.shifted).toBe(true)
    expect(changed.rate?.reason).toMatch(
      /^the rate of yes changed as it did overall, alike for all values \(p \de-\d+\)$/,
    )
    expect(changed.rate?.change).toBe('overall')
    expect(changed.ks).toBeLessThan(0.05)
  })

  test('p-values of rates are corrected for the number of columns', () => {
    const rates = compareDrift(binning, rows(2000, 7)).columns.map(({ rate }) => rate!)
    const [least, most] = rates.map(({ withinPValue }) => withinPValue!).toSorted((a, b) => a - b)
    const adjusted = rates.map(({ adjustedPValue }) => adjustedPValue!).toSorted((a, b) => a - b)
    expect(adjusted).toEqual([Math.min(1, 2 * least), Math.max(most, Math.min(1, 2 * least))])
  })

  test('few rows over the customary limit are stable, with the reason', () => {
    const { columns } = compareDrift(binning, { x: [-2, 0.5, 0.7, 2, 2], color: ['red', 'red', 'red', 'blue', 'blue'] })
    expect(columns[0].psi).toBeGreaterThan(0.1)
    expect(columns[0].level).toBe('stable')
    expect(columns[0].reason).toMatch(/which is over 0.1, but with so few rows chance alone gives up to/)
  })

  test('levels that the fit did not see are a bin of their own', () => {
    const { x, y } = rows(100, 5)
    const color = x.map((_, i) => (i < 60 ? 'red' : i < 90 ? 'blue' : i < 95 ? 'green' : null))
    const { columns } = compareDrift(binning, { x, color, y })
    expect(columns[1].slots.map(({ label, before, now }) => [label, before.count, now.count])).toEqual([
      ['blue', expect.any(Number), 30],
      ['red', expect.any(Number), 60],
      ['not seen before', 0, 5],
      ['missing', 0, 5],
    ])
    expect(columns[1].slots[2].psi).toBeGreaterThan(0.2)
    expect(columns[1].outside).toMatchObject({ rows: 5, levels: ['green'], beyondChance: true })
    expect(columns[1].reason).toMatch(/^5 rows have a level the fit did not see \("green"\), more than chance gives; /)
    expect(columns[1].level).not.toBe('stable')
    expect(columns[1].notes).toEqual([{ code: 'unseen-levels', message: '1 level the fit did not see: "green"' }])
    expect(columns[1].ks).toBeNull()
  })

  test('rows without a label belong to the population, not to the rates', () => {
    const { x, color, y } = rows(1000, 6)
    const late = compareDrift(binning, { x, color, y: y.map((label, i) => (i < 500 ? label : null)) })
    const all = compareDrift(binning, { x, color, y })
    expect(late.columns[0].psi).toBe(all.columns[0].psi)
    expect(late.columns[0].rate!.now).toBeCloseTo(y.slice(0, 500).filter((label) => label === 'yes').length / 500, 12)
    const none = compareDrift(binning, { x, color })
    expect(none.columns[0].rate).toBeNull()
    expect(none.notes).toEqual([
      { code: 'no-target', message: 'the new rows have no column y, so rates are not compared' },
    ])
  })

  test('means of a numeric target, and many classes', async () => {
    const make = (seed: number, shift: number) => {
      const { normal } = random(seed)
      const x = Array.from({ length: 1000 }, () => normal())
      return { x, y: x.map((value) => value + shift * (value > 1 ? 1 : 0) + normal()) }
    }
    const all = { method: fixed, cuts: [0, 1] }
    const numeric = await fitTable(make(1, 0), { target: 'y', targetKind: 'numeric', all })
    expect(compareDrift(numeric, make(2, 0)).columns[0].rate).toMatchObject({ of: null, shifted: false })
    const { rate, slots } = compareDrift(numeric, make(3, 1)).columns[0]
    expect(rate?.reason).toMatch(/^the mean changed from [01]\.\d+ on \(p \de-\d+\): 1\.\d+ before, 2\.\d+ now$/)
    expect(slots.map((slot) => slot.rate!.pValue! < 0.001)).toEqual([false, false, true])
    const three = await fitTable({ x: [1, 2, 3, 4, 5, 6], y: ['a', 'b', 'c', 'a', 'b', 'c'] }, { target: 'y', all })
    const [column] = compareDrift(three, { x: [5, 5, 5], y: ['c', 'c', 'c'] }).columns
    expect(column.slots[2].rate).toMatchObject({ of: 'c', before: 1 / 3, now: 1 })
  })

  test('wrong options and unknown classes are refused', () => {
    expect(() => compareDrift(binning, rows(9, 1), { level: 1 })).toThrow(
      'compareDrift: level must be a number above 0 and below 1, got 1',
    )
    expect(() => compareDrift(binning, { ...rows(9, 1), y: Array(9).fill('maybe') })).toThrow(
      'label "maybe" at row 0 is not in classes',
    )
    expect(() => compareDrift(binning, { x: [1] })).toThrow('unknown column "color"')
  })

  test('by period: drift that starts is found in its period, and the whole is valid JSON', () => {
    const parts = [0, 0, 0, 2, 2].map((middle, month) => ({ ...rows(300, 10 + month, { middle }), month }))
    const table = {
      x: parts.flatMap((part) => part.x),
      color: parts.flatMap((part) => part.color),
      y: parts.flatMap((part) => part.y.map((label) => (part.month === 4 ? null : label))),
      day: parts.flatMap(({ month, x }) =>
        x.map((_, i) => (i === 7 ? null : new Date(Date.UTC(2026, month, 1 + (i % 28))))),
      ),
    } as unknown as ReturnType<typeof rows>
    const drift = driftByPeriod(binning, table, { date: 'day' })
    const list = drift.periods!.list
    expect(list.map(({ label, rows: n, columns }) => [label, n, columns[0].level])).toEqual([
      ['2026-01', 299, 'stable'],
      ['2026-02', 299, 'stable'],
      ['2026-03', 299, 'stable'],
      ['2026-04', 299, 'large'],
      ['2026-05', 299, 'large'],
    ])
    expect(list[4].columns[0].rate?.now).toBeNull()
    expect(drift.notes).toEqual([{ code: 'undated', message: '5 rows without a date are in no period' }])
    expect(validate(JSON.parse(JSON.stringify(drift))), JSON.stringify(validate.errors)).toBe(true)
    const text = driftReport(drift, { width: 100 })
    expect(text).toMatch(/\nx +· · · █ █ +2026-0[45] +\d\.\d+ +2026-04\n/)
    expect(driftCsv(drift).split('\n')[0]).toMatch(/^period,column,kind,bin,count_before,count_now/)
    expect(driftCsv(drift).match(/\n2026-04,x,number,/g)).toHaveLength(6)
    expect(() => driftByPeriod(binning, table, { date: 'color' })).toThrow('column "color" must hold dates, got "')
    // @ts-expect-error a wrong unit
    expect(() => driftByPeriod(binning, table, { date: 'day', by: 'hour' })).toThrow('by must be one of day, week')
  })
})
