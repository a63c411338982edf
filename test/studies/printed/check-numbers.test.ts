import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { irisData } from '../../../src/cli/flags/study-flags.ts'
import { type CheckedNumber, checkNumbers, PRINTED_NUMBERS } from '../../../src/studies/printed/check-numbers.ts'
import { makeGiven } from '../../../src/studies/printed/given.ts'
import { numbersMarkdown, numbersReport } from '../../../src/studies/printed/numbers-report.ts'
import { agrees, DOCUMENTS, readPrinted } from '../../../src/studies/printed/printed-number.ts'
import { cases } from '../../cases.ts'
import { folder, kerf } from '../../cli/run.ts'

let checked: readonly CheckedNumber[] = []

beforeAll(async () => {
  checked = await checkNumbers(makeGiven({ iris: await irisData(), splits: cases(1, 20), draws: cases(40, 200) }))
})

describe('every printed number of what ships with Kerf', () => {
  test('is the same, or explained', () => {
    expect(checked.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  })

  test('there are over 400, at least 25 in each document', () => {
    const counts = DOCUMENTS.map(({ name }) => checked.filter(({ document }) => document === name).length)
    expect(counts).toEqual([42, 39, 43, 89, 107, 92])
    expect(checked.length).toBeGreaterThan(400)
  })

  test('has a place, words and a command; a verdict other than same has a reason', () => {
    const blank = checked.filter(({ place, says, command }) => place === '' || says === '' || command === '')
    expect(blank).toEqual([])
    expect(checked.filter(({ verdict, why }) => verdict !== 'same' && why === null)).toEqual([])
    expect(Object.values(PRINTED_NUMBERS).flat().filter(({ printed }) => Number.isNaN(readPrinted(printed).value))).toEqual([]) // prettier-ignore
  })

  test('most need no file, and those that do name it', () => {
    const needing = checked.filter(({ verdict }) => verdict === 'needs')
    expect(needing.length).toBe(101)
    expect(new Set(needing.map(({ why }) => why!.split(' ')[0]))).toEqual(
      new Set(['pima.csv', 'occupancy.csv', 'higgs.csv', 'susy.csv']),
    )
  })

  test('the slips are these', () => {
    const slips = checked.filter(({ verdict }) => verdict === 'slip')
    expect(slips.map(({ document, printed }) => `${document} ${printed}`)).toEqual([
      ...['0.63', '0.04', '0.63', '-0.00'].map((printed) => `blog ${printed}`),
      ...['1', '25', '4', '5', '83', '3.3', '4', '5'].map((printed) => `lecture ${printed}`),
      ...['0.00597758', '1', '0'].map((printed) => `notes ${printed}`),
      ...['0.0000', '0.0025', '0.0025'].map((printed) => `encodings ${printed}`),
    ])
  })

  test('is listed on the page of the docs', () => {
    const page = readFileSync('docs/studies/numbers.md', 'utf8').split('## The numbers')[1]
    const lines = page.split('\n').filter((line) => /\| (?:same|slip|differs|needs) *\|$/.test(line))
    expect(lines.length).toBe(checked.length)
  })
})

test('a number that should agree and does not is wrong', async () => {
  const iris = await irisData()
  const lengths = Float64Array.from(iris.table['sepal_length'] as Float64Array)
  lengths[0] = 5.5
  const given = makeGiven({ iris: { ...iris, table: { ...iris.table, sepal_length: lengths } } })
  const wrong = (await checkNumbers(given, ['kerber'])).filter(({ verdict }) => verdict === 'wrong')
  expect(wrong.map(({ says, why }) => [says, why])).toContainEqual([
    'interval 4: rows of setosa',
    'it should agree, and does not',
  ])
  expect(numbersReport(wrong, { width: 100 })).toMatch(/interval 4: rows of setosa +2 +3 +WRONG/)
})

test('digits are compared as printed', () => {
  expect(agrees('0.67', 0.673012)).toBe(true)
  expect(agrees('0.63', 0.636514)).toBe(false)
  expect([agrees('1.7', 1.75), agrees('1.8', 1.75), agrees('1.7', 1.7501)]).toEqual([true, true, false])
  expect([agrees('2/7', 2 / 7), agrees('2/7', 0.285714)]).toEqual([true, false])
  expect(readPrinted('-0.00')).toEqual({ value: -0, decimals: 2 })
})

describe('kerf study numbers', () => {
  test('prints some of them, as text, Markdown and JSON', async () => {
    const text = await kerf(['study', 'numbers', '--document', '4', '--only', 'slip'])
    expect(text).toMatchObject({ code: 0, err: '' })
    expect(text.out).toContain('gain of MOTOR  0.00597758  0.0059777114  slip')
    expect(text.out).toMatch(/\n3 printed numbers: 3 slips of the document\.\n$/)
    const json = await kerf(['study', 'numbers', '--document', 'kerber', '--json'])
    expect((JSON.parse(json.out) as CheckedNumber[]).map(({ verdict }) => verdict)).toEqual(Array(92).fill('same'))
    expect(numbersMarkdown(checked).match(/^### /gm)).toHaveLength(DOCUMENTS.length)
  })

  test('refuses what is not there', async () => {
    const { code, err } = await kerf(['study', 'numbers', '--document', '9'])
    expect([code, err]).toEqual([
      2,
      'kerf: --document takes 1 or blog, 2 or lecture, 3 or comparison, 4 or notes, 5 or encodings, 6 or kerber, got "9"\n',
    ])
    expect(await kerf(['study', 'numbers', '--data', 'no-such-folder'])).toMatchObject({
      code: 1,
      err: 'kerf: --data: there is no folder no-such-folder\n',
    })
  })

  test('ends with 1 where a number should agree and does not, and names a column it misses', async () => {
    const rows = Array.from({ length: 45 }, (_, i) => `${i % 7},${i},${i % 3 === 0 ? 1 : 0}`)
    const cwd = folder({ 'occupancy.csv': `Light,CO2,Occupancy\n${rows.join('\n')}\n` })
    const line = ['study', 'numbers', '--data', '.', '--splits', '1', '--document', '3', '--only', 'wrong']
    const { code, out, err } = await kerf(line, { cwd })
    expect([code, err]).toEqual([1, 'kerf: 3 of 43 printed numbers should agree and do not\n'])
    expect(out).toMatch(/rows +20560 +45 +WRONG/)
    const other = folder({ 'pima.csv': 'glucose,outcome\n1,0\n2,1\n' })
    expect(await kerf(['study', 'numbers', '--data', '.'], { cwd: other })).toMatchObject({
      code: 1,
      err: 'kerf: pima.csv: expected a column blood_pressure, got glucose, outcome; rename it, or take the file away\n',
    })
  })

  test('every command it tells can be typed, with the tables that it writes', async () => {
    const cwd = folder()
    const wrote = await kerf(['study', 'numbers', '--tables', 'tables'], { cwd })
    expect(wrote).toMatchObject({ code: 0, err: '7 tables written to tables\n' })
    const tables = join(cwd, 'tables')
    expect(readdirSync(tables)).toHaveLength(7)
    const lines = checked.filter(({ verdict }) => verdict !== 'needs').map(({ command }) => command)
    // Studies are run elsewhere, and some files are not here.
    const typed = new Set(lines.filter((line) => /^kerf (?!study)/.test(line)))
    expect(typed.size).toBeGreaterThan(15)
    const failed: string[] = []
    for (const line of typed) {
      const { code, err } = await kerf(line.split(' ').slice(1), { cwd: tables })
      if (code !== 0) failed.push(`${line}: ${err}`)
    }
    expect(failed).toEqual([])
  })
})
