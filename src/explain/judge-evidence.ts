import { holm } from '../measures/holm.ts'
import { type Corrected, matchingRange, testRanges, type TestedRange } from './check-ranges.ts'
import { type Judge, sumAll, type Tally } from './check/judge.ts'
import type { RowSlots } from './check/row-slots.ts'
import type { ColumnEvidence } from './evidence.ts'
import { foldAlike } from './fold-alike.ts'
import { foundRange, type Wholes } from './found-range.ts'
import { clearestOfColumns, foundTogether, type TestedTogether } from './join-ranges.ts'
import { LEVEL, relevantRanges } from './relevant-ranges.ts'
import { asideSlots, sharpColumns } from './sharp-columns.ts'
import type { RangeFinding, RangesTogether, RelevanceRule } from './findings.ts'

/** With fewer ranges in which the goal is most frequent, those in which it is more frequent than overall are told too. */
const FEW_RANGES = 3

/** A range with the slots of its column that it holds. */
interface RangeWithSlots<Range> {
  readonly found: Range
  readonly slots: readonly number[]
  readonly evidence: ColumnEvidence
}

/** What was found of a goal. */
export interface GoalRanges<Count, Facts> {
  readonly ranges: readonly (Count & Facts & RangeFinding<Count>)[]
  readonly unconfirmed: readonly (Count & Facts & RangeFinding<Count>)[]
  readonly together: readonly (Count & Facts & RangesTogether<Count>)[]
}

/** What evidence is judged by. */
export interface EvidenceRequest<Count extends { readonly rows: number }, Facts> {
  readonly judges: readonly Judge<Count, Facts>[]
  /** numbers that a tally of rows has */
  readonly channels: number
  /** ranges of several columns that were tested together */
  readonly joined: readonly TestedTogether[]
  /** chance of levels so different in the target, if they said nothing */
  readonly alike: (levels: readonly Tally[]) => number
  readonly rule: 'auto' | RelevanceRule
  /** least rows of a range, of all rows and of one half */
  readonly enough: number
  readonly enoughOfHalf: number
  /** where the rows are known and ranges that hold nearly the same ones are told once: the half of each row, and its slots */
  readonly rows: { readonly halves: Uint8Array; readonly slotsOf: (one: ColumnEvidence) => RowSlots } | null
}

export interface EvidenceJudged<Count, Facts> {
  readonly goals: readonly GoalRanges<Count, Facts>[]
  /** the tally of all rows */
  readonly all: Tally
  readonly tests: number
  /** by column: whether it tells something by itself */
  readonly sharp: readonly boolean[]
}

/** The ranges of all columns that are relevant to each goal, with what the held-out half says of them. */
export function judgeEvidence<Count extends { readonly rows: number }, Facts>(
  evidence: readonly ColumnEvidence[],
  { judges, channels, joined, alike, rule, enough, enoughOfHalf, rows }: EvidenceRequest<Count, Facts>,
): EvidenceJudged<Count, Facts> {
  const single = testRanges(evidence, judges, channels, enoughOfHalf)
  const corrected = holm([...single, ...joined].map(({ p }) => p))
  const tested = single.map((test, i) => ({ ...test, corrected: corrected[i] }))
  const testedTogether = joined.map((test, i) => ({ ...test, corrected: corrected[single.length + i] }))
  const sharp = sharpColumns(evidence, alike, enough)
  const wholes = { all: sumAll(evidence[0].counts, channels), heldOut: sumAll(evidence[0].heldOut, channels) }
  const find = rangeFinder(evidence, { tests: byColumnAndGoal(tested), wholes, sharp, enough })
  const goals = judges.map((judge, at) => {
    const { confirmed, others } = chooseRanges(rule, (one) => find(judge, at, one))
    const own = clearestOfColumns(testedTogether.filter((test) => test.goal === at))
    const together = own.map((test) => foundTogether(judge, test))
    return {
      ranges:
        rows === null
          ? confirmed.map(({ found }) => found)
          : foldAlike(
              confirmed.map((range) => ({ ...range, slotsOfRows: () => rows.slotsOf(range.evidence) })),
              rows.halves,
            ),
      unconfirmed: others,
      together: together.filter((one) => one !== null).toSorted((a, b) => b.score - a.score),
    }
  })
  return { goals, all: wholes.all, tests: corrected.length, sharp }
}

/** What ranges are judged by: their tests on the held-out half, all rows, and which columns are sharp. */
interface Judgement {
  readonly tests: ReadonlyMap<string, readonly Corrected<TestedRange>[]>
  readonly wholes: Wholes
  readonly sharp: readonly boolean[]
  readonly enough: number
}

/** Finds the ranges of all columns that are relevant to a goal, the clearest first. */
function rangeFinder(
  evidence: readonly ColumnEvidence[],
  { tests, wholes, sharp, enough }: Judgement,
): <Count extends { readonly rows: number }, Facts>(
  judge: Judge<Count, Facts>,
  at: number,
  rule: RelevanceRule,
) => RangeWithSlots<Count & Facts & RangeFinding<Count>>[] {
  const asideLevel = LEVEL / Math.max(1, asideSlots(evidence))
  return (judge, goal, rule) =>
    evidence
      .flatMap((one, at) => {
        const { column, counts, rows } = one
        const candidates = tests.get(`${at} ${goal}`) ?? []
        const options = { judge, rule, enough, sharp: sharp[at], asideLevel }
        return relevantRanges({ column, counts, rows, all: wholes.all }, options).map((range) => ({
          found: foundRange(one, range, { judge, rule, wholes, match: matchingRange(range, one, candidates) }),
          slots: range.slots,
          evidence: one,
        }))
      })
      .toSorted((a, b) => b.found.score - a.found.score)
}

interface Chosen<Range> {
  readonly confirmed: readonly RangeWithSlots<Range>[]
  readonly others: readonly Range[]
}

/**
 * What the rule that was asked for finds. `auto` looks where the goal is most frequent; if that is in few ranges or none
 * of them is confirmed, also where it is more frequent than overall, in columns without a confirmed range. Columns
 * whose range was not confirmed get such a second chance in any case.
 */
function chooseRanges<Range extends RangeFinding<unknown>>(
  asked: 'auto' | RelevanceRule,
  find: (rule: RelevanceRule) => RangeWithSlots<Range>[],
): Chosen<Range> {
  const isConfirmed = ({ found: { verdict } }: RangeWithSlots<Range>): boolean =>
    verdict === 'holds' || verdict === 'weaker'
  const ranges = find(asked === 'auto' ? 'most-frequent' : asked)
  if (asked === 'auto') {
    const few = ranges.length < FEW_RANGES || !ranges.some(isConfirmed)
    const columns = new Set(ranges.map(({ found }) => found.column))
    const told = new Set(ranges.filter(isConfirmed).map(({ found }) => found.column))
    const known = new Set(ranges.map(({ found }) => `${found.text} ${found.column}`))
    const more = find('lift').filter(
      ({ found }) => !told.has(found.column) && !known.has(`${found.text} ${found.column}`),
    )
    ranges.push(...more.filter((range) => few || (columns.has(range.found.column) && isConfirmed(range))))
  }
  return {
    confirmed: ranges.filter(isConfirmed),
    others: ranges.filter((range) => !isConfirmed(range)).map(({ found }) => found),
  }
}

/** The tests of each column and goal. */
function byColumnAndGoal(tested: readonly Corrected<TestedRange>[]): Map<string, Corrected<TestedRange>[]> {
  const found = new Map<string, Corrected<TestedRange>[]>()
  for (const test of tested) {
    const key = `${test.at} ${test.goal}`
    const tests = found.get(key)
    if (tests === undefined) found.set(key, [test])
    else tests.push(test)
  }
  return found
}
