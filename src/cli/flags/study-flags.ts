import type { Command } from 'commander'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The flags that every study with trials has: where results are kept, and what is printed and drawn. */
export function addStudyFlags(command: Command): void {
  command
    .option(
      '--cache <folder>',
      'where results are kept, so that a run which was stopped goes on',
      join(tmpdir(), 'kerf-studies'),
    )
    .option('--no-cache', 'keep no results')
    .optionsGroup('Output:')
    .option('--as <form>', 'table or markdown', 'table')
    .option('--json', 'print every trial as JSON')
    .option('--chart <file>', 'draw it as SVG')
    .option('--force', 'overwrite the chart')
}
