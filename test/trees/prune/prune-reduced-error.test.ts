import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dealFolds, rowsOfFold } from '../../../src/binning/use/folds.ts'
import { pickTable, splitRows } from '../../../src/binning/use/split-rows.ts'
import { chiMerge } from '../../../src/discretizers/methods/chi-merge.ts'
import { markRows } from '../../../src/summaries/mark-rows.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { depthByFolds } from '../../../src/trees/prune/depth-by-folds.ts'
import { predictTree } from '../../../src/trees/predict-tree.ts'
import { cutDepth, pruneReducedError } from '../../../src/trees/prune/prune-reduced-error.ts'
import { pruneByError, type PruneRule } from '../../../src/trees/prune/prune-error-complexity.ts'
import { treeScores } from '../../../src/trees/tree-scores.ts'
import { treeStats } from '../../../src/trees/tree-stats.ts'
import type { Tree, TreeColumn, TreeNode } from '../../../src/trees/tree.ts'
import { random } from '../../../src/util/random.ts'

/** Two numbers that tell the class by a rule, two that tell nothing, and a share of the labels turned over. */
function noisy(rows: number, seed: number, flipped: number) {
  const { next } = random(seed)
  const column = () => Float64Array.from({ length: rows }, () => Math.round(next() * 1000))
  const table = { a: column(), b: column(), c: column(), d: column(), y: Array.from({ length: rows }, () => '') }
  for (let row = 0; row < rows; row++) {
    const truth = table.a[row] > 500 && table.b[row] > 300
    table.y[row] = truth !== next() < flipped ? 'p' : 'n'
  }
  return table
}

const small = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  rows: fc.integer({ min: 6, max: 40 }),
  bins: fc.boolean(),
  strict: fc.boolean(),
  rule: fc.constantFrom<PruneRule>('best', 'one-se', 'paper'),
})

function grown({ seed, rows, bins }: { seed: number; rows: number; bins: boolean }): {
  tree: Tree
  held: ReturnType<typeof noisy>
} {
  const tree = growTree(noisy(rows, seed, 0.2), { target: 'y', ...(bins ? { by: chiMerge, all: { alpha: 0.9 } } : {}) }) // prettier-ignore
  return { tree, held: noisy(rows, seed + 1, 0.2) }
}

/** The error-complexity sequence word for word, from the whole tree to its root. */
function naiveSequence(tree: Tree): Tree[] {
  const total = tree.root.count
  const nodesOf = (node: TreeNode): TreeNode[] => [node, ...node.branches.flatMap(nodesOf)]
  const leavesOf = (node: TreeNode): TreeNode[] => nodesOf(node).filter((one) => one.test === null)
  const wrong = ({ classes, predict }: TreeNode): number =>
    (classes.reduce((a, b) => a + b, 0) - classes[predict]) / total
  const replace = (node: TreeNode, old: TreeNode): TreeNode =>
    node === old
      ? { ...node, test: null, branches: [], heaviest: 0 }
      : { ...node, branches: node.branches.map((branch) => replace(branch, old)) }
  const sequence = [tree]
  for (let now = tree; ; sequence.push(now)) {
    const tests = nodesOf(now.root).filter((node) => node.test !== null)
    if (tests.length === 0) return sequence
    const alpha = (node: TreeNode): number => {
      const leaves = leavesOf(node)
      return (wrong(node) - leaves.reduce((sum, leaf) => sum + wrong(leaf), 0)) / (leaves.length - 1)
    }
    const rated = tests.map((node, place) => ({ node, place, alpha: alpha(node), size: nodesOf(node).length }))
    const least = Math.min(...rated.map((one) => one.alpha))
    const [{ node }] = rated
      .filter((one) => one.alpha < least + 1e-9)
      .toSorted((p, q) => q.size - p.size || p.place - q.place)
    now = { ...now, root: replace(now.root, node) }
  }
}

/** Looks at every tree of the sequence and predicts every row again. */
function naivePrune(tree: Tree, held: ReturnType<typeof noisy>, rule: PruneRule, strict = false): Tree {
  const sequence = naiveSequence(tree).map((one) => ({ one, accuracy: treeScores(one, held).accuracy! }))
  if (rule === 'paper') {
    const end = sequence.findIndex(({ accuracy }, i) => i > 0 && (accuracy < sequence[i - 1].accuracy || (strict && accuracy === sequence[i - 1].accuracy))) // prettier-ignore
    return sequence.at(end < 0 ? -1 : end - 1)!.one
  }
  const best = Math.max(...sequence.map(({ accuracy }) => accuracy))
  const slack = rule === 'best' ? 0 : Math.sqrt((best * (1 - best)) / held.y.length)
  return sequence.findLast(({ accuracy }) => accuracy >= best - slack - 1e-12)!.one
}

test('error-complexity pruning is what its words say', () => {
  fc.assert(
    fc.property(small, (given) => {
      const { tree, held } = grown(given)
      const { strict, rule } = given
      const options = rule === 'paper' ? { rule, strict } : { rule }
      expect(pruneByError(tree, held, options).tree.root).toEqual(naivePrune(tree, held, rule, strict).root)
    }),
    { numRuns: 120 },
  )
})

test('of subtrees that are equally weak and large the leftmost goes first', () => {
  const leaf = (classes: number[]): TreeNode => ({
    count: classes[0] + classes[1],
    classes,
    predict: classes[0] >= classes[1] ? 0 : 1,
    test: null,
    branches: [],
    heaviest: 0,
  })
  const split = (cut: number, branches: TreeNode[]): TreeNode => {
    const sums = [0, 1].map((c) => branches[0].classes[c] + branches[1].classes[c])
    return { ...leaf(sums), test: { column: 0, cut, gain: 0 }, branches }
  }
  const tree = growTree({ x: [1, 2, 3, 11, 12, 13], y: Array.from('aabbba') }, { target: 'y' })
  const left = split(2.5, [leaf([20, 0]), leaf([0, 1])])
  const right = split(12.5, [leaf([0, 20]), leaf([1, 0])])
  const column = { ...tree.columns[0], cuts: [2.5, 7, 12.5], labels: ['1', '2', '3', '4'] } as TreeColumn
  const even = { ...tree, columns: [column], root: split(7, [left, right]) }
  // Without its branches the left part is right about 3, and the right part wrong about 13.
  const [first, second] = pruneByError(even, { x: [3, 13], y: ['a', 'a'] }, { rule: 'paper' }).tree.root.branches
  expect([first.test, second.test]).toEqual([null, { column: 0, cut: 12.5, gain: 0 }])
})

test('pruning never lowers the accuracy on the rows it looks at, and says what it did', () => {
  fc.assert(
    fc.property(small, (given) => {
      const { tree, held } = grown(given)
      const before = treeScores(tree, held).accuracy!
      for (const prune of [pruneByError, pruneReducedError]) {
        const pruned = prune(tree, held)
        expect(pruned.after).toBeGreaterThanOrEqual(before)
        expect([pruned.before, pruned.after]).toEqual([before, treeScores(pruned.tree, held).accuracy])
        expect(pruned.removed).toBe(treeStats(tree).nodes - treeStats(pruned.tree).nodes)
      }
      const strict = pruneByError(tree, held, { strict: true })
      expect(strict.removed).toBeLessThanOrEqual(pruneByError(tree, held, { rule: 'paper' }).removed)
      expect(pruneByError(tree, held, { rule: 'one-se' }).removed).toBeGreaterThanOrEqual(
        pruneByError(tree, held).removed,
      )
    }),
    { numRuns: 60 },
  )
})

describe('of 200 trees on labels of which a fifth is wrong, pruning shrinks 95 % and costs no accuracy on fresh rows', () => {
  test.each([
    ['error-complexity over bins', pruneByError, { by: chiMerge, all: { alpha: 0.25 }, measure: 'gain' }],
    ['error-complexity over cuts', pruneByError, {}],
    ['reduced error over cuts', pruneReducedError, {}],
  ] as const)('%s', (_, prune, by) => {
    let [shrunk, gained] = [0, 0]
    for (let seed = 0; seed < 200; seed++) {
      const tree = growTree(noisy(200, 3 * seed, 0.2), { target: 'y', ...by })
      const pruned = prune(tree, noisy(60, 3 * seed + 1, 0.2))
      if (pruned.removed > 0) shrunk++
      const fresh = noisy(100, 3 * seed + 2, 0.2)
      gained += treeScores(pruned.tree, fresh).accuracy! - treeScores(tree, fresh).accuracy!
    }
    expect(shrunk).toBeGreaterThanOrEqual(190)
    expect(gained).toBeGreaterThanOrEqual(0)
  })
})

describe('depth', () => {
  const table = noisy(300, 4, 0.2)

  test('a tree cut at a depth is the tree grown to it', () => {
    const full = growTree(table, { target: 'y' })
    for (const depth of [0, 1, 3, 8]) {
      expect(cutDepth(full, depth).root).toEqual(growTree(table, { target: 'y', maxDepth: depth }).root)
    }
    expect(cutDepth(full, 100).root).toBe(full.root)
    expect(() => cutDepth(full, -1)).toThrow('cutDepth: depth must be an integer from 0 to 10000, got -1')
  })

  test('chosen by folds it is small where labels are noisy, and the accuracies are those of cut trees', () => {
    const { depth, accuracies } = depthByFolds(table, { target: 'y', seed: 2 })
    expect(depth).toBeLessThanOrEqual(6)
    expect(accuracies[depth]).toBe(Math.max(...accuracies))
    expect(accuracies.indexOf(accuracies[depth])).toBe(depth)
    expect(accuracies[depth]).toBeGreaterThan(accuracies.at(-1)!)
    const foldOf = dealFolds(markRows(300, { target: table.y }), 5, 2)
    const rightAt = (limit: number): number => {
      const parts = [0, 1, 2, 3, 4].map((fold) => {
        const { inside, outside } = rowsOfFold(foldOf, fold)
        const tree = growTree(pickTable(table, outside), { target: 'y', maxDepth: limit })
        const { rows, accuracy } = treeScores(tree, pickTable(table, inside))
        return rows * accuracy!
      })
      return parts.reduce((sum, right) => sum + right, 0)
    }
    for (const limit of [0, 2, 5, 12]) expect(accuracies[limit] * 300).toBeCloseTo(rightAt(limit), 9)
    const limited = depthByFolds(table, { target: 'y', seed: 2, maxDepth: 2 })
    expect(limited.accuracies).toEqual(accuracies.slice(0, 3))
  })

  test('every row left out once: a lookup of single rows is always wrong', () => {
    const x = [1, 2, 3, 4, 5, 6]
    const alternate = { x, y: x.map((v) => (v % 2 === 0 ? 'even' : 'odd')) }
    const { accuracies } = depthByFolds(alternate, { target: 'y', folds: 6 })
    expect(accuracies[0]).toBe(0)
  })

  test('refuses fewer rows than folds', () => {
    expect(() => depthByFolds({ x: [1, 2], y: ['a', 'b'] }, { target: 'y' })).toThrow(
      'depthByFolds: 5 folds need at least 5 rows, got 2',
    )
  })
})

describe('scores', () => {
  const tree = growTree({ x: [1, 2, 3, 4], y: ['a', 'a', 'b', 'b'] }, { target: 'y' })

  test('accuracy, precision, recall and confusion, unknown classes counted as wrong', () => {
    const rows = { x: [1, 2, 3, 4, 4, 1], y: ['a', 'b', 'b', 'b', 'zebra', null] }
    const { ranking, ...scores } = treeScores(tree, rows)
    expect(ranking).toMatchObject({ rows: 4, events: 3, auc: { value: 2.5 / 3 }, ks: { value: 2 / 3 } })
    expect(scores).toEqual({
      rows: 5,
      accuracy: 3 / 5,
      majority: 3 / 5,
      auc: 2.5 / 3,
      classes: [
        { class: 'a', rows: 1, precision: 1 / 2, recall: 1 },
        { class: 'b', rows: 3, precision: 2 / 3, recall: 2 / 3 },
      ],
      confusion: [[1, 0], [1, 2]], // prettier-ignore
      unknown: 1,
    })
  })

  test('weights count as rows do; no rows give no accuracy', () => {
    expect(treeScores(tree, { x: [1, 4], y: ['a', 'a'], w: [3, 1] }, { weights: 'w' }).accuracy).toBe(3 / 4)
    expect(treeScores(tree, { x: [], y: [] })).toMatchObject({ rows: 0, accuracy: null, majority: null, auc: null })
    expect(() => treeScores(tree, { x: [1] })).toThrow('treeScores: unknown column "y"')
    expect(predictTree(tree, { x: [] }).codes.length).toBe(0)
  })
})

describe('parts', () => {
  test('10:3:2 of 20,560 and 150 rows are 13,707:4,112:2,741 and 100:30:20', () => {
    const sizes = (rows: number): number[] => splitRows({ x: new Float64Array(rows) }).map(({ length }) => length)
    expect([sizes(20_560), sizes(150)]).toEqual([[13_707, 4112, 2741], [100, 30, 20]]) // prettier-ignore
  })

  test('hold every row once, in order, differ by seed, and spread labels alike on request', () => {
    const table = { y: Array.from({ length: 150 }, (_, i) => 'abc'[Math.floor(i / 50)]) }
    const parts = splitRows(table, { seed: 3, stratify: 'y' })
    expect(parts.flatMap((part) => [...part]).toSorted((a, b) => a - b)).toEqual(table.y.map((_, row) => row))
    for (const part of parts) expect([...part]).toEqual([...part].toSorted((a, b) => a - b))
    const counts = parts.map((part) => ['a', 'b', 'c'].map((y) => [...part].filter((row) => table.y[row] === y).length))
    for (const [p, size] of [33.3, 10, 6.7].entries()) {
      for (const count of counts[p]) expect(Math.abs(count - size)).toBeLessThan(1.5)
    }
    expect(splitRows(table, { seed: 3, stratify: 'y' })).toEqual(parts)
    expect(splitRows(table, { seed: 4, stratify: 'y' })).not.toEqual(parts)
    expect(pickTable(table, parts[2]).y).toEqual([...parts[2]].map((row) => table.y[row]))
    expect(() => splitRows(table, { parts: [1, 0] })).toThrow('splitRows: parts must be numbers above 0, got [1, 0]')
  })
})
