import type { StopSignal } from '../../binning/fit/column-pool.ts'
import { DataError } from '../../errors.ts'
import { Heap } from '../../util/heap.ts'
import { tieKey } from '../../util/numbers/ties.ts'
import { offerCut, offerCuts } from './best-cut.ts'
import { offerGroups } from './best-groups.ts'
import { makeSearch, type Measure, type RowPart, type Search, startBest } from './best-test.ts'
import { type Branching, branchesOf, sendRows } from './branching.ts'
import type { CutFeature, Feature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'
import { partFeatures, partRows, type PartScratch, partScratch } from './partition.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'

/** A tree with more nodes would hardly fit in memory or in a file. */
const MOST_NODES = 4_000_000
const TOO_LARGE = `growTree: the tree would have over ${MOST_NODES} nodes, as happens with many bins; make fewer bins, or give maxDepth, minRows or maxNodes`

/** The test of a node that has its branches. What these hold they know themselves: a tree has many nodes, and this is kept of all. */
type TakenTest = Pick<Branching, 'feature' | 'cut' | 'size' | 'taken' | 'heaviest' | 'gain'>

/** A node while the tree grows. */
export interface Growing extends RowPart {
  readonly depth: number
  readonly predict: number
  /** features that still part rows here */
  live: readonly Feature[]
  test: TakenTest | null
  /** the branches of the test that rows come to */
  branches: readonly Growing[]
}

/** Who follows the growth: told of each node that was looked at with its best test, and of each that got its branches. */
export interface GrowWatch {
  readonly looked: (node: Growing, test: Branching | null, search: Search) => void
  readonly grown: (node: Growing) => void
}

/** How tests are compared, and when a tree stops growing. */
export interface GrowRules {
  readonly measure: Measure
  readonly minLeaf: number
  readonly maxDepth: number
  readonly maxNodes: number
  readonly minRows: number
  readonly minGain: number
  readonly signal: StopSignal | undefined
  readonly watch?: GrowWatch | undefined
}

/** A node with its best test, which is not taken yet: what it saves over all rows, and since when it waits. */
interface Pending {
  readonly node: Growing
  readonly test: Branching
  readonly saved: number
  readonly turn: number
}

interface Work {
  readonly rules: GrowRules
  readonly search: Search
  readonly parting: PartScratch
  /** whether some features are groups */
  readonly mixed: boolean
}

/**
 * Grows the nodes of a tree: the best test at each, until a node is pure or nothing parts its rows. No recursion, so that
 * depth is no danger. Every level costs O(rows) per column.
 */
export function growNodes(rows: GrowRows, features: readonly Feature[], rules: GrowRules): Growing {
  const most = features.reduce((size, f) => (f.kind === 'groups' ? Math.max(size, f.size) : size), 2)
  const work: Work = {
    rules,
    search: makeSearch(rows, rules, most),
    parting: partScratch(rows, most),
    mixed: !features.every(isCuts),
  }
  const sums = Array.from({ length: rows.classCount }, () => 0)
  for (let i = 0; i < rows.count; i++) sums[rows.classes[i]] += rows.weights === null ? 1 : rows.weights[i]
  const total = sums.reduce((sum, weight) => sum + weight, 0)
  const root = makeNode({ start: 0, end: rows.count, sums, total }, 0, heaviest(sums), features) // prettier-ignore
  const stack: Pending[] = []
  const ranked = new Heap<Pending>((a, b) => a.saved > b.saved || (a.saved === b.saved && a.turn < b.turn))
  const agenda = rules.maxNodes < Infinity ? ranked : stack
  let turns = 0
  const look = (node: Growing): void => {
    const test = isFinal(node, rules) ? null : findTest(node, work)
    rules.watch?.looked(node, test, work.search)
    if (test !== null) agenda.push({ node, test, saved: tieKey(test.gain * node.total), turn: turns++ })
  }
  look(root)
  let nodes = 1
  for (let steps = 1; ; steps++) {
    const next = agenda.pop()
    if (next === undefined) return root
    if (steps % 256 === 0) throwIfAborted('growTree', rules.signal)
    const { node, test } = next
    if (nodes + test.size > rules.maxNodes) continue
    nodes += test.size
    if (nodes > MOST_NODES) throw new DataError(TOO_LARGE)
    expand(node, test, work)
    rules.watch?.grown(node)
    for (const branch of node.branches) look(branch)
  }
}

const NONE: readonly Growing[] = []

function makeNode(part: RowPart, depth: number, predict: number, live: readonly Feature[]): Growing {
  const { start, end, sums, total } = part
  return { start, end, sums, total, depth, predict, live, test: null, branches: NONE }
}

/** Index of the largest, the first on a tie. */
function heaviest(sums: ArrayLike<number>): number {
  let best = 0
  for (let i = 1; i < sums.length; i++) if (sums[i] > sums[best]) best = i
  return best
}

/** Whether a node is a leaf without looking for a test. */
function isFinal({ sums, total, predict, depth, live }: Growing, { maxDepth, minRows }: GrowRules): boolean {
  return sums[predict] === total || depth >= maxDepth || total < minRows || live.length === 0
}

/** The best test of a node; null where nothing parts its rows or the test gains too little. */
function findTest(node: Growing, { rules, search, mixed }: Work): Branching | null {
  const { best } = search
  startBest(best)
  const live =
    (areCuts(node.live, mixed) ? offerCuts(search, node.live, node) : null) ??
    node.live.filter((feature) =>
      isCuts(feature) ? offerCut(search, feature, node) : offerGroups(search, feature, node),
    )
  if (live.length < node.live.length) node.live = live
  if (best.feature === null) return null
  const test = branchesOf(search, best.feature, node)
  return test.gain < rules.minGain ? null : test
}

/** Gives a node its branches and parts the rows among those that may be parted further. */
function expand(node: Growing, test: Branching, { rules, search, parting, mixed }: Work): void {
  const { feature } = test
  // All known values of a bin or group are in one branch: the column has nothing more to tell below.
  const live = feature.kind === 'cuts' ? node.live : node.live.filter((other) => other !== feature)
  const counts = sendRows(test, node, search, parting)
  let start = node.start
  const { cut, size, taken, heaviest: heavy, gain } = test
  node.test = { feature, cut, size, taken, heaviest: heavy, gain }
  node.branches = test.sums.map((sums, b) => {
    const part = { start, end: start + counts[b], sums, total: test.totals[b] }
    start = part.end
    return makeNode(part, node.depth + 1, heaviest(sums), live)
  })
  if (node.branches.every((branch) => isFinal(branch, rules))) return
  // Its own order is parted already, but for rows without a value.
  const parted = feature.kind === 'cuts' && feature.absent === null ? feature : null
  const { start: first } = node
  if (areCuts(live, mixed)) partFeatures(live, { start: first, counts, parted }, parting)
  else {
    partFeatures(live.filter(isCuts), { start: first, counts, parted }, parting)
    partRows(search.order, first, counts, parting)
  }
}

/** Whether only cuts are tested; `mixed` says that some features of the tree are groups. */
function areCuts(live: readonly Feature[], mixed: boolean): live is readonly CutFeature[] {
  return !mixed || live.every(isCuts)
}

function isCuts(feature: Feature): feature is CutFeature {
  return feature.kind === 'cuts'
}
