/** Reports as pages and pictures: apart from `kerf`, because some need a document to draw with. */
export { htmlReport, type HtmlReportOptions } from './report.ts'
export type { DocumentLike } from './svg.ts'
export { treePage, type TreePageOptions } from './tree-page.ts'
export { treeSvg, type TreeSvgOptions } from './tree-svg.ts'
