import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../cases.ts'
import { assignMany, stepTables } from '../../src/binning/assign-many.ts'
import { bucketOf, finiteEnds, planBuckets } from '../../src/summaries/fast/bucket-plan.ts'
import { assignBuckets, assignSteps } from '../../src/summaries/fast/bucket-slots.ts'
import { chooseRows } from '../../src/summaries/fast/choose-rows.ts'
import { countRows } from '../../src/summaries/fast/class-buckets.ts'
import { gridSummary } from '../../src/summaries/fast/grid.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { rowLoops } from '../../src/wasm/row-loops.ts'
import { slotLoops } from '../../src/wasm/slot-loops.ts'
import { random } from '../../src/util/random.ts'

/** Rows of several chunks, and of less than one. */
const SIZES = [1, 7, 8, 9, 100, 8191, 8192, 8200, 20_003]

type Source = ReturnType<typeof random>

const KINDS: readonly ((source: Source) => number)[] = [
  ({ normal }) => normal(),
  ({ normal }) => Math.exp(30 * normal()) * (normal() > 0 ? 1 : -1),
  ({ next }) => Math.floor(next() * 5) - 2,
  ({ normal }) => Math.round(normal() * 1000) / 1000,
  ({ next }) => [0, -0, 5e-324, -5e-324, 1.7e308, -1.7e308][Math.floor(next() * 6)],
]
const ODD = [Number.NaN, Infinity, -Infinity]

interface Rows {
  readonly values: Float64Array
  readonly codes: Uint8Array
  readonly classes: number
}

function rowsOf(seed: number, odd: boolean): Rows {
  const source = random(seed)
  const pick = (count: number): number => Math.floor(source.next() * count)
  const size = SIZES[pick(SIZES.length)]
  const make = KINDS[pick(KINDS.length)]
  const classes = 1 + pick(4)
  const values = Float64Array.from({ length: size }, () => (odd && source.next() < 0.05 ? ODD[pick(3)] : make(source)))
  return { values, codes: Uint8Array.from({ length: size }, () => pick(classes)), classes }
}

const eachSeed = (check: (rows: Rows) => void, odd = true): void => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      check(rowsOf(seed, odd))
    }),
    { numRuns: cases(20, 150) },
  )
}

function bucketsOf(rows: Rows, loops: ReturnType<typeof rowLoops>) {
  const plan = planBuckets(rows.values, finiteEnds(rows.values))
  const counts = new Uint32Array(plan.size * rows.classes)
  const buckets = new Uint16Array(rows.values.length)
  countRows(rows, plan, { counts, buckets }, loops)
  return { plan, counts, buckets }
}

describe('loops over rows in WebAssembly', () => {
  const [loops, slotted] = [rowLoops()!, slotLoops()!]

  test('are there, once for all callers', () => {
    expect(loops).not.toBeNull()
    expect(slotted).not.toBeNull()
    expect(rowLoops()).toBe(loops)
    expect(slotLoops()).toBe(slotted)
  })

  test('find the ends that the plain loop finds', () => {
    eachSeed(({ values }) => {
      expect(loops.ends(values)).toEqual(finiteEnds(values))
    })
    expect(loops.ends(Float64Array.of(Number.NaN, -Infinity))).toEqual({ min: Infinity, max: -Infinity, odd: 2 })
  })

  test('count the same rows in the same buckets', () => {
    eachSeed((rows) => {
      const plain = bucketsOf(rows, null)
      expect(bucketsOf(rows, loops)).toEqual(plain)
      const finite = [...rows.values.keys()].filter((row) => Number.isFinite(rows.values[row]))
      expect(finite.map((row) => plain.buckets[row])).toEqual(
        finite.map((row) => bucketOf(rows.values[row], plain.plan)),
      )
    })
  })

  test('leave counts to the plain loop where there are too many classes for a table', () => {
    const values = Float64Array.from({ length: 16 }, (_, i) => i)
    const plan = planBuckets(values, finiteEnds(values))
    const counts = new Uint32Array(2_000_000)
    expect(loops.countBuckets({ values, codes: new Uint8Array(16), classes: 255 }, plan, counts, new Uint16Array(16))).toBe(0) // prettier-ignore
    expect(counts.every((count) => count === 0)).toBe(true)
  })

  test.each([1, 10, 1000])('count steps of a grid, %i to 1, and see where a value lies on none', (scale) => {
    eachSeed(({ values, codes, classes }) => {
      const marks = markRows(values.length, { target: codes, targetKind: 'class', classes: Array.from({ length: classes }, (_, i) => String(i)) }) // prettier-ignore
      const grid = { scale, ends: finiteEnds(values) }
      const plain = gridSummary(values, { marks, codes, classes }, grid)
      expect(gridSummary(values, { marks, codes, classes }, grid, loops)).toEqual(plain)
    }, scale === 10)
  })

  test('choose the rows of wanted buckets', () => {
    eachSeed((rows) => {
      const { buckets, plan } = bucketsOf(rows, null)
      const wanted = Uint8Array.from({ length: plan.size }, (_, bucket) => (bucket % 3 === 1 ? 1 : 0))
      const expected = [...buckets.keys()].filter((row) => wanted[buckets[row]] === 1)
      for (const given of [loops, null]) {
        const chosen: number[] = []
        chooseRows(buckets, wanted, (found, start) => chosen.push(...Array.from(found, (row) => start + row)), given)
        expect(chosen).toEqual(expected)
      }
    })
  })

  test('assign rows by their buckets', () => {
    eachSeed((rows) => {
      const { buckets, plan } = bucketsOf(rows, null)
      const finite = rows.values.filter((value) => Number.isFinite(value)).sort()
      const cuts = new Float64Array(new Set([0.1, 0.5, 0.5001, 0.9].map((part) => finite[Math.floor(finite.length * part)] ?? 0))) // prettier-ignore
      const counted = { values: rows.values, buckets, plan }
      expect(assignBuckets(counted, cuts, 9, slotted)).toEqual(assignBuckets(counted, cuts, 9, null))
    })
  })

  test('assign values on a grid by their steps', () => {
    const { next } = random(11)
    for (const [size, scale] of [
      [7, 1],
      [20_003, 1000],
      [8200, 10],
    ]) {
      const values = Float64Array.from({ length: size }, () => Math.floor(next() * 3000 - 1000) / scale)
      const rows = { values, scale, ends: finiteEnds(values) }
      const least = Float64Array.of(-0.1, 0, 0.5, 1.234)
      expect(assignSteps(rows, least, slotted)).toEqual(assignSteps(rows, least, null))
    }
  })

  test('assign values by even steps, infinite ones too', () => {
    eachSeed(({ values: given }) => {
      const values = given.map((value) => (Number.isNaN(value) ? Infinity : value))
      const finite = values.filter((value) => Number.isFinite(value)).sort()
      const cuts = new Float64Array(new Set([0.1, 0.5, 0.5001, 0.9].map((part) => finite[Math.floor(finite.length * part)] ?? 0))) // prettier-ignore
      const slots = new Uint8Array(values.length)
      const expected = new Uint8Array(values.length)
      const done = slotted.bySteps(values, stepTables(values, cuts), slots)
      assignMany(values, cuts, 9, expected)
      expect(slots.subarray(0, done)).toEqual(expected.subarray(0, done))
    })
  })
})
