import { describe, expect, test } from 'vitest'
import { summarize } from '../../src/index.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import {
  mergeSummaries,
  type NamedSummaries,
  type SummaryColumn,
  type SummaryTable,
} from '../../src/summaries/index.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'

const created = (name: string, rows: number): SummaryTable['created'] => ({ kerf: '0.1.0', source: { name, rows } })
const numbers = (name: string, values: number[], options = {}): SummaryColumn => ({
  name,
  kind: 'number',
  summary: summarize(values, options),
})
const texts = (name: string, values: (string | null)[]): SummaryColumn => ({
  name,
  kind: 'category',
  summary: summarizeCategories(values, markRows(values.length, {})),
})
const part = (name: string, rows: number, ...columns: SummaryColumn[]): NamedSummaries => ({
  name: `${name}.kerf`,
  table: { created: created(`${name}.csv`, rows), columns, notes: [] },
})

describe('merging summary tables', () => {
  test('goes by name, in the order of the first, and adds the rows', () => {
    const merged = mergeSummaries([
      part('a', 2, numbers('x', [1, 2]), texts('t', ['p', 'q'])),
      part('b', 1, texts('t', ['q']), numbers('x', [7])),
    ])
    expect(merged.created.source).toEqual({ name: 'a.csv + b.csv', rows: 3 })
    expect(merged.columns).toEqual([numbers('x', [1, 2, 7]), texts('t', ['p', 'q', 'q'])])
  })

  test('takes the same file twice, and one alone', () => {
    const a = part('a', 2, numbers('x', [1, 2]))
    expect(mergeSummaries([a, a]).columns).toEqual([numbers('x', [1, 2, 1, 2])])
    expect(mergeSummaries([a]).columns).toEqual(a.table.columns)
    expect(mergeSummaries([a, a]).created.source.name).toBe('a.csv')
    expect(
      mergeSummaries(['a', 'b', 'c', 'd', 'e'].map((name) => part(name, 1, numbers('x', [1])))).created.source,
    ).toEqual({ name: 'a.csv + b.csv + c.csv + 2 more', rows: 5 })
    expect(mergeSummaries([a, a], 'both').created.source.name).toBe('both')
  })

  test('lets a column without any value be of every kind', () => {
    const none = [Number.NaN, Number.NaN]
    const merged = mergeSummaries([
      part('a', 2, numbers('t', none), numbers('d', none)),
      part('b', 2, texts('t', ['p', null]), { ...numbers('d', [5, 6], { special: [5] }), kind: 'date' }),
    ])
    expect(merged.columns).toEqual([
      texts('t', [null, null, 'p', null]),
      { ...numbers('d', [...none, 5, 6], { special: [5] }), kind: 'date' },
    ])
    const back = mergeSummaries([part('b', 1, numbers('t', [4])), part('a', 2, texts('t', [null, null]))])
    expect(back.columns).toEqual([numbers('t', [4, ...none])])
  })

  test('says once what all say, and names those that say something alone', () => {
    const note = { code: 'read', message: 'two columns are called x' }
    const own = { code: 'read', message: 'the last line is cut off' }
    const [a, b] = [part('a', 1, numbers('x', [1])), part('b', 1, numbers('x', [1]))]
    const merged = mergeSummaries([
      { ...a, table: { ...a.table, notes: [note] } },
      { ...b, table: { ...b.table, notes: [own, note] } },
    ])
    expect(merged.notes).toEqual([note, { code: 'read', message: 'b.kerf: the last line is cut off' }])
  })

  const classes = (...target: string[]): object => ({ target, targetName: 'y' })
  const x = numbers('x', [1], classes('a'))
  test.each<[string, NamedSummaries, string]>([
    [
      'a column that is missing',
      part('b', 1, numbers('x1', [1], classes('a'))),
      'b.kerf has no column "x", but a.kerf does; summarize the same columns, see --columns',
    ],
    [
      'a column more',
      part('b', 1, x, numbers('z', [1], classes('a'))),
      'a.kerf has no column "z", but b.kerf does; summarize the same columns, see --columns',
    ],
    [
      'another target',
      part('b', 1, numbers('x', [1], { target: ['a'], targetName: 'z' })),
      'a.kerf and b.kerf, column "x": merge: both summaries must have the same target, got class y and class z',
    ],
    [
      'other special codes',
      part('b', 1, numbers('x', [1], { ...classes('a'), special: [-9] })),
      'a.kerf and b.kerf, column "x": merge: special codes must be the same, got [] and [-9]',
    ],
    [
      'another kind',
      part('b', 1, { ...texts('x', ['p']), name: 'x' }),
      'a.kerf and b.kerf, column "x": numbers in one, texts in the other',
    ],
    [
      'dates',
      part('b', 1, { ...x, kind: 'date' }),
      'a.kerf and b.kerf, column "x": numbers in one, dates in the other',
    ],
  ])('refuses %s', (_, other, message) => {
    expect(() => mergeSummaries([part('a', 1, x), other])).toThrow(message)
  })

  test('refuses other weights', () => {
    const a = part('a', 1, x)
    const weighted = { ...a.table, created: { ...a.table.created, weights: 'w' } }
    expect(() => mergeSummaries([a, { name: 'b.kerf', table: weighted }])).toThrow(
      'a.kerf was summarized with no weights, b.kerf with weights "w"',
    )
  })
})
