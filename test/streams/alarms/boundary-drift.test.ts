import { describe, expect, test } from 'vitest'
import type { Alarm } from '../../../src/streams/alarms/alarm.ts'
import { type BoundaryState, BoundaryWatch } from '../../../src/streams/alarms/boundary-drift.ts'

/** Feeds a rebuild every 100 rows; values are their own ranks. */
function feed(watch: BoundaryWatch, from: number, to: number, cuts: (row: number) => number[]): Alarm[] {
  const alarms: Alarm[] = []
  for (let row = from; row < to; row += 100) {
    alarms.push(...watch.update({ row, cuts: cuts(row), rankOf: (value) => value, rows: 10_000 }))
  }
  return alarms
}

const make = (): BoundaryWatch => new BoundaryWatch({ column: 'x', persist: 500 })

describe('BoundaryWatch', () => {
  test('is silent while cuts stay within the tolerance', () => {
    const wobble = (row: number): number => 0.02 * ((row / 100) % 3)
    expect(feed(make(), 0, 20_000, (row) => [0.3 + wobble(row), 0.7 - wobble(row)])).toEqual([])
  })

  test('tells that a stable cut moved, since when, how far', () => {
    const alarms = feed(make(), 0, 8000, (row) => [row < 4000 ? 0.3 : 0.45, 0.7])
    expect(alarms).toEqual([
      {
        kind: 'boundary',
        column: 'x',
        bin: 0,
        label: '0.45',
        since: 4000,
        at: 4500,
        rows: 500,
        runLength: null,
        dependence: null,
        amount: expect.closeTo(0.15, 12) as number,
        measure: 'rank',
        before: 0.3,
        now: 0.45,
        critical: null,
        pValue: null,
        ks: null,
        what: 'moved',
        text: 'x: the cut at 0.3 has moved to 0.45, past 15 % of the rows, since row 4000 (told at row 4500, having lasted 500 rows)',
      },
    ])
  })

  test('tells that a cut vanished and that one appeared', () => {
    const gone = feed(make(), 0, 8000, (row) => (row < 4000 ? [0.3, 0.7] : [0.3]))
    expect(gone.map(({ text }) => text)).toEqual([
      'x: the cut at 0.7 has vanished since row 4000 (told at row 4500, having lasted 500 rows)',
    ])
    const come = feed(make(), 0, 8000, (row) => (row < 4000 ? [0.3] : [0.3, 0.7]))
    expect(come.map(({ text, bin }) => [text, bin])).toEqual([
      ['x: a new cut at 0.7 has been there since row 4000 (told at row 4500, having lasted 500 rows)', 1],
    ])
  })

  test('follows a cut that creeps away, once it is far from where it was', () => {
    const alarms = feed(make(), 0, 12_000, (row) => [0.3 + Math.max(0, row - 4000) * 0.00005])
    expect(alarms[0]).toMatchObject({ what: 'moved', before: 0.3 })
    expect(alarms[0].since).toBeGreaterThan(4000)
    expect(alarms[0].at).toBeLessThan(7000)
  })

  test('cuts that come and go are no news', () => {
    expect(feed(make(), 0, 20_000, (row) => (row % 1400 < 700 ? [0.3, 0.6] : [0.3]))).toEqual([])
    expect(feed(make(), 0, 20_000, (row) => [((row / 300) % 7) / 10 + 0.15])).toEqual([])
    expect(feed(make(), 0, 5000, () => [])).toEqual([])
  })

  test('a passing cut does not take the place of a stable one', () => {
    const cuts = (row: number): number[] => (row < 4000 ? [0.3] : row < 4300 ? [0.3, 0.356] : [0.335])
    expect(feed(make(), 0, 9000, cuts)).toEqual([])
  })

  test('fewer rows behind the cuts make it more patient', () => {
    const alarms = (rows: number): number => {
      const watch = make()
      let count = 0
      for (let row = 0; row < 8000; row += 100) {
        count += watch.update({ row, cuts: [row < 4000 ? 0.5 : 0.6], rankOf: (value) => value, rows }).length
      }
      return count
    }
    expect([alarms(10_000), alarms(100)]).toEqual([1, 0])
  })

  test('a saved watch goes on as if nothing had happened', () => {
    const cuts = (row: number): number[] => (row < 4000 ? [0.3, 0.7] : row < 6000 ? [0.45, 0.7] : [0.45])
    const whole = make()
    const expected = feed(whole, 0, 9000, cuts)
    for (const stop of [1000, 4200, 4600]) {
      const first = make()
      const alarms = feed(first, 0, stop, cuts)
      const second = BoundaryWatch.restore(JSON.parse(JSON.stringify(first.state())) as BoundaryState)
      expect([...alarms, ...feed(second, stop, 9000, cuts)]).toEqual(expected)
      expect(second.state()).toEqual(whole.state())
    }
  })

  test('wrong options are refused', () => {
    expect(() => new BoundaryWatch({ column: 'x', tolerance: 0 })).toThrow(
      'tolerance must be a number above 0 and below 1',
    )
    expect(() => new BoundaryWatch({ column: 'x', persist: 0 })).toThrow(
      'persist must be an integer of at least 1, or null',
    )
  })
})
