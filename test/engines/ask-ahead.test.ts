import { expect, test } from 'vitest'
import { askAhead } from '../../src/engines/ask-ahead.ts'
import { summarize } from '../../src/index.ts'
import { slotTally } from '../../src/summaries/slot-tally.ts'
import type { NumberSummary } from '../../src/types.ts'

const CELLS = 10_000
const ROWS = 1000

/** Cells of several values, all with as many rows. */
function coarse(): NumberSummary {
  const tally = slotTally(null, CELLS)
  for (let cell = 0; cell < CELLS; cell++) tally.add(cell, 0, ROWS)
  const lo = Float64Array.from({ length: CELLS }, (_, cell) => cell)
  const hi = lo.map((x) => x + 0.5)
  const tallies = tally.tallies(Array.from({ length: CELLS }, (_, cell) => cell))
  return { ...summarize([]), cells: { size: CELLS, shift: 42, lo, hi, tallies } }
}

test('medians are asked for where they would be if a cut moved to where a better one could hide', () => {
  const summary = coarse()
  const found = askAhead(null)({ summary, candidates: [5000], open: [7000], asked: new Set([7000]) })
  // As it is, with the cut moved, and with one more.
  for (const median of [2500, 7500, 3500, 8500, 6000]) expect(found).toContain(median)
  expect(found.length).toBeLessThan(250)
  // Cuts that are known do not move.
  const settled = askAhead(null)({ summary, candidates: [5000], open: [], asked: new Set([7000]) })
  for (const median of [2500, 7500, 3500, 8500, 6000]) expect(settled).not.toContain(median)
})

test('cells on both sides are asked for until they are too many rows', () => {
  const found = askAhead(null)({ summary: coarse(), candidates: [], open: [], asked: new Set([20]) })
  // 100,000 rows: 20 cells below and 80 above.
  const expected = Array.from({ length: 101 }, (_, cell) => cell).filter((cell) => cell !== 20)
  expect(found.toSorted((a, b) => a - b)).toEqual(expected)
})

test('edges of the reference are asked for together with the values they belong to', () => {
  const summary = coarse()
  const found = askAhead(8)({ summary, candidates: [], open: [], asked: new Set() })
  // At most an edge for each end of a cell that begins a reference cell.
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(2 * 95 + 400)
})
