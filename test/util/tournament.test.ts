import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Tournament } from '../../src/util/tournament.ts'

fc.configureGlobal({ seed: 90, numRuns: 200 })

/** The leftmost of the smallest keys, by looking at all. */
function leastOf(keys: readonly number[]): number {
  return keys.indexOf(Math.min(...keys))
}

describe('Tournament', () => {
  test('finds the least key, the leftmost of equal ones', () => {
    const keys = [5, 2, 7, 2, 9]
    const tournament = new Tournament(keys.length)
    tournament.fill((i) => keys[i], keys.length)
    expect(tournament.leastIndex()).toBe(1)
    tournament.set(1, 3)
    expect(tournament.leastIndex()).toBe(3)
    tournament.set(0, 2)
    expect(tournament.leastIndex()).toBe(0)
    tournament.set(0, Infinity)
    tournament.set(3, Infinity)
    expect(tournament.leastIndex()).toBe(1)
  })

  test('of one key is that key', () => {
    const tournament = new Tournament(1)
    expect(tournament.leastIndex()).toBe(0)
    tournament.set(0, -5)
    expect(tournament.leastIndex()).toBe(0)
  })

  test('starts with nobody taking part', () => {
    const tournament = new Tournament(6)
    tournament.set(5, 1e308)
    expect(tournament.leastIndex()).toBe(5)
  })

  test('finds the leftmost key that does not exceed a limit', () => {
    const keys = [5, 2.5, 7, 2, 9]
    const tournament = new Tournament(keys.length)
    expect(tournament.least()).toBe(Infinity)
    tournament.fill((i) => keys[i], keys.length)
    expect(tournament.least()).toBe(2)
    expect([2, 2.4, 2.5, 4.9, 5, Infinity].map((limit) => tournament.firstAtMost(limit))).toEqual([3, 3, 1, 1, 0, 0])
  })

  test('agrees with looking at all keys after every change', () => {
    const key = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(Infinity, -Infinity, 0.5))
    const keysAndChanges = fc
      .array(key, { minLength: 1, maxLength: 40 })
      .chain((keys) => fc.tuple(fc.constant(keys), fc.array(fc.tuple(fc.nat(keys.length - 1), key), { maxLength: 60 })))
    fc.assert(
      fc.property(keysAndChanges, ([start, changes]) => {
        const keys = [...start]
        const tournament = new Tournament(keys.length)
        tournament.fill((i) => keys[i], keys.length)
        expect(tournament.leastIndex()).toBe(leastOf(keys))
        for (const [index, value] of changes) {
          keys[index] = value
          tournament.set(index, value)
          expect(tournament.leastIndex()).toBe(leastOf(keys))
        }
      }),
    )
  })
})
