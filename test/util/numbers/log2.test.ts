import { describe, expect, test } from 'vitest'
import { ln, log1p, log1pMinusX, log2, xLog2x, xLog2xTable } from '../../../src/util/numbers/log2.ts'
import { LOGARITHMS } from '../../reference/numerics.ts'
import { ulpError } from '../ulp-error.ts'

describe('log2', () => {
  test('is within 0.6 ulp of the truth', () => {
    const errors = LOGARITHMS.map(([x, log, distance]) => [ulpError(log2(x), log, distance), x])
    expect(errors.filter(([error]) => !(error < 0.6))).toEqual([])
  })

  test('is exact for every power of two', () => {
    const wrong: number[] = []
    for (let k = -1074, x = Number.MIN_VALUE; k < 1024; k++, x *= 2) if (!Object.is(log2(x), k)) wrong.push(k)
    expect(wrong).toEqual([])
  })

  test('keeps the digits next to 1', () => {
    expect(log2(1 + Number.EPSILON)).toBe(3.203426503814917e-16)
    expect(log2(1 - Number.EPSILON / 2)).toBe(-1.6017132519074588e-16)
  })

  test('of 0 is -Infinity, of Infinity Infinity, of negative numbers and NaN NaN', () => {
    expect([0, -0, Infinity, -1, -Infinity, -Number.MIN_VALUE, NaN].map(log2)).toEqual([
      -Infinity,
      -Infinity,
      Infinity,
      NaN,
      NaN,
      NaN,
      NaN,
    ])
  })

  test('never falls from one number to the next', () => {
    const falls: number[] = []
    for (const start of [0.5, Math.SQRT1_2, 1, Math.SQRT2, 2, 3, 2 ** 100]) {
      const step = Number.EPSILON * start
      for (let i = -500; i < 500; i++) {
        if (log2(start + i * step) > log2(start + (i + 1) * step)) falls.push(start)
      }
    }
    expect(falls).toEqual([])
  })
})

describe('ln', () => {
  test('is within 0.6 ulp of the truth', () => {
    const errors = LOGARITHMS.map(([x, , , log, distance]) => [ulpError(ln(x), log, distance), x])
    expect(errors.filter(([error]) => !(error < 0.6))).toEqual([])
  })

  test('has the ends of log2', () => {
    expect([0, 1, Infinity, -1, NaN].map(ln)).toEqual([-Infinity, 0, Infinity, NaN, NaN])
  })
})

describe('log1p', () => {
  test('keeps the digits of a small number', () => {
    expect([0, 1e-300, -1e-20, 1e-10].map(log1p)).toEqual([0, 1e-300, -1e-20, 9.999999999500001e-11])
  })

  test('goes on as ln(1 + y)', () => {
    for (const y of [-0.99, -0.5, -0.2900001, 0.4100001, 1, 1e10, 1e300]) expect(log1p(y)).toBe(ln(1 + y))
    expect([-1, Infinity, -2].map(log1p)).toEqual([-Infinity, Infinity, NaN])
  })
})

test('log1pMinusX is about -y²/2 and joins ln(1 + y) - y', () => {
  expect(log1pMinusX(0)).toBeCloseTo(0, 300)
  expect(log1pMinusX(1e-9) / -5e-19).toBeCloseTo(1, 8)
  for (const y of [-0.29, -0.28, -0.1, 0.1, 0.4, 0.42, 3]) {
    expect(Math.abs(log1pMinusX(y) / (ln(1 + y) - y) - 1)).toBeLessThan(1e-13)
  }
})

describe('xLog2x', () => {
  test('of 0 is 0, outside the domain NaN', () => {
    expect([0, -0, 1, 2, 8, 0.5, Infinity, -1, NaN].map(xLog2x)).toEqual([0, 0, 0, 2, 24, -0.5, Infinity, NaN, NaN])
  })

  test('is x times log2(x) to the bit, in the table or not', () => {
    const numbers = [3, 1000, 0.3, 12345.5, 2 ** 21 - 1, 2 ** 21, 2 ** 32 + 3, 1e300]
    for (let round = 0; round < 20; round++) {
      for (const x of numbers) expect(xLog2x(x)).toBe(x * log2(x))
    }
  })
})

describe('xLog2xTable', () => {
  test('holds xLog2x up to the limit', () => {
    const table = xLog2xTable(70_000)
    expect(table.length).toBeGreaterThan(70_000)
    const wrong = Array.from({ length: 70_001 }, (_, i) => i).filter((i) => table[i] !== (i === 0 ? 0 : i * log2(i)))
    expect(wrong).toEqual([])
  })

  test('has at most 2^21 entries', () => {
    expect(xLog2xTable(1e9).length).toBe(2 ** 21)
    expect(xLog2xTable(5).length).toBe(2 ** 21)
  })
})
