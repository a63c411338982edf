import { extname } from 'node:path'
import type { Binning } from '../../../binning/binning.ts'
import { saveFile } from '../../../node/files/write-file.ts'
import { renderReport } from '../../../node/render-report.ts'
import type { HtmlReportOptions } from '../../../reports/html/index.ts'
import { UsageError } from '../../exit.ts'

/** How a report is written. */
interface SavedReport extends Omit<HtmlReportOptions, 'document'> {
  readonly force?: boolean | undefined
}

/** Whether a report is to be a workbook, by the end of its name; the other kinds of workbooks are refused. */
export function isWorkbook(path: string): boolean {
  const end = extname(path).toLowerCase()
  if (['.xls', '.xlsm', '.xlsb', '.ods', '.numbers'].includes(end))
    throw new UsageError(`${path}: workbooks are written as .xlsx, not as ${end}`)
  return end === '.xlsx'
}

/** Writes a report as a page, or as a workbook where the name says so. */
export async function saveReport(path: string, binning: Binning, options: SavedReport): Promise<void> {
  const { force, ...rest } = options
  if (!isWorkbook(path)) return saveFile(path, await renderReport(binning, rest), { force })
  const { renderWorkbook } = await import('../../../node/render-workbook.ts')
  await saveFile(path, await renderWorkbook(binning, { title: rest.title }), { force })
}
