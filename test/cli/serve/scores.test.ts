import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  assign,
  type Binning,
  binningToJson,
  equalWidth,
  fitTable,
  hasCuts,
  slotLabels,
  type Table,
} from '../../../src/index.ts'
import { encodeDense, encoderToJson, localLinear, makeEncoder, outputNames } from '../../../src/encoders/index.ts'
import {
  modelToJson,
  naiveBayes,
  naiveBayesToJson,
  predict,
  predictNaiveBayes,
  trainTable,
} from '../../../src/models/index.ts'
import { readCsv } from '../../../src/sources/csv/read-csv.ts'
import { toTable } from '../../../src/sources/source.ts'
import { growTree, predictTree, treeToJson } from '../../../src/trees/index.ts'
import { makeScorecard, scorecardToJson, scoreRows } from '../../../src/scorecards/index.ts'
import { folder } from '../run.ts'
import { post, scores, start } from './start-server.ts'

const PENGUINS = fileURLToPath(new URL('../../../samples/penguins.csv', import.meta.url))
const made = folder()
const at = (name: string): string => join(made, name)

/** Rows as clients send them: every value in a JSON of its own. */
type Row = Record<string, unknown>

let table: Table
let rows: Row[]
let binning: Binning

beforeAll(async () => {
  const text = readFileSync(PENGUINS)
  table = toTable(await readCsv(() => pieces(text), { name: 'penguins.csv' }))
  const names = Object.keys(table)
  rows = Array.from({ length: table[names[0]].length }, (_, row) =>
    Object.fromEntries(names.map((name) => [name, jsonValue(table[name][row])])),
  )
  binning = await fitTable(table, { target: 'species', event: 'Adelie' })
})

async function* pieces(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield text
}

function jsonValue(value: unknown): unknown {
  return Number.isNaN(value) ? null : value
}

function saved(name: string, text: string): string {
  writeFileSync(at(name), text)
  return at(name)
}

describe('answers are those of the library, bit for bit', () => {
  test('of a binning: labels and numbers of bins', async () => {
    const path = saved('bins.json', binningToJson(binning))
    const slots = binning.columns.map((column) =>
      hasCuts(column) ? assign(column, table[column.name] as number[]) : assign(column, table[column.name] as string[]),
    )
    const told = (of: (c: number, slot: number) => unknown): Row[] =>
      rows.map((_, row) => Object.fromEntries(binning.columns.map(({ name }, c) => [name, of(c, slots[c][row])])))
    const labels = binning.columns.map(slotLabels)
    expect(await scores(await start(path), { rows })).toEqual({ rows: told((c, slot) => labels[c][slot]) })
    expect(await scores(await start(path, { encode: 'index' }), { rows })).toEqual({ rows: told((_, slot) => slot) })
  })

  test('of an encoder, saved or made of a binning', async () => {
    const encoder = makeEncoder(binning, { encoding: localLinear })
    const { columns, values } = encodeDense(encoder, table)
    const names = outputNames(encoder)
    const want = Object.fromEntries(names.map((name, i) => [name, rows.map((_, row) => values[row * columns + i])]))
    const ofFile = await start(saved('encoder.json', encoderToJson(encoder)))
    const ofBins = await start(saved('bins.json', binningToJson(binning)), { encode: 'local-linear' })
    for (const server of [ofFile, ofBins]) {
      expect(await scores(server, { columns: columnsOf(rows) })).toEqual({ columns: want })
    }
  })

  test('of a tree, of naive Bayes and of a logistic regression', async () => {
    const tree = growTree(table, { target: 'species' })
    const bayes = naiveBayes(binning)
    const model = await trainTable(table, makeEncoder(binning, { encoding: localLinear }))
    const ofClasses = async (path: string, { classes, codes, probabilities }: ReturnType<typeof predictTree>) => {
      const want = rows.map((_, row) => ({
        species_predicted: classes[codes[row]],
        ...Object.fromEntries(
          classes.map((label, c) => [`species_predicted_${label}`, probabilities[row * classes.length + c]]),
        ),
      }))
      expect(await scores(await start(path), { rows })).toEqual({ rows: want })
    }
    await ofClasses(saved('tree.json', treeToJson(tree)), predictTree(tree, table))
    await ofClasses(saved('bayes.json', naiveBayesToJson(bayes)), predictNaiveBayes(bayes, table))
    const chances = predict(model, table)
    const server = await start(saved('model.json', modelToJson(model)))
    const answer = await scores<{ rows: Row[] }>(server, { rows })
    expect(answer.rows.map((row) => row['species_predicted_Adelie'])).toEqual(Array.from(chances))
    expect(answer.rows[0]['species_predicted']).toBe('Adelie')
  })

  test('of a scorecard: the score and the chance that it stands for', async () => {
    const card = await makeScorecard(table, { target: 'species', event: 'Adelie' })
    const { scores: points, chances } = scoreRows(card, table)
    const server = await start(saved('card.json', scorecardToJson(card)))
    const want = rows.map((_, row) => ({ score: points[row], chance: chances[row] }))
    expect(await scores(server, { rows })).toEqual({ rows: want })
  })

  test('whether rows come one by one, as columns, as CSV, or many at once', async () => {
    const tree = growTree(table, { target: 'species' })
    const server = await start(saved('tree.json', treeToJson(tree)))
    const { rows: want } = await scores<{ rows: Row[] }>(server, { rows })
    for (const row of [0, 3, 200]) expect(await scores(server, { row: rows[row] })).toEqual({ row: want[row] })
    const many = Array.from({ length: 5000 }, (_, i) => rows[i % rows.length])
    const all = await scores<{ rows: Row[] }>(server, { rows: many })
    expect(all.rows.every((row, i) => row['species_predicted'] === want[i % want.length]['species_predicted'])).toBe(
      true,
    )
    expect(all.rows[4999]).toEqual(want[4999 % want.length])
    expect(await scores(server, { columns: columnsOf(many) })).toEqual({ columns: columnsOf(all.rows) })
    const csv = await post(server, readFileSync(PENGUINS, 'utf8'), { type: 'text/csv' })
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const names = Object.keys(want[0])
    expect(csv.text).toBe(
      [names, ...want.map((row) => Object.values(row))].map((line) => `${line.join(',')}\n`).join(''),
    )
    expect(await scores(server, { rows: [] })).toEqual({ rows: [] })
    expect(await scores(server, { columns: columnsOf([{ ...rows[0] }]) })).toEqual({ columns: columnsOf([want[0]]) })
  })
})

test('values that are rare: missing, infinite, dates, truth values, −0 and names that objects have', async () => {
  const odd = {
    constructor: [1, 2, 3, 4, 5, 6, 7, 8],
    ['__proto__']: ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'],
    when: [0, 1, 2, 3, 40, 50, 60, 70].map((day) => new Date(day * 86_400_000)),
    ok: [true, false, true, false, true, true, false, true],
  }
  const fitted = await fitTable(odd, { all: { method: equalWidth, bins: 2 } })
  const server = await start(saved('odd.json', binningToJson(fitted)))
  const body = (first: string, proto: string, when: string, ok: string): string =>
    `{"row":{"constructor":${first},"__proto__":${proto},"when":${when},"ok":${ok}}}`
  const told = async (text: string): Promise<string> => (await post(server, text)).text
  expect(await told(body('-0', '"a"', '"1970-01-02"', 'true'))).toBe(
    '{"row":{"constructor":"< 4.5","__proto__":"a","when":"< 1970-02-05","ok":"true"}}\n',
  )
  expect(await told(body('"Infinity"', '" b "', '"1970-03-01T10:00:00+02:00"', '"false"'))).toBe(
    '{"row":{"constructor":"≥ 4.5","__proto__":"b","when":"≥ 1970-02-05","ok":"false"}}\n',
  )
  expect(await told(body('null', 'null', 'null', 'null'))).toBe(
    '{"row":{"constructor":"missing","__proto__":"missing","when":"missing","ok":"missing"}}\n',
  )
})

function columnsOf(list: readonly Row[]): Record<string, unknown[]> {
  return Object.fromEntries(Object.keys(list[0]).map((name) => [name, list.map((row) => row[name])]))
}
