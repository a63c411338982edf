import type { Command } from 'commander'
import { saveFile } from '../../node/files/write-file.ts'
import { recount } from '../../binning/use/recount.ts'
import { roundCuts, roundedColumns, roundedText } from '../../binning/use/round-cuts.ts'
import type { Binning } from '../../binning/binning.ts'
import type { Table } from '../../types.ts'
import { parseDecimals } from './helpers/round-fit.ts'
import { edit } from '../../binning/use/edit.ts'
import { binningToJson } from '../../binning/binning-json.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkName } from '../../plan-fit.ts'
import { tableLike, textColumns } from '../../sources/table-like.ts'
import { binningReport } from '../../reports/terminal/binning-text.ts'
import { addDataFlags, addExamples, readTable } from '../flags/data-flags.ts'
import type { DataFlags } from '../flags/flag-types.ts'
import { reportOptions } from '../flags/parse-flags.ts'
import { type Io, Progress } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'
import { UsageError } from '../exit.ts'
import { changesOf, checkEdit, checkNames, type EditChanges } from './helpers/edit-changes.ts'

interface EditFlags extends DataFlags, EditChanges {
  readonly verbose?: boolean
  readonly data?: string
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly force?: boolean
}

export function addEdit(program: Command, io: Io): void {
  const command = program
    .command('edit')
    .summary('add, remove or move cuts by hand, regroup levels, name bins')
    .description(
      'Changes the cuts of one column of a saved binning, or its groups of levels, and keeps a note of it; or names its bins.',
    )
    .argument('<binning>', 'file saved by kerf fit -o')
    .requiredOption('--column <name>', 'the column to change')
    .option('--add <cuts>', 'add cuts: 18,30')
    .option('--remove <cuts>', 'remove cuts, as printed')
    .option('--move <what>', 'move this cut, or these levels: Oslo,Bergen; with --to')
    .option('--to <where>', 'where --move moves it: a cut; or a group, counted from 0 or by its name, or new')
    .option('--merge <bins>', 'merge bins from the first to the last, counted from 0: 2,3; or these groups of levels')
    .option('--split <group>', 'make every level of a group a group of its own')
    .option('--unseen <policy>', 'levels that the fit did not see: missing, error or a group')
    .option('--round <decimals>', 'round all cuts of the column: 1 for tenths, -3 for thousands; joins no bins')
    .option(
      '--name <names>',
      String.raw`names for all bins in their order: cheap,medium,dear; empty for none: ,,dear; a comma inside of one is \,`,
    )
    .option('--data <data>', 'the rows of the fit, to count the changed bins exactly')
    .option('-o, --output <file>', 'save the changed binning (default: only show it)')
    .option('--verbose', 'show every level of every group')
    .option('--json', 'print the changed binning as JSON')
    .option('--force', 'overwrite the output file')
    .option('--quiet', 'print no notes; with -o, no table either')
  addDataFlags(command)
  addExamples(command, [
    'kerf edit loans.json --column age --add 18 --data loans.csv -o loans-2.json',
    'kerf edit loans.json --column age --move 29.5 --to 30 -o loans.json --force',
    'kerf edit loans.json --column age --name young,middle,old -o named.json',
    String.raw`kerf edit loans.json --column age --name 'young\, or new,middle,old' -o named.json --force`,
    'kerf edit loans.json --column town --move Oslo,Bergen --to new --data loans.csv -o loans-3.json',
    'kerf edit loans.json --column town --merge 0,1 --unseen error -o loans-4.json',
  ])
  command.action(async (path: string, flags: EditFlags) => runEdit(io, path, flags))
}

async function runEdit(io: Io, path: string, flags: EditFlags): Promise<void> {
  checkEdit(flags)
  const saved = loadBinning(path)
  checkName(
    saved.columns.map((column) => column.name),
    flags.column,
  )
  if (flags.data !== undefined && isServerAddress(flags.data)) {
    throw new UsageError(
      '--data of edit reads a file; save the changed bins, and kerf show FILE --data ADDRESS counts them in the database',
    )
  }
  const column = saved.columns.find(({ name }) => name === flags.column)!
  const changes = changesOf(column, flags)
  const table =
    flags.data === undefined
      ? undefined
      : tableLike(saved, await readTable(flags.data, flags, new Progress(io), textColumns(saved)))
  const rounded = flags.round === undefined ? saved : roundColumn(io, saved, flags, table)
  const binning = changes.reduce((current, change) => {
    checkNames(current, change)
    return edit(current, change, table)
  }, rounded)
  if (flags.output !== undefined) await saveFile(flags.output, binningToJson(binning), flags)
  if (flags.json === true) io.out(binningToJson(binning))
  else if (flags.quiet !== true || flags.output === undefined) {
    const shown = { ...binning, columns: binning.columns.filter(({ name }) => name === flags.column) }
    io.show(`${binningReport(shown, reportOptions(io, flags))}\n`)
  }
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
}

/** Rounds the cuts of a column before all other changes, and says how many rows move. */
function roundColumn(io: Io, saved: Binning, flags: EditFlags, table: Table | undefined): Binning {
  const { column: name, round = '' } = flags
  const rounded = roundCuts(saved, parseDecimals(round), name)
  const { target, created } = saved
  const where = { target: target?.name ?? undefined, weights: created.weights }
  const only = (binning: Binning): Binning => ({
    ...binning,
    columns: binning.columns.filter((column) => column.name === name),
  })
  // Rows that move are counted on the rows that are given, whatever was counted before.
  const [before, after] = [only(saved), only(rounded)].map((binning) =>
    table === undefined ? binning : { ...binning, columns: recount(binning, table, where).columns },
  )
  for (const one of roundedColumns(before, after)) io.tell(`note: ${roundedText(one)}`)
  return { ...saved, columns: saved.columns.map((column) => (column.name === name ? after.columns[0] : column)) }
}
