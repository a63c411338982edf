import { describe, expect, test } from 'vitest'
import { equalWidth } from '../../../src/discretizers/methods/equal-width.ts'
import { rulesOfTree } from '../../../src/streams/repair/rules-of-tree.ts'
import { StreamRepair, type StreamRepairOptions } from '../../../src/streams/repair/stream-repair.ts'
import type { Repairable } from '../../../src/streams/repair/saved-model.ts'
import { Stream } from '../../../src/streams/stream.ts'
import { type StreamAlarm, watchStream } from '../../../src/streams/watcher.ts'
import { growTree } from '../../../src/trees/grow/grow-tree.ts'
import { random } from '../../../src/util/random.ts'

/** x, y and labels: yes above the boundary of x; one label in ten is wrong, one in twenty missing. */
function flow(seed: number, rows: number, boundary: (row: number) => number) {
  const { next } = random(seed)
  const x = Float64Array.from({ length: rows }, () => next())
  const y = Float64Array.from(x, () => next())
  const labels = Array.from(x, (value, row) => {
    const label = next() < 0.1 === value > boundary(row) ? 'no' : 'yes'
    return next() < 0.05 ? null : label
  })
  return { x, y, labels }
}

const grown = flow(1, 1500, () => 0.3)
const TREE = growTree({ x: grown.x, label: grown.labels }, { target: 'label', maxDepth: 1 })

function watched(model: Repairable, options: StreamRepairOptions = {}) {
  const stream = new Stream({ columns: ['y', 'x'], target: { kind: 'class', name: 'label' }, method: equalWidth })
  const tidings: StreamAlarm[] = []
  const repair = new StreamRepair(stream, model, options)
  watchStream(stream, [repair], (alarm) => tidings.push(alarm))
  const push = ({ x, y, labels }: ReturnType<typeof flow>, batch: number, from = 0): void => {
    for (let at = from; at < x.length; at += batch) {
      stream.pushMany([y.slice(at, at + batch), x.slice(at, at + batch)], labels.slice(at, at + batch))
    }
  }
  return { stream, repair, tidings, push }
}

describe('a tree that is repaired while rows come', () => {
  const rows = flow(2, 1300, (row) => (row < 600 ? 0.3 : 0.6))

  test.each([
    ['tree', TREE],
    ['rules', rulesOfTree(TREE)],
  ])('follows a boundary within 500 rows, and says what was done: %s', (_, model) => {
    const saved: Repairable[] = []
    const { repair, tidings, push } = watched(model, { onRepaired: (one) => saved.push(one) })
    push(rows, 1300)
    const [first] = tidings.filter(({ refused }) => refused === null)
    expect(first.row).toBeGreaterThan(600)
    expect(first.row).toBeLessThan(1100)
    expect(first).toMatchObject({ kind: 'repair', column: null, kept: 'patched', way: 'boundary' })
    expect(Math.abs(Number(first['since']) - 601)).toBeLessThan(30)
    expect(first.message).toMatch(/^repaired: x 0\.\d+ → 0\.[56]\d* \(the boundary moved\); .* right before, .* after$/)
    expect(saved).toHaveLength(repair.repairs)
    expect(repair.model).toBe(saved.at(-1))
    expect(repair.model.notes.at(-1)?.code).toBe('repaired')
  })

  test('is the same however rows are batched, and wherever it was saved', () => {
    const whole = watched(TREE)
    whole.push(rows, 1300)
    const single = watched(TREE)
    single.push(rows, 37)
    expect(single.tidings).toEqual(whole.tidings)
    expect(single.repair.toState()).toEqual(whole.repair.toState())
    const first = watched(TREE)
    first.push({ x: rows.x.slice(0, 777), y: rows.y.slice(0, 777), labels: rows.labels.slice(0, 777) }, 100)
    const later = watched(TREE)
    later.repair.restore(JSON.parse(JSON.stringify(first.repair.toState())))
    // The numbers of rows go on as well.
    later.stream.pushMany(
      [rows.y.slice(0, 777), rows.x.slice(0, 777)],
      Array.from({ length: 777 }, () => null),
    )
    later.push(rows, 50, 777)
    expect([...first.tidings, ...later.tidings]).toEqual(whole.tidings)
    expect(later.repair.toState()).toEqual(whole.repair.toState())
  })

  test('stays as it is where nothing moved or classes were swapped', () => {
    const still = watched(TREE)
    still.push(
      flow(3, 2500, () => 0.3),
      2500,
    )
    expect([still.repair.repairs, still.tidings, still.repair.model]).toEqual([0, [], TREE])
    const { x, y, labels } = flow(4, 1200, () => 0.3)
    const swapped = watched(TREE)
    const other = labels.map((label, row) => (row < 500 || label === null ? label : label === 'yes' ? 'no' : 'yes'))
    swapped.push({ x, y, labels: other }, 1200)
    expect(swapped.repair.repairs).toBe(0)
  })
})

describe('what cannot be repaired in a stream', () => {
  const stream = (columns: string[], kind: 'class' | 'numeric' | null = 'class') => ({
    columns: columns.map((name) => ({ name })),
    facts: kind === null ? null : { kind, name: 'label' },
  })

  test('is refused before the first row', () => {
    expect(() => new StreamRepair(stream(['xx']), TREE)).toThrow(
      'the tree tests "x", which is none of the columns of numbers of the stream, did you mean xx?',
    )
    expect(() => new StreamRepair(stream(['x'], 'numeric'), TREE)).toThrow(
      'a tree is repaired by classes: the stream needs a column of classes as its target',
    )
    expect(() => new StreamRepair(stream(['x'], null), rulesOfTree(TREE))).toThrow(
      'a set of rules is repaired by classes: the stream needs a column of classes as its target',
    )
    const texts = growTree({ home: ['own', 'rent', 'own', 'rent'], label: ['a', 'b', 'a', 'b'] }, { target: 'label' })
    expect(() => new StreamRepair(stream(['x']), texts)).toThrow(
      'the tree tests "home", a column of texts, which a stream does not keep',
    )
    const leaf = growTree({ x: [1, 2], label: ['a', 'a'] }, { target: 'label' })
    expect(() => new StreamRepair(stream(['x']), leaf)).toThrow(
      'the tree tests no column, so there is nothing to repair',
    )
    expect(() => new StreamRepair(stream(['x']), TREE, { rows: 50 })).toThrow(
      'StreamRepair: rows must be an integer of at least 100, got 50',
    )
  })

  test('is refused when its classes are others', () => {
    const { push } = watched(TREE)
    const { x, y } = flow(5, 40, () => 0.3)
    expect(() => push({ x, y, labels: Array.from(x, () => 'maybe') as never }, 40)).toThrow(
      'column "label" has none of the classes that the tree tells apart ("no", "yes") in its first 20 rows, but "maybe"',
    )
  })

  test('is not taken from a state that is broken or of something else', () => {
    const { repair, push } = watched(TREE)
    push(
      flow(6, 130, () => 0.3),
      130,
    )
    const state = JSON.parse(JSON.stringify(repair.toState())) as Record<string, unknown>
    const restore = (changed: Record<string, unknown>) => () => watched(TREE).repair.restore({ ...state, ...changed })
    expect(restore({ print: '1-0' })).toThrow(
      'the tree to repair is not what the state was made with; put it back, or use another state file',
    )
    expect(restore({ model: 3 })).toThrow('watchers.repair.model')
    expect(restore({ model: rulesOfTree(TREE) })).toThrow(
      'watchers.repair.model: expected a model that tests the same columns',
    )
    expect(restore({ recent: { numbers: [1], labels: [], values: [[1]] } })).toThrow(
      'watchers.repair.recent: expected 1 columns of values, a label and a number per row',
    )
    expect(restore({ told: 'never' })).toThrow('watchers.repair.told: expected one of')
    expect(restore({})).not.toThrow()
  })
})
