import { describe, expect, test } from 'vitest'
import type { Binning, NumberColumn } from '../../../src/binning/binning.ts'
import { VERSION } from '../../../src/binning/binning.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import { recount } from '../../../src/binning/use/recount.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { equalFrequency as equalFrequencyMethod } from '../../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth as equalWidthMethod } from '../../../src/discretizers/methods/equal-width.ts'
import { fixed as fixedMethod } from '../../../src/discretizers/methods/fixed.ts'
import { optimal as optimalMethod } from '../../../src/discretizers/methods/optimal.ts'
import { DataError } from '../../../src/errors.ts'
import { argumentError, dataError } from '../../refusals.ts'

const equalWidth = equalWidthMethod as unknown as AnyDiscretizer
const equalFrequency = equalFrequencyMethod as unknown as AnyDiscretizer
const fixed = fixedMethod as unknown as AnyDiscretizer
const optimal = optimalMethod as unknown as AnyDiscretizer

const table = {
  age: [1, 2, 3, 10, 11, 12],
  pay: [5, 5, 5, 5, 5, 5],
  class: ['a', 'a', 'a', 'b', 'b', 'b'],
}

describe('fitTable', () => {
  test('fits every column but the target, and says what it was made from', async () => {
    const binning = await fitTable(table, { target: 'class', source: 'people.csv' })
    expect(binning).toEqual({
      format: 'kerf-binning',
      version: 1,
      created: { kerf: VERSION, method: 'auto', options: {}, source: { name: 'people.csv', rows: 6 } },
      target: { kind: 'class', name: 'class', classes: ['a', 'b'], event: null },
      columns: [
        { ...fit(table.age, { target: table.class, name: 'age' }), shape: expect.anything() },
        { ...fit(table.pay, { target: table.class, name: 'pay' }), shape: expect.anything() },
      ],
    })
  })

  test('cuts into bins of equal frequency without a target, and by variance for a number', async () => {
    const methods = async (target?: string): Promise<unknown> => {
      const numbers = { x: [1, 2, 3, 4], y: [0.5, 1, 2, 3] }
      return (await fitTable(numbers, { target })).columns.map((column) => (column as NumberColumn).method)
    }
    expect(await methods()).toEqual(['equal-frequency', 'equal-frequency'])
    expect(await methods('y')).toEqual(['variance'])
  })

  test('takes a method, options and policies for all columns', async () => {
    const { created, columns } = await fitTable(
      { x: [0, 10], y: [0, 4, null].slice(0, 2) },
      { all: { method: equalWidth, bins: 2, closed: 'right', missingPolicy: 1 } },
    )
    expect(created.method).toBe('equal-width')
    expect(created.options).toEqual({ bins: 2, closed: 'right', missingPolicy: 1 })
    expect(columns).toMatchObject([
      { name: 'x', cuts: [5], closed: 'right', missing: { policy: 'bin', bin: 1 } },
      { name: 'y', cuts: [2], closed: 'right', missing: { policy: 'bin', bin: 1 } },
    ])
  })

  test('takes single columns differently', async () => {
    const { columns } = await fitTable(
      { x: [0, 10, -9], y: [0, 4, 2] },
      {
        all: { method: equalWidth, bins: 2 },
        perColumn: { x: { bins: 5, special: [-9] } },
      },
    )
    expect(columns).toMatchObject([
      { cuts: [2, 4, 6, 8], special: [{ code: -9, count: 1 }] },
      { cuts: [2], special: [] },
    ])
  })

  test('takes a single column by another method, which is not bothered with the options of the one for all', async () => {
    const { columns } = await fitTable(
      { x: [0, 10], y: [0, 4] },
      { all: { method: equalWidth, bins: 2 }, perColumn: { y: { method: fixed, cuts: [1] } } },
    )
    expect(columns).toMatchObject([
      { method: 'equal-width', cuts: [5] },
      { method: 'fixed', cuts: [1] },
    ])
  })

  test('takes an option given as undefined for not given', async () => {
    const given = { all: { method: equalWidth, bins: 2 }, perColumn: { y: { method: fixed, bins: undefined } } }
    expect((await fitTable({ y: [0, 4] }, given)).columns).toMatchObject([{ method: 'fixed', cuts: [] }])
  })

  test('fits only the columns asked for, in their order', async () => {
    const { columns } = await fitTable({ a: [1], b: [2], c: [3] }, { columns: ['c', 'a'] })
    expect(columns.map(({ name }) => name)).toEqual(['c', 'a'])
  })

  test('refuses a column that is asked for twice', async () => {
    await expect(fitTable({ a: [1, 2] }, { columns: ['a', 'a'] })).rejects.toThrow(
      argumentError('out-of-range', 'fitTable: columns must be names that all differ, got [a, a]'),
    )
  })

  test('weighs rows by a column, which is not fitted', async () => {
    const binning = await fitTable({ x: [1, 2], w: [0.25, 4] }, { weights: 'w', all: { method: fixed, cuts: [1.5] } })
    expect(binning.columns).toHaveLength(1)
    expect(binning.columns[0].bins).toMatchObject([
      { count: 1, weight: 0.25 },
      { count: 1, weight: 4 },
    ])
  })

  test('keeps the event', async () => {
    const { target } = await fitTable(table, { target: 'class', event: 'a' })
    expect(target).toEqual({ kind: 'class', name: 'class', classes: ['a', 'b'], event: 'a' })
  })

  test('reads numbers as classes where asked', async () => {
    const { target } = await fitTable({ x: [1, 2], y: [0.5, 1.5] }, { target: 'y', targetKind: 'class' })
    expect(target).toEqual({ kind: 'class', name: 'y', classes: ['0.5', '1.5'], event: null })
  })

  test('of no columns has none', async () => {
    expect((await fitTable({})).columns).toEqual([])
  })

  test('answers late, also for what is wrong', async () => {
    expect(fitTable({})).toBeInstanceOf(Promise)
    await expect(fitTable({ a: [1], b: [1, 2] })).rejects.toBeInstanceOf(DataError)
  })

  test('copes with columns named like parts of every object', async () => {
    const odd = Object.fromEntries([
      ['__proto__', [1, 2]],
      ['constructor', [3, 4]],
      ['toString', [5, 6]],
    ])
    const binning = await fitTable(odd)
    expect(binning.columns.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
  })
})

describe('category columns', () => {
  test('have one bin per level, in sorted order', async () => {
    const { columns } = await fitTable(
      { colour: ['red', 'blue', null, 'red', ''], y: ['a', 'b', 'b', 'b', 'a'] },
      { target: 'y' },
    )
    expect(columns).toEqual([
      {
        name: 'colour',
        kind: 'category',
        countsExact: true,
        bins: [
          { label: 'blue', levels: ['blue'], count: 1, classes: [0, 1] },
          { label: 'red', levels: ['red'], count: 2, classes: [1, 1] },
        ],
        missing: { count: 2, classes: [1, 1], policy: 'own', bin: null, values: [] },
        reference: { levels: ['blue', 'red'], counts: [1, 2], classes: [[0, 1], [1, 1]] }, // prettier-ignore
        notes: [],
      },
    ])
  })

  test('have their levels in numeric order where all are numbers', async () => {
    const { columns } = await fitTable({ code: ['10', '9', '100', '9'] })
    expect(columns[0].bins.map(({ label, count }) => [label, count])).toEqual([
      ['9', 2],
      ['10', 1],
      ['100', 1],
    ])
  })

  test('tell of rows without a target', async () => {
    const { columns } = await fitTable({ colour: ['red', 'blue'], y: ['a', null] }, { target: 'y' })
    expect(columns[0].notes).toEqual([{ code: 'unlabelled', message: '1 row without a target left out' }])
  })

  test('tell of rows of weight zero', async () => {
    const { columns } = await fitTable({ colour: ['red', 'blue'], w: [1, 0] }, { weights: 'w' })
    expect(columns[0].notes).toEqual([{ code: 'weightless', message: '1 row of weight zero left out' }])
  })

  test('follow the policy for missing values', async () => {
    const colours = { colour: ['red', 'blue', null] }
    await expect(fitTable(colours, { all: { missingPolicy: 'error' } })).rejects.toThrow(
      dataError('fitTable: column colour: 1 missing values, and the policy for them is error', { column: 'colour' }),
    )
    const { columns } = await fitTable(colours, { all: { missingPolicy: 1 } })
    expect(columns[0].missing).toMatchObject({ policy: 'bin', bin: 1 })
  })
})

describe('category columns by a method that groups levels', () => {
  const towns = {
    town: Array.from('ppppqqqqrrrrssss'),
    owner: Array.from('yynnyynnyynnyynn').map((letter) => letter === 'y'),
    age: Array.from({ length: 16 }, (_, i) => i),
    paid: Array.from('nnnynynnyyynyyyy'),
  }
  const labelsOf = ({ columns }: Binning): string[][] => columns.map(({ bins }) => bins.map(({ label }) => label))

  test('have groups of levels, with the options of the method', async () => {
    const binning = await fitTable(towns, { target: 'paid', all: { method: optimal, maxBins: 2, maxPValue: null } })
    expect(labelsOf(binning)).toEqual([
      ['p, q', 'r, s'],
      ['false', 'true'],
      ['< 7.5', '≥ 7.5'],
    ])
    expect(binning.columns[0].notes).toEqual([{ code: 'grouped', message: '4 levels in 2 groups by the rate of y' }])
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
    expect(recount(binning, towns).columns).toEqual(binning.columns)
  })

  test('keep their levels where asked, for one column or all', async () => {
    const all = { method: optimal, maxBins: 2, maxPValue: null }
    const one = await fitTable(towns, { target: 'paid', all, perColumn: { town: { levels: 'keep' } } })
    expect(labelsOf(one)).toEqual([
      ['p', 'q', 'r', 's'],
      ['false', 'true'],
      ['< 7.5', '≥ 7.5'],
    ])
    expect(labelsOf(await fitTable(towns, { target: 'paid', all: { ...all, levels: 'keep' } }))).toEqual(labelsOf(one))
    const other = await fitTable(towns, { target: 'paid', all, perColumn: { town: { method: equalWidth } } })
    expect(labelsOf(other)).toEqual(labelsOf(one))
    await expect(fitTable(towns, { all: { levels: 'merge' as 'keep' } })).rejects.toThrow(
      argumentError('out-of-range', 'fitTable: levels must be one of keep, group, got "merge"'),
    )
  })

  test('keep two truth values, whatever the limits', async () => {
    const labels = async (kind: 'category' | 'boolean'): Promise<string[][]> => {
      const all = { method: optimal, minShare: 0.6, kind }
      return labelsOf(await fitTable(towns, { target: 'paid', columns: ['owner'], all }))
    }
    expect(await labels('category')).toEqual([['false, true']])
    expect(await labels('boolean')).toEqual([['false', 'true']])
  })

  test('keep their levels where there is no rate to group by, with a note', async () => {
    const classes = { town: Array.from('ppqqrr'), class: Array.from('abcabc') }
    const { columns } = await fitTable(classes, { target: 'class', all: { method: optimal } })
    expect(columns[0].bins.map(({ label }) => label)).toEqual(['p', 'q', 'r'])
    const message = 'levels are kept as they are: grouping them needs two classes, an event or a numeric target'
    expect(columns[0].notes).toEqual([{ code: 'levels-kept', message }])
    const without = await fitTable({ town: classes.town }, { all: { method: optimal } })
    expect(without.columns[0].notes).toEqual([{ code: 'levels-kept', message }])
    const event = await fitTable(classes, {
      target: 'class',
      event: 'a',
      all: { method: optimal, maxBins: 2, maxPValue: null },
    })
    expect(event.columns[0].bins).toHaveLength(2)
  })

  test('keep their levels where nearly every row has its own', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `name ${i % 21}`)
    const paid = names.map((_, i) => (i % 3 === 0 ? 'y' : 'n'))
    const { columns } = await fitTable({ names, paid }, { target: 'paid', all: { method: optimal } })
    expect(columns[0].bins).toHaveLength(21)
    expect(columns[0].notes).toEqual([
      { code: 'levels-kept', message: 'levels are kept as they are: there are 21 of them in 40 rows' },
    ])
  })

  test('name the column in what they refuse', async () => {
    const run = fitTable(towns, {
      target: 'paid',
      columns: ['town'],
      all: { method: optimal, minEvents: 10, minBins: 2 },
    })
    await expect(run).rejects.toThrow(
      dataError('fitTable: column town: optimal: no binning keeps minEvents 10', { column: 'town' }),
    )
  })
})

describe('given cuts', () => {
  test('of dates stay as they are when cuts are to be readable', async () => {
    const day = 86_400_000
    const given = { kind: 'date', method: fixed, cuts: [2 * day + 12_345], readable: true } as const
    const { columns } = await fitTable({ day: [0, day, 5 * day] }, { perColumn: { day: given } })
    expect((columns[0] as NumberColumn).cuts).toEqual([2 * day + 12_345])
  })
})

describe('the kind of a column', () => {
  test('is number for numbers, category for anything else, and what is asked for otherwise', async () => {
    const { columns } = await fitTable(
      { x: [1, 2], c: ['a', 'b'], code: [7, 8], yes: [true, false], day: [0, 86_400_000] },
      { perColumn: { code: { kind: 'category' }, yes: { kind: 'boolean' }, day: { kind: 'date' } } },
    )
    expect(columns.map(({ kind, bins }) => [kind, ...bins.map(({ label }) => label)])).toEqual([
      ['number', '< 1.5', '≥ 1.5'],
      ['category', 'a', 'b'],
      ['category', '7', '8'],
      ['boolean', 'false', 'true'],
      ['date', '< 1970-01-01 12:00', '≥ 1970-01-01 12:00'],
    ])
  })
})

describe('a kind that does not exist', () => {
  test('is refused', async () => {
    const run = fitTable({ x: [1, 2] }, { perColumn: { x: { kind: 'text' as 'number' } } })
    await expect(run).rejects.toThrow(
      argumentError('out-of-range', 'fitTable: kind must be one of number, date, category, boolean, got "text"'),
    )
  })
})

describe('progress', () => {
  test('is told after every column', async () => {
    const told: unknown[] = []
    await fitTable(table, { target: 'class', onProgress: (...args) => void told.push(args) })
    expect(told).toEqual([
      [1, 2, 'age'],
      [2, 2, 'pay'],
    ])
  })
})

describe('a signal', () => {
  test('stops the work, and its reason is the cause', async () => {
    const reason = new Error('enough')
    await expect(fitTable(table, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
      name: 'AbortError',
      code: 'aborted',
      message: 'fitTable: stopped by its signal (enough)',
      cause: reason,
    })
  })

  test('without a reason stops the work with an error of ours', async () => {
    await expect(fitTable(table, { signal: { aborted: true } })).rejects.toMatchObject({
      code: 'aborted',
      message: 'fitTable: stopped by its signal',
    })
  })

  test('is asked between columns', async () => {
    const control = new AbortController()
    const done: string[] = []
    const run = fitTable(table, {
      signal: control.signal,
      onProgress: (_, __, column) => {
        done.push(column)
        control.abort('stop')
      },
    })
    await expect(run).rejects.toMatchObject({ code: 'aborted', cause: 'stop' })
    expect(done).toEqual(['age'])
  })

  test('can be given by a timer or a click where the work waits for them after every column', async () => {
    const control = new AbortController()
    setTimeout(() => control.abort('stop'), 0)
    const wide = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`c${i}`, [1, 2, 3]]))
    const onProgress = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1))
    await expect(fitTable(wide, { signal: control.signal, onProgress })).rejects.toMatchObject({ cause: 'stop' })
  })
})

describe('what is wrong', () => {
  test('with the lengths of columns names both', async () => {
    await expect(fitTable({ a: [1, 2], b: [1] })).rejects.toThrow(
      dataError('fitTable: column "b" must have 2 rows like "a", got 1', { column: 'b' }),
    )
  })

  test('with a name suggests the nearest, for columns, target, weights and single columns', async () => {
    const refusal = (name: string, end: string): Error =>
      dataError(`fitTable: unknown column "${name}"${end}`, { column: name })
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable(table, { columns: ['ages'] })).rejects.toThrow(refusal('ages', ', did you mean age?'))
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable(table, { target: 'clas' })).rejects.toThrow(refusal('clas', ', did you mean class?'))
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable(table, { perColumn: { pays: {} } })).rejects.toThrow(refusal('pays', ', did you mean pay?'))
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable(table, { weights: 'w' })).rejects.toThrow(refusal('w', ', expected one of age, pay, class'))
    await expect(fitTable({}, { target: 'y' })).rejects.toThrow(refusal('y', ', there are none'))
    // @ts-expect-error a name that the compiler knows to be wrong
    await expect(fitTable(table, { target: 'toString' })).rejects.toThrow(
      refusal('toString', ', expected one of age, pay, class'),
    )
  })

  test('with the data of a column names it', async () => {
    await expect(fitTable({ age: [1, null] }, { all: { missingPolicy: 'error' } })).rejects.toThrow(
      dataError('fitTable: column age: 1 missing values, and the policy for them is error', { column: 'age' }),
    )
    const weighted = { age: [1, 2], class: ['a', 'b'], w: [0.1, 0.2] }
    await expect(fitTable(weighted, { target: 'class', weights: 'w' })).rejects.toMatchObject({ column: 'age' })
  })

  test('with the weights names their column', async () => {
    const weighted = { age: [1, 2], w: [1, -2] }
    await expect(fitTable(weighted, { weights: 'w' })).rejects.toMatchObject({ column: 'w', row: 1 })
  })

  test('with the target names its column', async () => {
    const run = fitTable({ x: [1, 2], y: [1, 'a'] }, { target: 'y', targetKind: 'numeric' })
    await expect(run).rejects.toMatchObject({ column: 'y', row: 1 })
  })

  test('with options names the method', async () => {
    await expect(fitTable(table, { target: 'class', all: { bins: 3 } })).rejects.toThrow(
      argumentError(
        'unknown-option',
        'fitTable: mdlp: unknown option bins, expected one of stop, betterEncoding, acceptEqual, maxBins, search, candidates',
      ),
    )
    await expect(fitTable(table, { target: 'class', all: { method: equalFrequency, bin: 3 } })).rejects.toThrow(
      argumentError('unknown-option', 'fitTable: equal-frequency: unknown option bin, did you mean bins?'),
    )
  })

  test('with a column of missing values only is no reason to give up on the others', async () => {
    const { columns } = await fitTable(
      { empty: [Number.NaN, Number.NaN, Number.NaN], x: [1, 2, 3], y: ['a', 'b', 'b'], w: [2, 2, 2] },
      { target: 'y', weights: 'w' },
    )
    expect(columns[0].notes[0]).toEqual({ code: 'no-values', message: 'no finite values' })
  })
})
