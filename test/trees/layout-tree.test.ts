import { describe, expect, test } from 'vitest'
import { foldTree, type ShownNode } from '../../src/trees/fold-tree.ts'
import { layoutTree, type Place } from '../../src/trees/layout-tree.ts'
import { nodesBelow } from '../../src/trees/branch-words.ts'
import type { TreeNode } from '../../src/trees/tree.ts'
import { random } from '../../src/util/random.ts'
import { leaf, node, randomTree } from './random-tree.ts'

interface Bare {
  readonly children: readonly Bare[]
}

const bare = (...children: Bare[]): Bare => ({ children })

function randomBare(seed: number, depth: number): Bare {
  const { integer } = random(seed)
  const grow = (left: number): Bare =>
    bare(...Array.from({ length: left === 0 ? 0 : integer(5) }, () => grow(left - 1)))
  return grow(depth)
}

/** What breaks the rules of a tidy layout. */
function untidy(places: readonly Place<Bare>[]): string[] {
  const faults: string[] = []
  const last: number[] = []
  for (const { along, depth } of places) {
    // Nodes are listed from the first to the last of each depth.
    if (along - (last[depth] ?? -2) < 1 - 1e-9) faults.push(`at depth ${depth}, ${along} comes after ${last[depth]}`)
    last[depth] = along
  }
  places.forEach(({ item, along }, i) => {
    const own = places.filter(({ parent }) => parent === i)
    if (own.length !== item.children.length || own.some((place, c) => place.item !== item.children[c])) {
      faults.push(`node ${i} has other children`)
    }
    const middle = own.length === 0 ? along : (own[0].along + own[own.length - 1].along) / 2
    if (Math.abs(along - middle) > 1e-9) faults.push(`node ${i} is not in the middle`)
  })
  if (Math.abs(Math.min(...places.map(({ along }) => along))) > 1e-9) faults.push('nothing stands at 0')
  return faults
}

describe('the layout of a tree', () => {
  test('of a few shapes', () => {
    expect(layoutTree(bare()).map(({ along, depth }) => [along, depth])).toEqual([[0, 0]])
    const three = layoutTree(bare(bare(), bare(), bare()))
    expect(three.map(({ along, depth, parent }) => [along, depth, parent])).toEqual([[1, 0, -1], [0, 1, 0], [1, 1, 0], [2, 1, 0]]) // prettier-ignore
    // The deep second branch goes below the leaf beside it.
    const nested = layoutTree(bare(bare(), bare(bare(bare(), bare()), bare(bare(), bare()))))
    expect(nested.map(({ along }) => along)).toEqual([1, 0.5, 1.5, 0.5, 0, 1, 2.5, 2, 3])
  })

  test('keeps the rules on random trees', () => {
    for (let seed = 0; seed < 40; seed++) expect(untidy(layoutTree(randomBare(seed, 5)))).toEqual([])
  })

  test('draws a subtree the same wherever it stands', () => {
    const part = (): Bare => bare(bare(), bare(bare(), bare(), bare()), bare(bare()))
    const shape = (places: readonly Place<Bare>[], from: number, to: number): number[] =>
      places.slice(from, to).map(({ along }) => along - places[from].along)
    const places = layoutTree(bare(part(), bare(bare()), part()))
    expect(shape(places, 1, 9)).toEqual(shape(places, 11, 19))
  })

  test('spreads leaves between two wide subtrees', () => {
    const wide = (): Bare => bare(...Array.from({ length: 6 }, () => bare()))
    const places = layoutTree(bare(wide(), bare(), bare(), wide()))
    const along = places.filter(({ depth }) => depth === 1).map((place) => place.along)
    expect(along).toEqual([2.5, 4.5, 6.5, 8.5])
  })

  test('of a chain of a hundred thousand nodes does not fail', () => {
    let tree = bare()
    for (let i = 0; i < 50_000; i++) tree = bare(bare(), tree)
    expect(layoutTree(tree)).toHaveLength(100_001)
  })
})

describe('a folded tree', () => {
  const count = ({ children }: ShownNode): number => 1 + children.reduce((sum, child) => sum + count(child), 0)
  const hidden = (shown: ShownNode): number =>
    shown.children.length > 0 ? shown.children.reduce((sum, child) => sum + hidden(child), 0) : shown.hidden - (shown.kind === 'node' ? 0 : 1) // prettier-ignore

  test('shows at most as many nodes as asked for, and tells how many are hidden', () => {
    for (let seed = 0; seed < 10; seed++) {
      const { root } = randomTree(seed, 6)
      const all = nodesBelow(root)
      for (const most of [1, 7, 60, Infinity]) {
        const shown = foldTree(root, { most })
        expect(count(shown)).toBeLessThanOrEqual(most)
        expect(count(shown) + hidden(shown)).toBe(all)
      }
    }
  })

  test('opens the heaviest nodes first', () => {
    const small = node({ column: 0, cut: 0 }, [leaf([1, 0]), leaf([0, 1])])
    const large = node({ column: 0, cut: 2.45 }, [leaf([50, 0]), leaf([0, 50])])
    const shown = foldTree(node({ column: 0, cut: 1e300 }, [small, large]), { most: 5 })
    expect(shown.children.map((child) => [child.hidden, child.children.length])).toEqual([[2, 0], [0, 2]]) // prettier-ignore
    expect(shown.children[1].children[1].path).toEqual([1, 1])
  })

  test('takes branches without rows together, and the lightest of very many', () => {
    const branches: TreeNode[] = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? leaf([0, 0], 1) : leaf([i, 0])))
    const { children } = foldTree(node({ column: 0, cut: null }, branches), { branches: 6 })
    expect(children.map(({ kind, branches: own }) => [kind, own.length])).toEqual([
      ...Array.from({ length: 4 }, () => ['node', 1]),
      ['rest', 16],
      ['empty', 10],
    ])
    expect(children.slice(0, 4).map(({ branches: own }) => own[0])).toEqual([25, 26, 28, 29])
    expect(children[4].node.count).toBe(1 + 2 + 4 + 5 + 7 + 8 + 10 + 11 + 13 + 14 + 16 + 17 + 19 + 20 + 22 + 23)
    expect(children[5].node.predict).toBe(1)
    const only = foldTree(node({ column: 0, cut: null }, branches), { only: children[4].branches })
    expect(only.children).toHaveLength(16)
  })

  test('stops at a depth', () => {
    const { root } = randomTree(3, 6)
    const deep = ({ children }: ShownNode): number => (children.length === 0 ? 0 : 1 + Math.max(...children.map(deep)))
    expect(deep(foldTree(root, { depth: 2, most: Infinity }))).toBe(2)
    expect(foldTree(root, { depth: 0 }).hidden).toBe(nodesBelow(root) - 1)
  })
})
