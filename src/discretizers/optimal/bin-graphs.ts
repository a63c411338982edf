import type { BinRules, Shape } from './bin-rules.ts'
import type { Arcs, BinGraph } from './best-paths.ts'

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

/** The smallest graph that can tell whether the rules are kept. */
export function graphOf(rules: BinRules, shape: Shape): BinGraph {
  if (shape === 'convex' || shape === 'concave') return graphOfPairs(rules, shape === 'convex' ? 1 : -1)
  const alone = shape === 'none' && rules.leastChange <= 0 && rules.differs === null
  return alone ? graphOfBounds(rules) : graphOfBins(rules, PHASES[shape])
}

/** A node is a boundary: enough where every bin is judged on its own. n nodes, at most n²/2 arcs. */
function graphOfBounds({ size, firstEnd, lastEnd, parts }: BinRules): BinGraph {
  return {
    size: size + 1,
    mostArcs: size,
    bound: (node) => node,
    leave: (from, arcs) => {
      arcs.count = 0
      for (let to = firstEnd[from]; to <= lastEnd[from]; to++) addArc(arcs, to, parts.score(from, to))
    },
  }
}

/** A node is the last bin and a phase: enough where neighbours are compared. n²/2 nodes, at most n³/6 arcs, per phase. */
function graphOfBins(rules: BinRules, { rise, fall }: Phases): BinGraph {
  const { size, firstEnd, lastEnd, leastChange, differs, parts } = rules
  const { count, rowStart, from, to, scores, rates } = measuredBins(rules)
  const phases = rise.length
  const step = parts.rateStep
  return {
    size: 1 + count * phases,
    mostArcs: 2 * size,
    bound: (node) => (node === 0 ? 0 : to[Math.floor((node - 1) / phases)]),
    leave: (node, arcs) => {
      arcs.count = 0
      const bin = Math.floor((node - 1) / phases)
      const middle = node === 0 ? 0 : to[bin]
      if (node > 0 && !isAllowed(rules, from[bin], middle)) return
      const phase = node === 0 ? 0 : (node - 1) % phases
      const [onRise, onFall] = [rise[phase], fall[phase]]
      for (let end = firstEnd[middle]; end <= lastEnd[middle]; end++) {
        const next = rowStart[middle] + end
        const nextNode = 1 + next * phases
        if (node === 0) {
          addArc(arcs, nextNode, scores[next])
          continue
        }
        const change = rates[next] - rates[bin]
        const rises = onRise !== NO && change >= -step
        const falls = onFall !== NO && change <= step && !(rises && onRise === onFall)
        if ((!rises && !falls) || Math.abs(change) < leastChange) continue
        if (differs !== null && !differs(from[bin], middle, end)) continue
        if (rises) addArc(arcs, nextNode + onRise, scores[next])
        if (falls) addArc(arcs, nextNode + onFall, scores[next])
      }
    },
  }
}

/**
 * A node is the last two bins, for shapes that compare one change of the rate with the next. n³/6 nodes, at most n⁴/24
 * arcs. With `bend` 1 changes may not shrink, with −1 they may not grow.
 */
function graphOfPairs(rules: BinRules, bend: number): BinGraph {
  const { size, firstEnd, lastEnd, leastChange, differs, parts } = rules
  const { count, rowStart, from, to, scores, rates } = measuredBins(rules)
  // Node 0 is the beginning, node j the first bin (0, j). Then come the pairs of a bin and one that begins at its end, in
  // the order of where the second ends: those of a bin start at pairs[bin] + the end of the second.
  const pairs = new Int32Array(count)
  let nodes = 1 + size
  for (let bin = 0; bin < count; bin++) {
    pairs[bin] = nodes - to[bin] - 1
    nodes += size - to[bin]
  }
  const [firstBin, secondEnd] = [new Int32Array(nodes), new Int32Array(nodes)]
  for (let bin = 0; bin < count; bin++) {
    for (let end = to[bin] + 1; end <= size; end++) {
      firstBin[pairs[bin] + end] = bin
      secondEnd[pairs[bin] + end] = end
    }
  }
  const mayFollow = (bin: number, end: number): boolean =>
    Math.abs(rates[rowStart[to[bin]] + end] - rates[bin]) >= leastChange &&
    (differs === null || differs(from[bin], to[bin], end))
  return {
    size: nodes,
    mostArcs: size,
    bound: (node) => (node <= size ? node : secondEnd[node]),
    leave: (node, arcs) => {
      arcs.count = 0
      if (node === 0) {
        for (let end = firstEnd[0]; end <= lastEnd[0]; end++) addArc(arcs, end, scores[rowStart[0] + end])
        return
      }
      const isPair = node > size
      const first = isPair ? firstBin[node] : 0
      const last = isPair ? rowStart[to[first]] + secondEnd[node] : rowStart[0] + node
      if (!isAllowed(rules, from[last], to[last])) return
      if (isPair && !(isAllowed(rules, from[first], to[first]) && mayFollow(first, to[last]))) return
      const before = isPair ? (rates[last] - rates[first]) * bend - parts.rateStep : -Infinity
      for (let end = firstEnd[to[last]]; end <= lastEnd[to[last]]; end++) {
        const next = rowStart[to[last]] + end
        if ((rates[next] - rates[last]) * bend >= before && mayFollow(last, end)) {
          addArc(arcs, pairs[last] + end, scores[next])
        }
      }
    },
  }
}

/** All bins between boundaries, numbered by where they begin, then by where they end: (i, j) is rowStart[i] + j. */
interface MeasuredBins {
  readonly count: number
  readonly rowStart: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly scores: Float64Array
  readonly rates: Float64Array
}

function measuredBins(rules: BinRules): MeasuredBins {
  const { size, parts } = rules
  const count = (size * (size + 1)) / 2
  const [rowStart, from, to] = [new Int32Array(size + 1), new Int32Array(count), new Int32Array(count)]
  const [scores, rates] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0, bin = 0; i < size; i++) {
    rowStart[i] = bin - i - 1
    for (let j = i + 1; j <= size; j++, bin++) {
      from[bin] = i
      to[bin] = j
      if (!isAllowed(rules, i, j)) continue
      scores[bin] = parts.score(i, j)
      rates[bin] = parts.rate(i, j)
    }
  }
  return { count, rowStart, from, to, scores, rates }
}

function isAllowed({ firstEnd, lastEnd }: BinRules, from: number, to: number): boolean {
  return to >= firstEnd[from] && to <= lastEnd[from]
}

function addArc(arcs: Arcs, to: number, score: number): void {
  arcs.to[arcs.count] = to
  arcs.score[arcs.count++] = score
}
