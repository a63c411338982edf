import { ArgumentError } from '../../errors.ts'
import { mdlBar } from '../../measures/description-length.ts'
import { totalEntropy } from '../../measures/entropy.ts'
import { sortCells } from '../../summaries/fast/sorted-cells.ts'
import type { Closed, NumberSummary } from '../../types.ts'
import { flag, oneOf, show } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Seen } from '../coarse-look.ts'
import { classesPresent, type ColumnView } from '../column-view.ts'
import type { Discretizer, Found, SharedRefinement } from '../discretizer.ts'
import { BOUNDED_MEASURES, type BoundedMeasure, leastPaid } from '../refine/bounded-measures.ts'
import type { BoundedRule } from '../refine/bounded-rule.ts'
import { settledSpread, settledTopDown } from '../refine/shared-refinement.ts'
import { sideBounds } from '../refine/side-bounds.ts'
import { fuseSurely, leastWidth, unlimited, widthFromDeviation } from '../refine/sure-limits.ts'
import { type Blocks, boundaryBlocks, cutBefore } from '../search/blocks.ts'
import { CLASS_MEASURES, type ClassMeasure, purity } from '../search/class-measures.ts'
import { ALPHA_OPTION, cutBySpread, takingAnySpread } from '../search/cut-by-spread.ts'
import { classesIn, describeSides } from '../search/entropy-rule.ts'
import { fuseNarrow } from '../search/fuse.ts'
import { SIDE_OPTIONS, sideLimits, type SideOptions } from '../search/side-limits.ts'
import {
  foundSplits,
  type Part,
  type Sides,
  type Split,
  type SplitRule,
  takingAny,
  topDown,
  type Verdict,
} from '../search/top-down.ts'

/** The options of `cliffs`. */
export type CliffsOptions = SideOptions & {
  /** how cuts between classes are rated; a numeric target is rated by its standard deviation */
  readonly measure: 'gain' | 'gain-ratio' | 'gini' | 'chi-square'
  /** a cut between classes must also pay for its own description, as in mdlp */
  readonly mdl: boolean
  /** cut only where the means of a numeric target differ at this level of significance; null cuts noise too */
  readonly alpha: number | null
}

/**
 * Cuts at cliffs, where the target switches from one value to another, by the rules of Tim Menzies' lecture notes on
 * discretization (2016, github.com/txt/fss16): the best candidate by a measure of choice, then the same in both parts; no side with too few rows
 * or too narrow; a cut of classes must pay for its description. Classes by any of four measures, a numeric target by the
 * weighted mean of its standard deviation. O(cells · classes) per level after the summary.
 *
 *     console.log(fit(ages, { target: bought, method: cliffs }).cuts) // → [ 30.5 ]
 */
export const cliffs: Discretizer<CliffsOptions> = {
  name: 'cliffs',
  about: 'Cuts where classes or a number change, and makes no bin that is too small or too narrow.',
  target: 'any',
  needs: ['counts'],
  options: {
    measure: {
      rule: oneOf('gain', 'gain-ratio', 'gini', 'chi-square'),
      default: 'gain',
      about: 'How cuts between classes are rated; a numeric target is rated by its standard deviation.',
    },
    mdl: {
      rule: flag(),
      default: true,
      about: 'A cut between classes must also pay for its own description, as in mdlp.',
    },
    alpha: ALPHA_OPTION,
    ...SIDE_OPTIONS,
  },
  presets: {},
  sort: sortCells,
  run,
  bestCandidate,
  refinement: { of: run, start: (options, target) => refine(options, target) },
}

/** The best candidate of all whose sides keep the limits. */
function bestCandidate(): Discretizer<CliffsOptions> {
  const cut: Discretizer<CliffsOptions>['run'] = (view, options, closed, summary) => {
    if (summary.target?.kind === 'numeric') {
      const asked = takingAnySpread({ ...options, criterion: 'deviation' })
      return cutBySpread('cliffs', asked, closed, { view, summary })
    }
    const blocks = boundaryBlocks(view)
    const { rate } = cliffsRule(view, blocks, options).rule
    const judge = (sides: Sides, part: Part): Verdict => judgeTold(options, sides, part)
    return foundBest(view, { blocks, splits: topDown(blocks, takingAny({ rate, judge }), 1) }, options, closed)
  }
  return { ...cliffs, run: cut, refinement: { of: cut, start: (options, target) => refine(options, target, true) } }
}

/** The verdict as it is told: in bits where a cut must pay for its description, whatever rates the candidates. */
function judgeTold(options: CliffsOptions, sides: Sides, part: Part): Verdict {
  const measure = CLASS_MEASURES[options.measure]
  const verdict = judgeCut(measure, options, sides, part)
  if (measure.inBits || !options.mdl || part.total <= 1) return verdict
  const { whole, left, right } = describeSides(sides, part, 1)
  const score = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows
  return { ...verdict, score, bar: mdlBar(whole, left, right, Math.max(1, whole.rows - 1)) }
}

/** The best candidate, or that none may be taken. */
function foundBest(
  view: ColumnView,
  { blocks, splits }: { readonly blocks: Blocks; readonly splits: readonly Split[] },
  { measure, mdl, trivial }: CliffsOptions,
  closed: Closed,
): Found {
  const { name, inBits } = CLASS_MEASURES[measure]
  const found = foundSplits(splits, inBits || !mdl ? name : 'gain', (at) => cutBefore(view, blocks, at, closed))
  const message =
    splits.length === 0
      ? classesPresent(view) < 2
        ? null
        : 'no candidate leaves enough rows and width on both sides'
      : splits.some(({ score, bar }) => clearlyLarger(score, bar))
        ? `it lowers the disorder by too little (trivial ${trivial})`
        : null
  return { ...found, notes: message === null ? [] : [{ code: 'refused', message }] }
}

function run(view: ColumnView, options: CliffsOptions, closed: Closed, summary: NumberSummary): Found {
  const { measure, alpha } = options
  if (summary.target?.kind === 'numeric') {
    if (measure !== 'gain') refuse('measure', 'left out with a numeric target', measure)
    return cutBySpread('cliffs', { ...options, criterion: 'deviation' }, closed, { view, summary })
  }
  if (alpha !== null) refuse('alpha', 'null with a class target, which has mdl instead', alpha)
  return cutByClass(view, options, closed)
}

function refuse(option: string, rule: string, value: unknown): never {
  throw new ArgumentError(`cliffs: ${option} must be ${rule}, got ${show(value)}`, { code: 'out-of-range' })
}

function cutByClass(view: ColumnView, options: CliffsOptions, closed: Closed): Found {
  const blocks = boundaryBlocks(view)
  const { rule, wide } = cliffsRule(view, blocks, options)
  const found = topDown(blocks, rule, options.maxBins === null ? Infinity : options.maxBins - 1)
  const splits = options.fuse ? fuseClasses(found, blocks, wide, rule.judge) : found
  return foundCliffs(view, { blocks, splits }, CLASS_MEASURES[options.measure], closed)
}

/** How candidates between classes are rated, and which blocks span more than the least width. */
export function cliffsRule(
  view: ColumnView,
  blocks: Blocks,
  options: CliffsOptions,
): { rule: SplitRule; wide: (from: number, to: number) => boolean; enough: number } {
  const measure = CLASS_MEASURES[options.measure]
  const limits = sideLimits('cliffs', view, options)
  const { enough } = limits
  const wide = (from: number, to: number): boolean => limits.wide(blocks.firstCell[from], blocks.firstCell[to])
  const rule: SplitRule = {
    rate: (sides, part) =>
      sides.leftTotal >= enough &&
      sides.rightTotal >= enough &&
      (options.fuse || (wide(part.from, sides.at) && wide(sides.at, part.to)))
        ? measure.rate(sides, part)
        : -Infinity,
    judge: (sides, part) => judgeCut(measure, options, sides, part),
  }
  return { rule, wide, enough }
}

/** Cuts and reasons of the splits of blocks. */
function foundCliffs(
  view: ColumnView,
  { blocks, splits }: { readonly blocks: Blocks; readonly splits: readonly Split[] },
  { name }: ClassMeasure,
  closed: Closed,
): Found {
  return foundSplits(splits, name, (at) => cutBefore(view, blocks, at, closed), false)
}

/** Whether a cut lowers the disorder enough, and by what. Only bars in the unit of the score are told. */
function judgeCut(measure: ClassMeasure, options: CliffsOptions, sides: Sides, part: Part): Verdict {
  const { mdl, trivial } = options
  const { before, lowered, unit } = measure.judge(sides, part)
  const enough = clearlyLarger(before, (before - lowered) * trivial)
  const least = before * (1 - 1 / trivial)
  const verdict = { score: lowered * unit, bar: least * unit, saved: lowered * part.total, accepted: enough }
  if (!mdl) return verdict
  const { whole, left, right } = describeSides(sides, part, 1)
  const gain = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows
  const bar = whole.rows > 1 ? mdlBar(whole, left, right, Math.max(1, whole.rows - 1)) : Infinity
  return {
    ...verdict,
    bar: measure.inBits ? Math.max(bar, least) * unit : verdict.bar,
    accepted: enough && gain > bar,
  }
}

/** Fuses bins that are too narrow with the neighbour they differ less from, by the measure itself. */
export function fuseClasses(
  found: readonly Split[],
  blocks: Blocks,
  wide: (from: number, to: number) => boolean,
  judge: SplitRule['judge'],
): Split[] {
  const { classCount: width, counts: all, size } = blocks
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
  const join = (a: Float64Array, b: Float64Array): Float64Array => a.map((count, c) => count + b[c])
  return fuseNarrow(found, size, {
    wide,
    join,
    binOf: (from, to) => {
      const counts = new Float64Array(width)
      for (let at = from * width; at < to * width; at++) counts[at % width] += all[at]
      return counts
    },
    saved: (left, right) => {
      const [leftTotal, rightTotal] = [sum(left), sum(right)]
      const part = { from: 0, to: 2, counts: join(left, right), total: leftTotal + rightTotal, gaps: 1 }
      return judge({ at: 1, left, leftTotal, right, rightTotal }, part).saved ?? 0
    },
  })
}

/** How cuts are settled on coarse cells; null where they cannot be. */
function refine(
  options: CliffsOptions,
  target: 'class' | 'numeric' | undefined,
  always = false,
): SharedRefinement | null {
  // Another measure is refused by the method itself.
  if (target !== 'numeric') return refineClasses(options, always)
  if (options.measure !== 'gain') return null
  const spread = { ...options, criterion: 'deviation' } as const
  return settledSpread(always ? takingAnySpread(spread) : spread)
}

function refineClasses(options: CliffsOptions, always: boolean): SharedRefinement | null {
  const { measure, mdl, alpha, fuse } = options
  // Gain ratio has no bound, and a level of significance is refused by the method itself.
  if (measure === 'gain-ratio' || alpha !== null || (!mdl && unlimited(options))) return null
  if (always) {
    return settledTopDown({
      rule: (seen) => ({
        ...boundCliffs({ ...options, fuse: false }, measure, seen),
        judge: (sides, part) => ({ ...judgeTold(options, sides, part), accepted: true }),
        scoreOf: null,
        leastRating: ({ counts }) => (classesIn(counts) < 2 ? Infinity : -Infinity),
        most: 1,
      }),
      found: (view, outlook, closed) => foundBest(view, outlook, options, closed),
      wantsDeviation: widthFromDeviation(options),
    })
  }
  return settledTopDown({
    rule: (seen) => boundCliffs(options, measure, seen),
    ...(fuse
      ? {
          finish: ({ splits, blocks }, { judge }, seen) => {
            const limits = { enough: 0, width: leastWidth(options, seen) }
            const bounds = sideBounds(seen.view, blocks, new Float64Array(0), limits)
            return fuseSurely(seen.view, bounds, (wide) => fuseClasses(splits, blocks, wide, judge))
          },
        }
      : {}),
    found: (view, outlook, closed) => foundCliffs(view, outlook, CLASS_MEASURES[measure], closed),
    wantsDeviation: widthFromDeviation(options),
  })
}

/** The rule for parts of coarse cells. */
function boundCliffs(options: CliffsOptions, measure: BoundedMeasure, seen: Seen): BoundedRule {
  const { mdl, trivial, enough, fuse, maxBins } = options
  return {
    ...BOUNDED_MEASURES[measure],
    judge: (sides, part) => judgeCut(CLASS_MEASURES[measure], options, sides, part),
    leastRating: (part) => {
      const least = leastLowered(measure, trivial, part)
      return mdl && measure === 'gain' ? Math.max(least, leastPaid(part)) : least
    },
    limits: { enough: enough ?? Math.sqrt(seen.view.total), width: fuse ? null : leastWidth(options, seen) },
    equalStop: false,
    most: maxBins === null ? Infinity : maxBins - 1,
  }
}

/** The rating of a cut that lowers the disorder by no more than it must. */
function leastLowered(measure: BoundedMeasure, trivial: number, { counts, total }: Part): number {
  if (classesIn(counts) < 2) return Infinity
  if (measure === 'gain') return -totalEntropy(counts, total) / trivial
  const part = 1 - 1 / trivial
  if (measure === 'chi-square') return total * part
  const pure = purity(counts, total)
  return pure + (total - pure) * part
}
