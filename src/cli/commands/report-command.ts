import type { Command } from 'commander'
import { checkOutput } from '../../node/files/write-file.ts'
import { addExamples } from '../flags/data-flags.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import type { Io } from '../io.ts'
import { UsageError } from '../exit.ts'
import { loadBinning } from '../load/load-binning.ts'
import { isWorkbook, saveReport } from './helpers/report-output.ts'

interface ReportFlags {
  readonly output: string
  readonly title?: string
  readonly top?: string
  readonly force?: boolean
}

export function addReport(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write a saved binning as an HTML page or an Excel workbook')
    .description(
      'Writes a saved binning as a single HTML file that needs no network and runs no script; or, where the name ends in ' +
        '.xlsx, as an Excel workbook with a summary and a sheet per column.',
    )
    .argument('<binning>', 'file saved by kerf fit -o')
    .requiredOption('-o, --output <file>', 'the page or, ending in .xlsx, the workbook to write')
    .option('--title <text>', 'title of the page')
    .option('--top <number>', 'draw charts of this many columns, the most telling first (default: 60)')
    .option('--force', 'overwrite the output file')
  addExamples(command, [
    'kerf report loans.json -o loans.html',
    'kerf report loans.json -o loans.html --title "Loans of 2026" --top 10 --force',
    'kerf report loans.json -o loans.xlsx',
  ])
  command.action(async (path: string, flags: ReportFlags) => runReport(io, path, flags))
}

async function runReport(io: Io, path: string, flags: ReportFlags): Promise<void> {
  const top = flags.top === undefined ? undefined : parseInteger('--top', flags.top, 0)
  if (top !== undefined && isWorkbook(flags.output))
    throw new UsageError('--top counts columns with charts; a workbook has a sheet for every column')
  const binning = loadBinning(path)
  await checkOutput(flags.output, flags)
  await saveReport(flags.output, binning, { title: flags.title, top, force: flags.force })
  io.tell(`report saved as ${flags.output}`)
}
