import type { Command } from 'commander'
import { toReadableJson } from '../../util/saved-json.ts'
import { checkOutput, saveFile } from '../../node/files/write-file.ts'
import { treePage } from '../../reports/html/tree/tree-page.ts'
import { treeSvg } from '../../reports/html/tree/tree-svg.ts'
import { treeTraceReport } from '../../reports/terminal/tree-trace-text.ts'
import { treeReport } from '../../reports/terminal/tree-text.ts'
import { crossValidatedReport } from '../../reports/terminal/cross-validated-text.ts'
import { trialReport } from '../../reports/terminal/trial-text.ts'
import { type SizeCurve, sizeCurve } from '../../trees/prune/size-curve.ts'
import { omit } from '../../util/omit.ts'
import { traceTrial } from '../../trees/trace/trace-pruning.ts'
import type { TreeStep } from '../../trees/trace/tree-steps.ts'
import { treeToJson } from '../../trees/tree-json.ts'
import { importances } from '../../trees/tree-stats.ts'
import { type CrossValidated, crossValidateTree } from '../../trees/prune/cross-validate.ts'
import type { Table } from '../../types.ts'
import { scoreSpreads, spreadOf, type Trial, type TrialOptions, tryTree } from '../../trees/prune/try-tree.ts'
import { addChoiceFlags, addDataFlags, addExamples, collect } from '../flags/data-flags.ts'
import { parseInteger } from '../flags/parse-flags.ts'
import { type Io, tellNotes } from '../io.ts'
import { addMethodFlags } from '../flags/cut-flags.ts'
import { askedTree, OWN_FLAGS, runTrials, type TreeFlags } from './helpers/tree-request.ts'
import { runNaiveBayes } from './helpers/naive-bayes-tree.ts'
import { UsageError } from '../exit.ts'

export function addTree(program: Command, io: Io): void {
  const command = program
    .command('tree')
    .summary('grow a decision tree, prune it and see how well it predicts')
    .description(
      'Grows a decision tree for the classes of a column by ID3, over single cuts of numbers or over the bins of a method; ' +
        'prunes it, and scores it on rows it never saw.',
    )
    .argument('<data>', 'CSV, TSV, Parquet, JSON lines or ARFF, also gz or a glob; - is standard input')
  addChoiceFlags(command, {
    verb: 'predict',
    target: 'needed',
    about: {
      target: 'the column of classes',
      'target-kind': 'auto, or class to take numbers for classes',
      event: 'the class that is drawn in colour (default: the second of two)',
      seed: 'seed of the parts, the folds and the draw',
    },
  })
  command
    .option('--special <codes>', 'codes that are not amounts: -9,-8 or col=-9 (may be repeated)', collect)
    .optionsGroup('How it grows:')
    .option('--model <kind>', 'tree, or naive-bayes over bins', 'tree')
    .option('--by <what>', 'binary (default of trees) for one cut at a time, a method for its bins, or a saved binning')
    .option('-b, --bins <number>', 'number of bins, or the most, for methods that take one')
    .option('--max-depth <number>', 'most tests on a path')
    .option('--max-nodes <number>', 'most nodes')
    .option('--min-rows <number>', 'a node with fewer rows is a leaf')
    .option('--min-leaf <number>', 'fewest rows in a branch that any row takes')
    .option('--min-gain <bits>', 'bits a test must gain')
    .option('--measure <name>', 'what makes a test the best: adjusted-gain (default), gain or gain-ratio')
    .option('--class-weights <weights>', 'balanced, or a weight by class: yes=5,no=1')
    .option('--smoothing <number>', 'naive-bayes: added to every count (default: 1)')
    .optionsGroup('How it is pruned and judged:')
    .option(
      '--prune <how>',
      'error (default), one-se, reduced, depth (found by folds), none, or paper: stops at the first prune that does harm',
    )
    .option('--split <parts>', 'training, validation and test rows (default: 10:3:2); all grows on every row')
    .option('--folds <number>', 'parts of the training rows that choose a depth', '5')
    .option('--repeat <number>', 'number of trials, with consecutive seeds; the first is shown and saved', '1')
    .option('--cross-validate <folds>', 'also judge every row once by a tree of the other folds, such as 10')
  addOutputFlags(command)
  addDataFlags(command)
  addMethodFlags(command, OWN_FLAGS)
  addExamples(command, [
    'kerf tree iris.csv --target species',
    'kerf tree loans.csv --target default --by mdlp -o tree.json --picture tree.html',
    'kerf tree iris.csv --target species --measure gain --split all --trace',
    'kerf tree occupancy.csv --target Occupancy --prune depth --repeat 10',
    'kerf tree iris.csv --target species --cross-validate 10',
  ])
  command.action(async (data: string, flags: TreeFlags) => runTree(io, data, flags))
}

function addOutputFlags(command: Command): void {
  command
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'save the tree as JSON')
    .option('--picture <file>', 'draw it: FILE.svg, or a page FILE.html in which large trees can be opened')
    .option('--curves', 'on the page of --picture: accuracy against depth and nodes, on rows held out by folds')
    .option('--depth <number>', 'print and draw this many levels of tests')
    .option('--all', 'print every node')
    .option('--trace', 'show every step: what each column would gain at each node, and the pruning')
    .option('--trace-page <file>', 'write these steps as an HTML page to play through')
    .option('--json', 'print the saved tree and its scores as JSON')
    .option('--force', 'overwrite the output files')
}

async function runTree(io: Io, data: string, flags: TreeFlags): Promise<void> {
  const asked = askedTree(flags)
  if (asked.repeat > 1 && asked.parts?.length === 1)
    throw new UsageError('--repeat needs rows held out, got --split all')
  if (asked.model === 'naive-bayes') return runNaiveBayes(io, data, flags, asked)
  const depth = flags.depth === undefined ? undefined : parseInteger('--depth', flags.depth, 0)
  if (flags.curves === true && !/\.html?$/i.test(flags.picture ?? ''))
    throw new UsageError('--curves is for the page that --picture FILE.html writes')
  const draw = flags.picture === undefined ? null : pictureOf(flags.picture, depth)
  const files = [flags.output, flags.picture, flags.tracePage]
  for (const path of files) if (path !== undefined) await checkOutput(path, flags)
  const steps: TreeStep[] = []
  // Of several trials the first is shown.
  let sizes: SizeCurve | undefined
  const once: typeof tryTree = (table, options) => {
    if (flags.curves === true && options.seed === asked.seed) sizes = curveOf(table, options)
    return (flags.trace === true || flags.tracePage !== undefined) && options.seed === asked.seed
      ? traceTrial(table, options, (step) => steps.push(step))
      : tryTree(table, options)
  }
  const work = { once, validate: crossValidateTree }
  const { trials, crossValidated, notes } = await runTrials(io, data, { flags, asked }, work)
  const [first] = trials
  const { tree } = first
  tellNotes(io, [...notes, ...tree.notes], tree.target)
  if (flags.output !== undefined) await saveFile(flags.output, treeToJson(tree), flags)
  if (draw !== null) await saveFile(flags.picture!, draw(first, sizes), flags)
  if (flags.tracePage !== undefined) {
    const { treeTracePage } = await import('../../reports/html/trace/tree-trace-page.ts')
    await saveFile(flags.tracePage, treeTracePage(steps, { target: tree.target, source: tree.created.source.name ?? undefined }), flags) // prettier-ignore
  }
  if (flags.json === true) io.out(trialJson(trials, crossValidated, flags.trace === true ? steps : null))
  else {
    const { color, width } = io
    if (flags.trace === true) {
      io.show(`${treeTraceReport(steps, { color, width, verbose: flags.all === true, target: tree.target })}\n\n`)
    }
    io.show(`${treeReport(tree, { color, width, depth, verbose: flags.all === true })}\n\n`)
    io.show(`${trialReport(trials, { color, width })}\n`)
    if (crossValidated !== null) io.show(`\n${crossValidatedReport(crossValidated, { color, width })}\n`)
  }
  for (const path of files) if (path !== undefined) io.tell(`saved as ${path}`)
}

/** Accuracy against depth and nodes, by folds of all rows. */
function curveOf(table: Table, options: TrialOptions): SizeCurve {
  return sizeCurve(table, omit(options, 'prune', 'parts'))
}

/** Everything that was found. The text of the tree is put in as it is: deep trees survive no recursion. */
function trialJson(
  trials: readonly Trial[],
  crossValidated: CrossValidated | null,
  steps: readonly TreeStep[] | null,
): string {
  const [{ tree, ...first }] = trials
  const all = trials.map(({ seed, stats, full, depth, training, validation, test }) => {
    return { seed, stats, full, chosenDepth: depth?.depth ?? null, training, validation, test }
  })
  const found = {
    importances: importances(tree),
    ...(steps === null ? {} : { steps }),
    ...first,
    ...(crossValidated === null ? {} : { crossValidated }),
    ...(trials.length === 1
      ? {}
      : {
          trials: all,
          over: {
            ...scoreSpreads(trials),
            depth: spreadOf(trials.map(({ stats }) => stats.depth)),
            nodes: spreadOf(trials.map(({ stats }) => stats.nodes)),
            leaves: spreadOf(trials.map(({ stats }) => stats.leaves)),
          },
        }),
  }
  const text = treeToJson(tree).trimEnd().replaceAll('\n', '\n  ')
  return `{\n  "tree": ${text},${toReadableJson(found).slice(1)}\n`
}

/** What draws a tree for a file of this name; `depth` is how deep a picture goes. */
function pictureOf(path: string, depth: number | undefined): (trial: Trial, sizes: SizeCurve | undefined) => string {
  if (/\.svg$/i.test(path)) return ({ tree }) => treeSvg(tree, { depth })
  if (/\.html?$/i.test(path))
    return ({ tree, training, validation, test }, sizes) =>
      treePage(tree, { scores: { training, validation, test }, sizes })
  throw new UsageError(`--picture takes a file that ends in .svg or .html, got ${JSON.stringify(path)}`)
}
