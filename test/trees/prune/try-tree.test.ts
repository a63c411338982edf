import { describe, expect, test } from 'vitest'
import { pruneByError } from '../../../src/trees/prune/prune-error-complexity.ts'
import { planTrial } from '../../../src/trees/prune/plan-trial.ts'
import { scoreSpreads, type TrialOptions, tryTree } from '../../../src/trees/prune/try-tree.ts'
import { random } from '../../../src/util/random.ts'

/** Numbers and a text that tell nothing of a class which most rows have. */
function noise(rows: number, seed: number) {
  const { next, integer } = random(seed)
  const column = (): Float64Array => Float64Array.from({ length: rows }, next)
  const y = Array.from({ length: rows }, () => (next() < 0.221 ? 'default' : 'paid'))
  return { a: column(), b: column(), c: column(), town: y.map(() => `town ${integer(30)}`), y }
}

describe('a tree without further options', () => {
  test('is pruned on the validation rows, down to the root where nothing is to be told', () => {
    for (let seed = 0; seed < 5; seed++) {
      const { prune, stats, test: held } = tryTree(noise(900, seed), { target: 'y', seed })
      expect([prune, stats.nodes < 40]).toEqual(['error', true])
      expect(held!.accuracy! - held!.majority!).toBeGreaterThan(-0.06)
    }
    const { stats, full } = tryTree(noise(900, 2), { target: 'y', prune: 'none' })
    expect([stats.nodes > 200, full]).toEqual([true, null])
  })

  test('is never behind the majority over many splits, as the rule of the paper is', () => {
    const differences = (prune: TrialOptions['prune']): number[] =>
      Array.from({ length: 20 }, (_, seed) => {
        const { test: held } = tryTree(noise(600, seed), { target: 'y', seed, prune })
        return held!.accuracy! - held!.majority!
      })
    const [ours, papers] = [differences(undefined), differences('paper')].map((list) => {
      const mean = list.reduce((sum, x) => sum + x, 0) / list.length
      const squares = list.reduce((sum, x) => sum + (x - mean) ** 2, 0)
      return { mean, error: Math.sqrt(squares / (list.length - 1) / list.length) }
    })
    expect(ours.mean).toBeGreaterThanOrEqual(-2 * ours.error - 1e-12)
    expect(papers.mean).toBeLessThan(-0.05)
  })

  test('of few rows grows on all of them and says so', () => {
    const { tree, prune, validation, test: held, training } = tryTree(noise(30, 1), { target: 'y' })
    expect([prune, validation, held, training.rows, tree.root.count]).toEqual(['none', null, null, 30, 30])
    expect(tree.notes.filter(({ code }) => code === 'all-rows').map(({ message }) => message)).toEqual([
      '30 rows are too few to hold some out: the tree grows on all of them and is not pruned, and nothing tells how well it predicts others',
    ])
    expect(tree.created.options).toEqual({})
    // Parts that are asked for are made, however small.
    expect(tryTree(noise(30, 1), { target: 'y', parts: [10, 3, 2] })).toMatchObject({ prune: 'error', training: { rows: 20 } }) // prettier-ignore
  })
})

describe('what is planned', () => {
  test('follows from the rows and what is asked for', () => {
    const planned = (rows: number, asked: Parameters<typeof planTrial>[1]) => {
      const { prune, parts, notes } = planTrial(rows, asked)
      return [prune, parts.join(':'), ...notes.map(({ message }) => message)]
    }
    expect(planned(50, {})).toEqual(['error', '10:3:2'])
    expect(planned(1, {})).toEqual([
      'none',
      '1',
      '1 row is too few to hold some out: the tree grows on all of them and is not pruned, and nothing tells how well it predicts others',
    ])
    expect(planned(49, { prune: 'depth' })).toEqual([
      'depth',
      '1',
      '49 rows are too few to hold some out: the tree grows on all of them, and nothing tells how well it predicts others',
    ])
    expect(planned(50, { prune: 'none' })).toEqual(['none', '10:3:2'])
    expect([planned(50, { parts: [1] }), planned(49, { parts: [1] }), planned(50, { parts: [4, 1] })]).toEqual([
      ['depth', '1'],
      ['none', '1'],
      ['depth', '4:1'],
    ])
    expect(() => planTrial(50, { parts: [4, 1], prune: 'one-se' })).toThrow(
      'tryTree: parts must be three to prune by one-se, got [4, 1]',
    )
    expect(() => planTrial(50, { prune: 'hard' as 'none' })).toThrow(
      'tryTree: prune must be one of none, depth, error, one-se, reduced, paper, paper-strict, got "hard"',
    )
  })

  test('strict is of the paper, and the paper goes by plain gain', () => {
    const table = noise(60, 3)
    const { tree } = tryTree(table, { target: 'y', prune: 'paper-strict' })
    expect(tree.created.options).toMatchObject({ measure: 'gain', prune: 'paper-strict', pruned: 'error-paper-strict' })
    expect(() => pruneByError(tree, table, { rule: 'best', strict: true })).toThrow(
      'pruneByError: strict goes with the rule paper, got best',
    )
    expect(() => pruneByError(tree, table, { rule: 'first' as 'best' })).toThrow(
      'pruneByError: rule must be one of best, one-se, paper, got "first"',
    )
  })
})

test('the majority and the area stand beside every accuracy over trials', () => {
  const trials = [0, 1].map((seed) => tryTree(noise(150, seed), { target: 'y', seed, prune: 'none' }))
  expect(Object.keys(scoreSpreads(trials))).toEqual([
    'validation',
    'validationMajority',
    'validationAuc',
    'test',
    'testMajority',
    'testAuc',
  ])
  for (const spread of Object.values(scoreSpreads(trials))) expect(spread?.mean).toBeGreaterThan(0.3)
})
