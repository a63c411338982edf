import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Binning } from '../../../src/binning/binning.ts'
import { chiMerge, equalWidth, kMeans, optimal } from '../../../src/discretizers/registry.ts'
import type { Engine, NumbersAsked } from '../../../src/engines/engine.ts'
import { localEngine } from '../../../src/engines/local.ts'
import { serverEngine, type ServerEngine, type ServerOptions } from '../../../src/engines/sql/server-engine.ts'
import type { ServerConnection } from '../../../src/engines/sql/server.ts'
import { fitSource } from '../../../src/pipeline.ts'
import type { FitRequest } from '../../../src/plan-fit.ts'
import { coarsenCells } from '../../../src/summaries/cells.ts'
import { TallyWriter } from '../../../src/summaries/tallies.ts'
import type { CategorySummary, Cells, NumberSummary } from '../../../src/types.ts'
import { inMemory, nastyColumns, type NastyColumn } from './nasty-rows.ts'

/** A server to try: it is given rows, and says what stands after FROM for them. */
export interface TriedServer {
  readonly connection: ServerConnection
  load(table: string, columns: readonly NastyColumn[]): Promise<string>
  close(): Promise<void>
}

const NUMBERS: NumbersAsked[] = [
  { name: 'odd', specialCodes: [-9], missingCodes: [0.1] },
  ...['plain', 'sizes', 'moment', 'day', 'amount', 'large', 'few', 'far'].map((name) => ({
    name,
    specialCodes: [],
    missingCodes: [],
  })),
]
const OPTIONS: ServerOptions = { missingValues: ['NA'] }

/** Every question an engine is asked, on rows with all that is odd: answers equal those of rows in memory, bit for bit. */
export function conformance(name: string, open: () => Promise<TriedServer>, rows = 3000): void {
  const columns = nastyColumns(rows)
  const here = localEngine(inMemory(columns))
  let server: TriedServer
  let from: string
  const there = (options: ServerOptions = {}): Promise<ServerEngine> =>
    serverEngine(server.connection, { name: 'nasty', from }, { ...OPTIONS, ...options })

  beforeAll(async () => {
    server = await open()
    from = await server.load('nasty', columns)
  })
  afterAll(async () => server?.close())

  describe(`${name} counts what rows in memory give`, () => {
    test('columns, kinds of targets, ids', async () => {
      const engine = await there()
      expect(engine.rows).toBe(rows)
      expect(engine.columns.map(({ name: own, kind }) => `${own} ${kind}`)).toEqual(
        here.columns.map(({ name: own, kind }) => `${own} ${kind}`),
      )
      for (const target of ['label', 'grade', 'price', 'flag', 'few', 'day', 'place']) {
        expect([target, await engine.targetKind({ target })]).toEqual([target, await here.targetKind({ target })])
      }
      const names = here.columns.map((column) => column.name)
      expect(await engine.idReasons(names)).toEqual(await here.idReasons(names))
    })

    test('whole columns', async () => {
      const engine = await there()
      const names = here.columns.map((column) => column.name)
      const [found, expected] = [await engine.read(names), await here.read(names)]
      expect(found).toHaveLength(names.length)
      for (const [i, column] of found.entries()) {
        // No order of rows is promised, and −0 is 0.
        const sorted = (values: ArrayLike<unknown>): string[] =>
          Array.from(values, (value) => String(typeof value === 'number' ? value + 0 : value)).toSorted()
        deepStrictEqual([column.name, sorted(column.values)], [expected[i].name, sorted(expected[i].values)])
      }
    })

    test.each<[string, { readonly target?: string; readonly weights?: string }]>([
      ['classes', { target: 'label' }],
      ['whole numbers as classes', { target: 'grade' }],
      ['truth values', { target: 'flag' }],
      ['a number', { target: 'price' }],
      ['nothing', {}],
      ['weighted classes', { target: 'label', weights: 'weight' }],
      ['a weighted number', { target: 'price', weights: 'weight' }],
      ['nothing, weighted', { weights: 'weight' }],
    ])('cells, values, ranges and levels by %s', async (_, request) => {
      const engine = await there({ target: request.target })
      const counting = await engine.counting(request)
      const reference = await weighedHere(here, request)
      deepStrictEqual(counting.target, reference.target)
      const counted = await counting.count(NUMBERS)
      expect(counted).toHaveLength(NUMBERS.length)
      const stepped = await counting.count(NUMBERS, 'any cells')
      expect(stepped.filter(({ cells }) => cells.shift === 52).length).toBeGreaterThan(3)
      const values = await counting.countValues(NUMBERS)
      for (const [i, { name: column }] of NUMBERS.entries()) {
        const expected = reference.columns[i]
        const { cells, aside, leftOut } = counted[i]
        deepStrictEqual([column, values[i]], [column, expected.cells])
        deepStrictEqual([column, cells], [column, coarsenCells(expected.cells, cells.shift)])
        deepStrictEqual([column, aside, leftOut], [column, expected.aside, expected.leftOut])
        const steps = stepped[i]
        deepStrictEqual([column, steps.cells], [column, joined(expected.cells, steps.cells)])
        deepStrictEqual([column, steps.aside, steps.leftOut], [column, expected.aside, expected.leftOut])
      }
      if (request.weights === undefined) {
        for (const found of [counted, stepped]) {
          const ranges = found.map(({ cells: { lo, hi } }) =>
            [1, 3, Math.floor(lo.length / 2)].flatMap((at) => (at < lo.length ? [{ lo: lo[at], hi: hi[at] }] : [])),
          )
          const asked = NUMBERS.map((column, i) => ({ ...column, ranges: ranges[i] }))
          deepStrictEqual(await counting.readRanges(asked), await reference.readRanges(asked))
        }
      }
      for (const column of ['place', 'flag']) {
        deepStrictEqual(await counting.levels(column), reference.levels(column))
      }
    })

    const exclude = ['weight', 'wild']
    const fits: [string, FitRequest][] = [
      ['mdlp', { target: 'label', exclude }],
      ['codes', { target: 'label', exclude, special: [-9] }],
      ['variance', { target: 'price', exclude: [...exclude, 'label'] }],
      ['equal-frequency', { exclude, bins: 5 }],
      ['equal-width', { exclude, method: equalWidth, bins: 7 }],
      ['chi-merge', { target: 'grade', exclude, method: chiMerge }],
      ['optimal', { target: 'label', exclude, method: optimal }],
      ['k-means', { target: 'label', exclude, method: kMeans, bins: 4 }],
      ['weighted', { target: 'label', exclude: ['wild'], weight: 'weight' }],
    ]
    test.each(fits)('bins by %s', async (_, request) => {
      const engine = await there({ target: request.target })
      const fitted = await fitSource(engine, request)
      deepStrictEqual(bare(fitted), bare(await fitSource(localEngine(inMemory(columns)), request)))
      expect(fitted.columns.length).toBeGreaterThan(8)
    })

    test('numbers too far apart to be added up exactly are told how far sums are off', async () => {
      const counting = await (await there()).counting({ target: 'wild' })
      const note = counting.notes.find(({ code }) => code === 'rounded-sums')
      const off = note?.figures?.['off'] ?? 0
      expect(off).toBeGreaterThan(0)
      const [counted] = await counting.countValues([NUMBERS[1]])
      const [expected] = await (await here.counting({ target: 'wild' })).countValues([NUMBERS[1]])
      deepStrictEqual(counted.lo, expected.lo)
      for (let cell = 0; cell < counted.size; cell++) {
        const [sum, exact] = [counted.tallies.sums[3 * cell + 1], expected.tallies.sums[3 * cell + 1]]
        expect(Math.abs(sum - exact)).toBeLessThanOrEqual(off * counted.tallies.rows[cell])
      }
    })

    test('a sample is drawn by a seed', async () => {
      const engine = await there()
      const drawn = await engine.sample({ sample: 500, seed: 5 })
      const again = await engine.sample({ sample: 500, seed: 5 })
      const other = await engine.sample({ sample: 500, seed: 6 })
      const plain = async (sampled: { engine: Engine }): Promise<unknown> =>
        (await sampled.engine.read(['plain']))[0].values
      expect(drawn.engine.rows).toBe(500)
      deepStrictEqual(await plain(drawn), await plain(again))
      expect(await plain(drawn)).not.toEqual(await plain(other))
    })
  })
}

/** Exact cells joined as others lie, which must hold each of them whole. */
function joined(exact: Cells, { lo, hi, shift }: Cells): Cells {
  const writer = new TallyWriter(lo.length, exact.tallies.channels)
  let at = 0
  for (let cell = 0; cell < lo.length; cell++) {
    expect([exact.lo[at], at < exact.size]).toEqual([lo[cell], true])
    for (; at < exact.size && exact.hi[at] <= hi[cell]; at++) writer.addSlot(cell, exact.tallies, at)
    expect(exact.hi[at - 1]).toBe(hi[cell])
    writer.close(cell)
  }
  expect(at).toBe(exact.size)
  return { size: lo.length, shift, lo, hi, tallies: writer.finish() }
}

/** What weights come to in memory, where engines do not count by them. */
async function weighedHere(
  here: Engine,
  request: { readonly target?: string; readonly weights?: string },
): Promise<Reference> {
  const { markRows } = await import('../../../src/summaries/mark-rows.ts')
  const { summarizeNumbers } = await import('../../../src/summaries/summarize-numbers.ts')
  const { summarizeCategories } = await import('../../../src/summaries/summarize-categories.ts')
  const values = (name: string | undefined): SourceValues | undefined =>
    here.held!.columns.find((column) => column.name === name)?.values
  const marks = markRows(here.rows, {
    target: values(request.target),
    targetName: request.target,
    weights: values(request.weights) as Float64Array | undefined,
  })
  const counting = request.weights === undefined ? await here.counting(request) : null
  return {
    target: marks.target,
    columns: NUMBERS.map(({ name, specialCodes: special, missingCodes: missing }) =>
      summarizeNumbers(values(name) as Float64Array, { ...marks, notes: [] }, { special, missing }),
    ),
    readRanges: (asked) => counting!.readRanges(asked),
    levels: (name) => summarizeCategories(values(name)!, { ...marks, notes: [] }),
  }
}

type SourceValues = NonNullable<Engine['held']>['columns'][number]['values']
type Counting = Awaited<ReturnType<Engine['counting']>>

interface Reference {
  readonly target: Counting['target']
  readonly columns: readonly NumberSummary[]
  readonly readRanges: Counting['readRanges']
  readonly levels: (name: string) => CategorySummary
}

/** Without shapes, which depend on where cells lie, and without what tells the rows apart. */
function bare(binning: Binning): Binning {
  return {
    ...binning,
    notes: [],
    columns: binning.columns.map((column) => ({ ...column, shape: null, notes: [] })),
  }
}
