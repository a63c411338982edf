import { ArgumentError } from '../../errors.ts'
import { check, integer, real } from '../../util/check.ts'
import type { Change, DetectorState } from './change-types.ts'

/** What an alarm is about: cuts, the rows of a column, or what its bins tell about the target. */
export type AlarmKind = 'boundary' | 'population' | 'concept'

/** Something changed in a stream: plain data. */
export interface Alarm {
  /** what the alarm is about */
  readonly kind: AlarmKind
  /** name of the column */
  readonly column: string
  /** the slot that changed most, or for a boundary the number of the cut; null where there is none */
  readonly bin: number | null
  /** that slot or cut in words */
  readonly label: string | null
  /** row from which on the rows look changed */
  readonly since: number
  /** row at which there was enough evidence of it */
  readonly at: number
  /** rows from `since` to `at` that were looked at: two that lie far off may be enough */
  readonly rows: number
  /** rows that pass, on average and at least, between alarms of this kind raised by chance; null for boundaries */
  readonly runLength: number | null
  /** correlation of neighbouring rows, where it was so strong that more evidence was asked for; else 0; null for boundaries */
  readonly dependence: number | null
  /** how much: PSI of the rows since then; largest change of a class share in the slot; share of rows between the cuts */
  readonly amount: number
  /** what `amount` is */
  readonly measure: 'psi' | 'share' | 'rank'
  /** before and now: share of the slot, share of the class in the slot, or the cut; null where there was none */
  readonly before: number | null
  /** the same as `before`, since the change; null where there is none */
  readonly now: number | null
  /** population: what PSI chance alone would exceed once in twenty; null otherwise */
  readonly critical: number | null
  /** of a χ² test of the rows before against those since; null for boundaries. Chosen after looking, so for order only */
  readonly pValue: number | null
  /** population of ordered slots: Kolmogorov-Smirnov distance; null otherwise */
  readonly ks: number | null
  /** concept: the class whose share changed; boundary: moved, appeared or vanished; null otherwise */
  readonly what: string | null
  /** the whole in one sentence */
  readonly text: string
}

/** What a column is watched for, and how often it may raise a false alarm. */
export type WatchOptions = {
  /** name of the column, for alarms */
  readonly column: string
  /** names of the slots: bins, then missing and special ones */
  readonly labels: readonly string[]
  /** mean number of rows between false alarms, at least; default 10,000 */
  readonly runLength?: number | undefined
  /** rows to learn from before judging, when the reference has fewer; default 50 */
  readonly learn?: number | undefined
}

/** What a saved watch of rows keeps, whatever it watches for: plain data. */
export interface WatchState {
  /** name of the column */
  readonly column: string
  /** names of the slots */
  readonly labels: readonly string[]
  /** mean number of rows between false alarms, at least */
  readonly runLength: number
  /** rows to learn from before judging */
  readonly learn: number
  /** what the detector of changes knows */
  readonly detector: DetectorState
}

/** Refuses what no watch of rows can work with. */
export function checkWatch(where: string, { labels, runLength, learn }: Omit<WatchState, 'detector'>): void {
  check(where, 'runLength', real({ min: 1 }), runLength)
  check(where, 'learn', integer(1), learn)
  if (labels.length === 0)
    throw new ArgumentError(`${where}: labels must be names of slots, got []`, { code: 'out-of-range' })
}

/** Mean rows between false alarms unless another number is asked for. */
export const RUN_LENGTH = 10_000

/** Rows to learn from. */
export const LEARN = 50

/** On what an alarm is based, and how often one comes by chance. No alarm is more certain than that. */
export function evidenceText({ at, rows, dependence }: Change, runLength: number): string {
  const often = `by chance at most once in ${Math.round(runLength)} rows`
  const widened = dependence > 0 ? `, with neighbouring rows correlated by ${dependence.toFixed(2)}` : ''
  return `alarm at row ${at} after ${rows} such ${rows === 1 ? 'row' : 'rows'}; ${often}${widened}`
}

/** A share in words. */
export function shareText(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`
}

/** Refuses a slot, class or code that does not exist. */
export function checkCode(what: string, code: number, size: number): void {
  if (!(code >= 0 && code < size))
    throw new ArgumentError(`${what} must be from 0 to ${size - 1}, got ${code}`, { code: 'out-of-range' })
}
