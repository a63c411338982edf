import { describe, expect, test } from 'vitest'
import { clusterRows } from '../../../src/explain/clusters/cluster-rows.ts'
import { kMeans, type Points } from '../../../src/explain/clusters/cluster-points.ts'
import { random } from '../../../src/util/random.ts'

/** Three heaps of points far from each other, of 30, 20 and 10 rows. */
function heaps(seed = 3): { x: number[]; y: number[]; heap: number[] } {
  const { normal } = random(seed)
  const centres = [[0, 0], [50, 3], [0, 900]] // prettier-ignore
  const heap = [30, 20, 10].flatMap((size, h) => Array.from({ length: size }, () => h))
  return {
    x: heap.map((h) => centres[h][0] + normal()),
    y: heap.map((h) => centres[h][1] + 20 * normal()),
    heap,
  }
}

describe('clusters', () => {
  test('are the heaps that the rows lie in, the largest first', () => {
    const { x, y, heap } = heaps()
    const made = clusterRows({ x, y }, { clusters: 3 })
    expect(Array.from(made.labels)).toEqual(heap)
    expect(made).toMatchObject({ sizes: [30, 20, 10], columns: ['x', 'y'], starts: 25 })
    expect(made.explained).toBeGreaterThan(0.98)
  })

  test('do not change with the unit of a column', () => {
    const { x, y, heap } = heaps()
    const metres = clusterRows({ x: x.map((v) => v * 4096), y: y.map((v) => v / 1024) }, { clusters: 3 })
    expect(Array.from(metres.labels)).toEqual(heap)
  })

  test('are the same for the same seed', () => {
    const { normal } = random(5)
    const table = { x: Float64Array.from({ length: 300 }, normal), y: Float64Array.from({ length: 300 }, normal) }
    expect(clusterRows(table, { clusters: 4, seed: 2 })).toEqual(clusterRows(table, { clusters: 4, seed: 2 }))
    expect(clusterRows(table, { clusters: 4, seed: 2, starts: 1 })).not.toEqual(
      clusterRows(table, { clusters: 4, seed: 3, starts: 1 }),
    )
  })

  test('take a missing value, a special code or an infinite one for something near', () => {
    const { x, y, heap } = heaps()
    const odd: (number | null)[] = y.slice()
    odd[3] = null
    odd[31] = -999
    odd[55] = Infinity
    const made = clusterRows({ x, y: odd }, { clusters: 3, perColumn: { y: { special: [-999] } } })
    expect(Array.from(made.labels)).toEqual(heap)
  })

  test('leave out rows without any number, text, truth values and columns that do not vary', () => {
    const { x, y } = heaps()
    const flat = x.map(() => 7)
    const text = x.map((_, i) => (i % 2 === 0 ? 'even' : 'odd'))
    const truth = x.map((_, i) => i % 2 === 0)
    const codes = x.map((_, i) => i % 5)
    const table = { x: x.with(0, NaN), y: y.with(0, NaN), flat, text, truth, codes }
    const made = clusterRows(table, { clusters: 3, perColumn: { codes: { kind: 'category' } } })
    expect(made.columns).toEqual(['x', 'y'])
    expect(made.labels[0]).toBe(-1)
    expect(made.sizes).toEqual([29, 20, 10])
  })

  test('take dates for numbers', () => {
    const { x, heap } = heaps()
    const day = x.map((v) => new Date(Date.UTC(2020, 0, 1) + Math.round(v) * 86_400_000))
    const { labels, columns } = clusterRows({ day }, { clusters: 2 })
    expect(columns).toEqual(['day'])
    expect(Array.from(labels)).toEqual(heap.map((h) => (h === 1 ? 1 : 0)))
  })

  test('refuse what cannot be clustered', () => {
    const { x } = heaps()
    expect(() => clusterRows({ x }, { clusters: 1 })).toThrow(
      'clusterRows: clusters must be an integer from 2 to 20, got 1',
    )
    expect(() => clusterRows({ x }, { clusters: 21 })).toThrow(
      'clusterRows: clusters must be an integer from 2 to 20, got 21',
    )
    expect(() => clusterRows({ x: ['a', 'b'] }, { clusters: 2 })).toThrow(
      'clusterRows: no column of numbers varies, so there are no distances to cluster by',
    )
    expect(() => clusterRows({ x: [1, 2, 2, 1] }, { clusters: 3 })).toThrow(
      'clusterRows: fewer than 3 rows differ from each other, too few for 3 clusters',
    )
    expect(() => clusterRows({ x }, { clusters: 2, columns: ['z'] })).toThrow('clusterRows: unknown column "z"')
    expect(() => clusterRows({ x }, { clusters: 2, starts: 0 })).toThrow(
      'clusterRows: starts must be an integer from 1 to 1000, got 0',
    )
  })

  test('may be as many as rows differ', () => {
    expect(clusterRows({ x: [1, 2, 2, 9] }, { clusters: 3 }).sizes).toEqual([2, 1, 1])
  })
})

describe('k-means', () => {
  const pointsOf = (rows: readonly (readonly number[])[]): Points => ({
    values: Float64Array.from(rows.flat()),
    size: rows.length,
    width: rows[0].length,
  })

  test('ends with every point at its nearest centre and every centre in the middle of its points', () => {
    const { normal } = random(11)
    const rows = Array.from({ length: 200 }, () => [normal(), normal(), normal()])
    const { labels, centres, spread } = kMeans(pointsOf(rows), { clusters: 5, starts: 3, seed: 1 })
    let sum = 0
    for (const [i, row] of rows.entries()) {
      const distances = Array.from({ length: 5 }, (_, c) =>
        row.reduce((total, x, d) => total + (x - centres[c * 3 + d]) * (x - centres[c * 3 + d]), 0),
      )
      expect(distances[labels[i]]).toBe(Math.min(...distances))
      sum += distances[labels[i]]
    }
    expect(spread).toBeCloseTo(sum, 9)
    for (let c = 0; c < 5; c++) {
      const own = rows.filter((_, i) => labels[i] === c)
      for (let d = 0; d < 3; d++) {
        expect(centres[c * 3 + d]).toBeCloseTo(own.reduce((total, row) => total + row[d], 0) / own.length, 9)
      }
    }
  })

  test('is no worse from more starts', () => {
    const { normal } = random(12)
    const points = pointsOf(Array.from({ length: 150 }, () => [normal(), normal()]))
    const spreads = [1, 5, 20].map((starts) => kMeans(points, { clusters: 6, starts, seed: 4 }).spread)
    expect(spreads[1]).toBeLessThanOrEqual(spreads[0])
    expect(spreads[2]).toBeLessThanOrEqual(spreads[1])
  })

  test('leaves no cluster empty while points differ', () => {
    for (let seed = 0; seed < 30; seed++) {
      for (const size of [40, 3000]) {
        const points = pointsOf([...Array.from({ length: size }, () => [0]), [1], [1.5], [9]])
        const { labels } = kMeans(points, { clusters: 4, starts: 1, seed })
        expect(new Set(labels).size).toBe(4)
      }
    }
  })

  test('tries its starts on some of many points, and ends with all', () => {
    const { normal } = random(13)
    const rows = Array.from({ length: 12_000 }, (_, i) => [(i % 3) * 20 + normal(), normal()])
    const { labels } = kMeans(pointsOf(rows), { clusters: 3, starts: 2, seed: 0 })
    expect(labels.length).toBe(12_000)
    expect(labels.every((label, i) => label === labels[i % 3])).toBe(true)
  })
})
