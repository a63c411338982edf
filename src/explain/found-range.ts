import { type Corrected, type TestedRange, verdictOf } from './check-ranges.ts'
import type { Judge, Tally } from './check/judge.ts'
import type { ColumnEvidence } from './evidence.ts'
import { insideOf, type SlotRange } from './relevant-ranges.ts'
import { rangeForm, rangeWords } from './range-words.ts'
import type { RangeFinding, RelevanceRule } from './findings.ts'

/** The tallies of all rows, and of all held-out rows. */
export interface Wholes {
  readonly all: Tally
  readonly heldOut: Tally
}

/** What is known of a range besides its column: `match` is the range of one half that stands for it. */
export interface RangeFacts<Count extends { readonly rows: number }, Facts> {
  readonly judge: Judge<Count, Facts>
  readonly rule: RelevanceRule
  readonly wholes: Wholes
  readonly match: Corrected<TestedRange> | null
}

/** A range with everything there is to say of it. O(slots · channels). */
export function foundRange<Count extends { readonly rows: number }, Facts>(
  { column, counts, half, cutBy }: ColumnEvidence,
  range: SlotRange,
  { judge, rule, wholes: { all, heldOut }, match }: RangeFacts<Count, Facts>,
): Count & Facts & RangeFinding<Count> {
  const inside = insideOf({ counts, all }, range.slots)
  const counted = judge.count(inside)
  return {
    column: column.name,
    kind: column.kind,
    range: rangeForm(column, range),
    text: rangeWords(column, range),
    rule,
    ...counted,
    share: counted.rows / judge.count(all).rows,
    overall: judge.value(all),
    ...judge.facts(inside, all),
    score: judge.score(inside, all),
    verdict: verdictOf(match),
    check:
      match === null
        ? null
        : {
            text: rangeWords(half, match.range),
            cutBy: match.range.form === 'interval' ? cutBy : 'method',
            found: judge.count(match.found),
            heldOut: judge.count(match.heldOut),
            overall: judge.value(heldOut),
            p: match.p,
            corrected: match.corrected,
          },
    alike: [],
  }
}
