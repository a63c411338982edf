import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { binningToJson } from '../../binning/binning-json.ts'
import type { Binning } from '../../binning/binning.ts'
import { fitSaved, fitSource, type RunOptions } from '../../pipeline.ts'
import { compileLater } from '../../node/compile-later.ts'
import { fitWhileReading } from '../../node/read/fit-while-reading.ts'
import type { Opened } from '../../node/read/read-data.ts'
import type { ColumnCurves } from '../../reports/html/curves/curves-html.ts'
import type { ReportOptions } from '../../reports/terminal/draw/screen.ts'
import type { FitRequest } from '../../plan-fit.ts'
import { FEW_VALUES, type ReadingPool, type WorkerPool } from '../../workers/worker-pool.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { binningReport, type BinningReportOptions } from '../../reports/terminal/binning-text.ts'
import { shortReport } from '../../reports/terminal/short-text.ts'
import { addCutFlags, addMethodFlags, type CutFlags, cutRequest, ruleNotes } from '../flags/cut-flags.ts'
import {
  addChoiceFlags,
  addDataFlags,
  addExamples,
  choiceRequest,
  collect,
  openData,
  addServerFlags,
  checkServerFlags,
} from '../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags, ServerFlags } from '../flags/flag-types.ts'
import { readOptions, parseInteger, parsePolicy, reportOptions } from '../flags/parse-flags.ts'
import { UsageError } from '../exit.ts'
import { type Io, type Progress, stepwise, tellNotes, withProgress } from '../io.ts'
import { isWorkbook, saveReport } from './helpers/report-output.ts'
import { parseDecimals, roundFit } from './helpers/round-fit.ts'
import type { ColumnTrace } from './helpers/trace-columns.ts'

export interface FitFlags extends DataFlags, ChoiceFlags, CutFlags, ServerFlags {
  readonly missing?: string
  readonly reference?: string
  readonly output?: string
  readonly report?: string
  readonly json?: boolean
  readonly force?: boolean
  readonly top?: string
  readonly verbose?: boolean
  readonly quiet?: boolean
  readonly trace?: boolean
  readonly curves?: boolean
  readonly round?: string
}

export function addFit(program: Command, io: Io): void {
  const command = program
    .command('fit')
    .summary('find bins for the columns of a file')
    .description('Finds bins for every column of DATA and shows them; -o saves them and shows them in short.')
    .argument(
      '<data>',
      'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a summary file; a table in a database; - is standard input',
    )
  addFitFlags(command)
  command
    .option('--round <decimals>', 'round cuts: 1 for tenths, 0 for whole numbers, -3 for thousands; joins no bins')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the binning as JSON')
    .option(
      '--reference <rows>',
      'least rows of a cell kept to measure drift by, or none to keep no cells (default: 8)',
    )
    .option('--report <file>', 'write an HTML page with charts, in one file; an Excel workbook if it ends in .xlsx')
    .option('--curves', 'with --report: draw the rows again, to see whether the cuts stay; takes a while')
    .option('--json', 'print the saved binning instead of a table')
    .option('--force', 'overwrite the output files')
    .option('--top <number>', 'show only this many columns in full, the most telling first')
    .option('--verbose', 'show every bin and every reason, also with -o')
    .option('--trace', 'show every step of the method: candidates, merges and what was needed')
    .option('--quiet', 'print no table and no notes')
  addDataFlags(command)
  addServerFlags(command)
  addMethodFlags(command)
  addExamples(command, [
    'kerf fit iris.csv --target species',
    'kerf fit loans.parquet --target default --event yes --special -9,-8 -o loans.json',
    'kerf fit loans.parquet --target default --report loans.html',
    'kerf fit prices.csv --method equal-frequency --bins 5 --readable',
    'kerf fit loans.parquet --target default --method optimal --preset credit --round 0',
    'cat rows.csv | kerf fit - --target class --json > bins.json',
    'kerf fit all-sites.kerf --method chi-merge',
    'kerf fit iris.csv --target species --trace',
    "kerf fit 'postgres://ann@db.example.org/sales?table=visits' --target bought",
  ])
  command.action(async (data: string, flags: FitFlags) => runFit(io, data, flags))
}

/** What every command takes that fits: which columns are cut, how, and where missing values and special codes go. */
export function addFitFlags(
  command: Command,
  { target, usual }: { readonly target?: 'optional' | 'needed'; readonly usual?: string } = {},
): void {
  addChoiceFlags(command, { target })
  addCutFlags(command, { usual })
  command
    .option('--missing <policy>', 'missing values: own, nearest, error or the number of a bin', 'own')
    .option('--special <codes>', 'codes with a bin of their own: -9,-8 or col=-9 (may be repeated)', collect)
}

async function runFit(io: Io, data: string, flags: FitFlags): Promise<void> {
  const request = fitRequest(flags)
  const options = reportOptions(io, flags)
  // A file that could not be written would be known only after the whole fit.
  for (const path of [flags.output, flags.report]) if (path !== undefined) await checkOutput(path, flags)
  checkReport(flags)
  if (flags.trace === true) checkTraced(flags)
  if (flags.curves === true) checkCurves(flags)
  checkServerFlags(data, flags)
  if (flags.round !== undefined) checkRound(data, flags)
  if (flags.dryRun === true) return showFirstPass(io, data, flags, request)
  const { fitted, traced, curves } = await withProgress(io, (progress) => fitData(data, request, flags, progress))
  const notes = [...(fitted.notes ?? []), ...ruleNotes(flags, fitted.target !== null)]
  const binning = notes.length === 0 ? fitted : { ...fitted, notes }
  if (flags.output !== undefined) await saveFile(flags.output, binningToJson(binning), flags)
  if (flags.report !== undefined) await saveReport(flags.report, binning, { curves, force: flags.force })
  if (flags.quiet !== true) tellNotes(io, notes, binning.target)
  if (flags.json === true) io.out(binningToJson(binning))
  if (traced !== null) io.show(`${traced({ color: io.color, width: io.width, verbose: flags.verbose })}\n\n`)
  if (flags.quiet === true) return
  if (flags.json !== true) io.show(`${shown(binning, options, flags)}\n`)
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
  if (flags.report !== undefined) io.tell(`report saved as ${flags.report}`)
}

/** The bins as people see them: in short where they are saved and nobody asked for more. */
function shown(binning: Binning, options: BinningReportOptions, flags: FitFlags): string {
  const inShort = flags.output !== undefined && flags.verbose !== true && flags.top === undefined
  return inShort ? shortReport(binning, options) : binningReport(binning, options)
}

/** The SQL that a fit would begin with; nothing is counted. */
async function showFirstPass(io: Io, data: string, flags: FitFlags, request: FitRequest): Promise<void> {
  const { firstPassOf } = await import('../flags/server-flags.ts')
  const { sql, estimate } = await withProgress(io, (progress) => firstPassOf({ data, flags, progress }, request))
  io.out(`${sql.trimEnd()}\n`)
  io.tell(estimate)
}

/** Reads and fits: in parts where `--memory` asks for it and the data is large, else all at once. */
async function fitData(data: string, request: FitRequest, flags: FitFlags, progress: Progress): Promise<Fitted> {
  const run = stepwise(progress, 'fitting')
  const { memory, ...options } = readOptions(flags)
  const server = isServerAddress(data)
  // What looks at rows one by one gets some of them.
  if (server && flags.trace !== true && flags.curves !== true && flags.together !== true) {
    const { fitOnServer } = await import('../flags/server-flags.ts')
    return { fitted: await fitOnServer({ data, flags, progress }, request), traced: null, curves: undefined }
  }
  if (memory !== undefined && !server) {
    // Few ask for it, and the embedded database comes with it.
    const { fitWithin } = await import('../../node/within-memory/fit-within-memory.ts')
    const onProgress = (part: number): void => progress.show('reading', part)
    const fitted = await fitWithin(data, request, { ...options, memory, where: flags.where, onProgress }, run)
    if (fitted !== null) return { fitted, traced: null, curves: undefined }
  }
  const early = await earlyPool(data, options.threads)
  const { opened, found } = await (async () => {
    const fitted =
      early === null || needsRows(flags) ? null : await fitWhileReading(data, request, options, { ...run, pool: early })
    if (fitted !== null) return { opened: null, found: fitted }
    const read = await openData(data, flags, progress)
    return { opened: read, found: await fitOpened(read, request, run, early ?? options.threads) }
  })().finally(() => early?.close())
  if (opened === null) return { fitted: found, traced: null, curves: undefined }
  const fitted = flags.round === undefined ? found : roundFit(found, parseDecimals(flags.round), opened, request)
  const followed = flags.trace === true || (flags.curves === true && fitted.columns.length > 0)
  if (!followed) return { fitted, traced: null, curves: undefined }
  const { traceColumns, tracesReport } = await import('./helpers/trace-columns.ts')
  const traces = await traceColumns(opened, request)
  const curves = flags.curves === true ? await drawCurves(traces, progress) : undefined
  return { fitted, traced: flags.trace === true ? (shape) => tracesReport(traces, shape) : null, curves }
}

/** Whether more is done with the rows than a fit of all of them. */
function needsRows({ where, round, trace, curves }: FitFlags): boolean {
  return where !== undefined || round !== undefined || trace === true || curves === true
}

/** A binning, and where a trace was asked for, what prints it. */
interface Fitted {
  readonly fitted: Binning
  readonly traced: ((shape: ReportOptions) => string) | null
  readonly curves: Readonly<Record<string, ColumnCurves>> | undefined
}

/** What drawing the rows of each column again shows. */
async function drawCurves(traces: readonly ColumnTrace[], progress: Progress): Promise<Record<string, ColumnCurves>> {
  const { columnCurves } = await import('./helpers/column-curves.ts')
  return Object.fromEntries(
    traces.map((trace, i) => {
      progress.show('drawing rows again', i / traces.length)
      return [trace.name, columnCurves(trace)]
    }),
  )
}

function checkRound(data: string, { round = '', memory }: FitFlags): void {
  parseDecimals(round)
  const other = isServerAddress(data) ? 'a table in a database' : memory === undefined ? null : '--memory'
  if (other === null) return
  throw new UsageError(
    `--round counts the rows that move, which it needs here, and does not go with ${other}; save the bins and round them with kerf edit`,
  )
}

/** What is saved is JSON, and a workbook has no curves. */
function checkReport({ output, report, curves }: FitFlags): void {
  if (output !== undefined && isWorkbook(output))
    throw new UsageError(`-o saves the bins as JSON, for other commands; add --report ${output} for a workbook`)
  if (report !== undefined && isWorkbook(report) && curves === true)
    throw new UsageError('--curves is drawn on a page, not in a workbook: end the name of --report in .html')
}

function checkCurves({ report, memory, together }: FitFlags): void {
  if (report === undefined) throw new UsageError('--curves is for the page that --report FILE writes')
  if (memory !== undefined) throw new UsageError('--curves needs all rows in memory and does not go with --memory')
  if (together === true) throw new UsageError('--curves looks at each column by itself and does not go with --together')
}

/** Bytes of a file that surely holds enough rows for threads. */
const LARGE_FILE = 16_777_216

/** Threads for a large file, which start while it is read; null for others, whose rows will tell. */
export async function earlyPool(data: string, threads: number | undefined): Promise<ReadingPool | null> {
  const size = await stat(data).then(
    (found) => found.size,
    () => 0, // not a file, or not there: reading says so
  )
  if (size < LARGE_FILE) return null
  compileLater()
  const pool = await makePool(threads)
  pool.start()
  return pool
}

async function makePool(threads: number | undefined): Promise<ReadingPool> {
  const { readingThreads } = await import('../../node/thread-pool.ts')
  return readingThreads({ threads, here: true })
}

/** Fits what was read, with threads that run already or with so many. */
async function fitOpened(
  opened: Opened,
  request: FitRequest,
  run: RunOptions,
  threads: WorkerPool | number | undefined,
): Promise<Binning> {
  if (opened.kind === 'summaries') return fitSaved(opened.table, request, run)
  const { table } = opened
  const asked = { ...request, source: table.source }
  if (table.rows * table.columns.length < FEW_VALUES) return fitSource(table, asked, run)
  if (typeof threads === 'object') return fitSource(table, asked, { ...run, pool: threads })
  const pool = await makePool(threads)
  try {
    return await fitSource(table, asked, { ...run, pool })
  } finally {
    await pool.close()
  }
}

/** Refuses a trace where columns are not cut one by one from all rows, or where another document is printed. */
function checkTraced({ json, memory, together }: FitFlags): void {
  const other = json === true ? '--json' : memory !== undefined ? '--memory' : together === true ? '--together' : null
  if (other === null) return
  const hint = other === '--json' ? '; kerf trace DATA --column NAME --json prints the steps of one column' : ''
  throw new UsageError(`--trace does not go with ${other}${hint}`)
}

/** The flags as a request; everything that can be wrong without looking at the data is refused here. */
export function fitRequest(flags: FitFlags): FitRequest {
  return {
    ...choiceRequest(flags),
    ...cutRequest(flags),
    missingPolicy: parsePolicy('--missing', flags.missing ?? 'own'),
    reference: parseReference(flags.reference),
  }
}

function parseReference(rows: string | undefined): FitRequest['reference'] {
  return rows === undefined || rows === 'none' ? rows : parseInteger('--reference', rows, 1)
}
