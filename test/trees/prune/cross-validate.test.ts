import { describe, expect, test } from 'vitest'
import { irisData } from '../../../src/cli/flags/study-flags.ts'
import { foldEstimate } from '../../../src/measures/fold-estimate.ts'
import { crossValidate, crossValidateTree, growTree, treeScores } from '../../../src/trees/index.ts'
import { kerf } from '../../cli/run.ts'

test('foldEstimate widens the interval of the folds', () => {
  // k = 5, s² = 0.025, t = 2.776445 with 4 degrees of freedom, variance 0.025 · (1/5 + 1/4)
  const { mean, from, to } = foldEstimate([0.1, 0.2, 0.3, 0.4, 0.5])
  expect(mean).toBeCloseTo(0.3, 12)
  expect(to - mean).toBeCloseTo(2.7764451 * Math.sqrt(0.025 * 0.45), 6)
  expect(mean - from).toBeCloseTo(to - mean, 12)
  expect(foldEstimate([0.5])).toEqual({ mean: 0.5, from: Number.NaN, to: Number.NaN })
})

describe('cross-validation', () => {
  test('judges every row once, by a model that never saw it', async () => {
    const { table: iris, target, columns } = await irisData()
    const table = { ...iris, id: Float64Array.from({ length: 150 }, (_, row) => row) }
    let held = 0
    const found = await crossValidate(table, { target, folds: 5, seed: 3 }, ({ training, held: rows, classes }) => {
      const seen = new Set(Array.from(training['id']))
      expect(seen.size).toBe(120)
      expect(Array.from(rows['id']).filter((id) => seen.has(id))).toEqual([])
      expect(training[target].length + rows[target].length).toBe(150)
      held += rows[target].length
      return treeScores(growTree(training, { target, columns, classes }), rows, { target })
    })
    expect(held).toBe(150)
    expect(found).toMatchObject({ folds: 5, seed: 3, rows: 150 })
    expect(found.majority.mean).toBeCloseTo(1 / 3, 12)
    expect(found.ahead.mean).toBeCloseTo(found.accuracy.mean - found.majority.mean, 12)
    expect(found.accuracy.mean).toBeGreaterThan(0.9)
  })

  test('the majority is that of the training rows, so noise is never ahead of itself', async () => {
    const table = { x: Array.from({ length: 20 }, (_, i) => (i * 7) % 20), y: Array.from('abaabaabaabaabaabaab') }
    const found = await crossValidateTree(table, { target: 'y', folds: 4, prune: 'none', maxDepth: 0 })
    expect(found.ahead.mean).toBe(0)
    expect(found.accuracy.mean).toBe(found.majority.mean)
  })

  test('every way of pruning can be judged; the same seed gives the same', async () => {
    const { table, target } = await irisData()
    for (const prune of ['none', 'depth', 'error', 'reduced'] as const) {
      const once = await crossValidateTree(table, { target, folds: 3, prune, seed: 1 })
      expect(once.accuracy.mean).toBeGreaterThan(0.85)
      expect(await crossValidateTree(table, { target, folds: 3, prune, seed: 1 })).toEqual(once)
    }
  })

  test('refuses too few rows', async () => {
    const table = { x: [1, 2, 3], y: ['a', 'b', 'a'] }
    await expect(crossValidateTree(table, { target: 'y', folds: 10 })).rejects.toThrow(
      'crossValidate: 10 folds need at least 20 rows, got 3',
    )
  })
})

test('kerf tree --cross-validate prints the accuracy with its interval, and the majority', async () => {
  const line = ['tree', 'samples/iris.csv', '-t', 'species', '--cross-validate', '10']
  const tree = await kerf(line)
  expect(tree.code).toBe(0)
  expect(tree.out).toMatch(/ {2}accuracy +0\.9467 +0\.8920 to 1\.0000\n {2}the commonest class alone +0\.3333 /)
  const bayes = await kerf([...line, '--model', 'naive-bayes', '--json'])
  const { crossValidated } = JSON.parse(bayes.out) as { crossValidated: { accuracy: { mean: number } } }
  expect(crossValidated.accuracy.mean).toBeCloseTo(0.9333, 4)
  expect(await kerf([...line.slice(0, 5), '1'])).toMatchObject({ code: 2 })
})
