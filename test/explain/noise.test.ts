import { describe, expect, test } from 'vitest'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import { type NoiseOptions, noiseTable } from './made.ts'

/** On how many of the seeded tables of noise an explanation claims to have found something. */
async function claims(tables: number, first: number, options: NoiseOptions, method?: AnyDiscretizer): Promise<number> {
  let claimed = 0
  for (let seed = first; seed < first + tables; seed++) {
    const all = method === undefined ? {} : { method }
    const { goal } = await explainGoal(noiseTable(seed, options), { target: 'y', goal: 'a', seed, all })
    if (goal.ranges.length > 0) claimed++
  }
  return claimed
}

describe('noise', () => {
  test('of 200 tables whose columns say nothing, at least 95 % are said to hold nothing', async () => {
    const kinds: NoiseOptions[] = [
      {},
      { shares: [1 / 3, 1 / 3, 1 / 3] },
      { shares: [0.15, 0.85] },
      { numbers: 4, categories: 4, missing: 0.1 },
    ]
    let claimed = 0
    for (const [i, options] of kinds.entries()) claimed += await claims(50, 50 * i + 1, options)
    expect(claimed).toBeLessThanOrEqual(10)
  })

  test('a method that always cuts finds no more: the check sees to that', async () => {
    const cutting = equalFrequency as unknown as AnyDiscretizer
    const claimed = await claims(40, 1, { rows: 200, numbers: 4, categories: 2 }, cutting)
    // Expected at most 2 of 40; at the very level of 0.05, more than 6 would come once in 300 choices of seeds.
    expect(claimed).toBeLessThanOrEqual(6)
  })
})
