import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assign,
  assignCuts,
  cutAndAssign,
  equalFrequency,
  equalWidth,
  findCuts,
  fit,
  fitAndAssign,
  fitTable,
  fixed,
  mdlp,
  type NumberColumn,
  random,
} from '../../../src/index.ts'
import { finiteEnds } from '../../../src/summaries/fast/bucket-plan.ts'
import { bucketColumn } from '../../../src/summaries/fast/class-buckets.ts'
import { classRows } from '../../../src/summaries/fast/class-rows.ts'
import { sortBuckets } from '../../../src/summaries/fast/read-buckets.ts'
import { Scratch } from '../../../src/util/scratch.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { assignCounted } from '../../../src/summaries/fast/bucket-slots.ts'
import { nextDown, nextUp } from '../../../src/util/numbers/doubles.ts'

const { next, normal } = random(11)
const rows = 50_003
const column = (draw: (row: number) => number): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => draw(row))
const ODD = [Number.NaN, Infinity, -Infinity, -0, 0, -Number.NaN]

const columns = {
  normal: column(() => normal()),
  tails: column(() => Math.exp(3 * normal()) * (next() < 0.4 ? -1 : 1)),
  tied: column(() => Math.fround(normal()) / (next() < 0.5 ? 3 : 1)),
  zeros: column((row) => (row % 3 === 0 ? ODD[3 + (row % 2)] : normal() ** 3)),
  odd: column((row) => (row % 17 === 0 ? ODD[Math.floor(next() * ODD.length)] : normal())),
  whole: column(() => Math.floor(next() * 90) - 30),
  three: column(() => Math.floor(next() * 3) - 1),
  decimals: column(() => Math.round(normal() * 1000) / 1000),
  oddWhole: column((row) => (row % 29 === 0 ? ODD[row % ODD.length] : Math.floor(next() * 40) - 20)),
  same: column(() => 7),
  missing: column(() => Number.NaN),
}
const y = Uint8Array.from(columns.normal, (x) => (x + normal() > 0.5 ? 3 : 1))

describe('cuts and slots are those of findCuts and assignCuts', () => {
  const cases: [string, Parameters<typeof cutAndAssign>[1]][] = (['left', 'right'] as const).flatMap((closed) => [
    [`equal frequency, closed ${closed}`, { all: { method: equalFrequency, bins: 10, closed } }],
    [`linear quantiles, closed ${closed}`, { all: { method: equalFrequency, quantile: 'linear', closed } }],
    [`equal width, closed ${closed}`, { all: { method: equalWidth, bins: 12, closed } }],
    [`equal width made readable, closed ${closed}`, { all: { method: equalWidth, readable: true, closed } }],
    [`mdlp, closed ${closed}`, { target: 'y', all: { method: mdlp, closed } }],
    [
      `cuts at and around zero, closed ${closed}`,
      { all: { method: fixed, cuts: [-1, 0, 5e-324, 0.5, 1e300], closed } },
    ],
    [`300 bins, closed ${closed}`, { all: { method: equalFrequency, bins: 300, closed } }],
  ])
  test.each(cases)('%s', (_, options) => {
    const table = { ...columns, y }
    const found = findCuts(table, options)
    const both = cutAndAssign(table, options)
    expect(Object.keys(both)).toEqual(Object.keys(found))
    for (const [name, proposal] of Object.entries(found)) {
      const { slots, ...alone } = both[name]
      expect(alone).toEqual(proposal)
      const values = table[name as keyof typeof table]
      expect(slots).toBeInstanceOf(proposal.cuts.length > 253 ? Int32Array : Uint8Array)
      expect(differing(slots, assignCuts(proposal, values))).toEqual([])
    }
  })

  test('of few rows, of any kind of numbers, of dates', () => {
    const few = {
      list: [3, 1, null, 2, undefined, 9, Number.NaN],
      whole: Int32Array.of(3, 1, 4, 1, 5, 9, 2),
      day: Array.from({ length: 7 }, (_, day) => new Date(2024, 0, 1 + day)) as never,
    }
    const options = { all: { method: equalFrequency, bins: 3 } }
    const both = cutAndAssign(few, options)
    expect(Array.from(both['list'].slots)).toEqual([1, 0, 3, 0, 3, 2, 3])
    expect(Array.from(both['whole'].slots)).toEqual(Array.from(assignCuts(findCuts(few, options)['whole'], few.whole)))
    expect(Array.from(both['day'].slots)).toEqual([0, 0, 0, 1, 1, 2, 2])
  })

  test('declared codes go where assign sends them', async () => {
    const table = { x: columns.whole, some: columns.whole.slice(0, rows) }
    const all = { method: equalFrequency, bins: 6, missing: [5, -0], special: [20, -7] }
    const { columns: fitted } = await fitTable(table, { all })
    const { x } = cutAndAssign(table, { all })
    expect(x.slots).toBeInstanceOf(Uint8Array)
    expect(differing(x.slots, assign(fitted[0] as NumberColumn, table.x))).toEqual([])
    expect(new Set(x.slots).size).toBe(x.cuts.length + 4)
  })

  test('slots stay as they are when another table of as many rows is cut', () => {
    const options = { all: { method: equalFrequency } }
    const first = cutAndAssign({ x: columns.normal }, options)['x'].slots
    const before = first.slice()
    cutAndAssign({ x: columns.tails, w: columns.whole }, options)
    expect(differing(first, before)).toEqual([])
  })
})

describe('by where rows were counted', () => {
  const value = fc.oneof(
    fc.double(),
    fc.constantFrom(...ODD, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
    fc.integer({ min: -4, max: 4 }),
  )
  test('any cuts part any values as comparing does', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), fc.array(value, { maxLength: 8 }), (list, more) => {
        const values = Float64Array.from(list)
        const ends = finiteEnds(values)
        // Cuts at values, beside them, and anywhere.
        const near = [...list.slice(0, 5), ...list.slice(0, 5).flatMap((x) => [nextUp(x), nextDown(x)]), ...more]
        const cuts = [...new Set(near.filter((x) => Number.isFinite(x)).map((x) => x + 0))].toSorted((a, b) => a - b)
        const counted = classRows(markRows(values.length, {}), new Scratch())!
        const { rows: where } = bucketColumn(values, counted, ends, { scratch: new Scratch(), look: sortBuckets })
        const slots = assignCounted(where!, Float64Array.from(cuts), cuts.length + 1)
        expect(Array.from(slots)).toEqual(Array.from(assignCuts({ cuts, closed: 'left' }, list)))
      }),
      { numRuns: 300 },
    )
  })
  test('and so on a grid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(1, 10, 100, 1000),
        (steps, scale) => {
          const values = Float64Array.from(steps, (step) => step / scale)
          const near = Array.from(values.subarray(0, 4)).flatMap((x) => [x, nextUp(x), nextDown(x)])
          const cuts = [...new Set(near.map((x) => x + 0))].toSorted((a, b) => a - b)
          const slots = assignCounted({ values, scale, ends: finiteEnds(values) }, Float64Array.from(cuts), 0)
          expect(Array.from(slots)).toEqual(Array.from(assignCuts({ cuts, closed: 'left' }, Array.from(values))))
        },
      ),
      { numRuns: 300 },
    )
  })
  test('what is not finite has buckets of its own, however far apart values lie', () => {
    const wide = column((row) => (row % 5 === 0 ? ODD[row % 3] : 2 ** Math.floor(2040 * next() - 1016)))
    const options = { method: equalFrequency, bins: 5 }
    expect(finiteEnds(wide).max).toBe(2 ** 1023)
    const { x } = cutAndAssign({ x: wide }, { all: options })
    const { cuts } = fit(Array.from(wide), options)
    expect(x.cuts).toEqual(cuts)
    expect(differing(x.slots, assignCuts({ cuts, closed: 'left' }, wide))).toEqual([])
  })
})

test('what is wrong is told in its own name', () => {
  expect(() => cutAndAssign({ a: [1, 2, 3], b: ['x', 'y', 'z'] }, { columns: ['b'] })).toThrow(
    'cutAndAssign: column "b" must hold numbers, got ',
  )
  expect(() => cutAndAssign({ a: [1, 2] }, { columns: ['c'] })).toThrow('cutAndAssign: unknown column "c"')
})

/** The first few rows in which two lists differ: expecting whole lists to be equal takes seconds. */
function differing(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  if (a.length !== b.length) return [-1]
  const found: number[] = []
  for (let row = 0; row < a.length && found.length < 5; row++) if (a[row] !== b[row]) found.push(row)
  return found
}

describe('fitAndAssign', () => {
  const source = random(11)
  const many = 60_000
  const table = {
    x: Float64Array.from({ length: many }, (_, row) => (row % 97 === 0 ? Number.NaN : source.normal())),
    whole: Float64Array.from({ length: many }, () => Math.floor(source.next() * 90)),
    day: Array.from({ length: many }, () => new Date(Math.floor(source.next() * 1e12))),
    y: Array.from({ length: many }, () => (source.next() < 0.4 ? 'a' : 'b')),
  }
  test.each([
    ['mdlp', { target: 'y' }],
    ['equal frequency', { target: 'y', all: { method: equalFrequency, bins: 7 } }],
    ['equal width', { target: 'y', all: { method: equalWidth, bins: 7 } }],
    ['policies', { target: 'y', all: { method: equalWidth, bins: 3, missingPolicy: 'nearest', special: [5] } }],
  ] as const)('gives what fitTable and assign give: %s', async (_, options) => {
    const { columns: fitted } = await fitTable(table, options)
    const got = fitAndAssign(table, options)
    for (const one of fitted) {
      expect(got[one.name].column).toEqual(one)
      const slots = assign(one as NumberColumn, table[one.name as 'x' | 'whole' | 'day'])
      expect(Array.from(got[one.name].slots)).toEqual(Array.from(slots))
    }
  })
})
