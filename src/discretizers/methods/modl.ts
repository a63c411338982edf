import { ArgumentError, DataError } from '../../errors.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Reason } from '../../types.ts'
import { integer, oneOf, orNull } from '../../util/check.ts'
import { type Blocks, cutBefore, quickBlocks } from '../search/blocks.ts'
import type { Discretizer } from '../discretizer.ts'
import { ModlLengths } from '../modl/modl-lengths.ts'
import { searchAll, searchGreedily, searchShortlist, SMALL } from '../modl/modl-search.ts'
import { bestSplit } from '../modl/modl-split.ts'

/** The options of `modl`. */
export type ModlOptions = {
  /** exact: compare all partitions; greedy: merge, then small changes; auto: exact where the parts are few */
  readonly search: 'auto' | 'exact' | 'greedy'
  /** most bins; the best partition into so few is taken */
  readonly maxBins: number | null
}

/** With more blocks, comparing all partitions would take more than seconds and 64 MB. */
const MOST_BLOCKS = 4000

/**
 * MODL (Boullé 2006, "MODL: a Bayes optimal discretization method for continuous attributes"): of all ways to cut the
 * column at once, the one by which its classes take the fewest bits to describe, cuts included. Bins never start inside
 * a part of one class: moving the cut to an end of the part, or dropping it, is always shorter. Up to 500 such
 * parts the result is the best there is; beyond, a search in O(n log n) that finds it nearly always.
 *
 *     console.log(fit(ages, { target: bought, method: modl }).cuts) // → [ 30.5 ]
 */
export const modl: Discretizer<ModlOptions> = {
  name: 'modl',
  about: 'Chooses all cuts together so that classes and cuts take the fewest bits to describe.',
  target: 'class',
  needs: ['counts', 'exact'],
  options: {
    search: {
      rule: oneOf('auto', 'exact', 'greedy'),
      default: 'auto',
      about: `How to search. exact: compare all partitions, of up to ${MOST_BLOCKS} parts between class boundaries. greedy: merge, then small changes. auto: exact up to ${SMALL} parts, then the best over a shortlist of candidates.`,
    },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Most bins; the best partition into so few is taken.' },
  },
  presets: {},
  bestCandidate: () => ({
    ...modl,
    run: (view, _, closed) => {
      const blocks = quickBlocks(view)
      if (blocks.size < 2) return { cuts: [], reasons: [] }
      const lengths = new ModlLengths(blocks)
      const { at, length } = bestSplit(lengths, 0, blocks.size)
      const score = lengths.between(0, blocks.size) - length
      const bar = lengths.bins(2) - lengths.bins(1)
      const reason: Reason = { measure: 'bits saved', score, bar, margin: score - bar, runnerUp: null }
      return { cuts: [cutBefore(view, blocks, at, closed)], reasons: [reason] }
    },
  }),
  sort: sortCells,
  run(view, { search, maxBins }, closed) {
    if (view.total > Number.MAX_SAFE_INTEGER) {
      throw new DataError(
        `modl: the weights add up to ${Number(view.total.toPrecision(12))}, scale them to the number of rows`,
      )
    }
    const blocks = quickBlocks(view)
    const { size } = blocks
    if (search === 'exact' && size > MOST_BLOCKS) {
      throw new ArgumentError(
        `modl: search must be auto or greedy for more than ${MOST_BLOCKS} parts between class boundaries, got exact for ${size}`,
        { code: 'out-of-range' },
      )
    }
    if (size < 2) return { cuts: [], reasons: [] }
    const lengths = new ModlLengths(blocks)
    const starts = searchModl(blocks, lengths, { search, maxBins })

    const cutAt = (start: number): number => cutBefore(view, blocks, start, closed)
    const bar = starts.length === 0 ? 0 : lengths.bins(starts.length + 1) - lengths.bins(starts.length)
    const reasons = starts.map((start, i): Reason => {
      const [from, to] = [starts[i - 1] ?? 0, starts[i + 1] ?? size]
      const together = lengths.between(from, to)
      const score = together - lengths.between(from, start) - lengths.between(start, to)
      const second = bestSplit(lengths, from, to, start)
      return {
        measure: 'bits saved',
        score,
        bar,
        margin: score - bar,
        runnerUp: second.at < 0 ? null : { cut: cutAt(second.at), score: together - second.length },
      }
    })
    return { cuts: starts.map(cutAt), reasons }
  },
}

/** The blocks at which bins start, besides the first. */
export function searchModl(blocks: Blocks, lengths: ModlLengths, { search, maxBins }: ModlOptions): number[] {
  const most = maxBins ?? Infinity
  const all = search === 'exact' || (search === 'auto' && blocks.size <= SMALL)
  if (all) return searchAll(lengths, most)
  return search === 'auto' ? searchShortlist(lengths, most) : searchGreedily(lengths, most)
}
