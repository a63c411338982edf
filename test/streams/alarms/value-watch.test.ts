import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../src/streams/alarms/alarm.ts'
import { ColumnWatch, type ColumnWatchState } from '../../../src/streams/alarms/column-watch.ts'
import { StreamAlarms } from '../../../src/streams/alarms/stream-alarms.ts'
import { ValueWatch, type ValueWatchState } from '../../../src/streams/alarms/value-watch.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { watchStream } from '../../../src/streams/watcher.ts'
import { random } from '../../../src/util/random.ts'

/** Normal values, each correlated with the one before, and moved. */
function made(seed: number, rows: number, move: (row: number) => number = () => 0, correlation = 0): Float64Array {
  const { normal } = random(seed)
  let x = normal()
  return Float64Array.from({ length: rows }, (_, row) => {
    x = correlation * x + Math.sqrt(1 - correlation * correlation) * normal()
    return x + move(row)
  })
}

function alarmsOf(values: Float64Array, watch: ValueWatch = new ValueWatch({ column: 'x' })): Alarm[] {
  const rows = Float64Array.from(values, (_, row) => row)
  const alarms: Alarm[] = []
  for (let from = 0; from < values.length;) {
    const { next, alarm } = watch.updateMany(values, rows, from, values.length)
    if (alarm !== null) alarms.push(alarm)
    from = next
  }
  return alarms
}

describe('ValueWatch', () => {
  const seeds = Array.from({ length: 20 }, (_, i) => i + 1)

  test.each([100, 300, 600, 900])(
    'tells a second step %i rows after the first, though it lies beyond all cells',
    (gap) => {
      const told = seeds.filter((seed) => {
        const values = made(seed, 700 + gap + 100, (row) => (row >= 700 ? 3 : 0) + (row >= 700 + gap ? 7 : 0))
        return alarmsOf(values).some(({ at }) => at >= 700 + gap)
      })
      expect(told.length).toBeGreaterThanOrEqual(18)
    },
  )

  test('tells a change soon after the start, as a stream does', () => {
    const stream = new Stream({ columns: seeds.map(String) })
    const told = new Set<string | null>()
    watchStream(stream, [new StreamAlarms(stream)], ({ column, row }) => {
      if (row > 600) told.add(column)
    })
    stream.pushMany(seeds.map((seed) => made(seed, 800, (row) => (row >= 600 ? 3 : 0))))
    expect(told.size).toBeGreaterThanOrEqual(18)
  })

  test.each([0, 0.3])('keeps its promise where rows are correlated by %d', (correlation) => {
    let count = 0
    for (const seed of seeds.slice(0, 15)) count += alarmsOf(made(seed + 50, 20_000, undefined, correlation)).length
    expect(count).toBeLessThanOrEqual(30)
  })

  test('says that rows depend on each other, and that it is no more sure than promised', () => {
    const values = made(3, 4000, (row) => (row >= 3000 ? 4 : 0), 0.5)
    const alarm = alarmsOf(values).find(({ at }) => at >= 3000)!
    expect(alarm.dependence).toBeCloseTo(0.5, 1)
    expect(alarm.text).toMatch(
      /^x: the rows seem to have changed since row \d+ \(alarm at row \d+ after \d+ such rows; by chance at most once in 10000 rows, with neighbouring rows correlated by 0\.\d\d\): PSI /,
    )
    expect(alarmsOf(made(3, 4000, (row) => (row >= 3000 ? 4 : 0))).at(-1)).toMatchObject({ dependence: 0 })
  })

  test('missing values, infinite ones and ties raise no alarm by themselves', () => {
    const kinds: ((source: ReturnType<typeof random>) => number)[] = [
      ({ next, normal }) => (next() < 0.2 ? Number.NaN : normal()),
      ({ next, normal }) => (next() < 0.05 ? -Infinity : normal()),
      ({ next }) => (next() < 0.1 ? 1 : 0),
      () => 3,
      () => Number.NaN,
    ]
    for (const kind of kinds) {
      const source = random(8)
      expect(alarmsOf(Float64Array.from({ length: 5000 }, () => kind(source)))).toEqual([])
    }
    const filled = Float64Array.from({ length: 500 }, (_, row) => (row < 300 ? Number.NaN : row))
    expect(alarmsOf(filled)[0]).toMatchObject({ since: 300 })
  })

  test('row by row, in parts and after a restart it is the same, bit for bit', () => {
    const values = made(5, 6000, (row) => [0, 3, 10, 0, 0.4][Math.floor(row / 1100)] ?? 0, 0.4)
    values.forEach((_, row) => {
      if (row % 37 === 0) values[row] = [Number.NaN, Infinity, -Infinity][row % 3]
    })
    const whole = new ValueWatch({ column: 'x', runLength: 2000 })
    const wanted = alarmsOf(values, whole)
    expect(wanted.length).toBeGreaterThan(3)
    let watch = new ValueWatch({ column: 'x', runLength: 2000 })
    const found: Alarm[] = []
    const changed: number[] = []
    const { next } = random(6)
    values.forEach((value, row) => {
      if (next() < 0.01) {
        const saved = JSON.stringify(watch.state())
        watch = ValueWatch.restore(JSON.parse(saved) as ValueWatchState)
        if (JSON.stringify(watch.state()) !== saved) changed.push(row)
      }
      const alarm = watch.update(value, row)
      if (alarm !== null) found.push(alarm)
    })
    expect(changed).toEqual([])
    expect(found).toEqual(wanted)
    expect(watch.state()).toEqual(whole.state())
  })
})

describe('states saved before values were watched', () => {
  const saved = JSON.parse(readFileSync(new URL('states-before-values.json', import.meta.url), 'utf8')) as Record<
    'choosing' | 'watching',
    unknown
  > & { column: ColumnWatchState }

  test.each(['choosing', 'watching'] as const)('%s cells: they go on, and tell a change', (name) => {
    const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { every: 100 } })
    const watch = new StreamAlarms(stream, { runLength: 2000 })
    watch.restore(saved[name])
    const state = JSON.stringify(watch.toState())
    watch.restore(JSON.parse(state))
    expect(JSON.stringify(watch.toState())).toBe(state)
    const values = made(31, 300, (row) => (row >= 100 ? 3 : 0))
    const alarms = watch.rows({
      first: 1401,
      size: 300,
      values: [values],
      marks: values.map(() => -1),
      classes: ['yes', 'no'],
    })
    expect(alarms[0]).toMatchObject({ kind: 'population', column: 'x', since: 1501 })
  })

  test('of a fitted column', () => {
    const watch = ColumnWatch.restore(saved.column)
    const alarms = Array.from({ length: 30 }, (_, row) => watch.update(3, null, 60 + row)).flat()
    expect(alarms[0]).toMatchObject({ kind: 'population', since: 60 })
  })
})
