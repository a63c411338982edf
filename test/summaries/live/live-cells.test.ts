import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coarsen } from '../../../src/summaries/cells.ts'
import { LiveCells, type LiveCellsOptions } from '../../../src/summaries/live/live-cells.ts'
import { liveCellsFromState, liveCellsToState } from '../../../src/summaries/live/live-cells-state.ts'
import { merge } from '../../../src/summaries/merge.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../../src/types.ts'
import { Field } from '../../../src/util/saved-json.ts'
import { normals, type Row, rows, targetOf, TWO } from './pid-made.ts'

const made: fc.Arbitrary<LiveCellsOptions> = fc.record({
  target: fc.constantFrom('none', 'class', 'numeric'),
  classes: fc.constant(2),
  weighted: fc.boolean(),
  special: fc.constantFrom([], [-9]),
  maxCells: fc.constantFrom(4, 20, 1000),
})

function pushAll(live: LiveCells, stream: readonly Row[]): LiveCells {
  for (const { value, mark, weight } of stream) live.push(value, mark, weight)
  return live
}

/** The same rows summarized at once, without the notes on how their target was read. */
function atOnce(stream: readonly Row[], { target, weighted, special }: LiveCellsOptions): NumberSummary {
  const labels = stream.map(({ mark }) => (target === 'class' ? (['no', 'yes'][mark] ?? null) : mark))
  const { notes: _, ...summary } = summarize(
    stream.map(({ value }) => value),
    {
      ...(target === 'none' ? {} : { target: labels, targetKind: target }),
      ...(target === 'class' ? { classes: ['no', 'yes'] } : {}),
      ...(weighted === true ? { weights: stream.map(({ weight }) => weight) } : {}),
      special,
    },
  )
  return { ...summary, notes: [] }
}

describe('live bit cells', () => {
  test('hold what one pass over all rows gives, and merge to the same', () => {
    fc.assert(
      fc.property(made, rows, fc.nat(160), (options, stream, at) => {
        const target = targetOf(options)
        const live = pushAll(new LiveCells(options), stream).summary(target)
        const exact = atOnce(stream, options)
        const fewest = coarsen(exact, { shift: 52 })
        const most = options.maxCells!
        expect(live).toEqual(fewest.cells.size > most ? fewest : coarsen(exact, { most }))
        const parts = [stream.slice(at), stream.slice(0, at)].map((part) =>
          pushAll(new LiveCells(options), part).summary(target),
        )
        const merged = merge(parts[0], parts[1])
        expect(
          merged.cells.size <= most ? merged : coarsen(merged, fewest.cells.size > most ? { shift: 52 } : { most }),
        ).toEqual(live)
        const [one, other] = [stream.slice(at), stream.slice(0, at)].map((part) =>
          pushAll(new LiveCells(options), part),
        )
        one.add(other)
        expect(one.summary(target)).toEqual(live)
      }),
      { numRuns: 100 },
    )
  })

  test('saved and read at any moment, they go on as if nothing had happened', () => {
    fc.assert(
      fc.property(made, rows, fc.nat(160), fc.constantFrom(undefined, 6, 30), (options, stream, at, window) => {
        const straight = pushAll(new LiveCells({ ...options, window, panes: 3 }), stream.slice(0, at))
        straight.remember()
        const again = liveCellsFromState(new Field(JSON.parse(JSON.stringify(liveCellsToState(straight)))))
        for (const live of [straight, again]) pushAll(live, stream.slice(at))
        expect(liveCellsToState(again)).toEqual(liveCellsToState(straight))
        expect(again.changes).toBe(straight.changes)
        expect(again.moved()).toBe(straight.moved())
      }),
      { numRuns: 60 },
    )
  })

  test('a window forgets whole panes', () => {
    const live = new LiveCells({ window: 30, panes: 3 })
    for (let i = 0; i < 100; i++) live.push(i)
    expect(live.summary()).toMatchObject({ rows: 30, min: 70, max: 99 })
    live.push(100)
    expect(live.summary()).toMatchObject({ rows: 21, min: 80, max: 100 })
    expect(live.range).toEqual([80, 100])
  })

  test('many rows stay in few cells', () => {
    const live = new LiveCells({ target: 'class', classes: 1, maxCells: 100 })
    const before = live.changes
    live.pushMany(normals(20_000), new Uint8Array(20_000))
    expect(live.changes).not.toBe(before)
    live.growClasses(2)
    live.pushMany(normals(20_000, 2), new Uint8Array(20_000).fill(1))
    const { cells, rows: all } = live.summary(TWO)
    expect(all).toBe(40_000)
    expect(cells.size).toBeLessThanOrEqual(100)
    expect(cells.size).toBeGreaterThan(40)
    expect(live.summary({ ...TWO, classes: ['z', 'a'] } as typeof TWO).cells.tallies.sums[0]).toBe(
      cells.tallies.sums[1],
    )
  })

  test('added up, they keep to the most cells', () => {
    const [one, other] = [1, 2].map(() => new LiveCells({ maxCells: 50 }))
    one.pushMany(normals(2000))
    other.pushMany(normals(2000, 2).map((x) => x * 1000))
    expect(merge(one.summary(), other.summary()).cells.size).toBeGreaterThan(50)
    one.add(other)
    expect(one.summary()).toMatchObject({ rows: 4000 })
    expect(one.summary().cells.size).toBeLessThanOrEqual(50)
    const classes = [2, 3].map((count) => new LiveCells({ target: 'class', classes: count }))
    classes[1].push(1, 2)
    classes[0].add(classes[1])
    expect(classes[0].classes).toBe(3)
    expect(() => one.add(new LiveCells({ window: 10 }))).toThrow(
      'LiveCells: streams with a window cannot be added up, since their rows are of different times',
    )
  })

  test('tell how far the rows have moved', () => {
    const live = new LiveCells({ target: 'class', classes: 2 })
    expect(live.moved()).toBe(0)
    live.pushMany(normals(1000), new Uint8Array(1000))
    expect(live.moved()).toBe(1)
    live.remember()
    expect(live.moved()).toBe(0)
    live.pushMany(
      normals(1000, 2).map((x) => x + 100),
      new Uint8Array(1000),
    )
    expect(live.moved()).toBeCloseTo(0.5, 6)
    const numbers = new LiveCells({ target: 'numeric' })
    for (let i = 0; i < 1000; i++) numbers.push(i % 10, i % 2)
    numbers.remember()
    for (let i = 0; i < 1000; i++) numbers.push(i % 10, 3)
    expect(numbers.moved()).toBeCloseTo((2.5 / 2) * 2, 6)
  })

  test('refuse what they cannot count or read', () => {
    const live = new LiveCells({ target: 'class', classes: 2 })
    expect(() => live.push(1, 2)).toThrow('LiveCells: class must be a whole number below 2, got 2')
    expect(() => live.push(1, 1, -1)).toThrow('LiveCells: weight must be a finite number of at least 0, got -1')
    expect(() => new LiveCells({ maxCells: 1 })).toThrow(
      'LiveCells: maxCells must be an integer from 2 to 1000000, got 1',
    )
    expect(() => live.summary()).toThrow('LiveCells: target must be of kind class, got none')
    const state = JSON.stringify(liveCellsToState(pushAll(live, [{ value: 1, mark: 1, weight: 1 }])))
    const read = (text: string): unknown => liveCellsFromState(new Field(JSON.parse(text)))
    expect(() => read(state.replace('"rows":[1]', '"rows":[2]'))).toThrow(
      'panes[0]: columns[0].cells.sums[0][0]: expected sums for 2 rows, got 1 in all',
    )
    expect(() => read(state.replace('"weighted":false,"missing"', '"weighted":true,"missing"'))).toThrow(
      'panes[0]: expected a summary that fits the settings',
    )
    expect(() => read(state.replace('"panes":[{', '"panes":[{},{'))).toThrow('panes: expected 1 to 1 panes')
    expect(() => read(state.replace('"maxCells":1024', '"maxCells":1'))).toThrow(
      'settings: expected settings of live cells (LiveCells: maxCells must be',
    )
  })
})
