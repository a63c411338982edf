import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeCuts, scoreOf, type SlotGains, withoutIdle } from '../../../src/streams/repair/place-cuts.ts'
import { cases } from '../../cases.ts'

/** A column in which the model is right below `at` in slot 0 and above it in slot 1. */
function boundary(rows: number, at: number, start: number, cost = 2): SlotGains {
  const values = Float64Array.from({ length: rows }, (_, i) => i)
  const right = Uint8Array.from({ length: rows * 2 }, (_, i) => (i >> 1 < at === (i % 2 === 0) ? 1 : 0))
  return { values, slots: 2, rows: Uint32Array.from(values), right, starts: Int32Array.of(start), cost }
}

/** Every way to put cuts into gaps in order. */
function everyPlace(cuts: number, gaps: readonly number[]): number[][] {
  if (cuts === 0) return [[]]
  return everyPlace(cuts - 1, gaps).flatMap((list) =>
    gaps.filter((gap) => gap >= (list.at(-1) ?? 0)).map((gap) => [...list, gap]),
  )
}

describe('cuts of a column', () => {
  test('go to where most rows are right, and stay where that gains too little', () => {
    expect(placeCuts(boundary(40, 25, 10))).toEqual({ gaps: Int32Array.of(25), score: 38 })
    expect(placeCuts(boundary(40, 12, 10))).toEqual({ gaps: Int32Array.of(10), score: 38 })
    expect(placeCuts(boundary(40, 13, 10))).toEqual({ gaps: Int32Array.of(13), score: 38 })
  })

  test('push others along, at a lower price', () => {
    const values = Float64Array.from({ length: 30 }, (_, i) => i)
    // No below 20, yes from there on; the slots say no, yes, yes.
    const right = Uint8Array.from({ length: 90 }, (_, i) => (Math.floor(i / 3) < 20 === (i % 3 === 0) ? 1 : 0))
    const gains = { values, slots: 3, rows: Uint32Array.from(values), right, starts: Int32Array.of(5, 12), cost: 4 }
    expect(placeCuts(gains)).toEqual({ gaps: Int32Array.of(20, 20), score: 25 })
    expect(withoutIdle(gains, Int32Array.of(20, 20))).toEqual(Int32Array.of(20, 20))
  })

  test('are as good as the best of all places, for any rows', () => {
    const made = fc.record({
      values: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 7 }),
      bits: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 28, maxLength: 28 }),
      cuts: fc.integer({ min: 1, max: 3 }),
      cost: fc.constantFrom(0, 0.7, 2),
      starts: fc.array(fc.nat(7), { minLength: 3, maxLength: 3 }),
    })
    fc.assert(
      fc.property(made, ({ values, bits, cuts, cost, starts }) => {
        const sorted = Float64Array.from(values).toSorted()
        const apart = Array.from({ length: sorted.length + 1 }, (_, gap) => gap).filter(
          (gap) => gap === 0 || gap === sorted.length || sorted[gap - 1] < sorted[gap],
        )
        const gains = {
          values: sorted,
          slots: cuts + 1,
          rows: Uint32Array.from(sorted, (_, row) => row),
          right: Uint8Array.from(bits.slice(0, sorted.length * (cuts + 1))),
          starts: Int32Array.from(starts.slice(0, cuts), (start) => apart[start % apart.length]).toSorted(),
          cost,
        }
        const { gaps, score } = placeCuts(gains)
        expect(scoreOf(gains, gaps)).toBeCloseTo(score, 10)
        const most = Math.max(...everyPlace(cuts, apart).map((list) => scoreOf(gains, Int32Array.from(list))))
        expect(score).toBeCloseTo(most, 10)
      }),
      { numRuns: cases(150, 3000) },
    )
  })

  test('that tell nothing apart where they went are put back', () => {
    // The model is wrong everywhere: all it can do is to send every row to one side.
    const swapped = boundary(40, 25, 25)
    const right = swapped.right.map((bit) => 1 - bit)
    const gains = { ...swapped, right }
    const { gaps } = placeCuts(gains)
    expect([0, 40]).toContain(gaps[0])
    expect(withoutIdle(gains, gaps)).toEqual(Int32Array.of(25))
    expect(withoutIdle(boundary(40, 30, 25), Int32Array.of(30))).toEqual(Int32Array.of(30))
  })
})
