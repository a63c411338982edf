import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import { fromJson } from '../../binning/binning-json.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { toTable } from '../../pipeline.ts'
import { repairReport } from '../../reports/terminal/repair-text.ts'
import { repairTree } from '../../streams/repair/repair-tree.ts'
import type { Table } from '../../types.ts'
import { treeFromJson, treeToJson } from '../../trees/tree-json.ts'
import type { Tree } from '../../trees/tree.ts'
import { addDataFlags, addExamples, type DataFlags, readTable } from '../flags/data-flags.ts'
import { type Io, type Progress, tellNotes, withProgress } from '../io.ts'
import { formatOf, reading } from '../load/load-saved.ts'
import { readText } from '../read-text.ts'
import { parseShare } from '../flags/parse-flags.ts'

interface RepairFlags extends DataFlags {
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
    .summary('move the cuts of a saved tree along with columns that moved')
    .description(
      'Compares old bins or rows with recent rows to see where the ranges that a saved tree tests have moved, and moves its ' +
        'cuts there. Both trees are tested on the newest rows; the better one is kept.',
    )
    .argument('<tree>', 'file saved by kerf tree -o')
    .argument('<data>', 'recent rows with their classes, the oldest first; some classes may be missing')
    .requiredOption('--was <old>', 'where the rows lay before: bins saved by kerf fit -o, or the old rows')
    .option('-t, --target <column>', 'the column of classes (default: that of the tree)')
    .option('--hold <share>', 'share of the labelled rows, the newest ones, that both trees are tested on', '0.3333')
    .option('--level <share>', 'highest probability that chance alone makes the moved tree this much better', '0.01')
    .option('-o, --output <file>', 'save the better tree as JSON, with a note of what was tried')
    .option('--json', 'print everything that was found as JSON')
    .option('--force', 'overwrite the output file')
  addDataFlags(command)
  addExamples(command, [
    'kerf repair tree.json recent.csv --was bins.json -o repaired.json',
    'kerf repair tree.json recent.csv --was training.csv --json',
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
  const tree = loadTree(path)
  const repair = await withProgress(io, async (progress) => {
    // Classes and levels are texts to a tree, also where a file holds numbers.
    const texts = tree.columns.filter(({ kind }) => kind === 'category' || kind === 'boolean').map(({ name }) => name)
    const read = await readTable(data, flags, progress, texts)
    tellNotes(io, read.notes)
    const was = await loadOld(flags.was, flags, texts, progress)
    return repairTree(tree, toTable(read), was, options)
  })
  if (flags.output !== undefined) await saveFile(flags.output, treeToJson(repair.tree), flags)
  if (flags.json === true) {
    const { tree: better, ...found } = repair
    io.out(`${JSON.stringify({ ...found, tree: JSON.parse(treeToJson(better)) as unknown }, null, 2)}\n`)
  } else io.out(`${repairReport(repair, { color: io.color, width: io.width })}\n`)
  if (flags.output !== undefined) io.err(`saved as ${flags.output}\n`)
}

function loadTree(path: string): Tree {
  const text = readText(path)
  return reading(path, 'tree', () => treeFromJson(text))
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
    if (formatOf(text) === 'kerf-binning') return reading(path, 'binning', () => fromJson(text))
  }
  return toTable(await readTable(path, flags, progress, texts))
}
