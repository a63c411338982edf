import { clearlyLarger } from '../util/ties.ts'
import type { Blocks } from './blocks.ts'

/** A stretch of blocks under consideration, with its class counts. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly counts: Float64Array
  readonly total: number
  /** places between its distinct values */
  readonly gaps: number
}

/** Class counts on the two sides of a place in a stretch. The arrays are used again: read them, do not keep them. */
export interface Sides {
  /** the place lies before this block */
  readonly at: number
  readonly left: Float64Array
  readonly leftTotal: number
  readonly right: Float64Array
  readonly rightTotal: number
}

/** What the rule says of the best place found: how good it is, what it must clear, whether it does. */
export interface Verdict {
  readonly score: number
  readonly bar: number
  /** what the place saves over the whole stretch, which decides when not all may be taken; default score · rows */
  readonly saved?: number
  readonly accepted: boolean
}

/** How a top-down method chooses and stops. */
export interface SplitRule {
  /** the larger the better; −Infinity for a place that may not be taken. Called for every place: keep it fast */
  readonly rate: (sides: Sides, stretch: Stretch) => number
  /** called for the best place of a stretch, and for the runner-up */
  readonly judge: (sides: Sides, stretch: Stretch) => Verdict
}

/** A place that was taken: the cut lies before block `at`. */
export interface Split {
  readonly at: number
  readonly score: number
  readonly bar: number
  readonly runnerUp: { readonly at: number; readonly score: number } | null
}

/**
 * Splits the whole range at the best place, then each part, as long as the rule accepts. Leftmost on a tie. With `most`
 * the parts are split in the order of what they save (score · rows) until there are that many splits.
 * Every level costs O(blocks · classes).
 */
export function topDown(blocks: Blocks, rule: SplitRule, most: number = Infinity): Split[] {
  return splitParts(blocks.size, (from, to) => bestSplit(blocks, stretchOf(blocks, from, to), rule), most)
}

/** A split that a rule accepts and that is not taken yet. */
export interface Pending {
  readonly from: number
  readonly to: number
  readonly split: Split
  readonly saved: number
}

/** The recursion of `topDown` over whatever `best` looks at: it finds the split of a part, or null where none is worth it. */
export function splitParts(size: number, best: (from: number, to: number) => Pending | null, most: number): Split[] {
  const pending: Pending[] = []
  const consider = (from: number, to: number): void => {
    const found = to - from < 2 ? null : best(from, to)
    if (found !== null) pending.push(found)
  }
  const splits: Split[] = []
  consider(0, size)
  while (pending.length > 0 && splits.length < most) {
    const next = most === Infinity ? pending.length - 1 : mostSaving(pending)
    const [{ from, to, split }] = pending.splice(next, 1)
    splits.push(split)
    consider(from, split.at)
    consider(split.at, to)
  }
  return splits.toSorted((a, b) => a.at - b.at)
}

function stretchOf(blocks: Blocks, from: number, to: number): Stretch {
  const { classCount: width, firstCell } = blocks
  const counts = new Float64Array(width)
  let total = 0
  for (let at = from * width; at < to * width; at += width) {
    for (let c = 0; c < width; c++) counts[c] += blocks.counts[at + c]
  }
  for (const count of counts) total += count
  return { from, to, counts, total, gaps: firstCell[to] - firstCell[from] - 1 }
}

/** A place before block `at`, −1 for none, and how it is rated. */
export interface Place {
  readonly at: number
  readonly rating: number
}

/** The best and the second best place of a stretch, and what the rule says of the best. */
export interface Places extends Verdict {
  readonly best: Place
  readonly second: Place
}

/** One pass adds to the left what it takes from the right. */
export function bestPlaces(blocks: Blocks, stretch: Stretch, rule: SplitRule): Places {
  const { from, to } = stretch
  const walk = new Walk(stretch)
  let best: Place = { at: -1, rating: -Infinity }
  let second = best
  for (let at = from + 1; at < to; at++) {
    walk.advance(blocks.counts, (at - 1) * blocks.classCount)
    walk.at = at
    const rating = rule.rate(walk, stretch)
    if (clearlyLarger(rating, best.rating)) {
      second = best
      best = { at, rating }
    } else if (clearlyLarger(rating, second.rating)) second = { at, rating }
  }
  const verdict =
    best.at < 0 ? { score: 0, bar: Infinity, accepted: false } : rule.judge(sidesAt(blocks, stretch, best.at), stretch)
  return { best, second, ...verdict }
}

/** The best place of a stretch if the rule accepts it. */
function bestSplit(blocks: Blocks, stretch: Stretch, rule: SplitRule): Pending | null {
  const { best, second, score, bar, accepted, saved = score * stretch.total } = bestPlaces(blocks, stretch, rule)
  if (!accepted) return null
  const runnerUp =
    second.at < 0 ? null : { at: second.at, score: rule.judge(sidesAt(blocks, stretch, second.at), stretch).score }
  return { from: stretch.from, to: stretch.to, split: { at: best.at, score, bar, runnerUp }, saved }
}

/** The sides of a place that moves; it starts at the left end of a stretch. */
export class Walk implements Sides {
  readonly left: Float64Array
  readonly right: Float64Array
  leftTotal = 0
  rightTotal: number
  at: number

  constructor(stretch: Stretch) {
    this.left = new Float64Array(stretch.counts.length)
    this.right = stretch.counts.slice()
    this.rightTotal = stretch.total
    this.at = stretch.from
  }

  /** Moves the counts that start at `at` from the right to the left. */
  advance(counts: Float64Array, at: number): void {
    const { left, right } = this
    let moved = 0
    for (let c = 0; c < left.length; c++) {
      const count = counts[at + c]
      left[c] += count
      right[c] -= count
      moved += count
    }
    this.leftTotal += moved
    this.rightTotal -= moved
  }
}

function sidesAt(blocks: Blocks, stretch: Stretch, at: number): Sides {
  const left = stretchOf(blocks, stretch.from, at)
  const right = stretchOf(blocks, at, stretch.to)
  return { at, left: left.counts, leftTotal: left.total, right: right.counts, rightTotal: right.total }
}

/** Where the split that saves most is; the leftmost of equals. */
function mostSaving(pending: readonly Pending[]): number {
  let best = 0
  for (let i = 1; i < pending.length; i++) {
    const leftOf = pending[i].split.at < pending[best].split.at
    const [own, other] = [pending[i].saved, pending[best].saved]
    if (clearlyLarger(own, other) || (leftOf && !clearlyLarger(other, own))) best = i
  }
  return best
}
