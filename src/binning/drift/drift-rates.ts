import { holm } from '../../measures/holm.ts'
import { combineShifts, meanShift, shareShift, type ShiftTest } from '../../measures/rate-shift.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Target } from '../../types.ts'
import type { Counted } from '../binning.ts'
import { addCounted, numberPart } from '../count-bins.ts'
import type { ColumnDrift, ColumnRate, RateChange } from './drift-types.ts'
import { rateReason } from './drift-reasons.ts'

/** What happened to the target in a slot, and the test behind it. */
export function slotRate(
  before: Counted,
  now: Counted,
  target: Target,
): { readonly change: RateChange; readonly test: ShiftTest | null } {
  if (target.kind === 'numeric') {
    const test = meanShift(numberPart(before), numberPart(now))
    return { change: { of: null, before: meanOf(before), now: meanOf(now), pValue: test?.pValue ?? null }, test }
  }
  const [old, fresh] = [before.classes ?? [], now.classes ?? []]
  const test = shareShift(old, fresh)
  const at = told(old, fresh, target)
  return {
    change: {
      of: target.classes[at] ?? null,
      before: shareOf(old, at),
      now: shareOf(fresh, at),
      pValue: test?.pValue ?? null,
    },
    test,
  }
}

/** The target over all slots of a column: overall, as the new population would explain it, and inside the slots. */
export function columnRate(before: readonly Counted[], now: readonly Counted[], target: Target): ColumnRate {
  const all = [before, now].map((slots) => slots.reduce(addCounted))
  const { change } = slotRate(all[0], all[1], target)
  const tests = before.flatMap((counted, i) => slotRate(counted, now[i], target).test ?? [])
  const at = target.kind === 'class' && change.of !== null ? target.classes.indexOf(change.of) : -1
  const rateOf = (counted: Counted): number | null =>
    target.kind === 'numeric' ? meanOf(counted) : shareOf(counted.classes ?? [], at)
  return {
    ...change,
    expected: expectedRate(before, now, rateOf),
    withinPValue: combineShifts(tests)?.pValue ?? null,
    adjustedPValue: null,
    shifted: false,
    reason: '',
  }
}

/** Corrects the p-values for the number of columns and judges by them. */
export function adjustRates(columns: readonly ColumnDrift[], level: number): ColumnDrift[] {
  const tested = columns.filter(({ rate }) => rate !== null && rate.withinPValue !== null)
  const adjusted = holm(tested.map(({ rate }) => rate!.withinPValue!))
  return columns.map((column) => {
    if (column.rate === null) return column
    const at = tested.indexOf(column)
    const adjustedPValue = at < 0 ? null : adjusted[at]
    const shifted = adjustedPValue !== null && adjustedPValue <= level
    const rate = { ...column.rate, adjustedPValue, shifted }
    return { ...column, rate: { ...rate, reason: rateReason(rate, column.slots, level) } }
  })
}

/** Which class to tell of: the event, or else the one whose share moved most. */
function told(old: readonly number[], fresh: readonly number[], target: Target & { kind: 'class' }): number {
  const event = eventClass(target)
  if (event !== null) return target.classes.indexOf(event)
  const moved = target.classes.map((_, c) => Math.abs((shareOf(fresh, c) ?? 0) - (shareOf(old, c) ?? 0)))
  return moved.indexOf(Math.max(...moved))
}

function meanOf({ count, weight = count, sum = 0 }: Counted): number | null {
  return weight > 0 ? sum / weight : null
}

function shareOf(classes: readonly number[], at: number): number | null {
  const all = classes.reduce((sum, count) => sum + count, 0)
  return all > 0 && at >= 0 ? classes[at] / all : null
}

/** Σ share now · rate before, over slots that have a rate before. */
function expectedRate(
  before: readonly Counted[],
  now: readonly Counted[],
  rateOf: (counted: Counted) => number | null,
): number | null {
  let [sum, weight] = [0, 0]
  before.forEach((counted, i) => {
    const rate = rateOf(counted)
    const { count, weight: here = count } = now[i]
    if (rate === null) return
    sum += here * rate
    weight += here
  })
  return weight > 0 ? sum / weight : null
}
