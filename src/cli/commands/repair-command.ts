import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import { binningFromJson } from '../../binning/binning-json.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { toTable } from '../../sources/source.ts'
import { repairReport } from '../../reports/terminal/repair-text.ts'
import { repairableToJson, repairAny } from '../../streams/repair/saved-model.ts'
import type { Table } from '../../types.ts'
import { addDataFlags, addExamples, readSome } from '../flags/data-flags.ts'
import type { DataFlags, SampleFlags } from '../flags/flag-types.ts'
import { parseShare } from '../flags/parse-flags.ts'
import { type Io, type Progress, tellNotes, withProgress } from '../io.ts'
import { loadRepairable } from '../load/load-repairable.ts'
import { formatOf, reading } from '../load/load-saved.ts'
import { readText } from '../read-text.ts'

interface RepairFlags extends DataFlags, SampleFlags {
  readonly was: string
  readonly target?: string
  readonly hold: string
  readonly level: string
  readonly output?: string
  readonly json?: boolean
  readonly force?: boolean
}

export function addRepair(program: Command, io: Io): void {
  const command = program
    .command('repair')
    .summary('move the cuts of a saved tree or of rules along with columns and boundaries that moved')
    .description(
      'Compares old bins or rows with recent rows to see where the ranges that a saved tree tests have moved, looks where ' +
        'the boundaries between classes are now, and moves its cuts there. Old and new cuts are tested on the newest rows; ' +
        'the better ones are kept.',
    )
    .argument('<tree>', 'file saved by kerf tree -o, or rules saved by kerf export --to rules-json')
    .argument('<data>', 'recent rows with their classes, the oldest first; some classes may be missing')
    .requiredOption('--was <old>', 'where the rows lay before: bins saved by kerf fit -o, or the old rows')
    .option('-t, --target <column>', 'the column of classes (default: that of the tree or rules)')
    .option(
      '--hold <share>',
      'share of the labelled rows, the newest ones, that old and new cuts are tested on',
      '0.3333',
    )
    .option('--level <share>', 'highest probability that chance alone makes moved cuts this much better', '0.01')
    .option('-o, --output <file>', 'save the better one as JSON, with a note of what was tried')
    .option('--json', 'print everything that was found as JSON')
    .option('--force', 'overwrite the output file')
  addDataFlags(command, { draw: true })
  addExamples(command, [
    'kerf repair tree.json recent.csv --was bins.json -o repaired.json',
    'kerf repair tree.json recent.csv --was training.csv --json',
    'kerf repair rules.json recent.csv --was bins.json -o repaired.json',
  ])
  command.action(async (path: string, data: string, flags: RepairFlags) => runRepair(io, path, data, flags))
}

async function runRepair(io: Io, path: string, data: string, flags: RepairFlags): Promise<void> {
  const options = {
    target: flags.target,
    hold: parseShare('--hold', flags.hold),
    level: parseShare('--level', flags.level),
  }
  if (flags.output !== undefined) await checkOutput(flags.output, flags)
  const model = loadRepairable(path)
  const repair = await withProgress(io, async (progress) => {
    // Classes and levels are texts to a tree, also where a file holds numbers.
    const columns = model.format === 'kerf-tree' ? model.columns : []
    const texts = columns.filter(({ kind }) => kind === 'category' || kind === 'boolean').map(({ name }) => name)
    const read = await readSome(data, flags, progress, texts)
    tellNotes(io, read.notes)
    const was = await loadOld(flags.was, flags, texts, progress)
    return repairAny(model, { recent: toTable(read), was }, options)
  })
  const { model: better, ...found } = repair
  const text = repairableToJson(better)
  if (flags.output !== undefined) await saveFile(flags.output, text, flags)
  if (flags.json === true) {
    const name = better.format === 'kerf-tree' ? 'tree' : 'rules'
    io.out(`${JSON.stringify({ ...found, [name]: JSON.parse(text) as unknown }, null, 2)}\n`)
  } else io.show(`${repairReport(repair, { color: io.color, width: io.width })}\n`)
  if (flags.output !== undefined) io.tell(`saved as ${flags.output}`)
}

/** Old bins where the file says that it holds some, else old rows. */
async function loadOld(
  path: string,
  flags: DataFlags,
  texts: readonly string[],
  progress: Progress,
): Promise<Binning | Table> {
  if (/\.json$/i.test(path)) {
    const text = readText(path)
    if (formatOf(text) === 'kerf-binning') return reading(path, 'binning', () => binningFromJson(text))
  }
  return toTable(await readSome(path, flags, progress, texts))
}
