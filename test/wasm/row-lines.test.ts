import { afterEach, expect, test, vi } from 'vitest'
import { bisectLeft, bisectRight } from '../../src/util/bisect.ts'
import { random } from '../../src/util/random.ts'
import { makeRowLines } from '../../src/wasm/row-lines.ts'

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

afterEach(() => vi.unstubAllGlobals())

/** Rows with what is kept of them: a text before each column and one at the end. */
function makeRows(size: number, columns: number, seed: number) {
  const { next, normal } = random(seed)
  const values = Array.from({ length: columns }, () =>
    Float64Array.from({ length: size }, () => (next() < 0.1 ? Number.NaN : next() < 0.2 ? 0.5 : normal())),
  )
  const kept: string[][] = []
  const marks: number[] = []
  let length = 0
  for (let row = 0; row < size; row++) {
    kept.push(Array.from({ length: columns + 1 }, () => 'k'.repeat(Math.floor(next() * 40))))
    for (const text of kept[row]) marks.push((length += text.length))
  }
  return { values, kept, bytes: bytesOf(kept.flat().join('')), marks: Uint32Array.from(marks) }
}

test.each([0, 1, 3, 20])('lines are those that are put together as texts (%i cuts)', (cutCount) => {
  const lines = makeRowLines(59)!
  for (const [seed, columns] of [1, 2, 5].entries()) {
    const rows = makeRows(300, columns, seed)
    const shown = Array.from({ length: columns }, (_, c) => ({
      cuts: Array.from({ length: cutCount }, (_unused, i) => i - cutCount / 2),
      closedRight: c % 2 === 1,
      fields: Array.from({ length: cutCount + 2 }, (_unused, i) => `field ${'f'.repeat(7 * i)}${c}`),
    }))
    expect(lines.setColumns(shown.map((column) => ({ ...column, fields: column.fields.map(bytesOf) })))).toBe(true)
    for (const [from, to, first] of [
      [0, 300, 1],
      [7, 200, 9_999_999_950],
      [299, 300, 99],
    ]) {
      const expected = rows.kept.slice(from, to).map((texts, i) => {
        const fields = shown.map(({ cuts, closedRight, fields: own }, c) => {
          const x = rows.values[c][from + i]
          const slot = Number.isNaN(x) ? cutCount + 1 : closedRight ? bisectLeft(cuts, x) : bisectRight(cuts, x)
          return texts[c] + own[slot]
        })
        return `${first + i};${fields.join('')}${texts[columns]}\n`
      })
      const { values, bytes: kept, marks } = rows
      const written = lines.write({ from, to, first, values, kept, marks })
      expect(Buffer.from(written!).toString()).toBe(expected.join(''))
    }
  }
})

test('what there is no room for is left to others', () => {
  const lines = makeRowLines(44)!
  const column = { cuts: [], closedRight: false, fields: [bytesOf('all'), bytesOf('missing')] }
  expect(lines.setColumns(Array.from({ length: 65 }, () => column))).toBe(false)
  expect(lines.setColumns([{ ...column, fields: [bytesOf('x'.repeat(70_000)), bytesOf('missing')] }])).toBe(false)
  expect(lines.setColumns([column])).toBe(true)
  const many = { from: 0, to: 2000, first: 1, values: [new Float64Array(2000)], kept: bytesOf('') }
  expect(lines.write({ ...many, marks: new Uint32Array(4000) })).toBeNull()
  const long = { from: 0, to: 1, first: 1, values: [new Float64Array(1)], kept: new Uint8Array(300_000) }
  expect(lines.write({ ...long, marks: Uint32Array.of(0, 300_000) })).toBeNull()
})

test('without WebAssembly there are none', () => {
  vi.stubGlobal('WebAssembly', undefined)
  expect(makeRowLines(44)).toBeNull()
})
