import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CsvPass } from '../../../src/sources/csv/csv-pass.ts'
import { planCsv } from '../../../src/sources/csv/csv-plan.ts'
import type { FileOptions } from '../../../src/sources/source.ts'
import { CsvRows } from '../../../src/wasm/csv-row-reader.ts'
import { cases } from '../../cases.ts'

/** Everything that a pass over a text gives, with WebAssembly from the first byte on or without it. */
function read(text: string, options: Omit<FileOptions, 'name'>, kernel: boolean, chunk = 1_000_000): unknown {
  const all = { name: 'data.csv', ...options }
  const plan = planCsv(text.slice(0, 200), { ...all, whole: text.length <= 200 })
  const pass = new CsvPass(plan, plan.wanted, all, { kernelFrom: kernel ? 0 : Infinity })
  const bytes = new TextEncoder().encode(text)
  try {
    for (let at = 0; at < bytes.length; at += chunk) pass.feed(bytes.subarray(at, at + chunk))
    const result = pass.finish()
    const columns = plan.wanted.filter((j) => !result.misfits.has(j)).map((j) => pass.column(j, result.rows))
    // As text, since NaN and −0 must agree too.
    return { ...result, columns: columns.map(({ values }) => Array.from(values as ArrayLike<unknown>, shown)) }
  } catch (error) {
    return String(error)
  }
}

const shown = (value: unknown): string => (Object.is(value, -0) ? '-0' : String(value))

/** What is read with WebAssembly, and what without. */
function bothWays(text: string, options: Omit<FileOptions, 'name'> = {}, chunk?: number): [unknown, unknown] {
  return [read(text, options, true, chunk), read(text, options, false, chunk)]
}

/** Numbers as programs write them, and all that may stand in their place. */
const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const usual = fc.oneof(
  fc.double({ min: -100, max: 100, noNaN: true }).map(String),
  fc.integer({ min: -1000, max: 100_000 }).map(String),
  fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x.toFixed(4)),
)
const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(''))
const anyNumber = fc.oneof(
  double.map(String),
  fc.tuple(double, fc.integer({ min: 1, max: 21 })).map(([x, n]) => x.toPrecision(n)),
  fc.tuple(double, fc.integer({ min: 0, max: 20 })).map(([x, n]) => x.toExponential(n)),
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits(0, 22), digits(0, 30), fc.integer({ min: -330, max: 330 }))
    .map(([sign, whole, fraction, power]) => `${sign}${whole}.${fraction}e${power}`),
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits(0, 22), digits(0, 30))
    .map(([s, whole, rest]) => `${s}${whole}.${rest}`),
  digits(1, 25),
)
const ODD =
  '|-0|+1|.5|5.|-.5|.|-|+|NaN|nan|inf|-Infinity|1e5|1E-5|1e|1e+|e5| 7|7 |\t8|1e400|1e-400|5e-324|2.2250738585072014e-308|' +
  '1_000|0x10|1,5|1.2.3|--1|9007199254740992|9007199254740993|-9007199254740993|18446744073709551616|12 kg|NA|-999|1e22'
const odd = fc.constantFrom(...ODD.split('|'))

describe('rows read by WebAssembly', () => {
  test('hold what the plain reader finds in any number', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyNumber, odd, usual), { minLength: 20, maxLength: 300, size: 'max' }), (list) => {
        // Three columns, the last of which takes no numbers.
        const lines = list.map((text, i) => `${i}.5,${text.replace(',', '')},t${i % 7}`)
        const [kernel, plain] = bothWays(
          `a,b,c\n1.5,2.5,x\n1.5,2.5,y\n${'1.5,2.5,x\n'.repeat(20)}${lines.join('\n')}\n`,
        )
        expect(kernel).toEqual(plain)
      }),
      { numRuns: cases(150, 2000) },
    )
  })

  test('are exactly rounded halfway between doubles, and next to it', () => {
    const near = fc
      .tuple(fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }), fc.integer({ min: -80, max: 0 }), fc.integer())
      .map(([mantissa, power, digit]) => {
        // (2m + 1) / 2^k written with all its digits, then cut or with one more.
        const scale = 1 - power
        const text = ((2n * mantissa + 1n) * 5n ** BigInt(scale)).toString().padStart(scale + 1, '0')
        const exact = `${text.slice(0, -scale)}.${text.slice(-scale)}`
        return [exact.slice(0, 18), exact.slice(0, 19), exact.slice(0, 20), exact.slice(0, 21), `${exact}${digit & 7}`]
      })
    fc.assert(
      fc.property(fc.array(near, { minLength: 50, maxLength: 200, size: 'max' }), (list) => {
        const [kernel, plain] = bothWays(
          `a,b\n${'0.5,0.5\n'.repeat(40)}${list.flatMap((texts) => texts.map((text) => `1,${text}\n`)).join('')}`,
        )
        expect(kernel).toEqual(plain)
      }),
      { numRuns: cases(60, 1000) },
    )
  })

  const cell = fc.oneof(
    { weight: 30, arbitrary: usual },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: anyNumber },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"1.5"', '""', '"a,b"', '"a""b"', '"a\nb"', ' "x"', 'a"b', '"x" ', 'ü', '"ü"', '"a"b'),
    },
  )
  const tables = fc.record({
    width: fc.integer({ min: 1, max: 6 }),
    cells: fc.array(cell, { minLength: 400, maxLength: 1500, size: 'max' }),
    texts: fc.integer({ min: 0, max: 2 }),
    faults: fc.array(fc.tuple(fc.nat(300), fc.constantFrom('', ' ', '1', '1,2,3,4,5,6,7', '\0', '\uD800', '"')), {
      maxLength: 4,
    }),
    newline: fc.constantFrom('\n', '\n', '\r\n', '\r'),
    lastNewline: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '\t', ' '),
    decimal: fc.constantFrom('.' as const, '.' as const, ',' as const),
    missingValues: fc.constantFrom(undefined, ['NA', '-999']),
    badRows: fc.constantFrom('error' as const, 'skip' as const),
    chunk: fc.constantFrom(50, 333, 4096, 1_000_000),
  })
  test('and everything else are those of the plain reader, in any table', () => {
    fc.assert(
      fc.property(tables, ({ width, cells, texts, faults, newline, delimiter, decimal, ...rest }) => {
        const lines: string[] = []
        for (let i = 0; i + width <= cells.length; i += width) {
          const fields = cells
            .slice(i, i + width)
            .map((text, j) => (j < texts ? `t${i % 5}` : text.replace('.', decimal)))
          lines.push(fields.join(delimiter))
        }
        for (const [line, text] of faults) if (line < lines.length) lines[line] = text.replaceAll(',', delimiter)
        const text = lines.join(newline) + (rest.lastNewline ? newline : '')
        const { missingValues, badRows, chunk } = rest
        const first = `${Array.from({ length: width }, (_, j) => (j < texts ? 't' : '1')).join(delimiter)}${newline}`
        const [kernel, plain] = bothWays(
          `${first.repeat(4)}${text}`,
          { delimiter, decimal, header: false, missingValues, badRows },
          chunk,
        )
        expect(kernel).toEqual(plain)
      }),
      { numRuns: cases(300, 4000) },
    )
  })

  test('are all rows of a plain table but those across pieces', () => {
    const found = vi.spyOn(CsvRows.prototype, 'read')
    const [kernel, plain] = bothWays(`a,b\n${'-0.12345678901234567,text\n'.repeat(30_000)}`, {}, 100_000)
    expect(kernel).toEqual(plain)
    const rows = found.mock.results.reduce((sum, { value }) => sum + (value as number), 0)
    found.mockRestore()
    expect(rows).toBeGreaterThan(29_900)
  })

  test('may come after many that it cannot read', () => {
    const odds = Array.from({ length: 3000 }, (_, i) => `${i},"a ""quoted"" text"\n`).join('')
    const evens = Array.from({ length: 3000 }, (_, i) => `${i / 7},text\n`).join('')
    const [kernel, plain] = bothWays(`a,b\n${evens}${odds}${evens}${odds}`)
    expect(kernel).toEqual(plain)
  })

  test('may be longer than there is room for', () => {
    const long = 'x'.repeat(3_000_000)
    const lines = Array.from({ length: 500 }, (_, i) => `${i / 3},${i % 100 === 50 ? long : 'short'}\n`).join('')
    const [kernel, plain] = bothWays(`a,b\n${lines}`, {}, 200_000)
    expect(kernel).toEqual(plain)
  })
})
