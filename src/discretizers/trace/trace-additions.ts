import { cutBefore, boundaryBlocks } from '../search/blocks.ts'
import { type BinLimits, factsOf, type PartitionRule } from '../search/add-boundaries.ts'
import { BestCandidate } from '../search/best-candidate.ts'
import { runningSums } from '../search/candidate-bounds.ts'
import { clearlyLarger } from '../../util/numbers/ties.ts'
import type { AddStep } from './trace-steps.ts'
import { bins, candidateAt, orNull, short, type TracedColumn, twoBest } from './traced-column.ts'

/** Follows `caim`, `cacc` and `ameva`: one step for each cut that is added, and one for the cut that is not worth it. */
export function traceAdditions(column: TracedColumn, limits: BinLimits, rule: PartitionRule): void {
  const { view, closed, tell } = column
  const facts = factsOf(view)
  if (facts.classes < 2) return
  const blocks = boundaryBlocks(view)
  const found = new BestCandidate(runningSums(blocks), rule.worth)
  const below = rowsBefore(blocks)
  const least = limits.minBins ?? facts.classes
  const most = limits.maxBins ?? Infinity
  let starts = [0]
  let gained = 0
  let before = rule.score(0, 1, facts)
  while (starts.length < most) {
    const places = starts.flatMap((from, i) => {
      const gains = found.gains(from, starts[i + 1] ?? blocks.size)
      return gains.map((gain, j) => ({ at: from + 1 + j, gain }))
    })
    const [best, second] = twoBest(places.map(({ gain }) => gain))
    if (best < 0) break
    const count = starts.length + 1
    const { at, gain } = places[best]
    const score = rule.score(gained + gain, count, facts)
    const rises = clearlyLarger(score, before)
    const step: AddStep = {
      step: 'add',
      measure: rule.name,
      bins: starts.length,
      before,
      candidates: places.map((place) =>
        candidateAt(view, blocks.firstCell[place.at], cutBefore(view, blocks, place.at, closed), {
          rowsBelow: below[place.at],
          score: rule.score(gained + place.gain, count, facts),
          after: null,
          rating: place.gain,
        }),
      ),
      best,
      runnerUp: orNull(second),
      accepted: rises || count <= least,
      why: additionText(rule.name, { before, score, rises, bins: starts.length, least }),
    }
    tell(step)
    if (!step.accepted) return
    gained += gain
    before = score
    starts = [...starts, at].toSorted((a, b) => a - b)
  }
  const reached = starts.length >= most
  tell({ step: 'bins', bins: starts.length, why: reached ? `maxBins ${most} is reached` : 'there is no more to part' })
}

function rowsBefore({ size, counts, classCount: width }: ReturnType<typeof boundaryBlocks>): number[] {
  const below = [0]
  for (let b = 0; b < size; b++) {
    below.push(below[b] + counts.subarray(b * width, (b + 1) * width).reduce((sum, count) => sum + count, 0))
  }
  return below
}

function additionText(
  name: string,
  given: { before: number; score: number; rises: boolean; bins: number; least: number },
): string {
  const { before, score, rises, bins: count, least } = given
  const change = `one more cut brings ${NAMES[name] ?? name} from ${short(before)} to ${short(score)}`
  if (rises) return change
  return count < least
    ? `${change}, which does not raise it, but there must be at least ${bins(least)}`
    : `${change}, which does not raise it: ${bins(count)} stay`
}

/** How the measures are written. */
const NAMES: Readonly<Record<string, string>> = { caim: 'CAIM', cacc: 'CACC', ameva: 'Ameva' }
