import type { Command } from 'commander'
import { applyRows } from '../node/apply-rows.ts'
import { addDataFlags, type DataFlags, readOptions } from './data-flags.ts'
import { type Io, Progress, tellNotes } from './io.ts'
import { loadBinning } from './load-binning.ts'
import { UsageError } from './usage.ts'

interface ApplyFlags extends DataFlags {
  readonly output?: string
  readonly encode: string
  readonly force?: boolean
}

export function addApply(program: Command, io: Io): void {
  const command = program
    .command('apply')
    .summary('write rows with their bins')
    .description('Replaces the values of binned columns by their bins, row by row, in constant memory.')
    .argument('<binning>', 'file saved by kerf fit -o')
    .argument('<data>', 'the rows')
    .option('-o, --output <file>', 'CSV or Parquet, by extension (default: CSV on standard output)')
    .option('--encode <form>', 'label or index', 'label')
    .option('--force', 'overwrite the output file')
  addDataFlags(command, { where: false })
  command
    .addHelpText(
      'after',
      `
Examples:
  kerf apply loans.json loans-2026.csv -o binned.parquet
  kerf apply loans.json - --encode index < rows.csv > binned.csv`,
    )
    .action(async (path: string, data: string, flags: ApplyFlags) => {
      const { encode } = flags
      if (encode !== 'label' && encode !== 'index') {
        throw new UsageError(`--encode takes label or index, got ${JSON.stringify(encode)}`)
      }
      const binning = loadBinning(path)
      const progress = new Progress(io)
      try {
        const { rows, notes } = await applyRows(binning, data, {
          ...readOptions(flags),
          as: encode,
          output: flags.output,
          force: flags.force === true,
          onProgress: (part) => progress.show('writing', part),
        })
        progress.done()
        tellNotes(io, notes)
        if (flags.output !== undefined) io.err(`${rows} rows written to ${flags.output}\n`)
      } finally {
        progress.done()
      }
    })
}
