import { totalEntropy } from '../../measures/entropy.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Closed, Note } from '../../types.ts'
import { integer, oneOf, orNull, real } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { boundaryBlocks, cutBefore } from '../search/blocks.ts'
import type { ColumnView } from '../column-view.ts'
import type { Discretizer, Found, SharedRefinement } from '../discretizer.ts'
import type { BoundedRule } from '../refine/bounded-rule.ts'
import { byEntropy } from '../refine/bounded-measures.ts'
import { settledTopDown } from '../refine/shared-refinement.ts'
import { classesIn, entropyRule } from '../search/entropy-rule.ts'
import {
  foundSplits,
  type Sides,
  type SplitRule,
  type Part,
  takingAny,
  topDown,
  type Verdict,
} from '../search/top-down.ts'

/** The options of `d2`. */
export type D2Options = {
  /** a part with fewer rows is not cut */
  readonly minRows: number
  /** most bins; the parts that save most are cut first */
  readonly maxBins: number | null
  /** what a cut must gain more than, in bits per row of the part */
  readonly minGain: number
  /** what to do with a part that gains the same wherever it is cut: leave it, or make the leftmost cut */
  readonly equalGains: 'stop' | 'leftmost'
}

/**
 * D-2 (Catlett 1991, "On changing continuous attributes into ordered discrete attributes"): cut where the entropy of the
 * classes falls most, then go on in the parts, until a part is small, all of one class, or gains the same wherever it is
 * cut, or there are enough bins. With a limit on bins the part that saves most bits is cut first.
 * O(cells · classes) per cut at most.
 *
 *     console.log(fit(ages, { target: bought, method: d2 }).cuts.length) // → 7
 */
export const d2: Discretizer<D2Options> = {
  name: 'd2',
  about: 'Cuts where the classes change, until the parts are small or there are 8 bins.',
  target: 'class',
  needs: ['counts'],
  options: {
    minRows: { rule: integer(1), default: 14, about: 'A part with fewer rows is not cut.' },
    maxBins: { rule: orNull(integer(1)), default: 8, about: 'Most bins; the parts that save most are cut first.' },
    minGain: {
      rule: real({ min: 0 }),
      default: 0,
      about: 'What a cut must gain more than, in bits per row of the part.',
    },
    equalGains: {
      rule: oneOf('stop', 'leftmost'),
      default: 'stop',
      about: 'What to do with a part that gains the same wherever it is cut: leave it, or make the leftmost cut.',
    },
  },
  presets: {},
  sort: sortCells,
  run,
  bestCandidate,
  refinement: { of: run, start: (options) => refine(options) },
}

/** The best candidate, unless the column is too small for any. */
function bestCandidate(): Discretizer<D2Options> {
  const cut: Discretizer<D2Options>['run'] = (view, options, closed) => {
    if (clearlyLarger(options.minRows, view.total)) return { cuts: [], reasons: [] }
    const blocks = boundaryBlocks(view)
    const splits = topDown(blocks, takingAny(d2Rule(options)), 1)
    const equal = splits.some(({ score, bar }) => clearlyLarger(score, bar))
    const notes = equal ? [{ code: 'refused', message: 'every candidate gains the same (equalGains)' }] : []
    return { ...foundSplits(splits, 'gain', (at) => cutBefore(view, blocks, at, closed)), notes }
  }
  return { ...d2, run: cut, refinement: { of: cut, start: (options) => refine(options, true) } }
}

function run(view: ColumnView, options: D2Options, closed: Closed): Found {
  const { minRows, maxBins } = options
  const blocks = boundaryBlocks(view)
  const splits = topDown(blocks, d2Rule(options), (maxBins ?? Infinity) - 1)
  const notes: Note[] = []
  if (blocks.size > 1 && clearlyLarger(minRows, view.total)) {
    const rows = Number(view.total.toPrecision(12))
    notes.push({
      code: 'few-rows',
      message: `${rows} ${rows === 1 ? 'row is' : 'rows are'} fewer than minRows ${minRows}: nothing is cut`,
    })
  }
  return { ...foundSplits(splits, 'gain', (at) => cutBefore(view, blocks, at, closed)), notes }
}

/** How cuts are settled on coarse cells. Without a limit on bins it cuts down to a few rows and would ask for every cell. */
function refine(options: D2Options, always = false): SharedRefinement | null {
  const { minRows, minGain, equalGains, maxBins } = options
  if (maxBins === null) return null
  const rule: BoundedRule = {
    ...byEntropy,
    judge: (sides, part) => {
      const verdict = judgeGain(options, sides, part)
      return always ? { ...verdict, accepted: true } : verdict
    },
    leastRating: ({ counts, total }) => {
      if (clearlyLarger(minRows, total) || classesIn(counts) < 2) return Infinity
      return always ? -Infinity : minGain * total - totalEntropy(counts, total)
    },
    limits: null,
    equalStop: equalGains === 'stop' && !always,
    most: always ? 1 : maxBins - 1,
  }
  // The usual search finds the same, and its notes; one of them speaks of a column without any candidate.
  return settledTopDown({ rule: () => rule, opensSingle: true })
}

/** Least entropy left over, with Catlett's stops. */
export function d2Rule(options: D2Options): SplitRule {
  // The search rates all candidates of a part before it judges the best.
  let rated: Part | null = null
  let least = 0
  let most = 0
  return {
    rate: (sides, part) => {
      const rating = entropyRule.rate(sides, part)
      least = part === rated ? Math.min(least, rating) : rating
      most = part === rated ? Math.max(most, rating) : rating
      rated = part
      return rating
    },
    judge: (sides, part) => {
      const { from, to, gaps } = part
      const verdict = judgeGain(options, sides, part)
      // A candidate within a run of one class is not rated: it gains less than one end of the run (Fayyad and Irani 1992).
      const allRated = gaps === to - from - 1
      const equal = gaps > 1 && allRated && !clearlyLarger(most, least)
      return { ...verdict, accepted: verdict.accepted && !(equal && options.equalGains === 'stop') }
    },
  }
}

/** Whether a candidate gains enough in a part of enough rows. */
function judgeGain({ minRows, minGain }: D2Options, sides: Sides, part: Part): Verdict {
  const { score, accepted } = entropyRule.judge(sides, part)
  const enough = !clearlyLarger(minRows, part.total) && (minGain === 0 || clearlyLarger(score, minGain))
  return { score, bar: minGain, accepted: accepted && enough }
}
