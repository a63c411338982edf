import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NumberColumn, Shape } from '../../../src/binning/binning.ts'
import { countBins } from '../../../src/binning/count-bins.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { levelsColumn } from '../../../src/binning/level-columns.ts'
import { shapeOf } from '../../../src/binning/shape.ts'
import { CellIndex } from '../../../src/binning/use/cell-index.ts'
import { edit } from '../../../src/binning/use/edit.ts'
import { type CutEditor, makeEditor } from '../../../src/binning/use/editor.ts'
import { recountColumn } from '../../../src/binning/use/recount.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { coarsen } from '../../../src/summaries/cells.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { summarizeCategories } from '../../../src/summaries/summarize-categories.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'
import { binningOf, numbersOf } from '../made.ts'
import { makings, makeSummary } from '../../summaries/made-summaries.ts'
import { samples } from '../../laws/columns.ts'

const values = [0, 1, 4, 5, 8, 9, Number.NaN]
const target = ['a', 'b', 'a', 'b', 'b', 'b', 'a']
const fitted = fit(values, { name: 'x', target, method: fixed, cuts: [2, 7] })
const start = (): CutEditor => makeEditor(fitted, summarize(values, { target }))
const counts = ({ bins }: NumberColumn): number[] => bins.map((bin) => bin.count)

describe('an index of cells counts as a pass over them does', () => {
  const cutLists = fc.uniqueArray(fc.oneof(fc.integer({ min: -900, max: 900 }), fc.double({ noNaN: true })), {
    maxLength: 6,
  })

  test('any summary, any cuts', () => {
    fc.assert(
      fc.property(samples(), makings, cutLists, fc.constantFrom('left', 'right'), (sample, making, given, closed) => {
        const summary = makeSummary(sample, making)
        if (summary.kind !== 'number') return
        const cuts = given.toSorted((a, b) => a - b)
        const index = new CellIndex(summary)
        expect(index.countBins(cuts, closed)).toEqual(countBins(summary, cuts, closed))
        // Sums of weights are rounded along the way in one of them; whole counts are not.
        const comparable = (shape: Shape | null): unknown => (summary.weighted ? shape?.counts.length : shape)
        expect(comparable(index.shape(cuts))).toEqual(comparable(shapeOf(summary, cuts)))
      }),
      { numRuns: cases(200, 5000) },
    )
  })

  test('many blocks of cells, with weights and a number as target', () => {
    const { next, normal } = random(4)
    const many = Float64Array.from({ length: 3000 }, normal)
    const weights = Float64Array.from(many, () => next() * 3)
    for (const options of [{ target: many.map((x) => x * 2 + next()), weights }, { weights }, {}]) {
      for (const summary of [summarize(many, options), coarsen(summarize(many, options), { shift: 44 })]) {
        const index = new CellIndex(summary)
        for (const cuts of [[], [0], [-9, -0.5, -0.4999, 0.1, 3], many.slice(0, 12).toSorted((a, b) => a - b)]) {
          const list = Array.from(cuts)
          expect(index.countBins(list, 'right')).toEqual(countBins(summary, list, 'right'))
          const [fast, slow] = [index.shape(list)!.counts, shapeOf(summary, list)!.counts]
          expect(Math.max(...fast.map((count, i) => Math.abs(count - slow[i])))).toBeLessThan(1e-8)
        }
      }
    }
  })
})

describe('an editor of cuts', () => {
  test('starts with the column, counted on the summary', () => {
    expect(start().column).toEqual(recountColumn(fitted, summarize(values, { target })))
  })

  test('each change gives what edit and recount give', () => {
    const table = { x: values, y: target }
    const binning = binningOf(fitted, { kind: 'class', name: 'y', classes: ['a', 'b'], event: null })
    const editor = start()
    for (const [now, change] of [
      [editor.add(4.5), { add: 4.5 }],
      [start().remove(7), { remove: 7 }],
      [start().move(2, 4.5), { move: 2, to: 4.5 }],
      [start().merge(1, 2), { merge: [1, 2] as const }],
    ] as const) {
      const slow = numbersOf(edit(binning, { column: 'x', ...change }, table))
      const { notes: _, ...rest } = slow
      expect(now).toMatchObject(rest)
    }
  })

  test('one note tells of all changes, and none is left when they are taken back', () => {
    const editor = start()
    for (let to = 2.1; to < 4; to += 0.1) editor.move(editor.column.cuts[0], to, { drag: true })
    editor.add(8.5)
    const edited = editor.column.notes.filter((note) => note.code === 'edited')
    expect(edited).toEqual([
      { code: 'edited', message: expect.stringMatching(/^cut 2 removed, cuts 3\.9\d*, 8\.5 added by hand$/) },
    ])
    editor.reset()
    expect(editor.column.notes.filter((note) => note.code === 'edited')).toEqual([])
    expect(editor.column.reasons).toEqual(fitted.reasons)
  })

  test('undo and redo; a drag is one step; a new change forgets what was undone', () => {
    const editor = start()
    expect([editor.canUndo, editor.canRedo]).toEqual([false, false])
    editor.move(2, 2.5, { drag: true })
    editor.move(2.5, 4.5, { drag: true })
    editor.drop()
    editor.move(4.5, 5.5, { drag: true })
    expect(counts(editor.column)).toEqual([4, 0, 2])
    expect(editor.undo().cuts).toEqual([4.5, 7])
    expect(editor.undo().cuts).toEqual([2, 7])
    expect(editor.undo().cuts).toEqual([2, 7])
    expect(editor.redo().cuts).toEqual([4.5, 7])
    expect([editor.canUndo, editor.canRedo]).toEqual([true, true])
    editor.remove(7)
    expect(editor.canRedo).toBe(false)
    expect(editor.reset().cuts).toEqual([2, 7])
    expect(editor.undo().cuts).toEqual([4.5])
  })

  test('tells those who subscribed', () => {
    const editor = start()
    let told = 0
    const end = editor.subscribe(() => told++)
    editor.add(3)
    editor.undo()
    end()
    editor.redo()
    expect(told).toBe(2)
  })

  test('a change that cannot be made is refused and changes nothing', () => {
    const editor = start()
    expect(() => editor.move(2, 8)).toThrow('makeEditor: to must lie between the neighbouring cuts')
    expect(() => editor.remove(3)).toThrow('makeEditor: x has no cut 3, its cuts are 2, 7')
    expect(() => editor.add(Number.NaN)).toThrow('makeEditor: add must be')
    expect(editor.canUndo).toBe(false)
    const levels = summarizeCategories(['a'], markRows(1, {}))
    expect(() => makeEditor(fitted, levels as never)).toThrow(
      'makeEditor: summary must be a summary of kind "number" for x',
    )
    expect(() => makeEditor(undefined as never, levels)).toThrow('makeEditor: column must be a fitted column')
  })
})

describe('an editor of levels', () => {
  const towns = ['rome', 'rome', 'oslo', 'bern', 'bern', 'bern', null]
  const summary = summarizeCategories(towns, markRows(7, { target: ['a', 'b', 'a', 'b', 'b', 'b', 'a'] }))
  const groups = ({ bins }: { bins: readonly { levels: readonly string[] }[] }): string[] =>
    bins.map((bin) => bin.levels.join('+'))

  test('moves levels between groups, merges groups, and counts them', () => {
    const editor = makeEditor(levelsColumn(summary, { name: 'town' }), summary)
    expect(groups(editor.column)).toEqual(['bern', 'oslo', 'rome'])
    const moved = editor.move(['oslo'], 2)
    expect(groups(moved)).toEqual(['bern', 'rome+oslo'])
    expect(moved.bins[1]).toEqual({ label: 'rome, oslo', levels: ['rome', 'oslo'], count: 3, classes: [2, 1] })
    expect(moved.notes).toEqual([{ code: 'edited', message: 'levels grouped by hand' }])
    expect(groups(editor.merge([1, 0]))).toEqual(['bern+rome+oslo'])
    expect(groups(editor.move(['rome'], 1))).toEqual(['bern+oslo', 'rome'])
    expect(groups(editor.undo())).toEqual(['bern+rome+oslo'])
    expect(editor.column.missing.count).toBe(1)
  })

  test('refuses levels and groups that are not there', () => {
    const editor = makeEditor(levelsColumn(summary, { name: 'town' }), summary)
    expect(() => editor.move(['rom'], 0)).toThrow('makeEditor: unknown level "rom", did you mean rome?')
    expect(() => editor.move(['rome'], 4)).toThrow('makeEditor: group must be a number from 0 to 3, got 4')
    expect(() => editor.merge([1])).toThrow('makeEditor: groups must be two or more numbers from 0 to 2')
  })
})
