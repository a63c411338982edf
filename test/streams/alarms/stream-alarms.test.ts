import { describe, expect, test } from 'vitest'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { FormatError } from '../../../src/errors.ts'
import { StreamAlarms, type StreamAlarmsOptions } from '../../../src/streams/alarms/stream-alarms.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { streamFromJson, streamToJson } from '../../../src/streams/stream-json.ts'
import { type StreamAlarm, watchStream } from '../../../src/streams/watcher.ts'
import { random } from '../../../src/util/random.ts'

interface Made {
  readonly values: readonly Float64Array[]
  readonly labels: string[]
}

/** Column a moves at row 4,000 by one deviation; from row 8,000 on the class no longer follows b but its opposite. */
function made(rows: number): Made {
  const { next, normal } = random(11)
  const values = [new Float64Array(rows), new Float64Array(rows)]
  const labels = Array.from({ length: rows }, (_, row) => {
    values[0][row] = normal() + (row >= 4000 ? 1 : 0)
    values[1][row] = row % 50 === 0 ? Number.NaN : next()
    return next() < (values[1][row] > 0.5 === row < 8000 ? 0.8 : 0.2) ? 'yes' : 'no'
  })
  return { values, labels }
}

function begin(given?: StreamAlarmsOptions): { stream: Stream; watch: StreamAlarms; alarms: StreamAlarm[] } {
  const stream = new Stream({
    columns: ['a', 'b'],
    target: { kind: 'class' },
    method: mdlp,
    layer: { startCells: 50, window: 2000 },
    rebuild: { policy: 'moved', every: 100, tolerance: 0.02 },
  })
  return listen(stream, given)
}

function listen(
  stream: Stream,
  given?: StreamAlarmsOptions,
): { stream: Stream; watch: StreamAlarms; alarms: StreamAlarm[] } {
  const watch = new StreamAlarms(stream, given)
  const alarms: StreamAlarm[] = []
  watchStream(stream, [watch], (alarm) => alarms.push(alarm))
  return { stream, watch, alarms }
}

const part = ({ values, labels }: Made, from: number, to: number) =>
  [values.map((column) => column.subarray(from, to)), labels.slice(from, to)] as const

describe('alarms of a stream', () => {
  const rows = made(12_000)
  const whole = begin()
  whole.stream.pushMany(rows.values, rows.labels)

  test('tell what changed in which column and since when', () => {
    const found = whole.alarms.map(({ kind, column, row, since }) => ({ kind, column, row, since: since as number }))
    const moved = found.find(({ kind, row }) => kind === 'population' && row > 4000)!
    expect(moved.column).toBe('a')
    expect(moved.row).toBeLessThan(4100)
    expect(Math.abs(moved.since - 4001)).toBeLessThan(60)
    const turned = found.find(({ kind, row }) => kind === 'concept' && row > 8000)!
    expect(turned.column).toBe('b')
    expect(turned.row).toBeLessThan(8100)
    expect(whole.alarms.every(({ message, column }) => message.startsWith(`${column}: `))).toBe(true)
    expect(found.map(({ row }) => row)).toEqual(found.map(({ row }) => row).toSorted((x, y) => x - y))
    expect(found.length).toBeLessThan(8)
  })

  test('are the same whatever parts the rows come in, also one by one, and after a restart', () => {
    const pieces = begin()
    for (let from = 0; from < 12_000; from += 777)
      pieces.stream.pushMany(...part(rows, from, Math.min(12_000, from + 777)))
    expect(pieces.alarms).toEqual(whole.alarms)
    expect(pieces.watch.toState()).toEqual(whole.watch.toState())

    let run = begin()
    const all: StreamAlarm[] = []
    for (const [from, to] of [
      [0, 600],
      [600, 1100],
      [1100, 4030],
      [4030, 4900],
      [4900, 8020],
      [8020, 12_000],
    ]) {
      for (let row = from; row < to; row++)
        run.stream.push([rows.values[0][row], rows.values[1][row]], rows.labels[row])
      all.push(...run.alarms)
      const saved = JSON.stringify(run.watch.toState())
      run = listen(streamFromJson(streamToJson(run.stream)))
      run.watch.restore(JSON.parse(saved))
      expect(JSON.stringify(run.watch.toState())).toBe(saved)
    }
    expect(all).toEqual(whole.alarms)
    expect(run.watch.toState()).toEqual(whole.watch.toState())
  })

  test('are raised for what was asked only', () => {
    const concept = begin({ kinds: ['concept'] })
    concept.stream.pushMany(...part(rows, 0, 9000))
    expect(new Set(concept.alarms.map(({ kind }) => kind))).toEqual(new Set(['concept']))
    expect(() => begin({ kinds: ['drift' as never] })).toThrow('StreamAlarms: kinds must be among population, concept')
    expect(() => begin({ runLength: 0 })).toThrow('StreamAlarms: runLength must be')
    const plain = new Stream({ columns: ['x'], target: { kind: 'numeric' } })
    expect(new StreamAlarms(plain).toState()).toMatchObject({ columns: [{ concept: null }] })
  })

  test('hear rows up to the next look at the bins, then of the look', () => {
    const stream = new Stream({
      columns: ['x'],
      method: mdlp,
      target: { kind: 'class' },
      rebuild: { policy: 'rows', every: 100 },
    })
    const heard: string[] = []
    stream.onRows = ({ first, size, classes }) => heard.push(`${first} to ${first + size - 1}, ${classes.join()}`)
    stream.columns[0].onRebuild = ({ row }) => heard.push(`bins at ${row}`)
    const values = Float64Array.from({ length: 250 }, (_, i) => i)
    stream.pushMany(
      [values],
      Array.from(values, (x) => (x < 150 ? 'a' : 'b')),
    )
    stream.push([7], 'c')
    expect(heard).toEqual([
      '1 to 100, a',
      'bins at 100',
      '101 to 150, a',
      '151 to 200, a,b',
      'bins at 200',
      '201 to 250, a,b',
      '251 to 251, a,b,c',
    ])
  })

  test('tell of a cut that moves, though bins are hardly ever made anew', () => {
    const { next } = random(3)
    const stream = new Stream({
      columns: ['x'],
      target: { kind: 'class' },
      method: mdlp,
      options: { maxBins: 2 },
      layer: { startCells: 50, window: 1000 },
      rebuild: { policy: 'moved', every: 100, tolerance: 0.05 },
    })
    const { alarms } = listen(stream, { kinds: ['boundary'] })
    for (let row = 0; row < 14_000; row++) {
      const x = next()
      stream.push([x], x < (row < 9000 ? 0.3 : 0.6) ? 'low' : 'high')
    }
    expect(alarms).toMatchObject([{ kind: 'boundary', column: 'x', what: 'moved' }])
    expect(alarms[0].now).toBeCloseTo(0.6, 1)
  })

  // oxlint-disable-next-line typescript/no-explicit-any
  test.each<[string, (state: any) => unknown]>([
    ['columns[0].population.detector.scores', (s) => s.columns[0].population.detector.scores.pop()],
    ['columns[0].population.detector.counts', (s) => s.columns[0].population.detector.counts.pop()],
    ['columns[0].population.detector.totals[0]', (s) => (s.columns[0].population.detector.counts[1] += 5)],
    [
      'columns[0].population.detector.counts[',
      (s) => {
        const { counts, totals, last } = s.columns[0].population.detector
        totals[0] -= counts[last[0]]
        counts[last[0]] = 0
      },
    ],
    ['columns[0].population.detector.last[0]', (s) => (s.columns[0].population.detector.last[0] = 99)],
    ['columns[0].population', (s) => (s.columns[0].population = null)],
    ['columns[1].concept.classes', (s) => (s.columns[1].concept.classes = ['yes'])],
    ['columns[1].boundary.tolerance', (s) => (s.columns[1].boundary.tolerance = 'x')],
    ['columns[1].name', (s) => (s.columns[1].name = 'c')],
    [
      'columns[0].population.detector.counts[0]',
      (s) => {
        const { counts, totals } = s.columns[0].population.detector
        totals[0] = 1e300 * counts.length
        counts.fill(1e300)
      },
    ],
    ['columns[0].population.detector.seen', (s) => (s.columns[0].population.detector.seen = 1e300)],
    ['columns[0].population.detector.learned', (s) => (s.columns[0].population.detector.learned = 1e15)],
    ['columns[0].population.detector.startRows[2]', (s) => (s.columns[0].population.detector.startRows[2] = 1e17)],
    ['columns[0].population.detector.scale[0]', (s) => (s.columns[0].population.detector.scale[0] = 0)],
    ['columns[0].population.detector.prior[0]', (s) => s.columns[0].population.detector.prior.fill(-1e300)],
    ['columns[0].population.detector.last', (s) => (s.columns[0].population.detector.last = Array(1e5).fill(1))],
    ['columns[1].concept.learn', (s) => (s.columns[1].concept.learn = 1e15)],
    [
      'columns[1].boundary.tracks',
      (s) => (s.columns[1].boundary.tracks = Array(1e5).fill(s.columns[1].boundary.tracks[0])),
    ],
    ['columns[1].classCells', (s) => (s.columns[1].classCells = Array.from({ length: 1e5 }, (_, i) => i))],
    ['columns', (s) => s.columns.pop()],
  ])('refuse a saved %s that is wrong', (path, spoil) => {
    const state = JSON.parse(JSON.stringify(whole.watch.toState())) as unknown
    spoil(state)
    const fresh = begin().watch
    expect(() => fresh.restore(state)).toThrow(FormatError)
    const parent = path.includes('scores') ? 'columns[0].population' : path
    expect(() => fresh.restore(state)).toThrow(`watchers.alarms.${parent}`)
  })
})
