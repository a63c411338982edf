// Why a column may differ. Each reason is proved: with the other tool's choice, Kerf's answer is exactly theirs.
import { discretize } from '../../dist/index.js'
import { chiSquare, chiSquareQuantileOfTail } from '../../dist/measures.js'
import { isSame } from './compare.mjs'

/** scikit-learn drops a quantile edge that is not more than this above the one before. */
const LEAST_STEP = 1e-8

/** χ² closer than this, relatively, are equal; the absolute part is for zeros that rounding blurred. */
const RELATIVE = 1e-12
const ABSOLUTE = 1e-24

/**
 * The one column where Weka differs: the cut 143.5 saves exactly as many bits as it costs, and Weka takes it because
 * its lnGamma rounds that way. Proof: accepting an equal score gives Weka's cuts.
 */
export function wekaTie({ name, variant, summary, settings, theirs }) {
  if (name !== 'normalized-losses' || variant !== 'kononenko+betterEncoding') return null
  const { cuts, reasons } = discretize(summary, { ...settings, acceptEqual: true })
  const at = cuts.indexOf(143.5)
  if (!isSame(cuts, theirs) || reasons[at]?.margin !== 0) return null
  return `known tie: saves ${reasons[at].score} bits at a bar of ${reasons[at].bar}, decided by Weka's rounding`
}

/**
 * Merges as R does but, where several pairs are tied for the least χ², takes one that R's answer does not keep apart.
 * If that ends in R's cuts, the difference is a tie, and the first choice that was not the leftmost is told.
 */
export function mergeTie({ summary, settings, theirs }) {
  return guidedMerge(summary, settings, theirs, false) ?? guidedMerge(summary, settings, theirs, true)
}

function guidedMerge({ cells, target }, { alpha }, theirs, fromRight) {
  const { lo, tallies } = cells
  const width = tallies.channels
  const kept = new Set(theirs)
  const present = target.classes.filter((_, c) => tallies.sums.some((sum, at) => at % width === c && sum > 0))
  const bar = chiSquareQuantileOfTail(alpha, present.length - 1)
  const bins = Array.from(lo, (_, i) => ({
    counts: Array.from(tallies.sums.subarray(i * width, (i + 1) * width)),
    cut: i === 0 ? -Infinity : (lo[i - 1] + lo[i]) / 2, // below the bin
  }))
  /** @type {string | null} */
  let told = null
  while (bins.length > 1) {
    const scores = bins.slice(1).map((bin, i) => chiSquare([bins[i].counts, bin.counts], { addToCounts: 0.0001 }))
    const least = Math.min(...scores)
    if (least > bar) break
    const tied = scores.flatMap((score, i) => (score <= least * (1 + RELATIVE) + ABSOLUTE ? [i + 1] : []))
    const free = tied.filter((i) => !kept.has(bins[i].cut))
    const taken = free.at(fromRight ? -1 : 0)
    if (taken === undefined) return null
    if (taken !== tied[0])
      told ??= `tie: χ² ${scores[tied[0] - 1]} at ${bins[tied[0]].cut} and ${scores[taken - 1]} at ${bins[taken].cut}`
    const [merged] = bins.splice(taken, 1)
    merged.counts.forEach((count, c) => (bins[taken - 1].counts[c] += count))
  }
  const cuts = bins.slice(1).map(({ cut }) => cut)
  return isSame(cuts, theirs) ? told : null
}

/** The one rule of scikit-learn that Kerf does not share: its least step between edges is absolute. */
export function droppedEdge({ summary, settings, theirs }) {
  const edges = [summary.min, ...discretize(summary, settings).cuts, summary.max]
  const kept = edges.filter((edge, i) => i === 0 || edge - edges[i - 1] > LEAST_STEP)
  return kept.length < edges.length && isSame(kept, theirs)
    ? `scikit-learn drops edges within ${LEAST_STEP} of the one before`
    : null
}
