import { entropy } from '../../measures/entropy.ts'
import type { Table } from '../../types.ts'
import { dateText } from '../../util/date-text.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { offerCut } from '../grow/best-cut.ts'
import { offerGroups } from '../grow/best-groups.ts'
import { type Search, startBest } from '../grow/best-test.ts'
import { branchesOf } from '../grow/branching.ts'
import type { Feature } from '../grow/features.ts'
import type { Growing, GrowRules, GrowWatch } from '../grow/grow-nodes.ts'
import { growWatched } from '../grow/grow-tree.ts'
import { branchWords } from '../branch-words.ts'
import type { GrowOptions } from '../grow-options.ts'
import type { Tree, TreeColumn } from '../tree.ts'
import type { ColumnGain, TellTreeStep, TraceBranch } from './tree-steps.ts'

/**
 * Grows a tree with somebody listening: `tell` is called for each node with what every column would gain there, and when
 * it gets its branches. The tree is that of `growTree`.
 *
 *     const told: string[] = []
 *     traceTree(table, { target: 'species', measure: 'gain' }, (step) => told.push(step.why))
 */
export function traceTree(table: Table, options: GrowOptions, tell: TellTreeStep): Tree {
  return growWatched(table, options, (columns, features, rules) => new TreeTrace(columns, features, rules, tell))
}

/** Where a node is: the branches taken to it, by number and in words. */
interface Place {
  readonly path: readonly number[]
  readonly words: readonly string[]
}

class TreeTrace implements GrowWatch {
  readonly #columns: readonly TreeColumn[]
  readonly #features: readonly Feature[]
  readonly #rules: GrowRules
  readonly #tell: TellTreeStep
  readonly #places = new Map<Growing, Place>()

  // oxlint-disable-next-line max-params -- what a growth works with, and who is told of it
  constructor(columns: readonly TreeColumn[], features: readonly Feature[], rules: GrowRules, tell: TellTreeStep) {
    this.#columns = columns
    this.#features = features
    this.#rules = rules
    this.#tell = tell
  }

  looked: GrowWatch['looked'] = (node, test, search) => {
    const { path, words } = this.#placeOf(node)
    const live = new Set(node.live)
    const gains = isOpen(node, this.#rules)
      ? this.#features.map((feature) =>
          live.has(feature) ? this.#gainOf(feature, node, search) : this.#nothing(feature),
        )
      : []
    const best = test === null ? null : this.#features.indexOf(test.feature)
    this.#tell({
      step: 'node',
      path,
      words,
      rows: node.total,
      classes: node.sums,
      entropy: entropy(node.sums),
      columns: gains,
      best,
      why: best === null ? leafText(node, this.#rules, gains) : testText(gains, best),
    })
  }

  grown: GrowWatch['grown'] = (node) => {
    const { path, words } = this.#placeOf(node)
    const { test, branches } = node
    if (test === null) return
    for (const [b, branch] of branches.entries()) {
      const label = this.#label(test.feature, test, test.taken[b])
      const { name } = this.#columns[test.feature.column]
      this.#places.set(branch, { path: [...path, test.taken[b]], words: [...words, `${name} ${label}`] })
    }
    this.#places.delete(node)
    const { name } = this.#columns[test.feature.column]
    this.#tell({ step: 'grow', path, why: `asks about ${name}: ${branches.length} branches that rows come to` })
  }

  #placeOf(node: Growing): Place {
    return this.#places.get(node) ?? { path: [], words: [] }
  }

  /** The best test of one column on its own. */
  #gainOf(feature: Feature, node: Growing, search: Search): ColumnGain {
    const { best } = search
    startBest(best)
    if (feature.kind === 'cuts') offerCut(search, feature, node)
    else offerGroups(search, feature, node)
    const column = this.#columns[feature.column].name
    if (best.feature === null) return this.#nothing(feature)
    const rating = best.score + 0
    const test = branchesOf(search, feature, node)
    const branches = test.taken.map((branch, b): TraceBranch => ({
      branch,
      label: this.#label(feature, test, branch),
      rows: test.totals[b],
      classes: test.sums[b],
      entropy: entropy(test.sums[b]),
    }))
    return { column, cut: test.cut, gain: test.gain, rating, branches }
  }

  /** Of a column that does not part the rows. */
  #nothing({ column }: Feature): ColumnGain {
    return { column: this.#columns[column].name, cut: null, gain: null, rating: null, branches: [] }
  }

  #label(feature: Feature, { cut }: { readonly cut: number | null }, branch: number): string {
    const column = this.#columns[feature.column]
    if (feature.kind !== 'cuts' || cut === null)
      return branchWords(column, { column: feature.column, cut: null, gain: 0 }, branch)
    const text = column.kind === 'date' ? dateText(Math.round(cut)) : String(Number(cut.toPrecision(6)))
    return feature.closed === 'left' ? `${branch === 0 ? '<' : '≥'} ${text}` : `${branch === 0 ? '≤' : '>'} ${text}`
  }
}

function isOpen({ sums, total, predict, depth }: Growing, { maxDepth, minRows }: GrowRules): boolean {
  return sums[predict] !== total && depth < maxDepth && total >= minRows
}

/** Why a node is a leaf. */
function leafText(
  { sums, total, predict, depth }: Growing,
  { maxDepth, minRows, minGain, minLeaf }: GrowRules,
  gains: readonly ColumnGain[],
): string {
  if (sums[predict] === total) return 'all its rows are of one class: a leaf'
  if (depth >= maxDepth) return `maxDepth ${maxDepth} is reached: a leaf`
  if (total < minRows) return `it has fewer rows than minRows ${minRows}: a leaf`
  const most = gains.reduce((best, { gain }) => Math.max(best, gain ?? -1), -1)
  if (most >= 0) return `the best test gains ${bitsText(most)}, less than minGain ${minGain}: a leaf`
  return minLeaf > 0 ? `no test leaves minLeaf ${minLeaf} in every branch: a leaf` : 'no column parts its rows: a leaf'
}

function bitsText(gain: number): string {
  return `${short(gain)} ${gain === 1 ? 'bit' : 'bits'}`
}

function testText(gains: readonly ColumnGain[], best: number): string {
  const { column, gain, rating } = gains[best]
  const ties = gains.filter((one, i) => i !== best && one.rating !== null && !clearlyLarger(rating ?? 0, one.rating) && !clearlyLarger(one.rating, rating ?? 0)) // prettier-ignore
  const tie = ties.length === 0 ? '' : `; a tie with ${ties.map((one) => one.column).join(', ')}, and the first column wins` // prettier-ignore
  return `${column} gains ${bitsText(gain ?? 0)}${tie}`
}

function short(x: number): string {
  return String(Number(x.toPrecision(4)))
}
