import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { chiMerge } from '../../../src/discretizers/methods/chi-merge.ts'
import { fixed } from '../../../src/discretizers/methods/fixed.ts'
import { findMethod } from '../../../src/discretizers/registry.ts'
import { DataError } from '../../../src/errors.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import type { GrowOptions } from '../../../src/trees/grow-options.ts'
import type { TreeNode } from '../../../src/trees/tree.ts'
import { random } from '../../../src/util/random.ts'
import { treeStats } from '../../../src/trees/tree-stats.ts'
import { type NaiveColumn, naiveTree, rounded } from '../naive.ts'

const [MOTOR, Wheels, Doors, Size, Efficiency] = [
  'no no yes yes yes yes yes',
  'two three two four four four four',
  'none none none two three four four',
  'small small small small medium medium large',
  'good bad good bad good good bad',
].map((text) => text.split(' '))

describe('the seven vehicles of the entropy notes (003)', () => {
  const tree = growTree({ MOTOR, Wheels, Doors, Size, Efficiency }, { target: 'Efficiency' })

  test('Wheels and Size tie at the root, and Wheels comes first', () => {
    expect(tree.columns[tree.root.test!.column].name).toBe('Wheels')
    expect(tree.root.test).toEqual({ column: 1, cut: null, gain: expect.closeTo(0.4138, 4) })
    expect(tree.columns[1]).toEqual({
      name: 'Wheels',
      kind: 'category',
      groups: [['four'], ['three'], ['two']],
      labels: ['four', 'three', 'two'],
    })
  })

  test('two and three wheels are leaves; under four wheels the next test is Size', () => {
    const [four, three, two] = tree.root.branches
    expect([three.classes, two.classes]).toEqual([[1, 0], [0, 2]]) // prettier-ignore
    expect([three.test, two.test]).toEqual([null, null])
    expect(tree.columns[four.test!.column].name).toBe('Size')
    expect(four.test!.gain).toBe(1)
    expect(four.branches.map(({ classes, predict }) => [classes, predict])).toEqual([
      [[1, 0], 0],
      [[0, 2], 1],
      [[1, 0], 0],
    ])
  })

  test('Size before Wheels wins the same tie', () => {
    const turned = growTree({ MOTOR, Size, Wheels, Doors, Efficiency }, { target: 'Efficiency' })
    expect(turned.columns[turned.root.test!.column].name).toBe('Size')
  })
})

test('the four rows Yes No Yes No of 000 end in four singletons', () => {
  const tree = growTree({ x: [1, 2, 3, 4], y: ['Yes', 'No', 'Yes', 'No'] }, { target: 'y' })
  expect(treeStats(tree)).toEqual({ depth: 3, nodes: 7, leaves: 4 })
  const [cut, next] = [tree.root.test!.cut, tree.root.branches[1].test!.cut]
  expect([cut, next]).toEqual([1.5, 2.5])
})

test('a test that gains nothing does not stop the tree', () => {
  const xor = { a: ['0', '0', '1', '1'], b: ['0', '1', '0', '1'], y: ['n', 'p', 'p', 'n'] }
  const tree = growTree(xor, { target: 'y' })
  expect(tree.root.test).toEqual({ column: 0, cut: null, gain: 0 })
  expect(treeStats(tree)).toEqual({ depth: 2, nodes: 7, leaves: 4 })
})

test('rows that nothing parts are a leaf of the majority, the first class on a tie', () => {
  const alike = { a: [1, 1, 1], y: ['p', 'n', 'p'] }
  expect(growTree(alike, { target: 'y' }).root).toMatchObject({ predict: 1, test: null, classes: [1, 2] })
  expect(growTree({ a: [1, 1], y: ['p', 'n'] }, { target: 'y' }).root.predict).toBe(0)
})

test('a bin without rows at a node is a leaf of the majority there, and counts as a node', () => {
  const table = { a: [1, 2, 2, 3], b: [1, 1, 2, 2], y: ['p', 'p', 'n', 'p'] }
  const perColumn = { a: { method: fixed, cuts: [1.5, 2.5] }, b: { method: fixed, cuts: [1.5, 5] } }
  const tree = growTree(table, { target: 'y', by: fixed, perColumn, measure: 'gain' })
  const middle = tree.root.branches[1]
  expect(tree.columns[tree.root.test!.column].name).toBe('a')
  expect(middle.branches[2]).toEqual({ count: 0, classes: [0, 0], predict: 0, test: null, branches: [], heaviest: 0 })
  expect(treeStats(tree)).toEqual({ depth: 2, nodes: 7, leaves: 5 })
})

test('rows without a value follow the branch with most rows, the first on a tie', () => {
  const x = [1, 2, 3, 10, 11, Number.NaN, null]
  const tree = growTree({ x, y: ['a', 'a', 'a', 'b', 'b', 'a', 'b'] }, { target: 'y', maxDepth: 1 })
  expect(tree.root).toMatchObject({ heaviest: 0, test: { cut: 6.5 } })
  expect(tree.root.branches.map(({ classes }) => classes)).toEqual([[4, 1], [0, 2]]) // prettier-ignore
})

test('special codes are missing to a binary tree and a branch of their own over bins', () => {
  const table = { x: [1, 2, 10, 11, -9, -9], y: ['a', 'a', 'b', 'b', 'b', 'b'] }
  const binary = growTree(table, { target: 'y', all: { special: [-9] }, maxDepth: 1 })
  expect(binary.root.branches.map(({ count }) => count)).toEqual([4, 2])
  const bins = growTree(table, { target: 'y', by: fixed, all: { special: [-9], cuts: [5] } })
  expect(bins.root.branches.map(({ classes }) => classes)).toEqual([[2, 0], [0, 2], [0, 2]]) // prettier-ignore
  expect(bins.columns[0]).toMatchObject({ special: [-9], labels: ['< 5', '≥ 5'] })
})

test('infinities count with the outermost values and make no cut', () => {
  const table = { x: [-Infinity, 1, 2, Infinity], y: ['a', 'b', 'a', 'b'] }
  const tree = growTree(table, { target: 'y' })
  expect(tree.root).toMatchObject({ test: { cut: 1.5 }, branches: [{ classes: [1, 1] }, { classes: [1, 1] }] })
  expect(growTree({ x: [-Infinity, Infinity], y: ['a', 'b'] }, { target: 'y' }).root.test).toBeNull()
})

test('only cuts that are tested are kept with a column, labelled as bins are', () => {
  const table = { x: [1, 2, 3, 4, 5, 6], z: [0, 0, 0, 0, 0, 0], y: ['a', 'a', 'b', 'b', 'b', 'b'] }
  const { columns } = growTree(table, { target: 'y' })
  expect(columns).toEqual([
    { name: 'x', kind: 'number', closed: 'left', cuts: [2.5], labels: ['< 2.5', '≥ 2.5'], missing: [], special: [] },
    { name: 'z', kind: 'number', closed: 'left', cuts: [], labels: ['all values'], missing: [], special: [] },
  ])
})

test('dates are cut as dates', () => {
  const when = ['2026-01-01', '2026-01-02', '2026-03-01'].map((text) => new Date(text))
  const tree = growTree({ when, y: ['a', 'a', 'b'] }, { target: 'y' })
  expect(tree.columns[0]).toMatchObject({ kind: 'date', labels: [expect.stringContaining('2026'), expect.anything()] })
  expect(tree.root.test!.cut).toBe((Date.parse('2026-01-02') + Date.parse('2026-03-01')) / 2)
})

test('bins come from a method, from a binning, or one by one; binary by its method is binary', async () => {
  const { next } = random(3)
  const x = Array.from({ length: 60 }, () => Math.round(next() * 20))
  const y = x.map((v) => (v > 7 && v < 14 ? 'in' : next() < 0.2 ? 'in' : 'out'))
  const table = { x, y }
  const binning = await fitTable(table, { target: 'y', all: { method: chiMerge, alpha: 0.1 } })
  const byMethod = growTree(table, { target: 'y', by: findMethod('chi-merge'), all: { alpha: 0.1 } })
  const byBinning = growTree(table, { target: 'y', by: binning })
  expect(byMethod.root.branches.length).toBe(binning.columns[0].bins.length)
  expect(byBinning.root).toEqual(byMethod.root)
  expect([byMethod.created.by, byBinning.created.by]).toEqual(['chi-merge', 'chi-merge'])
  expect(growTree(table, { target: 'y', by: findMethod('binary') })).toEqual(growTree(table, { target: 'y' }))
})

test('stops: depth, rows, leaf, gain, nodes', () => {
  const { next } = random(5)
  const table = {
    a: Float64Array.from({ length: 200 }, () => next()),
    b: Float64Array.from({ length: 200 }, () => next()),
    y: Array.from({ length: 200 }, () => (next() < 0.5 ? 'n' : 'p')),
  }
  const grow = (options: Partial<GrowOptions>) => growTree(table, { target: 'y', ...options })
  expect(treeStats(grow({ maxDepth: 3 })).depth).toBe(3)
  const leaves = (node: TreeNode): TreeNode[] => (node.test === null ? [node] : node.branches.flatMap(leaves))
  const inner = (node: TreeNode): TreeNode[] => (node.test === null ? [] : [node, ...node.branches.flatMap(inner)])
  expect(Math.min(...inner(grow({ minRows: 30 }).root).map(({ count }) => count))).toBeGreaterThanOrEqual(30)
  expect(Math.min(...leaves(grow({ minLeaf: 9 }).root).map(({ count }) => count))).toBeGreaterThanOrEqual(9)
  expect(Math.min(...inner(grow({ minGain: 0.1 }).root).map(({ test: t }) => t!.gain))).toBeGreaterThanOrEqual(0.1)
  // Best first: two more nodes never lose what fewer had.
  for (const maxNodes of [1, 2, 3, 9, 21]) {
    const { nodes } = treeStats(grow({ maxNodes }))
    expect(nodes).toBe(maxNodes - ((maxNodes - 1) % 2))
  }
  const saved = (node: TreeNode): number => inner(node).reduce((sum, { count, test: t }) => sum + count * t!.gain, 0)
  expect(saved(grow({ maxNodes: 15 }).root)).toBeGreaterThanOrEqual(saved(grow({ maxDepth: 3 }).root))
})

test('balanced classes weigh the same; a class weight counts like rows', () => {
  const table = { x: [1, 2, 3, 4, 5, 6], y: ['a', 'a', 'a', 'a', 'b', 'a'] }
  const { root } = growTree(table, { target: 'y', classWeights: 'balanced', maxDepth: 0 })
  expect(root.classes[0]).toBeCloseTo(3, 12)
  expect(root.classes[1]).toBeCloseTo(3, 12)
  const triple = growTree(table, { target: 'y', classWeights: { b: 3 } })
  const rows = growTree({ x: [...table.x, 5, 5], y: [...table.y, 'b', 'b'] }, { target: 'y' })
  expect(shape(triple.root)).toEqual(shape(rows.root))
})

/** A tree without the number of rows, which weights do not change. */
function shape(node: TreeNode): unknown {
  return { ...node, count: null, branches: node.branches.map(shape) }
}

describe('against ID3 by trying everything', () => {
  const value = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 6 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) }) // prettier-ignore
  const row = fc.record({
    a: value,
    b: value,
    c: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('x', 'y', 'z') }, { weight: 1, arbitrary: fc.constant(null) }),
    y: fc.constantFrom('k', 'l', 'm'),
    w: fc.integer({ min: 1, max: 4 }),
  })
  const settings = fc.record({
    classes: fc.constantFrom(2, 3),
    weighted: fc.boolean(),
    cuts: fc.constantFrom('once' as const, 'node' as const),
    measure: fc.constantFrom('adjusted-gain' as const, 'gain' as const, 'gain-ratio' as const),
    minLeaf: fc.constantFrom(0, 0, 2),
    bins: fc.boolean(),
  })

  test('every node is the same', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 14 }), settings, (given, { classes, weighted, ...rest }) => {
        const rows = classes === 3 ? given : given.map((one) => (one.y === 'm' ? { ...one, y: 'l' } : one))
        const table = {
          a: rows.map(({ a }) => a),
          b: rows.map(({ b }) => b),
          c: rows.map(({ c }) => c),
          y: rows.map(({ y }) => y),
          w: rows.map(({ w }) => w),
        }
        const { bins, cuts, measure, minLeaf } = rest
        const columns = ['a', 'b', 'c']
        const by = bins ? ({ by: fixed, all: { cuts: [2, 4] } } as const) : { cuts }
        const tree = growTree(table, { target: 'y', columns, measure, minLeaf, ...by, ...(weighted ? { weights: 'w' } : {}) }) // prettier-ignore
        const labels = [...new Set(table.y)].toSorted()
        const levels = [...new Set(table.c.filter((level) => level !== null))].toSorted()
        const numbers = (values: number[]): NaiveColumn =>
          bins
            ? {
                kind: 'groups',
                codes: values.map((x) => (Number.isNaN(x) ? null : x < 2 ? 0 : x < 4 ? 1 : 2)),
                size: 3,
              }
            : { kind: 'cuts', values, node: cuts === 'node' }
        const naive = naiveTree(
          [
            numbers(table.a),
            numbers(table.b),
            { kind: 'groups', codes: table.c.map((level) => (level === null ? null : levels.indexOf(level))), size: levels.length }, // prettier-ignore
          ],
          table.y.map((label) => labels.indexOf(label)),
          { classCount: labels.length, measure, minLeaf, ...(weighted ? { weights: table.w } : {}) },
        )
        expect(rounded(tree.root)).toEqual(rounded(naive))
      }),
      { numRuns: 300 },
    )
  })

  test('a row of weight 2 is two rows, and the order of rows does not matter', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), fc.integer(), (rows, seed) => {
        const tableOf = (list: typeof rows) => ({
          a: list.map(({ a }) => a),
          b: list.map(({ b }) => b),
          c: list.map(({ c }) => c),
          y: list.map(({ y }) => y),
          w: list.map(({ w }) => w),
        })
        const columns = ['a', 'b', 'c']
        const weighted = growTree(tableOf(rows), { target: 'y', columns, weights: 'w' })
        const repeated = rows.flatMap((one) => Array.from({ length: one.w }, () => one))
        const plain = growTree(tableOf(repeated), { target: 'y', columns })
        expect(shape(plain.root)).toEqual(shape(weighted.root))
        expect(plain.columns).toEqual(weighted.columns)
        const { integer } = random(seed)
        const mixed = rows.map((one) => ({ one, key: integer(1e9) })).toSorted((p, q) => p.key - q.key)
        const again = growTree(tableOf(mixed.map(({ one }) => one)), { target: 'y', columns, weights: 'w' })
        expect(again).toEqual(weighted)
      }),
      { numRuns: 100 },
    )
  })
})

test('weights of any size give the same tree in any order of rows', () => {
  const { next } = random(11)
  const rows = Array.from({ length: 80 }, () => ({ x: next(), y: next() < 0.4 ? 'n' : 'p', w: next() * 3 + 1e-7 }))
  const grow = (list: typeof rows) =>
    growTree({ x: list.map(({ x }) => x), y: list.map(({ y }) => y), w: list.map(({ w }) => w) }, { target: 'y', weights: 'w' }) // prettier-ignore
  expect(grow(rows.toReversed())).toEqual(grow(rows))
})

test('a tree as deep as its rows does no harm', () => {
  const n = 2500
  const table = { x: Float64Array.from({ length: n }, (_, i) => i), y: Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 'a' : 'b')) } // prettier-ignore
  const tree = growTree(table, { target: 'y' })
  expect(treeStats(tree)).toEqual({ depth: n - 1, nodes: 2 * n - 1, leaves: n })
})

test('a signal stops it', () => {
  const reason = new Error('enough')
  const table = { x: [1, 2], y: ['a', 'b'] }
  expect(() => growTree(table, { target: 'y', signal: { aborted: true, reason } })).toThrow(
    expect.objectContaining({ code: 'aborted', message: 'growTree: stopped by its signal (enough)', cause: reason }),
  )
  // One that comes later is looked at between nodes.
  let looks = 0
  const later = { get aborted() { return ++looks > 1 }, reason } // prettier-ignore
  const x = Float64Array.from({ length: 2000 }, (_, i) => i)
  const many = { x, y: Array.from(x, (i) => (i % 2 === 0 ? 'a' : 'b')) }
  expect(() => growTree(many, { target: 'y', signal: later })).toThrow(
    expect.objectContaining({ code: 'aborted', message: 'growTree: stopped by its signal (enough)', cause: reason }),
  )
  expect(looks).toBe(2)
})

test('a tree that would not fit in memory is refused with a way out', () => {
  const levels = (of: (row: number) => number) => Array.from({ length: 8000 }, (_, row) => `l${of(row)}`)
  const table = {
    a: levels((row) => row >> 1),
    b: levels((row) => ((row + 1) >> 1) % 4000),
    y: levels((row) => row % 2),
  }
  expect(() => growTree(table, { target: 'y' })).toThrow('the tree would have over 4000000 nodes')
  expect(treeStats(growTree(table, { target: 'y', maxDepth: 1 })).nodes).toBe(4001)
})

describe('refuses', () => {
  const table = { x: [1, 2, 3], y: ['a', 'b', 'a'] }
  test.each<[string, object, string]>([
    ['an unknown option', { target: 'y', depht: 3 }, 'growTree: unknown option depht, expected one of maxDepth,'],
    ['no target', {}, 'growTree: target must be the name of a column, got undefined'],
    ['an unknown target', { target: 'z' }, 'growTree: unknown column "z", did you mean x or y?'],
    ['half a test', { target: 'y', maxDepth: 1.5 }, 'growTree: maxDepth must be an integer from 0 to 10000, got 1.5'],
    ['a method by name', { target: 'y', by: 'mdlp' }, 'growTree: by must be binary, a method or a binning, got "mdlp"'],
    ['the target as a column', { target: 'y', columns: ['y'] }, 'growTree: columns must be names that all differ, without the target, got [y]'], // prettier-ignore
    ['weight of an unknown class', { target: 'y', classWeights: { c: 2 } }, 'growTree: classWeights names the unknown class "c", did you mean a or b?'], // prettier-ignore
    ['a negative class weight', { target: 'y', classWeights: { a: -1 } }, 'growTree: classWeights must be finite numbers above 0, got -1 for a'], // prettier-ignore
    ['fresh cuts over bins', { target: 'y', by: chiMerge, cuts: 'node' }, 'growTree: cuts must be once for a tree over bins, got node'], // prettier-ignore
  ])('%s', (_, options, message) => {
    expect(() => growTree(table, options as GrowOptions)).toThrow(message)
  })

  test('numbers as a target, and tables without a row that counts', () => {
    const numbers = { x: [1, 2], y: [0.5, 1.5] }
    expect(() => growTree(numbers, { target: 'y' })).toThrow(DataError)
    expect(() => growTree({ x: [1], y: [null] }, { target: 'y' })).toThrow('there are no rows with a class')
  })
})
