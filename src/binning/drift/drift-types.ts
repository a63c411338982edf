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
  /** what it adds to the stability index */
  readonly psi: number
  /** null without a target on both sides */
  readonly rate: RateChange | null
}

/** Whether the target changed within the bins of a column. */
export interface ColumnRate extends RateChange {
  /** the rate now if every bin had kept its own: what the change of the population explains */
  readonly expected: number | null
  /** of all bins together, given the bins: whether rates inside the bins changed */
  readonly withinPValue: number | null
  /** the same corrected for the number of columns (Holm) */
  readonly adjustedPValue: number | null
  readonly shifted: boolean
  readonly reason: string
}

/** How a column drifted. */
export interface ColumnDrift {
  readonly name: string
  readonly kind: Column['kind']
  readonly slots: readonly SlotDrift[]
  readonly psi: number
  /** what chance alone seldom exceeds; null when nothing was counted */
  readonly critical: number | null
  readonly pValue: number
  /** of the χ² test of both countings; the classical sibling of the index */
  readonly chiSquarePValue: number
  /** Kolmogorov-Smirnov distance over the bins; null for columns without an order */
  readonly ks: number | null
  readonly level: DriftLevel
  readonly reason: string
  /** null without a target on both sides */
  readonly rate: ColumnRate | null
  readonly notes: readonly Note[]
}

/** One period of the new rows against the reference. */
export interface PeriodDrift {
  readonly label: string
  /** first day of the period, as 2026-01-31 */
  readonly start: string
  readonly rows: number
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
  readonly columns: readonly ColumnDrift[]
  readonly periods: { readonly date: string; readonly by: PeriodUnit; readonly list: readonly PeriodDrift[] } | null
  readonly notes: readonly Note[]
}
