import { DataError } from '../errors.ts'
import { arrangementBits, mdlBar, type Side } from '../measures/description-length.ts'
import { totalEntropy } from '../measures/entropy.ts'
import type { Closed, Reason } from '../types.ts'
import { flag, integer, oneOf, orNull } from '../util/check.ts'
import { log2 } from '../util/log2.ts'
import { clearlyLarger } from '../util/ties.ts'
import { type Blocks, boundaryBlocks, cellBlocks, cutBefore } from './blocks.ts'
import type { ColumnView } from './column-view.ts'
import type { Discretizer, Found } from './discretizer.ts'
import { type Sides, type Split, type SplitRule, type Stretch, topDown, type Verdict } from './top-down.ts'

export type MdlpOptions = {
  readonly stop: 'fayyad-irani' | 'kononenko' | 'blog'
  readonly betterEncoding: boolean
  readonly acceptEqual: boolean
  readonly maxBins: number | null
}

/**
 * Recursive minimal-entropy cuts with the stopping rule of Fayyad and Irani 1993, "Multi-interval discretization of
 * continuous-valued attributes for classification learning". Cut where the classes are told apart best; keep the cut only
 * if the bits it saves pay for describing it; go on in both parts. O(cells · classes) per level after the summary.
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
      about: 'Count gaps between values instead of rows, which lowers the bar.',
    },
    acceptEqual: { rule: flag(), default: false, about: 'Accept a gain equal to the bar.' },
    maxBins: { rule: orNull(integer(1)), default: null, about: 'Most bins; the cuts that save most are kept.' },
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
  run(view, options, closed) {
    if (view.weighted && view.size > 0 && view.total <= 2) {
      throw new DataError(
        `mdlp: the weights add up to ${Number(view.total.toPrecision(12))}, scale them to the number of rows`,
      )
    }
    const blocks = options.stop === 'blog' ? cellBlocks(view) : boundaryBlocks(view)
    const splits = topDown(blocks, splitRule(options), options.maxBins === null ? Infinity : options.maxBins - 1)
    return foundSplits(view, blocks, splits, options, closed)
  },
}

/** Cuts and reasons of the splits of blocks. */
export function foundSplits(
  view: ColumnView,
  blocks: Blocks,
  splits: readonly Split[],
  options: MdlpOptions,
  closed: Closed,
): Found {
  const blog = options.stop === 'blog'
  // The blog cuts at a value itself: the one above, or where bins are closed on the right the one below.
  const valueCut = (cell: number): number => (closed === 'left' ? view.lo[cell] : view.hi[cell - 1])
  const cutAt = (at: number): number => (blog ? valueCut(blocks.firstCell[at]) : cutBefore(view, blocks, at, closed))
  const reasons = splits.map(({ score, bar, runnerUp }): Reason => ({
    measure: options.stop === 'kononenko' ? 'bits saved' : 'gain',
    score,
    bar,
    margin: score - bar,
    runnerUp: runnerUp === null ? null : { cut: cutAt(runnerUp.at), score: runnerUp.score },
  }))
  return { cuts: splits.map(({ at }) => cutAt(at)), reasons }
}

/** How places are rated (all: least entropy left over) and what the best one must clear. */
export function splitRule(options: MdlpOptions): SplitRule {
  const places = (stretch: Stretch): number =>
    // Fewer than two rows, as fractional weights can make, leave one place and not a part of one.
    options.betterEncoding ? stretch.gaps : Math.max(1, stretch.total - 1)
  const clears = (score: number, bar: number): boolean => score > bar || (options.acceptEqual && score === bar)
  const entropyAfter = ({ left, leftTotal, right, rightTotal }: Sides): number =>
    totalEntropy(left, leftTotal) + totalEntropy(right, rightTotal)

  const judgeGain = (sides: Sides, stretch: Stretch, unit: number): Verdict => {
    const { whole, left, right } = describeSides(sides, stretch, unit)
    const score = whole.entropy - (left.rows * left.entropy + right.rows * right.entropy) / whole.rows
    const bar = stretch.total > 1 ? mdlBar(whole, left, right, places(stretch)) : Infinity
    return { score, bar, saved: score * stretch.total, accepted: clears(score, bar) }
  }

  if (options.stop === 'blog') {
    return {
      rate: (sides, stretch) => {
        const { score, accepted } = judgeGain(sides, stretch, Math.LN2)
        return accepted ? score : -Infinity
      },
      judge: (sides, stretch) => judgeGain(sides, stretch, Math.LN2),
    }
  }
  const rate = (sides: Sides): number => -entropyAfter(sides)
  if (options.stop === 'fayyad-irani') return { rate, judge: (sides, stretch) => judgeGain(sides, stretch, 1) }
  return {
    rate,
    judge: (sides, stretch) => {
      const classes = classesIn(stretch.counts)
      const whole = arrangementBits(stretch.counts, stretch.total, classes)
      const score =
        whole -
        arrangementBits(sides.left, sides.leftTotal, classes) -
        arrangementBits(sides.right, sides.rightTotal, classes)
      const bar = stretch.total > 1 ? log2(places(stretch)) : Infinity
      const gains = entropyAfter(sides) < totalEntropy(stretch.counts, stretch.total)
      // Compared as lengths, so that a saving which equals its price but for rounding counts as equal.
      const [shorter, longer] = [clearlyLarger(whole, whole - score + bar), clearlyLarger(whole - score + bar, whole)]
      return { score, bar, saved: score, accepted: gains && (shorter || (options.acceptEqual && !longer)) }
    },
  }
}

/** Rows, classes present and entropy (bits times `unit`) of a stretch and of the two sides of a place in it. */
export function describeSides(sides: Sides, stretch: Stretch, unit: number): { whole: Side; left: Side; right: Side } {
  const side = (counts: Float64Array, rows: number): Side => ({
    rows,
    classes: classesIn(counts),
    entropy: (totalEntropy(counts, rows) / rows) * unit,
  })
  return {
    whole: side(stretch.counts, stretch.total),
    left: side(sides.left, sides.leftTotal),
    right: side(sides.right, sides.rightTotal),
  }
}

function classesIn(counts: Float64Array): number {
  let present = 0
  for (let c = 0; c < counts.length; c++) if (counts[c] > 0) present++
  return present
}
