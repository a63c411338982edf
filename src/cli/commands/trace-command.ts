import type { Command } from 'commander'
import { toReadableJson } from '../../util/saved-json.ts'
import { addCutFlags, addMethodFlags, type CutFlags, cutRequest } from '../flags/cut-flags.ts'
import {
  addChoiceFlags,
  addDataFlags,
  addExamples,
  type ChoiceFlags,
  choiceRequest,
  collect,
  type DataFlags,
  openData,
} from '../flags/data-flags.ts'
import { type Io, tellNotes, withProgress } from '../io.ts'
import { type ColumnTrace, traceOne, tracesReport } from './helpers/trace-columns.ts'

interface TraceFlags extends DataFlags, ChoiceFlags, CutFlags {
  readonly column: string
  readonly json?: boolean
  readonly verbose?: boolean
}

export function addTrace(program: Command, io: Io): void {
  const command = program
    .command('trace')
    .summary('follow a method step by step on one column')
    .description(
      'Follows a method on one column of DATA: every part it looks at with its candidates, what a cut had to gain and ' +
        'whether it did, every merge, every rank. The cuts are those of kerf fit. A tree is followed by kerf tree --trace.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a summary file; - is standard input')
    .requiredOption('--column <name>', 'the column to follow')
  addChoiceFlags(command, { verb: 'follow', without: ['columns', 'exclude'] })
  addCutFlags(command, { perColumn: false })
  command
    .option('--special <codes>', 'codes that no cut sees: -9,-8 or col=-9 (may be repeated)', collect)
    .optionsGroup('Output:')
    .option('--json', 'print the steps as JSON')
    .option('--verbose', 'show every candidate and every step')
  addDataFlags(command)
  addMethodFlags(command)
  addExamples(command, [
    'kerf trace iris.csv --column petal_length --target species',
    'kerf trace iris.csv --column petal_width --target species --method chi-merge',
    'kerf trace iris.csv --column sepal_length --method equal-frequency --bins 4',
    'kerf trace loans.csv --column age --target default --json > steps.json',
  ])
  command.action(async (data: string, flags: TraceFlags) => runTrace(io, data, flags))
}

async function runTrace(io: Io, data: string, flags: TraceFlags): Promise<void> {
  const request = { ...choiceRequest(flags), ...cutRequest(flags) }
  const trace = await withProgress(io, async (progress) =>
    traceOne(await openData(data, flags, progress), request, flags.column),
  )
  tellNotes(io, [...trace.notes, ...trace.proposal.notes], trace.target)
  if (flags.json === true) io.out(`${toReadableJson(traceDocument(trace))}\n`)
  else io.show(`${tracesReport([trace], { color: io.color, width: io.width, verbose: flags.verbose })}\n`)
}

/** What `--json` prints: the column, the cuts of the fit, and the steps that lead to them. */
function traceDocument({ name, kind, target, proposal, steps }: ColumnTrace): object {
  const { method, options, closed, cuts } = proposal
  return { format: 'kerf-trace', version: 1, column: name, kind, target, method, options, closed, cuts, steps }
}
