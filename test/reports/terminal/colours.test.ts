import { describe, expect, test } from 'vitest'
import { FILLS, OTHERS, PALETTE, style } from '../../../src/reports/terminal/draw/screen.ts'

type Triple = readonly [number, number, number]

describe('style', () => {
  const escape = '\u001B['

  test('without colour gives texts back and signs classes by patterns', () => {
    const { bold, dim, paint, sign } = style(false)
    expect([bold('a'), dim('b'), paint('c', 0, 1), sign(0), sign(OTHERS)]).toEqual(['a', 'b', 'c', '█', '·'])
  })

  test('with colour sets texts off by escapes', () => {
    const { bold, dim, paint, sign } = style(true)
    expect(bold('a')).toBe(`${escape}1ma${escape}0m`)
    expect(dim('')).toBe('')
    expect(paint('c', 0, 1)).toBe(`${escape}38;5;33;48;5;208mc${escape}0m`)
    expect(paint('c', null, 1)).toBe(`${escape}48;5;208mc${escape}0m`)
    expect(sign(1)).toBe(`${escape}38;5;208m■${escape}0m`)
  })

  test('bold and dim leave alone what is painted inside', () => {
    const { dim, paint } = style(true)
    expect(dim(`a${paint('b', 0)}c`)).toBe(`${escape}2ma${escape}0m${paint('b', 0)}${escape}2mc${escape}0m`)
  })
})

describe('the palette', () => {
  test('has a pattern for every colour, all different', () => {
    expect(FILLS.length).toBe(PALETTE.length)
    expect(new Set(FILLS).size).toBe(FILLS.length)
  })

  test('stands out from white and from a dark ground', () => {
    for (const color of PALETTE) {
      const light = luminance(rgb(color))
      expect(1.05 / (light + 0.05)).toBeGreaterThan(2.4)
      expect((light + 0.05) / (luminance([30, 30, 30]) + 0.05)).toBeGreaterThan(2.4)
    }
  })

  test.each(Object.keys(EYES))('can be told apart by %s eyes', (eyes) => {
    const seen = PALETTE.map((color) => lab(multiply(EYES[eyes], rgb(color).map(linear) as unknown as Triple)))
    for (const [i, a] of seen.entries()) {
      for (const b of seen.slice(i + 1)) expect(Math.hypot(...a.map((x, k) => x - b[k]))).toBeGreaterThan(24)
    }
  })
})

/** What is seen of linear red, green and blue; for the colour-blind after Machado, Oliveira and Fernandes 2009. */
const EYES: Record<string, readonly Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'red-blind': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'green-blind': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'blue-blind': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** The colour a terminal shows for a number from 16 to 255. */
function rgb(color: number): Triple {
  if (color >= 232) return [8 + (color - 232) * 10, 8 + (color - 232) * 10, 8 + (color - 232) * 10]
  const step = (n: number): number => [0, 95, 135, 175, 215, 255][Math.floor(n) % 6]
  return [step((color - 16) / 36), step((color - 16) / 6), step(color - 16)]
}

function linear(part: number): number {
  return part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
}

function luminance(color: Triple): number {
  const [r, g, b] = color.map(linear)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function multiply(rows: readonly Triple[], color: Triple): number[] {
  return rows.map((row) => Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2])))
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: number[]): number[] {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
