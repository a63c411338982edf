import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../../src/index.ts'
import { summarizeSource } from '../../../src/engines/index.ts'
import { summariesFromJson, summariesToJson } from '../../../src/summaries/index.ts'
import { tables } from '../made-summaries.ts'

const read = (path: string): string => readFileSync(new URL(`../../../docs/formats/${path}`, import.meta.url), 'utf8')
const validate = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
}).compile(JSON.parse(read('summary.schema.json')))

const problems = (text: string): string[] =>
  validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
const [, example] = /^```json\n([^]*?)^```$/m.exec(read('summary.md'))!

/** A parsed file that may be spoiled anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any

describe('the schema of a saved summary', () => {
  test('takes summaries of every kind', () => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(problems(summariesToJson(table))).toEqual([])
      }),
      { numRuns: 60, seed: 5 },
    )
  })

  test('takes the example of its page, which is real', async () => {
    expect(problems(example)).toEqual([])
    const made = await summarizeSource(
      {
        rows: 6,
        columns: [
          { name: 'age', kind: 'number', values: Float64Array.of(31, 45, 45, 62, Number.NaN, -9) },
          { name: 'ward', kind: 'category', values: ['north', 'south', 'south', 'north', 'north', 'north'] },
          { name: 'again', kind: 'category', values: ['no', 'no', 'yes', 'yes', 'no', 'yes'] },
        ],
        notes: [],
        skipped: 0,
      },
      { target: 'again', specialOf: { age: [-9] }, source: 'visits.csv' },
    )
    expect(JSON.parse(summariesToJson(made))).toEqual(JSON.parse(example))
    expect(summariesFromJson(example)).toEqual(made)
  })

  test.each<[string, (file: Loose) => unknown]>([
    ['another format', (f) => (f.format = 'kerf-binning')],
    ['another version', (f) => (f.version = 2)],
    ['no columns', (f) => (f.columns = [])],
    ['half a row', (f) => (f.created.source.rows = 5.5)],
    ['no word on weights', (f) => delete f.weighted],
    ['nothing left out', (f) => delete f.leftOut],
    ['an unknown kind of target', (f) => (f.target.kind = 'text')],
    ['a class twice', (f) => (f.target.classes = ['no', 'no'])],
    ['an unknown kind of column', (f) => (f.columns[0].kind = 'text')],
    ['no name', (f) => delete f.columns[0].name],
    ['no cells', (f) => delete f.columns[0].cells],
    ['a shift too far', (f) => (f.columns[0].cells.shift = 53)],
    ['an unknown origin', (f) => (f.columns[0].origin = 'guessed')],
    ['half a distinct value', (f) => (f.columns[0].distinct = 2.5)],
    ['a value that is a text', (f) => (f.columns[0].cells.lo[0] = '31')],
    ['a code twice', (f) => (f.columns[0].specialCodes = [-9, -9])],
    ['negative rows', (f) => (f.columns[0].cells.rows[0] = -1)],
    ['sums that are no lists', (f) => (f.columns[0].cells.sums = [1, 2])],
    ['nothing set aside', (f) => delete f.columns[0].aside],
    ['a residue without places', (f) => (f.columns[0].cells.residues = [{ at: [], values: [] }])],
    ['no levels', (f) => delete f.columns[1].levels],
    ['an empty level', (f) => (f.columns[1].levels[0] = '')],
    ['a note without a code', (f) => (f.notes = [{ message: 'a' }])],
  ])('refuses %s, and so does summariesFromJson', (_, spoil) => {
    const text = spoiled(spoil)
    expect(problems(text)).not.toEqual([])
    expect(() => summariesFromJson(text)).toThrow(FormatError)
  })

  test.each<[string, (file: Loose) => unknown, string]>([
    [
      'cells that do not increase',
      (f) => (f.columns[0].cells.lo[1] = 31),
      'columns[0].cells.lo[1]: expected a number above 31, got 31',
    ],
    [
      'a hi below its lo',
      (f) => (f.columns[0].cells.hi = [31, 44, 62]),
      'columns[0].cells.hi[1]: expected at least 45, got 44',
    ],
    [
      'a hi outside of its cell',
      (f) => (f.columns[0].cells.hi = [31, 46, 62]),
      'columns[0].cells.hi[1]: expected a value in the cell of 45, got 46',
    ],
    [
      'a wrong least value',
      (f) => (f.columns[0].min = 30),
      'columns[0].min: expected the least of the cells (31), got 30',
    ],
    [
      'a wrong largest value',
      (f) => (f.columns[0].max = null),
      'columns[0].max: expected the largest of the cells (62), got NaN',
    ],
    [
      'too many distinct values',
      (f) => (f.columns[0].distinct = 4),
      'columns[0].distinct: expected null or a number that 3 cells can have, got 4',
    ],
    [
      'a code in a cell',
      (f) => (f.columns[0].missingCodes = [45]),
      'columns[0].cells.lo[1]: expected a value that is not a declared code, got 45',
    ],
    [
      'a code that is both',
      (f) => (f.columns[0].missingCodes = [-9]),
      'columns[0].specialCodes: expected codes that are not missing values too',
    ],
    [
      'codes out of order',
      (f) => (f.columns[0].missingCodes = [2, 1]),
      'columns[0].missingCodes[1]: expected finite numbers in increasing order, got 1',
    ],
    [
      'a list too short',
      (f) => f.columns[0].cells.rows.pop(),
      'columns[0].cells.rows: expected a list of 3 numbers, got [1, 2]',
    ],
    [
      'a class too few',
      (f) => f.columns[0].cells.sums.pop(),
      'columns[0].cells.sums: expected 2 lists, one per sum that is kept, got [[…]]',
    ],
    [
      'a place too few',
      (f) => (f.columns[0].specialCodes = []),
      'columns[0].aside.rows: expected a list of 3 numbers, got [1, 0, 0, 1]',
    ],
    [
      'counts that do not add up',
      (f) => (f.columns[0].cells.sums[0][0] = 2),
      'columns[0].cells.sums[0][0]: expected sums for 1 rows, got 2 in all',
    ],
    [
      'half a count',
      (f) => (f.columns[0].cells.sums[0][1] = 0.5),
      'columns[0].cells.sums[0][1]: expected a finite count, got 0.5',
    ],
    [
      'a cell without rows',
      (f) => (f.columns[0].cells.rows[0] = 0),
      'columns[0].cells.rows[0]: expected a number of rows of at least 1, got 0',
    ],
    ['rows that are lost', (f) => (f.created.source.rows = 7), 'columns[0]: expected counts of 7 rows in all, got 6'],
    [
      'residues of counts',
      (f) => (f.columns[0].cells.residues = [{ at: [0], values: [1e-20] }]),
      'columns[0].cells.residues[0]: expected what rounding can leave of 1, got 1e-20 at 0',
    ],
    [
      'a residue that is nowhere',
      (f) => (f.columns[0].cells.residues = [{ at: [6], values: [1] }]),
      'columns[0].cells.residues[0].at: expected increasing indices below 6, got [6]',
    ],
    [
      'classes that are not sorted',
      (f) => (f.target.classes = ['yes', 'no']),
      'target.classes: expected classes in sorted order, got [yes, no]',
    ],
    [
      'an unknown event',
      (f) => (f.target.event = 'maybe'),
      'target.event: expected null or one of the classes, got "maybe"',
    ],
    [
      'a column twice',
      (f) => (f.columns[1].name = 'age'),
      'columns[1].name: expected another name, got "age" a second time',
    ],
    [
      'levels that are not sorted',
      (f) => (f.columns[1].levels = ['south', 'north']),
      'columns[1].levels[0]: expected texts in sorted order that all differ, none of them empty',
    ],
  ])('cannot see %s; summariesFromJson does', (_, spoil, message) => {
    const text = spoiled(spoil)
    expect(problems(text)).toEqual([])
    expect(() => summariesFromJson(text)).toThrow(FormatError)
    expect(() => summariesFromJson(text)).toThrow(message)
  })
})

function spoiled(spoil: (file: Loose) => unknown): string {
  const file: Loose = JSON.parse(example)
  spoil(file)
  return JSON.stringify(file)
}
