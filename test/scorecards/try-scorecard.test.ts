import { describe, expect, test } from 'vitest'
import { fitTable, pickTable, toTable } from '../../src/index.ts'
import { cardSource } from '../../src/node/train/card-source.ts'
import { scorecardReport, scorecardTexts } from '../../src/reports/index.ts'
import { judgeScores, makeScorecard, scoreRows, tryScorecard } from '../../src/scorecards/index.ts'
import type { SourceTable } from '../../src/sources/index.ts'
import { random } from '../../src/util/random.ts'

/** Two columns that tell, one that does not, a weight, and a few rows without a label. */
function loans(rows = 1500): SourceTable {
  const { next } = random(11)
  const number = (): Float64Array => Float64Array.from({ length: rows }, () => Math.floor(60 * next()))
  const [income, age, noise] = [number(), number(), number()]
  const weight = Float64Array.from({ length: rows }, () => 1 + Math.floor(3 * next()))
  const bad = Array.from(income, (one, row) =>
    next() < 0.02 ? null : next() < 1 / (1 + Math.exp((one + age[row] - 50) / 12)) ? 'yes' : 'no',
  )
  const columns: SourceTable['columns'] = [
    { name: 'income', kind: 'number', values: income },
    { name: 'age', kind: 'number', values: age },
    { name: 'noise', kind: 'number', values: noise },
    { name: 'weight', kind: 'number', values: weight },
    { name: 'bad', kind: 'category', values: bad },
  ]
  return { rows, columns, notes: [], skipped: 0 }
}

const read = loans()
const table = toTable(read)
const binning = await fitTable(table, { target: 'bad', columns: ['income', 'age', 'noise'] })

describe('tryScorecard', () => {
  test('makes and judges the card that kerf scorecard makes of the same rows and bins', async () => {
    for (const weights of [undefined, 'weight']) {
      const tried = await tryScorecard(table, { binning, weights, seed: 4, test: 0.4 })
      const fit = { target: 'bad', weight: weights, seed: 4 }
      const { card, assessment, apart } = await cardSource(read, { fit, binning, rules: {}, test: 0.4 })
      expect(tried).toEqual({ card, assessment, apart })
      expect(apart).toBe('rows drawn at random with seed 4')
    }
  })

  test('judges it by rows that had no part in it', async () => {
    const { card, assessment } = await tryScorecard(table, { binning })
    const { next } = random(0)
    const [kept, apart]: [number[], number[]] = [[], []]
    for (let row = 0; row < read.rows; row++) (next() < 0.3 ? apart : kept).push(row)
    expect(card).toEqual(await makeScorecard(pickTable(table, Uint32Array.from(kept)), { binning }))
    const labels = table['bad'] as (string | null)[]
    const known = apart.filter((row) => labels[row] !== null)
    const { scores } = scoreRows(card, pickTable(table, Uint32Array.from(known)))
    const judged = judgeScores({ labels: known.map((row) => (labels[row] === 'yes' ? 1 : 0)), scores })
    expect(assessment.heldOut).toEqual(judged)
    expect(judged.gini!.value).toBeGreaterThan(0.4)
    expect(assessment.heldOut!.rows + assessment.training.rows).toBe(labels.filter((one) => one !== null).length)
  })

  test('uses all rows where none are to be kept apart, and fits bins where none are given', async () => {
    const { card, assessment, apart } = await tryScorecard(table, {
      target: 'bad',
      columns: ['income', 'age'],
      test: 0,
    })
    expect(apart).toBeNull()
    expect(assessment.heldOut).toBeNull()
    expect(card).toEqual(await makeScorecard(table, { target: 'bad', columns: ['income', 'age'] }))
  })

  test('refuses a share or seed that cannot be', async () => {
    await expect(tryScorecard(table, { binning, test: 1 })).rejects.toThrow(/^tryScorecard: test must be/)
    await expect(tryScorecard(table, { binning, seed: -1 })).rejects.toThrow(/^tryScorecard: seed must be/)
  })
})

describe('scorecardTexts', () => {
  test('tells what the printed report tells', async () => {
    const { card, assessment, apart } = await tryScorecard(table, { binning })
    const texts = scorecardTexts(card, { assessment, apart })
    const report = scorecardReport(card, { assessment, apart, width: 400 })
    for (const text of [...texts.words, ...texts.leftOut, ...texts.quality]) expect(report).toContain(text)
    expect(texts.columns.map(({ name }) => name)).toEqual(card.columns.map(({ name }) => name))
    const lines = report.split('\n').map((line) => line.trim().split(/\s{2,}/))
    for (const { slot, points, rows, share, event, woe } of texts.columns.flatMap((column) => column.lines))
      expect(lines).toContainEqual([slot.label, points, rows, share, event, woe])
    expect(scorecardTexts(card).quality).toEqual([])
  })
})
