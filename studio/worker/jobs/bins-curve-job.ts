import { type BinsCurve, binsCurve } from '../../../src/explain/index.ts'
import type { JobContext } from '../held.ts'

/** More rows than this take too long to be drawn again for a curve beside the cuts. */
const MOST_ROWS = 200_000

/** What a column tells with 1, 2, 3 … bins. */
export async function binsCurveJob({ column }: { readonly column: string }, { held }: JobContext): Promise<BinsCurve> {
  const summary = held.summaries?.columns.find(({ name }) => name === column)?.summary
  if (summary?.kind !== 'number') throw new Error(`The column ${column} holds no numbers.`)
  if (summary.rows > MOST_ROWS) throw new Error('There are too many rows to draw them again for every number of bins.')
  return binsCurve(summary)
}
