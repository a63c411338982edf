/** Reports as pages: what needs a document to draw with, and so is apart from `kerf`. */
export { htmlReport, type HtmlReportOptions } from './report.ts'
export { driftPage, type DriftPageOptions } from './drift.ts'
export type { DocumentLike } from './svg.ts'
