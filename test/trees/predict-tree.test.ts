import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { predictTree, predictTreeRow } from '../../src/trees/predict-tree.ts'
import type { Tree, TreeNode } from '../../src/trees/tree.ts'

const table = {
  size: [1, 2, 3, 10, 11, 12],
  colour: ['red', 'blue', 'red', 'red', 'blue', 'blue'],
  y: ['a', 'a', 'a', 'b', 'c', 'c'],
}
const tree = growTree(table, { target: 'y' })

test('a full tree predicts the rows it was grown on', () => {
  const { classes, codes, probabilities } = predictTree(tree, table)
  expect(Array.from(codes, (code) => classes[code])).toEqual(table.y)
  expect(Array.from(probabilities.subarray(9, 12))).toEqual([0, 1, 0])
})

test('columns are found by name, and only tested ones must be there', () => {
  const { size, colour } = table
  const wide = { other: size, colour, size }
  expect(predictTree(tree, wide).codes).toEqual(predictTree(tree, table).codes)
  const stump = growTree(table, { target: 'y', maxDepth: 1 })
  expect(Array.from(predictTree(stump, { size: [0, 99] }).codes)).toEqual([0, 2])
  expect(() => predictTree(stump, { colour })).toThrow('predictTree: unknown column "size"')
  const texts = { size: [null, 'large'] }
  expect(() => predictTree(stump, texts)).toThrow('predictTree: column "size" must hold numbers, got "large" at row 1')
})

test('missing and unseen values follow the branch with most rows', () => {
  const stump = growTree({ c: ['x', 'x', 'x', 'z'], y: ['a', 'a', 'a', 'b'] }, { target: 'y' })
  expect(Array.from(predictTree(stump, { c: ['z', 'new', null, '', 'x'] }).codes)).toEqual([1, 0, 0, 0, 0])
  const halves = growTree({ x: [1, 2, 8, 9, 9], y: ['a', 'a', 'b', 'b', 'b'] }, { target: 'y', all: { missing: [-1] } })
  expect(Array.from(predictTree(halves, { x: [1, Number.NaN, null, -1, -2] }).codes)).toEqual([0, 1, 1, 1, 0])
})

test('smoothing adds to every class of a leaf', () => {
  expect(predictTreeRow(tree, { size: 1, colour: 'red' }, { smoothing: 1 })).toEqual({
    class: 'a',
    probabilities: { a: 4 / 6, b: 1 / 6, c: 1 / 6 },
  })
  expect(() => predictTree(tree, table, { smoothing: -1 })).toThrow(
    'predictTree: smoothing must be a number of at least 0',
  )
})

test('a tree of one leaf predicts a row of nothing', () => {
  const leaf = growTree(table, { target: 'y', maxDepth: 0 })
  const answer = { class: 'a', probabilities: { a: 3 / 6, b: 1 / 6, c: 2 / 6 } }
  expect([predictTreeRow(leaf, {}), predictTreeRow(leaf, { size: 1 })]).toEqual([answer, answer])
  expect(() => predictTreeRow(tree, {})).toThrow('predictTreeRow: unknown column')
})

test('a branch no row took answers as the node above it does', () => {
  const sparse = growTree(
    { x: [1, 1, 9, 9], y: ['a', 'b', 'b', 'b'] },
    { target: 'y', by: fixed, all: { cuts: [4, 6] } },
  )
  const { class: label, probabilities } = predictTreeRow(sparse, { x: 5 })
  expect([label, probabilities]).toEqual(['b', { a: 0.25, b: 0.75 }])
})

describe('over random trees', () => {
  /** The leaf of a row by the words of the format. */
  const walk = ({ columns }: Tree, root: TreeNode, row: { x: number | null; c: string | null }): TreeNode => {
    let node = root
    while (node.test !== null) {
      const column = columns[node.test.column]
      const { cut } = node.test
      let branch: number
      if ('groups' in column) branch = column.groups.findIndex((levels) => levels.includes(row.c ?? ''))
      else if (row.x === null || column.missing.includes(row.x)) branch = -1
      else if (column.special.includes(row.x))
        branch = cut === null ? column.labels.length + column.special.indexOf(row.x) : -1
      else {
        const above = (at: number): boolean => (column.closed === 'left' ? row.x! >= at : row.x! > at)
        branch = cut === null ? column.cuts.filter(above).length : above(cut) ? 1 : 0
      }
      node = node.branches[branch < 0 ? node.heaviest : branch]
    }
    return node
  }

  test('walks over columns agree with the words of the format', () => {
    const number = fc.option(fc.integer({ min: -3, max: 5 }), { freq: 6 })
    const level = fc.option(fc.constantFrom('p', 'q', 'r', 's'), { freq: 6 })
    const rows = fc.array(fc.record({ x: number, c: level, y: fc.constantFrom('k', 'l') }), {
      minLength: 2,
      maxLength: 20,
    })
    const closed = fc.constantFrom('left' as const, 'right' as const)
    fc.assert(
      fc.property(rows, rows, closed, fc.boolean(), (known, fresh, end, bins) => {
        const tableOf = (list: typeof known) => ({ x: list.map(({ x }) => x), c: list.map(({ c }) => c), y: list.map(({ y }) => y) }) // prettier-ignore
        const all = { closed: end, missing: [-3], special: [-2, -1], ...(bins ? { cuts: [1, 3] } : {}) }
        const grown = growTree(tableOf(known), { target: 'y', all, ...(bins ? { by: fixed } : {}) })
        const { codes } = predictTree(grown, tableOf(fresh))
        expect(Array.from(codes)).toEqual(fresh.map((row) => walk(grown, grown.root, row).predict))
      }),
      { numRuns: 300 },
    )
  })
})
