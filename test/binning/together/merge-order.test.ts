import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Blocks, cellBlocks } from '../../../src/discretizers/search/blocks.ts'
import { bottomUp, type MergeRule } from '../../../src/discretizers/search/bottom-up.ts'
import { binStarts, mergeOrder } from '../../../src/binning/together/merge-order.ts'
import { chiSquareOfPair } from '../../../src/measures/chi-square.ts'
import { holds } from '../../discretizers/holds.ts'
import { viewOf } from '../../discretizers/rows.ts'

const blocksOf = (counts: readonly (readonly number[])[]): Blocks =>
  cellBlocks(
    viewOf(
      counts.map((_, i) => i),
      counts,
    ),
  )

const byFirst: MergeRule['difference'] = (counts, a, b) => Math.abs(counts[a] - counts[b])

describe('mergeOrder', () => {
  test('tells which boundary goes when, and how different its sides were', () => {
    // 1 and 2 become 3, which differs from 10 by 7; 10 and 13 differ by 3 and become 23.
    const { at, difference } = mergeOrder(blocksOf([[1], [2], [10], [13]]), byFirst)
    expect([Array.from(at), Array.from(difference)]).toEqual([
      [1, 3, 2],
      [1, 3, 20],
    ])
  })

  test('of one block or none is empty', () => {
    expect([mergeOrder(blocksOf([]), byFirst).at.length, mergeOrder(blocksOf([[4]]), byFirst).at.length]).toEqual([
      0, 0,
    ])
  })

  test('starts with the merges of any higher bar: merging at a lower bar first changes nothing', () => {
    const cell = fc.array(fc.nat({ max: 9 }), { minLength: 2, maxLength: 2 }).filter(([a, b]) => a + b > 0)
    const chi: MergeRule['difference'] = (counts, a, b) => chiSquareOfPair(counts, 2, a, b, 0.5, 0)
    holds(
      fc.property(
        fc.array(cell, { minLength: 2, maxLength: 30 }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (cells, bar) => {
          const blocks = blocksOf(cells)
          const order = mergeOrder(blocks, chi)
          const done = order.difference.findIndex((difference) => difference >= bar)
          const merges = done < 0 ? order.at.length : done
          const kept = bottomUp(blocks, { difference: chi, merges: (difference) => difference < bar })
          expect([...new Set(binStarts(order, merges))]).toEqual([0, ...kept.at])
        },
      ),
      300,
    )
  })
})

describe('binStarts', () => {
  test('names the bin of each block by its first block', () => {
    const order = { at: Uint32Array.of(1, 3, 2), difference: Float64Array.of(1, 3, 20) }
    expect([0, 1, 2, 3].map((merges) => Array.from(binStarts(order, merges)))).toEqual([
      [0, 1, 2, 3],
      [0, 0, 2, 3],
      [0, 0, 2, 2],
      [0, 0, 0, 0],
    ])
  })
})
