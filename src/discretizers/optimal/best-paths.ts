import type { Take } from '../../util/scratch.ts'

/**
 * The best path from the first boundary to the last, one bin per step, for every number of bins at once. What a node
 * stands for is up to the graph: a boundary, the last bin, or the last two bins (see bin-graphs.ts).
 */
export interface BinGraph {
  /** number of nodes; node 0 stands for the beginning, and arcs lead to nodes of a higher number */
  readonly size: number
  /** most arcs that leave one node */
  readonly mostArcs: number
  /** the boundary where the last bin of a node ends */
  bound(node: number): number
  /** puts the arcs of a node into `arcs`: one per bin that may come next */
  leave(node: number, arcs: Arcs): void
  /**
   * for each number of bins what they tell at most behind each node, where the graph knows a faster way than arc by arc; `empty` ones
   * have −Infinity everywhere
   */
  layers?(maxBins: number, empty: () => Float64Array[]): Float64Array[] | null
}

/** The arcs that leave a node, used again for every node. */
export interface Arcs {
  count: number
  readonly to: Int32Array
  /** what the bin adds to the score */
  readonly score: Float64Array
}

/** What is known once the search is done. */
export interface Paths {
  /** the best score of exactly so many bins; −Infinity where there is no path */
  best(bins: number): number
  /** the ends of the bins of the leftmost path of so many bins whose score is at least `floor` */
  leftmost(bins: number, floor: number): number[]
}

/**
 * Searches a graph from its end to its beginning: the best score from a node on is the best of its arcs. Exact.
 * O(arcs · maxBins) time, O(nodes · maxBins) memory, from `take`, until the next search takes it; no path is stored, the one
 * asked for is walked again.
 */
export function bestPaths(graph: BinGraph, end: number, maxBins: number, take: Take = fresh): Paths {
  const { size, mostArcs } = graph
  const arcs = { count: 0, to: new Int32Array(mostArcs), score: new Float64Array(mostArcs) }
  // By layers, so that neighbouring arcs read neighbouring numbers.
  const empty = (): Float64Array[] => {
    const all = take((maxBins + 1) * size).fill(-Infinity)
    return Array.from({ length: maxBins + 1 }, (_, k) => all.subarray(k * size, (k + 1) * size))
  }
  return new SearchedGraph(graph, arcs, graph.layers?.(maxBins, empty) ?? arcByArc(graph, arcs, end, empty()))
}

const fresh: Take = (length) => new Float64Array(length)

/** `best[k][node]` becomes the best score of k more bins from the node to the end. */
function arcByArc(graph: BinGraph, arcs: Arcs, end: number, best: Float64Array[]): Float64Array[] {
  const { size } = graph
  const maxBins = best.length - 1
  // No more than so many bins can follow a node.
  const most = new Uint8Array(size)
  for (let node = size - 1; node >= 0; node--) {
    if (graph.bound(node) === end) {
      best[0][node] = 0
      continue
    }
    graph.leave(node, arcs)
    const { count, to } = arcs
    if (count === 0) continue
    let layers = 0
    for (let a = 0; a < count; a++) if (most[to[a]] > layers) layers = most[to[a]]
    layers = Math.min(layers + 1, maxBins)
    most[node] = layers
    for (let k = 0; k < layers; k++) best[k + 1][node] = bestArc(best[k], arcs)
  }
  return best
}

class SearchedGraph implements Paths {
  readonly #graph: BinGraph
  readonly #arcs: Arcs
  readonly #best: readonly Float64Array[]

  constructor(graph: BinGraph, arcs: Arcs, best: readonly Float64Array[]) {
    this.#graph = graph
    this.#arcs = arcs
    this.#best = best
  }

  best(bins: number): number {
    return this.#best[bins][0]
  }

  /** Every step takes the nearest boundary from which the floor can still be reached, so the whole is the leftmost. */
  leftmost(bins: number, floor: number): number[] {
    const [graph, arcs] = [this.#graph, this.#arcs]
    const ends: number[] = []
    let nodes = [0]
    let before = 0
    for (let left = bins - 1; left >= 0; left--) {
      const best = this.#best[left]
      const found = { bound: Infinity, score: 0, nodes: [] as number[] }
      for (const node of nodes) {
        graph.leave(node, arcs)
        for (let a = 0; a < arcs.count; a++) {
          const [to, score] = [arcs.to[a], arcs.score[a]]
          if (before + score + best[to] < floor) continue
          const bound = graph.bound(to)
          if (bound > found.bound) continue
          if (bound < found.bound) found.nodes = []
          found.bound = bound
          found.score = score
          found.nodes.push(to)
        }
      }
      ends.push(found.bound)
      before += found.score
      nodes = found.nodes
    }
    return ends
  }
}

/** The best of what arcs add and what can follow them. The inner loop of the whole search. */
function bestArc(following: Float64Array, { count, to, score }: Arcs): number {
  let best = -Infinity
  for (let a = 0; a < count; a++) {
    const sum = score[a] + following[to[a]]
    if (sum > best) best = sum
  }
  return best
}
