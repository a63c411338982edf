import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { random } from '../../src/util/random.ts'
import { folder, kerf } from './run.ts'

/** Rows of which x tells whether y is 1; `row` writes one of them. */
function csv(head: string, row: (x: number, label: number, i: number) => (string | number)[]): string {
  const { next } = random(1)
  const lines = Array.from({ length: 120 }, (_, i) => {
    const x = Math.round(500 * next()) / 10
    return row(x, next() < x / 50 ? 1 : 0, i).join(',')
  })
  return `${head}\n${lines.join('\n')}\n`
}

const FILES: Readonly<Record<string, string>> = {
  'good.csv': csv('x,y', (x, y) => [x, y]),
  'empty.csv': '',
  'head.csv': 'x,y\n',
  'one.csv': csv('x,y', (x) => [x, 1]),
  'unlabelled.csv': csv('x,y', (x) => [x, '']),
  'valueless.csv': csv('x,y', (_, y) => ['', y]),
  'constant.csv': csv('x,y', (_, y) => [5, y]),
  'three.csv': csv('x,y', (x, _, i) => [x, 'abc'[i % 3]]),
  'amounts.csv': csv('x,y', (x, _, i) => [x, i / 7]),
  'other.csv': csv('z,y', (x, y) => [x, y]),
  'negative.csv': csv('x,w,y', (x, y, i) => [x, i === 3 ? -1 : 1, y]),
  'weightless.csv': csv('x,w,y', (x, y) => [x, 0, y]),
  'words.csv': csv('x,w,y', (x, y) => [x, 'much', y]),
}

interface Card {
  version: number
  target: { event: string | null }
  scale: { factor: number }
  columns: { name: string; coefficient: number; slots: { points: number | string; woe: number }[] }[]
}

let card = ''
let bins = ''
beforeAll(async () => {
  const cwd = folder(FILES)
  await kerf(['scorecard', 'good.csv', '-t', 'y', '-o', 'card.json'], { cwd })
  await kerf(['fit', 'good.csv', '-t', 'y', '-o', 'bins.json'], { cwd })
  card = readFileSync(join(cwd, 'card.json'), 'utf8')
  bins = readFileSync(join(cwd, 'bins.json'), 'utf8')
})

/** A card that somebody has changed. */
function changed(change: (copy: Card) => void): string {
  const copy = JSON.parse(card) as Card
  change(copy)
  return JSON.stringify(copy)
}

/** Runs a command on the files; it must fail with one message, and leave nothing behind. */
async function refused(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = folder({ ...FILES, 'bins.json': bins, 'card.json': card, ...more })
  const before = readdirSync(cwd).toSorted()
  const { code, out, err } = await kerf([...args], { cwd })
  expect({ code: (code ?? 0) > 0, out }).toEqual({ code: true, out: '' })
  expect(err).not.toMatch(/\n\s+at |unexpected error/)
  expect(readdirSync(cwd).toSorted()).toEqual(before)
  return err
}

const TOO_LITTLE = 'no column is left for the card: none of 1 tells enough of the target; lower minIv (--min-iv)'
const SCORECARD: Readonly<Record<string, readonly [args: readonly string[], says: string]>> = {
  'an empty file': [['empty.csv'], 'empty.csv is empty, expected a line of column names'],
  'no rows': [['head.csv'], 'column "y" must have two classes to make a card, or one of them named by --event, got no label'], // prettier-ignore
  'one class': [['one.csv'], 'column "y" must have two classes to make a card, or one of them named by --event, got 1: "1"'], // prettier-ignore
  'rows without a label': [['unlabelled.csv'], 'got no label'],
  'three classes': [['three.csv'], 'got 3: "a", "b", "c"'],
  'a target of amounts': [['amounts.csv'], 'got 120: "0", '],
  'a column without values': [['valueless.csv'], TOO_LITTLE],
  'a constant column': [['constant.csv'], TOO_LITTLE],
  'an unknown class as event': [['good.csv', '--event', 'maybe'], '"maybe"'],
  'an unknown column of times': [['good.csv', '--time', 'when'], 'unknown column "when"'],
  'the target as time': [['good.csv', '--time', 'y'], '--time: column "y" is the target or the weight'],
  'negative weights': [['negative.csv', '--weight', 'w'], 'column "w", row 4 of the data: must hold finite weights of at least 0, got -1'], // prettier-ignore
  'weights that are words': [['words.csv', '--weight', 'w'], 'column "w", row 1 of the data'],
  'weights of 0': [['weightless.csv', '--weight', 'w'], TOO_LITTLE],
  'odds of 0': [['good.csv', '--base-odds', '0'], '--base-odds takes a number above 0, got "0"'],
  'points that are no number': [['good.csv', '--double-odds', 'many'], '--double-odds takes a number above 0, got "many"'], // prettier-ignore
  'all rows kept apart': [['good.csv', '--test', '1'], '--test takes a share of at least 0 and below 1, got "1"'],
  'bins that are a card': [['good.csv', '--binning', 'card.json'], 'card.json is not a usable binning: format: expected "kerf-binning"'], // prettier-ignore
  'bins and a method': [['good.csv', '--binning', 'bins.json', '--method', 'mdlp'], '--method does not go with --binning'], // prettier-ignore
  'bins of a column that is not there': [['other.csv', '--binning', 'bins.json'], '"x"'],
  'an output that is there': [['good.csv', '-o', 'one.csv'], 'one.csv exists already; add --force to replace it'],
}

describe('kerf scorecard refuses', () => {
  test.each(Object.entries(SCORECARD))('%s', async (_, [args, says]) => {
    expect(await refused(['scorecard', ...args, '-t', 'y'])).toContain(says)
  })
})

const TRAIN: Readonly<Record<string, readonly [data: string, says: string]>> = {
  'an empty file': ['empty.csv', 'empty.csv is empty'],
  'one class': ['one.csv', 'got 1 class: 1'],
  'rows without a label': ['unlabelled.csv', 'got none'],
  'three classes': ['three.csv', 'got 3 classes: a, b, c'],
  'a column that is not there': ['other.csv', 'other.csv: there is no column "x", which the binning has'],
}

describe('kerf train --binning refuses', () => {
  test.each(Object.entries(TRAIN))('%s', async (_, [data, says]) => {
    expect(await refused(['train', data, '-t', 'y', '--binning', 'bins.json'])).toContain(says)
  })

  test('bad weights, and weights of 0', async () => {
    const args = (data: string): string[] => ['train', data, '-t', 'y', '--weight', 'w', '--binning', 'bins.json']
    expect(await refused(args('negative.csv'))).toContain('column "w", row 4 of the data')
    expect(await refused(args('weightless.csv'))).toContain('weight above 0')
  })

  test('a report where a file is', async () => {
    expect(await refused(['train', 'good.csv', '-t', 'y', '--report', 'one.csv'])).toContain(
      'one.csv exists already; add --force to replace it',
    )
  })
})

const TAMPERED: Readonly<Record<string, readonly [change: (copy: Card) => void, says: string]>> = {
  'points that are words': [(c) => (c.columns[0].slots[0].points = 'many'), 'columns[0].slots[0].points: expected a finite number, got "many"'], // prettier-ignore
  'points that nothing explains': [(c) => (c.columns[0].slots[0].points = 9999), 'columns[0].slots[0].points: expected a number within 1 of exact'], // prettier-ignore
  'another weight of evidence': [(c) => (c.columns[0].slots[1].woe += 0.5), 'columns[0].slots[1].exact: expected'],
  'another coefficient': [(c) => (c.columns[0].coefficient *= -1), 'columns[0].slots[0].exact: expected'],
  'a line too few': [(c) => c.columns[0].slots.pop(), 'columns[0].slots: expected'],
  'another column': [(c) => (c.columns[0].name = 'q'), 'columns[0].name: expected "x", as in encoder.fields[0], got "q"'], // prettier-ignore
  'another factor': [(c) => (c.scale.factor = 3), 'scale.factor: expected 28.85390081777927, which follows from'],
  'no event': [(c) => (c.target.event = null), 'target: expected classes with an event'],
  'a later version': [(c) => (c.version = 2), 'version: expected 1, got 2'],
}

describe('kerf predict refuses a card with', () => {
  test.each(Object.entries(TAMPERED))('%s', async (_, [change, says]) => {
    const err = await refused(['predict', 'bad.json', 'good.csv'], { 'bad.json': changed(change) })
    expect(err).toContain(`bad.json is not a usable scorecard: ${says}`)
  })

  test('half of its text, and rows without its columns', async () => {
    const half = { 'bad.json': card.slice(0, card.length / 2) }
    expect(await refused(['predict', 'bad.json', 'good.csv'], half)).toContain('bad.json is not a usable scorecard')
    expect(await refused(['predict', 'card.json', 'other.csv'])).toContain('there is no column "x"')
    expect(await refused(['predict', 'card.json', 'good.csv', '--reasons', '-1'])).toContain(
      '--reasons takes a whole number of at least 0, got "-1"',
    )
  })
})

describe('kerf scorecard takes', () => {
  test('one class of three as the event, a column without values, and weights', async () => {
    const cwd = folder({
      'd.csv': csv('x,empty,w,y', (x, y, i) => [x, '', 1 + (i % 3), y === 1 ? 'late' : i % 2 === 0 ? 'paid' : 'open']),
    })
    const { code, out } = await kerf(['scorecard', 'd.csv', '-t', 'y', '--event', 'late', '--weight', 'w', '--json'], { cwd }) // prettier-ignore
    expect(code).toBe(0)
    const made = JSON.parse(out) as { card: { columns: { name: string }[]; leftOut: { name: string; why: string }[] } }
    expect(made.card.columns.map(({ name }) => name)).toEqual(['x'])
    expect(made.card.leftOut).toMatchObject([{ name: 'empty', why: 'weak' }])
  })
})
