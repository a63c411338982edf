import { cutBetween } from '../column-view.ts'
import { fuseSpreads, type SpreadOptions } from '../search/cut-by-spread.ts'
import { type SideLimits, sideLimits } from '../search/side-limits.ts'
import { disorder, type SpreadCriterion, spreadOf } from '../search/spread.ts'
import { bestSpread, judgeSpread, openSpread, spreadPart, type SpreadRule } from '../search/spread-search.ts'
import { type TargetSums, targetSums } from '../search/target-sums.ts'
import { plainTerm } from './bar-terms.ts'
import { tellFused } from './tell-fused.ts'
import type { Verdict } from '../search/top-down.ts'
import { followParts, NOTHING, verdictText } from './trace-parts.ts'
import type { BarTerm, Candidate, PartStep, TraceRange } from './trace-steps.ts'
import { candidateAt, cellRange, finite, orNull, short, type TracedColumn, twoBest } from './traced-column.ts'

/** What a search by the spread of a number is told with. */
interface FollowedSpread {
  readonly column: TracedColumn
  readonly sums: TargetSums
  readonly rule: SpreadRule & SideLimits
  readonly ratings: Float64Array
}

/** Follows `variance`, and `cliffs` on a numeric target. */
export function traceSpread(column: TracedColumn, options: SpreadOptions): void {
  const { view, summary, tell } = column
  const { criterion, alpha, trivial, fuse, maxBins } = options
  const { enough, wide } = sideLimits('trace', view, options)
  const sums = targetSums(summary)
  const rule = { criterion, alpha, trivial, enough, wide: fuse ? () => true : wide }
  const work = { column, sums, rule, ratings: new Float64Array(sums.size) }
  const found = followParts(
    {
      size: sums.size,
      most: maxBins === null ? Infinity : maxBins - 1,
      ends: (from, to) => ({ lo: view.lo[from], hi: view.hi[to - 1] }),
      single: (from, to, depth) =>
        tell({ ...NOTHING, depth, part: spreadRange(work, from, to), measure: criterion, why: 'one value cannot be parted' }), // prettier-ignore
      look: (from, to, depth) => {
        const pending = bestSpread({ sums, view, ratings: work.ratings }, rule, from, to)
        tell({ ...lookedAt(work, from, to), depth, part: spreadRange(work, from, to) })
        return pending
      },
    },
    tell,
  )
  if (fuse) tellFused(found, fuseSpreads(found, sums, criterion, wide), (at) => at, column)
}

/** A part of cells with the variance or deviation of the target in it. */
function spreadRange({ column, sums, rule }: FollowedSpread, from: number, to: number): TraceRange {
  const spread = spreadOf(sums, from, to)
  return { ...cellRange(column.view, from, to), disorder: perRow(disorder(spread, rule.criterion), spread.weight) }
}

const perRow = (amount: number, weight: number): number => amount / weight

function lookedAt(work: FollowedSpread, from: number, to: number): Omit<PartStep, 'depth' | 'part'> {
  const { column, sums, rule, ratings } = work
  const { view, closed } = column
  const { criterion } = rule
  const whole = spreadOf(sums, from, to)
  if (whole.squares === 0) return { ...NOTHING, measure: criterion, why: 'the target is the same in all its rows' }
  const open = openSpread(view, rule, from, to)
  const part = open === null ? null : spreadPart(rule, { from, to, whole }, open)
  const judged = { from, to, whole, needed: part?.needed ?? Infinity }
  let rowsBelow = 0
  const candidates = Array.from({ length: to - from - 1 }, (_, i): Candidate => {
    const at = from + 1 + i
    rowsBelow += view.weights[at - 1]
    const allowed = open !== null && at >= open.first && at <= open.last
    const left = disorder(spreadOf(sums, from, at), criterion) + disorder(spreadOf(sums, at, to), criterion)
    return candidateAt(view, at, cutBetween(view.hi[at - 1], view.lo[at], closed), {
      rowsBelow,
      score: finite(judgeSpread(sums, rule, judged, at).score),
      after: perRow(left, whole.weight),
      rating: allowed ? finite(ratings[at]) : null,
      ...(allowed ? {} : { barred: `a side has fewer than ${short(rule.enough)} rows or is too narrow` }),
    })
  })
  const [best, second] = twoBest(candidates.map(({ rating }) => rating))
  if (part === null || best < 0) return { ...NOTHING, measure: criterion, candidates, why: 'none of its candidates leaves two sides of enough rows and width' } // prettier-ignore
  const at = from + 1 + best
  const verdict = judgeSpread(sums, rule, part, at)
  const { bar, accepted, saved = 0 } = verdict
  return {
    step: 'part',
    measure: criterion,
    candidates,
    best,
    runnerUp: orNull(second),
    sides: [spreadRange(work, from, at), spreadRange(work, at, to)],
    bar: { value: finite(bar), terms: spreadTerms(rule, part.needed) },
    saved: finite(saved),
    accepted,
    why: spreadText(criterion, verdict),
  }
}

function spreadText(criterion: SpreadCriterion, verdict: Verdict): string {
  return verdictText(`the best candidate takes away ${short(verdict.score)} of the ${criterion}`, verdict, null)
}

function spreadTerms({ criterion, trivial, alpha }: SpreadRule, needed: number): BarTerm[] {
  const by = criterion === 'variance' ? needed : 1 - Math.sqrt(Math.max(0, 1 - needed))
  return [
    ...(alpha === null
      ? []
      : [plainTerm('what the best of so many candidates takes away by chance', 'level alpha', `alpha ${alpha}`, by)]),
    ...(trivial > 1 ? [plainTerm('least share of the disorder that must go', '1 − 1 / trivial', `1 − 1 / ${short(trivial)}`, 1 - 1 / trivial)] : []), // prettier-ignore
  ]
}
