/** `kerf/reports`: results as text, CSV and Markdown, and trees as pages. What needs a chart library is in `kerf/html`. */
export type { ReportOptions } from './terminal/draw/screen.ts'
export { binningReport, type BinningReportOptions } from './terminal/binning-text.ts'
export { summaryReport } from './terminal/summaries-text.ts'
export { columnReport } from './terminal/column-text.ts'
export { methodsReport, type MethodsReportOptions } from './terminal/methods-text.ts'
export { explanationReport, type ExplanationReportOptions } from './terminal/explanation-report.ts'
export { explanationFindings, explanationSentences, type ToldFinding } from './explanation-texts.ts'
export { compareReport, type CompareReportOptions } from './terminal/comparison-text.ts'
export { rankCsv, rankMarkdown } from './rank-texts.ts'
export { rankReport, type RankReportOptions } from './terminal/ranking-text.ts'
export { treeReport, type TreeReportOptions } from './terminal/tree-text.ts'
export { scoresReport, trialReport } from './terminal/trial-text.ts'
export { treePage, type TreePageOptions } from './html/tree/tree-page.ts'
export { binsSvg, type BinsSvgOptions } from './html/bins-svg.ts'
export {
  type BoxShare,
  type TreeBox,
  type TreeClass,
  treeDrawing,
  type TreeDrawing,
  type TreeDrawingOptions,
  type TreeLine,
} from './html/tree/tree-boxes.ts'
export { treeSvg, type TreeSvgOptions } from './html/tree/tree-svg.ts'
export { driftCsv, type DriftColumnTexts, type DriftSlotTexts, type DriftTexts, driftTexts } from './drift-texts.ts'
export {
  type CardLineTexts,
  scorecardTexts,
  type ScorecardTexts,
  type ScorecardTextsOptions,
} from './scorecard-texts.ts'
export { scorecardReport, type ScorecardReportOptions } from './terminal/scorecard-report.ts'
export { modelPage, type ModelPageOptions } from './html/model-page.ts'
export { scorecardPage, type ScorecardPageOptions } from './html/scorecard-page.ts'
export { driftReport, type DriftReportOptions } from './terminal/drift-report.ts'
export { traceReport, type TraceReportOptions } from './terminal/trace-text.ts'
export { treeTraceReport, type TreeTraceOptions } from './terminal/tree-trace-text.ts'
export { tableCsv } from './table-csv.ts'
export { tableMarkdown } from './table-markdown.ts'
export { cutTexts } from '../binning/labels.ts'
// Pieces for pages of your own
export { countText, fixedText, percentText, pValueText, valueText } from './number-text.ts'
export { roundTicks, type Tick } from './html/charts/ticks.ts'
export { type Series, seriesOf } from './html/charts/series.ts'
export { binsWords } from './html/curves/bins-curve-chart.ts'
export { FILLS } from './html/charts/page-style.ts'
export { errorText } from './error-text.ts'
export { type ClassMark, classMarks } from './terminal/draw/screen.ts'
export { type CutReason, cutReasons } from './reason-texts.ts'
export { type Information, informationOf } from './column-information.ts'
export { tableScores, type TableScores } from '../binning/use/table-scores.ts'
export { dateTicks } from './html/charts/date-ticks.ts'
