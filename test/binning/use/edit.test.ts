import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { type Binning, hasCuts, type NumberColumn } from '../../../src/binning/binning.ts'
import { type Change, edit } from '../../../src/binning/use/edit.ts'
import { fit, type FitOptions } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import { recount } from '../../../src/binning/use/recount.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { holds } from '../../discretizers/holds.ts'
import { anyRows } from '../../discretizers/rows.ts'
import { AB, binningOf, numbersOf } from '../made.ts'
import { argumentError, dataError } from '../../refusals.ts'

const byHand = { measure: 'edited', score: null, bar: null, margin: null, runnerUp: null }
const asGiven = { measure: 'given', score: null, bar: null, margin: null, runnerUp: null }

// Values 0 1 | 4 5 | 8 9, cut at 2 and 7.
const values = [0, 1, 4, 5, 8, 9]
const target = ['a', 'b', 'a', 'b', 'b', 'b']
const binning = binningOf(fit(values, { name: 'x', target, method: fixed, cuts: [2, 7] }), AB)

type Move = Change extends infer C ? Omit<C, 'column'> : never

const edited = (change: Move, from: Binning = binning): NumberColumn =>
  numbersOf(edit(from, { column: 'x', ...change } as Change))
const shown = ({ cuts, bins, countsExact }: NumberColumn): unknown => ({
  cuts,
  counts: bins.map(({ count, classes }) => [count, ...(classes ?? [])]),
  countsExact,
})

describe('a cut is added', () => {
  test('in an empty gap: counts stay exact', () => {
    const column = edited({ add: 3 })
    expect(shown(column)).toEqual({
      cuts: [2, 3, 7],
      counts: [
        [2, 1, 1],
        [0, 0, 0],
        [2, 1, 1],
        [2, 0, 2],
      ],
      countsExact: true,
    })
    expect(column.bins.map(({ label }) => label)).toEqual(['< 2', '[2, 3)', '[3, 7)', '≥ 7'])
    expect(column.reasons).toEqual([asGiven, byHand, asGiven])
    expect(column.notes).toEqual([
      { code: 'edited', message: 'cut 3 added by hand' },
      { code: 'empty-bins', message: '1 of 4 bins hold no rows' },
    ])
  })

  test('inside a bin: counts are estimated, and none is lost', () => {
    const wide = binningOf(fit([0, 1, 2, 3], { name: 'x', target: ['a', 'a', 'b', 'b'], method: fixed }), AB)
    const column = edited({ add: 1.5 }, wide)
    expect(shown(column)).toEqual({
      cuts: [1.5],
      counts: [
        [2, 1, 1],
        [2, 1, 1],
      ],
      countsExact: false,
    })
    expect(column.notes).toEqual([
      { code: 'edited', message: 'cut 1.5 added by hand' },
      {
        code: 'estimated',
        message: 'counts beside the edited cut are estimated; give the rows (--data) to count them',
      },
    ])
  })

  test('beyond the values: the outer bin is empty', () => {
    expect(shown(edited({ add: 100 }))).toMatchObject({ cuts: [2, 7, 100], countsExact: true })
    expect(edited({ add: -100 }).bins[0]).toEqual({
      label: '< -100',
      count: 0,
      classes: [0, 0],
      lo: null,
      hi: null,
      median: null,
    })
  })

  test('at 0 for −0', () => {
    expect(edited({ add: -0 }).cuts).toEqual([0, 2, 7])
  })

  test('twice: it is told once that counts are estimated', () => {
    const twice = edited({ add: 8.5 }, binningOf(edited({ add: 4.5 }), AB))
    expect(twice.notes.filter(({ code }) => code === 'estimated')).toHaveLength(1)
    expect(twice.countsExact).toBe(false)
  })

  test('must be new, and a finite number', () => {
    expect(() => edited({ add: 2 })).toThrow(argumentError('out-of-range', 'edit: add must be a new cut of x, got 2'))
    expect(() => edited({ add: Number.NaN })).toThrow(
      argumentError('out-of-range', 'edit: add must be a number, got NaN'),
    )
    expect(() => edited({ add: Infinity })).toThrow(
      argumentError('out-of-range', 'edit: add must be a number, got Infinity'),
    )
    expect(() => edited({ add: '3' as unknown as number })).toThrow(
      argumentError('wrong-type', 'edit: add must be a number, got "3"'),
    )
  })
})

describe('a cut is removed', () => {
  test('and its bins become one', () => {
    const column = edited({ remove: 2 })
    expect(shown(column)).toEqual({
      cuts: [7],
      counts: [
        [4, 2, 2],
        [2, 0, 2],
      ],
      countsExact: true,
    })
    expect(column.bins[0]).toEqual({ label: '< 7', count: 4, classes: [2, 2], lo: 0, hi: 5, median: null })
    expect(column.reasons).toEqual([asGiven])
    expect(column.notes).toEqual([{ code: 'edited', message: 'cut 2 removed by hand' }])
  })

  test('and then the last: one bin is left', () => {
    const none = edited({ remove: 7 }, binningOf(edited({ remove: 2 }), AB))
    expect(none.bins).toEqual([{ label: 'all values', count: 6, classes: [2, 4], lo: 0, hi: 9, median: null }])
  })

  test('by the text it is printed as', () => {
    const column = fit([3.3, 3.4], { name: 'x', method: fixed, cuts: [3.3499999999999996] })
    expect(column.bins[0].label).toBe('< 3.35')
    const from = binningOf(column)
    expect(edited({ remove: 3.35 }, from).cuts).toEqual([])
    expect(edited({ remove: 3.3499999999999996 }, from).notes).toEqual([
      { code: 'edited', message: 'cut 3.3499999999999996 removed by hand' },
    ])
  })

  test('by the text it is printed as, also after a recount', () => {
    const counted = recount(binningOf(fit([3.3, 3.4], { name: 'x', method: fixed, cuts: [3.3499999999999996] })), {
      x: [7, 8],
    })
    expect(counted.columns[0].bins[0].label).toBe('< 3.35')
    expect(edited({ remove: 3.35 }, counted).cuts).toEqual([])
  })

  test('only if it is there', () => {
    expect(() => edited({ remove: 3 })).toThrow(
      argumentError('out-of-range', 'edit: x has no cut 3, its cuts are 2, 7'),
    )
    expect(() => edited({ remove: Number.NaN })).toThrow(
      argumentError('out-of-range', 'edit: x has no cut NaN, its cuts are 2, 7'),
    )
    const bare = binningOf(fit([1], { name: 'x', method: fixed }))
    expect(() => edited({ remove: 3 }, bare)).toThrow(
      argumentError('out-of-range', 'edit: x has no cut 3, its cuts are none'),
    )
  })
})

describe('a cut is moved', () => {
  test('within an empty gap: counts stay exact', () => {
    const column = edited({ move: 2, to: 3.5 })
    expect(shown(column)).toMatchObject({ cuts: [3.5, 7], countsExact: true })
    expect(column.bins).toEqual([
      { label: '< 3.5', count: 2, classes: [1, 1], lo: 0, hi: 1, median: 0 },
      { label: '[3.5, 7)', count: 2, classes: [1, 1], lo: 4, hi: 5, median: 4 },
      { label: '≥ 7', count: 2, classes: [0, 2], lo: 8, hi: 9, median: 8 },
    ])
    expect(column.reasons).toEqual([byHand, asGiven])
    expect(column.notes).toEqual([{ code: 'edited', message: 'cut 2 moved to 3.5 by hand' }])
  })

  test('into a bin: counts are estimated, and none is lost', () => {
    const column = edited({ move: 2, to: 4.5 })
    expect(column.countsExact).toBe(false)
    expect(column.bins.reduce((sum, { count }) => sum + count, 0)).toBe(6)
  })

  test('at most up to its neighbours', () => {
    const refusal = (to: number): Error =>
      argumentError('out-of-range', `edit: to must lie between the neighbouring cuts -Infinity and 7, got ${to}`)
    expect(() => edited({ move: 2, to: 7 })).toThrow(refusal(7))
    expect(() => edited({ move: 2, to: 8 })).toThrow(refusal(8))
    expect(() => edited({ move: 7, to: 2 })).toThrow(
      argumentError('out-of-range', 'edit: to must lie between the neighbouring cuts 2 and Infinity, got 2'),
    )
    expect(() => edited({ move: 2, to: Number.NaN })).toThrow(
      argumentError('out-of-range', 'edit: to must be a number, got NaN'),
    )
    expect(() => edited({ move: 3, to: 4 })).toThrow(
      argumentError('out-of-range', 'edit: x has no cut 3, its cuts are 2, 7'),
    )
  })
})

describe('bins are merged', () => {
  test('from the first to the last', () => {
    const column = edited({ merge: [0, 1] })
    expect(shown(column)).toEqual({
      cuts: [7],
      counts: [
        [4, 2, 2],
        [2, 0, 2],
      ],
      countsExact: true,
    })
    expect(column.notes).toEqual([{ code: 'edited', message: 'bins < 2 and [2, 7) merged by hand' }])
    expect(edited({ merge: [0, 2] }).cuts).toEqual([])
  })

  test('only if they are there and in order', () => {
    const refusal = (got: string): Error =>
      argumentError('out-of-range', `edit: merge must be two bins from 0 to 2, the first below the last, got ${got}`)
    expect(() => edited({ merge: [1, 1] })).toThrow(refusal('[1, 1]'))
    expect(() => edited({ merge: [2, 1] })).toThrow(refusal('[2, 1]'))
    expect(() => edited({ merge: [-1, 1] })).toThrow(refusal('[-1, 1]'))
    expect(() => edited({ merge: [1, 3] })).toThrow(refusal('[1, 3]'))
    expect(() => edited({ merge: [0.5, 1] })).toThrow(refusal('[0.5, 1]'))
  })
})

describe('with the rows at hand', () => {
  const table = { x: values, y: target }
  const fitted = (): Promise<Binning> =>
    fitTable(table, { target: 'y', all: { method: fixed as unknown as AnyDiscretizer, cuts: [2, 7] } })

  test('everything is counted anew, and nothing is estimated', async () => {
    const column = numbersOf(edit(await fitted(), { column: 'x', add: 4.5 }, table))
    expect(shown(column)).toEqual({
      cuts: [2, 4.5, 7],
      counts: [
        [2, 1, 1],
        [1, 1, 0],
        [1, 0, 1],
        [2, 0, 2],
      ],
      countsExact: true,
    })
    expect(column.notes).toEqual([{ code: 'edited', message: 'cut 4.5 added by hand' }])
    expect(column.bins.map(({ median }) => median)).toEqual([0, 4, 5, 8])
  })

  test('what was estimated before is known again', async () => {
    const estimated = edit(await fitted(), { column: 'x', add: 4.5 })
    const column = numbersOf(edit(estimated, { column: 'x', remove: 2 }, table))
    expect(column.countsExact).toBe(true)
    expect(column.notes.map(({ code }) => code)).toEqual(['edited', 'edited'])
  })

  test('the other columns stay as they are', async () => {
    const two = await fitTable({ ...table, z: [1, 2, 3, 4, 5, 6] }, { target: 'y' })
    const after = edit(two, { column: 'x', add: 4.5 }, { ...table, z: [9, 9, 9, 9, 9, 9] })
    expect(after.columns[1]).toEqual(two.columns[1])
    expect(after.created).toEqual(two.created)
  })

  test('the target has to be among them, since the other columns keep its classes', async () => {
    const before = await fitted()
    expect(() => edit(before, { column: 'x', add: 4.5 }, { x: values })).toThrow(
      dataError('recount: unknown column "y", did you mean x?', { column: 'y' }),
    )
  })

  test('rows weigh what they weighed in the fit', async () => {
    const weighted = { ...table, w: [2, 2, 2, 2, 2, 2] }
    const before = await fitTable(weighted, {
      target: 'y',
      weights: 'w',
      all: { method: fixed as unknown as AnyDiscretizer, cuts: [2, 7] },
    })
    const after = numbersOf(edit(before, { column: 'x', remove: 2 }, weighted))
    expect(after.bins.map(({ weight }) => weight)).toEqual([8, 4])
  })
})

describe('policies', () => {
  type Policies = Pick<FitOptions<object>, 'missingPolicy' | 'specialPolicy'>
  const withPolicies = (policies: Policies, cuts: readonly number[] = [2, 7]): Binning =>
    binningOf(fit(values, { name: 'x', target, method: fixed, cuts, special: [-9], ...policies }), AB)
  const bins = ({ missing, special }: NumberColumn): unknown => [missing.bin, special[0].bin]

  test('that point to a bin follow it', () => {
    const from = withPolicies({ missingPolicy: 2, specialPolicy: 0 })
    expect(bins(edited({ add: 3 }, from))).toEqual([3, 0])
    expect(bins(edited({ add: 0.5 }, from))).toEqual([3, 0])
    expect(bins(edited({ remove: 2 }, from))).toEqual([1, 0])
    expect(bins(edited({ merge: [0, 2] }, from))).toEqual([0, 0])
  })

  test('that point to no bin stay', () => {
    const column = edited({ add: 3 }, withPolicies({ missingPolicy: 'error' }))
    expect(column.missing).toMatchObject({ policy: 'error', bin: null })
    expect(column.special).toMatchObject([{ code: -9, policy: 'own', bin: null }])
  })

  test('are still followed by assign', () => {
    const column = edited({ add: 3 }, withPolicies({ missingPolicy: 2 }))
    expect(assign(column, null)).toBe(3)
  })

  test('that point to an empty outer bin follow it as well', () => {
    const from = withPolicies({ missingPolicy: 0, specialPolicy: 4 }, [-5, 2, 7, 20])
    expect(bins(edited({ remove: 2 }, from))).toEqual([0, 3])
  })
})

describe('what cannot be edited', () => {
  test('is a column that is not there', () => {
    expect(() => edit(binning, { column: 'xx', add: 1 })).toThrow(
      argumentError('unknown-name', 'edit: unknown column "xx", did you mean x?'),
    )
  })

  test('is a column of categories', async () => {
    const categories = await fitTable({ c: ['red'] })
    expect(() => edit(categories, { column: 'c', add: 1 })).toThrow(
      argumentError(
        'wrong-type',
        'edit: c holds categories and has no cuts; move, merge or split its groups of levels',
      ),
    )
  })

  test('is a change that says nothing', () => {
    expect(() => edit(binning, { column: 'x' } as Change)).toThrow(
      argumentError(
        'wrong-type',
        'edit: change must be one of add, remove, move, merge, split, unseen, name, policy, got nothing',
      ),
    )
  })

  test('is a change that says two things at once', () => {
    expect(() => edit(binning, { column: 'x', add: 3, remove: 2 })).toThrow(
      argumentError(
        'wrong-type',
        'edit: change must be one of add, remove, move, merge, split, unseen, name, policy, got add and remove',
      ),
    )
  })
})

describe('notes', () => {
  test('on empty bins are those of the bins there are', () => {
    const column = fit(values, { name: 'x', method: fixed, cuts: [2, 3, 7] })
    expect(column.notes).toEqual([{ code: 'empty-bins', message: '1 of 4 bins hold no rows' }])
    expect(edited({ remove: 3 }, binningOf(column)).notes).toEqual([
      { code: 'edited', message: 'cut 3 removed by hand' },
    ])
  })
})

describe('one change after another', () => {
  const step = fc.record({ kind: fc.constantFrom('add', 'remove', 'move', 'merge'), at: fc.nat(9), to: fc.nat(40) })
  const changeOf = (
    { cuts }: NumberColumn,
    { kind, at, to }: { kind: string; at: number; to: number },
  ): Change | null => {
    const place = to / 20 - 0.8
    const cut = cuts[at % cuts.length]
    if (kind === 'add') return cuts.includes(place) ? null : { column: 'x', add: place }
    if (cuts.length === 0) return null
    if (kind === 'remove') return { column: 'x', remove: cut }
    if (kind === 'merge') return { column: 'x', merge: [at % cuts.length, cuts.length] }
    const i = cuts.indexOf(cut)
    const inside = place > (cuts[i - 1] ?? -Infinity) && place < (cuts[i + 1] ?? Infinity)
    return inside ? { column: 'x', move: cut, to: place } : null
  }
  const given = {
    name: 'x',
    method: fixed,
    cuts: [0, 0.45],
    missingPolicy: 2,
    special: [0.3],
    specialPolicy: 0,
  } as const

  test('loses no row, and leaves a binning that can be saved', () => {
    holds(
      fc.property(anyRows(), fc.array(step, { maxLength: 6 }), ({ x, y }, steps) => {
        let after = binningOf(fit(x, { ...given, target: y, classes: ['a', 'b', 'c', 'd'] }), {
          kind: 'class',
          name: null,
          classes: ['a', 'b', 'c', 'd'],
          event: null,
        })
        const rows = numbersOf(after).bins.reduce((sum, { count }) => sum + count, 0)
        for (const change of steps) {
          const next = changeOf(numbersOf(after), change)
          if (next !== null) after = edit(after, next)
        }
        const { cuts, bins } = numbersOf(after)
        expect(cuts).toEqual([...new Set(cuts)].toSorted((a, b) => a - b))
        expect(bins).toHaveLength(cuts.length + 1)
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(rows)
        expect(bins.map(({ count }) => count)).toEqual(bins.map(({ classes }) => classes!.reduce((a, b) => a + b, 0)))
        expect(new Set(bins.map(({ label }) => label)).size).toBe(bins.length)
        expect(binningFromJson(binningToJson(after))).toEqual(after)
      }),
    )
  })

  test('with the rows at hand gives the counts of a fit with those cuts', () => {
    holds(
      fc.property(anyRows(), fc.array(step, { maxLength: 4 }), ({ x }, steps) => {
        let after = binningOf(fit(x, given))
        for (const change of steps) {
          const next = changeOf(numbersOf(after), change)
          if (next !== null) after = edit(after, next, { x })
        }
        const { cuts, bins } = numbersOf(after)
        const fresh = fit(x, { name: 'x', method: fixed, cuts, special: [0.3] })
        const counted = (all: typeof bins): unknown => all.map((bin) => ({ ...bin, label: '' }))
        expect(counted(bins)).toEqual(counted(fresh.bins))
      }),
    )
  })
})

describe('edit', () => {
  test('never changes the binning it is given', () => {
    const text = binningToJson(binning)
    edited({ add: 4.5 })
    expect(binningToJson(binning)).toBe(text)
  })

  test('gives a binning that can be saved and read', () => {
    for (const change of [{ add: 4.5 }, { remove: 2 }, { move: 2, to: 3 }, { merge: [0, 2] as const }]) {
      const after = edit(binning, { column: 'x', ...change })
      expect(binningFromJson(binningToJson(after))).toEqual(after)
    }
  })

  test('keeps the labels apart where a cut is added beside the text of another', () => {
    const column = fit([3.3, 3.4, 5], { name: 'x', method: fixed, cuts: [3.3499999999999996, 4] })
    const after = edited({ add: 3.35 }, binningOf(column))
    expect(after.cuts).toEqual([3.3499999999999996, 3.35, 4])
    expect(new Set(after.bins.map(({ label }) => label)).size).toBe(4)
  })
})

describe('a policy set by hand', () => {
  const holed = [1, 2, 3, 4, null, null]
  const y = ['a', 'a', 'b', 'b', 'b', 'b']
  test('sends missing values to the bin most like them, or back', async () => {
    const own = await fitTable({ x: holed, y }, { target: 'y' })
    const near = edit(own, { column: 'x', policy: 'nearest' })
    expect(near.columns[0].missing).toMatchObject({ policy: 'nearest', bin: near.columns[0].bins.length - 1, count: 2 })
    expect(edit(near, { column: 'x', policy: 'own' }).columns[0].missing).toEqual(own.columns[0].missing)
    expect(edit(own, { column: 'x', policy: 0 }).columns[0].missing).toMatchObject({ policy: 'bin', bin: 0 })
  })

  test('is refused where it cannot be', async () => {
    const own = await fitTable({ x: holed, y }, { target: 'y' })
    expect(() => edit(own, { column: 'x', policy: 'error' })).toThrow('edit: 2 missing values, and the policy for them is error') // prettier-ignore
    expect(() => edit(own, { column: 'x', policy: 'own', of: -9 })).toThrow('edit: of must be missing or a special code of x (none), got -9') // prettier-ignore
  })

  test('is set for a special code', async () => {
    const coded = await fitTable({ x: [1, 2, 3, 4, -9, -9], y }, { target: 'y', all: { special: [-9] } })
    const [column] = edit(coded, { column: 'x', policy: 'nearest', of: -9 }).columns
    expect(hasCuts(column) && column.special[0]).toMatchObject({ code: -9, policy: 'nearest', bin: 1 })
  })
})
