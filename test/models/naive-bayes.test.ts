import { describe, expect, test } from 'vitest'
import { fitTable } from '../../src/binning/fit/fit-table.ts'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { isKerfError } from '../../src/errors.ts'
import { naiveBayesFromJson, naiveBayesToJson } from '../../src/models/naive-bayes-json.ts'
import { naiveBayes, naiveBayesScores, naiveBayesTable, predictNaiveBayes } from '../../src/models/naive-bayes.ts'
import { random } from '../../src/util/random.ts'
import { formatError } from '../refusals.ts'

// Ten rows; bins of x: below 5 and from 5 on; a level missing once; −9 is a special code.
const table = {
  x: [1, 2, 3, 6, 7, 8, 9, 4, -9, null],
  c: ['p', 'p', 'q', 'p', 'q', 'q', 'q', null, 'p', 'q'],
  y: ['no', 'no', 'no', 'no', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
}
const model = await naiveBayesTable(table, { target: 'y', all: { method: fixed, cuts: [5], special: [-9] } })

test('counts are those of the bins: special codes are slots, missing values are none', () => {
  expect(model.classes).toEqual([4, 6])
  expect(model.counts).toEqual([
    [[3, 1], [1, 3], [0, 1]], // prettier-ignore
    [[3, 1], [1, 4]], // prettier-ignore
  ])
})

describe('by hand', () => {
  const shareOf = (no: number, yes: number): number[] => [no / (no + yes), yes / (no + yes)]
  test.each<[string, number | null, string | null, number[]]>([
    // no: 4/10 · (3+1)/(4+3) · (3+1)/(4+2); yes: 6/10 · (1+1)/(5+3) · (1+1)/(5+2)
    ['two known values', 1, 'p', shareOf((4 / 10) * (4 / 7) * (4 / 6), (6 / 10) * (2 / 8) * (2 / 7))],
    ['a special code', -9, 'q', shareOf((4 / 10) * (1 / 7) * (2 / 6), (6 / 10) * (2 / 8) * (5 / 7))],
    ['a missing value is skipped', null, 'q', shareOf((4 / 10) * (2 / 6), (6 / 10) * (5 / 7))],
    ['an unseen level is skipped', 9, 'new', shareOf((4 / 10) * (2 / 7), (6 / 10) * (4 / 8))],
    ['nothing known: the shares of the classes', null, null, [0.4, 0.6]],
  ])('%s', (_, x, c, expected) => {
    const { probabilities, codes, classes } = predictNaiveBayes(model, { x: [x], c: [c] })
    expect(probabilities[0]).toBeCloseTo(expected[0], 12)
    expect(probabilities[1]).toBeCloseTo(expected[1], 12)
    expect(classes[codes[0]]).toBe(expected[0] > expected[1] ? 'no' : 'yes')
  })
})

test('without smoothing what was never seen is impossible; where all is, the classes decide', async () => {
  const binning = await fitTable(table, { target: 'y', all: { method: fixed, cuts: [5], special: [-9] } })
  const hard = naiveBayes(binning, { smoothing: 0 })
  expect(Array.from(predictNaiveBayes(hard, { x: [-9], c: ['p'] }).probabilities)).toEqual([0, 1])
  const apart = await naiveBayesTable({ a: ['k', 'l'], b: ['k', 'l'], y: ['s', 't'] }, { target: 'y', smoothing: 0 })
  expect(Array.from(predictNaiveBayes(apart, { a: ['k'], b: ['l'] }).probabilities)).toEqual([0.5, 0.5])
})

test('weights count like rows', async () => {
  const twice = { x: [...table.x, ...table.x], c: [...table.c, ...table.c], y: [...table.y, ...table.y] }
  const options = { target: 'y', all: { method: fixed, cuts: [5] } }
  const weighted = await naiveBayesTable({ ...table, w: table.x.map(() => 2) }, { ...options, weights: 'w' })
  expect(weighted.counts).toEqual((await naiveBayesTable(twice, options)).counts)
  expect(weighted.created.weights).toBe('w')
})

test('scores its predictions, finds columns by name, refuses a numeric target', async () => {
  expect(naiveBayesScores(model, table).accuracy).toBe(0.7)
  expect(() => predictNaiveBayes(model, { x: [1] })).toThrow('predictNaiveBayes: unknown column "c"')
  const numbers = await fitTable(
    { x: [1, 2, 3], y: [0.1, 0.2, 0.3] },
    { target: 'y', all: { method: fixed, cuts: [2] } },
  )
  expect(() => naiveBayes(numbers)).toThrow('naiveBayes: the binning must have a class target, got a numeric one')
  expect(() => naiveBayes({ ...numbers, target: model.target, columns: [] })).toThrow('at least one column, got none')
})

describe('a saved model', () => {
  const text = naiveBayesToJson(model)

  test('is read back as it was', () => {
    expect(naiveBayesFromJson(text)).toEqual(model)
    expect(JSON.parse(text)).toMatchObject({ format: 'kerf-model', version: 1, kind: 'naive-bayes' })
  })

  test.each<[string, (file: Record<string, never>) => unknown, string]>([
    ['another kind', (f) => Object.assign(f, { kind: 'logistic' }), 'kind: expected "naive-bayes", got "logistic"'],
    [
      'another version',
      (f) => Object.assign(f, { version: 3 }),
      'version: expected 1, got 3; this library reads version 1',
    ],
    ['too few classes', (f) => Object.assign(f, { classes: [1] }), 'classes: expected 2 sums, one per class, got [1]'],
    ['no rows', (f) => Object.assign(f, { classes: [0, 0] }), 'classes: expected a class with rows, got [0, 0]'],
    ['no counts', (f) => Object.assign(f, { counts: [] }), 'counts: expected 2 lists, one per column, got []'],
    ['a slot too few', (f) => (f['counts'] as unknown[][])[0].pop(), 'counts[0]: expected 3 lists, one per bin, special code or group, got [[…], […]]'], // prettier-ignore
    [
      'negative smoothing',
      (f) => Object.assign(f, { smoothing: -1 }),
      'smoothing: expected a number of at least 0, got -1',
    ],
  ])('with %s is refused', (_, spoil, message) => {
    const file = JSON.parse(text) as Record<string, never>
    spoil(file)
    expect(() => naiveBayesFromJson(JSON.stringify(file))).toThrow(
      formatError(
        'naiveBayesFromJson',
        message.slice(0, message.indexOf(': ')),
        message.slice(message.indexOf(': ') + 2),
      ),
    )
  })

  test('1,000 spoilt files are read or refused, and what is read can be used', () => {
    const { integer } = random(9)
    const junk = ['', '0', '1', '-1', '1e309', 'null', '[]', '{}', '"x"', '1.5']
    const counts = { read: 0, refused: 0 }
    for (let trial = 0; trial < 1000; trial++) {
      const words = [...text.matchAll(/-?\d+(?:\.\d+)?|"[^"]*"|null/g)]
      const word = words[integer(words.length)]
      const spoilt = text.slice(0, word.index) + junk[integer(junk.length)] + text.slice(word.index + word[0].length)
      try {
        predictNaiveBayes(naiveBayesFromJson(spoilt), { x: [1, null, -9], c: ['p', null, 'zz'] })
        counts.read++
      } catch (error) {
        if (!isKerfError(error)) throw error
        counts.refused++
      }
    }
    expect(counts.read).toBeGreaterThan(50)
    expect(counts.refused).toBeGreaterThan(400)
  })
})
