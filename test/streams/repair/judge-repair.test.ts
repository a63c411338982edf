import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mdlp } from '../../../src/discretizers/methods/mdlp.ts'
import { mapCuts, mapRanges } from '../../../src/streams/cut-map.ts'
import { RecentRows, Repairer } from '../../../src/streams/repair/judge-repair.ts'
import { applyRules, movedCut, patchRules, type RuleSet } from '../../../src/streams/repair/range-rules.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { applyTree, patchTree } from '../../../src/streams/repair/patch-tree.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { treeFromJson, treeToJson } from '../../../src/trees/tree-json.ts'
import type { Tree } from '../../../src/trees/tree.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import { random } from '../../../src/util/random.ts'

/** 0 … 99, a row each. */
const even = summarize(Array.from({ length: 100 }, (_, i) => i))

describe('the map from old cuts to new', () => {
  test('says which moved, vanished or appeared', () => {
    expect(mapCuts([20, 50], [25, 50], even)).toEqual([
      { from: 20, to: 25, moved: expect.closeTo(0.05, 10) },
      { from: 50, to: 50, moved: 0 },
    ])
    expect(mapCuts([20, 50], [52], even)).toEqual([
      { from: 20, to: null, moved: null },
      { from: 50, to: 52, moved: expect.closeTo(0.02, 10) },
    ])
    expect(mapCuts([50], [10, 52, 90], even)).toEqual([
      { from: null, to: 10, moved: null },
      { from: 50, to: 52, moved: expect.closeTo(0.02, 10) },
      { from: null, to: 90, moved: null },
    ])
    expect(mapCuts([10], [90], even)).toEqual([
      { from: null, to: 90, moved: null },
      { from: 10, to: null, moved: null },
    ])
    expect(mapCuts([10], [90], even, 1)).toHaveLength(1)
    expect(mapCuts([], [], even)).toEqual([])
  })

  test('pairs every cut at most once, in order, and none further away than allowed', () => {
    const cuts = fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 6 })
      .map((list) => list.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(cuts, cuts, (before, after) => {
        const moves = mapCuts(before, after, even)
        expect(moves.flatMap(({ from }) => (from === null ? [] : [from]))).toEqual(before)
        expect(moves.flatMap(({ to }) => (to === null ? [] : [to]))).toEqual(after)
        for (const { moved } of moves) expect(moved ?? 0).toBeLessThanOrEqual(0.25)
      }),
    )
  })

  test('says where the rows of a range are now', () => {
    expect(mapRanges([20], [10, 40], even)).toEqual([
      {
        from: [null, 20],
        to: [
          { range: [null, 10], share: 0.5 },
          { range: [10, 40], share: 0.5 },
        ],
      },
      {
        from: [20, null],
        to: [
          { range: [10, 40], share: 0.25 },
          { range: [40, null], share: expect.closeTo(0.75, 10) },
        ],
      },
    ])
  })
})

const RULES: RuleSet = {
  rules: [
    {
      when: [
        { column: 'x', from: 3, to: 7 },
        { column: 'y', from: null, to: 5 },
      ],
      label: 'yes',
    },
    { when: [{ column: 'x', from: 7, to: null }], label: 'maybe' },
  ],
  otherwise: 'no',
}
/** no below x = 3; above it yes below y = 5 */
const TREE = growTree(
  {
    x: [1, 2, 1, 2, 1, 2, 1, 4, 5, 6, 7, 4, 6],
    y: [0, 9, 1, 3, 2, 4, 1, 1, 2, 4, 3, 6, 7],
    z: ['no', 'no', 'no', 'no', 'no', 'no', 'no', 'yes', 'yes', 'yes', 'yes', 'no', 'no'],
  },
  { target: 'z' },
)

/** A tree of one cut. */
function cutAt(cut: number, [below, above]: readonly [string, string]): Tree {
  const tree = growTree({ x: [1, 2], label: [below, above] }, { target: 'label' })
  return patchTree(tree, { x: [{ from: 1.5, to: cut, moved: null }] })
}

describe('rules and trees', () => {
  const row = (x: number, y: number) => (column: string) => (column === 'x' ? x : y)

  test('decide by the first rule that holds; missing values hold nowhere', () => {
    expect([row(3, 4), row(7, 4), row(3, 5), row(Number.NaN, 1)].map((valueOf) => applyRules(RULES, valueOf))).toEqual([
      'yes',
      'maybe',
      'no',
      'no',
    ])
    expect([row(3, 4), row(2, 4), row(9, 5), row(Number.NaN, 1)].map((valueOf) => applyTree(TREE, valueOf))).toEqual([
      'yes',
      'no',
      'no',
      'no',
    ])
  })

  test('move with their cuts', () => {
    const moves = {
      x: [
        { from: 3, to: 4, moved: 0.1 },
        { from: 7, to: null, moved: null },
      ],
    }
    expect(patchRules(RULES, moves).rules.map(({ when }) => when[0])).toEqual([
      { column: 'x', from: 4, to: 7 },
      { column: 'x', from: 7, to: null },
    ])
    const patched = patchTree(TREE, moves)
    expect(patched.root.test?.cut).toBe(4)
    expect(patched.root.branches[1].test?.cut).toBe(5)
    expect(patched.columns).toMatchObject([{ cuts: [4], labels: ['< 4', '≥ 4'] }, { cuts: [5] }])
    expect(treeFromJson(treeToJson(patched))).toEqual(patched)
    expect(movedCut(moves, 'constructor', 3)).toBe(3)
  })
})

describe('a repair', () => {
  test('follows a cut that moves, keeps what is better, and says by how much', () => {
    const { next } = random(6)
    const stream = new Stream({
      columns: ['x'],
      target: { kind: 'class' },
      method: mdlp,
      options: { maxBins: 2 },
      layer: { startCells: 100, window: 4000 },
    })
    const recent = new RecentRows(['x'], 1000)
    const flow = (rows: number, cut: number): void => {
      for (let i = 0; i < rows; i++) {
        const x = next() * 100
        const label = x < cut ? 'low' : 'high'
        stream.push([x], label)
        recent.push([x], label)
      }
    }
    flow(5000, 40)
    const before = stream.columns[0].cuts
    expect(before).toHaveLength(1)
    const repairer = new Repairer(cutAt(before[0], ['low', 'high']), applyTree)
    flow(9000, 55)
    const { cuts } = stream.columns[0]
    const patched = patchTree(repairer.model, { x: mapCuts(before, cuts, stream.columns[0].summary()) })
    const repair = repairer.attempt(patched, recent, stream.rows)
    expect(repair).toMatchObject({ row: 14_000, kept: 'patched', rows: 1000 })
    expect(repair.patched - repair.old).toBeCloseTo((repair.gained - repair.lost) / 1000, 10)
    expect(repair.patched).toBeGreaterThan(0.97)
    expect(repair.old).toBeLessThan(0.9)
    expect(repair.chance).toBeLessThan(1e-9)
    expect(repairer.model).toBe(patched)
    const back = patchTree(patched, { x: [{ from: cuts[0], to: 20, moved: 0.3 }] })
    expect(repairer.attempt(back, recent, 14_001)).toMatchObject({ kept: 'old' })
    expect(repairer.model).toBe(patched)
    expect(repairer.history.map(({ kept }) => kept)).toEqual(['patched', 'old'])
  })

  test('is not made where it changes nothing, or by chance only', () => {
    const recent = new RecentRows(['x'], 3)
    for (const [x, label] of [
      [9, 'a'],
      [1, 'a'],
      [2, 'b'],
      [3, 'b'],
    ] as const)
      recent.push([x], label)
    expect(recent.size).toBe(3)
    const cut = (at: number): Tree => cutAt(at, ['a', 'b'])
    expect(new Repairer(cut(2), applyTree).attempt(cut(1.5), recent, 4)).toEqual({
      row: 4,
      kept: 'old',
      rows: 3,
      old: 1,
      patched: 1,
      gained: 0,
      lost: 0,
      chance: 1,
    })
    expect(new Repairer(cut(2.5), applyTree, 0.05).attempt(cut(2), recent, 4)).toMatchObject({
      kept: 'old',
      gained: 1,
      lost: 0,
      chance: expect.closeTo(0.5, 12),
    })
    expect(new Repairer(cut(2.5), applyTree).attempt(cut(2), recent, 4)).toMatchObject({
      kept: 'patched',
      old: 2 / 3,
      patched: 1,
    })
  })
})
