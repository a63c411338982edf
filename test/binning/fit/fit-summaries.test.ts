import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chiMerge,
  equalFrequency,
  equalWidth,
  fitSummaries,
  random,
  type SourceColumn,
  type SourceTable,
  toJson,
} from '../../../src/index.ts'
import { type FitRequest, fitSaved, fitSource, summarizeSource } from '../../../src/engines/index.ts'
import { mergeSummaries, readSummaries, summariesToBytes, summariesToJson } from '../../../src/summaries/index.ts'
import { pickRows, type Sample, shuffledSamples } from '../../laws/columns.ts'

fc.configureGlobal({ seed: 1997, numRuns: 25 })

const DAY = 86_400_000

/** A table with a column of every kind. */
function sourceOf(sample: Sample): SourceTable {
  const columns: SourceColumn[] = [
    { name: 'x', kind: 'number', values: Float64Array.from(sample.values) },
    { name: 'level', kind: 'category', values: sample.levels },
    { name: 'day', kind: 'date', values: Float64Array.from(sample.numbers, (y) => Math.round(y) * DAY) },
    {
      name: 'flag',
      kind: 'boolean',
      values: sample.levels.map((level) => (level === null ? null : String(level > 'c'))),
    },
    { name: 'y', kind: 'category', values: sample.labels },
    { name: 'z', kind: 'number', values: Float64Array.from(sample.numbers) },
    { name: 'w', kind: 'number', values: Float64Array.from(sample.weights) },
  ]
  return { rows: sample.values.length, columns, notes: [{ code: 'read', message: 'read' }], skipped: 0 }
}

/** Rows dealt out to three sites, some of which may have none. */
const sites = shuffledSamples().chain(([sample, order]) =>
  fc.tuple(fc.nat(order.length), fc.nat(order.length)).map(([a, b]) => {
    const [first, second] = a < b ? [a, b] : [b, a]
    const parts = [order.slice(0, first), order.slice(first, second), order.slice(second)]
    return { pooled: sourceOf(sample), parts: parts.map((rows) => sourceOf(pickRows(sample, rows))) }
  }),
)

const REQUESTS: Readonly<Record<string, FitRequest>> = {
  'classes by mdlp': { target: 'y', exclude: ['w'], special: [0, 1] },
  'classes by chi-merge, with weights': { target: 'y', weight: 'w', method: chiMerge, bins: 3, exclude: ['z'] },
  'classes by equal-frequency, readable': { target: 'y', method: equalFrequency, bins: 4, options: { readable: true } },
  'a number by equal-frequency': { target: 'z', targetKind: 'numeric', missingPolicy: 'nearest' },
  'a number with weights': { target: 'z', targetKind: 'numeric', weight: 'w', columns: ['x', 'day', 'level'] },
  'no target': { method: equalWidth, bins: 5, cutsOf: { x: [2, 30] } },
}

describe('summaries of three sites, saved, merged and fitted, give the binning of the pooled rows', () => {
  test.each(Object.entries(REQUESTS))('%s', async (_, request) => {
    await fc.assert(
      fc.asyncProperty(sites, async ({ pooled, parts }) => {
        const saved = await Promise.all(
          parts.map(async (part, i) => {
            const table = await summarizeSource(part, { ...request, source: `site ${i}` })
            const bytes = i === 1 ? new TextEncoder().encode(summariesToJson(table)) : summariesToBytes(table)
            return { name: `site ${i}`, table: readSummaries(bytes) }
          }),
        )
        // A few rows hold too little to say whether a column names them.
        fc.pre(new Set(saved.map(({ table }) => table.columns.length)).size === 1)
        const whole = { ...request, source: 'pooled' }
        const fromRows = await outcome(() => fitSource(pooled, whole))
        const fromSummaries = await outcome(() =>
          fitSaved(mergeSummaries(saved, 'pooled'), { ...request, exclude: undefined }),
        )
        expect(fromSummaries).toBe(fromRows)
      }),
    )
  })
})

test('large columns, which are not sorted when rows are fitted, give the same binning from summaries', async () => {
  const { next, normal } = random(11)
  const x = Float64Array.from({ length: 60_000 }, () => normal() * (next() < 0.1 ? 50 : 1))
  const age = x.map(() => Math.floor(18 + next() * 70))
  const y = Array.from(x, (value, i) => (value + age[i] / 50 + normal() > 1 ? 'yes' : 'no'))
  const part = (from: number, to: number): SourceTable => ({
    rows: to - from,
    columns: [
      { name: 'x', kind: 'number', values: x.slice(from, to) },
      { name: 'age', kind: 'number', values: age.slice(from, to) },
      { name: 'y', kind: 'category', values: y.slice(from, to) },
    ],
    notes: [],
    skipped: 0,
  })
  const bounds = [0, 9_000, 31_000, 60_000]
  const saved = await Promise.all(
    bounds.slice(1).map(async (to, i) => ({
      name: `site ${i}`,
      table: readSummaries(summariesToBytes(await summarizeSource(part(bounds[i], to), { target: 'y' }))),
    })),
  )
  const pooled = await fitSource(part(0, 60_000), { target: 'y', source: 'pooled' })
  expect(pooled.columns.every((column) => column.bins.length > 1)).toBe(true)
  expect(toJson(await fitSaved(mergeSummaries(saved, 'pooled'), {}))).toBe(toJson(pooled))
})

/** The saved binning, or what was refused. Notes on ids are those of the sites. */
async function outcome(fit: () => ReturnType<typeof fitSource>): Promise<string> {
  try {
    const binning = await fit()
    return toJson({ ...binning, notes: (binning.notes ?? []).filter((note) => note.code !== 'id') })
  } catch (error) {
    return String(error).replace(/fitSource|fitSaved/, 'fit')
  }
}

describe('fitting summaries', () => {
  const rows = Array.from({ length: 60 }, (_, i) => i)
  const source: SourceTable = {
    rows: 60,
    columns: [
      { name: 'x', kind: 'number', values: Float64Array.from(rows, (i) => i * 1.5) },
      { name: 'level', kind: 'category', values: rows.map((i) => 'abc'[i % 3]) },
      { name: 'y', kind: 'category', values: rows.map((i) => (i < 31 ? 'no' : 'yes')) },
      { name: 'w', kind: 'number', values: Float64Array.from(rows, (i) => 1 + (i % 2)) },
    ],
    notes: [],
    skipped: 0,
  }
  const request: FitRequest = { target: 'y', columns: ['x', 'level'], special: [3] }

  test('takes what was fixed when it is said again, and refuses anything else', async () => {
    const table = await summarizeSource(source, request)
    const same = await fitSaved(table, { target: 'y', targetKind: 'class', special: [3], columns: ['x'], event: 'yes' })
    expect(same.target).toMatchObject({ name: 'y', event: 'yes' })
    const refused = async (more: FitRequest): Promise<string> => outcome(() => fitSaved(table, more))
    expect(await refused({ target: 'w' })).toBe(
      'DataError: fit: the target of a summary is fixed: it has y, got w; summarize the rows again',
    )
    expect(await refused({ targetKind: 'numeric' })).toBe(
      'DataError: fit: the kind of target of a summary is fixed: it has class, got numeric; summarize the rows again',
    )
    expect(await refused({ weight: 'w' })).toBe(
      'DataError: fit: the weight of a summary is fixed: it has none, got w; summarize the rows again',
    )
    expect(await refused({ sample: 3 })).toBe('ArgumentError: fit: sample must not be given, a summary has no rows')
    expect(await refused({ special: [4] })).toBe(
      'DataError: fit: column x: its special codes are fixed in the summary as [3], got [4]; declare them when the rows are summarized',
    )
    expect(await refused({ perColumn: { x: { kind: 'date' } } })).toBe(
      'DataError: fit: column x: its values were summarized as number, not as date',
    )
    expect(await refused({ columns: ['lvel'] })).toBe('DataError: fit: unknown column "lvel", did you mean level?')
    expect(await refused({ event: 'maybe' })).toMatch(/^DataError: fit: unknown event class "maybe"/)
  })

  test('says of coarse cells that cuts are not exact, and counts no row wrong', async () => {
    const table = await summarizeSource(source, { ...request, cells: 12 })
    const coarse = await fitSaved(table, {})
    expect(coarse.columns[0]).toMatchObject({ cutsExact: false, countsExact: true })
    expect(coarse.columns[0].bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(59)
    const exact = await fitSummaries(await summarizeSource(source, { ...request, shift: 0 }))
    expect(exact.columns[0]).toMatchObject({ cutsExact: true, cuts: [45.75] })
  })

  test('stops between columns, and tells how far it is', async () => {
    const table = await summarizeSource(source, request)
    const told: unknown[] = []
    await fitSaved(table, {}, { onProgress: (...step) => void told.push(step) })
    expect(told).toEqual([
      [1, 2, 'x'],
      [2, 2, 'level'],
    ])
    const signal = { aborted: true, reason: new Error('enough') }
    await expect(fitSaved(table, {}, { signal })).rejects.toThrow('enough')
    await expect(summarizeSource(source, request, { signal })).rejects.toThrow('enough')
  })

  test('refuses cells that are too few, with the column, and a table without columns', async () => {
    await expect(summarizeSource(source, { ...request, cells: 3 })).rejects.toThrow(
      'column x: coarsen: 3 cells are too few for the sizes of the values, which span more powers of two',
    )
    await expect(summarizeSource({ ...source, columns: [source.columns[2]] }, { target: 'y' })).rejects.toThrow(
      'there is no column to summarize',
    )
  })
})
