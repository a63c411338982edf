import type { Command } from 'commander'
import { renderReport } from '../../node/render-report.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { addExamples } from '../flags/data-flags.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import type { Io } from '../io.ts'
import { loadBinning } from '../load/load-binning.ts'

interface ReportFlags {
  readonly output: string
  readonly title?: string
  readonly top?: string
  readonly force?: boolean
}

export function addReport(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write a saved binning as an HTML page')
    .description('Writes a saved binning as a single HTML file that needs no network and runs no script.')
    .argument('<binning>', 'file saved by kerf fit -o')
    .requiredOption('-o, --output <file>', 'the page to write')
    .option('--title <text>', 'title of the page')
    .option('--top <number>', 'draw charts of this many columns, the most telling first (default: 60)')
    .option('--force', 'overwrite the output file')
  addExamples(command, [
    'kerf report loans.json -o loans.html',
    'kerf report loans.json -o loans.html --title "Loans of 2026" --top 10 --force',
  ])
  command.action(async (path: string, flags: ReportFlags) => runReport(io, path, flags))
}

async function runReport(io: Io, path: string, flags: ReportFlags): Promise<void> {
  const top = flags.top === undefined ? undefined : parseInteger('--top', flags.top, 0)
  const binning = loadBinning(path)
  await checkOutput(flags.output, flags)
  await saveFile(flags.output, await renderReport(binning, { title: flags.title, top }), flags)
  io.tell(`report saved as ${flags.output}`)
}
