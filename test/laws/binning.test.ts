import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assign,
  type Binning,
  binningTable,
  type CategoryColumn,
  type Column,
  fit,
  fitTable,
  fromJson,
  type NumberColumn,
  type Policy,
  recount,
  slotCount,
  slotLabels,
  summarize,
  type Table,
  type Target,
  toJson,
} from '../../src/index.ts'
import { dyadic, nearest, plus, sumOf, times, ZERO } from '../util/dyadic.ts'
import { distinctValues, type Sample } from './columns.ts'
import {
  everyMethod,
  isUnsupervised,
  needsWeight,
  optionsOf,
  type Subject,
  samplesFor,
  summaryOptionsOf,
} from './subjects.ts'
import { cases } from '../cases.ts'

fc.configureGlobal({ seed: 1995, numRuns: cases(10, 25) })

interface Fitted {
  readonly table: Table
  readonly binning: Binning
  readonly weighted: boolean
}

/** How a table is fitted: target, weights, closed end, and whether some values are special or missing codes. */
const settings = fc.record({
  target: fc.constantFrom('class' as const, 'numeric' as const, 'none' as const),
  weighted: fc.boolean(),
  closed: fc.constantFrom('left' as const, 'right' as const, undefined),
  codes: fc.boolean(),
  readable: fc.boolean(),
})
type Setting = typeof settings extends fc.Arbitrary<infer T> ? T : never

/** A table of one number column and one category column, fitted. */
async function fitSampleTable(subject: Subject, sample: Sample, setting: Setting): Promise<Fitted> {
  const target = isUnsupervised(subject) ? setting.target : subject.target
  const { weighted, closed, readable } = setting
  const distinct = setting.codes ? distinctValues(sample.values) : []
  const [special, missing] = [distinct.slice(1, 3).toReversed(), distinct.slice(4, 5)]
  if (weighted) needsWeight(sample, [...special, ...missing])
  const table = {
    x: sample.values,
    level: sample.levels,
    ...(target === 'none' ? {} : { y: target === 'class' ? sample.labels : sample.numbers }),
    ...(weighted ? { w: sample.weights } : {}),
  }
  const all = summaryOptionsOf(subject, sample, { closed, readable })
  const binning = await fitTable(table, {
    ...(target === 'none' ? {} : { target: 'y', targetKind: target }),
    weights: weighted ? 'w' : undefined,
    columns: ['x', 'level'],
    source: 'sample',
    all: { ...all, special, missing },
  })
  return { table, binning, weighted }
}

/** Laws of a fitted table; all are tried on the same tables, which take longer to fit than to look at. */
async function fittedTables(subject: Subject): Promise<void> {
  await fc.assert(
    fc.asyncProperty(samplesFor(subject), settings, async (sample, setting) => {
      const fitted = await fitSampleTable(subject, sample, setting)
      savedIsTheSame(fitted)
      recountedIsTheSame(fitted)
      countsAreConserved(fitted, sample)
      oneByOneIsTheSame(fitted)
    }),
  )
}

function slotsOf(column: Column, table: Table): Int32Array {
  return column.kind === 'number' || column.kind === 'date'
    ? assign(column, table[column.name] as readonly number[])
    : assign(column as CategoryColumn, table[column.name] as readonly string[])
}

function savedIsTheSame({ table, binning }: Fitted): void {
  const text = toJson(binning)
  const back = fromJson(text)
  expect(back).toEqual(binning)
  expect(toJson(back)).toBe(text)
  for (const [i, column] of binning.columns.entries()) {
    expect(slotsOf(back.columns[i], table)).toEqual(slotsOf(column, table))
  }
}

function recountedIsTheSame({ table, binning, weighted }: Fitted): void {
  const again = recount(binning, table, { weights: weighted ? 'w' : undefined })
  expect(again.columns).toEqual(binning.columns)
  expect(again.target).toEqual(binning.target)
}

/** Every row that counts is in the slot that `assign` says: rows, weights and classes, exactly. */
function countsAreConserved({ table, binning, weighted }: Fitted, sample: Sample): void {
  const target = binning.target
  for (const column of binning.columns) {
    const slots = slotsOf(column, table)
    const inSlot: number[][] = Array.from({ length: slotCount(column) }, () => [])
    slots.forEach((slot, row) => {
      if (target === null || sample.labels[row] !== null) inSlot[slot].push(row)
    })
    const weigh = (list: readonly number[]): number => nearest(sumOf(list.map((row) => (weighted ? sample.weights[row] : 1)))) // prettier-ignore
    const counted = [...column.bins, column.missing, ...('special' in column ? column.special : [])]
    expect(counted.map(({ count }) => count)).toEqual(inSlot.map((list) => list.length))
    if (weighted) expect(counted.map(({ weight }) => weight)).toEqual(inSlot.map(weigh))
    if (target?.kind === 'numeric') {
      const sumOver = (list: readonly number[], power: number): number => {
        const terms = list.map((row) => {
          const y = dyadic(sample.numbers[row])
          return times(dyadic(weighted ? sample.weights[row] : 1), power === 1 ? y : times(y, y))
        })
        return nearest(terms.reduce(plus, ZERO))
      }
      expect(counted.map(({ sum, sumSquares }) => [sum, sumSquares])).toEqual(
        inSlot.map((list) => [sumOver(list, 1), sumOver(list, 2)]),
      )
    }
    if (target?.kind === 'class') {
      expect(counted.map(({ classes }) => classes)).toEqual(
        inSlot.map((list) => target.classes.map((name) => weigh(list.filter((row) => sample.labels[row] === name)))),
      )
    }
  }
}

function oneByOneIsTheSame({ table, binning }: Fitted): void {
  for (const column of binning.columns) {
    const values = Array.from(table[column.name] as readonly (number | null)[])
    const one = (value: number | null): number => assign(column as NumberColumn, value)
    expect(values.map(one)).toEqual(Array.from(slotsOf(column, table)))
    if (column.kind === 'number') {
      const beside = column.cuts.flatMap((cut) => [cut, cut * (1 + Number.EPSILON), cut / 2, -cut])
      expect(beside.map(one)).toEqual(Array.from(assign(column, Float64Array.from(beside))))
    }
  }
}

/** With policies that send what is missing or special to bins, a table line holds what `assign` sends there. */
function policiesAreFollowed(subject: Subject): void {
  fc.assert(
    fc.property(samplesFor(subject), fc.constantFrom<Policy>('own', 'nearest', 0), (sample, missingPolicy) => {
      const [special, missing] = distinctValues(sample.values).slice(1)
      const column = fit<Record<string, unknown>>(sample.values, {
        ...optionsOf(subject, sample),
        special: special === undefined ? [] : [special],
        missing: missing === undefined ? [] : [missing],
        missingPolicy,
        specialPolicy: missingPolicy === 'own' ? 'nearest' : 'own',
      })
      const inSlot = Array<number>(slotCount(column)).fill(0)
      assign(column, sample.values).forEach((slot, row) => {
        if (sample.labels[row] !== null) inSlot[slot]++
      })
      const labels = slotLabels(column)
      const { rows, total } = binningTable(column, targetOf(subject, sample))
      const lines = new Map(rows.map((row) => [row.label, row.count]))
      expect(labels.map((label) => lines.get(label) ?? 0)).toEqual(inSlot)
      expect(total.count).toBe(sample.labels.filter((label) => label !== null).length)
    }),
  )
}

function targetOf(subject: Subject, sample: Sample): Target | null {
  const target = subject.target === 'class' ? sample.labels : sample.numbers
  return summarize(sample.values, { target, targetKind: subject.target }).target
}

everyMethod('what a policy sends to a bin is counted there', policiesAreFollowed)
everyMethod(
  'a binning saved and read back, counted again, counted row by row and asked value by value is the same',
  fittedTables,
)

test('names and labels of any characters are saved and read back', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 5 })
  const word = fc.oneof(
    text,
    fc.constantFrom('__proto__', 'constructor', 'missing', '(missing)', 'Infinity', '1', '01'),
  )
  await fc.assert(
    fc.asyncProperty(word, word, fc.array(fc.tuple(word, word), { maxLength: 12 }), async (name, target, pairs) => {
      fc.pre(name !== target)
      const table = Object.fromEntries([
        [name, pairs.map(([level]) => level)],
        [target, pairs.map(([, label]) => label)],
      ])
      const binning = await fitTable(table, { target, source: name })
      const json = toJson(binning)
      expect(fromJson(json)).toEqual(binning)
      expect(toJson(fromJson(json))).toBe(json)
      expect(recount(binning, table).columns).toEqual(binning.columns)
      const [column] = binning.columns
      const labels = slotLabels(column)
      expect(new Set(labels).size).toBe(labels.length)
    }),
    { numRuns: cases(100, 200) },
  )
})
