import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Table } from '../../../src/index.ts'
import { mdlp } from '../../../src/index.ts'
import {
  dealParts,
  type GrowOptions,
  growTree,
  pruneByError,
  pruneReducedError,
  replayTree,
  type ReplayedTest,
  tracePruning,
  traceReducedError,
  traceTree,
  traceTrial,
  type Tree,
  type TreeNode,
  type TreeStep,
  tryTree,
} from '../../../src/trees/index.ts'
import { random } from '../../../src/util/random.ts'
import { cases } from '../../cases.ts'

const [head, ...lines] = readFileSync(new URL('../../../samples/iris.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const iris: Table = Object.fromEntries(
  head.split(',').map((name, c) => [name, lines.map((line) => (c === 4 ? line.split(',')[c] : Number(line.split(',')[c])))]), // prettier-ignore
)

const vehicles: Table = Object.fromEntries(
  [
    ['motor', 'no no yes yes yes yes yes'],
    ['wheels', 'two three two four four four four'],
    ['doors', 'none none none two three four four'],
    ['size', 'small small small small medium medium large'],
    ['efficiency', 'good bad good bad good good bad'],
  ].map(([name, text]) => [name, text.split(' ')]),
)

const six = (x: number | null): number | null => (x === null ? null : Number(x.toFixed(6)))

function trace(table: Table, options: GrowOptions): { steps: TreeStep[]; tree: Tree } {
  const steps: TreeStep[] = []
  const tree = traceTree(table, options, (step) => steps.push(step))
  return { steps, tree }
}

/** The tests of a tree by their paths, as a replay gives them. */
function testsOf({ root, columns }: Tree): ReplayedTest[] {
  const found: ReplayedTest[] = []
  const walk = ({ test: asked, branches }: TreeNode, path: number[]): void => {
    if (asked === null) return
    found.push({ path, column: columns[asked.column].name, cut: asked.cut })
    for (const [b, branch] of branches.entries()) walk(branch, [...path, b])
  }
  walk(root, [])
  return found
}

const byPath = (tests: readonly ReplayedTest[]): ReplayedTest[] =>
  tests.toSorted((a, b) => (a.path.join() < b.path.join() ? -1 : 1))

describe('ID3 on seven vehicles', () => {
  const { steps } = trace(vehicles, { target: 'efficiency', measure: 'gain' })
  const nodes = steps.filter((step) => step.step === 'node')

  test('the root gains 0.4138 bits by wheels and by size, and takes the first', () => {
    const [{ entropy, rows, columns, best, why }] = nodes
    expect([six(entropy), rows, best]).toEqual([0.985228, 7, 1])
    expect(columns.map(({ column, gain }) => [column, six(gain)])).toEqual([
      ['motor', 0.005978],
      ['wheels', 0.4138],
      ['doors', 0.305958],
      ['size', 0.4138],
    ])
    expect(why).toBe('wheels gains 0.4138 bits; a tie with size, and the first column wins')
  })

  test('under wheels = four, size gains a whole bit', () => {
    const four = nodes.find(({ words }) => words.join() === 'wheels four')!
    expect(four.columns.map(({ column, gain }) => [column, gain])).toEqual([
      ['motor', null],
      ['wheels', null],
      ['doors', 0.5],
      ['size', 1],
    ])
    expect(four.columns[3].branches.map(({ label, classes, entropy }) => [label, classes, entropy])).toEqual([
      ['large', [1, 0], 0],
      ['medium', [0, 2], 0],
      ['small', [1, 0], 0],
    ])
  })

  test('the others are leaves', () => {
    expect(nodes.filter(({ best }) => best === null).map(({ words, why }) => [words.join(), why])).toEqual(
      ['wheels two', 'wheels three', 'wheels four,size small', 'wheels four,size medium', 'wheels four,size large']
        .map((words) => [words, 'all its rows are of one class: a leaf'])
        .toSorted((a, b) => (nodes.findIndex((n) => n.words.join() === a[0]) - nodes.findIndex((n) => n.words.join() === b[0]))), // prettier-ignore
    )
  })
})

test('ID3 on iris: the gains of all columns at the first nodes', () => {
  const { steps } = trace(iris, { target: 'species', measure: 'gain', maxDepth: 3, cuts: 'node' })
  const nodes = steps.filter((step) => step.step === 'node')
  const gains = (words: string): unknown =>
    nodes
      .find((node) => node.words.join() === words)
      ?.columns.map(({ column, cut, gain }) => [column, six(cut), six(gain)])
  expect(gains('')).toEqual([
    ['sepal_length', 5.55, 0.557233],
    ['sepal_width', 3.35, 0.283126],
    ['petal_length', 2.45, 0.918296],
    ['petal_width', 0.8, 0.918296],
  ])
  expect(gains('petal_length ≥ 2.45')).toEqual([
    ['sepal_length', 6.15, 0.1605],
    ['sepal_width', 2.45, 0.058237],
    ['petal_length', 4.75, 0.657374],
    ['petal_width', 1.75, 0.69016],
  ])
  expect(gains('petal_length ≥ 2.45,petal_width < 1.75')).toEqual([
    ['sepal_length', 7.1, 0.066194],
    ['sepal_width', 3.05, 0.019533],
    ['petal_length', 4.95, 0.21317],
    ['petal_width', 1.35, 0.105007],
  ])
  expect(gains('petal_length ≥ 2.45,petal_width ≥ 1.75')).toEqual([
    ['sepal_length', 5.95, 0.06106],
    ['sepal_width', 3.15, 0.038113],
    ['petal_length', 4.85, 0.091208],
    ['petal_width', 1.85, 0.043145],
  ])
})

/** A table of two number columns, one of texts, and classes that depend on them. */
function someTable(seed: number): Table {
  const { next: draw } = random(seed)
  const count = 20 + Math.floor(draw() * 40)
  const column = (make: () => number): number[] => Array.from({ length: count }, make)
  const [x, z] = [column(() => Math.floor(draw() * 8)), column(() => Math.floor(draw() * 5))]
  const town = column(() => Math.floor(draw() * 3)).map((i) => ['north', 'south', 'west'][i])
  const y = x.map((value, row) => (value + (draw() < 0.3 ? 4 : 0) > 4 === (town[row] === 'north') ? 'yes' : 'no'))
  return { x, z, town, y }
}

const variants: readonly Partial<GrowOptions>[] = [
  {},
  { measure: 'gain' },
  { measure: 'gain-ratio', minLeaf: 2 },
  { cuts: 'node', maxDepth: 3 },
  { by: mdlp },
  { maxNodes: 9, minGain: 0.01 },
]

test.each(variants)('a trace of a tree with %o replays to its tests', (options) => {
  fc.assert(
    fc.property(fc.nat(1e6), (seed) => {
      const table = someTable(seed)
      const { steps, tree } = trace(table, { target: 'y', ...options })
      expect(tree).toEqual(growTree(table, { target: 'y', ...options }))
      const saved = JSON.parse(JSON.stringify(steps)) as TreeStep[]
      expect(saved).toEqual(steps)
      expect(byPath(replayTree(saved))).toEqual(byPath(testsOf(tree)))
    }),
    { numRuns: cases(6, 60), seed: 1986 },
  )
})

describe('pruning', () => {
  const prunings = (seed: number): { grown: TreeStep[]; tree: Tree; held: Table } => {
    const { training, validation } = dealParts(someTable(seed), [2, 1, 1], seed, 'y')
    const { steps, tree } = trace(training, { target: 'y' })
    return { grown: steps, tree, held: validation! }
  }

  test.each(['best', 'one-se', 'paper'] as const)('the sequence of %s replays to the pruned tree', (rule) => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const { grown, tree, held } = prunings(seed)
        const steps: TreeStep[] = []
        const pruned = tracePruning(tree, held, { rule }, (step) => steps.push(step))
        expect(pruned).toEqual(pruneByError(tree, held, { rule }))
        expect(byPath(replayTree([...grown, ...steps]))).toEqual(byPath(testsOf(pruned.tree)))
      }),
      { numRuns: cases(6, 60), seed: 1984 },
    )
  })

  test('the nodes of reduced error replay to the pruned tree', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const { grown, tree, held } = prunings(seed)
        const steps: TreeStep[] = []
        const pruned = traceReducedError(tree, held, {}, (step) => steps.push(step))
        expect(pruned).toEqual(pruneReducedError(tree, held))
        expect(byPath(replayTree([...grown, ...steps]))).toEqual(byPath(testsOf(pruned.tree)))
      }),
      { numRuns: cases(6, 60), seed: 1987 },
    )
  })

  test('α′ is what the branches save for each leaf given up, as a share of the training rows', () => {
    // 8 rows; x < 3.5 parts 4 a from 3 b and 1 a, which x < 7.5 parts again: 1 error as a leaf, none with branches.
    const table = { x: [0, 1, 2, 3, 4, 5, 6, 8], y: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'a'] }
    const tree = growTree(table, { target: 'y' })
    const steps: TreeStep[] = []
    tracePruning(tree, { x: [1, 5, 8], y: ['a', 'b', 'b'] }, {}, (step) => steps.push(step))
    expect(steps).toEqual([
      {
        step: 'prune',
        turn: 1,
        path: [1],
        alpha: 0.125,
        asLeaf: 0.125,
        withBranches: 0,
        leaves: 2,
        accuracy: 1,
        kept: true,
        why: 'its 2 leaves save 1 training error, 0.125 of the rows for each leaf given up; as a leaf it gets more of the rows held out right',
      },
      {
        step: 'prune',
        turn: 2,
        path: [],
        alpha: 0.25,
        asLeaf: 0.375,
        withBranches: 0.125,
        leaves: 2,
        accuracy: 1 / 3,
        kept: false,
        why: 'its 2 leaves save 2 training errors, 0.25 of the rows for each leaf given up; as a leaf it gets fewer of the rows held out right',
      },
      {
        step: 'keep',
        prunes: 1,
        before: 2 / 3,
        after: 1,
        why: 'kept: the tree of the sequence that gets most rows held out right, the smallest of equals',
      },
    ])
  })

  test('a trial that is followed is the trial', () => {
    const steps: TreeStep[] = []
    const options = { target: 'species', seed: 3 }
    expect(traceTrial(iris, options, (step) => steps.push(step))).toEqual(tryTree(iris, options))
    expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(['node', 'grow', 'prune', 'keep']))
  })
})
