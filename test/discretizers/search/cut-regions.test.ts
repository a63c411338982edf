import { describe, expect, test } from 'vitest'
import { viewColumn } from '../../../src/discretizers/column-view.ts'
import { cutRegions } from '../../../src/discretizers/search/cut-regions.ts'
import { cheapestPartition } from '../../../src/discretizers/search/monge-partition.ts'
import { SquaredDistances } from '../../../src/discretizers/search/squared-distance.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'

const CELLS = 1800

type Draw = (source: ReturnType<typeof random>, row: number) => number

const COLUMNS: Readonly<Record<string, Draw>> = {
  normal: ({ normal }) => normal(),
  'with a long tail': ({ normal }) => Math.exp(3 * normal()),
  'in clumps': ({ normal, next }) => Math.floor(next() * 5) * 1000 + normal(),
  'on a grid': (_, row) => row,
  'far from zero': ({ next }) => 1e9 + next(),
}

function costsOf(draw: Draw, seed: number): SquaredDistances {
  const source = random(seed)
  const values = Float64Array.from({ length: CELLS }, (_, row) => draw(source, row))
  return new SquaredDistances(viewColumn(summarize(values)))
}

/** The cuts of least cost, by trying every end of every part; the leftmost of equals. */
function plainly(costs: SquaredDistances, parts: number): number[] {
  const { size } = costs
  const rows = [Float64Array.from({ length: size + 1 }, (_, i) => (i < size ? Infinity : 0))]
  const ends: Int32Array[] = [new Int32Array(0)]
  for (let j = 1; j <= parts; j++) {
    const [row, end] = [new Float64Array(size + 1).fill(Infinity), new Int32Array(size + 1)]
    for (let i = 0; i < size; i++) {
      for (let at = j === 1 ? size : i + 1; at <= size; at++) {
        if (rows[j - 1][at] === Infinity) continue
        const total = costs.rough(i, at) + rows[j - 1][at]
        if (total < row[i]) [row[i], end[i]] = [total, at]
      }
    }
    rows.push(row)
    ends.push(end)
  }
  const cuts: number[] = []
  for (let j = parts, at = 0; j > 1; j--) cuts.push((at = ends[j][at]))
  return cuts
}

describe('the regions of cuts', () => {
  test.each(Object.keys(COLUMNS))('of values %s hold the cuts of least cost and little else', (name) => {
    for (const parts of [2, 3]) {
      const costs = costsOf(COLUMNS[name], parts)
      const best = plainly(costs, parts)
      const { first, last } = cutRegions(costs, parts)
      for (const [c, cut] of best.entries()) {
        expect(first[c]).toBeLessThanOrEqual(cut)
        expect(last[c]).toBeGreaterThanOrEqual(cut)
        expect(last[c] - first[c]).toBeLessThan(CELLS / 4)
      }
      // Equal costs may be told apart by rounding.
      const found = cheapestPartition(costs, parts)
      const costAt = (cuts: readonly number[]): number =>
        [...cuts, costs.size].reduce((sum, cut, c) => sum + costs.precise(cuts[c - 1] ?? 0, cut), 0)
      expect(costAt(found) / costAt(best)).toBeCloseTo(1, 12)
    }
  })

  test('rise strictly, so that there is always a way from one to the next', () => {
    const costs = costsOf(COLUMNS['with a long tail'], 7)
    const { first, last } = cutRegions(costs, 3)
    expect(first[0]).toBeLessThan(first[1])
    expect(last[0]).toBeLessThan(last[1])
    expect(first[0]).toBeGreaterThanOrEqual(1)
    expect(last[1]).toBeLessThan(CELLS)
  })

  test('of few cells are all that leave a cell for each part', () => {
    const costs = new SquaredDistances(viewColumn(summarize([1, 2, 4, 8, 16])))
    expect(cutRegions(costs, 3)).toEqual({ first: Int32Array.of(1, 2), last: Int32Array.of(3, 4) })
  })
})
