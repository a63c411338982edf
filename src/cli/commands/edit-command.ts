import type { Command } from 'commander'
import { saveFile } from '../../node/files/write-file.ts'
import { type Change, edit } from '../../binning/use/edit.ts'
import { binningToJson } from '../../binning/binning-json.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkName } from '../../plan-fit.ts'
import { tableLike, textColumns } from '../../sources/table-like.ts'
import { binningReport } from '../../reports/terminal/binning-text.ts'
import { addDataFlags, addExamples, readTable } from '../flags/data-flags.ts'
import type { DataFlags } from '../flags/flag-types.ts'
import { parseNumbers } from '../flags/parse-flags.ts'
import { type Io, Progress } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'
import { UsageError } from '../exit.ts'

interface EditFlags extends DataFlags {
  readonly column: string
  readonly add?: string
  readonly remove?: string
  readonly move?: string
  readonly to?: string
  readonly merge?: string
  readonly name?: string
  readonly data?: string
  readonly output?: string
  readonly json?: boolean
  readonly force?: boolean
}

export function addEdit(program: Command, io: Io): void {
  const command = program
    .command('edit')
    .summary('add, remove or move cuts by hand, name bins')
    .description('Changes the cuts of one column of a saved binning and keeps a note of it, or names its bins.')
    .argument('<binning>', 'file saved by kerf fit -o')
    .requiredOption('--column <name>', 'the column to change')
    .option('--add <cuts>', 'add cuts: 18,30')
    .option('--remove <cuts>', 'remove cuts, as printed')
    .option('--move <cut>', 'move this cut, with --to')
    .option('--to <cut>', 'where --move moves it')
    .option('--merge <bins>', 'merge bins from the first to the last, counted from 0: 2,3')
    .option('--name <names>', 'names for all bins in their order: cheap,medium,dear; empty for none: ,,dear')
    .option('--data <data>', 'the rows of the fit, to count the changed bins exactly')
    .option('-o, --output <file>', 'save the changed binning (default: only show it)')
    .option('--json', 'print the changed binning as JSON')
    .option('--force', 'overwrite the output file')
  addDataFlags(command)
  addExamples(command, [
    'kerf edit loans.json --column age --add 18 --data loans.csv -o loans-2.json',
    'kerf edit loans.json --column age --move 29.5 --to 30 -o loans.json --force',
    'kerf edit loans.json --column age --name young,middle,old -o named.json',
  ])
  command.action(async (path: string, flags: EditFlags) => runEdit(io, path, flags))
}

async function runEdit(io: Io, path: string, flags: EditFlags): Promise<void> {
  const changes = changesOf(flags)
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
  const table =
    flags.data === undefined
      ? undefined
      : tableLike(saved, await readTable(flags.data, flags, new Progress(io), textColumns(saved)))
  const binning = changes.reduce((current, change) => edit(current, change, table), saved)
  if (flags.output !== undefined) await saveFile(flags.output, binningToJson(binning), flags)
  if (flags.json === true) io.out(binningToJson(binning))
  else {
    const shown = { ...binning, columns: binning.columns.filter((column) => column.name === flags.column) }
    io.show(`${binningReport(shown, { color: io.color, width: io.width, verbose: false })}\n`)
  }
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
}

function changesOf(flags: EditFlags): Change[] {
  const { column, move, to, merge } = flags
  if ((move === undefined) !== (to === undefined)) throw new UsageError('--move and --to go together')
  const changes: Change[] = [
    ...parseNumbers('--remove', flags.remove ?? '').map((remove) => ({ column, remove })),
    ...parseNumbers('--add', flags.add ?? '').map((add) => ({ column, add })),
  ]
  if (move !== undefined && to !== undefined) {
    changes.push({ column, move: parseNumbers('--move', move)[0], to: parseNumbers('--to', to)[0] })
  }
  if (merge !== undefined) {
    const bins = parseNumbers('--merge', merge)
    if (bins.length !== 2)
      throw new UsageError(`--merge takes the first and the last bin, such as 2,3, got ${JSON.stringify(merge)}`)
    changes.push({ column, merge: [bins[0], bins[1]] })
  }
  // Last, since it is the bins after all other changes that get names.
  if (flags.name !== undefined) changes.push({ column, name: flags.name.split(',') })
  if (changes.length === 0) throw new UsageError('edit needs one of --add, --remove, --move, --merge and --name')
  return changes
}
