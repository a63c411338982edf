import type { Command } from 'commander'
import type { Progress } from '../io.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The flags that `addStudyFlags` adds. */
export interface StudyFlags {
  readonly cache: string | false
  readonly as: string
  readonly json?: boolean
  readonly chart?: string
  readonly force?: boolean
}

/** The flags that every study with trials has: where results are kept, and what is printed and drawn. */
export function addStudyFlags(command: Command): void {
  command
    .option(
      '--cache <folder>',
      'where results are kept, so that an interrupted run can go on',
      join(tmpdir(), 'kerf-studies'),
    )
    .option('--no-cache', 'keep no results')
    .optionsGroup('Output:')
    .option('--as <form>', 'table or markdown', 'table')
    .option('--json', 'print every trial as JSON')
    .option('--chart <file>', 'draw it as SVG')
    .option('--force', 'overwrite the chart')
}

/** Tells how far a study is and how long it will still take; `share`: how much of the whole a share of this part is. */
export function timed(
  progress: Progress,
  share: (part: number) => number = (part) => part,
): { readonly onProgress: (done: number, total: number, what: string) => Promise<void> } {
  const start = Date.now()
  return {
    onProgress: async (done, total, what) => {
      const left = Math.round(((Date.now() - start) / 1000 / done) * (total - done))
      progress.show(`${what}; about ${left} s left`, share(done / total))
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
