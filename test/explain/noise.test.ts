import { describe, expect, test } from 'vitest'
import { equalFrequency } from '../../src/discretizers/methods/equal-frequency.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import { explainGoal } from '../../src/explain/explain-goal.ts'
import { explainNumber } from '../../src/explain/explain-number.ts'
import type { Table } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'
import { type NoiseOptions, noiseTable } from './made.ts'

/** On how many of the seeded tables of noise an explanation claims to have found something. */
async function claims(tables: number, first: number, options: NoiseOptions, method?: AnyDiscretizer): Promise<number> {
  let claimed = 0
  for (let seed = first; seed < first + tables; seed++) {
    const all = method === undefined ? {} : { method }
    const { goal } = await explainGoal(noiseTable(seed, options), { target: 'y', goal: 'a', seed, all, depth: 1 })
    if (goal.ranges.length > 0) claimed++
  }
  return claimed
}

/** The rows of a table, each so many times. */
function repeated(table: Table, times: number): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, values]) => [
      name,
      Array.from({ length: times }, () => Array.from(values as number[])).flat(),
    ]),
  )
}

/** Of tables of noise, how many are said to hold something. */
async function claimsAbout(tables: number, make: (seed: number) => Table, weights?: string): Promise<number> {
  let claimed = 0
  for (let seed = 1; seed <= tables; seed++) {
    const table = make(seed)
    const options = { target: 'y', seed: seed + 1000, weights }
    const goals =
      typeof table['y'][0] === 'number'
        ? (await explainNumber(table, options)).directions
        : [(await explainGoal(table, { ...options, goal: 'a' })).goal]
    if (goals.some(({ ranges, together }) => ranges.length + together.length > 0)) claimed++
  }
  return claimed
}

// scripts/simulate/explain.mjs measures the same on many more tables of many more kinds.
describe('a few tables of noise', () => {
  test('whose rows stand there four times are said to hold nothing', async () => {
    const make = (seed: number): Table => repeated(noiseTable(seed, { rows: 125, numbers: 5 }), 4)
    expect(await claimsAbout(15, make)).toBeLessThanOrEqual(2)
  })

  test('with a number as target, also with weights', async () => {
    const withNumber = (seed: number): Table => {
      const { normal, next } = random(seed + 500)
      const y = Array.from({ length: 200 }, () => Math.exp(1.5 * normal()))
      return { ...noiseTable(seed, { rows: 200, numbers: 5 }), y, w: y.map(() => 5 * next()) }
    }
    expect(await claimsAbout(12, withNumber, 'w')).toBeLessThanOrEqual(2)
    const copied = (seed: number): Table => repeated(withNumber(seed), 4)
    expect(await claimsAbout(8, copied, 'w')).toBeLessThanOrEqual(2)
  })
})

describe('planted rules', () => {
  const { next } = random(11)
  const columns = Array.from({ length: 6 }, () => Array.from({ length: 600 }, next))
  const table = Object.fromEntries(columns.map((values, i) => [`x${i}`, values]))
  const label = (inside: boolean): string => (next() < (inside ? 0.8 : 0.2) ? 'yes' : 'nope')

  test('of a column with a few huge values are found', async () => {
    const y = columns[0].map((x) => label(x >= 0.7))
    const wild = columns[0].map((x, row) => (row % 100 === 0 ? 1e6 * x : x))
    const { goal, tried } = await explainGoal({ ...table, x0: wild, y }, { target: 'y', goal: 'yes' })
    expect(goal.ranges.map(({ column }) => column)).toContain('x0')
    expect(tried.blunt).not.toContain('x0')
  })

  test('of two ranges are found together', async () => {
    const y = columns[0].map((x, row) => label(x >= 0.6 && columns[1][row] < 0.4))
    const { goal } = await explainGoal({ ...table, y }, { target: 'y', goal: 'yes' })
    expect(goal.together.map(({ ranges }) => ranges.map(({ column }) => column).toSorted())).toContainEqual([
      'x0',
      'x1',
    ])
  })
})

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
