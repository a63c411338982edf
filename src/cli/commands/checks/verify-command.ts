import type { Command } from 'commander'
import type { Binning } from '../../../binning/binning.ts'
import { verifyBinning } from '../../../binning/compare/verify-binning.ts'
import { isServerAddress } from '../../../node/files/find-files.ts'
import { verifyText } from '../../../reports/terminal/verify-text.ts'
import { tableLike, textColumns } from '../../../sources/table-like.ts'
import { addDataFlags, addExamples, readSome, withoutKindFlags } from '../../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../../flags/flag-types.ts'
import { type Io, tellNotes, withProgress } from '../../io.ts'
import { loadBinning } from '../../load/load-binning.ts'
import { UsageError, VerdictError } from '../../exit.ts'
import { pickColumns } from '../show-command.ts'

interface VerifyFlags extends DataFlags, SampleFlags {
  readonly columns?: string
  readonly json?: boolean
  readonly verbose?: boolean
}

export function addVerify(program: Command, io: Io): void {
  const command = program
    .command('verify')
    .summary('derive a binning again from its rows, and prove it')
    .description(
      'Fits the columns of a saved binning again on the rows it was made of, by the methods and options that the file names, ' +
        'and compares cuts, groups and counts, number by number. Bins edited by hand are counted again. Exits with 3 where something differs.',
    )
    .argument('<binning>', 'file saved by kerf fit -o or kerf edit -o')
    .argument('<data>', 'the rows it was made of')
    .option('-c, --columns <list>', 'only these columns')
    .option('--json', 'print what was found as JSON')
    .option('--verbose', 'show lists of cuts and counts in full')
  addDataFlags(command, { draw: true })
  addExamples(command, ['kerf verify loans.json loans.csv', 'kerf verify loans.json loans.csv --json > verified.json'])
  command.action(async (path: string, data: string, flags: VerifyFlags) => runVerify(io, path, data, flags))
}

async function runVerify(io: Io, path: string, data: string, flags: VerifyFlags): Promise<void> {
  const binning = pickColumns(loadBinning(path), flags.columns)
  const drawn = drawOf(binning, flags)
  if (isServerAddress(data) && drawn.sample === undefined)
    throw new UsageError('verify needs the rows themselves; of a table in a database, draw some with --sample')
  const { found, source } = await withProgress(io, async (progress) => {
    const read = await readSome(data, { ...flags, ...drawn }, progress, textColumns(binning))
    tellNotes(io, withoutKindFlags(read.notes))
    return { found: await verifyBinning(binning, tableLike(binning, read)), source: read.source }
  })
  if (flags.json === true) io.out(`${JSON.stringify(found, null, 2)}\n`)
  else io.show(`${verifyText(found, [path, source], { color: io.color, width: io.width, verbose: flags.verbose })}\n`)
  if (!found.holds) throw new VerdictError(`${path} is not what its method makes of ${source}`)
}

/** A draw of rows that the file tells of is made again, unless another is asked for. */
function drawOf({ notes = [] }: Binning, flags: VerifyFlags): SampleFlags {
  const told = notes.map(({ code, message }) => (code === 'sample' ? /^fitted on (\d+) of \d+ rows, drawn with seed (\d+)/.exec(message) : null)) // prettier-ignore
  const [, sample, seed] = told.find((match) => match !== null) ?? []
  return flags.sample !== undefined || sample === undefined ? flags : { sample, seed }
}
