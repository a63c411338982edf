import type { Binning } from '../binning/binning.ts'
import type { Drift } from '../binning/drift/drift-types.ts'
import type { DocumentLike, DriftPageOptions, HtmlReportOptions } from '../reports/html/index.ts'
import { optionalPackage } from '../util/optional-package.ts'
import { calledAs } from '../util/called-as.ts'
import { isOptions } from '../util/check.ts'

/**
 * A binning as a page of one file, drawn with a document made for the purpose. What draws is loaded by the first call,
 * so that programs that make no report do not wait for it.
 *
 *     const page = await renderReport(binning, { title: 'Who buys?' })
 *     console.log(page.includes('<h1>Who buys?</h1>')) // → true
 */
export async function renderReport(
  binning: Binning,
  options: Omit<HtmlReportOptions, 'document'> = {},
): Promise<string> {
  return calledAs('renderReport', async () => {
    isOptions('renderReport', options)
    const { document, pages } = await loadPages()
    return pages.htmlReport(binning, { ...options, document })
  })
}

/**
 * A comparison as a page of one file, drawn likewise.
 *
 *     const page = await renderDrift(compareDrift(binning, later), { title: 'May against April' })
 *     console.log(page.includes('<h1>May against April</h1>')) // → true
 */
export async function renderDrift(drift: Drift, options: Omit<DriftPageOptions, 'document'> = {}): Promise<string> {
  return calledAs('renderDrift', async () => {
    isOptions('renderDrift', options)
    const { document, pages } = await loadPages()
    return pages.driftPage(drift, { ...options, document })
  })
}

async function loadPages(): Promise<{ document: DocumentLike; pages: typeof import('../reports/html/index.ts') }> {
  const [{ parseHTML }, pages] = await Promise.all([
    optionalPackage('linkedom', 'a report made without a page', () => import('linkedom')),
    import('../reports/html/index.ts'),
  ])
  return { document: parseHTML('<!doctype html><html><body></body></html>').document, pages }
}
