import type { Binning } from '../binning/binning.ts'
import type { HtmlReportOptions } from '../reports/html/index.ts'

/**
 * A binning as a page of one file, drawn with a document made for the purpose. What draws is loaded by the first call,
 * so that programs that make no report do not wait for it.
 */
export async function renderReport(
  binning: Binning,
  options: Omit<HtmlReportOptions, 'document'> = {},
): Promise<string> {
  const [{ parseHTML }, { htmlReport }] = await Promise.all([import('linkedom'), import('../reports/html/index.ts')])
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  return htmlReport(binning, { ...options, document })
}
