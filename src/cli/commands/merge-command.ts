import type { Command } from 'commander'
import { readSummaryFiles } from '../../node/read/summary-file.ts'
import { mergeSummaries } from '../../summaries/merge-tables.ts'
import { addExamples } from '../flags/data-flags.ts'
import type { Io } from '../io.ts'
import { addSummaryOutput, giveSummaries, type SummaryOutputFlags } from './helpers/summary-output.ts'

export function addMerge(program: Command, io: Io): void {
  const command = program
    .command('merge')
    .summary('put summaries of several sites or days together')
    .description('Merges summary files column by column, as if all their rows had been read in one pass.')
    .argument('<summaries...>', 'files saved by kerf summarize or kerf merge, also globs')
  addSummaryOutput(command)
  addExamples(command, [
    'kerf merge oslo.kerf bergen.kerf tromso.json -o all.kerf',
    "kerf merge 'days/*.kerf' -o month.kerf --name august",
  ])
  command.action(async (addresses: string[], flags: SummaryOutputFlags) => {
    const parts = await readSummaryFiles(addresses)
    await giveSummaries(io, mergeSummaries(parts, flags.name), flags)
  })
}
