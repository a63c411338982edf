import { afterEach, expect, test, vi } from 'vitest'
import { random } from '../../src/util/random.ts'
import { makeFieldRows, type RowTexts } from '../../src/wasm/field-rows.ts'

afterEach(() => vi.unstubAllGlobals())

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** Texts as bytes, one behind the other. */
function textsOf(texts: readonly string[]): RowTexts {
  let end = 0
  const ends = Uint32Array.from(texts, (text) => (end += bytesOf(text).length))
  return { bytes: bytesOf(texts.join('')), ends }
}

test('lines are those that are put together as texts', () => {
  const { next } = random(1)
  const text = (most: number): string => 'é'.repeat(Math.floor(next() * most))
  for (const width of [1, 2, 7]) {
    const fields = Array.from({ length: width }, (_, i) =>
      i % 3 === 2 ? null : Array.from({ length: 1 + i * 5 }, () => `${text(30)};`),
    )
    const rows = makeFieldRows(fields.map((own) => own?.map(bytesOf) ?? null))!
    for (const count of [0, 1, 100, 2048]) {
      const made = fields.map((own) => {
        const slots = own && Int32Array.from({ length: count }, () => Math.floor(next() * own.length))
        const texts = own === null ? Array.from({ length: count }, () => `${text(20)};`) : []
        return { slots, texts, text: (row: number) => (own === null ? texts[row] : own[slots![row]]) }
      })
      const expected = Array.from({ length: count }, (_, row) => made.map((column) => column.text(row)).join(''))
      const written = rows.write(
        count,
        made.map(({ slots, texts }) => slots ?? textsOf(texts)),
      )
      expect(Buffer.from(written!).toString()).toBe(expected.join(''))
    }
  }
})

test('what there is no room for is left to others', () => {
  const rows = makeFieldRows([[bytesOf('a')], null])!
  expect(rows.write(2049, [new Int32Array(2049), textsOf([])])).toBeNull()
  expect(rows.write(1, [new Int32Array(1), textsOf(['x'.repeat(1_100_000)])])).toBeNull()
  expect(makeFieldRows([[bytesOf('x'.repeat(40_000))]])).toBeNull()
})

test('without WebAssembly there are none', () => {
  vi.stubGlobal('WebAssembly', undefined)
  expect(makeFieldRows([])).toBeNull()
})
