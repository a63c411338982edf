import { ArgumentError } from '../../errors.ts'
import type { Closed, Note, Reason } from '../../types.ts'
import { integer, type OptionRules, orNull } from '../../util/check.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import { manyKeys } from '../../wasm/fast-tournament.ts'
import { BestCandidate, type Worth } from './best-candidate.ts'
import { cutBefore } from './blocks.ts'
import { boundarySums, type RunningSums } from './candidate-bounds.ts'
import { classTotals, type ColumnView } from '../column-view.ts'
import { type Found, lazyReasons, withNotes } from '../discretizer.ts'

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

/**
 * The boundaries that were added, of which there may be hundreds of thousands. That before block b has its numbers from
 * `scores[FIELDS * b]` on: the score with it, the score before it, and the next best candidate instead, −1 for none,
 * with its score. The one after it lies before block `ends[b]`, and the first one before block `ends[0]`.
 */
interface Added {
  readonly count: number
  readonly ends: Uint32Array
  readonly scores: Float64Array
}

const FIELDS = 4

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
  const running = boundarySums(view)
  const added = facts.classes < 2 ? NONE : search(running, facts, rule, { least, most })
  const { count, ends, scores } = added
  // Lists in the order of the cuts: the cells may be gone when reasons are asked for.
  const cuts = Array.from({ length: count }, () => 0)
  const fields = new Float64Array(FIELDS * count)
  const rivals = new Float64Array(count)
  for (let i = 0, at = ends[0]; i < count; i++, at = ends[at]) {
    cuts[i] = cutBefore(view, running, at, closed)
    for (let field = 0; field < FIELDS; field++) fields[FIELDS * i + field] = scores[FIELDS * at + field]
    const next = scores[FIELDS * at + 2]
    if (next >= 0) rivals[i] = cutBefore(view, running, next, closed)
  }
  const found = lazyReasons(cuts, (i): Reason => {
    const [score, bar, next, nextScore] = fields.subarray(FIELDS * i)
    const runnerUp = next < 0 ? null : { cut: rivals[i], score: nextScore }
    return { measure: rule.name, score, bar, margin: score - bar, runnerUp }
  })
  return withNotes(found, notesOf(view, limits, fields, facts))
}

const NONE: Added = { count: 0, ends: new Uint32Array(1), scores: new Float64Array(0) }

function search(
  running: RunningSums,
  facts: ColumnFacts,
  rule: PartitionRule,
  { least, most }: { readonly least: number; readonly most: number },
): Added {
  const { size } = running
  const found = new BestCandidate(running, rule.worth)
  // A bin is named by its first block. The tournament finds the least key, so gains are negated.
  const bins = manyKeys(size)
  const ends = new Uint32Array(size)
  // Best and next best candidate of each bin, side by side: bins are taken in any order.
  const places = new Int32Array(2 * size)
  const gains = new Float64Array(2 * size)
  const scores = new Float64Array(FIELDS * size)
  const consider = (from: number, to: number): void => {
    ends[from] = to
    if (to - from === 1) {
      bins.set(from, Infinity)
      return
    }
    found.find(from, to)
    places[2 * from] = found.at
    places[2 * from + 1] = found.nextAt
    gains[2 * from] = found.gain
    gains[2 * from + 1] = found.nextGain
    bins.set(from, -found.gain)
  }
  const leftmostBest = (): number => bins.firstAtMost(bins.least() * (1 - TIE))

  let count = 0
  let gained = 0
  let score = rule.score(0, 1, facts)
  consider(0, size)
  while (count + 1 < most && bins.least() < Infinity) {
    const bin = leftmostBest()
    const gain = gains[2 * bin]
    const better = rule.score(gained + gain, count + 2, facts)
    if (count + 2 > least && !clearlyLarger(better, score)) break
    const at = places[2 * bin]
    const to = ends[bin]
    // With the second best candidate of this bin in its stead, the next best of all comes first.
    bins.set(bin, -gains[2 * bin + 1])
    const rival = bins.least() === Infinity ? -1 : leftmostBest()
    const own = rival === bin ? 1 : 0
    scores[FIELDS * at] = better
    scores[FIELDS * at + 1] = score
    scores[FIELDS * at + 2] = rival < 0 ? -1 : places[2 * rival + own]
    scores[FIELDS * at + 3] = rival < 0 ? 0 : rule.score(gained + gains[2 * rival + own], count + 2, facts)
    count++
    gained += gain
    score = better
    consider(bin, at)
    consider(at, to)
  }
  bins.release?.()
  return { count, ends, scores }
}

/** Gains closer than this, relatively, are equal; the same as in util/ties.ts. */
const TIE = 1e-12

export function factsOf(view: ColumnView): ColumnFacts {
  const ofClass = classTotals(view)
  return {
    rows: view.total,
    classes: ofClass.filter((sum) => sum > 0).length,
    largest: ofClass.reduce((most, sum) => Math.max(most, sum), 0),
  }
}

/** Bins are many when there are more than this, and more than one for so many distinct values. */
const MANY_BINS = 20
const VALUES_PER_BIN = 10

function notesOf(view: ColumnView, { minBins }: BinLimits, fields: Float64Array, { classes }: ColumnFacts): Note[] {
  const notes: Note[] = []
  const bins = fields.length / FIELDS + 1
  let weak = 0
  for (let at = 0; at < fields.length; at += FIELDS) if (!clearlyLarger(fields[at], fields[at + 1])) weak++
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
