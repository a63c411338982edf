import type { Command } from 'commander'
import { summarizeSource } from '../../summarize-source.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import type { SummarizeRequest } from '../../plan-fit.ts'
import { addChoiceFlags, addDataFlags, addExamples, choiceRequest, collect, readTable } from '../flags/data-flags.ts'
import type { ChoiceFlags, DataFlags } from '../flags/flag-types.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import { type Io, stepwise, withProgress } from '../io.ts'
import { addSummaryOutput, giveSummaries, type SummaryOutputFlags } from './helpers/summary-output.ts'
import { UsageError } from '../exit.ts'

interface SummarizeFlags extends DataFlags, ChoiceFlags, SummaryOutputFlags {
  readonly cells?: string
  readonly shift?: string
}

export function addSummarize(program: Command, io: Io): void {
  const command = program
    .command('summarize')
    .summary('save what bins are made from, without the rows')
    .description(
      'Counts the values of every column of DATA. Bins can be made from the counts later, also from those of several sites.',
    )
    .argument(
      '<data>',
      'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a table in a database; - is standard input',
    )
  addChoiceFlags(command, { verb: 'summarize' })
  command
    .option('--special <codes>', 'codes with a bin of their own: -9,-8 or col=-9 (may be repeated)', collect)
    .optionsGroup('How fine:')
    .option('--cells <number>', 'at most this many cells per column of numbers (default: one per distinct value)')
    .option('--shift <bits>', 'leave out the last bits of every number, from 0 to 52')
  addSummaryOutput(command)
  addDataFlags(command)
  command.addHelpText(
    'after',
    '\nA summary without --cells or --shift holds every distinct value. A coarse one reveals less, but cells with\none row still hold its value.',
  )
  addExamples(command, [
    'kerf summarize visits.csv --target readmitted -o oslo.kerf',
    'kerf summarize visits.csv --target readmitted --cells 1000 -o oslo.json',
  ])
  command.action(async (data: string, flags: SummarizeFlags) => {
    const request = summarizeRequest(flags)
    const summaries = await withProgress(io, async (progress) => {
      if (isServerAddress(data)) {
        const { summarizeOnServer } = await import('../flags/server-flags.ts')
        return summarizeOnServer({ data, flags, progress }, { ...request, source: flags.name })
      }
      const table = await readTable(data, flags, progress)
      const named = { ...request, source: flags.name ?? table.source }
      return summarizeSource(table, named, stepwise(progress, 'summarizing'))
    })
    await giveSummaries(io, summaries, flags)
  })
}

function summarizeRequest(flags: SummarizeFlags): SummarizeRequest {
  if (flags.cells !== undefined && flags.shift !== undefined)
    throw new UsageError('--cells and --shift cannot be used together')
  const shift = flags.shift === undefined ? undefined : parseInteger('--shift', flags.shift, 0)
  if (shift !== undefined && shift > 52)
    throw new UsageError(`--shift takes a whole number from 0 to 52, got "${shift}"`)
  return {
    ...choiceRequest(flags),
    cells: flags.cells === undefined ? undefined : parseInteger('--cells', flags.cells, 1),
    shift,
  }
}
