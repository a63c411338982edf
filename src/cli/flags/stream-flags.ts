import type { Command } from 'commander'
import { addCutFlags, addMethodFlags, type CutFlags } from './cut-flags.ts'
import { addChoiceFlags, addTextFlags } from './data-flags.ts'
import type { ChoiceFlags, TextFlags } from './flag-types.ts'

/** The flags of `kerf stream`: those of a fit that make sense for rows that never end, and its own. */
export interface StreamFlags extends TextFlags, ChoiceFlags, CutFlags {
  readonly key?: string
  readonly wait: string
  readonly rebuild: string
  readonly every: string
  readonly tolerance: string
  readonly layer: string
  readonly cells?: string
  readonly maxCells?: string
  readonly range?: string
  readonly window?: string
  readonly halfLife?: string
  readonly alarms: string
  readonly falseAlarms: string
  readonly repair?: string
  readonly repairOutput?: string
  readonly repairRows: string
  readonly state?: string
  readonly checkpoint: string
  readonly resume?: boolean
  readonly follow?: boolean
  readonly watch?: boolean
  readonly metrics?: string
  readonly output?: string
  readonly encode: string
  readonly events?: string
  readonly binning?: string
  readonly force?: boolean
  readonly format: string
}

export function addStreamFlags(command: Command): void {
  // Rows that come one after the other can be neither weighted by a column nor drawn.
  addChoiceFlags(command, { without: ['weight', 'sample', 'seed'] })
  command
    .option('--key <column>', 'a later row with the same key brings the label of an earlier one')
    .option('--wait <rows>', 'rows after which a label that has not come is given up', '10000')
  addCutFlags(command, { perColumn: false })
  command
    .option('--rebuild <policy>', 'when bins are rebuilt: auto, moved, rows, split or shares', 'moved')
    .option('--every <rows>', 'rows between two looks at the bins', '1000')
    .option('--tolerance <share>', 'share of the rows that may move before bins are rebuilt', '0.01')
  addCountFlags(command)
  addRunFlags(command)
  command.optionsGroup('Reading:').option('--format <form>', 'auto, csv or json', 'auto')
  addTextFlags(command)
  addMethodFlags(command)
}

/** How rows are counted, and what alarms are raised. */
function addCountFlags(command: Command): void {
  command
    .optionsGroup('How to count:')
    .option(
      '--layer <kind>',
      'pid: cells that split as they fill; cells: cells of leading bits, which merge exactly',
      'pid',
    )
    .option('--cells <number>', 'cells to start with (pid; default 300)')
    .option('--max-cells <number>', 'most cells (default 1200 for pid, 1024 for cells)')
    .option('--range <low,high>', 'a guess of the range of values (pid)')
    .option('--window <rows>', 'only the newest rows count')
    .option('--half-life <rows>', 'rows after which a row counts half (pid)')
    .optionsGroup('Alarms:')
    .option(
      '--alarms <kinds>',
      'what to watch for changes: population (where rows fall), concept (classes inside bins), boundary (cuts); all or none',
      'all',
    )
    .option('--false-alarms <rows>', 'mean rows between false alarms of a column, at least', '10000')
    .optionsGroup('Repair:')
    .option('--repair <file>', 'move the cuts of this tree or these rules along, where that proves to be better')
    .option('--repair-output <file>', 'where the repaired one is saved (default: FILE.repaired.json)')
    .option('--repair-rows <number>', 'newest labelled rows that a repair is made from and tested on', '500')
}

/** How the command runs, and where its output goes. */
function addRunFlags(command: Command): void {
  command
    .optionsGroup('Running:')
    .option('--state <file>', 'save the state here and go on from it')
    .option('--checkpoint <seconds>', 'seconds between two saved states', '1')
    .option('--resume', 'standard input starts from its first row again: skip the rows the state knows')
    .option('--follow', 'wait for the file to grow')
    .option('--watch', 'keep drawing histograms, cuts and alarms')
    .option('--metrics <port>', 'serve metrics for Prometheus on this port, to this machine only')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'send rows on with their bins, numbered; - is standard output')
    .option('--encode <form>', 'label or index', 'label')
    .option(
      '--events <file>',
      'changed cuts, alarms and repairs as JSON lines (default: standard output; with -o -, standard error)',
    )
    .option('--binning <file>', 'save the bins at the end, as kerf fit does')
    .option('--force', 'overwrite the output files')
}
