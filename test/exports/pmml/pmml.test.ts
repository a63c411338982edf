import { describe, expect, test } from 'vitest'
import { toPmml, toPmmlTest } from '../../../src/exports/index.ts'
import { trialOf } from '../../../src/exports/scoring/trial-rows.ts'
import { fitTable } from '../../../src/index.ts'
import { type Scorecard, scoreRow } from '../../../src/scorecards/index.ts'
import { subjects } from '../subjects.ts'
import { agrees, binnings, cards, encoders, fitted, models, type Thing, trees } from '../things.ts'
import { type Cell, readXml, runPmml } from './run-pmml.ts'

const things = [...(await binnings()), ...(await encoders()), ...trees(), ...(await models()), ...(await cards())]

describe('a file answers what the library answers:', () => {
  test.each(things.map((one): [string, Thing] => [one.name, one]))('%s', (_, { thing, options }) => {
    const root = readXml(toPmml(thing, options))
    const { columns, outputs, tolerance } = trialOf(thing, options)
    const rows = columns[0].values.length
    for (let i = 0; i < rows; i++) {
      const row = new Map<string, Cell>(columns.map(({ name, values }) => [name, values[i]!]))
      const found = runPmml(root, row)
      for (const { name, values } of outputs) {
        const got = found.get(name)
        expect([...row, agrees(got, values[i], tolerance) ? values[i] : got]).toEqual([...row, values[i]])
      }
    }
  })
})

describe('PMML', () => {
  test('has ranges of one number for codes, and names of bins', async () => {
    const text = toPmml(await fitted(), { columns: ['income'] })
    expect(text).toContain('<DiscretizeBin binValue="special -9">')
    expect(text).toContain('<Interval closure="closedClosed" leftMargin="-9.0" rightMargin="-9.0"/>')
    expect(text).toContain('<PMML xmlns="http://www.dmg.org/PMML-4_4" version="4.4">')
  })

  test('gives nothing where the library refuses a value', async () => {
    const { 'codes that are refused': refused } = await subjects()
    const root = readXml(toPmml(refused))
    const answers = (risk: Cell, level: Cell): Cell[] => [
      ...runPmml(root, new Map([['risk', risk], ['level', level]])).values(), // prettier-ignore
    ]
    expect(answers(1, 'a')).toEqual(['< 2.5', 'a'])
    expect(answers(-9, 'c')).toEqual([null, null])
    expect(answers(null, '')).toEqual([null, null])
  })

  test('refuses characters that XML cannot hold', async () => {
    const binning = await fitTable({ x: ['a\u0001', 'b', 'a\u0001', 'b'] }, { perColumn: { x: { kind: 'category' } } })
    expect(() => toPmml(binning)).toThrow(
      'toPmml: a name, label or level holds the character U+0001, which XML cannot hold',
    )
  })

  test('gives the reasons of a scorecard as the library does', async () => {
    const card = (await cards())[0].thing as Scorecard
    const root = readXml(toPmml(card))
    for (const row of [
      { age: 20, income: 10, debt: 30, city: 'bern', member: 'true', since: 0 },
      { age: null, income: -9, debt: -20, city: 'nowhere', member: 'false', since: 2e12 },
    ]) {
      const { score, reasons } = scoreRow(card, row, { reasons: 3 })
      const found = runPmml(root, new Map(Object.entries(row)))
      expect(found.get('score')).toBe(score)
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.map((_, i) => found.get(`reason_${i + 1}`))).toEqual(
        reasons.map(({ column, label }) => `${column} ${label}`),
      )
    }
  })

  test('comes with a test in Python', async () => {
    const text = toPmmlTest(await fitted(), { module: 'bins.pmml' })
    expect(text).toContain('from jpmml_evaluator import make_evaluator')
  })
})
