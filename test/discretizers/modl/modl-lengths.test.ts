import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { ModlLengths } from '../../../src/discretizers/modl/modl-lengths.ts'
import { modlLength } from '../../../src/measures/modl-length.ts'
import { holds } from '../holds.ts'
import { viewOf } from '../rows.ts'

type Cells = readonly (readonly number[])[]

const lengthsOf = (cells: Cells): ModlLengths =>
  new ModlLengths(
    cellBlocks(
      viewOf(
        cells.map((_, i) => i),
        cells,
      ),
    ),
  )

/** Class counts of the bins that start at the first cell and at `starts`. */
function tableOf(cells: Cells, starts: readonly number[]): number[][] {
  return [0, ...starts].map((from, i) =>
    cells[0].map((_, c) => cells.slice(from, starts[i]).reduce((sum, counts) => sum + counts[c], 0)),
  )
}

const anyCells = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 3, 0.25, 1000, 123_456))
  .chain(([classes, weight]) =>
    fc
      .array(fc.array(fc.nat(9), { minLength: classes, maxLength: classes }), { minLength: 1, maxLength: 30 })
      .map((cells) => cells.map((counts) => counts.map((count, c) => (count + (c === 0 ? 1 : 0)) * weight))),
  )

/** Cells, and some of the candidates between them. */
const cellsAndStarts = anyCells.chain((cells) =>
  fc.tuple(fc.constant(cells), fc.subarray(Array.from({ length: cells.length - 1 }, (_, i) => i + 1))),
)

describe('lengths for searches', () => {
  test('are those of the measure, to twelve digits', () => {
    holds(
      fc.property(cellsAndStarts, ([cells, starts]) => {
        const expected = modlLength(tableOf(cells, starts))
        const one = modlLength(tableOf(cells, []))
        const lengths = lengthsOf(cells)
        expect(Math.abs(lengths.whole(starts) - expected)).toBeLessThanOrEqual(Math.max(lengths.tie, 1e-12 * one))
      }),
      300,
    )
  })

  test('add up to the same bits in any order', () => {
    holds(
      fc.property(cellsAndStarts, ([cells, starts]) => {
        const lengths = lengthsOf(cells)
        const ends = [0, ...starts, cells.length]
        const parts = ends.slice(1).map((end, i) => lengths.between(ends[i], end))
        const rightToLeft = parts.reduceRight((sum, part) => sum + part, lengths.bins(parts.length))
        expect(rightToLeft).toBe(lengths.whole(starts))
        // From one bin, cut by cut, last first.
        let taken = lengths.whole([])
        for (let i = starts.length - 1; i >= 0; i--) {
          const [from, to] = [0, starts[i + 1] ?? cells.length]
          taken += lengths.between(from, starts[i]) + lengths.between(starts[i], to) - lengths.between(from, to)
        }
        expect(taken + lengths.bins(parts.length) - lengths.bins(1)).toBe(lengths.whole(starts))
      }),
    )
  })

  test('do not depend on the order of the classes, bit for bit', () => {
    holds(
      fc.property(cellsAndStarts, ([cells, starts]) => {
        const mirrored = lengthsOf(cells.map((counts) => counts.toReversed()))
        expect(mirrored.whole(starts)).toBe(lengthsOf(cells).whole(starts))
      }),
    )
  })

  test('come as a row at once', () => {
    holds(
      fc.property(cellsAndStarts, ([cells, starts]) => {
        const lengths = lengthsOf(cells)
        const ends = Int32Array.from([0, ...starts, cells.length])
        const row = new Float64Array(ends.length + 2)
        lengths.fillFrom(ends, 0, row, 2)
        expect(Array.from(row)).toEqual([0, 0, 0, ...Array.from(ends.subarray(1), (end) => lengths.between(0, end))])
      }),
    )
  })

  test('come for all splits of a part at once', () => {
    holds(
      fc.property(cellsAndStarts, ([cells, starts]) => {
        const lengths = lengthsOf(cells)
        const [from, to] = [starts[0] ?? 0, cells.length]
        const sides = lengths.sidesOf(from, to)
        for (let at = from + 1; at < to; at++)
          expect(sides[at - from]).toBe(lengths.between(from, at) + lengths.between(at, to))
      }),
    )
  })

  test('count classes that occur', () => {
    const plain = lengthsOf([[3, 1], [0, 2]]) // prettier-ignore
    const more = lengthsOf([[0, 3, 1, 0], [0, 0, 2, 0]]) // prettier-ignore
    expect(more.whole([1])).toBe(plain.whole([1]))
  })

  test('have a tie of about one part in 10^12 of the length with one bin, and of rounding at least', () => {
    const tie = (cells: Cells): number => lengthsOf(cells).tie / modlLength(tableOf(cells, []))
    for (const size of [10, 1000, 100_000]) {
      const share = tie([[size, size], [size, 0]]) // prettier-ignore
      expect(share).toBeGreaterThan(0.5e-12)
      expect(share).toBeLessThanOrEqual(1e-12)
    }
    // One row in a million: terms of 10^7 bits cancel to 40, and keep nine digits.
    expect(tie([[1e6, 0], [0, 1]])).toBeLessThan(1e-7) // prettier-ignore
    expect(Number.isInteger(Math.log2(lengthsOf([[7, 2]]).tie))).toBe(true)
  })
})
