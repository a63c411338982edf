import type { Note, Target } from '../../types.ts'
import type { PeriodUnit } from '../../util/period.ts'
import type { Column } from '../binning.ts'

/**
 * How much a population moved. `stable`: no more than chance explains. Then by the customary limits: `slight` below 0.1,
 * `moderate` below 0.25, `large` from there on.
 */
export type DriftLevel = 'stable' | 'slight' | 'moderate' | 'large'

/** The levels from least to most. */
export const DRIFT_LEVELS: readonly DriftLevel[] = ['stable', 'slight', 'moderate', 'large']

/** A rate (or the mean of a numeric target) before and now. */
export interface RateChange {
  /** the class whose rate is given: the event, or else the class that moved most; null for a numeric target */
  readonly of: string | null
  /** null where there are no rows */
  readonly before: number | null
  /** rate or mean of the new rows; null where there are no rows */
  readonly now: number | null
  /** of all classes, or of the mean; null where there is too little to test */
  readonly pValue: number | null
}

/** What one side counted in a slot. */
export interface SideCount {
  /** rows, whatever their weight */
  readonly count: number
  /** Σw; equal to count when unweighted */
  readonly weight: number
  /** part of the weight of this side, from 0 to 1 */
  readonly share: number
}

/** A bin, level, missing value or special code in both countings. */
export interface SlotDrift {
  /** the bin, level, missing value or code in words */
  readonly label: string
  /** what the rows of the fit counted in it */
  readonly before: SideCount
  /** what the new rows counted in it */
  readonly now: SideCount
  /** what it adds to the index of the bins, `binsPsi` */
  readonly psi: number
  /** its p-value describes: bins were chosen for having rates that differ, so it is too small. Null without a target */
  readonly rate: RateChange | null
}

/** Reference cells taken together, about ten to a column: what the verdict on the population rests on. */
export interface ShareRange {
  /** the range in words */
  readonly label: string
  /** what the rows of the fit counted in it */
  readonly before: SideCount
  /** what the new rows counted in it */
  readonly now: SideCount
  /** what it adds to the index of the column, `psi` */
  readonly psi: number
}

/** Reference cells taken together, up to sixteen to a column: where rates are looked at for a change. */
export interface RateRange {
  /** the range in words */
  readonly label: string
  /** rows with a label */
  readonly rowsBefore: number
  /** new rows with a label */
  readonly rowsNow: number
  /** rate or mean of the rows of the fit; null without rows */
  readonly before: number | null
  /** rate or mean of the new rows; null without rows */
  readonly now: number | null
  /** whether it lies where the rates shifted, as `where` says */
  readonly shifted: boolean
}

/** Where rates shifted most clearly. */
export interface ShiftPlace {
  /** in words that follow a verb: "between 31.5 and 44", "below 31.5", "from 44 on", in "red" */
  readonly words: string
  /** values from here on and below there; null at an open end, and where it is no range of values */
  readonly from: number | null
  /** values below this; null at an open end, and where it is no range of values */
  readonly to: number | null
  /** rate or mean there, of the rows of the fit */
  readonly before: number | null
  /** rate or mean there, of the new rows */
  readonly now: number | null
}

/**
 * What kind of change a shift of rates is. `overall`: all values alike, as the rate of the whole table changed, which is
 * told once for the table. `own`: something that this column shows, beyond a change of the whole.
 */
export type RateShiftKind = 'none' | 'overall' | 'own'

/** Whether the target changed given the values of a column. */
export interface ColumnRate extends RateChange {
  /** the rate now if every cell had kept its own: what the change of the population explains */
  readonly expected: number | null
  /** given the cell, whether the rates changed in any way: the three tests together */
  readonly withinPValue: number | null
  /** the same corrected for the number of columns (Holm) */
  readonly adjustedPValue: number | null
  /** p-values of a change that all cells share, of changes that differ, of a change in some run of cells */
  readonly tests: {
    readonly common: number
    readonly heterogeneity: number | null
    readonly local: number | null
  } | null
  /** whether `adjustedPValue` is at or below the level */
  readonly shifted: boolean
  /** whether the whole table changed alike, or this column shows something of its own */
  readonly change: RateShiftKind
  /** null unless the shift has a place */
  readonly where: ShiftPlace | null
  /** the rates in order of the values, where a shift is looked for */
  readonly ranges: readonly RateRange[]
  /** the verdict in a sentence with its figures */
  readonly reason: string
}

/** Values beyond those of the fit, or levels that it did not see. */
export interface Outside {
  /** rows, of which the first number lie below the fitted range and the second above; new levels are in neither */
  readonly rows: number
  /** rows below the smallest value of the fit */
  readonly below: number
  /** rows above the largest value of the fit */
  readonly above: number
  /** the farthest values; null where there are none */
  readonly lowest: number | null
  /** the farthest value above; null where there is none */
  readonly highest: number | null
  /** levels that the fit did not see */
  readonly levels: readonly string[]
  /** chance of so many beyond the fit when nothing changed */
  readonly pValue: number
  /** whether `pValue` is at or below the level */
  readonly beyondChance: boolean
}

/** How a column drifted. */
export interface ColumnDrift {
  /** name of the column */
  readonly name: string
  /** what its values are */
  readonly kind: Column['kind']
  /** the bins, which are what people know; they show, and do not judge */
  readonly slots: readonly SlotDrift[]
  /** the stability index over the bins: Σ of what the slots add */
  readonly binsPsi: number
  /** the stability index over `ranges`, whatever the bins are */
  readonly psi: number
  /** what chance alone seldom takes the index beyond; null when nothing was counted */
  readonly critical: number | null
  /** of all tests of the population together: stable when above the level */
  readonly pValue: number
  /** p-values of the index, of the Kolmogorov-Smirnov distance, and of values or levels beyond the fit */
  readonly tests: { readonly psi: number; readonly ks: number | null; readonly outside: number | null }
  /** of the χ² test of both countings of the ranges; the classical sibling of the index */
  readonly chiSquarePValue: number
  /** Kolmogorov-Smirnov distance over all cells; null for columns without an order */
  readonly ks: number | null
  /** the verdict on the population: `stable` where chance explains it, else by `psi` */
  readonly level: DriftLevel
  /** null where every row lies within the fit */
  readonly outside: Outside | null
  /** the verdict in a sentence with its figures */
  readonly reason: string
  /** `bins` where the binning has no reference cells */
  readonly comparedOver: 'cells' | 'bins'
  /** the cells taken together that `psi` is summed over */
  readonly ranges: readonly ShareRange[]
  /** null without a target on both sides */
  readonly rate: ColumnRate | null
  /** what there is to tell of this column */
  readonly notes: readonly Note[]
}

/** The rate of all rows with a label, before and now, told once for the table. */
export interface OverallRate extends RateChange {
  /** it changed, columns show it given their values, and no moved population explains it */
  readonly shifted: boolean
  /** the column whose moved population accounts for the change; null where none does */
  readonly explainedBy: string | null
  /** columns that show this change and nothing besides */
  readonly alike: readonly string[]
  /** the verdict in a sentence with its figures */
  readonly reason: string
}

/** One period of the new rows against the reference. */
export interface PeriodDrift {
  /** the period in words, such as `2026-01` */
  readonly label: string
  /** first day of the period, as 2026-01-31 */
  readonly start: string
  /** rows that fall into the period */
  readonly rows: number
  /** null without a target on both sides */
  readonly rate: OverallRate | null
  /** one entry per column, as for the rows as a whole */
  readonly columns: readonly ColumnDrift[]
}

/** New rows against the rows that bins were fitted on: plain data. */
export interface Drift {
  /** marks a file as a comparison */
  readonly format: 'kerf-drift'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** name of the rows that the bins were fitted on, and how many */
  readonly reference: { readonly name: string | null; readonly rows: number }
  /** name of the new rows, and how many */
  readonly current: { readonly name: string | null; readonly rows: number }
  /** null where one of the sides has none */
  readonly target: Target | null
  /** rows added to every cell before shares are compared */
  readonly smoothing: number
  /** the p-value at or below which something counts as a change */
  readonly level: number
  /** null without a target on both sides */
  readonly rate: OverallRate | null
  /** one entry per column of the binning, in its order */
  readonly columns: readonly ColumnDrift[]
  /** the date column, the length of a period, and each period against the reference; null without periods */
  readonly periods: { readonly date: string; readonly by: PeriodUnit; readonly list: readonly PeriodDrift[] } | null
  /** what there is to tell of the table as a whole */
  readonly notes: readonly Note[]
}
