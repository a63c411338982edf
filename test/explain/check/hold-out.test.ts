import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HALF, splitHalves, splitUnits } from '../../../src/explain/check/hold-out.ts'

const anyCodes = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 200 }).map((codes) => Int32Array.from(codes))

describe('halves', () => {
  test('hold half of every class, and an odd row goes to either in turn', () => {
    fc.assert(
      fc.property(anyCodes, fc.nat(1000), (codes, seed) => {
        const halves = splitHalves(codes, 4, seed)
        let odd = 0
        for (let c = 0; c < 4; c++) {
          const all = codes.filter((code) => code === c).length
          const found = codes.filter((code, row) => code === c && halves[row] === HALF.found).length
          const held = codes.filter((code, row) => code === c && halves[row] === HALF.heldOut).length
          expect(found + held).toBe(all)
          expect(found - held).toBe(all % 2 === 0 ? 0 : odd++ % 2 === 0 ? 1 : -1)
        }
      }),
    )
  })

  test('leave out rows without a class', () => {
    const halves = splitHalves(Int32Array.from([-1, 0, 1, -1]), 2, 0)
    expect([halves[0], halves[3]]).toEqual([HALF.none, HALF.none])
  })

  test('are the same for the same seed and differ for another', () => {
    const codes = Int32Array.from({ length: 100 }, (_, i) => i % 2)
    expect(splitHalves(codes, 2, 7)).toEqual(splitHalves(codes, 2, 7))
    expect(splitHalves(codes, 2, 7)).not.toEqual(splitHalves(codes, 2, 8))
  })

  test('are drawn from all rows alike', () => {
    const codes = new Int32Array(40)
    const times = new Float64Array(40)
    for (let seed = 0; seed < 400; seed++) {
      for (const [row, half] of splitHalves(codes, 1, seed).entries()) if (half === HALF.found) times[row]++
    }
    // 200 expected, deviation 10
    expect(Math.min(...times)).toBeGreaterThan(150)
    expect(Math.max(...times)).toBeLessThan(250)
  })

  test('take whole units, so that copies never stand on both sides', () => {
    const unitOf = Int32Array.from({ length: 60 }, (_, row) => (row === 0 ? -1 : row % 20))
    const strata = unitOf.map((unit) => (unit < 0 ? -1 : unit % 2))
    const halves = splitUnits(strata, 2, { count: 20, unitOf }, 3)
    expect(halves[0]).toBe(HALF.none)
    for (let row = 1; row < 60; row++) expect(halves[row]).toBe(halves[20 + (row % 20)])
    expect(halves.subarray(20, 40).filter((half) => half === HALF.found)).toHaveLength(10)
    expect(splitUnits(strata, 2, null, 3)).toEqual(splitHalves(strata, 2, 3))
  })
})
