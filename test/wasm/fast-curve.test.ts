import { expect, test } from 'vitest'
import { random } from '../../src/util/random.ts'
import { BLOCK, fastCurve, type FastCurve, WIDE } from '../../src/wasm/fast-curve.ts'

/** A curve whose points lie in lines here and there; of one kind all weights are 1. */
function curve(seed: number, points: number): FastCurve {
  const made = fastCurve(points)!
  const { next, integer } = random(seed)
  made.weight[0] = 0
  made.height[0] = 0
  let rate = 0.5
  for (let at = 1; at < points; at++) {
    if (seed % 3 === 0 && at % 1000 === 0) rate = next()
    const rows = seed % 2 === 0 ? 1 : 1 + integer(4)
    const events = seed % 5 === 4 ? (at > points / 2 ? rows : 0) : Array.from({ length: rows }, next).filter((x) => x < rate).length // prettier-ignore
    made.weight[at] = made.weight[at - 1] + rows
    made.height[at] = made.height[at - 1] + events
  }
  return made
}

/** Both hulls by walking from corner to corner: the next one is where the slope is least, or largest, and farthest. */
function plainCorners({ weight, height }: FastCurve, first: number, last: number): number[] {
  const places = new Set([first, last])
  for (const side of [1, -1]) {
    for (let at = first; at < last;) {
      let next = at + 1
      for (let to = at + 2; to <= last; to++) {
        const turn = (height[to] - height[at]) * (weight[next] - weight[at]) - (height[next] - height[at]) * (weight[to] - weight[at]) // prettier-ignore
        if (turn * side <= 0) next = to
      }
      places.add((at = next))
    }
  }
  return [...places].toSorted((a, b) => a - b)
}

test.each([0, 1, 2, 3, 4, 5])('corners of blocks are those of both hulls: column %i', (seed) => {
  const points = 2 * WIDE + 2000 + seed
  const made = curve(seed, points)
  const { corners, firstCorner } = made.wide()
  for (let block = 0; block < 3; block++) {
    const own = [...corners.subarray(firstCorner[block], firstCorner[block + 1])]
    expect(own).toEqual(plainCorners(made, block * WIDE, Math.min(points, (block + 1) * WIDE) - 1))
  }
  for (const block of [0, 7, 39]) {
    const last = Math.min(points, (block + 1) * BLOCK) - 1
    expect([...made.corners(block, block + 1)]).toEqual(plainCorners(made, block * BLOCK, last))
  }
  made.release()
})

test.each([0, 1, 2, 3, 4, 5])('corners between two points are those of both hulls, or of one: column %i', (seed) => {
  const points = 3 * WIDE + 700 + seed
  const made = curve(seed, points)
  made.wide()
  const { integer } = random(seed)
  const ranges = Array.from({ length: 8 }, () => [integer(points), integer(points)].toSorted((a, b) => a - b))
  ranges.push([0, points - 1], [WIDE, 3 * WIDE - 1], [WIDE, 3 * WIDE], [5, 5], [300, 310], [BLOCK, 3 * BLOCK - 1])
  for (const [from, to] of ranges) {
    const both = plainCorners(made, from, to)
    expect(made.bothCorners(from, to)).toEqual(both)
    const [lower, upper] = [made.hullCorners(from, to, 1), made.hullCorners(from, to, -1)]
    expect([...new Set([...lower, ...upper])].toSorted((a, b) => a - b)).toEqual(both)
    const { weight, height } = made
    for (const [side, corners] of [
      [1, lower],
      [-1, upper],
    ] as const) {
      // prettier-ignore
      const slopes = corners.slice(1).map((at, i) => (height[at] - height[corners[i]]) / (weight[at] - weight[corners[i]]))
      expect(slopes.slice(1).every((slope, i) => (slope - slopes[i]) * side > 0)).toBe(true)
    }
  }
  expect(made.bothCorners(7, 6)).toEqual([])
  expect(made.hullCorners(7, 6, 1)).toEqual([])
  made.release()
})

test('a curve that is made anew forgets the corners it had', () => {
  const points = 12_001
  const made = fastCurve(points)!
  const weights = new Float64Array(points - 1).fill(2)
  const [rising, falling] = [1, -1].map((side) => Float64Array.from(weights, (_, i) => (side * (i - 6000) > 0 ? 1 : 0)))
  for (const counts of [rising, falling]) {
    made.addUp(weights, counts, 1, 0)
    made.wide()
    expect([...made.corners(23, 24)]).toEqual(plainCorners(made, 23 * BLOCK, 24 * BLOCK - 1))
    expect(made.bothCorners(5900, 6100)).toEqual(plainCorners(made, 5900, 6100))
  }
  made.release()
})

test('a block of one point is its own corner, and few points are left to others', () => {
  const made = curve(1, 3 * WIDE + 1)
  expect([...made.wide().corners].slice(-2)).toEqual([3 * WIDE - 1, 3 * WIDE])
  expect([...made.corners(3 * 16, 3 * 16 + 1)]).toEqual([3 * WIDE])
  expect(fastCurve(100)).toBeNull()
})

test.each([2, 5])('a curve is the sums of weights and of one of %i classes', (classes) => {
  const points = WIDE + 8000
  const { integer } = random(classes)
  const counts = Float64Array.from({ length: (points - 1) * classes }, () => integer(3))
  const weights = Float64Array.from({ length: points - 1 }, (_, cell) =>
    counts.subarray(cell * classes, (cell + 1) * classes).reduce((sum, count) => sum + count, 0),
  )
  const made = fastCurve(points)!
  expect(made.addUp(weights, counts, classes, 1)).toBe(true)
  let [weight, height] = [0, 0]
  const sums = Array.from({ length: points }, (_, at) => {
    weight += at === 0 ? 0 : weights[at - 1]
    height += at === 0 ? 0 : counts[(at - 1) * classes + 1]
    return [weight, height]
  })
  expect(Array.from(made.weight, (sum, at) => [sum, made.height[at]])).toEqual(sums)
  counts[4 * classes + 1] += 0.25
  expect(made.addUp(weights, counts, classes, 1)).toBe(false)
  made.release()
})
