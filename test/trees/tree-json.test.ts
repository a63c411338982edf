import { describe, expect, test } from 'vitest'
import { fixed } from '../../src/discretizers/methods/fixed.ts'
import { FormatError, isKerfError } from '../../src/errors.ts'
import { growTree } from '../../src/trees/grow/grow-tree.ts'
import { predictTree } from '../../src/trees/predict-tree.ts'
import { cutDepth } from '../../src/trees/prune/prune-reduced-error.ts'
import { pruneByError } from '../../src/trees/prune/prune-error-complexity.ts'
import type { Tree, TreeNode } from '../../src/trees/tree.ts'
import { treeFromJson, treeToJson } from '../../src/trees/tree-json.ts'
import { treeStats } from '../../src/trees/tree-stats.ts'
import { random } from '../../src/util/random.ts'

const table = {
  x: [1, 2, 3, 4, 5, 6, 7, -9, null],
  c: ['p', 'q', 'p', 'q', 'r', 'r', 'p', 'q', null],
  y: ['a', 'b', 'a', 'c', 'a', 'b', 'c', 'a', 'b'],
}
const binary = growTree(table, { target: 'y', all: { special: [-9] }, source: 'made.csv' })
const grown = growTree(table, { target: 'y', by: fixed, measure: 'gain', all: { cuts: [2.5, 5], special: [-9] }, perColumn: { c: { kind: 'category' } } }) // prettier-ignore
const { measure: _, ...options } = grown.created.options
const bins: Tree = { ...grown, created: { ...grown.created, options } }

describe('a saved tree', () => {
  test('is read back as it was', () => {
    for (const tree of [binary, bins]) expect(treeFromJson(treeToJson(tree))).toEqual(tree)
    expect(JSON.parse(treeToJson(binary))).toEqual(JSON.parse(JSON.stringify(binary)))
  })

  test('has a line per node and ends in a newline', () => {
    const text = treeToJson(binary)
    expect(text.endsWith('}\n')).toBe(true)
    expect(text.match(/^ *(?:"root": )?\{"count"/gm)?.length).toBe(treeStats(binary).nodes)
  })

  test('may be as deep as a tree can be, and no deeper', () => {
    const stump = growTree({ x: [0, 1], y: ['a', 'b'] }, { target: 'y' })
    const chain = (depth: number): Tree => {
      let node: TreeNode = stump.root.branches[1]
      for (let d = 0; d < depth; d++) node = { ...stump.root, branches: [stump.root.branches[0], node] }
      return { ...stump, root: node }
    }
    const deep = chain(10_000)
    const again = treeFromJson(treeToJson(deep))
    expect(treeStats(again)).toEqual({ depth: 10_000, nodes: 20_001, leaves: 10_001 })
    expect(Array.from(predictTree(again, { x: [0, 1] }).codes)).toEqual([0, 1])
    expect(treeStats(cutDepth(again, 9000)).depth).toBe(9000)
    expect(pruneByError(again, { x: [0, 1], y: ['a', 'b'] }).after).toBe(1)
    expect(() => treeFromJson(treeToJson(chain(10_001)))).toThrow('expected at most 10000 tests on a path')
  })
})

/** A saved text with one field changed; `undefined` takes the field away. */
function changed(path: string, value: unknown): string {
  const root = JSON.parse(treeToJson(bins)) as Record<string, unknown>
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  const last = names.pop()!
  const parent = names.reduce((node, name) => node[name] as Record<string, unknown>, root)
  parent[last] = value
  return JSON.stringify(root)
}

test.each<[string, unknown, string, string?]>([
  ['format', 'kerf-binning', 'expected "kerf-tree", got "kerf-binning"'],
  ['version', 2, 'expected 1, got 2; this library reads version 1'],
  ['created.by', undefined, 'expected a text, got nothing'],
  ['created.source.rows', -1, 'expected a whole number of at least 0, got -1'],
  ['target', null, 'expected an object, got null'],
  ['target.kind', 'numeric', 'expected "class", got "numeric"'],
  ['target.classes', [], 'expected at least one class, got []'],
  ['columns[0].name', 'c', 'expected another name, got c a second time', 'columns[1].name'],
  ['columns[0].cuts', [5, 2.5], 'expected a number above 5, got 2.5', 'columns[0].cuts[1]'],
  ['columns[0].labels', ['a'], 'expected 3 labels for 2 cuts, got [a]'],
  ['columns[0].labels', ['a', 'b', 'a'], 'expected labels that all differ, got [a, b, a]'],
  ['columns[0].missing', [-9], 'expected codes that are not missing values, got [-9]', 'columns[0].special'],
  ['columns[1].groups', [['p'], ['p'], ['r']], 'expected levels that are in one group each, got [[…], […], […]]'],
  ['columns[1].labels', [], 'expected 3 labels, one per group, got []'],
  ['root', undefined, 'expected an object, got nothing'],
  ['root.count', 1.5, 'expected a whole number of at least 0, got 1.5'],
  ['root.classes', [1], 'expected 3 sums, one per class, got [1]'],
  ['root.classes[0]', 'Infinity', 'expected a finite number, got "Infinity"'],
  ['root.predict', 3, 'expected a whole number from 0 to 2, got 3'],
  ['root.test.column', 2, 'expected a whole number from 0 to 1, got 2'],
  ['root.test.cut', 7, 'expected a cut of its column, got 7'],
  ['root.test.gain', -1, 'expected a number of at least 0, got -1'],
  ['root.test', null, 'expected no branches without a test, got [object, object, object, object]', 'root.branches'],
  ['root.branches', [], 'expected 4 branches, got []'],
  ['root.branches[1]', 7, 'expected an object, got 7', 'root.branches[1]'],
  ['root.heaviest', 4, 'expected a whole number from 0 to 3, got 4'],
  ['notes', {}, 'expected a list, got object'],
])('%s = %j is refused by its path', (path, value, complaint, at = path) => {
  let caught: unknown
  try {
    treeFromJson(changed(path, value))
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(FormatError)
  expect((caught as FormatError).message).toBe(`treeFromJson: ${at}: ${complaint}`)
})

test('2,400 spoilt files are read or refused, and what is read can be used', () => {
  const { integer } = random(7)
  const junk = [
    '',
    '0',
    '1',
    '2',
    '3',
    '0.25',
    '-1',
    '1e309',
    'null',
    '[]',
    '{}',
    '"x"',
    '"Infinity"',
    ',',
    '}',
    ']',
    '99999',
    'true',
    '1.5',
  ]
  const [texts, counts] = [[treeToJson(binary), treeToJson(bins)], { read: 0, refused: 0 }]
  for (let trial = 0; trial < 2400; trial++) {
    let text = texts[trial % 2]
    for (let times = 1 + integer(2); times > 0; times--) {
      // Half of them keep the form of JSON and replace one number or word.
      const words = [...text.matchAll(/-?\d+(?:\.\d+)?|"[^"]*"|null/g)]
      const word = words[integer(words.length)]
      const from = trial % 4 < 2 ? word.index : integer(text.length)
      const to = trial % 4 < 2 ? from + word[0].length : from + integer(12)
      text = text.slice(0, from) + junk[integer(junk.length)] + text.slice(to)
    }
    try {
      predictTree(treeFromJson(text), { x: [1, null, -9, 1e9], c: ['p', null, 'zz', 'q'] })
      counts.read++
    } catch (error) {
      if (!isKerfError(error)) throw error
      counts.refused++
    }
  }
  expect(counts.read).toBeGreaterThan(100)
  expect(counts.refused).toBeGreaterThan(1000)
})
