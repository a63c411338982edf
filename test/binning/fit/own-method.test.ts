import { describe, expect, test } from 'vitest'
import type { AnyDiscretizer } from '../../../src/discretizers/discretizer.ts'
import {
  cliffs,
  compareMethods,
  cutAndAssign,
  d2,
  discretize,
  equalFrequency,
  equalWidth,
  findCuts,
  fit,
  fitSummaries,
  fitSummary,
  fitTable,
  fixed,
  mdlp,
  type NumberColumn,
  random,
  summarize,
  variance,
} from '../../../src/index.ts'
import { Stream, streamFromJson, streamToJson } from '../../../src/streams/index.ts'
import { coarsen } from '../../../src/summaries/index.ts'
import { growTree } from '../../../src/trees/index.ts'
import { cutBetween } from '../../../src/discretizers/column-view.ts'
import { columnWorker } from '../../../src/workers/column-task.ts'
import { workerPool } from '../../../src/workers/worker-pool.ts'

/** Below, at and above the number of rows from which columns are not sorted. */
const SIZES = [100, 40_000, 60_000, 200_000]

/** The methods that bring a refinement. */
const REFINED: readonly AnyDiscretizer[] = [mdlp, d2, cliffs, variance, equalWidth, equalFrequency, fixed]

/** Cuts after the third smallest of the cells it sees: only one cell per value gives the right one. */
const afterThird: AnyDiscretizer['run'] = ({ hi, lo }, _, closed) => ({
  cuts: [cutBetween(hi[2], lo[3], closed)],
  reasons: [{ measure: 'own', score: 3, bar: null, margin: null, runnerUp: null }],
})

function rows(size: number): { x: Float64Array; y: string[]; price: Float64Array } {
  const { next, normal } = random(size)
  const x = Float64Array.from({ length: size }, normal)
  return {
    x,
    y: Array.from(x, (value) => (next() < (value > 0.4 ? 0.8 : 0.2) ? 'b' : 'a')),
    price: x.map((value) => (value > 0.4 ? 5 : 0) + next()),
  }
}

function thirdCut(x: Float64Array): number {
  const sorted = x.toSorted()
  return cutBetween(sorted[2], sorted[3], 'left')
}

/** A pool whose workers live in this thread. */
function poolHere(): ReturnType<typeof workerPool> {
  return workerPool(
    {
      start(onReply) {
        const answer = columnWorker()
        return {
          send: (message) => {
            const reply = answer(structuredClone(message))
            if (reply !== null) setTimeout(() => onReply(reply), 0)
          },
          hold: () => {},
          close: async () => {},
        }
      },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    },
    { threads: 2, fewValues: 0 },
  )
}

test.each(SIZES)('of %d rows, a copy of a method with another run gives its own cuts in every way', async (size) => {
  const { x, y } = rows(size)
  const cuts = [thirdCut(x)]
  const own: AnyDiscretizer = { ...mdlp, run: afterThird }
  expect(fit(x, { target: y, method: own })).toMatchObject({ cuts, cutsExact: true, reasons: [{ measure: 'own' }] })
  expect(fit(Array.from(x), { target: y, method: own }).cuts).toEqual(cuts)
  const table = { x, again: x, y }
  const options = { target: 'y', all: { method: own } }
  const { columns } = await fitTable(table, options)
  const pool = poolHere()
  const { columns: pooled } = await fitTable(table, { ...options, pool })
  await pool.close()
  expect([...columns, ...pooled].map((column) => (column as NumberColumn).cuts)).toEqual([cuts, cuts, cuts, cuts])
  expect(findCuts(table, options).x.cuts).toEqual(cuts)
  const assigned = cutAndAssign(table, options).x
  expect([assigned.cuts, assigned.slots.filter((slot) => slot === 0)]).toEqual([cuts, new Uint8Array(3)])
})

test.each(REFINED.map((method) => [method.name, method] as const))('so does a copy of %s', (_, method) => {
  for (const size of [100, 60_000]) {
    const { x, y, price } = rows(size)
    const own: AnyDiscretizer = { ...method, run: afterThird }
    expect(fit(x, { target: method === variance ? price : y, method: own }).cuts).toEqual([thirdCut(x)])
  }
})

describe('also', () => {
  const { x, y } = rows(3000)
  const own: AnyDiscretizer = { ...mdlp, run: afterThird }
  const exact = summarize(x, { target: y })
  const cuts = [thirdCut(x)]

  test('on a summary, and on coarse cells as they are, where nothing is proven of them', async () => {
    expect(fitSummary(exact, { method: own }).cuts).toEqual(cuts)
    const coarse = coarsen(exact, { shift: 50 })
    const found = discretize(coarse, { method: own })
    expect(found.cuts).not.toEqual(cuts)
    expect(fitSummary(coarse, { method: own })).toMatchObject({ cuts: found.cuts, cutsExact: false })
    const table = {
      columns: [{ name: 'x', kind: 'number' as const, summary: coarse }],
      notes: [],
      created: { source: { name: 'rows', rows: 3000 } },
    }
    const { columns } = await fitSummaries(table as unknown as Parameters<typeof fitSummaries>[0], {
      all: { method: own },
    })
    expect(columns[0]).toMatchObject({ cuts: found.cuts, cutsExact: false })
    expect(columns[0].notes.map(({ code }) => code)).toContain('certificate')
  })

  test('in a stream, whose rebuilds are not those of the method it was copied from', () => {
    const make = (method: AnyDiscretizer): Stream =>
      new Stream({ columns: ['x'], target: { kind: 'class' }, method, layer: { kind: 'cells' } as never })
    for (const method of [mdlp, equalWidth, equalFrequency] as AnyDiscretizer[]) {
      const stream = make({ ...method, run: afterThird })
      for (const [i, value] of x.slice(0, 500).entries()) stream.push([value], y[i])
      const [column] = stream.columns
      expect(column.bins?.reasons).toMatchObject([{ measure: 'own' }])
      expect(column.rebuild.policy).toBe('rows')
    }
    expect([equalWidth, equalFrequency].map((method) => make(method).columns[0].rebuild.policy)).toEqual([
      'split',
      'shares',
    ])
    expect(streamFromJson(streamToJson(make(equalWidth))).columns[0].rebuild.policy).toBe('split')
  })

  test('in a tree and where methods are compared', async () => {
    const tree = growTree({ x, y }, { target: 'y', by: own, maxDepth: 1 })
    expect(tree.columns[0]).toMatchObject({ cuts })
    const named: AnyDiscretizer = { ...own, name: 'binary' }
    expect(growTree({ x, y }, { target: 'y', by: named, maxDepth: 1 }).columns[0]).toMatchObject({ cuts })
    const { methods } = await compareMethods({ x, y }, { target: 'y', methods: [{ method: own }, 'd2'] })
    expect(methods.find(({ name }) => name === 'mdlp')?.columns[0].bins).toBe(2)
  })
})

describe('a refinement', () => {
  const { x, y } = rows(60_000)

  test('stays with a copy that runs the same function', () => {
    const copy: AnyDiscretizer = { ...mdlp, name: 'mine', about: 'a copy' }
    const { method, ...found } = fit(x, { target: y, method: copy })
    expect({ ...found, method: 'mdlp' }).toEqual(fit(x, { target: y, method: mdlp }))
    expect(method).toBe('mine')
  })

  test('may come with a run of its own', () => {
    let looks = 0
    const own: AnyDiscretizer = {
      ...mdlp,
      run: afterThird,
      refinement: {
        of: afterThird,
        start: () => ({
          look: ({ view }) => {
            looks++
            // The first three values lie in the first cells: these are to be known.
            const wanted = [0, 1, 2, 3].filter((cell) => view.lo[cell] < view.hi[cell])
            return { wanted, candidates: [] }
          },
        }),
      },
    }
    expect(fit(x, { target: y, method: own })).toMatchObject({ cuts: [thirdCut(x)], cutsExact: true })
    expect(looks).toBeGreaterThan(1)
  })
})
