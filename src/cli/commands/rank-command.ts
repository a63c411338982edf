import type { Command } from 'commander'
import { columnGroups } from '../../binning/compare/column-groups.ts'
import { rankColumns, type Ranking } from '../../binning/compare/rank-columns.ts'
import { fitSource } from '../../pipeline.ts'
import { rankCsv, rankMarkdown } from '../../reports/rank-texts.ts'
import { rankGroupsReport } from '../../reports/terminal/rank-groups-text.ts'
import { rankReport } from '../../reports/terminal/ranking-text.ts'
import { addDataFlags, addExamples, readTable, addScansFlag, checkServerFlags } from '../flags/data-flags.ts'
import { oneOf, reportOptions } from '../flags/parse-flags.ts'
import { addFitFlags, type FitFlags, fitRequest } from './fit-command.ts'
import { type Io, stepwise, tellNotes, withProgress } from '../io.ts'
import { addMethodFlags, ruleNotes } from '../flags/cut-flags.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { UsageError } from '../exit.ts'

interface RankFlags extends FitFlags {
  readonly as: string
}

export function addRank(program: Command, io: Io): void {
  const command = program
    .command('rank')
    .summary('rank columns by what they tell about the target')
    .description(
      'Ranks the columns of DATA by how much they tell about the target: gain, gain ratio, IV, V and p-value. ' +
        'Categories are taken as they are, numbers in bins by a method.',
    )
    .argument(
      '<data>',
      'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; a table in a database; - is standard input',
    )
  addFitFlags(command, { target: 'needed' })
  command
    .optionsGroup('Output:')
    .option('--as <form>', 'table, csv, markdown or json', 'table')
    .option('--json', 'the same as --as json')
    .option('--top <number>', 'list only this many columns, the most telling first')
    .option('--verbose', 'show every group too: the entropy of the target where its value is known')
  addDataFlags(command)
  addScansFlag(command)
  addMethodFlags(command)
  addExamples(command, [
    'kerf rank vehicles.csv --target efficiency',
    'kerf rank vehicles.csv --target efficiency --verbose',
    'kerf rank loans.parquet --target default --event yes --top 10',
    'kerf rank loans.csv --target default --method equal-frequency --bins 5',
    'kerf rank prices.csv --target price --as csv > ranked.csv',
  ])
  command.action(async (data: string, flags: RankFlags) => runRank(io, data, flags))
}

async function runRank(io: Io, data: string, flags: RankFlags): Promise<void> {
  const form = oneOf('--as', flags.json === true ? 'json' : flags.as, ['table', 'csv', 'markdown', 'json'])
  const { most, verbose, ...options } = reportOptions(io, flags)
  if (verbose && form !== 'table' && form !== 'json')
    throw new UsageError(`--verbose goes with --as table or json, got ${form}`)
  const request = fitRequest(flags)
  checkServerFlags(data, flags)
  const binning = await withProgress(io, async (progress) => {
    if (isServerAddress(data)) {
      const { fitOnServer } = await import('../flags/server-flags.ts')
      return fitOnServer({ data, flags, progress }, request)
    }
    const table = await readTable(data, flags, progress)
    return fitSource(table, { ...request, source: table.source }, stepwise(progress, 'fitting'))
  })
  tellNotes(io, [...(binning.notes ?? []), ...ruleNotes(flags, true)], binning.target)
  const ranking = rankColumns(binning)
  const top: Ranking = { ...ranking, columns: ranking.columns.slice(0, most) }
  const withGroups = verbose === true && ranking.target.kind === 'class'
  if (form === 'json') {
    const values = (name: string): object => (withGroups ? { values: columnGroups(binning, name) } : {})
    const columns = top.columns.map((column) => ({ ...column, ...values(column.name) }))
    io.out(`${JSON.stringify({ ...top, columns }, null, 2)}\n`)
  } else if (form === 'csv') io.out(rankCsv(top))
  else if (form === 'markdown') io.show(rankMarkdown(top))
  else {
    io.show(`${rankReport(ranking, { ...options, most })}\n`)
    if (withGroups) io.show(`\n${rankGroupsReport(top, (name) => columnGroups(binning, name), options)}\n`)
    else if (verbose === true) io.tell('--verbose tells the entropy of classes; a numeric target has none')
  }
}
