import { clearlyLarger } from '../util/numbers/ties.ts'
import { type Judge, sumAll, type Tally } from './check/judge.ts'
import type { ColumnEvidence } from './evidence.ts'
import { insideOf, LEVEL, relevantRanges, type SlotRange } from './relevant-ranges.ts'
import type { RelevanceRule, HeldOutVerdict } from './findings.ts'

/** A range found on one half of the rows and tested on the other. */
export interface TestedRange {
  /** which column, as an index into the evidence */
  readonly at: number
  /** which goal, as an index into the judges */
  readonly goal: number
  readonly range: SlotRange
  readonly found: Tally
  readonly heldOut: Tally
  /** the lead over all rows of each half */
  readonly leads: { readonly found: number; readonly heldOut: number }
  readonly p: number
}

/** Ranges with less of their joint rows in common are not the same finding. */
const SHARED = 1 / 4
/** A range whose lead shrinks to less than this part of it is weaker. */
const LEAD = 0.5

/**
 * Finds the ranges of every column and goal on one half alone and tests each on the other half. What is tested never
 * depends on the targets of the held-out rows, so that, corrected for their number, among columns that say nothing even
 * one false finding has a chance of at most 0.05. O(slots · channels · goals).
 */
export function testRanges(
  evidence: readonly ColumnEvidence[],
  judges: readonly Judge[],
  channels: number,
  enough: number,
): TestedRange[] {
  return evidence.flatMap((column, at) =>
    judges.flatMap((judge, goal) => testColumn(column, judge, channels, enough).map((test) => ({ at, goal, ...test }))),
  )
}

function testColumn(
  { half, cutBy, found: counts, heldOut }: ColumnEvidence,
  judge: Judge,
  channels: number,
  enough: number,
): Omit<TestedRange, 'at' | 'goal'>[] {
  const rows = rowsOfSlots(counts, judge, channels)
  const given = { column: half, counts, rows, all: sumAll(counts, channels) }
  const others = { counts: heldOut, all: sumAll(heldOut, channels) }
  const rules: readonly (RelevanceRule | 'above')[] = cutBy === 'method' ? ['most-frequent', 'lift'] : ['above']
  const ranges = rules.flatMap((rule) => relevantRanges(given, { judge, rule, enough, sharp: true, asideLevel: 1 }))
  const distinct = new Map(ranges.map((range) => [`${range.form} ${range.slots.join()}`, range]))
  return [...distinct.values()].map((range) => {
    const [inside, checked] = [insideOf(given, range.slots), insideOf(others, range.slots)]
    const leads = { found: judge.lead(inside, given.all), heldOut: judge.lead(checked, others.all) }
    return { range, found: inside, heldOut: checked, leads, p: judge.chance(checked, others.all) }
  })
}

function rowsOfSlots(counts: Float64Array, judge: Judge, channels: number): Float64Array {
  return Float64Array.from(
    { length: counts.length / channels },
    (_, slot) => judge.count(counts.subarray(slot * channels, (slot + 1) * channels)).rows,
  )
}

/**
 * The range of one half that stands for a range found on all rows: of the same form, in the same column, with at least a
 * quarter of the rows in either in both, and of those the one whose rows are most alike. null when there is none.
 */
export function matchingRange<T extends Pick<TestedRange, 'range'>>(
  range: SlotRange,
  { shared, rows, halfRows }: Pick<ColumnEvidence, 'shared' | 'rows' | 'halfRows'>,
  candidates: readonly T[],
): T | null {
  const sum = (slots: readonly number[], of: (slot: number) => number): number =>
    slots.reduce((total, slot) => total + of(slot), 0)
  const own = sum(range.slots, (slot) => rows[slot])
  let best: T | null = null
  let closest = 0
  for (const candidate of candidates) {
    const { form, slots } = candidate.range
    if (form !== range.form) continue
    const other = sum(slots, (slot) => halfRows[slot])
    const same = new Set(slots)
    const inBoth = (i: number): number =>
      shared === null ? (same.has(i) ? rows[i] : 0) : sum(slots, (j) => shared[i * halfRows.length + j])
    const both = sum(range.slots, inBoth)
    const likeness = both / (own + other - both)
    if (likeness >= SHARED && likeness > closest) [best, closest] = [candidate, likeness]
  }
  return best
}

/** A test with its chance corrected for all tests. */
export type Corrected<T extends Pick<TestedRange, 'leads'>> = T & { readonly corrected: number }

/** What the held-out half says of a range. */
export function verdictOf(tested: Corrected<Pick<TestedRange, 'leads'>> | null): HeldOutVerdict {
  if (tested === null) return 'not-found'
  const { corrected, leads } = tested
  if (corrected > LEVEL || !(leads.heldOut > 0)) return 'fails'
  return clearlyLarger(LEAD * leads.found, leads.heldOut) ? 'weaker' : 'holds'
}
