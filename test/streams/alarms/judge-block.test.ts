import { afterEach, expect, test, vi } from 'vitest'
import { ConceptWatch } from '../../../src/streams/alarms/concept-drift.ts'
import { PopulationWatch } from '../../../src/streams/alarms/population-drift.ts'
import { random } from '../../../src/util/random.ts'

/**
 * Slots and classes that change now and then, so that there are alarms and relearning in any part of a block. Rows resemble
 * the ones before them with a chance of `repeats`.
 */
function made(seed: number, size: number, classes: number, repeats: number) {
  const { next } = random(seed)
  const slots = new Int32Array(size)
  const codes = new Int32Array(size)
  const rows = new Float64Array(size)
  let [bend, turn, u] = [1, 0, 0]
  for (let i = 0; i < size; i++) {
    if (next() < 0.002) [bend, turn] = [0.5 + 2 * next(), Math.floor(next() * classes)]
    if (i === 0 || next() >= repeats) u = next()
    slots[i] = Math.floor(6 * (bend < 1 ? u * u : Math.sqrt(u)))
    codes[i] = slots[i] * classes + ((Math.floor(next() * next() * classes) + turn) % classes)
    rows[i] = (i === 0 ? 0 : rows[i - 1]) + (next() < 0.2 ? 3 : 1)
  }
  return { slots, codes, rows }
}

test.each([1, 2, 3])('rows in blocks raise the same alarms and leave the same state as one by one: %i', (seed) => {
  const { next } = random(seed + 100)
  for (const [classes, size, repeats, runLength] of [
    [2, 8000, 0, 300],
    [4, 4000, 0, 300],
    // Long blocks of rows that count less than fully.
    [2, 8000, 0.3, 20_000],
    [3, 8000, 0.6, 2000],
  ]) {
    const { slots, codes, rows } = made(seed, size, classes, repeats)
    const common = { column: 'x', labels: ['a', 'b', 'c', 'd', 'e', 'f', 'missing'], runLength }
    const names = Array.from({ length: classes }, (_, c) => `class ${c}`)
    const single = [
      new PopulationWatch({ ...common, ordered: 6 }),
      new ConceptWatch({ ...common, classes: names }),
    ] as const
    const many = [
      new PopulationWatch({ ...common, ordered: 6 }),
      new ConceptWatch({ ...common, classes: names }),
    ] as const
    const wanted = Array.from(slots, (slot, i) => [
      single[0].update(slot, rows[i]),
      single[1].update(slot, codes[i] % classes, rows[i]),
    ]).flat()
    const found: unknown[] = []
    for (let from = 0; from < size;) {
      const to = Math.min(size, from + 1 + Math.floor(next() * (next() < 0.1 ? 3000 : 300)))
      for (let at = from; at < to;) {
        const { next: after, alarm } = many[0].updateMany(slots, rows, at, to)
        if (alarm !== null) found.push(alarm)
        at = after
      }
      found.push(...many[1].updateMany(codes.slice(from, to), rows.subarray(from, to), to - from))
      from = to
    }
    const inOrder = (alarms: readonly unknown[]): string[] =>
      alarms
        .filter((alarm) => alarm !== null)
        .map((alarm) => JSON.stringify(alarm))
        .toSorted()
    expect(inOrder(found)).toEqual(inOrder(wanted))
    expect(found.length).toBeGreaterThan(runLength > 1000 ? 0 : 5)
    expect(many.map((watch) => watch.state())).toEqual(single.map((watch) => watch.state()))
  }
})

test('a long stream without a change goes on as one by one, saved anywhere', () => {
  // Weights of the shortest memory are scaled back after some 11,000 rows.
  const size = 30_000
  const { next } = random(7)
  const slots = Int32Array.from({ length: size }, () => Math.floor(6 * next()))
  const rows = Float64Array.from({ length: size }, (_, i) => i + 1)
  const options = { column: 'x', labels: ['a', 'b', 'c', 'd', 'e', 'f', 'missing'], runLength: 1e9, ordered: 6 }
  const single = new PopulationWatch(options)
  const many = new PopulationWatch(options)
  for (let from = 0; from < size;) {
    const to = Math.min(size, from + 1 + Math.floor(next() * (from < 1000 ? 40 : 4000)))
    for (let i = from; i < to; i++) expect(single.update(slots[i], rows[i])).toBeNull()
    expect(many.updateMany(slots, rows, from, to)).toEqual({ next: to, alarm: null })
    expect(many.state()).toEqual(single.state())
    from = to
  }
})

test('a detector of many slots, for which memory has to grow, judges as one by one', () => {
  const size = 6000
  const { next } = random(8)
  const labels = Array.from({ length: 400 }, (_, i) => `slot ${i}`)
  const slots = Int32Array.from({ length: size }, () => Math.floor(400 * next() ** 2))
  const rows = Float64Array.from({ length: size }, (_, i) => i + 1)
  const options = { column: 'x', labels, runLength: 1e9, learn: 500 }
  const single = new PopulationWatch(options)
  const many = new PopulationWatch(options)
  for (let i = 0; i < size; i++) single.update(slots[i], rows[i])
  expect(many.updateMany(slots, rows, 0, size)).toEqual({ next: size, alarm: null })
  expect(many.state()).toEqual(single.state())
})

// Modules outlive a file: later ones are to have WebAssembly again.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('where there is no WebAssembly, rows are judged one by one, with the same result', async () => {
  const { slots, rows } = made(4, 5000, 2, 0)
  const options = { column: 'x', labels: ['a', 'b', 'c', 'd', 'e', 'f', 'missing'], runLength: 20_000, ordered: 6 }
  const wanted = new PopulationWatch(options)
  const told = wanted.updateMany(slots, rows, 0, slots.length)
  vi.stubGlobal('WebAssembly', undefined)
  vi.resetModules()
  const plain = await import('../../../src/streams/alarms/population-drift.ts')
  const watch = new plain.PopulationWatch(options)
  expect(watch.updateMany(slots, rows, 0, slots.length)).toEqual(told)
  expect(watch.state()).toEqual(wanted.state())
})
