import type { Blocks } from '../search/blocks.ts'
import { bestSplit, type Part, partOf, type Pending, type Sides, type Split, type SplitRule, splitParts, type Verdict } from '../search/top-down.ts' // prettier-ignore
import type { BarTerm, Candidate, PartStep, TellStep } from './trace-steps.ts'
import { candidateAt, finite, orNull, rangeOf, short, type TracedColumn, twoBest } from './traced-column.ts'

/** A search from the top that is followed: `look` tells of a part and gives its split, `single` tells of one without candidates. */
export interface FollowedParts {
  readonly size: number
  readonly most: number
  readonly look: (from: number, to: number, depth: number) => Pending | null
  readonly single: (from: number, to: number, depth: number) => void
  readonly ends: (from: number, to: number) => { lo: number; hi: number }
}

/** Runs the search, and tells of the parts looked at, of those cut, and of those that a limit on bins leaves whole. */
export function followParts({ size, most, look, single, ends }: FollowedParts, tell: TellStep): Split[] {
  const depths = new Map<string, number>()
  const waiting = new Map<string, Pending>()
  const keyOf = (from: number, to: number): string => `${from} ${to}`
  const depthOf = (from: number, to: number): number => depths.get(keyOf(from, to)) ?? 0
  const onSplit = (taken: Pending): void => {
    const { from, to, split } = taken
    waiting.delete(keyOf(from, to))
    const { lo, hi } = ends(from, to)
    const others = waiting.size > 0 && most < Infinity
    const why = others ? 'of the parts that wait, cutting this one saves most' : 'its best candidate is good enough'
    tell({ step: 'split', lo, hi, why })
    const below = depthOf(from, to) + 1
    for (const [a, b] of [
      [from, split.at],
      [split.at, to],
    ] as const) {
      // prettier-ignore
      depths.set(keyOf(a, b), below)
      if (b - a < 2) single(a, b, below)
    }
  }
  if (size === 1) single(0, 1, 0)
  const best = (from: number, to: number): Pending | null => {
    const found = look(from, to, depthOf(from, to))
    if (found !== null) waiting.set(keyOf(from, to), found)
    return found
  }
  const splits = splitParts(size, best, most, onSplit)
  for (const { from, to } of waiting.values()) {
    tell({ step: 'leave', ...ends(from, to), why: `maxBins ${most + 1} is reached, and other cuts save more` })
  }
  return splits
}

/** How a search between classes is told. */
export interface FollowedClasses {
  readonly blocks: Blocks
  readonly rule: SplitRule
  readonly most: number
  readonly measure: string
  readonly cutAt: (block: number) => number
  /** how mixed classes are, per row */
  readonly disorder: ((counts: Float64Array, total: number) => number) | null
  /** the terms of the bar of a candidate */
  readonly terms: (sides: Sides, part: Part) => BarTerm[]
  /** why a candidate may not be taken; null where it may */
  readonly barred: (sides: Sides, part: Part) => string | null
  /** what stands in the way of a candidate besides its bar; null where nothing does */
  readonly besides: (verdict: Verdict, part: Part) => string | null
}

/** Follows a search between classes: the search itself is run, and every candidate that it rates is written down. */
export function followClasses(column: TracedColumn, given: FollowedClasses): Split[] {
  const { view, tell } = column
  const { blocks, rule, most } = given
  const whole = (from: number, to: number): PartStep['part'] => rangeOf(view, blocks, [from, to], given.disorder)
  return followParts(
    {
      size: blocks.size,
      most,
      ends: (from, to) => ({ lo: view.lo[blocks.firstCell[from]], hi: view.hi[blocks.firstCell[to] - 1] }),
      single: (from, to, depth) => {
        const part = whole(from, to)
        const pure = (part.classes ?? []).filter((count) => count > 0).length < 2
        tell({ ...NOTHING, depth, part, measure: given.measure, why: pure ? 'all its rows are of one class' : 'one value cannot be parted' }) // prettier-ignore
      },
      look: (from, to, depth) => {
        const seen: { sides: Sides; rating: number }[] = []
        const rate: SplitRule['rate'] = (sides, part) => {
          const rating = rule.rate(sides, part)
          seen.push({ sides: { ...sides, left: sides.left.slice(), right: sides.right.slice() }, rating })
          return rating
        }
        const pending = bestSplit(blocks, from, to, { rate, judge: rule.judge })
        tell({ ...partStep(column, given, partOf(blocks, from, to), seen), depth, part: whole(from, to) })
        return pending
      },
    },
    tell,
  )
}

/** A part without candidates. */
export const NOTHING = {
  step: 'part',
  candidates: [],
  best: null,
  runnerUp: null,
  sides: null,
  bar: null,
  saved: null,
  accepted: false,
} as const

function partStep(
  { view }: TracedColumn,
  given: FollowedClasses,
  part: Part,
  seen: readonly { readonly sides: Sides; readonly rating: number }[],
): Omit<PartStep, 'depth' | 'part'> {
  const { blocks, rule, measure, disorder, cutAt } = given
  // The sides of a candidate that may not be taken can be too light to judge.
  const judged = seen.map(({ sides }) => rule.judge(sides, part))
  const candidates = seen.map(({ sides, rating }, i): Candidate => {
    const { left, leftTotal, right, rightTotal } = sides
    const barred = rating === -Infinity ? given.barred(sides, part) : null
    const after =
      disorder === null ? null : (leftTotal * disorder(left, leftTotal) + rightTotal * disorder(right, rightTotal)) / part.total // prettier-ignore
    return candidateAt(view, blocks.firstCell[sides.at], cutAt(sides.at), {
      rowsBelow: leftTotal,
      score: finite(judged[i].score),
      after,
      rating: finite(rating),
      ...(barred === null ? {} : { barred }),
    })
  })
  const [best, second] = twoBest(candidates.map(({ rating }) => rating))
  if (best < 0) return { ...NOTHING, measure, candidates, why: 'none of its candidates may be taken' }
  const { sides } = seen[best]
  const verdict = judged[best]
  const { score, bar, accepted, saved = score * part.total } = verdict
  return {
    step: 'part',
    measure,
    candidates,
    best,
    runnerUp: orNull(second),
    sides: [
      rangeOf(view, blocks, [part.from, sides.at], disorder),
      rangeOf(view, blocks, [sides.at, part.to], disorder),
    ],
    bar: { value: finite(bar), terms: given.terms(sides, part) },
    saved: finite(saved),
    accepted,
    why: verdictText(`the best candidate has ${measure} ${short(score)}`, verdict, given.besides(verdict, part)),
  }
}

/** Whether a candidate is good enough, as a sentence; `has` says what it scores. */
export function verdictText(
  has: string,
  { score, bar, accepted }: Pick<Verdict, 'score' | 'bar' | 'accepted'>,
  besides: string | null,
): string {
  if (besides !== null && !accepted) return `${has}, but ${besides}`
  if (bar === Infinity) return `${has}, and nothing would be enough in so small a part`
  const needed = `${short(bar)} is needed`
  if (accepted)
    return bar === 0 ? `${has}, more than nothing` : `${has} where ${needed}: enough by ${short(score - bar)}`
  if (score === bar) return `${has}, just what is needed, and a tie is not enough`
  return score > bar
    ? `${has}, but the part is too small to be cut`
    : `${has} where ${needed}: ${short(bar - score)} short`
}
