import { expect, test } from 'vitest'
import { growTree, pruneByError, pruneReducedError, treeScores } from '../../src/trees/index.ts'
import type { Table } from '../../src/types.ts'
import { random } from '../../src/util/random.ts'

/** Rows whose class follows x loosely; some have none, and with `others` some have one that no tree knows. */
function drawn(rows: number, classes: readonly string[], { seed, others }: { seed: number; others: boolean }): Table {
  const { next } = random(seed)
  const x = Float64Array.from({ length: rows }, () => (next() < 0.05 ? Number.NaN : Math.floor(next() * 60) / 7))
  const z = Float64Array.from({ length: rows }, () => next())
  const y = Array.from(x, (value) => {
    const draw = next()
    if (draw < 0.03) return null
    if (others && draw < 0.06) return 'other'
    return classes[Math.floor(draw < 0.6 ? (value > 4 ? 0 : 1) : next() * classes.length)]
  })
  return { x, z, y, one: new Float64Array(rows).fill(1) }
}

const CASES = [
  { rows: 12, classes: ['a', 'b'] },
  { rows: 500, classes: ['a', 'b'] },
  { rows: 3000, classes: ['a', 'b'] },
  { rows: 500, classes: ['a', 'b', 'c', 'd'] },
]

test.each(CASES)('rows counted by leaf give the scores of rows that weigh 1 each: %o', ({ rows, classes }) => {
  const training = drawn(rows, classes, { seed: 1, others: false })
  for (const maxDepth of [0, 2, 50]) {
    const tree = growTree(training, { target: 'y', columns: ['x', 'z'], classes, maxDepth })
    for (const table of [training, drawn(rows, classes, { seed: 2, others: true })])
      expect(treeScores(tree, table)).toEqual(treeScores(tree, table, { weights: 'one' }))
  }
})

test.each(CASES)('rows counted by leaf prune as rows that weigh 1 each do: %o', ({ rows, classes }) => {
  const tree = growTree(drawn(rows, classes, { seed: 1, others: false }), { target: 'y', columns: ['x', 'z'], classes })
  const held = drawn(rows, classes, { seed: 3, others: true })
  for (const rule of ['best', 'one-se', 'paper'] as const)
    expect(pruneByError(tree, held, { rule })).toEqual(pruneByError(tree, held, { rule, weights: 'one' }))
  expect(pruneReducedError(tree, held)).toEqual(pruneReducedError(tree, held, { weights: 'one' }))
})
