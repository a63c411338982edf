import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../src/streams/alarms/alarm.ts'
import { PopulationWatch, type PopulationState } from '../../../src/streams/alarms/population-drift.ts'
import { random } from '../../../src/util/random.ts'
import { CELLS, cellOf, watchRows } from '../made.ts'

/** Every slot. */
const EVERY = [...CELLS.keys(), CELLS.length]

describe('PopulationWatch', () => {
  test('raises at most one false alarm per 10,000 rows', () => {
    let alarms = 0
    for (let seed = 100; seed < 120; seed++) alarms += watchRows(seed, 20_000, ({ normal }) => normal()).alarms.length
    expect(alarms).toBeLessThanOrEqual(40)
    expect(alarms).toBeGreaterThan(10)
  })

  test('a shorter run length means more of them, a longer one fewer', () => {
    const count = (runLength: number): number =>
      watchRows(3, 60_000, ({ normal }) => normal(), { runLength, learn: 100 }).alarms.length
    expect(count(500)).toBeGreaterThan(40)
    expect(count(500)).toBeLessThan(130)
    expect(count(1e9)).toBe(0)
  })

  test.each<[string, (t: number, normal: number) => number, number, number[]]>([
    ['a move of half a deviation', (_, x) => x + 0.5, 110, EVERY],
    ['a move of one deviation', (_, x) => x + 1, 30, [10, 11]],
    ['a move of two deviations', (_, x) => x - 2, 12, [0, 1]],
    ['twice the spread', (_, x) => 2 * x, 50, [0, 11]],
    ['half the spread', (_, x) => x / 2, 60, EVERY],
    ['missing values', (t, x) => (t % 4 === 0 ? Number.NaN : x), 25, [12]],
  ])('finds %s within so many rows', (_, change, limit, bins) => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((seed) => {
      const { alarms } = watchRows(seed, 4000, ({ normal }, row) => (row < 3000 ? normal() : change(row, normal())))
      const alarm = alarms.find(({ at }) => at >= 3000)!
      expect(Math.abs(alarm.since - 3000)).toBeLessThan(150)
      expect(bins).toContain(alarm.bin)
      return alarm.at - 3000
    })
    expect(delays.toSorted((a, b) => a - b)[3]).toBeLessThanOrEqual(limit)
  })

  test('says which column, which bin, since when and how much', () => {
    const { alarms } = watchRows(2, 2100, ({ normal }, row) => (row < 2000 ? normal() : normal() + 2))
    const { text, ...alarm } = alarms[0]
    expect(alarm).toMatchObject({
      kind: 'population',
      column: 'x',
      bin: 11,
      label: 'cell 11',
      measure: 'psi',
      what: null,
    })
    expect(alarm.now! - alarm.before!).toBeGreaterThan(0.3)
    expect(alarm.ks).toBeGreaterThan(0.4)
    expect(alarm.pValue).toBeLessThan(1e-6)
    expect(text).toBe(
      `x: the rows seem to have changed since row ${alarm.since} (alarm at row ${alarm.at} after ${alarm.rows} such rows; ` +
        `by chance at most once in 10000 rows): PSI ${Number(alarm.amount.toPrecision(3))}, ` +
        `largest change in "cell 11", ${Number((100 * alarm.before!).toPrecision(3))} % before, ${Number((100 * alarm.now!).toPrecision(3))} % since`,
    )
  })

  test('after a change the new rows are learned, and a change back is found', () => {
    const { alarms } = watchRows(4, 6000, ({ normal }, row) => normal() + (row >= 2000 && row < 4000 ? 1.5 : 0))
    expect(alarms.map(({ since }) => Math.round(since / 100) * 100)).toEqual([2000, 4000])
  })

  test('a reference needs no rows to learn from, and counts against the stream at once', () => {
    const reference = CELLS.map((_, i) => (i === 0 ? 500 : 100))
    const watch = new PopulationWatch({ column: 'x', labels: CELLS, ordered: CELLS.length, reference })
    const { normal } = random(1)
    let alarm: Alarm | null = null
    for (let row = 0; alarm === null && row < 500; row++) alarm = watch.update(cellOf(normal()), row)
    expect(alarm!.since).toBeLessThan(20)
    expect(alarm).toMatchObject({ bin: 0 })
  })

  test('categories: a level that grows is named', () => {
    const watch = new PopulationWatch({ column: 'city', labels: ['Oslo', 'Bergen', 'missing'] })
    const { next } = random(9)
    const alarms: Alarm[] = []
    for (let row = 0; row < 3000; row++) {
      const alarm = watch.update(next() < (row < 2500 ? 0.1 : 0.4) ? 1 : 0, row)
      if (alarm !== null) alarms.push(alarm)
    }
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toMatchObject({ label: 'Bergen', ks: null })
    expect(alarms[0].at - 2500).toBeLessThan(60)
  })

  test('a saved watch goes on as if nothing had happened', () => {
    const value = ({ normal }: { normal: () => number }, row: number): number => normal() + (row < 2600 ? 0 : 0.4)
    for (const stop of [150, 900, 2700]) {
      const source = random(12)
      const whole = watchRows(12, 4000, value)
      let watch = new PopulationWatch({ column: 'x', labels: [...CELLS, 'missing'], ordered: CELLS.length })
      const alarms: Alarm[] = []
      for (let row = 0; row < 4000; row++) {
        if (row === stop) watch = PopulationWatch.restore(JSON.parse(JSON.stringify(watch.state())) as PopulationState)
        const alarm = watch.update(cellOf(value(source, row)), row)
        if (alarm !== null) alarms.push(alarm)
      }
      expect(alarms).toEqual(whole.alarms)
      expect(watch.state()).toEqual(whole.watch.state())
    }
  })

  test('what never occurs raises no alarm, however long that lasts', () => {
    const watch = new PopulationWatch({ column: 'x', labels: CELLS, ordered: CELLS.length, runLength: 100 })
    let alarms = 0
    for (let row = 0; row < 60_000; row++) if (watch.update(5, row) !== null) alarms++
    expect(alarms).toBe(0)
    let late = 0
    while (watch.update(11, 60_000 + late) === null) late++
    expect(late).toBeLessThan(6)
  })

  test('what it looks for is made anew each time the rows have doubled', () => {
    const learned = (rows: number): number =>
      watchRows(1, rows, ({ normal }) => normal(), { runLength: 1e12 }).watch.state().detector.learned
    expect([40, 100, 300, 500, 1000].map(learned)).toEqual([0, 100, 200, 400, 800])
  })

  test('its state does not grow with the rows', () => {
    const size = (rows: number): number =>
      JSON.stringify(watchRows(1, rows, ({ normal }) => normal(), { runLength: 1e12 }).watch.state()).length
    expect(size(50_000)).toBeLessThan(1.1 * size(5000))
  })

  test('wrong use is refused', () => {
    const labels = ['a', 'b']
    expect(() => new PopulationWatch({ column: 'x', labels: [] })).toThrow('labels must be names of slots, got []')
    expect(() => new PopulationWatch({ column: 'x', labels, ordered: 3 })).toThrow(
      'ordered must be an integer from 0 to 2',
    )
    expect(() => new PopulationWatch({ column: 'x', labels, runLength: 0 })).toThrow(
      'runLength must be a number of at least 1',
    )
    expect(() => new PopulationWatch({ column: 'x', labels }).update(2, 0)).toThrow('slot must be from 0 to 1, got 2')
  })
})
