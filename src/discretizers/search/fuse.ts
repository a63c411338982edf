import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Split } from './top-down.ts'

/** What fusing has to know of bins. Candidates are blocks, as in `Split`. */
export interface FuseRule<Bin> {
  readonly binOf: (from: number, to: number) => Bin
  readonly wide: (from: number, to: number) => boolean
  readonly join: (a: Bin, b: Bin) => Bin
  /** what the cut between two neighbours saves */
  readonly saved: (a: Bin, b: Bin) => number
}

/**
 * Drops cuts until every bin is wide, or one is left. From left to right, a narrow bin is fused with the neighbour across
 * the cut that saves less, the left one on a tie; what comes out is looked at again. O(blocks + bins).
 */
export function fuseNarrow<Bin>(splits: readonly Split[], size: number, rule: FuseRule<Bin>): Split[] {
  const starts = [0, ...splits.map(({ at }) => at)]
  const bins = starts.map((from, i) => ({ from, to: starts[i + 1] ?? size }))
  const done: { from: number; bin: Bin }[] = []
  let { from, to } = bins[0]
  let bin = rule.binOf(from, to)
  for (const next of bins.slice(1)) {
    const following = rule.binOf(next.from, next.to)
    const last = done.at(-1)
    if (rule.wide(from, to)) done.push({ from, bin })
    else if (last !== undefined && !clearlyLarger(rule.saved(last.bin, bin), rule.saved(bin, following))) {
      last.bin = rule.join(last.bin, bin)
    } else {
      to = next.to
      bin = rule.join(bin, following)
      continue
    }
    ;[from, to, bin] = [next.from, next.to, following]
  }
  if (rule.wide(from, to) || done.length === 0) done.push({ from, bin })
  const kept = new Set(done.map((part) => part.from))
  return splits.filter(({ at }) => kept.has(at))
}
