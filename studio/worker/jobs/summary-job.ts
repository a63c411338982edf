import type { Summary } from '../../../src/index.ts'
import type { JobContext } from '../held.ts'

/** The summary of one column, which the page needs to edit it. */
export async function summaryJob({ column }: { readonly column: string }, { held }: JobContext): Promise<Summary> {
  const found = held.summaries?.columns.find(({ name }) => name === column)
  if (found === undefined) throw new Error(`The column ${column} is not open.`)
  return found.summary
}
