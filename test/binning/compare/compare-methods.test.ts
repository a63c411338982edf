import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { type CompareOptions, compareMethods, type Comparison } from '../../../src/binning/compare/compare-methods.ts'
import { bestOn } from '../../../src/binning/compare/compare-results.ts'
import { fit } from '../../../src/binning/fit/fit.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { dealFolds } from '../../../src/binning/use/folds.ts'
import { rankColumns } from '../../../src/binning/compare/rank-columns.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { findMethod } from '../../../src/discretizers/registry.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { random } from '../../../src/util/random.ts'
import { dataError } from '../../refusals.ts'

const ROWS = 240
const { next } = random(3)
const y = Array.from({ length: ROWS }, () => (next() < 0.5 ? 'a' : next() < 0.7 ? 'b' : 'c'))
const x = y.map((label) => (next() < 0.08 ? null : label === 'a' ? next() * 6 : 3 + Math.round(next() * 9)))
const noise = y.map(() => next())
const w = y.map(() => [0, 0.25, 1, 3][Math.floor(next() * 4)])
const price = y.map((label, i) => (label === 'a' ? 10 : 1000) + (x[i] ?? 5) + next())

interface Row {
  readonly value: number | null
  readonly label: string
  readonly number: number
  readonly weight: number
}

/** Held-out information by the definition: a fit per fold on plain arrays, then row by row. */
function byHand(
  rows: readonly (Row & { fold: number })[],
  method: string,
  folds: number,
  kind: 'class' | 'numeric',
): number {
  const classes = [...new Set(rows.map(({ label }) => label))].toSorted()
  let [saved, whole] = [0, 0]
  for (let fold = 0; fold < folds; fold++) {
    const learnt = rows.filter((row) => row.fold !== fold && row.fold >= 0)
    const column = fit(
      learnt.map(({ value }) => value),
      {
        target: learnt.map(({ label, number }) => (kind === 'class' ? label : number)),
        targetKind: kind,
        weights: learnt.map(({ weight }) => weight),
        method: findMethod(method),
      },
    )
    const weigh = (list: readonly Row[]): number => list.reduce((sum, { weight }) => sum + weight, 0)
    const extra = weigh(learnt) / learnt.length
    const total = weigh(learnt)
    const mean = learnt.reduce((sum, { number, weight }) => sum + weight * number, 0) / total
    const prior = (label: string): number =>
      (weigh(learnt.filter((row) => row.label === label)) + extra / classes.length) / (total + extra)
    const shareIn = (group: readonly Row[], label: string): number =>
      (weigh(group.filter((row) => row.label === label)) + extra * prior(label)) / (weigh(group) + extra)
    const slots = new Map(rows.map((row) => [row, assign(column, row.value)]))
    for (const row of rows.filter((one) => one.fold === fold)) {
      const group = learnt.filter((one) => slots.get(one) === slots.get(row))
      if (kind === 'class') {
        saved += row.weight * (Math.log2(shareIn(group, row.label)) - Math.log2(shareIn(learnt, row.label)))
        whole += row.weight
      } else {
        const own =
          group.reduce((sum, { number, weight }) => sum + weight * number, extra * mean) / (weigh(group) + extra)
        saved += row.weight * ((row.number - mean) ** 2 - (row.number - own) ** 2)
        whole += row.weight * (row.number - mean) ** 2
      }
    }
  }
  return saved / whole
}

const run = (more: Partial<CompareOptions> = {}): Promise<Comparison> =>
  compareMethods({ x, noise, y }, { target: 'y', ...more })

describe('held-out information', () => {
  const plain = Array.from(y, (label, i) => ({ value: x[i], label, number: price[i], weight: 1 }))

  test.each(['mdlp', 'equal-frequency', 'chi-merge', 'equal-width'])('%s: is that of fits by hand', async (method) => {
    const foldOf = dealFolds(markRows(ROWS, { target: y }), 5, 0)
    const { methods } = await run({ methods: [method], columns: ['x'] })
    const hand = byHand(
      plain.map((row, i) => ({ ...row, fold: foldOf[i] })),
      method,
      5,
      'class',
    )
    expect(methods[0].heldOut).toBeCloseTo(hand, 10)
    expect(methods[0].heldOut).toBeGreaterThan(0.05)
  })

  test('weights count as rows, rows of weight zero not at all', async () => {
    const foldOf = dealFolds(markRows(ROWS, { target: y, weights: w }), 4, 9)
    expect(foldOf.every((fold, row) => fold >= 0 === w[row] > 0)).toBe(true)
    const compared = await compareMethods(
      { x, y, w },
      { target: 'y', weights: 'w', methods: ['mdlp'], folds: 4, seed: 9 },
    )
    const rows = plain.map((row, i) => ({ ...row, weight: w[i], fold: foldOf[i] }))
    expect(compared.methods[0].heldOut).toBeCloseTo(byHand(rows, 'mdlp', 4, 'class'), 10)
    expect(compared.rows).toBe(w.filter((weight) => weight > 0).length)
  })

  test('the scale of the weights changes nothing in the score', async () => {
    const score = async (scale: number): Promise<number> => {
      const table = { x, y, w: w.map((weight) => weight * scale) }
      const { methods } = await compareMethods(table, { target: 'y', weights: 'w', methods: ['equal-frequency'] })
      return methods[0].heldOut
    }
    expect(await score(1024)).toBe(await score(1))
  })

  test.each(['variance', 'equal-frequency'])('%s: for a numeric target it is explained variance', async (method) => {
    const foldOf = dealFolds(markRows(ROWS, { target: price }), 5, 0)
    const { methods } = await compareMethods({ x, price }, { target: 'price', methods: [method] })
    const rows = plain.map((row, i) => ({ ...row, fold: foldOf[i] }))
    expect(methods[0].heldOut).toBeCloseTo(byHand(rows, method, 5, 'numeric'), 10)
  })

  test('large means do not swallow it', async () => {
    const shifted = price.map((value) => value + 2 ** 40)
    const near = await compareMethods({ x, price }, { target: 'price', methods: ['equal-frequency'] })
    const far = await compareMethods({ x, price: shifted }, { target: 'price', methods: ['equal-frequency'] })
    expect(far.methods[0].heldOut).toBeCloseTo(near.methods[0].heldOut, 3)
  })

  test('one bin tells exactly nothing, many bins of noise mislead', async () => {
    const { methods } = await run({
      columns: ['noise'],
      methods: [
        { method: equalFrequency, options: { bins: 1 } },
        { method: { ...findMethod('equal-frequency'), name: 'fine' }, options: { bins: 100 } },
      ],
    })
    expect(methods.map(({ name, heldOut }) => [name, heldOut >= 0])).toEqual([
      ['equal-frequency', true],
      ['fine', false],
    ])
    expect(methods[0].heldOut).toBe(0)
    expect(methods[1].kept).toBeGreaterThan(0.3)
  })
})

describe('the folds', () => {
  test('hold every row once and spread every class', () => {
    const foldOf = dealFolds(markRows(ROWS, { target: y }), 7, 1)
    for (const label of ['a', 'b', 'c']) {
      const sizes = Array.from(
        { length: 7 },
        (_, fold) => y.filter((one, i) => one === label && foldOf[i] === fold).length,
      )
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }
    const sizes = Array.from({ length: 7 }, (_, fold) => foldOf.filter((one) => one === fold).length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('are of one size even where classes are many and rare', () => {
    const target = Array.from({ length: 33 }, (_, i) => `class ${i}`)
    const foldOf = dealFolds(markRows(33, { target }), 4, 0)
    const sizes = Array.from({ length: 4 }, (_, fold) => foldOf.filter((one) => one === fold).length)
    expect(sizes.toSorted((a, b) => a - b)).toEqual([8, 8, 8, 9])
  })

  test('follow the seed', () => {
    const marks = markRows(ROWS, { target: y })
    expect(dealFolds(marks, 5, 2)).toEqual(dealFolds(marks, 5, 2))
    expect(dealFolds(marks, 5, 2)).not.toEqual(dealFolds(marks, 5, 3))
  })

  test('leave out rows without a target', () => {
    const foldOf = dealFolds(markRows(5, { target: ['a', null, 'b', '', 'a'] }), 2, 0)
    expect(foldOf.map((fold) => (fold < 0 ? 0 : 1))).toEqual(Int32Array.of(1, 0, 1, 0, 1))
  })
})

describe('what is added up', () => {
  test('bins and information are those of a fit and its ranking', async () => {
    const { methods, entropy } = await run({ methods: ['mdlp'] })
    const binning = await fitTable({ x, noise, y }, { target: 'y' })
    const ranking = rankColumns(binning)
    expect(entropy).toBe(ranking.entropy)
    expect(methods[0].bins).toBe(binning.columns.reduce((sum, column) => sum + column.bins.length, 0))
    expect(methods[0].meanBins).toBe(methods[0].bins / 2)
    const gains = ranking.columns.map(({ gain }) => gain ?? NaN)
    expect(methods[0].kept).toBeCloseTo((gains[0] + gains[1]) / 2, 12)
    expect(methods[0].columns.map(({ column }) => column)).toEqual(['x', 'noise'])
  })

  test('the best comes first, with how far the others are behind', async () => {
    const { methods, reach, verdict } = await run({ methods: ['bin-log', 'mdlp', 'equal-frequency'] })
    const scores = methods.map(({ heldOut }) => heldOut)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(methods[0]).toMatchObject({ behind: 0, behindError: 0, behindLow: 0, behindHigh: 0, clear: false })
    for (const { behind, behindError, behindLow, behindHigh, heldOut, clear } of methods.slice(1)) {
      expect(behind).toBeCloseTo(methods[0].heldOut - heldOut, 12)
      expect(behindError).toBeGreaterThan(0)
      expect([behindLow, behindHigh]).toEqual([
        behind - reach.methods * behindError,
        behind + reach.methods * behindError,
      ])
      expect(clear).toBe(behindLow > 0)
    }
    expect(verdict).toMatchObject({ best: methods[0].name, lead: { value: methods[1].behind } })
  })

  test('equals: fewer bins first', async () => {
    // A cut beyond all values changes nothing, but makes a bin.
    const { methods } = await run({
      columns: ['noise'],
      methods: [
        { method: findMethod('fixed'), options: { cuts: [1e9] } },
        { method: equalFrequency, options: { bins: 1 } },
      ],
    })
    expect(methods.map(({ name, bins, heldOut }) => [name, bins, heldOut])).toEqual([
      ['equal-frequency', 1, 0],
      ['fixed', 2, 0],
    ])
  })

  test('equals with as many bins: the order of the list', async () => {
    const one = { ...findMethod('equal-frequency'), name: 'one' }
    const two = { ...findMethod('equal-frequency'), name: 'two' }
    const { methods } = await run({
      methods: [
        { method: one, options: { bins: 4 } },
        { method: two, options: { bins: 4 } },
      ],
    })
    expect(methods.map(({ name }) => name)).toEqual(['one', 'two'])
  })

  test('the best on a column; none where nothing holds', async () => {
    const { methods } = await run({ methods: ['mdlp', 'equal-frequency'] })
    expect(bestOn('x', methods)?.heldOut).toBe(Math.max(...methods.map(({ columns }) => columns[0].heldOut)))
    expect(bestOn('noise', methods)).toBeNull()
  })

  test('special codes have slots of their own', async () => {
    const coded = x.map((value) => value ?? -9)
    const [own, missing] = await Promise.all([
      compareMethods({ x: coded, y }, { target: 'y', methods: ['mdlp'], codes: { special: [-9] } }),
      compareMethods({ x, y }, { target: 'y', methods: ['mdlp'] }),
    ])
    expect(own.methods[0].heldOut).toBe(missing.methods[0].heldOut)
  })

  test('a number of bins goes to the methods that take one', async () => {
    const { methods } = await run({ methods: ['equal-frequency', 'mdlp', 'bin-log'], bins: 3, columns: ['noise'] })
    const bins = Object.fromEntries(methods.map((result) => [result.name, result.bins]))
    expect(bins['equal-frequency']).toBe(3)
    expect(bins['bin-log']).toBe(7)
  })
})

describe('what is compared', () => {
  test('all methods that fit the target, but for your own cuts', async () => {
    const classes = await run({ columns: ['noise'] })
    const names = classes.methods.map(({ name }) => name)
    for (const name of ['equal-width', 'mdlp', 'chi-merge', 'modl', 'cliffs']) expect(names).toContain(name)
    for (const name of ['fixed', 'variance']) expect(names).not.toContain(name)
    const numbers = await compareMethods({ x, price }, { target: 'price' })
    const others = numbers.methods.map(({ name }) => name)
    for (const name of ['variance', 'variance:significant', 'cliffs', 'equal-frequency']) expect(others).toContain(name)
    expect(others).not.toContain('mdlp')
  })

  test('columns of numbers; the others are named in a note', async () => {
    const color = y.map((label) => (label === 'a' ? 'red' : 'blue'))
    const { columns, notes } = await compareMethods({ x, color, y }, { target: 'y', methods: ['mdlp'] })
    expect(columns).toEqual(['x'])
    expect(notes.map(({ message }) => message)).toEqual([
      'columns without numbers are left out, since they are the same for every method: color',
    ])
  })

  test('progress is told after every method on every column', async () => {
    const told: string[] = []
    await run({
      methods: ['mdlp', 'bin-log'],
      onProgress: (done, total, what) => void told.push(`${done}/${total} ${what}`),
    })
    expect(told).toEqual(['1/4 mdlp on x', '2/4 bin-log on x', '3/4 mdlp on noise', '4/4 bin-log on noise'])
  })

  test('a signal stops it', async () => {
    const signal = { aborted: false, reason: new Error('enough') }
    const stop = run({ methods: ['mdlp'], signal, onProgress: () => void (signal.aborted = true) })
    await expect(stop).rejects.toThrow('enough')
  })

  test.each<[string, Partial<CompareOptions>]>([
    [
      'compareMethods: variance needs a numeric target, but y holds classes; methods for it are equal-width,',
      { methods: ['variance'] },
    ],
    ['unknown method "chi-merg", did you mean chi-merge', { methods: ['chi-merg'] }],
    ['mdlp: unknown preset "fast"', { methods: ['mdlp:fast'] }],
    ['compareMethods: methods must all differ, got mdlp twice', { methods: ['mdlp', 'mdlp'] }],
    ['compareMethods: methods must name at least one method, got none', { methods: [] }],
    ['compareMethods: folds must be an integer of at least 2, got 1', { folds: 1 }],
    ['compareMethods: 200 folds need at least 400 rows that count, got 240', { folds: 200 }],
    ['compareMethods: seed must be an integer of at least 0, got -1', { seed: -1 }],
    ['compareMethods: unknown column "z"', { columns: ['z'] }],
    ['compareMethods: columns must be names that all differ', { columns: ['x', 'x'] }],
    ['compareMethods: unknown column "klass"', { target: 'klass' }],
  ])('refuses: %s', async (message, more) => {
    await expect(run(more)).rejects.toThrow(message)
  })

  test.each<[string, readonly string[]]>([
    [
      'compareMethods: y has 5000 classes with 4 rows each on average, too few to tell them apart; is it a name or key? ' +
        'Amounts need the target kind numeric',
      Array.from({ length: 20_000 }, (_, i) => `k${i % 5000}`),
    ],
    [
      'compareMethods: y has 201 classes, and methods are compared on at most 200; is it a name or key? Amounts need the ' +
        'target kind numeric',
      Array.from({ length: 201 * 20 }, (_, i) => `k${i % 201}`),
    ],
    ['compareMethods: y has only the class "a", so there is nothing to tell apart', Array(50).fill('a')],
    ['compareMethods: there are no rows, so there is nothing to compare methods on', []],
  ])('refuses: %s', async (message, labels) => {
    const told = compareMethods({ x: labels.map((_, i) => i), y: labels }, { target: 'y' })
    await expect(told).rejects.toThrow(dataError(message))
  })

  test('a table without numbers is refused', async () => {
    const color = y.map(() => 'red')
    await expect(compareMethods({ color, y }, { target: 'y' })).rejects.toThrow(
      'compareMethods: there is no column of numbers to compare methods on',
    )
  })
})
