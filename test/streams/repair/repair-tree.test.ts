import { describe, expect, test } from 'vitest'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { applyTree, patchTree } from '../../../src/streams/repair/patch-tree.ts'
import { rankDistance, ranksOfBins, ranksOfValues, rankOf, valueAt } from '../../../src/streams/repair/rank-map.ts'
import { repairTree } from '../../../src/streams/repair/repair-tree.ts'
import type { Table } from '../../../src/types.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { predictTree } from '../../../src/trees/predict-tree.ts'
import { treeFromJson, treeToJson } from '../../../src/trees/tree-json.ts'
import { treeScores } from '../../../src/trees/tree-scores.ts'
import { type Random, random } from '../../../src/util/random.ts'

interface Move {
  readonly scale: number
  readonly shift: number
}

const SAME: Move = { scale: 1, shift: 0 }

/** Yes where a is low and b high, or a high and c high; one label in ten is wrong. */
function rowsOf(
  { next, normal }: Random,
  rows: number,
  moves: readonly Move[] = [SAME, SAME, SAME],
  swap = false,
): Table {
  const columns = moves.map(() => new Float64Array(rows))
  const labels = Array.from({ length: rows }, (_, row) => {
    const x = moves.map(() => 50 + 15 * normal())
    const yes = x[0] < 45 ? x[1] > 40 : x[2] > 55
    for (const [c, { scale, shift }] of moves.entries()) columns[c][row] = x[c] * scale + shift
    return next() < 0.1 === (yes === swap) ? 'no' : 'yes'
  })
  return { a: columns[0], b: columns[1], c: columns[2], label: labels }
}

/** Trees over bins and over single cuts, with what was known of the rows they were grown on. */
async function trees(drawn: Random) {
  const old = rowsOf(drawn, 3000)
  const bins = await fitTable(old, { target: 'label', all: { method: mdlp } })
  return [
    { tree: growTree(old, { target: 'label', by: bins, maxDepth: 3 }), was: bins },
    { tree: growTree(old, { target: 'label', maxDepth: 3, minLeaf: 100 }), was: old },
  ]
}

describe('a tree whose columns moved', () => {
  test('gets back at least 90 % of what it lost, by moved cuts alone', async () => {
    const recovered: number[] = []
    for (let seed = 1; seed <= 3; seed++) {
      const drawn = random(seed)
      const away = [SAME, SAME, SAME].map(() => ({ scale: 0.5 + 2 * drawn.next(), shift: 60 * (drawn.next() - 0.5) }))
      for (const { tree, was } of await trees(drawn)) {
        const recent = rowsOf(drawn, 500, away)
        const fresh = rowsOf(drawn, 2000, away)
        const before = treeScores(tree, rowsOf(drawn, 2000)).accuracy!
        const repair = repairTree(tree, recent, was)
        const [moved, repaired] = [tree, repair.tree].map((one) => treeScores(one, fresh).accuracy!)
        recovered.push((repaired - moved) / (before - moved))
        expect(repair).toMatchObject({ kept: 'patched', refused: null, rows: 167 })
        expect(repair.tree.notes.at(-1)).toMatchObject({ code: 'repaired', message: /^cuts were moved: .* of 167 / })
        expect(treeFromJson(treeToJson(repair.tree))).toEqual(repair.tree)
      }
    }
    expect(recovered.toSorted((x, y) => x - y)[2]).toBeGreaterThan(0.9)
  })

  test('stays as it is where nothing moved and classes were swapped', async () => {
    const refused: (string | null)[] = []
    for (let seed = 1; seed <= 3; seed++) {
      const drawn = random(seed)
      for (const { tree, was } of await trees(drawn)) {
        const repair = repairTree(tree, rowsOf(drawn, 500, undefined, true), was)
        refused.push(repair.refused)
        expect(repair.kept).toBe('old')
        expect(repair.tree).toEqual({
          ...tree,
          notes: [...tree.notes, { code: 'repair-refused', message: expect.anything() }],
        })
      }
    }
    expect(refused).toContain('nothing moved')
  })

  test('is not repaired where that gains much, but naming the commonest class is better still', () => {
    const { next } = random(9)
    const old = Float64Array.from({ length: 400 }, () => 100 * next())
    const tree = growTree({ x: old, label: Array.from(old, (x) => (x > 50 ? 'yes' : 'no')) }, { target: 'label' })
    const x = Float64Array.from({ length: 300 }, () => 80 + 100 * next())
    const repair = repairTree(tree, { x, label: Array.from(x, () => (next() < 0.15 ? 'yes' : 'no')) }, { x: old })
    expect(repair).toMatchObject({ kept: 'old', refused: 'worse than a guess' })
    expect(repair.chance).toBeLessThan(0.01)
  })

  test('refuses what it cannot work with', async () => {
    const drawn = random(1)
    const [{ tree, was }] = await trees(drawn)
    expect(() => repairTree(tree, rowsOf(drawn, 19), was)).toThrow(
      'a repair needs at least 20 rows with a class, got 19',
    )
    expect(() => repairTree(tree, rowsOf(drawn, 50), was, { hold: 1 })).toThrow('repairTree: hold must be')
    const less = { ...was, columns: [] } as never
    expect(() => repairTree(tree, rowsOf(drawn, 50), less)).toThrow('the old bins have no column of numbers')
  })
})

describe('a patched tree', () => {
  test('keeps the order of its cuts, and says of single rows what it says of a table', () => {
    const drawn = random(4)
    const rows = rowsOf(drawn, 300)
    for (const closed of ['left', 'right'] as const) {
      const tree = growTree(rows, { target: 'label', by: mdlp, all: { closed, special: [50] }, maxDepth: 4 })
      const binary = growTree(rows, { target: 'label', maxDepth: 5, all: { special: [50] } })
      const a = Float64Array.from(rows.a, (x, i) => (i % 9 === 0 ? Number.NaN : i % 7 === 0 ? 50 : (x as number)))
      const odd: Table = { ...rows, a }
      for (const one of [tree, binary]) {
        const { codes } = predictTree(one, odd)
        const each = Array.from(codes, (_, i) => applyTree(one, (name) => odd[name][i] as number))
        expect(each).toEqual(Array.from(codes, (code) => one.target.classes[code]))
      }
      const [first] = binary.columns
      const cuts = 'cuts' in first ? first.cuts : []
      expect(cuts.length).toBeGreaterThan(1)
      const [moved] = patchTree(binary, { a: [{ from: cuts[0], to: 1000, moved: null }] }).columns
      expect('cuts' in moved ? moved.cuts : []).toEqual(('cuts' in moved ? moved.cuts : []).toSorted((x, y) => x - y))
      expect(new Set('cuts' in moved ? moved.cuts : []).size).toBe(cuts.length)
    }
  })
})

describe('ranks', () => {
  test('of rows and of bins tell where rows lie', async () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i)
    const plain = ranksOfValues([...values, Number.NaN, null, Infinity, -9], [-9])
    expect(plain.rows).toBe(100)
    expect([-1, 0, 49.5, 99, 200].map((x) => rankOf(plain, x))).toEqual([0, 0.005, 0.5, 0.995, 1])
    expect([0, 0.25, 0.5, 1].map((share) => valueAt(plain, share, 'left'))).toEqual([0.5, 24.5, 49.5, 98.5])
    const binning = await fitTable({ x: values, y: Array.from(values, (x) => (x < 30 ? 'a' : 'b')) }, { target: 'y' })
    const [column] = binning.columns
    const known = ranksOfBins(column as never)
    expect(rankOf(known, 29.5)).toBeCloseTo(0.3, 10)
    expect(rankOf(known, 15)).toBeCloseTo(0.155, 1)
  })
  test('that many rows share are no distance', async () => {
    const { next } = random(5)
    const draw = (): number[] => Array.from({ length: 900 }, () => (next() < 0.4 ? 0 : 1 + Math.floor(next() * 4)))
    const [old, now] = [draw(), draw()]
    const binning = await fitTable({ x: old, y: old.map((x) => (x < 2 ? 'a' : 'b')) }, { target: 'y' })
    const shareUpTo = (rows: number[], x: number): number => rows.filter((row) => row <= x).length / rows.length
    const apart = Math.max(...[0, 1, 2, 3].map((x) => Math.abs(shareUpTo(old, x) - shareUpTo(now, x))))
    expect(rankDistance(ranksOfValues(old), ranksOfValues(now))).toBeCloseTo(apart, 2)
    expect(rankDistance(ranksOfBins(binning.columns[0] as never), ranksOfValues(now))).toBeLessThan(apart + 0.01)
    const moved = now.map((x) => x + 1)
    expect(rankDistance(ranksOfValues(old), ranksOfValues(moved))).toBeGreaterThan(0.35)
    expect(rankDistance(ranksOfBins(binning.columns[0] as never), ranksOfValues(moved))).toBeGreaterThan(0.12)
  })
})
