import type { TableRow } from '../binning/use/binning-table.ts'
import { alignedTexts } from './number-text.ts'

/** Means and deviations of the lines of a table as texts, in as many digits as their spread deserves. */
export function momentTexts(rows: readonly TableRow[]): { readonly means: string[]; readonly deviations: string[] } {
  const detail = Math.max(0, ...rows.map((row) => row.deviation ?? 0))
  const texts = (of: (row: TableRow) => number | null): string[] => alignedTexts(rows.map(of), detail)
  return { means: texts((row) => row.mean), deviations: texts((row) => row.deviation) }
}
