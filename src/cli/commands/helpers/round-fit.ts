import type { Binning } from '../../../binning/binning.ts'
import { recountSummaries } from '../../../binning/use/recount-summaries.ts'
import { recount } from '../../../binning/use/recount.ts'
import { roundCuts, roundedColumns, roundedText } from '../../../binning/use/round-cuts.ts'
import type { Opened } from '../../../node/read/read-data.ts'
import { sampleRows, type SampleRequest } from '../../../sources/sample-rows.ts'
import { tableLike } from '../../../sources/table-like.ts'
import { UsageError } from '../../exit.ts'

/** Decimals as they are typed: 2, 0, or -3 for thousands. */
export function parseDecimals(text: string): number {
  const decimals = Number(text)
  if (/^-?\d{1,2}$/.test(text) && Math.abs(decimals) <= 15) return decimals
  throw new UsageError(`--round takes a number of decimals from -15 to 15, such as 2, got ${JSON.stringify(text)}`)
}

/** A fit with rounded cuts, counted on the rows it was made of; a note says how many of them move. */
export function roundFit(fitted: Binning, decimals: number, opened: Opened, request: SampleRequest): Binning {
  const asked = roundCuts(fitted, decimals)
  const again =
    opened.kind === 'summaries'
      ? recountSummaries(asked, opened.table)
      : recount(asked, tableLike(fitted, sampleRows(opened.table, request).table))
  // What did not move stays as it was fitted.
  const columns = asked.columns.map((column, i) => (column.bins === fitted.columns[i].bins ? column : again.columns[i]))
  const moved = roundedColumns(fitted, { ...asked, columns })
  const notes = [...(fitted.notes ?? []), ...moved.map((one) => ({ code: 'rounded', message: roundedText(one) }))]
  return { ...fitted, columns, ...(notes.length === 0 ? {} : { notes }) }
}
