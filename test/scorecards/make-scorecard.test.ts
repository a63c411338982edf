import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { fitTable, optimal } from '../../src/index.ts'
import {
  chanceOfScore,
  makeScorecard,
  reasonText,
  type Scorecard,
  scorecardFromJson,
  scorecardToJson,
  scoreRow,
  scoreRows,
} from '../../src/scorecards/index.ts'
import { random } from '../../src/util/random.ts'

/** Loans: income and age tell, twice is income again, noise tells nothing. */
function loans(rows = 3000) {
  const { next } = random(5)
  const table = {
    income: [] as (number | null)[],
    age: [] as number[],
    twice: [] as (number | null)[],
    noise: [] as number[],
    home: [] as string[],
    bad: [] as string[],
  }
  for (let row = 0; row < rows; row++) {
    const [income, age] = [Math.floor(next() * 200) / 2, 20 + Math.floor(next() * 50)]
    const home = next() < 0.5 ? 'own' : 'rent'
    const logit = 1.5 - 0.05 * income - 0.04 * (age - 45) + (home === 'rent' ? 0.8 : 0)
    const missing = next() < 0.05
    table.income.push(missing ? null : income)
    table.age.push(age < 22 ? -9 : age)
    table.twice.push(missing ? null : 2 * income + Math.floor(3 * next()))
    table.noise.push(Math.floor(80 * next()))
    table.home.push(home)
    table.bad.push(next() < 1 / (1 + Math.exp(-logit)) ? 'yes' : 'no')
  }
  return table
}
const table = loans()
const binning = await fitTable(table, {
  target: 'bad',
  all: { method: optimal, trend: 'auto' },
  perColumn: { age: { special: [-9] } },
})
const card = await makeScorecard(table, { binning })

describe('makeScorecard', () => {
  test('takes columns that tell, and says why it leaves others out', () => {
    expect(card.columns.map(({ name }) => name).toSorted()).toEqual([
      'age',
      'home',
      expect.stringMatching(/income|twice/),
    ])
    const left = Object.fromEntries(card.leftOut.map(({ name, ...rest }) => [name, rest]))
    expect(left['noise']).toMatchObject({ why: 'weak', limit: 0.02, other: null })
    const [other] = card.columns.map(({ name }) => name).filter((name) => name === 'income' || name === 'twice')
    expect(left[other === 'income' ? 'twice' : 'income']).toMatchObject({ why: 'correlated', limit: 0.8, other })
  })

  test('has coefficients above 0 and points that fall with the weight of evidence', () => {
    for (const { coefficient, slots } of card.columns) {
      expect(coefficient).toBeGreaterThan(0)
      const byWoe = slots.toSorted((a, b) => a.woe - b.woe).map(({ points }) => points)
      expect(byWoe).toEqual(byWoe.toSorted((a, b) => b - a))
    }
  })

  test('gives points to missing values and special codes', () => {
    const age = card.columns.find(({ name }) => name === 'age')!
    expect(age.slots.slice(-2).map(({ label }) => label)).toEqual(['missing', 'special -9'])
    expect(age.slots.at(-1)!.weight).toBe(table.age.filter((one) => one === -9).length)
    expect(age.slots.at(-1)!.points).not.toBe(age.slots.at(-2)!.points)
  })

  test('leaves out a column whose coefficient has the wrong sign', async () => {
    // By itself b speaks for the event as a does; beside a it speaks against it.
    const { next } = random(3)
    const rows = Array.from({ length: 4000 }, () => {
      const [b, own] = [Math.floor(50 * next()) / 50, Math.floor(50 * next()) / 50]
      const a = b + own
      return { a, b, y: next() < 1 / (1 + Math.exp(-(4 * (a - 1) - 3 * (b - 0.5)))) ? 1 : 0 }
    })
    const columns = { a: rows.map((r) => r.a), b: rows.map((r) => r.b), y: rows.map((r) => r.y) }
    const made = await makeScorecard(columns, { target: 'y', maxCorrelation: 1, minIv: 0 })
    expect(made.columns.map(({ name }) => name)).toEqual(['a'])
    expect(made.leftOut).toEqual([{ name: 'b', why: 'sign', value: expect.any(Number), limit: 0, other: null }])
    expect(made.leftOut[0].value).toBeLessThan(0)
  })

  test('refuses a table in which no column tells anything', async () => {
    const dull = { x: table.noise.map((one) => Math.floor(40 * one)), bad: table.bad }
    await expect(makeScorecard(dull, { target: 'bad' })).rejects.toThrow(
      'makeScorecard: no column is left for the card: none of 1 tells enough of the target; lower minIv, or give other columns',
    )
  })

  test('refuses wrong options', async () => {
    await expect(makeScorecard(table, { target: 'bad', minIV: 1 } as object)).rejects.toThrow('unknown option minIV')
    await expect(makeScorecard(table, {})).rejects.toThrow(
      'makeScorecard: target must be the name of a column, got nothing',
    )
    await expect(makeScorecard(table, { target: 'bad', maxCorrelation: 2 })).rejects.toThrow(
      'makeScorecard: maxCorrelation must be a number above 0 and at most 1, got 2',
    )
  })

  test('takes unrounded points where asked', async () => {
    const exact = await makeScorecard(table, { binning, round: false })
    for (const { slots } of exact.columns) for (const slot of slots) expect(slot.points).toBe(slot.exact)
  })
})

describe('scoreRows', () => {
  test('adds up the points of the bins, and tells the chance they stand for', () => {
    const rows = { income: [10, null], twice: [20, null], age: [30, -9], home: ['rent', 'own'] }
    const { scores, chances } = scoreRows(card, rows)
    const points = (name: string, label: string): number =>
      card.columns.find((column) => column.name === name)!.slots.find((slot) => slot.label === label)!.points
    const money = card.columns.find(({ name }) => name === 'income' || name === 'twice')!.name
    expect(scores[1]).toBe(points(money, 'missing') + points('age', 'special -9') + points('home', 'own'))
    expect(chances[1]).toBe(chanceOfScore(card.scale, scores[1]))
    expect(scores[0]).toBeLessThan(scores[1])
  })

  test('is near what the regression says: rounding costs a few points at most, and nothing on average', () => {
    const { scores } = scoreRows(card, table)
    const exact = scoreRows(unrounded(card), table).scores
    const off = Array.from(scores, (score, row) => score - exact[row])
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(card.columns.length)
    expect(Math.abs(off.reduce((sum, one) => sum + one, 0) / off.length)).toBeLessThanOrEqual(0.5)
  })

  test('names the bins that cost most points, the costliest first', () => {
    const { reasons } = scoreRow(card, { income: 1, twice: 2, age: 25, home: 'rent' }, { reasons: 2 })
    expect(reasons).toHaveLength(2)
    expect(reasons[0].lost).toBeGreaterThanOrEqual(reasons[1].lost)
    expect(reasonText(reasons[0])).toMatch(/^(income|twice) < [\d.]+ \(\d+ points lost\)$/)
    expect(scoreRow(card, { income: 1, twice: 2, age: 25, home: 'rent' }).reasons.length).toBe(3)
  })

  test('refuses what it cannot score', () => {
    expect(() => scoreRows(card, { age: [1] })).toThrow(/scoreRows: .*(income|twice|home)/)
    expect(() => scoreRows(card, table, { reasons: -1 })).toThrow(
      'scoreRows: reasons must be an integer of at least 0, got -1',
    )
    expect(() => scoreRows({} as Scorecard, table)).toThrow(
      'scoreRows: card must be a scorecard as makeScorecard makes it, got object',
    )
  })
})

describe('scorecardFromJson', () => {
  const text = scorecardToJson(card)

  const schema = JSON.parse(
    readFileSync(new URL('../../docs/formats/scorecard.schema.json', import.meta.url), 'utf8'),
  ) as object
  const options = { strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false } as const
  const keeps = new Ajv2020(options).compile(schema)

  test('reads what the schema takes', () => {
    expect(keeps(JSON.parse(text))).toBe(true)
    for (const field of Object.keys(card)) {
      const { [field]: _, ...rest } = JSON.parse(text) as Record<string, unknown>
      expect([field, keeps(rest)]).toEqual([field, false])
      expect(() => scorecardFromJson(JSON.stringify(rest))).toThrow(field)
    }
  })

  test('reads what was saved, to the bit', () => {
    expect(scorecardFromJson(text)).toEqual(card)
    expect(scorecardToJson(scorecardFromJson(text))).toBe(text)
  })

  /** A parsed file that may be spoiled anywhere. */
  // oxlint-disable-next-line typescript/no-explicit-any
  type Loose = any

  const broken = (change: (saved: Loose) => void): (() => unknown) => {
    const saved = JSON.parse(text)
    change(saved)
    return () => scorecardFromJson(JSON.stringify(saved))
  }

  test.each<[string, (saved: Loose) => void, string]>([
    ['another format', (s) => (s.format = 'kerf-model'), 'format: expected "kerf-scorecard", got "kerf-model"'],
    ['another version', (s) => (s.version = 2), 'version: expected 1, got 2'],
    [
      'points that are text',
      (s) => (s.columns[0].slots[1].points = '12'),
      'columns[0].slots[1].points: expected a finite number, got "12"',
    ],
    ['a slot too few', (s) => s.columns[0].slots.pop(), 'columns[0].slots: expected'],
    ['a column too few', (s) => s.columns.pop(), 'columns: expected 3 columns, one per field of the encoder'],
    ['another name', (s) => (s.columns[1].name = 'x'), 'columns[1].name: expected'],
    ['a changed factor', (s) => (s.scale.factor = 30), 'scale.factor: expected 28.85'],
    ['odds of 0', (s) => (s.scale.baseOdds = 0), 'scale.baseOdds: expected a number above 0, got 0'],
    ['no event', (s) => (s.target.event = null), 'target: expected classes with an event'],
    [
      'an unknown reason',
      (s) => (s.leftOut[0].why = 'dull'),
      'leftOut[0].why: expected one of weak, chance, correlated, sign, got "dull"',
    ],
    ['cuts in disorder', (s) => s.encoder.fields.find((f: Loose) => f.cuts).cuts.unshift(1e9), 'encoder.fields['],
  ])('refuses %s with its path', (_, change, message) => {
    expect(broken(change)).toThrow(message)
  })
})

/** The same card with the points before rounding. */
function unrounded(one: Scorecard): Scorecard {
  return {
    ...one,
    columns: one.columns.map((column) => ({
      ...column,
      slots: column.slots.map((slot) => ({ ...slot, points: slot.exact })),
    })),
  }
}
