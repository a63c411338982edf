import { arrangementBits } from '../../measures/description-length.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Blocks } from './blocks.ts'
import { classesIn, entropyRule } from './entropy-rule.ts'
import { type Split, type Part, partOf, topDown } from './top-down.ts'

/** Most candidates to choose from, and most bins that the chosen ones may make. */
interface SubsetLimits {
  readonly candidates: number
  readonly maxBins: number | null
}

/**
 * Of the first `candidates` cuts that splitting by entropy makes, the subset with the shortest description: each bin
 * tells its classes, and log2 C(candidates + k − 1, k) bits name the k cuts. On a tie the fewest cuts, then the leftmost.
 * A dynamic program, so exact: O(candidates · blocks · classes + candidates² · (candidates + classes)).
 * After Pfahringer 1995, "Compression-based discretization of continuous attributes", who searches best-first.
 */
export function bestSubset(blocks: Blocks, limits: SubsetLimits, candidates: (whole: Part) => number): Split[] {
  const ends = [0, ...topDown(blocks, entropyRule, limits.candidates).map(({ at }) => at), blocks.size]
  const below = ends.map((end) => partOf(blocks, 0, end))
  const last = ends.length - 1
  const classes = classesIn(below[last].counts)
  // bits[a][b] tell the classes between ends a and b; not a number for a > b, which no path has
  const bits = below.map(({ counts, total }) =>
    below.map((upTo) => {
      const between = upTo.counts.map((count, c) => count - counts[c])
      return arrangementBits(between, upTo.total - total, classes)
    }),
  )
  const price = (k: number): number => log2((candidates(below[last]) + k - 1) / k)

  // The shortest description of the rows below each end, with k cuts
  let paths = bits[0].map((length) => ({ length, cuts: [] as number[] }))
  let best = paths[last]
  for (let k = 1; k < Math.min(last, limits.maxBins ?? last); k++) {
    const fewer = paths
    paths = ends.map((_, to) => {
      const through = (cut: number): number => fewer[cut].length + bits[cut][to]
      let cut = k
      for (let other = k; other < to; other++) if (clearlyLarger(through(cut), through(other))) cut = other
      return { length: through(cut) + price(k), cuts: [...fewer[cut].cuts, cut] }
    })
    if (clearlyLarger(best.length, paths[last].length)) best = paths[last]
  }
  const { cuts } = best
  return cuts.map((cut, i) => {
    const [from, to] = [cuts[i - 1] ?? 0, cuts[i + 1] ?? last]
    const score = bits[from][to] - bits[from][cut] - bits[cut][to]
    return { at: ends[cut], score, bar: price(cuts.length), runnerUp: null }
  })
}
