import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Binning,
  edit,
  fit,
  fitSummary,
  fitTable,
  fromJson,
  hasCuts,
  mdlp,
  merge,
  methods,
  random,
  recount,
  summarize,
  toJson,
} from '../../src/index.ts'
import { coarsen } from '../../src/summaries/index.ts'
import { cases } from '../cases.ts'
import { argumentError } from '../refusals.ts'

const ROWS = 3000

/** A column that tells of its classes, one that does not, and a number to predict. */
function drawn(seed: number, rows = ROWS): { x: number[]; y: string[]; z: number[] } {
  const { next, normal } = random(seed)
  const x = Array.from({ length: rows }, normal)
  return { x, y: x.map((value) => (next() < 1 / (1 + Math.exp(-value)) ? 'yes' : 'no')), z: x.map((v) => v + normal()) }
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)

describe('reference cells of numbers', () => {
  test('hold about equal numbers of rows, with the classes of each', () => {
    const { x, y } = drawn(1)
    const { edges, counts, classes, ...rest } = fit(x, { target: y }).reference!
    expect(rest).toEqual({})
    expect(counts).toHaveLength(96)
    expect(edges).toHaveLength(95)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...counts)).toBeLessThanOrEqual(33)
    expect(classes).toHaveLength(2)
    counts.forEach((count, cell) => expect(classes![0][cell] + classes![1][cell]).toBe(count))
  })

  test('have edges of few digits, so that a file stays small', () => {
    const { x, y } = drawn(2, 200_000)
    const binning: Binning = fromJson(toJson(asBinning(fit(x, { target: y }), y)))
    const text = toJson({ ...binning, columns: [binning.columns[0]] })
    const without = toJson({ ...binning, columns: [{ ...binning.columns[0], reference: undefined } as never] })
    expect(text.length - without.length).toBeLessThan(4096)
  })

  test('know nothing of the target or the method', async () => {
    const { x, y, z } = drawn(3, 300)
    const plain = fit(x, { method: methods().find(({ name }) => name === 'equal-width')! }).reference!
    for (const method of methods().filter(({ name }) => name !== 'fixed')) {
      const target = method.target === 'none' ? undefined : method.target === 'numeric' ? z : y
      expect(fit(x, { method, target }).reference!.edges, method.name).toEqual(plain.edges)
    }
  })

  test('give a common value a cell of its own', () => {
    const x = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 0 : i - 500.5))
    const { edges, counts } = fit(x, { target: x.map((v) => (v > 0 ? 'a' : 'b')) }).reference!
    const cell = edges.filter((edge) => edge <= 0).length
    expect(counts[cell]).toBe(500)
  })

  test('hold at least as many rows as asked for, or are not kept', () => {
    const { x, y } = drawn(4)
    expect(Math.min(...fit(x, { target: y, reference: 200 }).reference!.counts)).toBeGreaterThanOrEqual(200)
    expect(fit(x, { target: y, reference: 'none' })).not.toHaveProperty('reference')
    expect(() => fit(x, { target: y, reference: 0 })).toThrow(
      argumentError('out-of-range', 'fit: reference must be an integer of at least 1, or one of none, got 0'),
    )
  })

  test('keep sums of a numeric target, weights, and values that are not finite', () => {
    const x = [-Infinity, ...Array.from({ length: 64 }, (_, i) => i), Infinity]
    const weights = x.map((_, i) => (i % 2 === 0 ? 0.5 : 2))
    const { counts, weights: kept, sums, sumSquares } = fit(x, { target: x.map((_, i) => i), targetKind: 'numeric', weights, method: methods().find(({ name }) => name === 'variance')! }).reference! // prettier-ignore
    expect(counts).toEqual([9, 8, 8, 8, 8, 8, 8, 9])
    expect(sum(kept!)).toBe(sum(weights))
    expect(sum(sums!)).toBe(sum(weights.map((w, i) => w * i)))
    expect(sum(sumSquares!)).toBe(sum(weights.map((w, i) => w * i * i)))
  })

  const values = fc.array(
    fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    { minLength: 2, maxLength: 300 },
  )

  test('are the same in any order, from parts, and counted again on the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(values, fc.nat(), async (x, at) => {
        const y = x.map((_, i) => (i % 3 === 0 ? 'a' : 'b'))
        const whole = fit(x, { target: y, name: 'x' })
        const cut = at % x.length
        const turned = <T>(list: readonly T[]): T[] => [...list.slice(cut), ...list.slice(0, cut)]
        expect(fit(turned(x), { target: turned(y), name: 'x' }).reference).toEqual(whole.reference)
        const classes = { classes: ['a', 'b'] }
        const parts = [[x.slice(0, cut), y.slice(0, cut)] as const, [x.slice(cut), y.slice(cut)] as const].map(
          ([some, of]) => summarize(some, { target: of, ...classes }),
        )
        expect(fitSummary(merge(parts[0], parts[1]), { name: 'x', method: mdlp }).reference).toEqual(whole.reference)
        const again = recount(asBinning(whole, y), { x, y }).columns[0]
        expect(again.reference).toEqual(whole.reference)
        expect(sum(whole.reference!.counts)).toBe(x.length)
      }),
      { numRuns: cases(100, 2000) },
    )
  })

  test('come from coarse cells too, with counts that add up', () => {
    const { x, y } = drawn(5)
    const coarse = coarsen(summarize(x, { target: y }), { most: 300 })
    const { edges, counts } = fitSummary(coarse, { method: mdlp }).reference!
    expect(sum(counts)).toBe(ROWS)
    expect(edges.length).toBeGreaterThan(48)
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
  })

  test('stay where they are when cuts are edited', async () => {
    const { x, y } = drawn(6)
    const binning = await fitTable({ x, y }, { target: 'y' })
    const edited = edit(binning, { column: 'x', add: 1.25 })
    expect(edited.columns[0].reference).toEqual(binning.columns[0].reference)
  })
})

describe('reference cells of categories', () => {
  test('are the levels, whatever groups they are in', async () => {
    const town = Array.from({ length: 900 }, (_, i) => `t${i % 9}`)
    const y = town.map((level, i) => (level < 't5' === i % 4 > 0 ? 'yes' : 'no'))
    const { columns } = await fitTable({ town, y }, { target: 'y', all: { method: methods().find(({ name }) => name === 'optimal')! } }) // prettier-ignore
    expect(columns[0].bins.length).toBeLessThan(9)
    expect(columns[0].reference).toMatchObject({ levels: [...new Set(town)], counts: Array(9).fill(100) })
  })

  test('pool the rarest levels where there are very many, and count them again as such', async () => {
    const { next } = random(7)
    const key = Array.from({ length: 4000 }, () => `k${Math.floor(400 * next() * next())}`)
    const y = key.map(() => (next() < 0.5 ? 'a' : 'b'))
    const binning = await fitTable({ key, y }, { target: 'y', columns: ['key'] })
    const { reference } = binning.columns[0]
    expect(reference).toMatchObject({ levels: { length: 95 }, counts: { length: 96 } })
    expect(sum(reference!.counts)).toBe(4000)
    expect(recount(binning, { key, y }).columns[0].reference).toEqual(reference)
    expect(recount(binning, { key: key.map(() => 'unseen'), y }).columns[0].reference!.counts).toEqual(
      Array(96).fill(0),
    )
  })
})

describe('a saved file', () => {
  test('of before has none, and loads', async () => {
    const { x, y } = drawn(8)
    const binning = await fitTable({ x, y }, { target: 'y' })
    const { reference: _, ...before } = binning.columns[0]
    const old = fromJson(toJson({ ...binning, columns: [before] }))
    expect(old.columns[0]).toEqual(before)
  })

  test.each([
    ['edges', [2, 1], 'columns[0].reference.edges[1]: expected a number above 2, got 1'],
    ['edges', [], 'columns[0].reference.counts: expected 1 counts, one per cell, got '],
    ['counts', [1, -1], 'columns[0].reference.counts[1]: expected a'],
    ['classes', [[1], [2]], 'columns[0].reference.classes[0]: expected 2 numbers, one per cell, got [1]'],
    ['classes', [[1, 1]], 'columns[0].reference.classes: expected 2 lists of counts, one per class, got '],
  ])('with wrong %s %j is refused', async (name, wrong, message) => {
    const x = Array.from({ length: 16 }, (_, i) => i)
    const binning = await fitTable({ x, y: x.map((v) => (v < 8 ? 'a' : 'b')) }, { target: 'y' })
    const column = binning.columns[0]
    if (!hasCuts(column)) throw new Error('x holds numbers')
    const broken = { ...column, reference: { ...column.reference!, [name]: wrong } }
    expect(() => fromJson(toJson({ ...binning, columns: [broken] }))).toThrow(message)
  })
})

function asBinning(column: ReturnType<typeof fit>, y: readonly string[]): Binning {
  return {
    format: 'kerf-binning',
    version: 1,
    created: { kerf: '0', method: 'mdlp', options: {}, source: { name: null, rows: y.length } },
    target: { kind: 'class', name: 'y', classes: [...new Set(y)].toSorted(), event: null },
    columns: [column],
  }
}
