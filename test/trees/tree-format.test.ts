import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { fixed, FormatError } from '../../src/index.ts'
import { naiveBayesFromJson, naiveBayesTable, naiveBayesToJson } from '../../src/models/index.ts'
import { growTree, treeFromJson, treeToJson } from '../../src/trees/index.ts'

const read = (path: string): string => readFileSync(new URL(`../../docs/formats/${path}`, import.meta.url), 'utf8')

function validator(path: string): (text: string) => string[] {
  const options = { strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false }
  const validate = new Ajv2020(options).compile(JSON.parse(read(path)))
  return (text) =>
    validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

/** A parsed file that may be spoiled anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

const vehicles = {
  Wheels: ['two', 'three', 'two', 'four', 'four', 'four', 'four'],
  Size: [1, 1, 2, 2, 3, 5, 6],
  Efficiency: ['good', 'bad', 'good', 'bad', 'good', 'good', 'bad'],
}
const tree = growTree(vehicles, { target: 'Efficiency', source: 'vehicles.csv' })
const bins = growTree(vehicles, { target: 'Efficiency', by: fixed, all: { cuts: [2.5], special: [6] } })

describe('the schema of a saved tree', () => {
  const problems = validator('tree.schema.json')

  test('takes trees', () => {
    expect([tree, bins].map((one) => problems(treeToJson(one)))).toEqual([[], []])
  })

  test('takes the example of its page, which is real', () => {
    const [, example] = /^```json\n([^]*?)^```$/m.exec(read('tree.md'))!
    expect(problems(example)).toEqual([])
    expect(treeFromJson(example)).toEqual(tree)
  })

  test.each<[string, (file: Loose) => unknown]>([
    ['another format', (f) => (f.format = 'kerf-binning')],
    ['another version', (f) => (f.version = 2)],
    ['a numeric target', (f) => (f.target.kind = 'numeric')],
    ['no classes', (f) => (f.target.classes = [])],
    ['an unknown kind of column', (f) => (f.columns[0].kind = 'text')],
    ['a cut twice', (f) => (f.columns[1].cuts = [2.5, 2.5])],
    ['a label twice', (f) => (f.columns[1].labels = ['a', 'a', 'b'])],
    ['no special codes', (f) => delete f.columns[1].special],
    ['a level that is a number', (f) => (f.columns[0].groups[0] = [4])],
    ['no root', (f) => delete f.root],
    ['half a row', (f) => (f.root.count = 0.5)],
    ['a negative sum', (f) => (f.root.classes[0] = -1)],
    ['no prediction', (f) => delete f.root.branches[0].predict],
    ['a cut that is a text', (f) => (f.root.branches[0].test.cut = '2.5')],
    ['a negative gain', (f) => (f.root.test.gain = -1)],
    ['no branches', (f) => delete f.root.branches[1].branches],
    ['a note without a code', (f) => (f.notes = [{ message: 'a' }])],
  ])('refuses %s, and so does treeFromJson', (_, spoil) => {
    const file: Loose = JSON.parse(treeToJson(tree))
    spoil(file)
    expect(problems(JSON.stringify(file))).not.toEqual([])
    expect(() => treeFromJson(JSON.stringify(file))).toThrow(FormatError)
  })
})

describe('the schema of a saved naive Bayes model', async () => {
  const problems = validator('naive-bayes.schema.json')
  const text = naiveBayesToJson(await naiveBayesTable(vehicles, { target: 'Efficiency' }))

  test('takes models', () => {
    expect(problems(text)).toEqual([])
  })

  test.each<[string, (file: Loose) => unknown]>([
    ['another kind', (f) => (f.kind = 'logistic')],
    ['negative smoothing', (f) => (f.smoothing = -1)],
    ['no sums', (f) => delete f.classes],
    ['a negative count', (f) => (f.counts[0][0][0] = -1)],
    ['counts that are no lists', (f) => (f.counts = [1, 2])],
  ])('refuses %s, and so does naiveBayesFromJson', (_, spoil) => {
    const file: Loose = JSON.parse(text)
    spoil(file)
    expect(problems(JSON.stringify(file))).not.toEqual([])
    expect(() => naiveBayesFromJson(JSON.stringify(file))).toThrow(FormatError)
  })
})
