import { basename } from 'node:path'
import type { Command } from 'commander'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { addChoiceFlags, addDataFlags, addExamples, choiceRequest, collect, openData } from '../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../flags/flag-types.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import { toReadableJson } from '../../util/saved-json.ts'
import { addCutFlags, addMethodFlags, type CutFlags, cutRequest } from '../flags/cut-flags.ts'
import { type Io, tellNotes, withProgress } from '../io.ts'
import { columnCurves, FEW_DRAWS, LARGE_COLUMN, MANY_DRAWS } from './helpers/column-curves.ts'
import { type ColumnTrace, traceOne, tracesReport } from './helpers/trace-columns.ts'

interface TraceFlags extends DataFlags, ChoiceFlags, CutFlags {
  readonly column: string
  readonly json?: boolean
  readonly verbose?: boolean
  readonly output?: string
  readonly title?: string
  readonly resamples?: string
  readonly force?: boolean
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
    .option(
      '-o, --output <file>',
      'write the steps as an HTML page to play through, with how stable the cuts are and what more bins would tell',
    )
    .option('--title <text>', 'title of the page')
    .option(
      '--resamples <number>',
      `draw the rows again this often for the page; 0 is never (default: ${MANY_DRAWS}, ${FEW_DRAWS} above ${LARGE_COLUMN} distinct values)`,
    )
    .option('--force', 'overwrite the page')
  addDataFlags(command)
  addMethodFlags(command)
  addExamples(command, [
    'kerf trace iris.csv --column petal_length --target species',
    'kerf trace iris.csv --column petal_length --target species -o steps.html',
    'kerf trace iris.csv --column petal_width --target species --method chi-merge',
    'kerf trace iris.csv --column sepal_length --method equal-frequency --bins 4',
    'kerf trace loans.csv --column age --target default --json > steps.json',
  ])
  command.action(async (data: string, flags: TraceFlags) => runTrace(io, data, flags))
}

async function runTrace(io: Io, data: string, flags: TraceFlags): Promise<void> {
  const resamples = flags.resamples === undefined ? null : parseInteger('--resamples', flags.resamples, 0)
  if (flags.output !== undefined) await checkOutput(flags.output, flags)
  const request = { ...choiceRequest(flags), ...cutRequest(flags) }
  const trace = await withProgress(io, async (progress) =>
    traceOne(await openData(data, flags, progress), request, flags.column),
  )
  tellNotes(io, [...trace.notes, ...trace.proposal.notes], trace.target)
  if (flags.output !== undefined) {
    await saveFile(flags.output, await pageOf(trace, data, flags, resamples), flags)
    io.tell(`page saved as ${flags.output}`)
  }
  if (flags.json === true) io.out(`${toReadableJson(traceDocument(trace))}\n`)
  else if (flags.output === undefined)
    io.show(`${tracesReport([trace], { color: io.color, width: io.width, verbose: flags.verbose })}\n`)
}

/** The page, with where cuts fall when the rows are drawn again. */
async function pageOf(trace: ColumnTrace, data: string, flags: TraceFlags, asked: number | null): Promise<string> {
  const { name, kind, target, steps } = trace
  const { tracePage } = await import('../../reports/html/trace/trace-page.ts')
  const event = target?.kind === 'class' ? (target.event ?? undefined) : undefined
  return tracePage(steps, {
    column: name,
    target: target?.name ?? undefined,
    event,
    kind: kind === 'date' ? 'date' : 'number',
    title: flags.title,
    source: data === '-' ? undefined : basename(data),
    ...columnCurves(trace, asked),
  })
}

/** What `--json` prints: the column, the cuts of the fit, and the steps that lead to them. */
function traceDocument({ name, kind, target, proposal, steps }: ColumnTrace): object {
  const { method, options, closed, cuts } = proposal
  return { format: 'kerf-trace', version: 1, column: name, kind, target, method, options, closed, cuts, steps }
}
