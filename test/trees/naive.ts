import { gain } from '../../src/measures/gain.ts'
import { gainRatio } from '../../src/measures/gain-ratio.ts'
import type { TreeNode } from '../../src/trees/tree.ts'

/** A column as the naive tree sees it: numbers (NaN is missing) with cuts found from them, or codes of branches. */
export type NaiveColumn =
  | { readonly kind: 'cuts'; readonly values: readonly number[]; readonly node: boolean }
  | { readonly kind: 'groups'; readonly codes: readonly (number | null)[]; readonly size: number }

export interface NaiveOptions {
  readonly classCount: number
  readonly weights?: readonly number[]
  readonly maxDepth?: number
  readonly minLeaf?: number
  readonly measure?: 'gain' | 'gain-ratio'
}

interface Candidate {
  readonly column: number
  readonly cut: number | null
  readonly branches: readonly (readonly number[])[]
  readonly heaviest: number
}

/** ID3 word for word, by trying everything at every node. Slow, recursive, and short enough to be checked by eye. */
export function naiveTree(
  columns: readonly NaiveColumn[],
  classes: readonly number[],
  options: NaiveOptions,
): TreeNode {
  const { classCount, maxDepth = Infinity, minLeaf = 0, measure = 'gain' } = options
  const weightOf = (row: number): number => options.weights?.[row] ?? 1
  const weigh = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + weightOf(row), 0)
  const countOf = (rows: readonly number[]): number[] => {
    const counts = Array.from({ length: classCount }, () => 0)
    for (const row of rows) counts[classes[row]] += weightOf(row)
    return counts
  }
  const all = classes.map((_, row) => row)
  const cutsOf = (values: readonly number[], rows: readonly number[], boundaries: boolean): number[] => {
    const distinct = [...new Set(rows.map((row) => values[row]).filter((x) => !Number.isNaN(x)))].toSorted(
      (a, b) => a - b,
    )
    const holds = (x: number): string => [...new Set(rows.filter((row) => values[row] === x).map((row) => classes[row]))].toSorted((a, b) => a - b).join() // prettier-ignore
    return distinct.slice(1).flatMap((x, i) => {
      const same = holds(x) === holds(distinct[i]) && !holds(x).includes(',')
      return boundaries && same ? [] : [(x + distinct[i]) / 2]
    })
  }
  const once = columns.map((column) => (column.kind === 'cuts' ? cutsOf(column.values, all, true) : []))
  const branch = (
    column: number,
    cut: number | null,
    size: number,
    codeOf: (row: number) => number | null,
    rows: readonly number[],
  ): Candidate[] => {
    const branches = Array.from({ length: size }, (_, b) => rows.filter((row) => codeOf(row) === b))
    if (branches.filter((part) => part.length > 0).length < 2) return []
    const sizes = branches.map(weigh)
    const heaviest = sizes.indexOf(Math.max(...sizes))
    branches[heaviest] = rows.filter((row) => codeOf(row) === heaviest || codeOf(row) === null)
    if (branches.some((part) => part.length > 0 && weigh(part) < minLeaf)) return []
    return [{ column, cut, branches, heaviest }]
  }
  const candidates = (rows: readonly number[]): Candidate[] =>
    columns.flatMap((column, c) => {
      if (column.kind === 'groups') return branch(c, null, column.size, (row) => column.codes[row], rows)
      const cuts = column.node ? cutsOf(column.values, rows, false) : once[c]
      return cuts.flatMap((cut) => branch(c, cut, 2, (row) => (Number.isNaN(column.values[row]) ? null : column.values[row] < cut ? 0 : 1), rows)) // prettier-ignore
    })
  const grow = (rows: readonly number[], above: number, depth: number): TreeNode => {
    const sums = countOf(rows)
    const predict = rows.length === 0 ? above : sums.indexOf(Math.max(...sums))
    const leaf = { count: rows.length, classes: sums, predict, test: null, branches: [], heaviest: 0 }
    if (sums.filter((sum) => sum > 0).length < 2 || depth >= maxDepth) return leaf
    const score = (one: Candidate): number => (measure === 'gain' ? gain : gainRatio)(one.branches.map(countOf))
    let best: Candidate | null = null
    for (const one of candidates(rows)) if (best === null || score(one) > score(best) + 1e-10) best = one
    if (best === null) return leaf
    const { column, cut, branches, heaviest } = best
    const test = { column, cut, gain: gain(branches.map(countOf)) }
    return { ...leaf, test, heaviest, branches: branches.map((part) => grow(part, predict, depth + 1)) }
  }
  return grow(all, 0, 0)
}

/** A tree with its gains rounded, so that rounding does not matter to a comparison. */
export function rounded(node: TreeNode): TreeNode {
  return {
    ...node,
    test: node.test === null ? null : { ...node.test, gain: Math.round(node.test.gain * 1e9) / 1e9 },
    branches: node.branches.map(rounded),
  }
}
