import type { Command } from 'commander'
import { writeSummaryFile } from '../../../node/read/summary-file.ts'
import { summaryReport } from '../../../reports/terminal/summaries-text.ts'
import { summariesToJson } from '../../../summaries/saved/summary-json.ts'
import type { SummaryTable } from '../../../summaries/summary-table.ts'
import { type Io, tellNotes } from '../../io.ts'

export interface SummaryOutputFlags {
  readonly output?: string
  readonly json?: boolean
  readonly force?: boolean
  readonly name?: string
}

export function addSummaryOutput(command: Command): void {
  command
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the summary: as JSON if the name ends in .json, else as bytes')
    .option('--json', 'print the saved summary as JSON')
    .option('--force', 'overwrite the output file')
    .option('--name <text>', 'what the rows are called in files made from them (default: the name of the data)')
}

/** Saves or prints summaries as the flags say; without either, a table of what they hold. */
export async function giveSummaries(io: Io, table: SummaryTable, flags: SummaryOutputFlags): Promise<void> {
  const { output, json } = flags
  const size = output === undefined ? 0 : await writeSummaryFile(output, table, { force: flags.force })
  tellNotes(io, table.notes)
  if (json === true) io.out(summariesToJson(table))
  else if (output === undefined)
    io.show(`${summaryReport(table, { color: io.color, width: io.width, verbose: false })}\n`)
  if (output !== undefined) io.tell(`saved as ${output}, ${size} bytes`)
}
