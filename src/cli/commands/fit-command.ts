import { resolve as absolute } from 'node:path'
import type { Command } from 'commander'
import { toJson } from '../../binning/binning-json.ts'
import type { Binning } from '../../binning/binning.ts'
import { saveText } from '../load/save-text.ts'
import { type FitRequest, fitSaved, fitSource } from '../../pipeline.ts'
import { FEW_VALUES } from '../../workers/worker-pool.ts'
import { fitWithin } from '../../node/within/fit-within.ts'
import { checkOutput } from '../../node/files/write-file.ts'
import { binningReport } from '../../reports/terminal/binning-text.ts'
import { addChoiceFlags, type ChoiceFlags, choiceRequest, collect } from '../flags/choice-flags.ts'
import { addDataFlags, type DataFlags, readOptions } from '../flags/data-flags.ts'
import { type Io, Progress, stepwise, tellNotes } from '../io.ts'
import { addMethodFlags, methodNamed, methodOptions } from '../flags/method-flags.ts'
import { openData } from '../load/open-data.ts'
import { parseBins, parseCodes, parsePolicy } from '../flags/parse-flags.ts'
import { saveReport } from './report-command.ts'
import { reportOptions } from '../flags/report-flags.ts'
import { readSpec } from '../flags/column-spec.ts'
import { UsageError } from '../usage.ts'

export interface FitFlags extends DataFlags, ChoiceFlags {
  readonly method?: string
  readonly together?: boolean
  readonly preset?: string
  readonly bins?: string
  readonly closed?: string
  readonly readable?: boolean
  readonly missing?: string
  readonly special?: string[]
  readonly cuts?: string[]
  readonly spec?: string
  readonly output?: string
  readonly report?: string
  readonly json?: boolean
  readonly force?: boolean
  readonly top?: string
  readonly verbose?: boolean
}

export function addFit(program: Command, io: Io): void {
  const command = program
    .command('fit')
    .summary('find bins for the columns of a file')
    .description('Finds bins for every column of DATA and shows them, or saves them with -o.')
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a summary file; - is standard input')
  addChoiceFlags(command, 'bin')
  addFitFlags(command)
  command
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the binning as JSON')
    .option('--report <file>', 'write an HTML page with charts, of one file')
    .option('--json', 'print the saved binning instead of a table')
    .option('--force', 'overwrite the output files')
    .option('--top <number>', 'show only so many columns in full, the most telling first')
    .option('--verbose', 'show every bin and every reason')
  addDataFlags(command)
  command.optionsGroup('Options of methods:')
  addMethodFlags(command)
  command
    .addHelpText(
      'after',
      `
Examples:
  kerf fit iris.csv --target species
  kerf fit loans.parquet --target default --event yes --special -9,-8 -o loans.json
  kerf fit loans.parquet --target default --report loans.html
  kerf fit prices.csv --method equal-frequency --bins 5 --readable
  cat rows.csv | kerf fit - --target class --json > bins.json
  kerf fit all-sites.kerf --method chi-merge`,
    )
    .action(async (data: string, flags: FitFlags) => runFit(io, data, flags))
}

/** How to cut, as every command takes it that fits. */
export function addFitFlags(command: Command): void {
  command
    .optionsGroup('How to cut:')
    .option(
      '-m, --method <name>',
      'see kerf methods (default: mdlp for classes, variance for a number, else equal-frequency)',
    )
    .option(
      '-b, --bins <number>',
      'number of bins, or the most a method may make; or a rule: advised, auto, sturges, scott, freedman-diaconis',
    )
    .option('--together', 'with chi2: bin the columns together, drop those the others make superfluous')
    .option('--preset <name>', 'a named set of options of the method')
    .option('--closed <end>', 'which end of a bin belongs to it: left or right')
    .option('--readable', 'replace each cut by the shortest decimal that moves no row')
    .option('--cuts <column=list>', 'your own cuts of a column: age=18,30 (may be repeated)', collect)
    .option(
      '--spec <file>',
      'JSON file of method and options per column: {"age": {"method": "fixed", "cuts": [18, 30]}}',
    )
    .option('--missing <policy>', 'missing values: own, nearest, error or the number of a bin', 'own')
    .option('--special <codes>', 'codes with a bin of their own: -9,-8 or col=-9 (may be repeated)', collect)
}

async function runFit(io: Io, data: string, flags: FitFlags): Promise<void> {
  const request = fitRequest(flags)
  const force = flags.force === true
  // A file that could not be written would be known only after the whole fit.
  for (const path of [flags.output, flags.report]) if (path !== undefined) await checkOutput(path, { force })
  const progress = new Progress(io)
  let binning: Binning
  try {
    binning = tellRule(flags, await fitData(data, request, flags, progress))
  } finally {
    progress.done()
  }
  if (flags.output !== undefined) await saveText(flags.output, toJson(binning), force)
  if (flags.report !== undefined) await saveReport(flags.report, binning, { force })
  tellNotes(io, binning.notes ?? [])
  if (flags.json === true) io.out(toJson(binning))
  else io.out(`${binningReport(binning, reportOptions(io, flags))}\n`)
  if (flags.output !== undefined) io.err(`saved as ${flags.output}\n`)
  if (flags.report !== undefined) io.err(`report saved as ${flags.report}\n`)
}

/** Reads and fits: in parts where `--memory` asks for it and the data is large, else all at once. */
async function fitData(data: string, request: FitRequest, flags: FitFlags, progress: Progress): Promise<Binning> {
  const run = stepwise(progress, 'fitting')
  const { memory, ...options } = readOptions(flags)
  if (memory !== undefined) {
    const onProgress = (part: number): void => progress.show('reading', part)
    const fitted = await fitWithin(data, request, { ...options, memory, where: flags.where, onProgress }, run)
    if (fitted !== null) return fitted
  }
  const opened = await openData(data, flags, progress)
  if (opened.kind === 'summaries') return fitSaved(opened.table, request, run)
  const { table } = opened
  const asked = { ...request, source: table.source }
  if (table.rows * table.columns.length < FEW_VALUES) return fitSource(table, asked, run)
  const { threadPool } = await import('../../node/thread-pool.ts')
  const pool = threadPool({ threads: options.threads, here: true })
  try {
    return await fitSource(table, asked, { ...run, pool })
  } finally {
    await pool.close()
  }
}

/** What is taken for a rule for the number of bins where no method is named. */
const RULED = 'equal-frequency'

/** A note where a rule for the number of bins has decided by which method a target's columns are cut. */
export function tellRule({ method, bins }: FitFlags, binning: Binning): Binning {
  if (method !== undefined || binning.target === null || !Number.isNaN(Number(bins ?? 0))) return binning
  const usual = binning.target.kind === 'class' ? 'mdlp' : 'variance'
  const message = `cut by ${RULED}, since ${usual} takes no rule such as --bins ${bins}; --method names another`
  return { ...binning, notes: [...(binning.notes ?? []), { code: 'bin-count', message }] }
}

/** The flags as a request; everything that can be wrong without looking at the data is refused here. */
export function fitRequest(flags: FitFlags): FitRequest {
  const { closed, cuts = [], special = [] } = flags
  const choice = choiceRequest(flags)
  if (flags.report !== undefined && flags.output !== undefined && absolute(flags.report) === absolute(flags.output)) {
    throw new UsageError(`-o and --report name the same file ${JSON.stringify(flags.report)}`)
  }
  if (closed !== undefined && closed !== 'left' && closed !== 'right') {
    throw new UsageError(`--closed takes left or right, got ${JSON.stringify(closed)}`)
  }
  const bins = flags.bins === undefined ? undefined : parseBins('--bins', flags.bins)
  // What finds the number of bins itself takes no rule for it.
  const usual = typeof bins === 'string' ? methodNamed(RULED) : undefined
  const method = flags.method === undefined ? usual : methodNamed(flags.method)
  if (flags.together === true && method?.name !== 'chi2') throw new UsageError('--together needs --method chi2')
  const codes = parseCodes('--special', special)
  const ownCuts = parseCodes('--cuts', cuts)
  if (ownCuts.all.length > 0 && method?.name !== 'fixed') {
    throw new UsageError('--cuts takes column=list, such as age=18,30; a bare list needs --method fixed')
  }
  return {
    ...choice,
    method,
    together: flags.together,
    bins,
    options: {
      ...methodOptions(flags as unknown as Record<string, unknown>, method),
      ...(ownCuts.all.length > 0 ? { cuts: ownCuts.all } : {}),
      ...(flags.preset === undefined ? {} : { preset: flags.preset }),
      ...(closed === undefined ? {} : { closed }),
      ...(flags.readable === true ? { readable: true } : {}),
    },
    missingPolicy: parsePolicy('--missing', flags.missing ?? 'own'),
    special: codes.all,
    specialOf: codes.byColumn,
    cutsOf: ownCuts.byColumn,
    perColumn: flags.spec === undefined ? undefined : readSpec(flags.spec),
  }
}
