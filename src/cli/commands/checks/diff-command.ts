import type { Command } from 'commander'
import type { Binning } from '../../../binning/binning.ts'
import { diffBinnings } from '../../../binning/compare/diff-binnings.ts'
import { DataError } from '../../../errors.ts'
import { isServerAddress } from '../../../node/files/find-files.ts'
import { diffText } from '../../../reports/terminal/diff-text.ts'
import { tableLike, textColumns } from '../../../sources/table-like.ts'
import type { Table } from '../../../types.ts'
import { show } from '../../../util/check.ts'
import { suggest } from '../../../util/suggest.ts'
import { addDataFlags, addExamples, readSome, withoutKindFlags } from '../../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../../flags/flag-types.ts'
import { type Io, tellNotes, withProgress } from '../../io.ts'
import { loadBinning } from '../../load/load-binning.ts'
import { UsageError, VerdictError } from '../../exit.ts'
import { pickColumns } from '../show-command.ts'

interface DiffFlags extends DataFlags, SampleFlags {
  readonly data?: string
  readonly columns?: string
  readonly json?: boolean
  readonly verbose?: boolean
  readonly failOn?: string
}

export function addDiff(program: Command, io: Io): void {
  const command = program
    .command('diff')
    .summary('tell what changed from one binning to another')
    .description(
      'Tells what changed from one saved binning to another: cuts moved, added and removed, levels in other groups, and ' +
        'what that does to what the bins tell about the target. With --data, how many rows leave their bin.',
    )
    .argument('<before>', 'file saved by kerf fit -o or kerf edit -o')
    .argument('<after>', 'another one')
    .option('--data <data>', 'count the rows that leave their bin, and the information, on these rows')
    .option('-c, --columns <list>', 'only these columns, which both must have')
    .option('--json', 'print the changes as JSON')
    .option('--verbose', 'show columns that did not change too')
    .option('--fail-on <what>', 'exit with 3 on change: anything that could bin a row differently')
  addDataFlags(command, { draw: true })
  addExamples(command, [
    'kerf diff loans.json loans-2.json',
    'kerf diff loans.json loans-2.json --data loans.csv',
    'kerf diff loans.json loans-2.json --fail-on change --json > changes.json',
  ])
  command.action(async (before: string, after: string, flags: DiffFlags) => runDiff(io, [before, after], flags))
}

async function runDiff(io: Io, paths: readonly [string, string], flags: DiffFlags): Promise<void> {
  if (flags.failOn !== undefined && flags.failOn !== 'change')
    throw new UsageError(`--fail-on takes change, got ${JSON.stringify(flags.failOn)}`)
  const [before, after] = paths.map((path) => pickColumns(loadBinning(path), flags.columns))
  const table = flags.data === undefined ? undefined : await rowsOf(io, [before, after], flags.data, flags)
  const diff = diffBinnings(before, after, table)
  if (flags.json === true) io.out(`${JSON.stringify(diff, null, 2)}\n`)
  else io.show(`${diffText(diff, paths, { color: io.color, width: io.width, verbose: flags.verbose })}\n`)
  if (flags.failOn !== undefined && !diff.same) throw new VerdictError(`--fail-on ${flags.failOn} found changes`)
}

/** The rows of a file as both binnings take them. */
async function rowsOf(io: Io, binnings: readonly Binning[], data: string, flags: DiffFlags): Promise<Table> {
  if (isServerAddress(data) && flags.sample === undefined)
    throw new UsageError('--data of diff looks at rows one by one; of a table in a database, draw some with --sample')
  // What one takes as text and the other as numbers is read as text, which both can be asked about.
  const texts = [...new Set(binnings.flatMap(textColumns))]
  const read = await withProgress(io, (progress) => readSome(data, flags, progress, texts))
  tellNotes(io, withoutKindFlags(read.notes))
  const names = read.columns.map(({ name }) => name)
  for (const { name } of binnings.flatMap(({ columns }) => columns)) {
    if (names.includes(name)) continue
    throw new DataError(
      `${read.source}: there is no column ${show(name)}, which a binning has${suggest(name, names)}`,
      { code: 'unknown-name', column: name },
    )
  }
  const [first, second] = binnings.map((binning) => tableLike(binning, read))
  return { ...second, ...Object.fromEntries(binnings[0].columns.map(({ name }) => [name, first[name]])) }
}
