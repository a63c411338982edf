import { describe, expect, test } from 'vitest'
import { applyRules } from '../../../src/streams/repair/range-rules.ts'
import { repairRules, repairTree } from '../../../src/streams/repair/repair-tree.ts'
import { rulesFromJson, rulesToJson, savedRules } from '../../../src/streams/repair/rules-json.ts'
import { rulesOfTree } from '../../../src/streams/repair/rules-of-tree.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { predictTree } from '../../../src/trees/predict-tree.ts'
import { treeScores } from '../../../src/trees/tree-scores.ts'
import type { Table } from '../../../src/types.ts'
import { type Random, random } from '../../../src/util/random.ts'

/** Yes above a boundary that may differ from row to row; x may be moved; some labels are wrong. */
function rowsOf(
  { next }: Random,
  rows: number,
  boundary: (row: number) => number,
  { noise = 0.1, shift = 0 }: { noise?: number; shift?: number } = {},
): Table {
  const x = new Float64Array(rows)
  const y = Float64Array.from(x, () => next())
  const label = Array.from(x, (_, row) => {
    const value = next()
    x[row] = value + shift
    return next() < noise === value > boundary(row) ? 'no' : 'yes'
  })
  return { x, y, label }
}

const OLD = rowsOf(random(1), 2000, () => 0.3)
const TREE = growTree(OLD, { target: 'label', by: mdlp, maxDepth: 3 })

describe('a boundary that went from 0.3 to 0.6', () => {
  test.each([
    ['at once, x still', () => 0.6, 0],
    ['at once, x moved', () => 0.6, 0.4],
    ['creeping, x still', (row: number) => 0.3 + (0.3 * row) / 499, 0],
    ['in the midst of the rows', (row: number) => (row < 200 ? 0.3 : 0.6), 0],
  ])('is followed: %s', (_, boundary, shift) => {
    const drawn = random(2)
    const recent = rowsOf(drawn, 500, boundary, { shift })
    const fresh = rowsOf(drawn, 2000, () => 0.6, { shift })
    const repair = repairTree(TREE, recent, OLD)
    expect(repair).toMatchObject({ kept: 'patched', refused: null, rows: 167 })
    const [before, broken, repaired] = [
      treeScores(TREE, OLD).accuracy!,
      treeScores(TREE, fresh).accuracy!,
      treeScores(repair.tree, fresh).accuracy!,
    ]
    expect((repaired - broken) / (before - broken)).toBeGreaterThan(0.85)
    const cut = repair.moved.find(({ from }) => Math.abs(from - 0.3) < 0.02)!
    expect(cut.to).toBeCloseTo(0.6 + shift, 1)
    expect(cut.why).toBe('boundary')
    expect(repair.tree.notes.at(-1)?.message).toContain('(the boundary moved)')
  })

  test('is told apart from rows that moved, and says when it came', () => {
    const late = repairTree(
      TREE,
      rowsOf(random(3), 500, (row) => (row < 200 ? 0.3 : 0.6)),
      OLD,
    )
    expect(late.since).toBeGreaterThan(180)
    expect(late.since).toBeLessThan(220)
    const shifted = repairTree(
      TREE,
      rowsOf(random(3), 500, () => 0.3, { shift: 0.5 }),
      OLD,
    )
    expect(shifted.moved.every(({ why }) => why === 'rows')).toBe(true)
    const creeping = repairTree(
      TREE,
      rowsOf(random(2), 500, (row) => 0.3 + (0.3 * row) / 499, { noise: 0 }),
      OLD,
    )
    expect(creeping.moved[0].perRow * 500).toBeCloseTo(0.3, 1)
  })

  test('is not found where nothing moved, labels are drawn, or classes are swapped', () => {
    const tried = (noise: number, seed: number) =>
      repairTree(
        TREE,
        rowsOf(random(seed), 500, () => 0.3, { noise }),
        OLD,
      )
    for (const repair of [tried(0.1, 4), tried(0.9, 6)]) {
      expect(repair).toMatchObject({ kept: 'old', refused: 'nothing moved', way: null, since: null, moved: [] })
      expect(repair.gained + repair.lost).toBe(0)
    }
    expect(tried(0.5, 5)).toMatchObject({ kept: 'old', refused: 'may be chance' })
  })

  test('is found without knowing where rows lay before', () => {
    const repair = repairTree(
      TREE,
      rowsOf(random(7), 400, () => 0.6),
      null,
    )
    expect(repair).toMatchObject({ kept: 'patched', way: 'boundary', columns: [] })
  })

  test('is not looked for by classes that the tree does not know', () => {
    const rows = rowsOf(random(7), 40, () => 0.6)
    const label = Array.from(rows['label'] as string[], (one) => `${one}!`)
    expect(() => repairTree(TREE, { ...rows, label }, OLD)).toThrow(
      /^repairTree: column "label" has none of the classes that the tree tells apart \("no", "yes"\), but "(yes|no)!" at row 1; is it the right column\?$/,
    )
  })
})

describe('rules', () => {
  const rules = rulesOfTree(TREE)

  test('of a tree say what it says, and move as it does', () => {
    const { codes, classes } = predictTree(TREE, OLD)
    const said = Array.from(codes, (_, i) => applyRules(rules, (name) => OLD[name][i] as number))
    expect(said).toEqual(Array.from(codes, (code) => classes[code]))
    const recent = rowsOf(random(2), 500, () => 0.6)
    const [ofTree, ofRules] = [repairTree(TREE, recent, OLD), repairRules(rules, recent, OLD)]
    expect(ofRules).toMatchObject({ refused: null, gained: ofTree.gained, lost: ofTree.lost, moved: ofTree.moved })
    expect(ofRules.rules.notes.at(-1)?.code).toBe('repaired')
    expect(rulesFromJson(rulesToJson(ofRules.rules))).toEqual(ofRules.rules)
  })

  test('of a tree whose bins are closed on the right take the same rows', () => {
    const values = Array.from({ length: 60 }, (_, i) => i)
    const table = { x: values, label: values.map((x) => (x <= 20 ? 'a' : 'b')) }
    const tree = growTree(table, { target: 'label', by: mdlp, all: { closed: 'right' } })
    const own = rulesOfTree(tree)
    const cut = own.rules[0].when[0].to!
    expect(cut).toBeGreaterThan(20)
    const { codes } = predictTree(tree, table)
    expect(values.map((x) => applyRules(own, () => x))).toEqual(Array.from(codes, (code) => tree.target.classes[code]))
  })

  test('are refused where a tree tests more than ranges of numbers', () => {
    const table = { home: ['own', 'rent', 'own', 'rent'], label: ['a', 'b', 'a', 'b'] }
    expect(() => rulesOfTree(growTree(table, { target: 'label' }))).toThrow(
      'rules hold ranges of numbers only, and the tree tests texts of "home"',
    )
  })

  test.each([
    ['{"format":"kerf-tree","version":1}', 'format: expected "kerf-rules", got "kerf-tree"'],
    ['{"format":"kerf-rules","version":2}', 'version: expected 1, got 2; this library reads version 1'],
    ['{"format":"kerf-rules","version":1}', 'rules: expected a list, got nothing'],
    [
      '{"format":"kerf-rules","version":1,"rules":[{"when":[{"column":"x"}],"label":"a"}]}',
      'rules[0].when[0]: expected a test with from, to or both, got object',
    ],
    [
      '{"format":"kerf-rules","version":1,"rules":[{"when":[{"column":"x","from":3,"to":2}],"label":"a"}]}',
      'rules[0].when[0].to: expected a number above 3, got 2',
    ],
    ['{"format":"kerf-rules","version":1,"rules":[],"otherwise":4}', 'otherwise: expected a text, got 4'],
  ])('that are saved as %s are refused', (text, message) => {
    expect(() => rulesFromJson(text)).toThrow(message)
  })

  test('are saved with the column of classes they speak of', () => {
    const saved = savedRules({ rules: [], otherwise: 'no' }, 'label')
    expect(rulesFromJson(rulesToJson(saved))).toEqual(saved)
    expect(() => rulesToJson({ rules: [] } as never)).toThrow(
      'rulesToJson: rules must be rules as savedRules makes them',
    )
    expect(() => repairRules({ ...saved, target: null }, OLD, null)).toThrow(
      'repairRules: target must be the name of a column, got none',
    )
  })
})
