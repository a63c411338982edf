import { expect, test } from 'vitest'
import { orderRuns } from '../../src/trees/grow/cut-feature.ts'
import { type GrowRows, packRow } from '../../src/trees/grow/grow-rows.ts'
import { random } from '../../src/util/random.ts'
import { Scratch } from '../../src/util/scratch.ts'
import { rowOrder } from '../../src/wasm/row-order.ts'

/** Rows of so many classes; a run of rows of one class is not rare. */
function drawnRows(count: number, classCount: number, seed: number): GrowRows {
  const { next } = random(seed)
  const classes = Uint8Array.from({ length: count }, () => Math.floor(next() * next() * classCount))
  const bits = 32 - Math.clz32(Math.max(1, classCount - 1))
  const rowIds = Uint32Array.from({ length: count }, (_, i) => i)
  return { count, rowIds, classes, classCount, weights: null, unit: 1, bits, fast: null, scratch: new Scratch(), notes: [] } // prettier-ignore
}

const KINDS: Record<string, (next: () => number, row: number) => number> = {
  'long decimals of both signs': (next) => (next() - 0.5) * 1e3,
  'heavy tails': (next) => 1 / (next() - 0.5),
  'whole numbers around 0': (next) => Math.floor(next() * 7) - 3,
  'one value': () => -2.5,
  rising: (_, row) => row / 7,
  'zeros of both signs': (next) => (next() < 0.3 ? -0 : next() < 0.5 ? 0 : next() - 0.5),
  'all kinds of numbers': (next) =>
    [-Infinity, Infinity, Number.NaN, -0, 5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, next()][
      Math.floor(next() * 9)
    ],
  'no number': () => Number.NaN,
  'infinities alone': (next) => (next() < 0.5 ? -Infinity : Infinity),
  'long runs that agree in high bits': (next) => 1 + Math.floor(next() * 50_000) * 2.220446049250313e-16,
}

test.each(Object.keys(KINDS))('puts rows in the order of the plain way: %s', (kind) => {
  for (const [seed, count] of [1, 2, 24, 700, 9000].entries()) {
    for (const classCount of [2, 5]) {
      const rows = drawnRows(count, classCount, seed + 1)
      const { next } = random(seed + 100)
      const values = Float64Array.from({ length: count }, (_, row) => KINDS[kind](next, row))
      const packed = Uint32Array.from({ length: count }, (_, row) => packRow(rows, row))
      const fast = rowOrder(packed, rows.bits)!
      for (const joins of [true, false]) {
        fast.values.set(values)
        expect(fast.order(joins)).toEqual(orderRuns(values, rows, joins))
      }
    }
  }
})
