/** Reports as pages: what needs a document to draw with, and so is apart from `kerf`. */
export { htmlReport, type HtmlReportOptions } from './report-page.ts'
export { comparePage, type ComparePageOptions } from './compare-page.ts'
export { driftPage, type DriftPageOptions } from './drift-page.ts'
export { tracePage, type TracePageOptions } from './trace/trace-page.ts'
export { treeTracePage, type TreeTracePageOptions } from './trace/tree-trace-page.ts'
export type { ColumnCurves } from './curves/curves-html.ts'
export { binsCurveSvg, sizeCurveSvg, stabilitySvg } from './curves/curve-svg.ts'
export type { DocumentLike } from './charts/document-like.ts'
