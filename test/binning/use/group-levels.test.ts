import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import type { CategoryColumn } from '../../../src/binning/binning.ts'
import { groupLevels, type GroupLevelsOptions } from '../../../src/binning/use/group-levels.ts'
import { binningTable } from '../../../src/binning/use/binning-table.ts'
import { DataError } from '../../../src/errors.ts'
import { summarizeCategories } from '../../../src/summaries/summarize-categories.ts'
import { type MarkOptions, markRows } from '../../../src/summaries/mark-rows.ts'
import type { CategorySummary } from '../../../src/types.ts'
import {
  type LimitName,
  makeCase,
  makeLimits,
  type Objective,
  UNLIMITED,
} from '../../discretizers/optimal/optimal-cases.ts'
import { type NaiveCell, type NaiveLimits, naiveOptimal } from '../../discretizers/optimal/optimal-naive.ts'
import { argumentError, dataError } from '../../refusals.ts'
import { cases } from '../../cases.ts'

function summarizeLevels(levels: readonly (string | null)[], marks: MarkOptions): CategorySummary {
  return summarizeCategories(levels, markRows(levels.length, marks))
}

const groupsOf = ({ bins }: CategoryColumn): string[] => bins.map(({ levels }) => levels.join('+'))

describe('groupLevels', () => {
  const town = Array.from('ppppqqqqrrrrsssstt')
  const paid = Array.from('nnynnynyyyyyyyyyny')

  test('takes levels of a like rate together, lowest first', () => {
    const column = groupLevels(summarizeLevels(town, { target: paid }), { name: 'town', maxBins: 2 })
    expect(column).toEqual({
      name: 'town',
      kind: 'category',
      countsExact: true,
      bins: [
        { label: 'p, q, t', levels: ['p', 'q', 't'], count: 10, classes: [6, 4] },
        { label: 'r, s', levels: ['r', 's'], count: 8, classes: [0, 8] },
      ],
      missing: { count: 0, classes: [0, 0], policy: 'own', bin: null, values: [] },
      reference: {
        levels: ['p', 'q', 'r', 's', 't'],
        counts: [4, 4, 4, 4, 2],
        classes: [
          [3, 2, 0, 0, 1],
          [1, 2, 4, 4, 1],
        ],
      },
      notes: [{ code: 'grouped', message: '5 levels in 2 groups by the rate of y' }],
    })
  })

  test('assigns every level to its group, and other levels to missing', () => {
    const column = groupLevels(summarizeLevels(town, { target: paid }), { maxBins: 2 })
    expect(column.name).toBe('value')
    expect(assign(column, ['t', 's', 'p', 'x', null])).toEqual(Int32Array.of(0, 1, 0, 2, 2))
  })

  test('pools rare levels with the ones next to them', () => {
    const levels = Array.from('aaaaaaaaaabbbbbbbbbbcd')
    const target = Array.from('nnnnnnnnnyyyyyyyyyynny')
    expect(groupsOf(groupLevels(summarizeLevels(levels, { target }), { minShare: 0.1 }))).toEqual(['a+c', 'b+d'])
    expect(groupsOf(groupLevels(summarizeLevels(levels, { target }), { minShare: 0, maxPValue: null }))).toEqual([
      'c',
      'a',
      'b',
      'd',
    ])
  })

  test('follows the event, or the mean of a number', () => {
    const classes = { target: Array.from('xyzxyzxyz'), event: 'z' }
    const levels = Array.from('aaabbbccc')
    expect(groupsOf(groupLevels(summarizeLevels(levels, classes)))).toEqual(['a+b+c'])
    const numbers = { target: [9, 8.5, 9, 1, 1.5, 1, 1, 1, 1.5], targetKind: 'numeric', targetName: 'price' } as const
    const column = groupLevels(summarizeLevels(levels, numbers), { maxPValue: 0.05 })
    expect(groupsOf(column)).toEqual(['b+c', 'a'])
    expect(column.notes).toEqual([{ code: 'grouped', message: '3 levels in 2 groups by the mean of price' }])
  })

  test('leaves a level on its own where that tells more, without a note', () => {
    const column = groupLevels(summarizeLevels(Array.from('aaabbb'), { target: Array.from('nnnyyy') }))
    expect([groupsOf(column), column.notes]).toEqual([['a', 'b'], []])
    expect(groupLevels(summarizeLevels(['a'], { target: ['n'], classes: ['n', 'y'] })).bins).toHaveLength(1)
    expect(groupLevels(summarizeLevels([], { target: [], classes: ['n', 'y'] })).bins).toEqual([])
  })

  test('follows the policy for missing values', () => {
    const levels = ['a', 'a', 'b', 'b', null, null]
    const column = groupLevels(summarizeLevels(levels, { target: Array.from('nnyyyy') }), { missingPolicy: 'nearest' })
    expect(column.missing).toMatchObject({ count: 2, policy: 'nearest', bin: 1 })
    expect(binningTable(column, { kind: 'class', name: null, classes: ['n', 'y'], event: null }).rows[1].count).toBe(4)
  })

  test('leaves trend and mandatory cuts aside, which speak of numbers', () => {
    const summary = summarizeLevels(town, { target: paid })
    expect(groupLevels(summary, { maxBins: 2, trend: 'descending', mandatory: [3] })).toEqual(
      groupLevels(summary, { maxBins: 2 }),
    )
  })

  test('refuses what it cannot do', () => {
    const group = (marks: MarkOptions, options: GroupLevelsOptions = {}): (() => unknown) => {
      return () => groupLevels(summarizeLevels(Array.from('abc'), marks), options)
    }
    expect(group({})).toThrow(dataError('optimal: needs a target to group levels, got no target'))
    expect(group({ target: Array.from('xyz') })).toThrow(
      dataError('optimal: grouping levels needs two classes or an event, the target has 3 classes and no event'),
    )
    expect(group({ target: Array.from('xyx') }, { minBins: 2, minEvents: 1 })).toThrow(
      dataError('optimal: no binning keeps minBins 2 and minEvents 1 together'),
    )
    expect(group({ target: Array.from('xyx') }, { maxBin: 2 } as GroupLevelsOptions)).toThrow(
      argumentError('unknown-option', 'groupLevels: optimal: unknown option maxBin, did you mean maxBins?'),
    )
  })
})

describe('groupLevels equals a search over all groupings that keep the order of rates', () => {
  const NAMES: readonly LimitName[] = [
    'minBins',
    'maxBins',
    'minShare',
    'minEvents',
    'minNonEvents',
    'minRateDifference',
    'maxPValue',
  ]
  const SETS: LimitName[][] = [
    [],
    ...NAMES.map((name) => [name]),
    ...NAMES.flatMap((a, i) => NAMES.slice(i + 1).map((b) => [a, b])),
  ]

  /** Levels by their rate, those of equal rates by their names. */
  function byRate(cells: readonly NaiveCell[], event: number | null): number[] {
    const rates = cells.map(({ classes, rows }) => {
      const weights = event === null ? rows.map(({ w }) => w) : classes
      const events = event === null ? rows.reduce((sum, { y, w }) => sum + y * w, 0) : classes[event]
      return events / weights.reduce((sum, w) => sum + w, 0)
    })
    return cells
      .map((_, i) => i)
      .toSorted((a, b) => (Math.abs(rates[a] - rates[b]) < 1e-11 ? a - b : rates[a] - rates[b]))
  }

  test.each<Objective>(['information', 'iv', 'variance'])('most %s', (objective) => {
    const tally = { cases: 0, refused: 0, grouped: 0, wrong: [] as unknown[] }
    for (let seed = 0; seed < cases(900, 2600); seed++) {
      const made = makeCase(seed, objective, false)
      const { cells, event } = made.column
      if (event === -1) continue
      const names = SETS[seed % SETS.length].filter((name) => objective !== 'variance' || !name.endsWith('Events'))
      const limits: NaiveLimits = { ...UNLIMITED, ...makeLimits(seed, names, made), objective }
      if (limits.maxBins < limits.minBins) continue
      const levels = made.x.map((value) => String.fromCodePoint(97 + value))
      const kind = objective === 'variance' ? 'numeric' : 'class'
      const summary = summarizeLevels(levels, { target: made.y, targetKind: kind, weights: made.w, event: made.event })
      const order = byRate(cells, event)
      const wanted = naiveOptimal({ cells: order.map((i) => cells[i]), event }, limits)?.bounds
      const expected = wanted
        ?.slice(1)
        .map((end, i) => order.slice(wanted[i], end).toSorted((a, b) => a - b).map((level) => String.fromCodePoint(97 + level)).join('+')) // prettier-ignore
      let got: string[] | undefined
      try {
        got = groupsOf(groupLevels(summary, { ...limits, mandatory: [] }))
      } catch (error) {
        if (!(error instanceof DataError)) throw error
        tally.refused++
      }
      tally.cases++
      if (got !== undefined && got.length > 1 && got.length < cells.length) tally.grouped++
      if (got?.join() !== expected?.join()) tally.wrong.push({ seed, limits, got, expected })
    }
    expect(tally.wrong).toEqual([])
    expect(tally.cases).toBeGreaterThanOrEqual(cases(700, 2000))
    expect(tally.grouped).toBeGreaterThan(cases(170, 500))
    expect(tally.refused).toBeGreaterThan(cases(35, 100))
  })
})
