import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import { rankColumns, type Ranking } from '../../binning/compare/rank-columns.ts'
import { fitSource } from '../../pipeline.ts'
import { rankCsv, rankMarkdown } from '../../reports/rank-texts.ts'
import { rankReport } from '../../reports/terminal/ranking-text.ts'
import { addChoiceFlags } from '../flags/choice-flags.ts'
import { addDataFlags } from '../flags/data-flags.ts'
import { addFitFlags, type FitFlags, fitRequest, tellRule } from './fit-command.ts'
import { type Io, Progress, tellNotes } from '../io.ts'
import { addMethodFlags } from '../flags/method-flags.ts'
import { readTable } from '../load/read-table.ts'
import { reportOptions } from '../flags/report-flags.ts'
import { UsageError } from '../usage.ts'

interface RankFlags extends FitFlags {
  readonly as: string
}

export function addRank(program: Command, io: Io): void {
  const command = program
    .command('rank')
    .summary('rank columns by what they tell about the target')
    .description(
      'Ranks the columns of DATA by how much of the target they tell: gain, gain ratio, IV, V and p-value. ' +
        'Categories are taken as they are, numbers in bins by a method.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  addChoiceFlags(command, 'bin', { target: 'needed' })
  addFitFlags(command)
  command
    .optionsGroup('Output:')
    .option('--as <form>', 'table, csv, markdown or json', 'table')
    .option('--json', 'the same as --as json')
    .option('--top <number>', 'list only so many columns, the most telling first')
  addDataFlags(command)
  command.optionsGroup('Options of methods:')
  addMethodFlags(command)
  command
    .addHelpText(
      'after',
      `
Examples:
  kerf rank vehicles.csv --target efficiency
  kerf rank loans.parquet --target default --event yes --top 10
  kerf rank loans.csv --target default --method equal-frequency --bins 5
  kerf rank prices.csv --target price --as csv > ranked.csv`,
    )
    .action(async (data: string, flags: RankFlags) => runRank(io, data, flags))
}

async function runRank(io: Io, data: string, flags: RankFlags): Promise<void> {
  const form = flags.json === true ? 'json' : flags.as
  if (!['table', 'csv', 'markdown', 'json'].includes(form)) {
    throw new UsageError(`--as takes table, csv, markdown or json, got ${JSON.stringify(form)}`)
  }
  const { most, ...options } = reportOptions(io, flags)
  const request = fitRequest(flags)
  const progress = new Progress(io)
  let binning: Binning
  try {
    const table = await readTable(data, flags, progress)
    binning = await fitSource(
      table,
      { ...request, source: table.source },
      {
        onProgress: async (done, total, column) => {
          progress.show(`fitting ${column}`, done / total)
          await new Promise((resolve) => setImmediate(resolve))
        },
      },
    )
  } finally {
    progress.done()
  }
  tellNotes(io, tellRule(flags, binning).notes ?? [])
  const ranking = rankColumns(binning)
  const top: Ranking = { ...ranking, columns: ranking.columns.slice(0, most) }
  if (form === 'json') io.out(`${JSON.stringify(top, null, 2)}\n`)
  else if (form === 'csv') io.out(rankCsv(top))
  else if (form === 'markdown') io.out(rankMarkdown(top))
  else io.out(`${rankReport(ranking, { ...options, most })}\n`)
}
