import { describe, expect, test } from 'vitest'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import type { Binning } from '../../../src/binning/binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { slotLabels } from '../../../src/binning/labels.ts'
import { binningTable } from '../../../src/binning/use/binning-table.ts'
import { edit } from '../../../src/binning/use/edit.ts'
import { makeEditor } from '../../../src/binning/use/editor.ts'
import { column, labelOf } from '../../../src/binning/use/look-up.ts'
import { recount } from '../../../src/binning/use/recount.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { toSql } from '../../../src/exports/sql-export.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { summarizeLevels } from '../../../src/summaries/summarize.ts'
import { numbersOf } from '../made.ts'

const price = [1, 2, 11, 12, 25, 30]
const kind = ['a', 'b', 'c', 'a', 'b', 'c']
const binning = await fitTable({ price, kind }, { perColumn: { price: { method: fixed, cuts: [10, 20] } } })
const named = edit(binning, { column: 'price', name: ['cheap', 'medium', 'dear'] })
const namesOf = (of: Binning): (string | undefined)[] => of.columns[0].bins.map(({ name }) => name)

describe('names of bins', () => {
  test('stand for the labels where rows are binned, and beside them in tables', () => {
    expect(labelOf(column(named, 'price'), 11)).toBe('medium')
    expect(slotLabels(named.columns[0])).toEqual(['cheap', 'medium', 'dear', 'missing'])
    expect(binningTable(named.columns[0], null).rows.map(({ label }) => label)).toEqual([
      'cheap (< 10)',
      'medium ([10, 20))',
      'dear (≥ 20)',
    ])
    expect(toSql(named, { table: 't', dialect: 'duckdb' })).toContain(`THEN 'medium'`)
    expect(named.columns[0].bins.map(({ label }) => label)).toEqual(['< 10', '[10, 20)', '≥ 20'])
  })

  test('are saved and read, and stay when other rows are counted', () => {
    const again = binningFromJson(binningToJson(named))
    expect(again).toEqual(named)
    expect(namesOf(recount(again, { price: [1, 50], kind: ['a', 'a'] }))).toEqual(['cheap', 'medium', 'dear'])
  })

  test('stay with bins that keep their ends, and go with those that do not', () => {
    expect(namesOf(edit(named, { column: 'price', add: 28 }))).toEqual(['cheap', 'medium', undefined, undefined])
    expect(namesOf(edit(named, { column: 'price', merge: [0, 1] }))).toEqual([undefined, 'dear'])
    const editor = makeEditor(numbersOf(named), summarize(price))
    expect(editor.move(10, 5).bins.map(({ name }) => name)).toEqual([undefined, undefined, 'dear'])
    expect(editor.undo().bins.map(({ name }) => name)).toEqual(['cheap', 'medium', 'dear'])
  })

  test('go to groups of levels too', () => {
    const groups = edit(binning, { column: 'kind', name: ['first', '', 'third'] })
    const levels = column(groups, 'kind')
    expect(['a', 'b', 'c'].map((level) => labelOf(levels, level))).toEqual(['first', 'b', 'third'])
    if (levels.kind !== 'category') throw new Error('kind holds categories')
    const editor = makeEditor(levels, summarizeLevels(kind))
    expect(editor.merge([0, 1]).bins.map(({ name }) => name)).toEqual([undefined, 'third'])
  })

  test('are taken away by an empty one', () => {
    expect(edit(named, { column: 'price', name: ['', ' ', ''] })).toEqual(binning)
  })

  test.each([
    [['cheap', 'dear'], 'edit: name must be 3 texts for the bins of price, empty for no name, got [cheap, dear]'],
    [['a', 'b', 'a'], 'edit: every bin of price needs a name of its own, got "a" twice'],
    [['', 'b', '< 10'], 'edit: every bin of price needs a name of its own, got "< 10" twice'],
  ])('%j', (name, message) => {
    expect(() => edit(binning, { column: 'price', name })).toThrow(message)
  })

  test('of a saved file must differ', () => {
    const text = binningToJson(named).replace('"medium"', '"cheap"')
    expect(() => binningFromJson(text)).toThrow('columns[0].bins[1].name: expected a name no other bin has')
  })
})
