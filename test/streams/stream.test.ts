import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign } from '../../src/binning/assign.ts'
import { binningFromJson, binningToJson } from '../../src/binning/binning-json.ts'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../src/discretizers/methods/equal-width.ts'
import { caim } from '../../src/discretizers/methods/caim.ts'
import { chiMerge } from '../../src/discretizers/methods/chi-merge.ts'
import { mdlp } from '../../src/discretizers/methods/mdlp.ts'
import { findMethod } from '../../src/discretizers/registry.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import type { RebuildPolicy } from '../../src/streams/rebuild.ts'
import { type LayerOptions, Stream, type StreamOptions } from '../../src/streams/stream.ts'
import { streamFromJson, streamToJson } from '../../src/streams/stream-json.ts'
import { Pid } from '../../src/summaries/live/pid.ts'
import { random } from '../../src/util/random.ts'
import { normals } from '../summaries/live/pid-made.ts'

const TRUE_TARGET = { kind: 'class' } as const

/** Rows of two columns, the second of which says something about the class. */
function makeRows(count: number, seed: number): { values: Float64Array[]; labels: (string | null)[] } {
  const { next, normal } = random(seed)
  const values = [new Float64Array(count), new Float64Array(count)]
  const labels: (string | null)[] = []
  for (let row = 0; row < count; row++) {
    values[0][row] = normal()
    values[1][row] = next() < 0.05 ? Number.NaN : normal() * 3
    labels.push(
      next() < 0.1 ? null : next() < 0.2 || values[1][row] > 1 ? 'yes' : row > count / 2 && next() < 0.1 ? 'new' : 'no',
    )
  }
  return { values, labels }
}

const choices: fc.Arbitrary<StreamOptions> = fc
  .record({
    method: fc.constantFrom(mdlp, equalFrequency, equalWidth, chiMerge, caim),
    policy: fc.constantFrom<RebuildPolicy>('auto', 'moved', 'shares', 'split', 'rows'),
    every: fc.constantFrom(7, 50),
    layer: fc.constantFrom<LayerOptions>(
      {},
      { kind: 'cells', maxCells: 30 },
      { startCells: 10, window: 90 },
      { startCells: 10, halfLife: 60 },
      { kind: 'cells', window: 60, panes: 3 },
    ),
  })
  .map(({ method, policy, every, layer }) => ({
    columns: ['a', 'b'],
    target: TRUE_TARGET,
    method: method as unknown as AnyDiscretizer,
    layer,
    rebuild: { policy, every },
  }))

describe('a stream', () => {
  test('saved and read at any row, in parts of any size, ends as one that ran through', () => {
    fc.assert(
      fc.property(
        choices,
        fc.nat(1000),
        fc.array(fc.integer({ min: 11, max: 90 }), { minLength: 1, maxLength: 4 }),
        (options, seed, steps) => {
          const { values, labels } = makeRows(240, seed)
          const straight = new Stream(options)
          for (let row = 0; row < labels.length; row++) straight.push([values[0][row], values[1][row]], labels[row])
          let broken = new Stream(options)
          for (let from = 0, step = 0; from < labels.length; step++) {
            const to = Math.min(labels.length, from + steps[step % steps.length])
            broken.pushMany(
              values.map((column) => column.subarray(from, to)),
              labels.slice(from, to),
            )
            const text = streamToJson(broken)
            broken = streamFromJson(text)
            expect(streamToJson(broken)).toBe(text)
            from = to
          }
          expect(streamToJson(broken)).toBe(streamToJson(straight))
          expect(broken.binning()).toEqual(straight.binning())
        },
      ),
      { numRuns: 15 },
    )
  })

  test('gives a binning that can be saved and applied', () => {
    const { values, labels } = makeRows(3000, 3)
    const stream = new Stream({ columns: ['a', 'b'], target: { kind: 'class', event: 'yes', name: 'bought' } })
    stream.pushMany(values, labels)
    const binning = stream.binning()
    expect(binningFromJson(binningToJson(binning))).toEqual(binning)
    expect(binning.target).toEqual({ kind: 'class', name: 'bought', classes: ['new', 'no', 'yes'], event: 'yes' })
    const [a, b] = binning.columns
    expect(a.bins.length).toBe(1)
    expect(b.bins.length).toBeGreaterThan(1)
    expect(b.bins.reduce((sum, bin) => sum + bin.count, 0) + b.missing.count).toBe(
      labels.filter((label) => label !== null).length,
    )
    expect(assign(b as never, 1e9)).toBe(b.bins.length - 1)
  })

  test('follows a change of the world when it may forget', () => {
    const columns = ['x']
    const method = equalFrequency as unknown as AnyDiscretizer
    const forgetful = new Stream({ columns, method, options: { bins: 2 }, layer: { startCells: 60, window: 2000 } })
    const fading = new Stream({ columns, method, options: { bins: 2 }, layer: { startCells: 60, halfLife: 500 } })
    const lasting = new Stream({ columns, method, options: { bins: 2 }, layer: { startCells: 60 } })
    const [before, after] = [normals(8000, 1), normals(4000, 2).map((x) => x + 10)]
    for (const stream of [forgetful, fading, lasting]) {
      stream.pushMany([before])
      expect(Math.abs(stream.columns[0].cuts[0])).toBeLessThan(0.2)
      stream.pushMany([after])
    }
    expect(Math.abs(forgetful.columns[0].cuts[0] - 10)).toBeLessThan(0.2)
    expect(Math.abs(fading.columns[0].cuts[0] - 10)).toBeLessThan(0.3)
    expect(lasting.columns[0].cuts[0]).toBeLessThan(5)
    expect(forgetful.columns[0].history.entries.at(-1)!.cuts).toEqual(forgetful.columns[0].cuts)
  })

  test('shows no class to rows that came before it, also when many come at once', () => {
    const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { policy: 'rows', every: 50 } })
    const seen: unknown[] = []
    stream.columns[0].onRebuild = ({ summary }) => seen.push(summary.target?.kind === 'class' && summary.target.classes)
    stream.pushMany(
      [normals(120)],
      Array.from({ length: 120 }, (_, i) => (i < 60 ? 'b' : 'a')),
    )
    expect(seen).toEqual([['b'], ['a', 'b']])
  })

  test('takes rows of classes beyond the most as unlabelled, and counts them', () => {
    const stream = new Stream({ columns: ['x'], target: { kind: 'class', maxClasses: 2 } })
    for (let i = 0; i < 30; i++) stream.push([i], `c${i % 3}`)
    expect(stream.unknownClasses).toBe(10)
    expect(stream.columns[0].summary()).toMatchObject({
      rows: 30,
      leftOut: { unlabelled: 10 },
      target: { classes: ['c0', 'c1'] },
    })
  })

  test('has one bin where the method finds no cut or cannot run yet', () => {
    const stream = new Stream({ columns: ['x'], target: { kind: 'numeric' }, rebuild: { every: 2 } })
    stream.push([1], null)
    stream.push([2], null)
    expect(stream.binning().columns[0]).toMatchObject({ cuts: [], bins: [{ count: 0 }] })
  })

  test('refuses what it cannot use', () => {
    const make =
      (options: object): (() => Stream) =>
      () =>
        new Stream({ columns: ['x'], ...options })
    expect(make({ columns: [] })).toThrow('Stream: columns must be names that all differ, got []')
    expect(make({ columns: ['x', 'x'] })).toThrow('Stream: columns must be names that all differ, got [x, x]')
    expect(make({ rebuild: { every: 0 } })).toThrow('Stream: every must be an integer of at least 1, got 0')
    expect(make({ rebuild: { policy: 'never' } })).toThrow(
      'Stream: policy must be one of auto, split, shares, rows, moved, got "never"',
    )
    expect(make({ options: { bins: 0 } })).toThrow('equal-frequency: bins must be')
    expect(make({ layer: { kind: 'sketch' } })).toThrow('Stream: layer.kind must be one of pid, cells, got "sketch"')
    expect(() => new Stream({ columns: ['x'] }).push([1, 2])).toThrow('push: values must be 1 numbers, got 2')
    expect(() => new Stream({ columns: ['x', 'y'] }).pushMany([new Float64Array(1), new Float64Array(2)])).toThrow(
      'pushMany: values must be 2 columns of one length',
    )
  })
})

describe('when layer two is made anew', () => {
  const run = (policy: RebuildPolicy, method: unknown, values: Float64Array): { rebuilds: number; rows: number[] } => {
    const rows: number[] = []
    const stream = new Stream({
      columns: ['x'],
      method: method as AnyDiscretizer,
      layer: { startCells: 20 },
      rebuild: { policy },
    })
    stream.columns[0].onRebuild = ({ row }) => rows.push(row)
    stream.pushMany([values])
    return { rebuilds: stream.columns[0].rebuilds, rows }
  }
  const steady = normals(20_000)

  test('rows: at every look', () => {
    expect(run('rows', equalFrequency, steady).rebuilds).toBe(200)
  })

  test('split: only after a cell was parted or the range grew', () => {
    const { rows } = run('auto', equalWidth, steady)
    expect(rows.length).toBeLessThan(100)
    expect(run('auto', equalWidth, new Float64Array(5000).fill(3)).rebuilds).toBe(1)
    const grown = Float64Array.from({ length: 3000 }, (_, i) => (i === 2050 ? 99 : i % 5))
    expect(run('auto', equalWidth, grown).rows).toEqual([100, 2100])
  })

  test('shares: when a cell or a bin leaves the shares of the last time', () => {
    const { rows } = run('auto', equalFrequency, steady)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.length).toBeLessThan(199)
    const even = Float64Array.from({ length: 5000 }, (_, i) => i % 10)
    expect(run('auto', equalFrequency, even).rebuilds).toBe(1)
  })

  test('moved: when rows lie elsewhere, or there are twice as many', () => {
    const even = Float64Array.from({ length: 6400 }, (_, i) => i % 10)
    expect(run('moved', equalFrequency, even).rows).toEqual([100, 200, 400, 800, 1600, 3200, 6400])
    const shifted = Float64Array.from({ length: 6400 }, (_, i) => (i < 4000 ? i % 10 : 20))
    expect(run('moved', equalFrequency, shifted).rows.slice(6, 9)).toEqual([4100, 4200, 4300])
    expect(run('moved', equalFrequency, steady).rebuilds).toBeLessThan(60)
  })

  test('history keeps the last cuts, with the rows from which they held', () => {
    const stream = new Stream({
      columns: ['x'],
      method: equalWidth,
      options: { bins: 2 },
      rebuild: { every: 1 },
    })
    for (let i = 0; i < 150; i++) stream.push([i])
    const { entries, dropped } = stream.columns[0].history
    expect(entries).toHaveLength(100)
    expect(dropped).toBe(50)
    expect(entries.at(-1)).toEqual({ row: 150, cuts: [74.5] })
  })
})

describe('a saved stream that was tampered with', () => {
  const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { every: 10 } })
  for (let i = 0; i < 40; i++) stream.push([i % 8], i % 8 > 3 ? 'a' : 'b')
  const text = streamToJson(stream)

  test.each([
    ['"version":1', '"version":2', 'version: expected 1, got 2; this library reads version 1'],
    ['"format":"kerf-stream"', '"format":"x"', 'format: expected "kerf-stream", got "x"'],
    ['"maxClasses":64', '"maxClasses":1', 'target.classes: expected at most maxClasses labels, got [b, a]'],
    ['"method":"mdlp"', '"method":"mdpl"', 'columns[0].method: unknown method "mdpl", expected one of equal-width'],
    ['"every":10', '"every":0', 'columns[0].rebuild: Stream: every must be an integer of at least 1, got 0'],
    ['"classes":2,"startCells"', '"classes":3,"startCells"', 'columns[0].layer.total.sums: expected 3 lists'],
    ['"cuts":[3.5]', '"cuts":[3.5,3.5]', 'columns[0].bins.cuts[1]: expected a number above 3.5, got 3.5'],
    ['"kind":"pid"', '"kind":"x"', 'columns[0].layer.kind: expected one of pid, cells, got "x"'],
  ])('%s → %s', (from, to, message) => {
    expect(text).toContain(from)
    expect(() => streamFromJson(text.replace(from, to))).toThrow(message)
  })

  test('random damage is refused or read, never a crash of another kind', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('0', '9', '-', 'null', ']', '"', '1e999'), (at, piece) => {
        const fault = (): string => {
          try {
            streamFromJson(text.slice(0, at) + piece + text.slice(at + 1)).push([3], 'a')
            return 'none'
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(fault()).toMatch(/none|FormatError|DataError/)
      }),
      { numRuns: 300 },
    )
  })
})

test('a method that cannot use the target is refused at once', () => {
  expect(() => new Stream({ columns: ['a'], target: { kind: 'class' }, method: findMethod('variance') })).toThrow(
    'variance: needs a numeric target, got a class one',
  )
  expect(() => new Stream({ columns: ['a'], method: findMethod('mdlp') })).toThrow(
    'mdlp: needs a class target, got no target',
  )
})

test.each(['pid', 'cells'] as const)('bins by weights are made anew as often as the same bins without: %s', (kind) => {
  const rebuilds = [null, 0.125, 1024].map((weight) => {
    const layer = { kind }
    const rebuild = { policy: 'moved' } as const
    const stream = new Stream({ columns: ['a'], target: { kind: 'class' }, weighted: weight !== null, layer, rebuild })
    for (let i = 0; i < 1500; i++) stream.push([(i % 10) + (i < 1000 ? 0 : 100)], i % 3 ? 'no' : 'yes', weight ?? 1)
    return stream.columns[0].rebuilds
  })
  expect(rebuilds[0]).toBeGreaterThan(5)
  expect(new Set(rebuilds).size).toBe(1)
})

test('a class that is no whole number is refused, many rows at once or not', () => {
  const pid = new Pid({ target: 'class', classes: 2 })
  expect(() => pid.pushMany(Float64Array.of(1, 2), [0, 0.5])).toThrow('class must be a whole number below 2, got 0.5')
})

describe('pushRow', () => {
  const made = (): Stream => new Stream({ columns: ['age', 'fare'], target: { kind: 'class' } })

  test('counts what push counts, and what a row lacks is missing', () => {
    const [byName, byPlace] = [made(), made()]
    byName.pushRow({ fare: 7.25, age: 22 }, 'no')
    byName.pushRow({ fare: 8 }, 'yes')
    byPlace.push([22, 7.25], 'no')
    byPlace.push([null, 8], 'yes')
    expect(streamToJson(byName)).toBe(streamToJson(byPlace))
  })

  test('refuses names that are no columns, and rows that are none', () => {
    const stream = made()
    expect(() => stream.pushRow({ agee: 1 })).toThrow('pushRow: unknown column "agee", did you mean age?')
    expect(() => stream.pushRow([1, 2] as never)).toThrow(
      'pushRow: row must be an object of values by name, got [1, 2]',
    )
    expect(stream.rows).toBe(0)
  })
})

test('labels that are known and those that are not count alike, many at a time and one by one', () => {
  const batches: (string | number | boolean | null)[][] = [
    ['b', 'a', 'b'],
    ['a', 'b', 'a', 'a'],
    ['a', null, 'b'],
    ['', 'a'],
    ['a', 'c', 'a', 'b'],
    [1, 'a', true],
    ['c', '1', 'true'],
    ['d', 'e', 'a'],
  ]
  const options = { columns: ['x'], target: { kind: 'class' as const, classes: ['', 'z'], maxClasses: 7 } }
  const [many, single] = [new Stream(options), new Stream(options)]
  for (const labels of batches) {
    const values = Float64Array.from(labels, (_, i) => i)
    many.pushMany([values], labels)
    labels.forEach((label, i) => single.push([values[i]], label))
  }
  expect(streamToJson(many)).toBe(streamToJson(single))
  expect(many.unknownClasses).toBe(single.unknownClasses)
})
