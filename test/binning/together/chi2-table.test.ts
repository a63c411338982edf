import { describe, expect, test } from 'vitest'
import { type Chi2Fit, chi2Table } from '../../../src/binning/together/chi2-table.ts'
import { hasCuts } from '../../../src/binning/binning.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { binningFromJson, binningToJson } from '../../../src/binning/binning-json.ts'
import { chi2 as chi2Method } from '../../../src/discretizers/methods/chi2.ts'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import { fixed as fixedMethod } from '../../../src/discretizers/methods/fixed.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { random } from '../../../src/util/random.ts'
import { DEFAULTS } from '../../discretizers/methods/chi2-naive.ts'
import { argumentError, dataError } from '../../refusals.ts'

const chi2 = chi2Method as unknown as AnyDiscretizer
const fixed = fixedMethod as unknown as AnyDiscretizer

const cutsByName = ({ binning }: Chi2Fit): Record<string, readonly number[]> =>
  Object.fromEntries(binning.columns.map((column) => [column.name, hasCuts(column) ? column.cuts : []]))

const repeat = <T>(times: number, list: readonly T[]): T[] => Array.from({ length: times }, () => list).flat()

/** Two columns that together say whether they are alike, which neither says alone, and one that says nothing. */
const xor = {
  a: repeat(10, [0, 0, 1, 1]),
  b: repeat(10, [0, 1, 0, 1]),
  noise: repeat(4, [5, 3, 8, 1, 9, 2, 7, 4, 6, 0]),
  y: repeat(10, ['same', 'other', 'other', 'same']),
}

/** `good` parts the classes, `copy` does so too, `bad` is constant. */
const plain = {
  copy: [1, 2, 3, 4, 11, 12, 13, 14],
  good: [5, 6, 7, 8, 51, 52, 53, 54],
  bad: [3, 3, 3, 3, 3, 3, 3, 3],
  y: Array.from('nnnnyyyy'),
}

describe('chi2Table', () => {
  test('large columns, which take turns in one memory, are cut as small ones are', async () => {
    const { normal, next } = random(12)
    const rows = 60_000
    const classes = Int32Array.from({ length: rows }, () => (next() < 0.5 ? 0 : 1))
    const table = {
      a: Float64Array.from(classes, (own) => Math.round((own + 0.1 * normal()) * 1000) / 7),
      b: Float64Array.from(classes, (own) => 100 * own + normal()),
      d: Float64Array.from(classes, () => normal()),
      y: classes,
    }
    const large = await chi2Table(table, { target: 'y' })
    // A code for missing values lets every column be read row by row.
    const plainly = await chi2Table(table, { target: 'y', all: { method: chi2, missing: [-999] } })
    expect(cutsByName(large)).toEqual(cutsByName(plainly))
    expect(Object.values(cutsByName(large)).flat().length).toBeGreaterThan(0)
  })

  test('drops what the other columns make superfluous, the first ones first', async () => {
    const fitted = await chi2Table(plain, { target: 'y', source: 'plain.csv' })
    expect(fitted).toMatchObject({
      selected: ['good'],
      dropped: ['copy', 'bad'],
      inconsistency: 0,
      rawInconsistency: 0,
    })
    expect(cutsByName(fitted)).toEqual({ copy: [], good: [29.5], bad: [] })
    expect(fitted.binning.created).toMatchObject({ method: 'chi2', source: { name: 'plain.csv', rows: 8 } })
    expect(fitted.binning.notes).toEqual([
      { code: 'dropped-columns', message: 'chi2 dropped 2 of 3 columns: copy, bad' },
    ])
  })

  test('gives columns as fitTable does: method, options, reasons, and a note where a column was dropped', async () => {
    const { binning } = await chi2Table(plain, { target: 'y', all: { delta: 0.1 } })
    const [copy, good, bad] = binning.columns.filter(hasCuts)
    expect(good).toMatchObject({ method: 'chi2', options: { ...DEFAULTS, delta: 0.1 }, closed: 'left', notes: [] })
    expect(good.reasons).toEqual([
      { measure: 'chi-square', score: 8, bar: expect.any(Number), margin: expect.any(Number), runnerUp: null },
    ])
    expect(good.reasons[0].bar).toBeLessThanOrEqual(8)
    expect(good.bins.map(({ label, classes }) => [label, classes])).toEqual([
      ['< 29.5', [4, 0]],
      ['≥ 29.5', [0, 4]],
    ])
    const dropped = {
      code: 'dropped',
      message: 'dropped: within delta 0.1 the other columns tell the classes apart without it',
    }
    expect(copy.notes).toEqual([dropped])
    expect(bad.notes).toEqual([{ code: 'constant', message: 'every value is 3' }, dropped])
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
  })

  test('keeps columns that tell the classes apart only together', async () => {
    // Alone, neither a nor b tells anything: their χ² is 0. Nothing but the rows can say that they are needed.
    const fitted = await chi2Table(xor, { target: 'y', columns: ['noise', 'a', 'b'] })
    expect(fitted).toMatchObject({ selected: ['a', 'b'], dropped: ['noise'], inconsistency: 0 })
    const reasons = fitted.binning.columns.filter(hasCuts).map((column) => column.reasons)
    const reason = { measure: 'chi-square', score: 0, bar: null, margin: null, runnerUp: null }
    expect(reasons).toEqual([[], [reason], [reason]])
  })

  test('takes levels of category columns as they are, and never drops them', async () => {
    const table = { ...xor, a: xor.a.map((code) => (code === 0 ? 'no' : 'yes')) }
    const fitted = await chi2Table(table, { target: 'y', columns: ['noise', 'a', 'b'] })
    expect(fitted).toMatchObject({ selected: ['a', 'b'], dropped: ['noise'] })
    const told = await chi2Table({ x: plain.good, y2: plain.y, y: plain.y }, { target: 'y' })
    expect(told).toMatchObject({ selected: ['y2'], dropped: ['x'], inconsistency: 0 })
  })

  test('takes columns with a method of their own as they are', async () => {
    const fitted = await chi2Table(plain, { target: 'y', perColumn: { good: { method: fixed, cuts: [6.5] } } })
    // With good no longer parting the classes, copy is needed.
    expect(cutsByName(fitted)).toEqual({ copy: [7.5], good: [6.5], bad: [] })
    expect(fitted).toMatchObject({ selected: ['copy', 'good'], dropped: ['bad'] })
  })

  test('takes options of single columns: closed ends, kinds, codes, policies', async () => {
    const day = (count: number): Date => new Date(Date.UTC(2024, 0, count))
    const table = {
      when: [1, 2, 3, 4, 21, 22, 23, 24].map(day),
      code: [1, 1, 1, -9, 5, 5, 5, 5],
      y: plain.y,
    }
    const { binning, selected } = await chi2Table(table, {
      target: 'y',
      columns: ['code', 'when'],
      perColumn: { when: { closed: 'right' }, code: { special: [-9], specialPolicy: 0, method: chi2 } },
    })
    expect(selected).toEqual(['when'])
    expect(binning.columns).toMatchObject([
      { name: 'code', kind: 'number', cuts: [], special: [{ code: -9, policy: 'bin', bin: 0 }] },
      { name: 'when', kind: 'date', closed: 'right', cuts: [Date.UTC(2024, 0, 12, 12)] },
    ])
  })

  test('takes special codes as slots of their own', async () => {
    const x = [1, 1, 1, 1, -9, -9, -8, -8]
    const options = { target: 'y', all: { special: [-9, -8] } }
    const fitted = await chi2Table({ x, y: plain.y }, options)
    expect(fitted).toMatchObject({ selected: ['x'], rawInconsistency: 0, inconsistency: 0 })
    const mixed = await chi2Table({ x, y: Array.from('nnnnyyzz') }, options)
    expect(mixed).toMatchObject({ selected: ['x'], rawInconsistency: 0, inconsistency: 0 })
  })

  test('follows policies only when the bins are known', async () => {
    const x = [...plain.good, null, null]
    const { binning } = await chi2Table({ x, y: [...plain.y, 'y', 'y'] }, { target: 'y', all: { missingPolicy: 1 } })
    expect(binning.columns[0]).toMatchObject({ cuts: [29.5], missing: { policy: 'bin', bin: 1, count: 2 } })
  })

  test('merges to maxBins before it looks at anything', async () => {
    const x = Array.from({ length: 40 }, (_, row) => row)
    const y = x.map((value) => 'abcd'[Math.floor(value / 10)])
    const fitted = await chi2Table({ x, y }, { target: 'y', all: { maxBins: 2 } })
    expect(cutsByName(fitted)).toEqual({ x: [19.5] })
    expect(fitted).toMatchObject({ inconsistency: 0.5, rawInconsistency: 0 })
    expect(fitted.binning.notes).toEqual([
      {
        code: 'inconsistent',
        message: 'the bins of the start level already mix classes: inconsistency 0.5, delta 0.05',
      },
    ])
  })

  test('counts delta from what rows of the same values already mix, unless it is absolute', async () => {
    const x = repeat(10, [1, 1, 1, 2, 2, 2])
    const table = { x, z: x.map((_, row) => row % 2), y: repeat(10, Array.from('aabbba')) }
    const relative = await chi2Table(table, { target: 'y', columns: ['x'] })
    expect(relative).toMatchObject({ selected: ['x'], rawInconsistency: 1 / 3, inconsistency: 1 / 3 })
    expect(relative.binning.notes).toBeUndefined()
    const absolute = await chi2Table(table, { target: 'y', columns: ['x'], all: { absolute: true } })
    expect(absolute.binning.notes).toMatchObject([{ code: 'inconsistent' }])
  })

  test('takes missing values as a slot of their own, and drops a column only if that can go too', async () => {
    const x = [1, 2, 3, 4, null, null, null, null]
    const told = await chi2Table({ x, y: plain.y }, { target: 'y' })
    expect(told).toMatchObject({ selected: ['x'], dropped: [], inconsistency: 0 })
    expect(cutsByName(told)).toEqual({ x: [] })
    const beside = await chi2Table(
      { x, good: plain.good, y: plain.y },
      { target: 'y', perColumn: { good: { method: fixed, cuts: [29.5] } } },
    )
    expect(beside).toMatchObject({ selected: ['good'], dropped: ['x'] })
  })

  test('reads infinite values with the outermost finite ones', async () => {
    const x = [-Infinity, 2, 3, 4, 11, 12, 13, Infinity]
    expect(cutsByName(await chi2Table({ x, y: plain.y }, { target: 'y' }))).toEqual({ x: [7.5] })
    const only = await chi2Table(
      { x: x.map((value) => (value < 5 ? -Infinity : Infinity)), y: plain.y },
      { target: 'y' },
    )
    expect(only.binning.columns[0].bins).toHaveLength(1)
  })

  test('of one column is what the method makes of it', async () => {
    const x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const table = { x, y: Array.from('aaaabaabbb') }
    for (const delta of [0, 0.05, 0.15, 0.25, 0.5]) {
      const { columns } = (await chi2Table(table, { target: 'y', all: { delta } })).binning
      expect(columns[0]).toMatchObject({ cuts: fit(x, { target: table.y, method: chi2, delta }).cuts })
    }
  })

  test('of no rows or no columns has nothing to merge', async () => {
    expect(await chi2Table({ x: [], y: [] }, { target: 'y', targetKind: 'class' })).toMatchObject({ inconsistency: 0 })
    expect(await chi2Table({ y: ['a', 'a', 'b'] }, { target: 'y' })).toMatchObject({
      selected: [],
      dropped: [],
      inconsistency: 1 / 3,
    })
  })

  test('leaves out rows without a class or of weight zero', async () => {
    const table = { x: [...plain.good, 5, 54, 5], y: [...plain.y, null, 'n', null], w: [...repeat(8, [1]), 1, 0, 0] }
    const { binning, inconsistency } = await chi2Table(table, { target: 'y', weights: 'w' })
    expect([inconsistency, binning.created.weights]).toEqual([0, 'w'])
    expect(binning.columns[0]).toMatchObject({ cuts: [29.5], bins: [{ weight: 4 }, { weight: 4 }] })
  })

  test('looks at the signal between columns, and tells of progress once per column', async () => {
    const told: string[] = []
    await chi2Table(plain, {
      target: 'y',
      onProgress: (done, total, column) => void told.push(`${done}/${total} ${column}`),
    })
    expect(told).toEqual(['1/3 copy', '2/3 good', '3/3 bad'])
    const signal = { aborted: true, reason: new Error('enough') }
    await expect(chi2Table(plain, { target: 'y', signal })).rejects.toThrow('enough')
  })

  test('refuses what it cannot use', async () => {
    await expect(chi2Table(plain, {})).rejects.toThrow(dataError('chi2Table: needs a class target, got no target'))
    await expect(chi2Table({ x: [1, 2], y: [0.5, 1] }, { target: 'y' })).rejects.toThrow(
      dataError('chi2Table: needs a class target, got a numeric one'),
    )
    await expect(chi2Table(plain, { target: 'y', all: { method: mdlp as unknown as AnyDiscretizer } })).rejects.toThrow(
      argumentError('out-of-range', 'chi2Table: method must be chi2 or left out, got "mdlp"'),
    )
    await expect(chi2Table(plain, { target: 'y', perColumn: { good: { delta: 0.2 } } })).rejects.toThrow(
      argumentError('out-of-range', 'chi2Table: delta and absolute must be the same for all columns, got 0.2'),
    )
    await expect(chi2Table(plain, { target: 'y', all: { delta: 2 } })).rejects.toThrow(
      argumentError('out-of-range', 'fitTable: chi2: delta must be a number of at least 0 and at most 1, got 2'),
    )
  })
})
