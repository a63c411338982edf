import type { Command } from 'commander'
import type { Comparison } from '../../binning/compare/compare-methods.ts'
import { type CompareRequest, compareSource } from '../../pipeline.ts'
import { compareReport } from '../../reports/terminal/comparison-text.ts'
import { addDataFlags, type DataFlags } from '../flags/data-flags.ts'
import { type Io, Progress, tellNotes } from '../io.ts'
import { methodNamed } from '../flags/method-flags.ts'
import { parseBins, parseCodes, parseInteger, parseList } from '../flags/parse-flags.ts'
import { readTable } from '../load/read-table.ts'
import { UsageError } from '../usage.ts'

interface CompareFlags extends DataFlags {
  readonly target: string
  readonly targetKind: string
  readonly weight?: string
  readonly columns?: string
  readonly exclude?: string
  readonly methods?: string
  readonly bins?: string
  readonly folds: string
  readonly seed: string
  readonly sample?: string
  readonly special?: string[]
  readonly json?: boolean
  readonly perColumn?: boolean
}

const collect = (value: string, previous: string[] | undefined): string[] => [...(previous ?? []), value]

export function addCompare(program: Command, io: Io): void {
  const command = program
    .command('compare')
    .summary('compare methods on the same columns')
    .description(
      'Runs several methods on the number columns of DATA: bins, what they tell about the target on their own rows and ' +
        'on rows held out, and time.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
    .optionsGroup('What to compare:')
    .requiredOption('-t, --target <column>', 'the column the bins should tell about')
    .option('--target-kind <kind>', 'auto, class or numeric', 'auto')
    .option('--methods <list>', 'such as mdlp,variance:significant (default: all that fit the target)')
    .option(
      '-b, --bins <number>',
      'number of bins, or the most, for methods that take one; or a rule such as advised or auto',
    )
    .option('--weight <column>', 'column of row weights')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--special <codes>', 'codes with a bin of their own: -9,-8 or col=-9 (may be repeated)', collect)
    .option('--sample <rows>', 'use at most this many rows, drawn at random')
    .option('--folds <number>', 'parts of the rows, each held out once', '5')
    .option('--seed <number>', 'seed of the folds and of the draw', '0')
    .optionsGroup('Output:')
    .option('--per-column', 'also the best method of every column')
    .option('--json', 'everything, also per column and fold, as JSON')
  addDataFlags(command)
  command
    .addHelpText(
      'after',
      `
Examples:
  kerf compare loans.csv --target default
  kerf compare loans.csv --target default --methods mdlp,chi-merge,equal-frequency --per-column
  kerf compare prices.parquet --target price --bins 5 --folds 10`,
    )
    .action(async (data: string, flags: CompareFlags) => runCompare(io, data, flags))
}

async function runCompare(io: Io, data: string, flags: CompareFlags): Promise<void> {
  const request = compareRequest(flags)
  const progress = new Progress(io)
  let comparison: Comparison
  let source: string
  try {
    const table = await readTable(data, flags, progress)
    source = table.source
    comparison = await compareSource(table, request, {
      onProgress: async (done, total, what) => {
        progress.show(what, done / total)
        await new Promise((resolve) => setImmediate(resolve))
      },
    })
  } finally {
    progress.done()
  }
  tellNotes(io, comparison.notes)
  if (flags.json === true) io.out(`${JSON.stringify(comparison, null, 2)}\n`)
  else {
    const { color, width } = io
    io.out(`${compareReport(comparison, { color, width, source, perColumn: flags.perColumn })}\n`)
  }
}

function compareRequest(flags: CompareFlags): CompareRequest {
  const { targetKind } = flags
  if (targetKind !== 'auto' && targetKind !== 'class' && targetKind !== 'numeric') {
    throw new UsageError(`--target-kind takes auto, class or numeric, got ${JSON.stringify(targetKind)}`)
  }
  const named = flags.methods === undefined ? undefined : parseList(flags.methods)
  // Wrong names are told before the data are read.
  for (const entry of named ?? []) methodNamed(entry.split(':')[0])
  const codes = parseCodes('--special', flags.special ?? [])
  return {
    target: flags.target,
    targetKind,
    weight: flags.weight,
    columns: flags.columns === undefined ? undefined : parseList(flags.columns),
    exclude: flags.exclude === undefined ? undefined : parseList(flags.exclude),
    methods: named,
    bins: flags.bins === undefined ? undefined : parseBins('--bins', flags.bins),
    special: codes.all,
    specialOf: codes.byColumn,
    folds: parseInteger('--folds', flags.folds, 2),
    seed: parseInteger('--seed', flags.seed, 0),
    sample: flags.sample === undefined ? undefined : parseInteger('--sample', flags.sample, 1),
  }
}
