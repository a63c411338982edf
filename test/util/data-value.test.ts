import { describe, expect, test } from 'vitest'
import { encodeColumn, encodeDense, localLinear, makeEncoder } from '../../src/encoders/index.ts'
import {
  assign,
  compareDrift,
  cutAndAssign,
  findCuts,
  fit,
  fitTable,
  fixed,
  type NumberColumn,
  recount,
  summarize,
} from '../../src/index.ts'
import { naiveBayes, predictNaiveBayes } from '../../src/models/index.ts'
import { LiveCells, Pid, Stream, watchCuts } from '../../src/streams/index.ts'
import { growTree, predictTree } from '../../src/trees/index.ts'
import { labelOf, numberOf, sortOf } from '../../src/util/data-value.ts'

/** Columns are typed for numbers and labels; these tests hand in what callers without types do. */
const given = (values: readonly unknown[]): number[] => values as number[]

describe('a value of the data', () => {
  test.each([
    [3, 'number', 3, '3'],
    [-0, 'number', -0, '0'],
    [Infinity, 'number', Infinity, 'Infinity'],
    [7n, 'number', 7, '7'],
    [2n ** 53n, 'number', 2 ** 53, '9007199254740992'],
    [2n ** 53n + 1n, 'number', undefined, '9007199254740993'],
    ['3', 'text', undefined, '3'],
    [' ', 'text', undefined, ' '],
    [true, 'truth', undefined, 'true'],
    [new Date(5), 'date', 5, '1970-01-01T00:00:00.005Z'],
    [null, 'missing', NaN, null],
    [undefined, 'missing', NaN, null],
    [NaN, 'missing', NaN, null],
    ['', 'missing', NaN, null],
    [new Date(NaN), 'missing', NaN, null],
    [{}, 'refused', undefined, undefined],
    [[1], 'refused', undefined, undefined],
    [() => 1, 'refused', undefined, undefined],
  ])('%s is a %s', (value, sort, number, label) => {
    expect(sortOf(value)).toBe(sort)
    expect(numberOf(value)).toEqual(number)
    expect(labelOf(value)).toBe(label)
  })
})

describe('every way in takes a value as fit does', () => {
  const clean = [1, 2, NaN, 4, 5, NaN, 7, 8]
  const target = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b']
  /** the same numbers in other dress */
  const dressed = given([1, 2n, null, 4, new Date(5), undefined, 7, 8])
  const ways: Readonly<Record<string, (values: number[]) => unknown>> = {
    summarize: (values) => summarize(values, { target }),
    fit: (values) => fit(values, { target }).bins.map(({ count }) => count),
    findCuts: (values) => findCuts({ x: values }, { columns: ['x'], all: { method: fixed, cuts: [4.5] } }),
    cutAndAssign: (values) => cutAndAssign({ x: values }, { columns: ['x'], all: { method: fixed, cuts: [4.5] } }),
    assign: (values) => assign(fit(clean, { target }), values),
    'assign of one': (values) => values.map((value) => assign(fit(clean, { target }), value)),
    recount: async (values) => recount(await fitted(), { x: values, y: target }),
    drift: async (values) => compareDrift(await fitted(), { x: values, y: target }),
    'an encoder': async (values) => encodeDense(await encoder(), { x: values }),
    'a column of an encoder': async (values) => encodeColumn((await encoder()).fields[0], values),
    'a tree': (values) => predictTree(growTree({ x: clean, y: target }, { target: 'y' }), { x: values }),
    'naive Bayes': async (values) => predictNaiveBayes(naiveBayes(await fitted()), { x: values }),
    watchCuts: (values) => watchCuts(values),
    'Pid, one by one': (values) => pushed(new Pid({ target: 'class', classes: 2 }), values),
    'Pid, many': (values) => pushedMany(new Pid({ target: 'class', classes: 2 }), values),
    'LiveCells, one by one': (values) => pushed(new LiveCells({ target: 'class', classes: 2 }), values),
    'LiveCells, many': (values) => pushedMany(new LiveCells({ target: 'class', classes: 2 }), values),
    'Stream.push': (values) => {
      const stream = new Stream({ columns: ['x'], target: { kind: 'class' } })
      values.forEach((value, i) => stream.push([value], target[i]))
      return stream.binning().columns
    },
    'Stream.pushMany': (values) => {
      const stream = new Stream({ columns: ['x'], target: { kind: 'class' } })
      stream.pushMany([values], target)
      return stream.binning().columns
    },
  }

  async function fitted(): ReturnType<typeof fitTable> {
    return fitTable({ x: clean, y: target }, { target: 'y' })
  }

  async function encoder(): Promise<ReturnType<typeof makeEncoder>> {
    return makeEncoder(await fitted(), { encoding: localLinear })
  }

  function pushed(live: Pid | LiveCells, values: number[]): unknown {
    values.forEach((value, i) => live.push(value, i < 4 ? 0 : 1))
    return live.summary({ kind: 'class', name: null, classes: ['a', 'b'], event: null })
  }

  function pushedMany(live: Pid | LiveCells, values: number[]): unknown {
    live.pushMany(values as unknown as Float64Array, [0, 0, 0, 0, 1, 1, 1, 1])
    return live.summary({ kind: 'class', name: null, classes: ['a', 'b'], event: null })
  }

  test.each(Object.entries(ways))('%s', async (_, way) => {
    expect(await way(dressed)).toEqual(await way(clean))
    const outcome = async (values: unknown[]): Promise<unknown> => way(given(values))
    await expect(outcome([1, 2, NaN, '3', 5, NaN, 7, 8])).rejects.toThrow(/got "3"/)
    await expect(outcome([1, 2, NaN, {}, 5, NaN, 7, 8])).rejects.toThrow(/got object/)
    await expect(outcome([1, 2, NaN, true, 5, NaN, 7, 8])).rejects.toThrow(/got true/)
  })

  test('labels that are no labels are refused with their row', async () => {
    const labels = given(['a', {}, 'b'])
    const message = 'must hold texts or numbers, got object at row 1'
    expect(() => fit([1, 2, 3], { target: labels, targetName: 'y' })).toThrow(message)
    await expect(fitTable({ x: labels })).rejects.toThrow('texts or numbers, got object at row 1')
    const stream = new Stream({ columns: ['x'], target: { kind: 'class', name: 'y' } })
    expect(() => stream.pushMany([[1, 2, 3]], labels)).toThrow(message)
    expect(stream.rows).toBe(0)
  })

  test('fit gives dates where all values are dates', () => {
    const dates = given(clean.map((day) => (Number.isNaN(day) ? null : new Date(Date.UTC(2020, 0, day)))))
    const column: NumberColumn = fit(dates, { target })
    expect(column).toMatchObject({ kind: 'date', cuts: [Date.UTC(2020, 0, 4, 12)] })
    expect(assign(column, new Date(Date.UTC(2020, 0, 3)) as unknown as number)).toBe(0)
  })
})

describe('a row that is refused', () => {
  const whole = { columns: ['a', 'b'], target: { kind: 'class' }, weighted: true } as const

  test.each([
    ['for a later value', [1, 'x'], 'new', 1, 'column "b" must hold numbers, got "x" at row 1'],
    ['for its label', [1, 2], {}, 1, 'texts or numbers'],
    ['for its weight', [1, 2], 'new', -1, 'must hold finite weights of at least 0, got -1 at row 1'],
    ['for a weight that is text', [1, 2], 'new', '2', 'got "2"'],
    ['for its length', [1], 'new', 1, 'values must be 2 numbers, got 1', 'values must be 2 columns'],
  ])('%s leaves nothing behind', (_, values, label, weight, message, many?: string) => {
    const stream = new Stream(whole)
    stream.push([1, 2], 'known')
    const before = JSON.stringify(stream.binning())
    let told = 0
    stream.onRows = () => told++
    expect(() => stream.push(given(values), label as string, weight as number)).toThrow(message)
    const columns = values.map((value) => given([1, value]))
    const labels = ['known', label] as string[]
    expect(() => stream.pushMany(columns, labels, [1, weight] as number[])).toThrow(many ?? message)
    expect(JSON.stringify(stream.binning())).toBe(before)
    expect([stream.rows, told, stream.classes.labels]).toEqual([1, 0, ['known']])
  })

  test('in a batch leaves a live layer as it was', () => {
    for (const live of [new Pid({ weighted: true }), new LiveCells({ weighted: true })]) {
      live.push(1)
      const before = live.summary()
      expect(() => live.pushMany(Float64Array.of(1, 2), null, [1, NaN])).toThrow('weight must be a finite number')
      expect(() => live.pushMany(Float64Array.of(1, 2), [0])).toThrow('marks must have one number per value (2), got 1')
      expect(live.summary()).toEqual(before)
    }
  })

  test('weights are refused by a stream that was not made for them, and labels for another number of rows', () => {
    const stream = new Stream({ columns: ['a'] })
    expect(() => stream.push([1], null, 2)).toThrow('push: weight must be 1 unless the stream is made with weighted')
    expect(() => stream.pushMany([[1, 2]], ['a'])).toThrow('pushMany: labels must have one for each row (2), got 1')
    const numeric = new Stream({ columns: ['a'], target: { kind: 'numeric', name: 'y' } })
    expect(() => numeric.push([1], '3')).toThrow('push: column "y" must hold numbers, got "3" at row 0')
  })
})
