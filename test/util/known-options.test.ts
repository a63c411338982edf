import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENTRIES } from '../../scripts/package/entries.mjs'
import * as encoders from '../../src/encoders/index.ts'
import * as explain from '../../src/explain/index.ts'
import * as exports from '../../src/exports/index.ts'
import * as root from '../../src/index.ts'
import * as measures from '../../src/measures/index.ts'
import * as models from '../../src/models/index.ts'
import * as neural from '../../src/models/neural/index.ts'
import { openServer } from '../../src/node/servers/open-engine.ts'
import { renderWorkbook } from '../../src/node/render-workbook.ts'
import { threadPool } from '../../src/node/thread-pool.ts'
import { serverEngine } from '../../src/engines/index.ts'
import type { ServerConnection } from '../../src/engines/index.ts'
import { pagePool } from '../../src/workers/page-pool.ts'
import * as pages from '../../src/reports/html/index.ts'
import * as reports from '../../src/reports/index.ts'
import * as scorecards from '../../src/scorecards/index.ts'
import * as streams from '../../src/streams/index.ts'
import * as summaries from '../../src/summaries/index.ts'
import * as trees from '../../src/trees/index.ts'

const kerf = {
  ...encoders,
  ...explain,
  ...exports,
  ...measures,
  ...models,
  ...reports,
  ...scorecards,
  ...streams,
  ...summaries,
  ...trees,
  ...root,
}

const table = {
  x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  y: ['a', 'a', 'b', 'a', 'a', 'a', 'b', 'b', 'a', 'b', 'b', 'b'],
  n: [1.5, 2, 2.5, 3, 4, 1, 7, 8, 9, 10.5, 11, 12],
}
const target = table.y
const binning = await kerf.fitTable(table, { target: 'y', columns: ['x'] })
const [column] = binning.columns as root.NumberColumn[]
const summary = kerf.summarize(table.x, { target })
const tree = kerf.growTree(table, { target: 'y', columns: ['x'] })
const encoder = kerf.makeEncoder(binning, { encoding: kerf.oneHot })
const stream = new kerf.Stream({ columns: ['x'], target: { kind: 'class', name: 'y' } })
const bayes = kerf.naiveBayes(binning)
const explanation = await kerf.explainGoal(table, { target: 'y', goal: 'a' })
const comparison = await kerf.compareMethods(table, { target: 'y', folds: 2, methods: ['mdlp'] })
const drift = kerf.compareDrift(binning, table)
const halves = await kerf.fitTable(table, {
  target: 'y',
  columns: ['x'],
  all: { method: kerf.equalFrequency, bins: 2 },
})
const card = await kerf.makeScorecard(table, { binning: halves, event: 'b', minIv: 0 })
const model = await kerf.trainTable(table, encoder)
const watch = { column: 'x', labels: ['a', 'b'] }
const method = kerf.equalWidth

/** An option that no call has, whatever the compiler says to it. */
const wrong = { biins: 1 } as object

/** By the type of their options, calls with an option of an unknown name. Types that are parts of others name those. */
const CALLS: Readonly<Record<string, string | (() => unknown)[]>> = {
  AdviseOptions: [() => kerf.adviseBins(summary, wrong)],
  BinningReportOptions: [() => kerf.binningReport(binning, wrong)],
  BinsCurveOptions: [() => kerf.binsCurve(summary, wrong)],
  BoundaryOptions: [() => new kerf.BoundaryWatch({ column: 'x', ...wrong })],
  ChiSquareOptions: [() => kerf.chiSquare([[1, 2]], wrong)],
  ClusterOptions: [() => kerf.clusterRows(table, { clusters: 2, ...wrong })],
  ColumnOptions: 'SummarizeOptions',
  ColumnWatchOptions: [() => kerf.ColumnWatch.of(column, null, wrong)],
  CommonOptions: 'DiscretizeOptions',
  CompareOptions: [async () => kerf.compareMethods(table, { target: 'y', ...wrong })],
  CutCurveOptions: [() => kerf.cutCurve(summary, wrong)],
  ComparePageOptions: [() => pages.comparePage(comparison, wrong)],
  CompareReportOptions: [() => kerf.compareReport(comparison, wrong)],
  ConceptOptions: [() => new kerf.ConceptWatch({ ...watch, classes: ['a', 'b'], ...wrong })],
  CrossValidateOptions: [
    async () => kerf.crossValidate(table, { target: 'y', ...wrong }, () => kerf.treeScores(tree, table)),
    async () => kerf.crossValidateTree(table, { target: 'y', folds: 2, ...wrong }),
  ],
  DiscretizeOptions: [() => kerf.discretize(summary, { method, ...wrong })],
  DriftOptions: [() => kerf.compareDrift(binning, table, wrong)],
  DriftPageOptions: [() => pages.driftPage(drift, { document: {} as never, ...wrong })],
  DriftReportOptions: [() => kerf.driftReport(drift, wrong)],
  ExplainClustersOptions: [async () => kerf.explainClusters(table, { clusters: 2, ...wrong })],
  ExplainGoalOptions: [async () => kerf.explainGoal(table, { target: 'y', goal: 'a', ...wrong })],
  ExplainGroupsOptions: [async () => kerf.explainGroups(table, { groups: 'y', ...wrong })],
  ExplainNumberOptions: [async () => kerf.explainNumber(table, { target: 'n', ...wrong })],
  ExplainOptions: 'ExplainGoalOptions',
  ExplanationReportOptions: [() => kerf.explanationReport(explanation, wrong)],
  CardExportOptions: [
    () => kerf.cardToSql(card, wrong),
    () => kerf.cardToJavaScript(card, wrong),
    () => kerf.cardToPython(card, wrong),
  ],
  ModelExportOptions: [
    () => kerf.modelToSql(model, wrong),
    () => kerf.modelToJavaScript(model, wrong),
    () => kerf.modelToPython(model, wrong),
  ],
  SavedExportOptions: [() => kerf.exportSaved(binning, 'js', wrong), () => kerf.exportSaved(encoder, 'sql', wrong)],
  StandardOptions: [() => kerf.toOnnx(tree, wrong), () => kerf.toPmml(encoder, wrong), () => kerf.toPmml(card, wrong)],
  StandardTestOptions: [() => kerf.toOnnxTest(binning, { module: 'a.onnx', ...wrong })],
  ExportOptions: [
    ...['sql', 'js', 'python', 'schema'].map((to) => () => kerf.exportBinning(binning, to, wrong)),
    () => kerf.toSql(binning, wrong),
    () => kerf.toSqlTest(binning, wrong),
    () => kerf.toJavaScriptTest(binning, { module: './a.js', ...wrong }),
  ],
  FindCutsOptions: [
    () => kerf.findCuts(table, wrong),
    () => kerf.cutAndAssign(table, wrong),
    () => kerf.fitAndAssign(table, wrong),
  ],
  FitAsyncOptions: [async () => kerf.fitAsync(table.x, { target, ...wrong })],
  FitOptions: [() => kerf.fit(table.x, { target, ...wrong }), () => kerf.fit(table.x, { method, ...wrong })],
  FitSummariesOptions: [async () => kerf.fitSummaries({} as never, wrong)],
  FitSummaryOptions: [() => kerf.fitSummary(summary, wrong), () => kerf.certify(summary, { method, ...wrong })],
  FitTableOptions: [
    async () => kerf.fitTable(table, wrong),
    async () => kerf.fitTable({ x: table.x }, { all: { ...wrong } }),
    async () => kerf.fitTable({ x: table.x }, { perColumn: { x: { ...wrong } } }),
    // Levels take what their method takes, and no other option, though most methods leave them as they are.
    async () => kerf.fitTable({ y: table.y }, { perColumn: { y: { ...wrong } } }),
    async () => kerf.fitTable({ y: table.y }, { all: { method, ...wrong } }),
  ],
  FoldOptions: [() => kerf.depthByFolds(table, { target: 'y', ...wrong })],
  GaussianOptions: [() => kerf.gaussianNaiveBayes(table, { target: 'y', ...wrong })],
  GroupLevelsOptions: [() => kerf.groupLevels(kerf.summarizeLevels(target, { target }), wrong)],
  GrowOptions: [() => kerf.growTree(table, { target: 'y', ...wrong })],
  WorkbookOptions: [() => renderWorkbook(binning, wrong)],
  HtmlReportOptions: [() => pages.htmlReport(binning, { document: {} as never, ...wrong })],
  LayerOptions: [
    () => new kerf.Stream({ columns: ['x'], layer: wrong }),
    () => new kerf.Stream({ columns: ['x'], layer: { kind: 'cells', ...wrong } }),
    () => new kerf.Stream({ columns: ['x'], perColumn: { x: wrong } }),
  ],
  LbfgsOptions: [async () => models.minimize(() => 0, new Float64Array(1), wrong as never)],
  LiveCellsOptions: [() => new kerf.LiveCells(wrong)],
  LocalLinearOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.localLinear, ...wrong })],
  LogisticOptions: 'TrainTableOptions',
  MakeEncoderOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.oneHot, ...wrong })],
  MethodsReportOptions: [() => kerf.methodsReport(kerf.methods(), wrong)],
  NaiveBayesOptions: [
    () => kerf.naiveBayes(binning, wrong),
    async () => kerf.naiveBayesTable(table, { target: 'y', ...wrong }),
  ],
  NeuralOptions: 'TrainNeuralOptions',
  OneHotOptions: 'MakeEncoderOptions',
  OrdinalOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.ordinal, ...wrong })],
  PagePoolOptions: [() => pagePool(wrong)],
  PeriodOptions: [() => kerf.driftByPeriod(binning, table, { date: 'x', ...wrong })],
  PidOptions: [() => new kerf.Pid(wrong)],
  PiecewiseLinearOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.piecewiseLinear, ...wrong })],
  PopulationOptions: [() => new kerf.PopulationWatch({ ...watch, ...wrong })],
  PredictOptions: [() => kerf.predictTree(tree, table, wrong)],
  PruneOptions: [() => kerf.pruneByError(tree, table, wrong)],
  RankReportOptions: [() => kerf.rankReport(kerf.rankColumns(binning), wrong)],
  RebuildOptions: [() => new kerf.Stream({ columns: ['x'], rebuild: wrong })],
  RecountOptions: [() => kerf.recount(binning, table, wrong)],
  RepairOptions: [() => kerf.repairTree(tree, table, binning, wrong)],
  ReportOptions: [
    () => kerf.columnReport(column, null, wrong),
    () => kerf.scoresReport(kerf.treeScores(tree, table), wrong),
    () => kerf.trialReport([], wrong),
    () => kerf.summaryReport({} as never, wrong),
  ],
  ScoreOptions: [
    () => kerf.treeScores(tree, table, wrong),
    () => kerf.naiveBayesScores(bayes, table, wrong),
    () => kerf.pruneReducedError(tree, table, wrong),
  ],
  ScaleOptions: [() => kerf.cardScale(wrong)],
  ScorecardOptions: [async () => kerf.makeScorecard(table, { target: 'y', ...wrong })],
  ModelPageOptions: [() => kerf.modelPage(model, wrong)],
  ScorecardPageOptions: [() => kerf.scorecardPage(card, wrong)],
  ScorecardReportOptions: [() => kerf.scorecardReport(card, wrong)],
  ScorecardTextsOptions: [() => kerf.scorecardTexts(card, wrong)],
  CardTrialOptions: [async () => kerf.tryScorecard(table, { target: 'y', ...wrong })],
  ScoreRowsOptions: [() => kerf.scoreRows(card, table, wrong), () => kerf.scoreRow(card, { x: 1 }, wrong)],
  SparseOptions: [() => kerf.encodeSparse(encoder, table, wrong)],
  SplitOptions: [() => kerf.splitRows(table, wrong)],
  ServerEngineOptions: [() => serverEngine({} as ServerConnection, { name: 't', from: 't' }, wrong)],
  ServerOptions: [() => openServer('x.duckdb?table=t', wrong)],
  StabilityOptions: [() => kerf.populationStability([1], [1], wrong)],
  StreamAlarmsOptions: [() => new kerf.StreamAlarms(stream, wrong)],
  StreamOptions: [
    () => new kerf.Stream({ columns: ['x'], ...wrong }),
    () => new kerf.Stream({ columns: ['x'], target: { kind: 'class', ...wrong } }),
    () => new kerf.Stream({ columns: ['x'], options: { ...wrong } }),
  ],
  StreamRepairOptions: [() => new kerf.StreamRepair(stream, tree, wrong)],
  SummarizeLevelsOptions: [() => kerf.summarizeLevels(target, wrong)],
  SummarizeOptions: [() => kerf.summarize(table.x, wrong)],
  TargetMeanOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.targetMean, ...wrong })],
  ThermometerOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.thermometer, ...wrong })],
  ThreadPoolOptions: [() => threadPool(wrong)],
  TrainNeuralOptions: [async () => neural.trainNeuralTable(table, encoder, wrong)],
  TracePageOptions: [() => pages.tracePage([], wrong)],
  TraceScenesOptions: [() => pages.traceScenes([], wrong)],
  TraceReportOptions: [() => kerf.traceReport([], wrong)],
  TreeTraceOptions: [() => kerf.treeTraceReport([], wrong)],
  TreeTracePageOptions: [() => pages.treeTracePage([], wrong as never)],
  TrainTableOptions: [async () => models.trainTable(table, encoder, wrong)],
  TreeExportOptions: ['sql', 'js', 'python'].map((to) => () => kerf.exportTree(tree, to, wrong)),
  TreeFoldOptions: [() => kerf.foldTree(tree.root, wrong)],
  TreePageOptions: [() => kerf.treePage(tree, wrong)],
  TreeReportOptions: [() => kerf.treeReport(tree, wrong)],
  BinsSvgOptions: [() => kerf.binsSvg(binning.columns[0], null, wrong)],
  TreeDrawingOptions: [() => kerf.treeDrawing(tree, wrong)],
  TreeSvgOptions: [() => kerf.treeSvg(tree, wrong)],
  TrialOptions: [() => kerf.tryTree(table, { target: 'y', ...wrong })],
  ValueWatchOptions: [() => new kerf.ValueWatch({ column: 'x', ...wrong })],
  WatchOptions: 'ConceptOptions',
  WoeOptions: [() => kerf.makeEncoder(binning, { encoding: kerf.woe, ...wrong })],
}

/** How files and programs are run, which the command line checks flag by flag. */
const OF_FILES = ['ReadOptions', 'RunOptions']
const OWN_CHECKS: readonly string[] = [ENTRIES.sources, ENTRIES.node]

describe('a misspelt option', () => {
  test('is tried for every public type of options', () => {
    const paths = Object.values(ENTRIES).filter((path) => !OWN_CHECKS.includes(path))
    const texts = paths.map((path) => readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8'))
    const names = new Set(texts.flatMap((text) => text.match(/\b[A-Z]\w*Options\b/g) ?? []))
    expect([...names].filter((name) => !Object.hasOwn(CALLS, name) && !OF_FILES.includes(name))).toEqual([])
    const parts = Object.values(CALLS).filter((other) => typeof other === 'string')
    expect(parts.filter((name) => typeof CALLS[name] !== 'object')).toEqual([])
  })

  const calls = Object.entries(CALLS).flatMap(([type, list]) =>
    typeof list === 'string' ? [] : list.map((call, i): [string, () => unknown] => [`${type} ${i}`, call]),
  )
  test.each(calls)('is refused by name: %s', async (_, call) => {
    await expect((async () => call())()).rejects.toThrow(/^\w+: (?:[\w-]+: )?unknown option biins[,;]/)
  })

  test('is met with the nearest names', async () => {
    expect(() => new kerf.Stream({ columns: ['x'], colums: 1 } as streams.StreamOptions)).toThrow(
      'Stream: unknown option colums, did you mean columns?',
    )
    await expect(kerf.fitTable(table, { targt: 'y' } as object)).rejects.toThrow(
      'fitTable: unknown option targt, did you mean target?',
    )
    const perColumn = { agee: {} }
    expect(() => new kerf.Stream({ columns: ['age'], perColumn })).toThrow(
      'Stream: unknown column "agee" in perColumn, did you mean age?',
    )
  })
})
