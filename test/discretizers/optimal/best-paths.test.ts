import { describe, expect, test } from 'vitest'
import { bestPaths, type BinGraph } from '../../../src/discretizers/optimal/best-paths.ts'

/** A graph given by where its nodes end and by its arcs: from, to, score. */
function graph(bounds: readonly number[], arcs: readonly (readonly [number, number, number])[]): BinGraph {
  return {
    size: bounds.length,
    mostArcs: arcs.length,
    bound: (node) => bounds[node],
    leave: (node, into) => {
      into.count = 0
      for (const [from, to, score] of arcs) {
        if (from !== node) continue
        into.to[into.count] = to
        into.score[into.count++] = score
      }
    },
  }
}

describe('bestPaths', () => {
  // 0 → 1 → 2 → 3, and steps that skip a boundary.
  const line = graph(
    [0, 1, 2, 3],
    [
      [0, 1, 5],
      [0, 2, 7],
      [0, 3, 8],
      [1, 2, 1],
      [1, 3, 4],
      [2, 3, 2],
    ],
  )

  test('knows the best score for every number of bins', () => {
    const paths = bestPaths(line, 3, 3)
    expect([1, 2, 3].map((bins) => paths.best(bins))).toEqual([8, 9, 8])
    expect(bestPaths(line, 3, 2).best(2)).toBe(9)
  })

  test('has no score where there is no way', () => {
    const paths = bestPaths(graph([0, 1, 2], [[0, 1, 1]]), 2, 2)
    expect([1, 2].map((bins) => paths.best(bins))).toEqual([-Infinity, -Infinity])
  })

  test('walks the leftmost way that reaches a score', () => {
    const paths = bestPaths(line, 3, 3)
    expect(paths.leftmost(1, 8)).toEqual([3])
    expect(paths.leftmost(2, 9)).toEqual([1, 3])
    expect(paths.leftmost(3, 8)).toEqual([1, 2, 3])
    const tied = graph(
      [0, 1, 2, 3],
      [
        [0, 2, 3],
        [0, 1, 1],
        [1, 3, 3],
        [2, 3, 1],
      ],
    )
    expect(bestPaths(tied, 3, 2).leftmost(2, 4)).toEqual([1, 3])
    expect(bestPaths(tied, 3, 2).leftmost(2, 4 - 1e-9)).toEqual([1, 3])
  })

  test('follows all nodes that end at one boundary, since the leftmost way may go on from any of them', () => {
    const fork = (first: number, second: number): BinGraph =>
      graph(
        [0, 1, 1, 2, 3, 4],
        [
          [0, 1, 1],
          [0, 2, 1],
          [first, 3, 1],
          [second, 4, 1],
          [3, 5, 1],
          [4, 5, 1],
        ],
      )
    expect(bestPaths(fork(1, 2), 4, 3).leftmost(3, 3)).toEqual([1, 2, 4])
    expect(bestPaths(fork(2, 1), 4, 3).leftmost(3, 3)).toEqual([1, 2, 4])
  })
})
