import { describe, expect, test } from 'vitest'
import { assign } from '../../../src/binning/assign.ts'
import type { NumberColumn } from '../../../src/binning/binning.ts'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import type { Alarm } from '../../../src/streams/alarms/alarm.ts'
import { ColumnWatch, type ColumnWatchState } from '../../../src/streams/alarms/column-watch.ts'
import { random } from '../../../src/util/random.ts'

describe('ColumnWatch', async () => {
  const { normal, next } = random(1)
  const x = Array.from({ length: 3000 }, () => normal())
  const y = x.map((value) => (next() < (value > 0 ? 0.7 : 0.2) ? 'yes' : 'no'))
  const binning = await fitTable({ x, y }, { target: 'y', all: { method: equalFrequency, bins: 8 } })
  const column = binning.columns[0] as NumberColumn

  function stream(watch: ColumnWatch, seed: number, change: 'none' | 'rows' | 'classes', restore = false): Alarm[] {
    const source = random(seed)
    const alarms: Alarm[] = []
    for (let row = 0; row < 3000; row++) {
      if (restore && row === 1300)
        watch = ColumnWatch.restore(JSON.parse(JSON.stringify(watch.state())) as ColumnWatchState)
      const changed = row >= 1000
      const value = source.normal() + (changed && change === 'rows' ? 1 : 0)
      const up = value > 0 !== (changed && change === 'classes')
      const classAt = source.next() < (up ? 0.7 : 0.2) ? 1 : 0
      alarms.push(...watch.update(assign(column, value), row % 5 === 0 ? null : classAt, row))
    }
    return alarms
  }

  test('tells rows from classes, from the counts of the fit on', () => {
    expect(stream(ColumnWatch.of(column, binning.target, { runLength: 1e6 }), 2, 'none')).toEqual([])
    const rows = stream(ColumnWatch.of(column, binning.target, { runLength: 1e6 }), 7, 'rows')
    expect(rows.map(({ kind, column: name }) => [kind, name])).toEqual([['population', 'x']])
    expect(rows[0].at - 1000).toBeLessThan(40)
    expect(
      stream(ColumnWatch.of(column, binning.target, { runLength: 1e6 }), 4, 'classes').map(({ kind }) => kind),
    ).toEqual(['concept'])
  })

  test('goes on from saved state, and takes rebuilt cuts', () => {
    const make = (): ColumnWatch => ColumnWatch.of(column, binning.target, { useCounts: false })
    expect(stream(make(), 5, 'rows', true)).toEqual(stream(make(), 5, 'rows'))
    const watch = make()
    const alarms = Array.from({ length: 120 }, (_, i) => {
      const cuts = [i < 70 ? 0.2 : 0.4]
      return watch.rebuilt({ row: 100 * i, cuts, rankOf: (value) => value, rows: 1000 })
    }).flat()
    expect(alarms.map(({ kind, what }) => [kind, what])).toEqual([['boundary', 'moved']])
  })

  test('given values, tells what bins cannot: moves beyond the last cut and inside a bin', () => {
    const found = (move: (row: number) => number, withValue: boolean): Alarm[] => {
      const source = random(12)
      let watch = ColumnWatch.of(column, null)
      return Array.from({ length: 1400 }, (_, row) => {
        if (row === 700) watch = ColumnWatch.restore(JSON.parse(JSON.stringify(watch.state())) as ColumnWatchState)
        const value = source.normal() + move(row)
        return watch.update(assign(column, value), null, row, withValue ? value : undefined)
      }).flat()
    }
    const twice = (row: number): number => (row >= 500 ? 5 : 0) + (row >= 800 ? 7 : 0)
    expect(found(twice, false).map(({ since }) => since)).toEqual([500])
    const alarms = found(twice, true)
    expect(alarms.map(({ since }) => since)).toEqual([500, 800])
    expect(alarms[1]).toMatchObject({ bin: null, runLength: 20_000 })
    expect(alarms[1].label).toMatch(/^≥ /)
    const missing = ColumnWatch.of(column, null)
    const last = missing.state().population.labels.length - 1
    const gone = Array.from({ length: 60 }, (_, row) => missing.update(last, null, row, null)).flat()
    expect(gone.map(({ kind }) => kind)).toEqual(['population'])
  })

  test('without classes there are no concepts, and categories have no cuts', async () => {
    const table = await fitTable({ city: y })
    const watch = ColumnWatch.of(table.columns[0], null)
    expect(watch.state()).toMatchObject({ concept: null, boundary: null, population: { ordered: 0 } })
    expect(watch.rebuilt({ row: 1, cuts: [], rankOf: () => 0, rows: 1 })).toEqual([])
  })
})
