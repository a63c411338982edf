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
  readonly measure?: 'adjusted-gain' | 'gain' | 'gain-ratio'
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
  const mostAlone = (codes: readonly (number | null)[]): boolean => {
    const weights = new Map<number, number>()
    for (const [row, code] of codes.entries()) if (code !== null) weights.set(code, (weights.get(code) ?? 0) + weightOf(row)) // prettier-ignore
    const sizes = [...weights.values()]
    const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)
    return 2 * sum(sizes.filter((size) => size <= 1)) > sum(sizes)
  }
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
      if (!open[c]) return []
      if (column.kind === 'groups') return branch(c, null, column.size, (row) => column.codes[row], rows)
      const cuts = column.node ? cutsOf(column.values, rows, false) : once[c]
      return cuts.flatMap((cut) => branch(c, cut, 2, (row) => (Number.isNaN(column.values[row]) ? null : column.values[row] < cut ? 0 : 1), rows)) // prettier-ignore
    })
  const open = columns.map((column) => measure !== 'adjusted-gain' || column.kind === 'cuts' || !mostAlone(column.codes)) // prettier-ignore
  const grow = (rows: readonly number[], above: number, depth: number): TreeNode => {
    const sums = countOf(rows)
    const predict = rows.length === 0 ? above : sums.indexOf(Math.max(...sums))
    const leaf = { count: rows.length, classes: sums, predict, test: null, branches: [], heaviest: 0 }
    if (sums.filter((sum) => sum > 0).length < 2 || depth >= maxDepth) return leaf
    const score = (one: Candidate): number => {
      const counts = one.branches.filter((part) => part.length > 0).map(countOf)
      if (measure === 'gain-ratio') return gainRatio(one.branches.map(countOf))
      if (measure === 'gain' || counts.length === 2) return gain(one.branches.map(countOf))
      const [total, chance] = [weigh(rows), chanceGain(counts)]
      const owed = Math.max(0, chance - (sums.filter((sum) => sum > 0).length - 1) / (2 * Math.LN2 * total))
      return (gain(counts) > chance + 1e-10 ? gain(counts) : 0) - owed
    }
    let best: Candidate | null = null
    for (const one of candidates(rows)) if (best === null || score(one) > score(best) + 1e-10) best = one
    if (best === null) return leaf
    const { column, cut, branches, heaviest } = best
    const test = { column, cut, gain: gain(branches.map(countOf)) }
    return { ...leaf, test, heaviest, branches: branches.map((part) => grow(part, predict, depth + 1)) }
  }
  return grow(all, 0, 0)
}

/** Bits that the branches gain on average when the classes are dealt at random, by binomials. Counts must be whole. */
export function chanceGain(counts: readonly (readonly number[])[]): number {
  const sizes = counts.map((line) => line.reduce((a, b) => a + b, 0))
  const total = sizes.reduce((a, b) => a + b, 0)
  const classes = counts[0].map((_, c) => counts.reduce((sum, line) => sum + line[c], 0))
  const plain = (x: number): number => (x === 0 ? 0 : x * Math.log2(x))
  const choose = (n: number, k: number): number => {
    let ways = k < 0 || k > n ? 0 : 1
    for (let i = 0; i < k && ways > 0; i++) ways = (ways * (n - i)) / (i + 1)
    return ways
  }
  const left = sizes.map((size) =>
    classes.reduce((sum, own) => {
      for (let x = 0; x <= Math.min(own, size); x++) {
        sum += (plain(x) * choose(own, x) * choose(total - own, size - x)) / choose(total, size)
      }
      return sum
    }, -plain(size)),
  )
  return (left.reduce((a, b) => a + b, 0) - classes.reduce((sum, own) => sum + plain(own), 0) + plain(total)) / total
}

/** A tree with its gains rounded, so that rounding does not matter to a comparison. */
export function rounded(node: TreeNode): TreeNode {
  return {
    ...node,
    test: node.test === null ? null : { ...node.test, gain: Math.round(node.test.gain * 1e9) / 1e9 },
    branches: node.branches.map(rounded),
  }
}
