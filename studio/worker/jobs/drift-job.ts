import { type Binning, compareDrift, type Drift, type Note } from '../../../src/index.ts'
import { tableLike, textColumns } from '../../../src/sources/index.ts'
import type { JobContext } from '../held.ts'
import { readRows } from '../read-file.ts'

/** What is compared: the bins as they are now, with a later file, or with the one that was compared last. */
export interface DriftAsked {
  readonly binning: Binning
  readonly file: File | null
  /** name of the later file */
  readonly name: string
}

/** What was found, and what there is to tell of the later file. */
export interface Drifted {
  readonly drift: Drift
  readonly notes: readonly Note[]
}

/** Compares a later sample with the rows of the fit. The later rows stay in the worker, for when cuts move. */
export async function driftJob({ binning, file, name }: DriftAsked, context: JobContext): Promise<Drifted> {
  const { held } = context
  if (file !== null) held.later = await readRows(file, context, { texts: textColumns(binning) })
  if (held.later === null) throw new Error('No later file is open.')
  const rows = held.later
  const drift = compareDrift(binning, tableLike(binning, { ...rows, source: name }))
  return { drift: { ...drift, current: { name, rows: rows.rows } }, notes: rows.notes }
}
