import type { Command } from 'commander'
import { toReadableJson } from '../../util/saved-json.ts'
import { checkOutput } from '../../node/files/write-file.ts'
import { treeReport } from '../../reports/terminal/tree-text.ts'
import { trialReport } from '../../reports/terminal/trial-text.ts'
import { treeToJson } from '../../trees/tree-json.ts'
import { importances } from '../../trees/tree-stats.ts'
import { spreadOf, type Trial, tryTree } from '../../trees/prune/try-tree.ts'
import { collect } from '../flags/choice-flags.ts'
import { addDataFlags } from '../flags/data-flags.ts'
import { type Io, Progress, tellNotes } from '../io.ts'
import { addMethodFlags } from '../flags/method-flags.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import { readTable } from '../load/read-table.ts'
import { saveText } from '../load/save-text.ts'
import { askedTree, OWN_FLAGS, type TreeFlags, treeRows } from './parts/tree-request.ts'
import { runNaiveBayes } from './parts/naive-bayes-tree.ts'
import { pictureOf } from './parts/tree-picture.ts'
import { UsageError } from '../usage.ts'

export function addTree(program: Command, io: Io): void {
  const command = program
    .command('tree')
    .summary('grow a decision tree, prune it and see how well it predicts')
    .description(
      'Grows a decision tree for the classes of a column by ID3, over single cuts of numbers or over the bins of a method; ' +
        'prunes it, and scores it on rows it never saw.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  command
    .optionsGroup('What to tell:')
    .requiredOption('-t, --target <column>', 'the column of classes')
    .option('--target-kind <kind>', 'auto, or class to take numbers for classes', 'auto')
    .option('--event <class>', 'the class that is drawn in colour (default: the second of two)')
    .option('--weight <column>', 'column of row weights')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--special <codes>', 'codes that are no amounts: -9,-8 or col=-9 (may be repeated)', collect)
    .option('--sample <rows>', 'use at most this many rows, drawn at random')
    .option('--seed <number>', 'seed of the parts, the folds and the draw', '0')
    .optionsGroup('How it grows:')
    .option('--model <kind>', 'tree, or naive-bayes over bins', 'tree')
    .option('--by <what>', 'binary (default of trees) for one cut at a time, a method for its bins, or a saved binning')
    .option('-b, --bins <number>', 'number of bins, or the most, for methods that take one')
    .option('--max-depth <number>', 'most tests below each other')
    .option('--max-nodes <number>', 'most nodes')
    .option('--min-rows <number>', 'a node with fewer rows is a leaf')
    .option('--min-leaf <number>', 'no branch that rows come to may have fewer')
    .option('--min-gain <bits>', 'bits a test must gain')
    .option('--class-weights <weights>', 'balanced, or a weight by class: yes=5,no=1')
    .option('--smoothing <number>', 'naive-bayes: added to every count (default: 1)')
    .optionsGroup('How it is pruned and judged:')
    .option('--prune <how>', 'none, depth (found by folds), error (complexity) or reduced (error)', 'none')
    .option('--split <parts>', 'training, validation and test rows; all grows on every row', '10:3:2')
    .option('--folds <number>', 'parts of the training rows that choose a depth', '5')
    .option('--repeat <number>', 'so many trials with seeds one after the other; the first is shown and saved', '1')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the tree as JSON')
    .option('--picture <file>', 'draw it: FILE.svg, or a page FILE.html in which large trees can be opened')
    .option('--depth <number>', 'print and draw so many tests below each other')
    .option('--all', 'print every node')
    .option('--json', 'print the saved tree and its scores as JSON')
    .option('--force', 'overwrite the output files')
  addDataFlags(command)
  command.optionsGroup('Options of methods:')
  addMethodFlags(command, OWN_FLAGS)
  command
    .addHelpText(
      'after',
      `
Examples:
  kerf tree iris.csv --target species
  kerf tree loans.csv --target default --by mdlp --prune error -o tree.json --picture tree.html
  kerf tree occupancy.csv --target Occupancy --prune depth --repeat 10`,
    )
    .action(async (data: string, flags: TreeFlags) => runTree(io, data, flags))
}

async function runTree(io: Io, data: string, flags: TreeFlags): Promise<void> {
  const asked = askedTree(flags)
  const repeat = parseInteger('--repeat', flags.repeat, 1)
  if (repeat > 1 && asked.parts.length === 1) throw new UsageError('--repeat needs rows held out, got --split all')
  if (asked.model === 'naive-bayes') return runNaiveBayes(io, data, flags, asked)
  const depth = flags.depth === undefined ? undefined : parseInteger('--depth', flags.depth, 0)
  const draw = flags.picture === undefined ? null : pictureOf(flags.picture, depth)
  const force = flags.force === true
  for (const path of [flags.output, flags.picture]) if (path !== undefined) await checkOutput(path, { force })
  const progress = new Progress(io)
  const trials: Trial[] = []
  let notes: readonly { readonly message: string }[]
  try {
    const read = await readTable(data, flags, progress)
    const rows = treeRows(read, asked)
    notes = [...read.notes, ...rows.notes]
    for (let i = 0; i < repeat; i++) {
      progress.show(repeat === 1 ? 'growing' : `growing tree ${i + 1} of ${repeat}`, i / repeat)
      await new Promise((resolve) => setImmediate(resolve))
      trials.push(tryTree(rows.table, { ...rows.options, seed: asked.seed + i, source: read.source }))
    }
  } finally {
    progress.done()
  }
  const [{ tree }] = trials
  tellNotes(io, [...notes, ...tree.notes])
  if (flags.output !== undefined) await saveText(flags.output, treeToJson(tree), force)
  if (draw !== null) await saveText(flags.picture!, draw(tree), force)
  if (flags.json === true) io.out(trialJson(trials))
  else {
    const { color, width } = io
    io.out(`${treeReport(tree, { color, width, depth, verbose: flags.all === true })}\n\n`)
    io.out(`${trialReport(trials, { color, width })}\n`)
  }
  for (const path of [flags.output, flags.picture]) if (path !== undefined) io.err(`saved as ${path}\n`)
}

/** Everything that was found. The text of the tree is put in as it is: deep trees survive no recursion. */
function trialJson(trials: readonly Trial[]): string {
  const [{ tree, ...first }] = trials
  const all = trials.map(({ seed, stats, full, depth, training, validation, test }) => {
    return { seed, stats, full, chosenDepth: depth?.depth ?? null, training, validation, test }
  })
  const found = {
    importances: importances(tree),
    ...first,
    ...(trials.length === 1
      ? {}
      : {
          trials: all,
          over: {
            validation: spreadOf(trials.map(({ validation }) => validation?.accuracy ?? null)),
            test: spreadOf(trials.map(({ test }) => test?.accuracy ?? null)),
            depth: spreadOf(trials.map(({ stats }) => stats.depth)),
            nodes: spreadOf(trials.map(({ stats }) => stats.nodes)),
            leaves: spreadOf(trials.map(({ stats }) => stats.leaves)),
          },
        }),
  }
  const text = treeToJson(tree).trimEnd().replaceAll('\n', '\n  ')
  return `{\n  "tree": ${text},${toReadableJson(found).slice(1)}\n`
}
