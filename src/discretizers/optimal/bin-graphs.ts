import { Scratch } from '../../util/scratch.ts'
import { fastBinRows, type FastBinRows } from '../../wasm/fast-bin-rows.ts'
import { barOf, type BinRules, differs, type Shape } from './bin-rules.ts'
import type { Arcs, BinGraph } from './best-paths.ts'
import type { Below } from './parts/parts.ts'
import { type MeasuredBins, trendLayers } from './trend-layers.ts'

/** Where a rise and a fall lead from each phase of a shape; NO where they are not allowed. */
interface Phases {
  readonly rise: readonly number[]
  readonly fall: readonly number[]
}

const NO = -1
const PHASES: Readonly<Record<Exclude<Shape, 'convex' | 'concave'>, Phases>> = {
  none: { rise: [0], fall: [0] },
  ascending: { rise: [0], fall: [NO] },
  descending: { rise: [NO], fall: [0] },
  // Phase 0 is on the way to the turn, phase 1 behind it.
  peak: { rise: [0, NO], fall: [1, 1] },
  valley: { rise: [1, 1], fall: [0, NO] },
}

/** Graphs, and what ends the use of them. */
export interface BinGraphs {
  readonly graphs: readonly BinGraph[]
  readonly release: () => void
}

/**
 * For each shape the smallest graph that can tell whether the rules are kept, to be searched for up to `maxBins` bins. Bins are
 * measured once for all of them; what is known of them may lie in scratch memory, and in memory that is given back in the end.
 */
export function graphsOf(
  rules: BinRules,
  shapes: readonly Shape[],
  { maxBins, scratch = new Scratch() }: { readonly maxBins: number; readonly scratch?: Scratch },
): BinGraphs {
  let measured: MeasuredBins | undefined
  const bins = (): MeasuredBins => (measured ??= measuredBins(rules, maxBins, scratch))
  const graphs = shapes.map((shape) => {
    if (shape === 'convex' || shape === 'concave') return new GraphOfPairs(rules, bins(), shape === 'convex' ? 1 : -1)
    const alone = shape === 'none' && rules.leastChange <= 0 && rules.leastDifference === null
    const side = shape === 'ascending' ? 1 : shape === 'descending' ? -1 : 0
    return alone ? new GraphOfBounds(rules) : new GraphOfBins(rules, bins(), { phases: PHASES[shape], side })
  })
  const release = (): void => {
    measured?.rows?.release()
    for (const graph of graphs) if (graph instanceof GraphOfBounds) graph.release()
  }
  return { graphs, release }
}

/** A node is a boundary: enough where every bin is judged on its own. n nodes, at most n²/2 arcs. */
class GraphOfBounds implements BinGraph {
  readonly size: number
  readonly mostArcs: number
  readonly #rules: BinRules
  #rows: FastBinRows | null = null

  constructor(rules: BinRules) {
    this.size = rules.size + 1
    this.mostArcs = rules.size
    this.#rules = rules
  }

  bound(node: number): number {
    return node
  }

  layers(maxBins: number): Float64Array[] | null {
    const rules = this.#rules
    const below = valuesOf(rules)
    const rows = below === null || countBins(rules) > MOST_KEPT ? null : fastBinRows(rules, maxBins + 1)
    if (rows === null || below === null) return null
    this.#rows = rows
    rows.scoreValues(below)
    return rows.layers(0, 'after', maxBins)
  }

  release(): void {
    this.#rows?.release()
  }

  leave(from: number, arcs: Arcs): void {
    const { firstEnd, lastEnd, parts } = this.#rules
    arcs.count = 0
    for (let to = firstEnd[from]; to <= lastEnd[from]; to++) addArc(arcs, to, parts.score(from, to))
  }
}

/** A node is the last bin and a phase: enough where neighbours are compared. At most n²/2 nodes and n³/6 arcs, per phase. */
class GraphOfBins implements BinGraph {
  readonly size: number
  readonly mostArcs: number
  readonly #rules: BinRules
  readonly #bins: MeasuredBins
  readonly #phases: Phases
  readonly #side: 1 | -1 | 0

  /** `side` is 1 where rates may only rise, −1 where they may only fall, 0 elsewhere. */
  constructor(rules: BinRules, bins: MeasuredBins, by: { readonly phases: Phases; readonly side: 1 | -1 | 0 }) {
    this.#rules = rules
    this.#side = by.side
    this.#bins = bins
    this.#phases = by.phases
    this.size = 1 + bins.count * by.phases.rise.length
    this.mostArcs = 2 * rules.size
  }

  bound(node: number): number {
    return node === 0 ? 0 : this.#bins.to[this.#binOf(node)]
  }

  layers(maxBins: number, empty: () => Float64Array[]): Float64Array[] | null {
    const { leastChange, leastDifference, parts } = this.#rules
    if (leastChange > 0) return null
    if (leastDifference === null) {
      return this.#side === 0 ? null : trendLayers(this.#rules, this.#bins, this.#side, empty())
    }
    const below = parts.plane?.below
    const { rows } = this.#bins
    if (this.#phases !== PHASES.none || rows === null || !below) return null
    return rows.differing(below, maxBins, barOf(leastDifference))
  }

  #binOf(node: number): number {
    const phases = this.#phases.rise.length
    return phases === 1 ? node - 1 : (node - 1) >> 1
  }

  leave(node: number, arcs: Arcs): void {
    const rules = this.#rules
    const { firstEnd, lastEnd, leastChange, leastDifference, parts } = rules
    const { rowStart, from, to, scores, rates } = this.#bins
    const phases = this.#phases.rise.length
    arcs.count = 0
    if (node === 0) {
      for (let end = firstEnd[0]; end <= lastEnd[0]; end++) {
        const next = rowStart[0] + end
        addArc(arcs, 1 + next * phases, scores[next])
      }
      return
    }
    const bin = this.#binOf(node)
    const middle = to[bin]
    const phase = (node - 1) % phases
    const onRise = this.#phases.rise[phase]
    const onFall = this.#phases.fall[phase]
    const step = parts.rateStep
    const rate = rates[bin]
    for (let end = firstEnd[middle]; end <= lastEnd[middle]; end++) {
      const next = rowStart[middle] + end
      const change = rates[next] - rate
      const rises = onRise !== NO && change >= -step
      const falls = onFall !== NO && change <= step && !(rises && onRise === onFall)
      if ((!rises && !falls) || Math.abs(change) < leastChange) continue
      if (leastDifference !== null && !differs(rules, from[bin], middle, end)) continue
      const nextNode = 1 + next * phases
      if (rises) addArc(arcs, nextNode + onRise, scores[next])
      if (falls) addArc(arcs, nextNode + onFall, scores[next])
    }
  }
}

/**
 * A node is the last two bins, for shapes that compare one change of the rate with the next. At most n³/6 nodes and n⁴/24
 * arcs. With `bend` 1 changes may not shrink, with −1 they may not grow.
 */
class GraphOfPairs implements BinGraph {
  readonly size: number
  readonly mostArcs: number
  readonly #rules: BinRules
  readonly #bend: number
  readonly #bins: MeasuredBins
  /**
   * Node 0 is the beginning, node j the first bin (0, j). Then come the pairs of a bin and one that begins at its end, in the
   * order of where the second ends: those of a bin start at pairs[bin] + the end of the second.
   */
  readonly #pairs: Int32Array
  readonly #firstBin: Int32Array
  readonly #secondEnd: Int32Array

  constructor(rules: BinRules, bins: MeasuredBins, bend: number) {
    const { size, firstEnd, lastEnd } = rules
    const { count, to } = bins
    const pairs = new Int32Array(count)
    let nodes = 1 + size
    for (let bin = 0; bin < count; bin++) {
      pairs[bin] = nodes - firstEnd[to[bin]]
      nodes += endsFrom(rules, to[bin])
    }
    const [firstBin, secondEnd] = [new Int32Array(nodes), new Int32Array(nodes)]
    for (let bin = 0; bin < count; bin++) {
      for (let end = firstEnd[to[bin]]; end <= lastEnd[to[bin]]; end++) {
        firstBin[pairs[bin] + end] = bin
        secondEnd[pairs[bin] + end] = end
      }
    }
    this.size = nodes
    this.mostArcs = size
    this.#rules = rules
    this.#bend = bend
    this.#bins = bins
    this.#pairs = pairs
    this.#firstBin = firstBin
    this.#secondEnd = secondEnd
  }

  bound(node: number): number {
    return node <= this.#rules.size ? node : this.#secondEnd[node]
  }

  leave(node: number, arcs: Arcs): void {
    const rules = this.#rules
    const { size, firstEnd, lastEnd, parts } = rules
    const { rowStart, to, scores, rates } = this.#bins
    const bend = this.#bend
    arcs.count = 0
    if (node === 0) {
      for (let end = firstEnd[0]; end <= lastEnd[0]; end++) addArc(arcs, end, scores[rowStart[0] + end])
      return
    }
    const isPair = node > size
    if (!isPair && (node < firstEnd[0] || node > lastEnd[0])) return
    const first = isPair ? this.#firstBin[node] : 0
    const last = isPair ? rowStart[to[first]] + this.#secondEnd[node] : rowStart[0] + node
    if (isPair && !this.#mayFollow(first, to[last])) return
    const before = isPair ? (rates[last] - rates[first]) * bend - parts.rateStep : -Infinity
    for (let end = firstEnd[to[last]]; end <= lastEnd[to[last]]; end++) {
      const next = rowStart[to[last]] + end
      if ((rates[next] - rates[last]) * bend >= before && this.#mayFollow(last, end)) {
        addArc(arcs, this.#pairs[last] + end, scores[next])
      }
    }
  }

  #mayFollow(bin: number, end: number): boolean {
    const { rowStart, from, to, rates } = this.#bins
    const change = Math.abs(rates[rowStart[to[bin]] + end] - rates[bin])
    return change >= this.#rules.leastChange && differs(this.#rules, from[bin], to[bin], end)
  }
}

function measuredBins(rules: BinRules, maxBins: number, scratch: Scratch): MeasuredBins {
  const { size, firstEnd, lastEnd, parts } = rules
  const count = countBins(rules)
  const rowStart = scratch.integers('first bins', size + 1)
  const [from, to] = [scratch.integers('bins from', count), scratch.integers('bins to', count)]
  const rates = scratch.doubles('bin rates', count)
  for (let i = 0, bin = 0; i < size; i++) {
    rowStart[i] = bin - firstEnd[i]
    for (let j = firstEnd[i]; j <= lastEnd[i]; j++, bin++) {
      from[bin] = i
      to[bin] = j
      rates[bin] = parts.rate(i, j)
    }
  }
  const below = parts.plane?.below ?? null
  const values = valuesOf(rules)
  const layers = rules.leastDifference === null ? 0 : maxBins + 1
  const rows = size < MANY || below === null ? null : fastBinRows(rules, 0, layers)
  const scores = rows?.scores ?? scratch.doubles('bin scores', count)
  if (rows !== null && values !== null) rows.scoreValues(values)
  else {
    for (let bin = 0; bin < count; bin++) scores[bin] = parts.score(from[bin], to[bin])
  }
  return { count, rowStart, from, to, scores, rates, rows }
}

/** How many bins begin at a boundary. */
function endsFrom({ firstEnd, lastEnd }: BinRules, from: number): number {
  return Math.max(0, lastEnd[from] - firstEnd[from] + 1)
}

/** How many bins are allowed. */
function countBins(rules: BinRules): number {
  let count = 0
  for (let from = 0; from < rules.size; from++) count += endsFrom(rules, from)
  return count
}

/** The scores of more bins take too much memory to be kept. */
const MOST_KEPT = 4_000_000

/** From so many boundaries on, WebAssembly pays. */
const MANY = 100

/** The counts of which bins tell information values, if they are whole and there are many; else null. */
function valuesOf({ size, parts: { measure, plane } }: BinRules): Below | null {
  return size >= MANY && measure === 'iv' && plane?.mends === true && plane.below?.whole === true ? plane.below : null
}

function addArc(arcs: Arcs, to: number, score: number): void {
  arcs.to[arcs.count] = to
  arcs.score[arcs.count++] = score
}
