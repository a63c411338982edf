import type { Binning } from '../binning/binning.ts'
import { pickTable, splitRows } from '../binning/use/split-rows.ts'
import type { Table } from '../types.ts'
import { type ChosenGranularities, chooseGranularities } from './choose-granularities.ts'

/** Bins per column that MGD chooses from, unless told otherwise. */
export const GRANULARITIES: readonly number[] = [10, 100, 1000, 10_000]

/** What granularities are chosen among, and how a table is cut in one of them. */
export interface GranularityRequest {
  readonly target: string
  readonly weights?: string | undefined
  /** numbers of bins */
  readonly granularities: readonly number[]
  /** fits bins on some rows, or on all of them where `rows` is null */
  readonly fit: (rows: Uint32Array | null, bins: number) => Promise<Binning>
}

/**
 * Binnings in several granularities for `multiGranularity` (MGD): bins fitted on four fifths of the rows are judged on the
 * others, pair by pair of column and granularity; the better half is then fitted on all rows. Two fits a granularity.
 */
export async function fitGranularities(
  table: Table,
  { target, weights, granularities, fit }: GranularityRequest,
): Promise<ChosenGranularities> {
  const [learned, held] = splitRows(table, { parts: [4, 1], stratify: target })
  const tried: Binning[] = []
  for (const bins of granularities) tried.push(await fit(learned, bins))
  const { pairs } = chooseGranularities(tried, pickTable(table, held), { target, weights })
  const binnings: Binning[] = []
  for (const [i, bins] of granularities.entries()) {
    const names = new Set(pairs.filter((pair) => pair.kept && pair.binning === i).map(({ column }) => column))
    if (names.size === 0) continue
    const all = await fit(null, bins)
    binnings.push({ ...all, columns: all.columns.filter(({ name }) => names.has(name)) })
  }
  return { binnings, pairs }
}
