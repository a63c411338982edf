import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import type { Binning, CategoryColumn } from '../../../src/binning/binning.ts'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { type Change, edit } from '../../../src/binning/use/edit.ts'
import { recount } from '../../../src/binning/use/recount.ts'
import { encodeDense } from '../../../src/encoders/encode.ts'
import { encoderFromJson, encoderToJson } from '../../../src/encoders/encoder-json.ts'
import { makeEncoder } from '../../../src/encoders/make-encoder.ts'
import { oneHot } from '../../../src/encoders/one-hot.ts'

/** Rows of each town, and how many of them are yes. */
const TOWNS = { bern: [10, 1], hamar: [6, 2], oslo: [20, 15], rome: [8, 8] } as const

const rows = Object.entries(TOWNS).flatMap(([town, [all, yes]]) =>
  Array.from({ length: all }, (_, i) => ({ town, y: i < yes ? 'yes' : 'no' })),
)
const table = { town: rows.map(({ town }) => town), y: rows.map(({ y }) => y) }

const towns = (binning: Binning): CategoryColumn => binning.columns[0] as CategoryColumn
const told = (binning: Binning): string[] =>
  towns(binning).bins.map(({ levels, name, count, classes }) =>
    [name ?? levels.join('+'), count, classes?.[1]].join(' '),
  )
const change = (binning: Binning, ...changes: readonly object[]): Binning =>
  changes.reduce<Binning>((now, one) => edit(now, { column: 'town', ...one } as Change), binning)

const fitted = await fitTable(table, { target: 'y' })
const bare = await fitTable(table, { target: 'y', all: { reference: 'none' } })

describe('groups of levels', () => {
  test('are merged and split, and rows are known from what is saved', () => {
    const merged = change(fitted, { merge: [0, 1, 3] })
    expect(told(merged)).toEqual(['bern+hamar+rome 24 11', 'oslo 20 15'])
    expect(towns(merged)).toMatchObject({ countsExact: true })
    expect(towns(merged).notes.at(-1)?.message).toBe('groups bern and hamar and rome merged by hand')
    const split = change(merged, { split: 0 })
    expect(told(split)).toEqual(['bern 10 1', 'hamar 6 2', 'rome 8 8', 'oslo 20 15'])
    expect(towns(split).countsExact).toBe(true)
  })

  test('take levels from one another, and a group left empty goes away', () => {
    const moved = change(fitted, { merge: [0, 1] }, { move: ['hamar', 'oslo'], to: 2 })
    expect(told(moved)).toEqual(['bern 10 1', 'rome+hamar+oslo 34 25'])
    expect(towns(moved).notes.at(-1)?.message).toBe('levels hamar, oslo moved to rome by hand')
    const own = change(moved, { move: ['oslo'], to: 2 })
    expect(told(own)).toEqual(['bern 10 1', 'rome+hamar 14 10', 'oslo 20 15'])
    expect(towns(own).notes.at(-1)?.message).toBe('levels oslo moved to a group of their own by hand')
  })

  test('share their rows evenly where nothing else is known, and lose none', () => {
    const split = change(bare, { merge: [0, 1] }, { move: ['hamar'], to: 3 })
    expect(told(split)).toEqual(['bern 8 1', 'oslo 20 15', 'rome 8 8', 'hamar 8 2'])
    expect(towns(split)).toMatchObject({ countsExact: false })
    expect(towns(split).notes.at(-1)).toMatchObject({ code: 'estimated' })
    const counted = edit(change(bare, { merge: [0, 1] }), { column: 'town', move: ['hamar'], to: 3 }, table)
    expect(told(counted)).toEqual(['bern 10 1', 'oslo 20 15', 'rome 8 8', 'hamar 6 2'])
    expect(towns(counted)).toMatchObject({ countsExact: true })
  })

  test('keep their names while levels come and go, also when other rows are counted', () => {
    const named = change(fitted, { merge: [0, 1] }, { name: ['north', '', 'south'] }, { move: ['oslo'], to: 0 })
    expect(told(named)).toEqual(['north 36 18', 'south 8 8'])
    expect(told(recount(named, table))).toEqual(['north 36 18', 'south 8 8'])
    // A name that another group is labelled with would make two bins one.
    const twice = change(fitted, { merge: [0, 1] }, { name: ['bern', '', ''] }, { move: ['bern'], to: 3 })
    expect(told(twice)).toEqual(['hamar 6 2', 'oslo 20 15', 'rome 8 8', 'bern 10 1'])
  })

  test('are followed by missing values', async () => {
    const sent = await fitTable(
      { ...table, town: table.town.with(0, null as never) },
      { target: 'y', all: { missingPolicy: 3 } },
    )
    const moved = change(sent, { merge: [0, 1] })
    expect(towns(moved).missing).toMatchObject({ policy: 'bin', bin: 2, count: 1 })
    expect(assign(towns(moved), null)).toBe(2)
  })

  test('can be saved and read', () => {
    const edited = change(fitted, { merge: [0, 2] }, { name: ['a', '', ''] }, { unseen: 1 })
    expect(binningFromJson(binningToJson(edited))).toEqual(edited)
  })

  test('never change the binning they are made of', () => {
    const before = binningToJson(fitted)
    change(fitted, { merge: [0, 1] }, { split: 0 }, { unseen: 'error' })
    expect(binningToJson(fitted)).toBe(before)
  })
})

describe('levels that the fit did not see', () => {
  test('count as missing, go to a group, or are refused', () => {
    expect(assign(towns(fitted), ['paris', null, 'rome'])).toEqual(Int32Array.of(4, 4, 3))
    const sent = change(fitted, { unseen: 1 })
    expect(assign(towns(sent), ['paris', null, 'rome'])).toEqual(Int32Array.of(1, 4, 3))
    const refused = change(fitted, { unseen: 'error' })
    expect(assign(towns(refused), [null, 'rome'])).toEqual(Int32Array.of(4, 3))
    expect(() => assign(towns(refused), ['rome', 'paris'])).toThrow('"paris"')
    expect(change(sent, { unseen: 'missing' })).toEqual(fitted)
  })

  test('follow their group, and are counted in it', () => {
    const sent = change(fitted, { unseen: 3 }, { merge: [0, 1] })
    expect(towns(sent).unseen).toEqual({ policy: 'bin', bin: 2 })
    const later = recount(sent, { town: [...table.town, 'paris', null], y: [...table.y, 'yes', 'no'] })
    expect(told(later)).toEqual(['bern+hamar 16 3', 'oslo 20 15', 'rome 9 9'])
    expect(towns(later).missing.count).toBe(1)
    expect(towns(later).notes.at(-1)?.message).toBe('1 rows hold levels the fit did not see, counted in rome')
  })

  test('are encoded as the group is', () => {
    const encoder = makeEncoder(change(fitted, { unseen: 1 }), { encoding: oneHot })
    const again = encoderFromJson(encoderToJson(encoder))
    expect(again).toEqual(encoder)
    expect(encodeDense(again, { town: ['paris', 'hamar'] }).values).toEqual(
      Float32Array.of(0, 1, 0, 0, 0, 0, 1, 0, 0, 0),
    )
  })
})

describe('what cannot be done to groups', () => {
  test.each([
    [{ move: ['pariss'], to: 0 }, 'edit: unknown level "pariss"'],
    [{ move: [], to: 0 }, 'edit: levels must be a list of levels, got []'],
    [{ move: ['rome'], to: 5 }, 'edit: group must be a number from 0 to 4, got 5'],
    [{ move: ['rome'], to: 1, too: 2 }, 'edit: unknown option "too"'],
    [{ merge: [1] }, 'edit: groups must be two or more numbers from 0 to 3, got [1]'],
    [{ merge: 1 }, 'edit: merge must be a list of groups, got 1'],
    [{ split: 0 }, 'edit: split must be a group of several levels, got one of "bern" alone'],
    [{ split: 9 }, 'edit: split must be a number from 0 to 3, got 9'],
    [{ unseen: 4 }, 'edit: unseen must be missing, error or a group from 0 to 3, got 4'],
    [{ move: 3, to: 1 }, 'edit: town holds categories and has no cuts'],
  ])('%o', (one, message) => {
    expect(() => change(fitted, one)).toThrow(message)
  })

  test('changes of levels to a column of numbers', async () => {
    const numbers = await fitTable({ x: [1, 2, 3] })
    for (const one of [{ split: 0 }, { unseen: 'error' }, { move: ['a'], to: 0 }]) {
      expect(() => edit(numbers, { column: 'x', ...one } as Change)).toThrow(
        'edit: x holds numbers and has no groups of levels',
      )
    }
  })

  test('a file whose cells hold more rows than its groups is still counted', () => {
    const saved = JSON.parse(binningToJson(change(fitted, { merge: [0, 1] }))) as {
      columns: { reference: { counts: number[] } }[]
    }
    saved.columns[0].reference.counts = [99, 99, 99, 99]
    const odd = binningFromJson(JSON.stringify(saved))
    const split = change(odd, { split: 0 })
    expect(told(split)).toEqual(['bern 8 1', 'hamar 8 2', 'oslo 20 15', 'rome 8 8'])
    expect(towns(split).countsExact).toBe(false)
  })
})
