import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { Reason } from '../../types.ts'
import type { Found } from '../discretizer.ts'
import type { Blocks } from './blocks.ts'

/** A part of blocks under consideration, with its class counts. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly counts: Float64Array
  readonly total: number
  /** candidates between its distinct values */
  readonly gaps: number
}

/** Class counts on the two sides of a candidate in a part. The arrays are used again: read them, do not keep them. */
export interface Sides {
  /** the candidate lies before this block */
  readonly at: number
  readonly left: Float64Array
  readonly leftTotal: number
  readonly right: Float64Array
  readonly rightTotal: number
}

/** What the rule says of the best candidate found: how good it is, what it must clear, whether it does. */
export interface Verdict {
  readonly score: number
  readonly bar: number
  /** what the candidate saves over the whole part, which decides when not all may be taken; default score · rows */
  readonly saved?: number
  readonly accepted: boolean
}

/** How a top-down method chooses and stops. */
export interface SplitRule {
  /** the larger the better; −Infinity for a candidate that may not be taken. Called for every candidate: keep it fast */
  readonly rate: (sides: Sides, part: Part) => number
  /** called for the best candidate of a part, and for the runner-up */
  readonly judge: (sides: Sides, part: Part) => Verdict
}

/** The rule without its bar. */
export const takingAny = ({ rate, judge }: SplitRule): SplitRule => ({
  rate,
  judge: (sides, part) => ({ ...judge(sides, part), accepted: true }),
})

/** A candidate that was taken: the cut lies before block `at`. */
export interface Split {
  readonly at: number
  readonly score: number
  readonly bar: number
  readonly runnerUp: { readonly at: number; readonly score: number } | null
}

/** The cuts of splits and their reasons; a bar of 0 is told as none unless `zeroBar`. */
export function foundSplits(
  splits: readonly Split[],
  measure: string,
  cutAt: (at: number) => number,
  zeroBar = true,
): Found {
  const reasons = splits.map(({ score, bar, runnerUp }): Reason => ({
    measure,
    score,
    ...(bar === 0 && !zeroBar ? { bar: null, margin: null } : { bar, margin: score - bar }),
    runnerUp: runnerUp === null ? null : { cut: cutAt(runnerUp.at), score: runnerUp.score },
  }))
  return { cuts: splits.map(({ at }) => cutAt(at)), reasons }
}

/**
 * Splits the whole range at the best candidate, then each part, as long as the rule accepts. Leftmost on a tie. With `most`
 * the parts are split in the order of what they save (score · rows) until there are that many splits.
 * Every level costs O(blocks · classes).
 */
export function topDown(blocks: Blocks, rule: SplitRule, most: number = Infinity): Split[] {
  return splitParts(blocks.size, (from, to) => bestSplit(blocks, from, to, rule), most)
}

/** A split that a rule accepts and that is not taken yet, with the part it is in. */
export interface Pending {
  readonly from: number
  readonly to: number
  readonly split: Split
  readonly saved: number
}

/**
 * The recursion of `topDown` over whatever `best` looks at: it finds the split of a part, or null where none is worth it.
 * `onSplit` is told of each split in the order in which they are made.
 */
export function splitParts(
  size: number,
  best: (from: number, to: number) => Pending | null,
  most: number,
  onSplit?: (taken: Pending) => void,
): Split[] {
  const splits: Split[] = []
  const look = (from: number, to: number): Pending[] => {
    const found = to - from < 2 ? null : best(from, to)
    return found === null ? [] : [found]
  }
  // From left to right, so that the first of equals is the leftmost.
  const pending = look(0, size)
  while (pending.length > 0 && splits.length < most) {
    const next = most === Infinity ? pending.length - 1 : mostSaving(pending)
    const { from, to, split } = pending[next]
    onSplit?.(pending[next])
    splits.push(split)
    pending.splice(next, 1, ...look(from, split.at), ...look(split.at, to))
  }
  return splits.toSorted((a, b) => a.at - b.at)
}

/** The blocks from … to − 1 taken together. */
export function partOf(blocks: Blocks, from: number, to: number): Part {
  const { classCount: width, firstCell } = blocks
  const counts = new Float64Array(width)
  for (let at = from * width; at < to * width; at += width) {
    for (let c = 0; c < width; c++) counts[c] += blocks.counts[at + c]
  }
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { from, to, counts, total, gaps: firstCell[to] - firstCell[from] - 1 }
}

/** The best candidate of a part, if the rule accepts it. One pass adds to the left what it takes from the right. */
export function bestSplit(blocks: Blocks, from: number, to: number, rule: SplitRule): Pending | null {
  const part = partOf(blocks, from, to)
  const width = blocks.classCount
  const walk = sidesAt(blocks, part, from)
  let best = { at: -1, rating: -Infinity }
  let second = best
  for (let at = from + 1; at < to; at++) {
    let moved = 0
    for (let c = 0; c < width; c++) {
      const count = blocks.counts[(at - 1) * width + c]
      walk.left[c] += count
      walk.right[c] -= count
      moved += count
    }
    walk.leftTotal += moved
    walk.rightTotal -= moved
    walk.at = at
    const rating = rule.rate(walk, part)
    if (clearlyLarger(rating, best.rating)) {
      second = best
      best = { at, rating }
    } else if (clearlyLarger(rating, second.rating)) second = { at, rating }
  }
  if (best.at < 0) return null
  const { score, bar, accepted, saved = score * part.total } = rule.judge(sidesAt(blocks, part, best.at), part)
  if (!accepted) return null
  const runnerUp =
    second.at < 0 ? null : { at: second.at, score: rule.judge(sidesAt(blocks, part, second.at), part).score }
  return { from, to, split: { at: best.at, score, bar, runnerUp }, saved }
}

function sidesAt(blocks: Blocks, { from, to }: Part, at: number): { -readonly [K in keyof Sides]: Sides[K] } {
  const [left, right] = [partOf(blocks, from, at), partOf(blocks, at, to)]
  return { at, left: left.counts, leftTotal: left.total, right: right.counts, rightTotal: right.total }
}

/** Which of them saves most; the first of equals. */
export function mostSaving(pending: readonly { readonly saved: number }[]): number {
  return pending.reduce((best, { saved }, i) => (clearlyLarger(saved, pending[best].saved) ? i : best), 0)
}
