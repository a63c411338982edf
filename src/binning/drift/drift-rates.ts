import { holm } from '../../measures/holm.ts'
import { meanShift, shareShift } from '../../measures/rate-shift.ts'
import { stratifiedShift, type StratifiedShift } from '../../measures/shifts/stratified-shift.ts'
import { eventClass } from '../../summaries/mark-rows.ts'
import type { Target } from '../../types.ts'
import type { Counted } from '../binning.ts'
import { numberPart } from '../count-bins.ts'
import { cellsLabel, cellsWords, type DriftCells, sumCells } from './drift-cells.ts'
import type { ColumnRate, RateChange, RateRange, ShiftPlace } from './drift-types.ts'
import { type RateSides, rateCells } from './rate-cells.ts'
import { classEvidence, meanOne, numberEvidence } from './row-evidence.ts'
import type { DesignSides } from './share-design.ts'

/** What happened to the target among some rows: a bin, or all of them. */
export function rateChange(before: Counted, now: Counted, target: Target, effects: DesignSides): RateChange {
  const worth = { before: meanOne([before]) / effects.before, now: meanOne([now]) / effects.now }
  if (target.kind === 'numeric') {
    const test = meanShift(numberEvidence(before, worth.before), numberEvidence(now, worth.now))
    return { of: null, before: meanOf(before), now: meanOf(now), pValue: test?.pValue ?? null }
  }
  const [old, fresh] = [before.classes ?? [], now.classes ?? []]
  const test = shareShift(classEvidence(before, worth.before), classEvidence(now, worth.now))
  const at = toldClass(old, fresh, target)
  return {
    of: target.classes[at] ?? null,
    before: shareOf(old, at),
    now: shareOf(fresh, at),
    pValue: test?.pValue ?? null,
  }
}

/** A column's rates as tested, before they are judged beside those of other columns. */
export interface TestedRate {
  readonly change: RateChange
  readonly expected: number | null
  readonly shift: StratifiedShift | null
  readonly cells: DriftCells
  /** rows, and the rate of the class that is told or the mean, of cells taken together */
  readonly told: (side: 'before' | 'now', cells: readonly number[]) => { rows: number; rate: number | null }
}

/** Tests whether the target changed given the cell of a column. */
export function testRates(sides: RateSides, cells: DriftCells, target: Target, effects: DesignSides): TestedRate {
  const every = sides.before.map((_, cell) => cell)
  const all = [sumCells(sides.before, every), sumCells(sides.now, every)]
  const change = rateChange(all[0], all[1], target, effects)
  const at = target.kind === 'class' && change.of !== null ? target.classes.indexOf(change.of) : -1
  const rate = (counted: Counted): number | null =>
    target.kind === 'numeric' ? meanOf(counted) : shareOf(counted.classes ?? [], at)
  return {
    change,
    expected: expectedRate(sides.before, sides.now, rate),
    shift: stratifiedShift(rateCells(sides, target)),
    cells,
    told: (side, list) => {
      const counted = sumCells(sides[side], list)
      return { rows: counted.count, rate: rate(counted) }
    },
  }
}

/**
 * Judges the columns beside each other: p-values are corrected for their number (Holm). A column that changed as the whole
 * table did, and no more, is marked so. `overall` is the p-value of the rate of all rows.
 */
export function judgeRates(
  tested: readonly TestedRate[],
  level: number,
  overall: number | null,
): Omit<ColumnRate, 'reason'>[] {
  const adjusted = holmOf(tested.map(({ shift }) => shift?.pValue ?? null))
  const own = holmOf(tested.map(({ shift }) => shift?.ownPValue ?? null))
  const changed = overall !== null && overall <= level
  return tested.map((one, i) => {
    const { change, expected, shift } = one
    const adjustedPValue = adjusted[i]
    const shifted = adjustedPValue !== null && adjustedPValue <= level
    const apart = shifted && own[i] !== null && own[i] <= level
    const place = !shifted || shift === null ? null : apart ? shift.apart : changed ? null : localPlace(shift)
    return {
      ...change,
      expected,
      withinPValue: shift?.pValue ?? null,
      adjustedPValue,
      tests:
        shift === null
          ? null
          : { common: shift.common, heterogeneity: shift.heterogeneity, local: shift.local?.pValue ?? null },
      shifted,
      change: !shifted ? 'none' : changed && !apart ? 'overall' : 'own',
      where: place === null ? null : placeOf(one, place.cells),
      ranges: rangesOf(one, place?.cells ?? []),
    }
  })
}

/** The run that changed, if it is the run and not all cells alike that makes the change sure. */
function localPlace({ common, local }: StratifiedShift): StratifiedShift['local'] {
  return local !== null && local.pValue < common ? local : null
}

function holmOf(pValues: readonly (number | null)[]): (number | null)[] {
  const corrected = [...holm(pValues.filter((p) => p !== null))]
  return pValues.map((p) => (p === null ? null : corrected.shift()!))
}

function placeOf({ cells, told }: TestedRate, list: readonly number[]): ShiftPlace {
  const { edges, ordered } = cells
  const [first, last] = [list[0], list[list.length - 1]]
  const isRange = edges !== null && first < ordered
  return {
    words: cellsWords(cells, list),
    from: isRange ? (edges[first - 1] ?? null) : null,
    to: isRange ? (edges[last] ?? null) : null,
    before: told('before', list).rate,
    now: told('now', list).rate,
  }
}

function rangesOf({ cells, shift, told }: TestedRate, place: readonly number[]): RateRange[] {
  return (shift?.groups ?? []).map((list) => {
    const [before, now] = [told('before', list), told('now', list)]
    return {
      label: cellsLabel(cells, list),
      rowsBefore: before.rows,
      rowsNow: now.rows,
      before: before.rate,
      now: now.rate,
      shifted: place.includes(list[0]),
    }
  })
}

/** Which class to tell of: the event, or else the one whose share moved most. */
function toldClass(old: readonly number[], fresh: readonly number[], target: Target & { kind: 'class' }): number {
  const event = eventClass(target)
  if (event !== null) return target.classes.indexOf(event)
  const moved = target.classes.map((_, c) => Math.abs((shareOf(fresh, c) ?? 0) - (shareOf(old, c) ?? 0)))
  return moved.indexOf(Math.max(...moved))
}

function meanOf(counted: Counted): number | null {
  const [weight, sum] = numberPart(counted)
  return weight > 0 ? sum / weight : null
}

function shareOf(classes: readonly number[], at: number): number | null {
  const all = classes.reduce((sum, count) => sum + count, 0)
  return all > 0 && at >= 0 ? classes[at] / all : null
}

/** Σ share now · rate before, over cells that have a rate before. */
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
