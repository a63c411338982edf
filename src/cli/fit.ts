import type { Command } from 'commander'
import { toJson } from '../binning/json.ts'
import type { Binning } from '../binning/binning.ts'
import { saveText } from './save.ts'
import { threadPool } from '../node/thread-pool.ts'
import { type FitRequest, fitSource } from '../pipeline.ts'
import { binningReport } from '../reports/terminal/binning.ts'
import { addDataFlags, type DataFlags } from './data-flags.ts'
import { type Io, Progress, tellNotes } from './io.ts'
import { addMethodFlags, methodNamed, methodOptions } from './method-flags.ts'
import { parseCodes, parseInteger, parseList, parsePolicy } from './parse.ts'
import { readTable } from './read-table.ts'
import { reportOptions } from './report-options.ts'
import { readSpec } from './spec.ts'
import { UsageError } from './usage.ts'

interface FitFlags extends DataFlags {
  readonly target?: string
  readonly targetKind?: string
  readonly event?: string
  readonly weight?: string
  readonly method?: string
  readonly together?: boolean
  readonly preset?: string
  readonly bins?: string
  readonly closed?: string
  readonly readable?: boolean
  readonly columns?: string
  readonly exclude?: string
  readonly missing?: string
  readonly special?: string[]
  readonly cuts?: string[]
  readonly spec?: string
  readonly sample?: string
  readonly seed?: string
  readonly output?: string
  readonly json?: boolean
  readonly force?: boolean
  readonly top?: string
  readonly verbose?: boolean
}

const collect = (value: string, previous: string[] | undefined): string[] => [...(previous ?? []), value]

export function addFit(program: Command, io: Io): void {
  const command = program
    .command('fit')
    .summary('find bins for the columns of a file')
    .description('Finds bins for every column of DATA and shows them, or saves them with -o.')
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
    .optionsGroup('What to bin:')
    .option('-t, --target <column>', 'the column the bins should tell apart')
    .option('--target-kind <kind>', 'auto, class or numeric', 'auto')
    .option('--event <class>', 'the class that rates, WoE and IV speak of (default: the second of two)')
    .option('--weight <column>', 'column of row weights')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--sample <rows>', 'fit on at most this many rows, drawn at random')
    .option('--seed <number>', 'seed of the draw', '0')
    .optionsGroup('How to cut:')
    .option(
      '-m, --method <name>',
      'see kerf methods (default: mdlp for classes, variance for a number, else equal-frequency)',
    )
    .option('-b, --bins <number>', 'number of bins, or the most a method may make')
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
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the binning as JSON')
    .option('--json', 'print the saved binning instead of a table')
    .option('--force', 'overwrite the output file')
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
  kerf fit prices.csv --method equal-frequency --bins 5 --readable
  cat rows.csv | kerf fit - --target class --json > bins.json`,
    )
    .action(async (data: string, flags: FitFlags) => runFit(io, data, flags))
}

async function runFit(io: Io, data: string, flags: FitFlags): Promise<void> {
  const request = fitRequest(flags)
  const progress = new Progress(io)
  const pool = threadPool(flags.threads === undefined ? {} : { threads: parseInteger('--threads', flags.threads, 1) })
  let binning: Binning
  try {
    const table = await readTable(data, flags, progress)
    binning = await fitSource(
      table,
      { ...request, source: table.source },
      {
        pool,
        onProgress: async (done, total, column) => {
          progress.show(`fitting ${column}`, done / total)
          await new Promise((resolve) => setImmediate(resolve))
        },
      },
    )
  } finally {
    progress.done()
    await pool.close()
  }
  if (flags.output !== undefined) await saveText(flags.output, toJson(binning), flags.force === true)
  tellNotes(io, binning.notes ?? [])
  if (flags.json === true) io.out(toJson(binning))
  else io.out(`${binningReport(binning, reportOptions(io, flags))}\n`)
  if (flags.output !== undefined) io.err(`saved as ${flags.output}\n`)
}

/** The flags as a request; everything that can be wrong without looking at the data is refused here. */
function fitRequest(flags: FitFlags): FitRequest {
  const { targetKind = 'auto', closed, cuts = [], special = [] } = flags
  if (targetKind !== 'auto' && targetKind !== 'class' && targetKind !== 'numeric') {
    throw new UsageError(`--target-kind takes auto, class or numeric, got ${JSON.stringify(targetKind)}`)
  }
  if (closed !== undefined && closed !== 'left' && closed !== 'right') {
    throw new UsageError(`--closed takes left or right, got ${JSON.stringify(closed)}`)
  }
  const method = flags.method === undefined ? undefined : methodNamed(flags.method)
  if (flags.together === true && method?.name !== 'chi2') throw new UsageError('--together needs --method chi2')
  const codes = parseCodes('--special', special)
  const ownCuts = parseCodes('--cuts', cuts)
  if (ownCuts.all.length > 0 && method?.name !== 'fixed') {
    throw new UsageError('--cuts takes column=list, such as age=18,30; a bare list needs --method fixed')
  }
  return {
    target: flags.target,
    targetKind,
    event: flags.event,
    weight: flags.weight,
    columns: flags.columns === undefined ? undefined : parseList(flags.columns),
    exclude: flags.exclude === undefined ? undefined : parseList(flags.exclude),
    method,
    together: flags.together,
    bins: flags.bins === undefined ? undefined : parseInteger('--bins', flags.bins, 1),
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
    sample: flags.sample === undefined ? undefined : parseInteger('--sample', flags.sample, 1),
    seed: parseInteger('--seed', flags.seed ?? '0', 0),
  }
}
