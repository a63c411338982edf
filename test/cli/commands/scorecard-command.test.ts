import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CardAssessment, type Scorecard, scorecardFromJson } from '../../../src/scorecards/index.ts'
import { random } from '../../../src/util/random.ts'
import { printed } from '../in-process.ts'
import { folder } from '../run.ts'

const made = folder()
const at = (name: string): string => join(made, name)

/** Loans of two years: income tells, and in the second year less of it is earned. */
function loans(): string {
  const { next } = random(8)
  const lines = Array.from({ length: 1200 }, (_, i) => {
    const day = new Date(Date.UTC(2024, 0, 1) + i * 12 * 3600e3).toISOString().slice(0, 10)
    const income = Math.floor(60 * next()) + (i < 600 ? 20 : 0)
    const age = 18 + Math.floor(50 * next())
    const home = next() < 0.5 ? 'own' : 'rent'
    const logit = 1.6 - 0.06 * income - 0.03 * (age - 40) + (home === 'rent' ? 0.7 : 0)
    const bad = next() < 1 / (1 + Math.exp(-logit)) ? 'bad' : 'good'
    return [day, i % 20 === 3 ? '' : income, age < 20 ? -9 : age, home, i % 7, i % 3, bad].join(',')
  })
  return `day,income,age,home,noise,weight,paid\n${lines.join('\n')}\n`
}
const LOANS = at('loans.csv')
writeFileSync(LOANS, loans())
writeFileSync(at('other.csv'), 'x,y\n1,2\n')
const USUAL = [LOANS, '--target', 'paid', '--event', 'bad', '--exclude', 'day,weight', '--special', 'age=-9']

const card = (...args: string[]): ReturnType<typeof printed> => printed('scorecard', ...USUAL, ...args)
async function json(...args: string[]): Promise<{ card: Scorecard; assessment: CardAssessment; apart: string | null }> {
  return JSON.parse((await card('--json', ...args)).out)
}

describe('kerf scorecard', () => {
  test('shows the card, why columns are left out, and how well it does', async () => {
    const { out, err } = await card('-o', at('card.json'), '--report', at('card.html'), '--force')
    expect(out).toMatch(/^Points against paid = bad, from 3 of 4 columns: the more points, the less likely bad is\.\n/)
    expect(out).toContain('At 600 points the odds against it are 50 to 1; every 20 points more double them.')
    expect(out).toMatch(/\n {2}income {2}\(IV \d\.\d+, coefficient \d\.\d+\)\n {4}< [\d.]+ +\d+ +\d+ +\d+ %/)
    expect(out).toMatch(/\n {4}special -9 +\d+ /)
    expect(out).toMatch(/Left out:\n {2}noise: information value 0\.\d+, less than 0\.02\n/)
    expect(out).toMatch(
      /\n {2}Gini +0\.\d{4} \(0\.\d{4} to 0\.\d{4}\) +0\.\d{4} \(0\.\d{4} to 0\.\d{4}\) +0\.\d{4} +0\n/,
    )
    expect(out).toContain('The best column alone is income.\n  Kept apart: rows drawn at random with seed 0.\n')
    expect(out).toMatch(/said +came\n/)
    expect(out).toMatch(/taken +event among them/)
    expect(err).toBe(`saved as ${at('card.json')}\nreport saved as ${at('card.html')}\n`)
    const saved = scorecardFromJson(readFileSync(at('card.json'), 'utf8'))
    expect(saved.columns.map(({ name }) => name).toSorted()).toEqual(['age', 'home', 'income'])
    const page = readFileSync(at('card.html'), 'utf8')
    expect(page).toContain('<h1>Scorecard for paid</h1>')
    expect(page).not.toMatch(/<script|https?:\/\//)
  })

  test('scales points as asked', async () => {
    const usual = await json()
    const { card: other } = await json('--base-score', '1000', '--base-odds', '1', '--double-odds', '100')
    expect(other.scale).toMatchObject({ baseScore: 1000, baseOdds: 1, doubleOdds: 100, offset: 1000 })
    expect(other.columns.map(({ coefficient }) => coefficient)).toEqual(
      usual.card.columns.map(({ coefficient }) => coefficient),
    )
    const { slots, coefficient } = other.columns[0]
    expect(slots[0].exact - slots[1].exact).toBeCloseTo(-(coefficient * (slots[0].woe - slots[1].woe) * 100) / Math.log(2), 9) // prettier-ignore
  })

  test('keeps later rows apart by --time, and compares scores by period', async () => {
    const args = [LOANS, '-t', 'paid', '--event', 'bad', '--exclude', 'weight', '--time', 'day', '--json']
    const { card: timed, assessment, apart } = JSON.parse((await printed('scorecard', ...args)).out) as Awaited<ReturnType<typeof json>> // prettier-ignore
    expect(apart).toMatch(/^rows from 2025-02-24 on, by "day"$/)
    expect(timed.columns.map(({ name }) => name)).not.toContain('day')
    expect(assessment.heldOut!.rows).toBe(360)
    expect(assessment.stability[0].name).toBe('2024-01')
    expect(assessment.stability).toHaveLength(20)
    // Income fell in the middle of the time.
    const [first, last] = [assessment.stability[2], assessment.stability[17]]
    expect(last.psi).toBeGreaterThan(first.psi)
    expect(last.psi).toBeGreaterThan(last.critical!)
  })

  test('uses the bins of a file as they are, with names and edits', async () => {
    await printed('fit', LOANS, '-t', 'paid', '--event', 'bad', '-c', 'income,home', '--cuts', 'income=20,40', '-o', at('own.json'), '--force') // prettier-ignore
    const { card: own } = JSON.parse(
      (await printed('scorecard', LOANS, '-t', 'paid', '--binning', at('own.json'), '--json')).out,
    ) as Awaited<ReturnType<typeof json>>
    const income = own.columns.find(({ name }) => name === 'income')!
    expect(income.slots.map(({ label }) => label)).toEqual(['< 20', '[20, 40)', '≥ 40', 'missing'])
    expect(income.slots.reduce((sum, { weight }) => sum + weight, 0)).toBe(own.training.weight)
    await expect(printed('scorecard', LOANS, '-t', 'paid', '--binning', at('own.json'), '--bins', '3')).rejects.toThrow(
      '--bins does not go with --binning, whose bins are used as they are',
    )
  })

  test('takes weights, and no rows kept apart', async () => {
    const { card: weighted, assessment, apart } = await json('--weight', 'weight', '--exclude', 'day', '--test', '0')
    expect([assessment.heldOut, apart]).toEqual([null, null])
    expect(weighted.training).toMatchObject({ rows: 800, weight: 1200 })
    const { out } = await card('--test', '0')
    expect(out).toContain('No rows were kept apart, so these numbers are too optimistic.')
  })

  test.each<[string, string[], string]>([
    ['no event', [LOANS, '-t', 'paid'], 'which class of "paid" should get few points? say so with --event bad or --event good'], // prettier-ignore
    ['an unknown event', [LOANS, '-t', 'paid', '--event', 'worse'], '"worse"'],
    ['an unknown target', [LOANS, '-t', 'payd', '--event', 'bad'], 'unknown column "payd", did you mean paid?'],
    ['an unknown time', [...USUAL, '--time', 'dy'], 'unknown column "dy", did you mean day?'],
    ['the target as time', [...USUAL, '--time', 'paid'], '--time: column "paid" is the target or the weight'],
    ['one moment', [...USUAL, '--time', 'weight', '--test', '0.9'], '--time: no row comes before the last 90 %'],
    ['odds of nothing', [...USUAL, '--base-odds', '0'], '--base-odds takes a number above 0, got "0"'],
    ['points that are text', [...USUAL, '--double-odds', 'many'], '--double-odds takes a number above 0, got "many"'],
    ['a share of all', [...USUAL, '--test', '1'], '--test takes a share of at least 0 and below 1, got "1"'],
    ['a numeric target', [...USUAL, '--target-kind', 'numeric'], '--target-kind: a scorecard needs classes'],
    ['no column that tells', [LOANS, '-t', 'paid', '--event', 'bad', '-c', 'noise'], 'no column is left for the card'],
    [
      'a file that is no binning',
      [LOANS, '-t', 'paid', '--binning', at('other.csv')],
      'other.csv is not a usable binning',
    ],
  ])('refuses %s', async (_, args, message) => {
    await expect(printed('scorecard', ...args)).rejects.toThrow(message)
  })
})

describe('kerf predict with a card', () => {
  const scored = async (...args: string[]): Promise<string> => {
    await card('-o', at('scoring.json'), '--force')
    if (args.includes('--json')) return (await printed('predict', at('scoring.json'), LOANS, ...args)).out
    await printed('predict', at('scoring.json'), LOANS, '-o', at('out.csv'), '--force', ...args)
    return readFileSync(at('out.csv'), 'utf8')
  }

  test('writes score, chance and reasons in words', async () => {
    const [head, first] = (await scored('--reasons', '2')).split('\n')
    expect(head).toBe('day,income,age,home,noise,weight,paid,score,chance,reason_1,reason_2')
    expect(first).toMatch(/,\d{3},0\.\d+,/)
    expect(await scored('--reasons', '2')).toMatch(/home rent \(\d+ points? lost\)/)
  })

  test('tells how good the scores are where the data hold the target', async () => {
    const { err } = await printed('predict', at('scoring.json'), LOANS, '-o', at('scored.csv'), '--force')
    expect(err).toMatch(/^Gini 0\.\d{4} \(.*\), KS .*, AUC .* on 1,200 rows; by lot 0, 0 and 0\.5\n/)
    const { rows, quality, scores, chances, reasons } = JSON.parse(await scored('--json', '--reasons', '1'))
    expect([rows, quality.rows, scores.length, chances.length, reasons.length]).toEqual([1200, 1200, 1200, 1200, 1200])
  })

  test('refuses reasons of what has none, and columns that are there already', async () => {
    await printed('tree', LOANS, '-t', 'paid', '-c', 'income', '-o', at('tree.json'), '--force')
    await expect(printed('predict', at('tree.json'), LOANS, '--reasons', '2')).rejects.toThrow(
      '--reasons is for a scorecard, as kerf scorecard -o saves it',
    )
    writeFileSync(at('again.csv'), await scored())
    await expect(printed('predict', at('scoring.json'), at('again.csv'), '-o', at('x.csv'))).rejects.toThrow(
      'the data have a column "score" already; choose another suffix',
    )
    await printed('predict', at('scoring.json'), at('again.csv'), '--suffix', '_2', '-o', at('x.csv'))
    expect(readFileSync(at('x.csv'), 'utf8').split('\n')[0]).toMatch(/,score,chance,score_2,chance_2$/)
    writeFileSync(
      at('broken.json'),
      readFileSync(at('scoring.json'), 'utf8').replaceAll('"baseOdds": 50', '"baseOdds": -5'),
    )
    await expect(printed('predict', at('broken.json'), LOANS)).rejects.toThrow(
      'broken.json is not a usable scorecard: scale.baseOdds: expected a number above 0, got -5',
    )
  })
})
