import { DataError } from '../../errors.ts'
import { arrangementBits, mdlBar } from '../../measures/description-length.ts'
import type { Closed } from '../../types.ts'
import { flag, integer, oneOf, orNull } from '../../util/check.ts'
import { log2 } from '../../util/numbers/log2.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { bestSubset } from '../search/best-subset.ts'
import { type Blocks, boundaryBlocks, cellBlocks } from '../search/blocks.ts'
import { type ColumnView, cutBetween } from '../column-view.ts'
import type { Discretizer, Found, SharedRefinement } from '../discretizer.ts'
import type { BoundedRule } from '../refine/bounded-rule.ts'
import { byEntropy, leastPaid } from '../refine/bounded-measures.ts'
import { settledTopDown } from '../refine/shared-refinement.ts'
import { classesIn, describeSides, entropyRule } from '../search/entropy-rule.ts'
import {
  foundSplits,
  type Sides,
  type Split,
  type SplitRule,
  type Part,
  takingAny,
  topDown,
  type Verdict,
} from '../search/top-down.ts'

/** The options of `mdlp`. */
export type MdlpOptions = {
  /** the rule that ends cutting */
  readonly stop: 'fayyad-irani' | 'kononenko' | 'blog'
  /** count gaps between values, not rows: a lower bar */
  readonly betterEncoding: boolean
  /** accept a gain equal to the bar */
  readonly acceptEqual: boolean
  /** most bins; the cuts that save most stay */
  readonly maxBins: number | null
  /** cut by cut, or the best subset of candidates */
  readonly search: 'top-down' | 'best-first'
  /** cuts that best-first chooses from */
  readonly candidates: number
}

/**
 * Recursive minimal-entropy cuts with the stopping rule of Fayyad and Irani 1993, "Multi-interval discretization of
 * continuous-valued attributes for classification learning". Cut where the classes are told apart best; keep the cut only
 * if the bits it saves pay for describing it; go on in both parts. O(cells · classes) per level after the summary.
 *
 *     const fitted = fit(ages, { target: bought, method: mdlp })
 *     console.log(fitted.cuts, fitted.reasons[0]?.margin?.toFixed(3)) // → [ 30.5 ] 0.443
 */
export const mdlp: Discretizer<MdlpOptions> = {
  name: 'mdlp',
  about: 'Cuts where the classes change, as long as a cut pays for its own description.',
  target: 'class',
  needs: ['counts'],
  options: {
    stop: {
      rule: oneOf('fayyad-irani', 'kononenko', 'blog'),
      default: 'fayyad-irani',
      about: 'The rule that ends cutting.',
    },
    betterEncoding: {
      rule: flag(),
      default: false,
      about: 'Count gaps between values, not rows: a lower bar.',
    },
    acceptEqual: { rule: flag(), default: false, about: 'Accept a gain equal to the bar.' },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Most bins; the cuts that save most stay.' },
    search: {
      rule: oneOf('top-down', 'best-first'),
      default: 'top-down',
      about: 'Cut by cut, or the best subset of candidates.',
    },
    candidates: { rule: integer(1, 255), default: 31, about: 'Cuts that best-first chooses from.' },
  },
  presets: {
    weka: { about: 'Closed on the right.', options: {}, closed: 'right' },
    orange: { about: 'The default.', options: {} },
    keel: { about: 'Accepts a gain equal to the bar.', options: { acceptEqual: true } },
    r: {
      about: 'Accepts a gain equal to the bar; closed on the right.',
      options: { acceptEqual: true },
      closed: 'right',
    },
    'better-encoding': { about: "Weka's -E.", options: { betterEncoding: true } },
    kononenko: { about: "Weka's -K.", options: { stop: 'kononenko' } },
    blog: {
      about: 'Cuts at values, nats against bits.',
      options: { stop: 'blog', acceptEqual: true },
    },
  },
  run,
  bestCandidate,
  refinement: { of: run, start: (options) => refine(options) },
}

/** The best candidate of all; the other searches look for something else. */
function bestCandidate({ stop, search }: MdlpOptions): Discretizer<MdlpOptions> | null {
  if (stop === 'blog' || search !== 'top-down') return null
  const cut: Discretizer<MdlpOptions>['run'] = (view, options, closed) => {
    const blocks = boundaryBlocks(view)
    return foundCuts(view, { blocks, splits: topDown(blocks, takingAny(mdlpRule(options)), 1) }, options, closed)
  }
  return { ...mdlp, run: cut, refinement: { of: cut, start: (options) => refine(options, true) } }
}

function run(view: ColumnView, options: MdlpOptions, closed: Closed): Found {
  if (view.weighted && view.size > 0 && view.total <= 2) {
    throw new DataError(
      `mdlp: the weights add up to ${Number(view.total.toPrecision(12))}, scale them to the number of rows`,
    )
  }
  const { stop, search, maxBins } = options
  const blocks = stop === 'blog' ? cellBlocks(view) : boundaryBlocks(view)
  const splits =
    search === 'top-down'
      ? topDown(blocks, mdlpRule(options), (maxBins ?? Infinity) - 1)
      : bestSubset(blocks, options, candidatesFor(options))
  return foundCuts(view, { blocks, splits }, options, closed)
}

/** How cuts are settled on coarse cells; null for variants without a bound. */
function refine(options: MdlpOptions, always = false): SharedRefinement | null {
  // The blog tests every candidate before it compares, better encoding counts distinct values, and the best subset of
  // candidates is another search: these must see all.
  if (options.stop === 'blog' || options.betterEncoding || options.search !== 'top-down') return null
  const gains = options.stop === 'fayyad-irani'
  const rule: BoundedRule = {
    ...byEntropy,
    scoreOf: gains ? byEntropy.scoreOf : null,
    judge: (always ? takingAny(mdlpRule(options)) : mdlpRule(options)).judge,
    leastRating: gains && !always ? leastPaid : () => -Infinity,
    limits: null,
    equalStop: false,
    most: always ? 1 : (options.maxBins ?? Infinity) - 1,
  }
  return settledTopDown({
    rule: () => rule,
    found: (view, outlook, closed) => foundCuts(view, outlook, options, closed),
  })
}

/** Cuts and reasons of the splits of blocks. */
function foundCuts(
  view: ColumnView,
  { blocks, splits }: { readonly blocks: Blocks; readonly splits: readonly Split[] },
  { stop, search }: MdlpOptions,
  closed: Closed,
): Found {
  const cutAt = (at: number): number => {
    const cell = blocks.firstCell[at]
    const [below, above] = [view.hi[cell - 1], view.lo[cell]]
    if (stop !== 'blog') return cutBetween(below, above, closed)
    // The blog cuts at a value itself: the one above, or where bins are closed on the right the one below.
    return closed === 'left' ? above : below
  }
  return foundSplits(splits, stop === 'kononenko' || search !== 'top-down' ? 'bits saved' : 'gain', cutAt)
}

/** A cut is named among so many. Fewer than two rows, as fractional weights can make, leave one candidate and not a part. */
export function candidatesFor({ betterEncoding }: MdlpOptions): (part: Part) => number {
  return ({ gaps, total }) => (betterEncoding ? gaps : Math.max(1, total - 1))
}

/** How candidates are rated (all: least entropy left over) and what the best one must clear. */
export function mdlpRule(options: MdlpOptions): SplitRule {
  const { stop, acceptEqual } = options
  const candidates = candidatesFor(options)
  const judgeGain = (sides: Sides, part: Part): Verdict => {
    const { whole, left, right } = describeSides(sides, part, stop === 'blog' ? Math.LN2 : 1)
    const score = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows
    const bar = mdlBar(whole, left, right, candidates(part))
    return { score, bar, accepted: whole.rows > 1 && (score > bar || (acceptEqual && score === bar)) }
  }
  const judgeLength = (sides: Sides, part: Part): Verdict => {
    const { counts, total } = part
    const classes = classesIn(counts)
    const whole = arrangementBits(counts, total, classes)
    const score =
      whole -
      arrangementBits(sides.left, sides.leftTotal, classes) -
      arrangementBits(sides.right, sides.rightTotal, classes)
    const bar = log2(candidates(part))
    const after = whole - score + bar
    // Compared as lengths, so that a saving which equals its price but for rounding counts as equal.
    const pays = acceptEqual ? !clearlyLarger(after, whole) : clearlyLarger(whole, after)
    return { score, bar, saved: score, accepted: total > 1 && pays }
  }
  const rateAccepted = (sides: Sides, part: Part): number => {
    const { score, accepted } = judgeGain(sides, part)
    return accepted ? score : -Infinity
  }
  return {
    rate: stop === 'blog' ? rateAccepted : entropyRule.rate,
    judge: stop === 'kononenko' ? judgeLength : judgeGain,
  }
}
