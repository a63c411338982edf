import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { encoderToJson } from '../../encoders/encoder-json.ts'
import { applyRows } from '../../node/apply/apply-rows.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { addDataFlags, addExamples, collect, withoutKindFlags } from '../flags/data-flags.ts'
import type { DataFlags } from '../flags/flag-types.ts'
import { readOptions } from '../flags/parse-flags.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { addEncodeFlags, checkForm, type EncodeFlags, readForm, takesSeveral } from '../flags/encode-flags.ts'
import { type Io, tellNotes, withProgress } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'
import { UsageError } from '../exit.ts'

interface ApplyFlags extends DataFlags, EncodeFlags {
  readonly output?: string
  readonly encoder?: string
  readonly also?: string[]
  readonly create?: string[]
  readonly force?: boolean
  readonly keep?: boolean
  readonly suffix?: string
}

export function addApply(program: Command, io: Io): void {
  const command = program
    .command('apply')
    .summary('write rows with their bins')
    .description(
      'Replaces the values of binned columns with their bins, or with numbers for a model, row by row, in constant memory.',
    )
    .argument('<binning>', 'file saved by kerf fit -o')
    .argument('<data>', 'the rows: a file, or a table in a database, for which SQL is printed')
    .option('-o, --output <file>', 'CSV or Parquet, by extension (default: CSV on standard output)')
    .option('--create <what...>', 'in a database: make a view or a table with the bins, such as --create view NAME')
  addEncodeFlags(command)
  command
    .option('--keep', 'keep the values, and add the bins as columns behind them; a database does so in any case')
    .option('--suffix <text>', 'keep the values, and end the names of columns of bins so (default: _bin, as in SQL)')
    .option(
      '--also <binning>',
      'multi-granularity: another binning of the same columns, coarser or finer (may be repeated)',
      collect,
    )
    .option('--encoder <file>', 'save the encoder too, as JSON')
    .option('--force', 'overwrite the output file')
  addDataFlags(command, { where: false })
  addExamples(command, [
    'kerf apply loans.json loans-2026.csv -o binned.parquet',
    'kerf apply loans.json loans-2026.csv --keep --suffix _group -o both.csv',
    'kerf apply loans.json loans-2026.csv --encode local-linear --encoder encoder.json -o rows.parquet',
    'kerf apply ten.json loans.csv --encode multi-granularity --also hundred.json -o rows.parquet',
    "kerf apply loans.json 'loans.duckdb?table=loans' --create view loans_binned",
    'kerf apply loans.json - --encode index < rows.csv > binned.csv',
  ])
  command.action(async (path: string, data: string, flags: ApplyFlags) => {
    const binning = loadBinning(path)
    const others = otherBinnings(flags)
    if (isServerAddress(data)) {
      checkForm(flags)
      const { applyOnServer } = await import('./helpers/apply-server.ts')
      return applyOnServer(io, binning, data, { ...flags, suffix: suffixOf(flags) })
    }
    if (flags.create !== undefined) throw new UsageError('--create is for a table in a database')
    const form = readForm(flags, [binning, ...others])
    const save = flags.encoder === undefined ? null : await saving(flags.encoder, form.encoder, flags)
    const options = {
      ...readOptions(flags),
      ...form,
      suffix: suffixOf(flags),
      others,
      output: flags.output,
      force: flags.force === true,
    }
    const { rows, notes } = await withProgress(io, (progress) =>
      applyRows(binning, data, { ...options, onProgress: (part) => progress.show('writing', part) }),
    )
    if (save !== null) await save()
    tellNotes(io, withoutKindFlags(notes))
    if (flags.output !== undefined) io.tell(`${rows} ${rows === 1 ? 'row' : 'rows'} written to ${flags.output}`)
  })
}

/** What ends the names of columns of bins where the values stay; undefined where bins replace them. */
function suffixOf({ keep, suffix, encode }: ApplyFlags): string | undefined {
  if (suffix === undefined) return keep === true ? '_bin' : undefined
  if (suffix === '') throw new UsageError('--suffix takes a text that is not empty')
  if (encode !== 'label' && encode !== 'index')
    throw new UsageError(`--suffix names columns of bins; those of --encode ${encode} have names of their own`)
  return suffix
}

/** The binnings that are encoded side by side with the first. */
function otherBinnings(flags: ApplyFlags): Binning[] {
  const { also = [], encode } = flags
  if (!takesSeveral(flags)) {
    if (also.length === 0) return []
    throw new UsageError(`--also is for --encode multi-granularity, not for ${encode}`)
  }
  if (also.length > 0) return also.map(loadBinning)
  throw new UsageError(
    `--encode ${encode} takes several binnings; name the others with --also, each as kerf fit --bins N -o saves it`,
  )
}

/** What saves the encoder once the rows are written; a file that could not be written is refused before that. */
async function saving(path: string, encoder: Encoder | undefined, flags: ApplyFlags): Promise<() => Promise<void>> {
  if (encoder === undefined) throw new UsageError('--encoder saves what --encode makes; labels and indexes need none')
  await checkOutput(path, flags)
  return () => saveFile(path, encoderToJson(encoder), flags)
}
