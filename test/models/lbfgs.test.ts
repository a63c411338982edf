import { describe, expect, test } from 'vitest'
import { minimize } from '../../src/models/index.ts'

const SIZE = 40
/** Curvatures from 1 to 10,000, and where each coordinate is least. */
const curvatures = Float64Array.from({ length: SIZE }, (_, i) => 10 ** ((4 * i) / (SIZE - 1)))
const least = Float64Array.from({ length: SIZE }, (_, i) => Math.sin(i))

/** A bowl of very different widths, with neighbours tied together. */
function bowl(point: Float64Array, gradient: Float64Array): number {
  let value = 0
  gradient.fill(0)
  for (let i = 0; i < SIZE; i++) {
    const off = point[i] - least[i]
    value += (curvatures[i] * off * off) / 2
    gradient[i] += curvatures[i] * off
    if (i === 0) continue
    const tie = off - (point[i - 1] - least[i - 1])
    value += tie * tie
    gradient[i] += 2 * tie
    gradient[i - 1] -= 2 * tie
  }
  return value
}

describe('minimize', () => {
  test('finds the least point, sooner where it knows the curvature, whatever its unit', async () => {
    const run = async (curvature?: Float64Array): Promise<number> => {
      const point = new Float64Array(SIZE)
      const result = await minimize(bowl, point, { tolerance: 1e-9, maxIterations: 1000, curvature })
      expect(result.converged).toBe(true)
      point.forEach((x, i) => expect(x).toBeCloseTo(least[i], 7))
      return result.evaluations
    }
    const known = await run(curvatures)
    expect(known).toBeLessThan(30)
    expect(await run(curvatures.map((c) => c * 1000))).toBeLessThan(35)
    expect(await run()).toBeGreaterThan(60)
  })

  test('stops when told to, at its limit, and at a point that is least already', async () => {
    const limits = { tolerance: 1e-9, maxIterations: 1000 }
    const asked = await minimize(bowl, new Float64Array(SIZE), { ...limits, onStep: ({ iteration }) => iteration < 3 })
    expect([asked.iterations, asked.converged]).toEqual([3, false])
    const few = await minimize(bowl, new Float64Array(SIZE), { ...limits, maxIterations: 5 })
    expect(few.iterations).toBe(5)
    const there = await minimize(bowl, least.slice(), limits)
    expect(there).toMatchObject({ iterations: 0, evaluations: 1, value: 0, converged: true })
  })
})
