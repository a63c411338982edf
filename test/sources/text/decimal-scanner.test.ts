import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DecimalScanner } from '../../../src/sources/text/decimal-scanner.ts'

const scanner = new DecimalScanner('.')

function scan(text: string, end = ','): { value: number; length: number } {
  const bytes = Uint8Array.from(`${text}${end}`, (character) => character.charCodeAt(0))
  const value = scanner.scan(bytes, 0)
  return { value, length: scanner.end }
}

/** What is wrong with a scan: it must give what Number() gives, or NaN where it leaves the work to it and is not `sure`. */
function fault(text: string, sure: boolean): string | null {
  const { value, length } = scan(text)
  const right = Object.is(value, Number(text)) || (!sure && Number.isNaN(value))
  return right && length === text.length ? null : `${text}: got ${value} from ${length} bytes`
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))

describe('DecimalScanner', () => {
  test('reads plain decimals as Number does', () => {
    const texts = [
      '0',
      '-0',
      '+5',
      '5.',
      '.5',
      '-.5',
      '007',
      '1.50',
      '123456789',
      '1234567890',
      '0.1',
      '1e3',
      '1E-3',
      '2.5e+2',
    ]
    expect(texts.map((text) => fault(text, true)).filter(Boolean)).toEqual([])
    expect(Object.is(scan('-0').value, -0)).toBe(true)
  })

  test('reads what needs more than 53 bits on the way', () => {
    const texts = [
      '0.30000000000000004',
      '0.00479298817650529',
      '9007199254740993',
      '123456789012345678',
      '1.7976931348623157',
    ]
    expect(texts.map((text) => fault(text, true)).filter(Boolean)).toEqual([])
  })

  test('leaves out zeros that change nothing', () => {
    expect(fault('8.692932128906250000000', true)).toBeNull()
    expect(fault('1000000000000000000000', true)).toBeNull()
    expect(fault('0.0000000000000000000000', true)).toBeNull()
  })

  test('stops at the first byte that does not belong to the number', () => {
    expect(scan('12', ';')).toEqual({ value: 12, length: 2 })
    expect(scan('1.2.3')).toEqual({ value: 1.2, length: 3 })
    expect(scan('12abc')).toEqual({ value: 12, length: 2 })
  })

  test('gives NaN for what is no number or beyond it', () => {
    for (const text of [
      '',
      '-',
      '.',
      '+.',
      'e5',
      '1e',
      '1e+',
      'abc',
      '"5"',
      '1234567890123456789',
      '1e400',
      '1e-300',
    ]) {
      expect(scan(text).value, text).toBeNaN()
    }
  })

  test('reads whole numbers only when there is no decimal mark', () => {
    const bytes = Uint8Array.from('12,5;', (character) => character.charCodeAt(0))
    const whole = new DecimalScanner(null)
    expect(whole.scan(bytes, 0)).toBe(12)
    expect(whole.end).toBe(2)
    expect(new DecimalScanner(',').scan(bytes, 0)).toBe(12.5)
  })

  test('is correctly rounded for any digits', () => {
    fc.assert(
      fc.property(digits(0, 12), digits(1, 22), fc.integer({ min: -30, max: 30 }), (whole, fraction, exponent) => {
        expect(fault(`${whole}.${fraction}`, false)).toBeNull()
        expect(fault(`-${whole}.${fraction}e${exponent}`, false)).toBeNull()
      }),
      { numRuns: 4000 },
    )
  })

  test('is correctly rounded halfway between doubles, and next to it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2 ** -20, max: 2 ** 20, noNaN: true }),
        fc.integer({ min: 15, max: 18 }),
        (x, length) => {
          const ulp = 2 ** (Math.floor(Math.log2(x)) - 52)
          const half = (x + ulp / 2).toPrecision(21)
          expect(fault(half.slice(0, length + 1), false)).toBeNull()
          expect(fault(x.toPrecision(length), false)).toBeNull()
        },
      ),
      { numRuns: 4000 },
    )
  })

  test('almost always succeeds on what programs print', () => {
    let failed = 0
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (x) => {
        if (Math.abs(x) < 1e-5) return
        expect(fault(String(x), false)).toBeNull()
        if (Number.isNaN(scan(String(x)).value)) failed++
      }),
      { numRuns: 4000 },
    )
    expect(failed).toBeLessThan(10)
  })
})
