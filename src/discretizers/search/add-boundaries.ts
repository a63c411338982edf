import { ArgumentError } from '../../errors.ts'
import type { Closed, Note, Reason } from '../../types.ts'
import { integer, type OptionRules, orNull } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { Tournament } from '../../util/tournament.ts'
import { BestCandidate, type Worth } from './best-candidate.ts'
import { type Blocks, boundaryBlocks, cutBefore } from './blocks.ts'
import type { ColumnView } from '../column-view.ts'
import type { Found } from '../discretizer.ts'

/** How many bins there may be; every method that adds boundaries takes these. */
export type BinLimits = {
  /** go on to this many bins even where the score falls; null is as many as there are classes */
  readonly minBins: number | null
  /** most bins; the cuts found first are kept */
  readonly maxBins: number | null
}

/** Their rules, with the least number of bins a method starts from. */
export const BIN_LIMITS: OptionRules<BinLimits> = {
  minBins: {
    rule: orNull(integer(1)),
    default: null,
    about: 'Go on to this many bins even where the score falls; null is as many as there are classes.',
  },
  maxBins: { rule: orNull(integer(1)), default: null, about: 'Most bins; the cuts found first are kept.' },
}

/** One cut and no other. */
export const TWO_BINS: BinLimits = { minBins: 2, maxBins: 2 }

/** What the score of a partition may ask of the column. */
export interface ColumnFacts {
  /** Σw */
  readonly rows: number
  /** classes that occur */
  readonly classes: number
  /** Σw of the most frequent class */
  readonly largest: number
}

/** A method that adds boundaries: what a bin is worth, and the score that cutting must raise. */
export interface PartitionRule {
  /** of the method, and of its measure in the reasons */
  readonly name: string
  readonly worth: Worth
  /** the score of so many bins which together are worth so much more than one bin */
  readonly score: (gained: number, bins: number, facts: ColumnFacts) => number
}

/** A boundary that was added: before block `at`; the scores with it, before it, and with the next best candidate instead. */
interface Added {
  readonly at: number
  readonly score: number
  readonly before: number
  readonly next: { readonly at: number; readonly score: number } | null
}

/**
 * Starts with one bin and adds the boundary after which the whole partition scores best, as long as the score rises or
 * there are too few bins. All candidates compete, wherever in the column they are; the leftmost of equals wins.
 *
 * The worth of a partition is a sum over its bins, so a boundary changes one term, the best candidate is the one that adds
 * most, and after a cut only its two parts are searched anew. Only class boundaries are tried: inside a part of one
 * class the worth is convex, so one of its ends is better, unless the whole bin holds one class and nothing can be gained.
 */
export function addBoundaries(view: ColumnView, limits: BinLimits, closed: Closed, rule: PartitionRule): Found {
  const facts = factsOf(view)
  const most = limits.maxBins ?? Infinity
  if (limits.minBins !== null && most < limits.minBins) {
    throw new ArgumentError(`${rule.name}: maxBins must be at least minBins (${limits.minBins}), got ${most}`, {
      code: 'out-of-range',
    })
  }
  const least = limits.minBins ?? facts.classes
  const blocks = boundaryBlocks(view)
  const added = facts.classes < 2 ? [] : search(blocks, facts, rule, { least, most })
  const cutAt = (at: number): number => cutBefore(view, blocks, at, closed)
  const reasons = added.map(({ score, before, next }): Reason => ({
    measure: rule.name,
    score,
    bar: before,
    margin: score - before,
    runnerUp: next === null ? null : { cut: cutAt(next.at), score: next.score },
  }))
  return { cuts: added.map(({ at }) => cutAt(at)), reasons, notes: notesOf(view, limits, added, facts) }
}

function search(
  blocks: Blocks,
  facts: ColumnFacts,
  rule: PartitionRule,
  { least, most }: { readonly least: number; readonly most: number },
): Added[] {
  const found = new BestCandidate(blocks, rule.worth)
  // A bin is named by its first block. The tournament finds the least key, so gains are negated.
  const bins = new Tournament(blocks.size)
  const end = new Uint32Array(blocks.size)
  const [bestAt, nextAt] = [new Int32Array(blocks.size), new Int32Array(blocks.size)]
  const [bestGain, nextGain] = [new Float64Array(blocks.size), new Float64Array(blocks.size)]
  const consider = (from: number, to: number): void => {
    found.find(from, to)
    end[from] = to
    bestAt[from] = found.at
    bestGain[from] = found.gain
    nextAt[from] = found.nextAt
    nextGain[from] = found.nextGain
    bins.set(from, -found.gain)
  }
  const leftmostBest = (): number => bins.firstAtMost(bins.least() * (1 - TIE))

  const added: Added[] = []
  let gained = 0
  let score = rule.score(0, 1, facts)
  consider(0, blocks.size)
  while (added.length + 1 < most && bins.least() < Infinity) {
    const bin = leftmostBest()
    const count = added.length + 2
    const better = rule.score(gained + bestGain[bin], count, facts)
    if (count > least && !clearlyLarger(better, score)) break
    const at = bestAt[bin]
    const gain = bestGain[bin]
    const to = end[bin]
    // With the second best candidate of this bin in its stead, the next best of all comes first.
    bins.set(bin, -nextGain[bin])
    const rival = bins.least() === Infinity ? null : leftmostBest()
    const [rivalAt, rivalGain] =
      rival === bin ? [nextAt[bin], nextGain[bin]] : [bestAt[rival ?? 0], bestGain[rival ?? 0]]
    const next = rival === null ? null : { at: rivalAt, score: rule.score(gained + rivalGain, count, facts) }
    added.push({ at, score: better, before: score, next })
    gained += gain
    score = better
    consider(bin, at)
    consider(at, to)
  }
  return added.toSorted((a, b) => a.at - b.at)
}

/** Gains closer than this, relatively, are equal; the same as in util/ties.ts. */
const TIE = 1e-12

export function factsOf({ counts, classCount: width, total: rows }: ColumnView): ColumnFacts {
  const ofClass = new Float64Array(width)
  for (let at = 0; at < counts.length; at++) ofClass[at % width] += counts[at]
  return {
    rows,
    classes: ofClass.filter((sum) => sum > 0).length,
    largest: ofClass.reduce((most, sum) => Math.max(most, sum), 0),
  }
}

/** Bins are many when there are more than this, and more than one for so many distinct values. */
const MANY_BINS = 20
const VALUES_PER_BIN = 10

function notesOf(view: ColumnView, { minBins }: BinLimits, added: readonly Added[], { classes }: ColumnFacts): Note[] {
  const notes: Note[] = []
  const bins = added.length + 1
  const weak = added.filter(({ score, before }) => !clearlyLarger(score, before)).length
  if (weak > 0) {
    const why = minBins === null ? `there must be as many bins as classes (${classes})` : `minBins is ${minBins}`
    notes.push({
      code: 'weak-cuts',
      message: `${weak} ${weak === 1 ? 'cut does' : 'cuts do'} not raise the score: ${why}`,
    })
  }
  if (view.size > 0 && minBins !== null && bins < minBins) {
    const message = `${minBins} bins asked for, ${bins} made: there is no more to tell apart`
    notes.push({ code: 'fewer-bins', message })
  }
  if (bins > MANY_BINS && bins * VALUES_PER_BIN > view.size) {
    const message = `${bins} bins for ${view.size} distinct values: the score rises with cuts that follow chance, set maxBins`
    notes.push({ code: 'many-bins', message })
  }
  return notes
}
