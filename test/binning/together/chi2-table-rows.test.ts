import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import { type CategoryColumn, hasCuts } from '../../../src/binning/binning.ts'
import { type Chi2Fit, chi2Table } from '../../../src/binning/together/chi2-table.ts'
import type { Chi2Options } from '../../../src/discretizers/methods/chi2.ts'
import type { Table } from '../../../src/types.ts'
import {
  cutsOf,
  DEFAULTS,
  inconsistentRows,
  type Interval,
  naiveAllows,
  naiveBar,
  naiveMerge,
  startIntervals,
} from '../../discretizers/methods/chi2-naive.ts'
import { cases } from '../../cases.ts'

const cutsByName = ({ binning }: Chi2Fit): Record<string, readonly number[]> =>
  Object.fromEntries(binning.columns.filter(hasCuts).map((column) => [column.name, column.cuts]))

/** A column of numbers with gaps (null), by name. */
type Columns = Readonly<Record<string, readonly (number | null)[]>>

interface NaiveFit {
  readonly cuts: Record<string, number[]>
  readonly dropped: string[]
  readonly inconsistency: number
}

/**
 * Chi2 over a table as the paper has it: every check runs ChiMerge from the start for every column that moved, and counts
 * rows by text keys. `table` may have category columns besides the numbers in `columns`.
 */
function naiveTable(
  table: Table,
  columns: Columns,
  target: string,
  options: Chi2Options,
  w?: readonly number[],
): NaiveFit {
  const y = table[target] as readonly string[]
  const weights = w ?? y.map(() => 1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const names = Object.keys(columns)
  const others = Object.keys(table).filter((name) => name !== target && name !== 'w' && !names.includes(name))
  const start = new Map<string, Interval[]>()
  const classes = new Map<string, number>()
  for (const name of names) {
    const here = columns[name].flatMap((value, row) => (value === null ? [] : [row]))
    const pick = <T>(list: readonly T[]): T[] => here.map((row) => list[row])
    start.set(name, startIntervals(pick(columns[name]) as number[], pick(y), pick(weights), options))
    classes.set(name, new Set(pick(y)).size)
  }
  const forced = (name: string): Interval[] => {
    const intervals = start.get(name)!
    return options.maxBins === null ? intervals : naiveMerge(intervals, -1, options, options.maxBins)
  }
  const seen = new Map<string, Interval[]>()
  const stepped = (name: string, step: number): Interval[] => {
    const key = `${name} ${step}`
    const bar = naiveBar(step, options.startLevel, classes.get(name)!)
    const merged = seen.get(key) ?? naiveMerge(forced(name), bar, options)
    seen.set(key, merged)
    return merged
  }
  const key = (state: ReadonlyMap<string, Interval[] | null>, row: number): string =>
    [
      ...names.map((name) => {
        const [intervals, value] = [state.get(name), columns[name][row]]
        if (intervals === null || intervals === undefined) return 'gone'
        return value === null ? 'missing' : String(intervals.findIndex(({ hi }) => value <= hi))
      }),
      ...others.map((name) => String(table[name][row])),
    ].join()
  const lost = (state: ReadonlyMap<string, Interval[] | null>): number =>
    inconsistentRows(
      y.map((_, row) => key(state, row)),
      y,
      weights,
    )
  const raw = lost(start)
  const allows = (state: ReadonlyMap<string, Interval[] | null>): boolean =>
    naiveAllows(lost(state), raw, total, options)

  const steps = new Map(names.map((name) => [name, -1]))
  let state = new Map<string, Interval[] | null>(names.map((name) => [name, forced(name)]))
  if (!allows(state)) state = new Map(names.map((name) => [name, stepped(name, 0)]))
  else {
    for (let step = 0; [...state.values()].some((intervals) => intervals!.length > 1); step++) {
      const next = new Map(names.map((name) => [name, stepped(name, step)]))
      if (!allows(next)) break
      state = next
      for (const name of names) steps.set(name, step)
    }
    const open = new Set(names)
    while (open.size > 0) {
      for (const name of names.filter((candidate) => open.has(candidate))) {
        const whole = state.get(name)!.length <= 1
        const step = steps.get(name)! + 1
        const next = new Map(state).set(name, whole ? null : stepped(name, step))
        const allowed = allows(next)
        if (allowed) state = next
        if (allowed) steps.set(name, step)
        if (whole || !allowed) open.delete(name)
      }
    }
  }
  const uniform = (name: string): boolean => {
    const intervals = state.get(name)!
    return (
      intervals === null ||
      new Set(columns[name].map((value) => (value === null ? -1 : intervals.findIndex(({ hi }) => value <= hi))))
        .size <= 1
    )
  }
  return {
    cuts: Object.fromEntries(names.map((name) => [name, cutsOf(state.get(name) ?? [])])),
    dropped: names.filter(uniform),
    inconsistency: lost(state) / total,
  }
}

interface Case {
  readonly columns: Columns
  readonly y: string[]
  readonly w: number[]
  readonly levels: string[] | null
}

/** Small tables whose class depends on some of the columns, with noise, gaps and ties. */
function anyTables(weights: readonly number[]): fc.Arbitrary<Case> {
  const row = fc.record({
    values: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
    noise: fc.integer({ min: 0, max: 9 }),
    gap: fc.integer({ min: 0, max: 19 }),
    w: fc.constantFrom(...weights),
  })
  return fc
    .record({
      count: fc.integer({ min: 2, max: 4 }),
      classes: fc.integer({ min: 2, max: 3 }),
      rule: fc.integer({ min: 0, max: 2 }),
      gaps: fc.boolean(),
      withLevels: fc.boolean(),
      rows: fc.array(row, { minLength: 4, maxLength: 40, size: 'max' }),
    })
    .map(({ count, classes, rule, gaps, withLevels, rows }) => ({
      columns: Object.fromEntries(
        Array.from({ length: count }, (_, c) => [
          `x${c}`,
          rows.map(({ values, gap }) => (gaps && gap === c ? null : values[c])),
        ]),
      ),
      y: rows.map(({ values: [a, b], noise }) => {
        const zone = rule === 0 ? Number(a > 4) : rule === 1 ? Number(a > 3) + Number(b > 5) : Number(a > 4 !== b > 4)
        return 'abc'[noise === 0 ? (a + b) % classes : zone % classes]
      }),
      w: rows.map(({ w }) => w),
      levels: withLevels ? rows.map(({ values }) => 'uv'[Number(values[3] > 6)]) : null,
    }))
}

const anyOptions = fc.record({
  startLevel: fc.constantFrom(0.5, 0.5, 0.9, 0.05),
  delta: fc.constantFrom(0, 0.05, 0.05, 0.1, 0.2),
  absolute: fc.boolean(),
  expectedFloor: fc.constantFrom(0, 0.5),
  start: fc.constantFrom('boundaries' as const, 'distinct' as const),
  maxBins: fc.constantFrom(null, null, null, 3),
})

describe('against going through the rows', () => {
  test.each([
    ['without weights', [1], 300],
    ['with whole weights', [1, 2, 5], 150],
    ['with fractional weights', [0.25, 0.5, 1.75], 150],
  ])('cuts, dropped columns and inconsistency are the same %s', async (_, weights, numRuns) => {
    let [cuts, drops] = [0, 0]
    await fc.assert(
      fc.asyncProperty(anyTables(weights), anyOptions, async ({ columns, y, w, levels }, given) => {
        const weighted = weights.length > 1
        const table = { ...columns, ...(levels === null ? {} : { levels }), y, ...(weighted ? { w } : {}) }
        const expected = naiveTable(table, columns, 'y', { ...DEFAULTS, ...given }, weighted ? w : undefined)
        const fitted = await chi2Table(table, { target: 'y', ...(weighted ? { weights: 'w' } : {}), all: given })
        expect(cutsByName(fitted)).toEqual(expected.cuts)
        expect(fitted.dropped).toEqual(expected.dropped)
        expect(fitted.inconsistency).toBeCloseTo(expected.inconsistency, 12)
        cuts += Object.values(expected.cuts).flat().length
        drops += expected.dropped.length
      }),
      { seed: Number(process.env.KERF_TEST_SEED ?? 20261115), numRuns },
    )
    expect(Math.min(cuts, drops)).toBeGreaterThan(numRuns / 2)
  })
})

describe('laws of chi2Table', () => {
  const anyCase = fc.tuple(anyTables([0.1, 0.7, 1, 2, 3]), anyOptions, fc.constantFrom('left', 'right'))
  const seed = Number(process.env.KERF_TEST_SEED ?? 20261115)
  const pickRows = (table: Readonly<Record<string, readonly unknown[]>>, rows: readonly number[]): Table =>
    Object.fromEntries(Object.entries(table).map(([name, list]) => [name, rows.map((row) => list[row]) as number[]]))
  const tableOf = ({ columns, y, w, levels }: Case): Readonly<Record<string, readonly unknown[]>> => ({
    ...columns,
    ...(levels === null ? {} : { levels }),
    y,
    w,
  })

  test('the bins of the selected columns alone have the inconsistency that is told, and that is allowed', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ([sample, given, closed]) => {
        const table = tableOf(sample) as Table
        const { binning, selected, dropped, inconsistency, rawInconsistency } = await chi2Table(table, {
          target: 'y',
          weights: 'w',
          all: { ...given, closed },
        })
        const names = binning.columns.map(({ name }) => name)
        expect([...selected, ...dropped].toSorted()).toEqual(names.toSorted())
        const slots = binning.columns
          .filter(({ name }) => selected.includes(name))
          .map((column) => assign(column as CategoryColumn, table[column.name] as string[]))
        const keys = sample.y.map((_, row) => slots.map((list) => list[row]).join())
        const total = sample.w.reduce((sum, weight) => sum + weight, 0)
        expect(inconsistency).toBeCloseTo(inconsistentRows(keys, sample.y, sample.w) / total, 9)
        const counted = inconsistency - (given.absolute ? 0 : rawInconsistency)
        const exceeded = (binning.notes ?? []).some(({ code }) => code === 'inconsistent')
        expect(exceeded || counted < given.delta + 1e-9).toBe(true)
      }),
      { seed, numRuns: cases(60, 150) },
    )
  })

  test('the order of the rows does not matter, and a row twice is a row of weight 2', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(), async ([sample, given], shift) => {
        const table = tableOf(sample)
        const rows = sample.y.map((_, row) => row)
        const turned = rows.map((row) => (row * 7 + shift) % rows.length)
        fc.pre(new Set(turned).size === rows.length)
        const options = { target: 'y', weights: 'w', all: given }
        const fitted = await chi2Table(table as Table, options)
        expect(await chi2Table(pickRows(table, turned), options)).toEqual(fitted)
        const doubled = { ...table, w: sample.w.map((weight) => 2 * weight) } as Table
        const twice = await chi2Table(pickRows(table, [...rows, ...rows]), options)
        const heavy = await chi2Table(doubled, options)
        expect([cutsByName(twice), twice.dropped]).toEqual([cutsByName(heavy), heavy.dropped])
      }),
      { seed, numRuns: cases(60, 150) },
    )
  })
})
