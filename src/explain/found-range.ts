import { type TestedRange, verdictOf } from './check-ranges.ts'
import type { ColumnEvidence } from './evidence.ts'
import { countGoal, type SlotRange, type Totals } from './relevant-ranges.ts'
import { rangeForm, rangeWords } from './range-words.ts'
import type { FoundRange, GoalCount, RelevanceRule } from './findings.ts'

/** What is known of a range besides its column: `match` is the range of one half that stands for it. */
export interface RangeFacts {
  readonly goal: number
  readonly rule: RelevanceRule
  readonly totals: Totals
  readonly match: TestedRange | null
}

/** A range with everything there is to say of it. O(slots · classes). */
export function foundRange(
  { column, counts, half, cutBy }: ColumnEvidence,
  range: SlotRange,
  { goal, rule, totals, match }: RangeFacts,
): FoundRange {
  const counted = countGoal({ counts, totals }, range.slots, goal)
  const overall = totals.classes[goal] / totals.all
  return {
    column: column.name,
    kind: column.kind,
    range: rangeForm(column, range),
    text: rangeWords(column, range),
    rule,
    ...counted,
    share: counted.rows / totals.all,
    overall,
    lift: counted.rate / overall,
    coverage: counted.goalRows / totals.classes[goal],
    score: beyondChance(counted, totals, overall),
    verdict: verdictOf(match),
    check:
      match === null
        ? null
        : {
            text: rangeWords(half, match.range),
            cutBy: match.range.form === 'interval' ? cutBy : 'method',
            found: match.found,
            heldOut: match.heldOut,
            p: match.p,
            corrected: match.corrected,
          },
    alike: [],
  }
}

/** How many standard deviations more rows of the goal there are than in so many rows drawn without looking. */
function beyondChance({ rows, goalRows }: GoalCount, { all }: Totals, overall: number): number {
  const spread = rows * overall * (1 - overall) * ((all - rows) / (all - 1))
  return spread > 0 ? (goalRows - rows * overall) / Math.sqrt(spread) : 0
}
