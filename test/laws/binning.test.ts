import fc from 'fast-check'
import { expect } from 'vitest'
import {
  assign,
  type Binning,
  type CategoryColumn,
  type Column,
  fitTable,
  fromJson,
  type NumberColumn,
  recount,
  slotCount,
  type Table,
  toJson,
} from '../../src/index.ts'
import { nearest, sumOf } from '../util/dyadic.ts'
import { distinctValues, type Sample } from './columns.ts'
import { everyMethod, needsWeight, optionsOf, type Subject, samplesFor } from './subjects.ts'

fc.configureGlobal({ seed: 1995, numRuns: 25 })

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
  const target = subject.method.target === 'none' ? setting.target : 'class'
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
  const {
    target: _target,
    targetKind: _kind,
    weights: _weights,
    ...all
  } = optionsOf(subject, sample, { closed, readable })
  const binning = await fitTable(table, {
    ...(target === 'none' ? {} : { target: 'y', targetKind: target }),
    weights: weighted ? 'w' : undefined,
    columns: ['x', 'level'],
    source: 'sample',
    all: { ...all, special, missing },
  })
  return { table, binning, weighted }
}

async function overTables(subject: Subject, check: (fitted: Fitted, sample: Sample) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(samplesFor(subject), settings, async (sample, setting) => {
      check(await fitSampleTable(subject, sample, setting), sample)
    }),
  )
}

function slotsOf(column: Column, table: Table): Int32Array {
  return column.kind === 'number' || column.kind === 'date'
    ? assign(column, table[column.name] as readonly number[])
    : assign(column as CategoryColumn, table[column.name] as readonly string[])
}

function savedIsTheSame(subject: Subject): Promise<void> {
  return overTables(subject, ({ table, binning }) => {
    const text = toJson(binning)
    const back = fromJson(text)
    expect(back).toEqual(binning)
    expect(toJson(back)).toBe(text)
    for (const [i, column] of binning.columns.entries()) {
      expect(slotsOf(back.columns[i], table)).toEqual(slotsOf(column, table))
    }
  })
}

function recountedIsTheSame(subject: Subject): Promise<void> {
  return overTables(subject, ({ table, binning, weighted }) => {
    const again = recount(binning, table, { weights: weighted ? 'w' : undefined })
    expect(again.columns).toEqual(binning.columns)
    expect(again.target).toEqual(binning.target)
  })
}

/** Every row that counts is in the slot that `assign` says: rows, weights and classes, exactly. */
function countsAreConserved(subject: Subject): Promise<void> {
  return overTables(subject, ({ table, binning, weighted }, sample) => {
    const target = binning.target
    const labels = target?.kind === 'class' ? sample.labels : null
    for (const column of binning.columns) {
      const slots = slotsOf(column, table)
      const inSlot: number[][] = Array.from({ length: slotCount(column) }, () => [])
      slots.forEach((slot, row) => {
        if (labels === null || labels[row] !== null) inSlot[slot].push(row)
      })
      const weigh = (list: readonly number[]): number => nearest(sumOf(list.map((row) => (weighted ? sample.weights[row] : 1)))) // prettier-ignore
      const counted = [...column.bins, column.missing, ...('special' in column ? column.special : [])]
      expect(counted.map(({ count }) => count)).toEqual(inSlot.map((list) => list.length))
      if (weighted) expect(counted.map(({ weight }) => weight)).toEqual(inSlot.map(weigh))
      if (target?.kind === 'class') {
        expect(counted.map(({ classes }) => classes)).toEqual(
          inSlot.map((list) => target.classes.map((name) => weigh(list.filter((row) => sample.labels[row] === name)))),
        )
      }
    }
  })
}

function oneByOneIsTheSame(subject: Subject): Promise<void> {
  return overTables(subject, ({ table, binning }) => {
    for (const column of binning.columns) {
      const values = Array.from(table[column.name] as readonly (number | null)[])
      const one = (value: number | null): number => assign(column as NumberColumn, value)
      expect(values.map(one)).toEqual(Array.from(slotsOf(column, table)))
      if (column.kind === 'number') {
        const beside = column.cuts.flatMap((cut) => [cut, cut * (1 + Number.EPSILON), cut / 2, -cut])
        expect(beside.map(one)).toEqual(Array.from(assign(column, Float64Array.from(beside))))
      }
    }
  })
}

everyMethod('a saved binning read back is the same and assigns the same', savedIsTheSame)
everyMethod('counted again on the same rows, the columns are the same', recountedIsTheSame)
everyMethod('the slots that assign gives are what was counted', countsAreConserved)
everyMethod('a value alone goes where it goes in an array', oneByOneIsTheSame)
