import { holm } from '../measures/holm.ts'
import { clearlyLarger } from '../util/numbers/ties.ts'
import type { ColumnEvidence } from './evidence.ts'
import { chanceOf, countGoal, LEVEL, relevantRanges, type SlotRange, type Totals, totalsOf } from './relevant-ranges.ts'
import type { GoalCount, RelevanceRule, HeldOutVerdict } from './findings.ts'

/** A range found on one half of the rows and tested on the other. */
export interface TestedRange {
  /** which column, as an index into the evidence */
  readonly at: number
  readonly goal: number
  readonly range: SlotRange
  readonly found: GoalCount
  readonly heldOut: GoalCount
  /** the goal's share in all rows of each half */
  readonly overall: { readonly found: number; readonly heldOut: number }
  readonly p: number
  readonly corrected: number
}

/** Ranges with less of their joint rows in common are not the same finding. */
const SHARED = 1 / 4
/** A range whose lead shrinks to less than this part of it is weaker. */
const LEAD = 0.5

/**
 * Finds the ranges of every column and goal on one half alone and tests each on the other half: Fisher's exact test,
 * corrected for the number of tests (Holm). What is tested never depends on the classes of the held-out rows, so among
 * columns that say nothing even one false finding has a chance of at most 0.05. O(slots · classes · goals).
 */
export function testRanges(
  evidence: readonly ColumnEvidence[],
  goals: readonly number[],
  width: number,
  enough: number,
): TestedRange[] {
  const tested = evidence.flatMap((column, at) =>
    goals.flatMap((goal) => testColumn(column, goal, width, enough).map((test) => ({ at, ...test }))),
  )
  const corrected = holm(tested.map(({ p }) => p))
  return tested.map((test, i) => ({ ...test, corrected: corrected[i] }))
}

function testColumn(
  { half, cutBy, found: counts, heldOut }: ColumnEvidence,
  goal: number,
  width: number,
  enough: number,
): Omit<TestedRange, 'at'>[] {
  const totals = totalsOf(counts, width)
  const others = { counts: heldOut, totals: totalsOf(heldOut, width) }
  const given = { column: half, counts, totals }
  const rules: readonly (RelevanceRule | 'above')[] = cutBy === 'method' ? ['most-frequent', 'lift'] : ['above']
  const ranges = rules.flatMap((rule) => relevantRanges(given, { goal, rule, enough, sharp: true, asideLevel: 1 }))
  const distinct = new Map(ranges.map((range) => [`${range.form} ${range.slots.join()}`, range]))
  const overall = { found: shareOf(totals, goal), heldOut: shareOf(others.totals, goal) }
  return [...distinct.values()].map((range) => {
    const checked = countGoal(others, range.slots, goal)
    const p = chanceOf(checked, others.totals, goal)
    return { goal, range, found: countGoal(given, range.slots, goal), heldOut: checked, overall, p, corrected: p }
  })
}

const shareOf = ({ all, classes }: Totals, goal: number): number => (all === 0 ? 0 : classes[goal] / all)

/**
 * The range of one half that stands for a range found on all rows: of the same form, in the same column, with at least
 * half of the smaller one's rows in both, and of those the one whose rows are most alike. null when there is none.
 */
export function matchingRange(
  range: SlotRange,
  { shared, counts, found, heldOut }: ColumnEvidence,
  width: number,
  candidates: readonly TestedRange[],
): TestedRange | null {
  const rows = rowsOfSlots(counts, width)
  const halfRows = rowsOfSlots(
    found.map((count, at) => count + heldOut[at]),
    width,
  )
  const inBoth = (own: number, other: number): number =>
    shared === null ? (own === other ? rows[own] : 0) : shared[own * halfRows.length + other]
  const sum = (slots: readonly number[], of: (slot: number) => number): number =>
    slots.reduce((total, slot) => total + of(slot), 0)
  const own = sum(range.slots, (slot) => rows[slot])
  let best: TestedRange | null = null
  let closest = 0
  for (const candidate of candidates) {
    const { form, slots } = candidate.range
    if (form !== range.form) continue
    const other = sum(slots, (slot) => halfRows[slot])
    const both = sum(range.slots, (i) => sum(slots, (j) => inBoth(i, j)))
    const likeness = both / (own + other - both)
    if (likeness >= SHARED && likeness > closest) [best, closest] = [candidate, likeness]
  }
  return best
}

function rowsOfSlots(counts: Float64Array, width: number): Float64Array {
  const rows = new Float64Array(counts.length / width)
  for (let at = 0; at < counts.length; at++) rows[Math.floor(at / width)] += counts[at]
  return rows
}

/** What the held-out half says of a range. */
export function verdictOf(tested: TestedRange | null): HeldOutVerdict {
  if (tested === null) return 'not-found'
  if (tested.corrected > LEVEL) return 'fails'
  const lead = tested.heldOut.rate - tested.overall.heldOut
  return clearlyLarger(LEAD * (tested.found.rate - tested.overall.found), lead) ? 'weaker' : 'holds'
}
