/** `kerf/exports`: bins, encoders, trees and models elsewhere: SQL, JavaScript, Python, ONNX, PMML. Browser-safe, no packages. */
export { exportBinning, exportTargets, type ExportTarget, findExportTarget } from './export-binning.ts'
export type { ExportOptions } from './export-plan.ts'
export { type Dialect, DIALECTS, findDialect } from './sql-dialects.ts'
export { toSql } from './sql-export.ts'
export { sqlTestQueries, toSqlTest } from './sql-tests.ts'
export { toJavaScript, toJavaScriptTest } from './javascript-export.ts'
export { toPython, toPythonTest } from './python-export.ts'
export { toJsonSchema } from './json-schema.ts'
export { type BoundaryCase, boundaryCases, type MomentCase, momentCases } from './boundary-tests.ts'
export type { Moment } from './date-moments.ts'
export { exportTree, findTreeExportTarget, type TreeExportTarget, treeExportTargets } from './tree/tree-export.ts'
export type { TreeExportOptions } from './tree/tree-plan.ts'
export { treeToSql } from './tree/tree-sql.ts'
export { treeToJavaScript } from './tree/tree-javascript.ts'
export { treeToPython } from './tree/tree-python.ts'
export { treeToDot } from './tree/tree-dot.ts'
export { nodeRule, treeToRules } from './tree/tree-rules.ts'
export { treeSqlTestQueries, treeToJavaScriptTest, treeToPythonTest, treeToSqlTest } from './tree/tree-tests.ts'
export type { StandardOptions } from './standard-options.ts'
export { toOnnx } from './onnx/to-onnx.ts'
export { toPmml } from './pmml/to-pmml.ts'
export { toDbtMacro } from './dbt-macro.ts'
export { toSparkBucketizer, toSparkTest } from './spark-bucketizer.ts'
export type { ModelExportOptions } from './score-options.ts'
export { encoderToSql, modelToSql } from './scoring/scoring-sql.ts'
export { encoderToJavaScript, modelToJavaScript } from './scoring/scoring-javascript.ts'
export { encoderToPython, modelToPython } from './scoring/scoring-python.ts'
export {
  type Scoring,
  scoringSqlTestQueries,
  scoringToJavaScriptTest,
  scoringToPythonTest,
  scoringToSqlTest,
} from './scoring/scoring-tests.ts'
export { type StandardTestOptions, toOnnxTest, toPmmlTest } from './saved/standard-tests.ts'
export { exportSaved, type SavedExportOptions, type SavedTarget, savedTargets } from './saved/export-saved.ts'
export type { Exportable } from './saved-kinds.ts'
