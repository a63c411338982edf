import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceOfCut, chanceOfGroups } from '../../src/measures/chance-gain.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { gain } from '../../src/measures/gain.ts'
import { random } from '../../src/util/random.ts'
import { chanceGain } from '../trees/naive.ts'

describe('bits by chance', () => {
  test('are the mean gain over all ways to deal the classes to the rows', () => {
    const deal = (classes: readonly number[], rows: number): number[][] => {
      if (rows === 0) return [[]]
      return classes.flatMap((left, c) => {
        if (left === 0) return []
        const rest = classes.map((one, i) => (i === c ? one - 1 : one))
        return deal(rest, rows - 1).map((dealt) => [c, ...dealt])
      })
    }
    for (const [sizes, classes] of [
      [
        [3, 2, 2],
        [4, 3],
      ],
      [
        [1, 1, 5],
        [2, 3, 2],
      ],
      [
        [2, 2, 1, 1],
        [5, 1],
      ],
    ]) {
      const ways = deal(classes, sizes.reduce((a, b) => a + b, 0)) // prettier-ignore
      const gains = ways.map((dealt) => {
        let row = 0
        return gain(sizes.map((size) => {
          const counts = classes.map(() => 0)
          for (let i = 0; i < size; i++) counts[dealt[row++]]++
          return counts
        })) // prettier-ignore
      })
      const total = sizes.reduce((a, b) => a + b, 0)
      const mean = gains.reduce((a, b) => a + b, 0) / gains.length
      expect(chanceOfGroups({ total, classes }, sizes) / total).toBeCloseTo(mean, 12)
    }
  })

  test('agree with binomials, and never are more than there is to know', () => {
    const sides = fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 }) // prettier-ignore
    fc.assert(
      fc.property(sides, (counts) => {
        const sizes = counts.map((line) => line.reduce((a, b) => a + b, 0))
        const total = sizes.reduce((a, b) => a + b, 0)
        if (total === 0) return
        const classes = [0, 1, 2].map((c) => counts.reduce((sum, line) => sum + line[c], 0))
        const bits = chanceOfGroups({ total, classes }, sizes)
        expect(bits / total).toBeCloseTo(chanceGain(counts), 10)
        expect(bits).toBeLessThanOrEqual(chanceOfGroups({ total, classes }, Array.from({ length: total }, () => 1)) + 1e-9) // prettier-ignore
      }),
      { numRuns: 200 },
    )
  })

  test('with a row in every branch they are all there is to know; with many rows half a natural unit per degree', () => {
    const alone = chanceOfGroups(
      { total: 40, classes: [30, 10] },
      Array.from({ length: 40 }, () => 1),
    )
    expect(alone / 40).toBeCloseTo(gain(Array.from({ length: 40 }, (_, i) => (i < 30 ? [1, 0] : [0, 1]))), 12)
    const many = chanceOfGroups({ total: 40_000, classes: [10_000, 30_000] }, [10_000, 20_000, 10_000])
    expect(many).toBeCloseTo(2 * chanceOfCut([1, 1]), 3)
    expect([chanceOfCut([5, 0]), chanceOfCut([5, 1, 1])]).toEqual([0, 1 / Math.LN2])
  })
})

/** A class that a number shifts, and texts of many levels that tell nothing. */
function withLevels(rows: number, levels: number, seed: number) {
  const { next, integer } = random(seed)
  const x = Float64Array.from({ length: rows }, () => Math.round(next() * 100))
  const town = Array.from({ length: rows }, () => `t${integer(levels)}`)
  const y = Array.from(x, (value) => (next() < (value > 50 ? 0.75 : 0.25) ? 'yes' : 'no'))
  return { town, x, y }
}

describe('a column of many levels', () => {
  test('does not win a gain that it owes to their number, however many there are', () => {
    for (const levels of [20, 60, 150, 400]) {
      for (let seed = 0; seed < 10; seed++) {
        const table = withLevels(300, levels, seed)
        const tree = growTree(table, { target: 'y', maxDepth: 1 })
        expect(tree.columns[tree.root.test!.column].name, `${levels} levels, seed ${seed}`).toBe('x')
      }
    }
    const plain = growTree(withLevels(300, 150, 1), { target: 'y', maxDepth: 1, measure: 'gain' })
    expect(plain.columns[plain.root.test!.column].name).toBe('town')
  })

  test('wins where the levels tell the class', () => {
    const { town, x } = withLevels(400, 20, 3)
    const { next } = random(8)
    const y = town.map((name) => (next() < (Number(name.slice(1)) % 3 === 0 ? 0.9 : 0.1) ? 'yes' : 'no'))
    const tree = growTree({ x, town, y }, { target: 'y', maxDepth: 1 })
    expect(tree.columns[tree.root.test!.column].name).toBe('town')
  })

  test('is not asked about where most rows have a level of their own, and that is said', () => {
    const { x, y } = withLevels(60, 2, 5)
    const ticket = y.map((_, i) => (i < 12 ? `shared ${i % 4}` : i < 50 ? `own ${i}` : null))
    const tree = growTree({ ticket, y }, { target: 'y' })
    expect(tree.root.test).toBeNull()
    expect(tree.notes).toEqual([
      {
        code: 'nearly-unique',
        message:
          'ticket is not asked about: 38 of its 50 known values occur in a single row; the measure gain asks about it all the same',
      },
    ])
    // Not even where a number that tells nothing is all there is besides.
    const noise = growTree({ ticket, x: x.map((_, i) => i % 2), y }, { target: 'y', maxDepth: 1 })
    expect(noise.columns[noise.root.test!.column].name).toBe('x')
    const asked = growTree({ ticket, y }, { target: 'y', measure: 'gain', maxDepth: 1 })
    expect([asked.root.test?.column, asked.notes]).toEqual([0, []])
  })

  test('that gains no more than chance comes after every test of two branches', () => {
    // The class is whether a and b differ: neither tells anything alone, and the names tell every row apart.
    const rows = Array.from({ length: 32 }, (_, i) => ({ a: i % 2, b: (i >> 1) % 2, name: `n${i >> 1}` }))
    const table = {
      name: rows.map(({ name }) => name),
      a: rows.map(({ a }) => a),
      b: rows.map(({ b }) => b),
      y: rows.map(({ a, b }) => (a === b ? 'same' : 'other')),
    }
    const tree = growTree(table, { target: 'y' })
    expect(tree.columns[tree.root.test!.column].name).toBe('a')
    expect(tree.root.branches.map(({ branches }) => branches.length)).toEqual([2, 2])
  })
})
