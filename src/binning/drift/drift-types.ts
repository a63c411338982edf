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
  readonly now: number | null
  /** of all classes, or of the mean; null where there is too little to test */
  readonly pValue: number | null
}

/** What one side counted in a slot. */
export interface SideCount {
  readonly count: number
  /** Σw; equal to count when unweighted */
  readonly weight: number
  readonly share: number
}

/** A bin, level, missing value or special code in both countings. */
export interface SlotDrift {
  readonly label: string
  readonly before: SideCount
  readonly now: SideCount
  /** what it adds to the index of the bins, `binsPsi` */
  readonly psi: number
  /** its p-value describes: bins were chosen for having rates that differ, so it is too small. Null without a target */
  readonly rate: RateChange | null
}

/** Reference cells taken together, about ten to a column: what the verdict on the population rests on. */
export interface ShareRange {
  readonly label: string
  readonly before: SideCount
  readonly now: SideCount
  /** what it adds to the index of the column, `psi` */
  readonly psi: number
}

/** Reference cells taken together, up to sixteen to a column: where rates are looked at for a change. */
export interface RateRange {
  readonly label: string
  /** rows with a label */
  readonly rowsBefore: number
  readonly rowsNow: number
  readonly before: number | null
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
  readonly to: number | null
  readonly before: number | null
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
  readonly shifted: boolean
  readonly change: RateShiftKind
  /** null unless the shift has a place */
  readonly where: ShiftPlace | null
  readonly ranges: readonly RateRange[]
  readonly reason: string
}

/** Values beyond those of the fit, or levels that it did not see. */
export interface Outside {
  /** rows, of which the first number lie below the fitted range and the second above; new levels are in neither */
  readonly rows: number
  readonly below: number
  readonly above: number
  /** the farthest values; null where there are none */
  readonly lowest: number | null
  readonly highest: number | null
  /** levels that the fit did not see */
  readonly levels: readonly string[]
  /** chance of so many beyond the fit when nothing changed */
  readonly pValue: number
  readonly beyondChance: boolean
}

/** How a column drifted. */
export interface ColumnDrift {
  readonly name: string
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
  readonly level: DriftLevel
  /** null where every row lies within the fit */
  readonly outside: Outside | null
  readonly reason: string
  /** `bins` where the binning has no reference cells */
  readonly comparedOver: 'cells' | 'bins'
  readonly ranges: readonly ShareRange[]
  /** null without a target on both sides */
  readonly rate: ColumnRate | null
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
  readonly reason: string
}

/** One period of the new rows against the reference. */
export interface PeriodDrift {
  readonly label: string
  /** first day of the period, as 2026-01-31 */
  readonly start: string
  readonly rows: number
  /** null without a target on both sides */
  readonly rate: OverallRate | null
  readonly columns: readonly ColumnDrift[]
}

/** New rows against the rows that bins were fitted on: plain data. */
export interface Drift {
  readonly format: 'kerf-drift'
  readonly version: 1
  readonly reference: { readonly name: string | null; readonly rows: number }
  readonly current: { readonly name: string | null; readonly rows: number }
  /** null where one of the sides has none */
  readonly target: Target | null
  readonly smoothing: number
  readonly level: number
  /** null without a target on both sides */
  readonly rate: OverallRate | null
  readonly columns: readonly ColumnDrift[]
  readonly periods: { readonly date: string; readonly by: PeriodUnit; readonly list: readonly PeriodDrift[] } | null
  readonly notes: readonly Note[]
}
