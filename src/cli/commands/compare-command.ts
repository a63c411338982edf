import type { Command } from 'commander'
import { compareSource } from '../../pipeline.ts'
import type { CompareRequest } from '../../plan-fit.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { checkRows } from '../../plan-fit.ts'
import { comparePage } from '../../reports/html/compare-page.ts'
import { compareReport } from '../../reports/terminal/comparison-text.ts'
import { addChoiceFlags, addDataFlags, addExamples, choiceRequest, collect, readTable } from '../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../flags/flag-types.ts'
import { parseBins, parseInteger, parseList } from '../flags/parse-flags.ts'
import { type Io, stepwise, tellNotes, withProgress } from '../io.ts'
import { UsageError } from '../exit.ts'
import { methodNamed } from '../flags/cut-flags.ts'

interface CompareFlags extends DataFlags, ChoiceFlags {
  readonly target: string
  readonly methods?: string
  readonly bins?: string
  readonly folds: string
  readonly json?: boolean
  readonly perColumn?: boolean
  readonly report?: string
  readonly title?: string
  readonly force?: boolean
}

export function addCompare(program: Command, io: Io): void {
  const command = program
    .command('compare')
    .summary('compare methods on the same columns')
    .description(
      'Runs several methods on the number columns of DATA and says which is better there, or that none is: bins, what they ' +
        'tell about the target on their own rows and on rows held out, how far each is behind the best, and time.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  addChoiceFlags(command, {
    verb: 'compare',
    target: 'needed',
    without: ['event'],
    about: { seed: 'seed of the folds and of the draw' },
  })
  command
    .option('--special <codes>', 'codes with a bin of their own: -9,-8 or col=-9 (may be repeated)', collect)
    .optionsGroup('How to compare:')
    .option('--methods <list>', 'such as mdlp,variance:significant (default: all that suit the target)')
    .option(
      '-b, --bins <number>',
      'number of bins, or the most, for methods that take one; or a rule such as advised or auto',
    )
    .option('--folds <number>', 'parts of the rows, each held out once', '5')
    .optionsGroup('Output:')
    .option('--per-column', 'also the best method of every column')
    .option('--json', 'everything, also per column and fold, as JSON')
    .option('--report <file>', 'also write an HTML page, in one file')
    .option('--title <text>', 'title of the page')
    .option('--force', 'overwrite the page')
  addDataFlags(command)
  addExamples(command, [
    'kerf compare loans.csv --target default',
    'kerf compare loans.csv --target default --methods mdlp,chi-merge,equal-frequency --per-column',
    'kerf compare prices.parquet --target price --bins 5 --folds 10 --report compared.html',
  ])
  command.action(async (data: string, flags: CompareFlags) => runCompare(io, data, flags))
}

async function runCompare(io: Io, data: string, flags: CompareFlags): Promise<void> {
  const request = compareRequest(flags)
  if (flags.title !== undefined && flags.report === undefined) {
    throw new UsageError('--title needs --report, the page that it stands on')
  }
  if (flags.report !== undefined) await checkOutput(flags.report, flags)
  const { comparison, source } = await withProgress(io, async (progress) => {
    const table = await readTable(data, flags, progress)
    checkRows(table.rows, table.source)
    return {
      comparison: await compareSource(table, request, stepwise(progress, '')),
      source: table.source,
    }
  })
  tellNotes(io, comparison.notes, comparison.target)
  if (flags.json === true) io.out(`${JSON.stringify(comparison, null, 2)}\n`)
  else {
    const { color, width } = io
    io.show(`${compareReport(comparison, { color, width, source, perColumn: flags.perColumn })}\n`)
  }
  if (flags.report !== undefined) {
    await saveFile(flags.report, comparePage(comparison, { title: flags.title, source }), flags)
    io.tell(`report saved as ${flags.report}`)
  }
}

function compareRequest(flags: CompareFlags): CompareRequest {
  const named = flags.methods === undefined ? undefined : parseList(flags.methods)
  // Wrong names are told before the data are read.
  for (const entry of named ?? []) methodNamed(entry.split(':')[0])
  return {
    ...choiceRequest(flags),
    target: flags.target,
    methods: named,
    bins: flags.bins === undefined ? undefined : parseBins('--bins', flags.bins),
    folds: parseInteger('--folds', flags.folds, 2),
  }
}
