import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../src/streams/alarms/alarm.ts'
import { type ConceptState, ConceptWatch } from '../../../src/streams/alarms/concept-drift.ts'
import { random } from '../../../src/util/random.ts'

const LABELS = ['low', 'middle', 'high', 'missing']
const RATES = [0.1, 0.4, 0.8, 0.5]

function watchRows(
  seed: number,
  rows: number,
  rate: (slot: number, row: number) => number,
  restoreAt = -1,
): { alarms: Alarm[]; watch: ConceptWatch } {
  const { next, integer } = random(seed)
  let watch = new ConceptWatch({ column: 'x', labels: LABELS, classes: ['no', 'yes'] })
  const alarms: Alarm[] = []
  for (let row = 0; row < rows; row++) {
    if (row === restoreAt) watch = ConceptWatch.restore(JSON.parse(JSON.stringify(watch.state())) as ConceptState)
    const slot = integer(LABELS.length)
    const alarm = watch.update(slot, next() < rate(slot, row) ? 1 : 0, row)
    if (alarm !== null) alarms.push(alarm)
  }
  return { alarms, watch }
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]

describe('ConceptWatch', () => {
  test('raises at most one false alarm per 10,000 rows', () => {
    let alarms = 0
    for (let seed = 0; seed < 20; seed++) alarms += watchRows(seed, 20_000, (slot) => RATES[slot]).alarms.length
    expect(alarms).toBeLessThanOrEqual(40)
    expect(alarms).toBeGreaterThan(10)
  })

  test.each<[string, (slot: number) => number, number]>([
    ['classes that change places', (slot) => 1 - RATES[slot], 30],
    ['a rate that rises everywhere', (slot) => RATES[slot] + 0.2, 120],
    ['bins that tell nothing any more', () => 0.45, 70],
    ['one bin alone', (slot) => (slot === 0 ? 0.5 : RATES[slot]), 110],
  ])('finds %s within so many rows', (_, rate, limit) => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((seed) => {
      const { alarms } = watchRows(seed, 3000, (slot, row) => (row < 2000 ? RATES[slot] : rate(slot)))
      return (alarms.find(({ at }) => at >= 2000)?.at ?? 3000) - 2000
    })
    expect(median(delays)).toBeLessThanOrEqual(limit)
  })

  test('does not mind how many rows fall into each slot', () => {
    const { next } = random(5)
    const watch = new ConceptWatch({ column: 'x', labels: LABELS, classes: ['no', 'yes'], runLength: 100_000 })
    let alarms = 0
    for (let row = 0; row < 8000; row++) {
      const slot = row < 4000 ? Math.floor(4 * next() * next()) : Math.floor(4 * Math.sqrt(next()))
      if (watch.update(slot, next() < RATES[slot] ? 1 : 0, row) !== null) alarms++
    }
    expect(alarms).toBe(0)
  })

  test('names bin, class, rates and row', () => {
    const { alarms } = watchRows(6, 2600, (slot, row) => (row >= 2000 && slot === 0 ? 0.9 : RATES[slot]))
    const { text, ...alarm } = alarms[0]
    expect(alarm).toMatchObject({
      kind: 'concept',
      bin: 0,
      label: 'low',
      what: 'yes',
      measure: 'share',
      critical: null,
    })
    expect(Math.abs(alarm.since - 2000)).toBeLessThan(30)
    expect(alarm.before).toBeCloseTo(0.1, 1)
    expect(alarm.amount).toBeCloseTo(alarm.now! - alarm.before!, 12)
    expect(text).toMatch(
      /^x: classes inside bins seem to have changed since row 20\d\d \(alarm at row 20\d\d after \d+ such rows; by chance at most once in 10000 rows\), most clearly in "low": yes \d+\.?\d* % before, \d+\.?\d* % since$/,
    )
  })

  test('many classes that have nothing to do with the slots raise no more', () => {
    const { next, integer } = random(3)
    let alarms = 0
    for (let stream = 0; stream < 8; stream++) {
      const watch = new ConceptWatch({ column: 'x', labels: LABELS, classes: ['a', 'b', 'c', 'd', 'e'] })
      for (let row = 0; row < 10_000; row++) {
        if (watch.update(integer(4), next() < 0.6 ? 0 : integer(5), row) !== null) alarms++
      }
    }
    expect(alarms).toBeLessThanOrEqual(8)
  })

  test('pure slots raise no alarm, however long that lasts', () => {
    const watch = new ConceptWatch({ column: 'x', labels: LABELS, classes: ['no', 'yes'], runLength: 100 })
    let alarms = 0
    for (let row = 0; row < 60_000; row++) if (watch.update(row % 3, row % 3 === 0 ? 1 : 0, row) !== null) alarms++
    expect(alarms).toBe(0)
  })

  test('takes more than two classes and a reference', () => {
    const { integer, next } = random(8)
    const reference = LABELS.map((_, slot) => [0, 1, 2].map((at) => (at === slot % 3 ? 800 : 100)))
    const watch = new ConceptWatch({ column: 'x', labels: LABELS, classes: ['a', 'b', 'c'], reference })
    let alarm: Alarm | null = null
    let row = 0
    for (; alarm === null && row < 1000; row++) {
      const slot = integer(4)
      alarm = watch.update(slot, next() < 0.7 ? (slot + 1) % 3 : integer(3), row)
    }
    expect(row).toBeLessThan(25)
    expect(alarm!.amount).toBeGreaterThan(0.4)
  })

  test('a saved watch goes on as if nothing had happened', () => {
    const rate = (slot: number, row: number): number => RATES[slot] + (row > 1500 ? 0.15 : 0)
    const whole = watchRows(6, 3000, rate)
    for (const stop of [100, 1600]) {
      const { alarms, watch } = watchRows(6, 3000, rate, stop)
      expect(alarms).toEqual(whole.alarms)
      expect(watch.state()).toEqual(whole.watch.state())
    }
  })

  test('wrong use is refused', () => {
    const make = (classes: string[], labels = LABELS): ConceptWatch =>
      new ConceptWatch({ column: 'x', labels, classes })
    expect(() => make(['a'])).toThrow('ConceptWatch: classes must be two or more, got 1')
    expect(() => make(['a', 'b'], [])).toThrow('labels must be names of slots')
    expect(() => make(['a', 'b']).update(4, 0, 0)).toThrow('slot must be from 0 to 3, got 4')
    expect(() => make(['a', 'b']).update(0, 2, 0)).toThrow('classAt must be from 0 to 1, got 2')
  })
})

test('a column that tells nothing about the classes raises no more alarms than others', () => {
  const { next } = random(21)
  const labels = Array.from({ length: 11 }, (_, slot) => `slot ${slot}`)
  const watch = new ConceptWatch({ column: 'x', labels, classes: ['no', 'yes'] })
  let alarms = 0
  for (let row = 1; row <= 60_000; row++) {
    if (watch.update(1 + Math.floor(next() * 8), next() < 0.4 ? 1 : 0, row) !== null) alarms++
  }
  expect(alarms).toBeLessThanOrEqual(8)
})

test('rows before a change are counted as whole ones: no share below nothing, and an exact test of few rows', () => {
  const { next } = random(3)
  const watch = new ConceptWatch({ column: 'x', labels: ['a', 'b'], classes: ['no', 'yes'] })
  let found: Alarm | null = null
  for (let row = 1; found === null && row < 2000; row++) {
    found = watch.update(Math.floor(next() * 2), row <= 900 ? 0 : Math.floor(next() * 2), row)
  }
  expect(found?.before).toBe(0)
  expect(found?.text).toContain('yes 0 % before')
  // χ² of these counts, with a few expected rows, would say 1e-45.
  expect(found?.pValue).toBeGreaterThan(1e-20)
})
