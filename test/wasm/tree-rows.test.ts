import { expect, test } from 'vitest'
import type { BestTest } from '../../src/trees/grow/best-test.ts'
import { offerOfTwo } from '../../src/trees/grow/best-cut.ts'
import { partFeatures, partScratch } from '../../src/trees/grow/partition.ts'
import type { CutFeature } from '../../src/trees/grow/features.ts'
import { xLog2xTable } from '../../src/util/numbers/log2.ts'
import { random } from '../../src/util/random.ts'
import { type TreeRows, treeRows } from '../../src/wasm/tree-rows.ts'

const ROWS = 12_000
const COLUMNS = 3

/** Rows of two classes, of which about one in `each` begins a run; `lean` says how much they tell of the class. */
function drawn({ rows, each, lean, seed }: { rows: number; each: number; lean: number; seed: number }): Uint32Array {
  const { next } = random(seed)
  return Uint32Array.from({ length: rows }, (_, i) => {
    const begins = next() * each < 1 ? 1 : 0
    const one = next() < 0.5 + (i < rows / 3 ? lean : -lean) ? 1 : 0
    return (i << 2) | (begins << 1) | one
  })
}

/** The same rows in several orders. */
function shuffled(entries: Uint32Array, seed: number): Uint32Array {
  const { integer } = random(seed)
  const list = entries.slice()
  for (let i = list.length - 1; i > 0; i--) {
    const j = integer(i + 1)
    const entry = list[i]
    list[i] = list[j]
    list[j] = entry
  }
  return list
}

function fastRows(): { fast: TreeRows; features: CutFeature[] } {
  const fast = treeRows(ROWS, COLUMNS, xLog2xTable(ROWS))!
  const features = Array.from({ length: COLUMNS }, () => ({ entries: fast.take() }) as CutFeature)
  return { fast, features }
}

const start = (score: number): BestTest => ({ score, feature: null, at: -1 })

test('finds the cut of the plain search among few rows, of whatever classes', () => {
  const { fast, features } = fastRows()
  const table = xLog2xTable(ROWS)
  const { next, integer } = random(9)
  for (let i = 0; i < 3000; i++) {
    const rows = i % 50 === 0 ? 4090 + integer(10) : 2 + integer(i % 7 === 0 ? 700 : 40)
    const from = integer(4) === 0 ? ROWS - rows : integer(ROWS - rows)
    const ones = integer(3) === 0 ? 1 : integer(rows + 1)
    const each = [1, 1, 2, 10][integer(4)]
    for (const { entries } of features) {
      const rest = [rows - ones, ones]
      const lean = [0.5, 0.5, 0.6, 0.9][integer(4)]
      for (let row = 0; row < rows; row++) {
        // In any order, or those of the second class rather in the second half.
        const wish = rest[1] * (row < rows / 2 ? 1 - lean : lean)
        const others = rest[0] * (row < rows / 2 ? lean : 1 - lean)
        const one = next() * (wish + others) < wish ? 1 : 0
        rest[one]--
        entries[from + row] = (row << 2) | (next() * each < 1 ? 2 : 0) | one
      }
    }
    const part = { start: from, end: from + rows, sums: [rows - ones, ones], total: rows }
    const plain = start(-Infinity)
    const better = features.map((feature) => offerOfTwo(plain, feature, part, table))
    const found = start(-Infinity)
    const asked = { start: from, end: from + rows, ones, block: 0 }
    expect(fast.bestOfTwo(features, asked, found)).toBe(better.lastIndexOf(true))
    expect(found).toEqual(plain)
  }
})

test.each([
  { each: 1, lean: 0 },
  { each: 1, lean: 0.2 },
  { each: 5, lean: 0.02 },
  { each: 300, lean: 0.01 },
  { each: 3000, lean: 0.3 },
])('finds the cut of the plain search, with and without blocks: %o', ({ each, lean }) => {
  const { fast, features } = fastRows()
  const table = xLog2xTable(ROWS)
  for (const [seed, rows] of [2, 17, 300, 3000, ROWS].entries()) {
    const entries = drawn({ rows, each, lean, seed: seed + 1 })
    const from = ROWS - rows
    for (const [f, feature] of features.entries()) feature.entries.set(f === 1 ? entries : shuffled(entries, f), from)
    const ones = entries.reduce((sum, entry) => sum + (entry & 1), 0)
    const part = { start: from, end: ROWS, sums: [rows - ones, ones], total: rows }
    const best = start(-Infinity)
    for (const feature of features) offerOfTwo(best, feature, part, table)
    for (const score of [-Infinity, best.score * 1.01, best.score, best.score / 2]) {
      const plain = start(score)
      const better = features.map((feature) => offerOfTwo(plain, feature, part, table))
      for (const block of [0, 8, 16, 64, 256]) {
        const fastest = start(score)
        const found = fast.bestOfTwo(features, { start: from, end: ROWS, ones, block }, fastest)
        expect(found).toBe(better.lastIndexOf(true))
        expect(fastest).toEqual(plain)
        const parted = features.map((feature) => feature.entries.subarray(from + 1).some((entry) => (entry & 2) > 0))
        expect(fast.parting(features)).toEqual(features.filter((_, f) => parted[f]))
      }
    }
  }
})

test('parts rows as the plain loops do, whatever the bits of a class', () => {
  const { fast, features } = fastRows()
  const { next } = random(9)
  for (const [rows, bits] of [
    [1, 1],
    [16, 1],
    [17, 0],
    [1000, 1],
    [1700, 3],
  ] as const) {
    const entries = Uint32Array.from(
      { length: rows },
      (_, i) => (i << (bits + 1)) | (Math.floor(next() * 99) & ((2 << bits) - 1)),
    )
    const scratch = partScratch({ count: ROWS, bits, fast: null }, 3)
    const counts = [0, 0]
    for (let i = 0; i < rows; i++) {
      const above = next() < 0.4 ? 1 : 0
      scratch.branchOf[i] = fast.isAbove[i] = above
      counts[above]++
    }
    const plain = features.map((_, f) => ({ entries: shuffled(entries, f) }) as CutFeature)
    const ofMany = plain.map((feature) => ({ entries: feature.entries.slice() }) as CutFeature)
    for (const [f, feature] of features.entries()) feature.entries.fill(7).set(plain[f].entries, 5)
    fast.part(features, { start: 5, end: 5 + rows, bits })
    partFeatures(plain, { start: 0, counts, parted: null }, scratch)
    partFeatures(ofMany, { start: 0, counts: [...counts, 0], parted: null }, scratch)
    for (const [f, feature] of features.entries()) {
      expect(feature.entries.slice(5, 5 + rows)).toEqual(plain[f].entries)
      expect(ofMany[f]).toEqual(plain[f])
      // What lies around belongs to other nodes.
      expect([feature.entries[4], feature.entries[5 + rows]]).toEqual([7, 7])
    }
  }
})

test('a column whose rows are parted already stays as it is', () => {
  const { fast, features } = fastRows()
  const entries = drawn({ rows: 100, each: 2, lean: 0, seed: 4 })
  for (const [f, feature] of features.entries()) feature.entries.set(shuffled(entries, f), 0)
  const plain = features.map((feature) => ({ entries: feature.entries.slice(0, 100) }) as CutFeature)
  const scratch = partScratch({ count: 100, bits: 1, fast: null }, 2)
  for (let row = 0; row < 100; row++) scratch.branchOf[row] = fast.isAbove[row] = row < 30 ? 0 : 1
  fast.part(features, { start: 0, end: 100, bits: 1 }, features[1])
  partFeatures(plain, { start: 0, counts: [30, 70], parted: plain[1] }, scratch)
  expect(plain[1].entries).toEqual(shuffled(entries, 1))
  expect(features.map((feature) => feature.entries.slice(0, 100))).toEqual(plain.map((feature) => feature.entries))
})

test('after a part, a run begins where the value changes between rows that stay together', () => {
  const values = [1, 1, 2, 3, 3, 4, 5, 5, 5, 6]
  const above = [0, 1, 1, 0, 1, 0, 1, 1, 0, 1]
  const entries = Uint32Array.from(values, (x, i) => (i << 2) | (i > 0 && x !== values[i - 1] ? 2 : 0))
  const scratch = partScratch({ count: values.length, bits: 1, fast: null }, 2)
  scratch.branchOf.set(above)
  partFeatures([{ entries } as CutFeature], { start: 0, counts: [4, 6], parted: null }, scratch)
  const rows = Array.from(entries, (entry) => entry >>> 2)
  expect(rows).toEqual([0, 3, 5, 8, 1, 2, 4, 6, 7, 9])
  const changes = rows.map((row, i) => i === 0 || i === 4 || values[row] !== values[rows[i - 1]])
  expect(Array.from(entries, (entry) => (entry & 2) > 0)).toEqual(changes)
})

test('few rows get no memory of their own', () => {
  expect(treeRows(100, 3, xLog2xTable(100))).toBeNull()
})
