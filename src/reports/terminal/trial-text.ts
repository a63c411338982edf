import type { ClassScores } from '../../measures/predictions/class-scores.ts'
import { importances } from '../../trees/tree-stats.ts'
import type { PruneWay } from '../../trees/prune/plan-trial.ts'
import type { Tree } from '../../trees/tree.ts'
import { type PartScores, scoreSpreads, type Spread, spreadOf, type Trial } from '../../trees/prune/try-tree.ts'
import { counted, countText, fixedText, NONE, percentText } from '../number-text.ts'
import { padEnd, padStart, printable, textWidth, truncate, wrap } from '../printed-text.ts'
import { plainBar } from './draw/bars.ts'
import { estimateText } from '../text-table.ts'
import { indented, joinBlocks, type ReportOptions, type Screen, screenOf } from './draw/screen.ts'

/** Classes up to which a confusion is a table. */
const MOST_CLASSES = 8
/** Mistakes that are named where there are more classes. */
const MOST_MISTAKES = 10

/** How one tree of the error-complexity sequence is chosen, where it is not the best. */
const RULES: Partial<Record<PruneWay, string>> = {
  'one-se': ' by one standard error',
  paper: ' up to the first harm',
  'paper-strict': ' as long as it helps',
}

/**
 * How well a tree predicts, what pruning did and which columns matter, as text for a terminal. Given several trials,
 * also their means.
 *
 *     const trials = [0, 1].map((seed) => tryTree(people, { target: 'bought', seed }))
 *     console.log(trialReport(trials, { width: 100 }).split(';')[0])
 *     // → Error-complexity pruning on the validation rows removed 67 of 70 nodes
 */
export function trialReport(trials: readonly Trial[], options: ReportOptions = {}): string {
  const screen = screenOf('trialReport', options, {})
  const [first] = trials
  const sizes = (['depth', 'nodes', 'leaves'] as const).map((name): Measured => [
    name,
    trials.map(({ stats }) => stats[name]),
    1,
  ])
  const blocks = [
    pruneLines(first, screen),
    [...partLines(first, screen), ...rankingLines(first, screen)],
    scoresLines(first.test ?? first.validation ?? first.training, partName(first), screen),
    importanceLines(first.tree, screen),
    trials.length > 1 ? repeatLines(trials, sizes, screen) : [],
  ]
  return joinBlocks(blocks)
}

/** How well a model other than a tree predicts. */
export function modelReport(title: string, trials: readonly PartScores[], options: ReportOptions = {}): string {
  const screen = screenOf('modelReport', options, {})
  const [first] = trials
  return joinBlocks([
    wrap(title, screen.width).map(screen.style.bold),
    [...partLines(first, screen), ...rankingLines(first, screen)],
    scoresLines(first.test ?? first.validation ?? first.training, partName(first), screen),
    trials.length > 1 ? repeatLines(trials, [], screen) : [],
  ])
}

function partName({ test, validation }: PartScores): string {
  return test !== null ? 'test rows' : validation !== null ? 'validation rows' : 'its training rows'
}

function pruneLines({ prune, full, stats, depth }: Trial, { width }: Screen): string[] {
  if (depth !== null) {
    const best = depth.accuracies[depth.depth]
    const text = `A depth of ${depth.depth} was chosen by folds of the training rows: accuracy ${accuracyText(best)} there, ${accuracyText(depth.accuracies[0])} without any test, ${accuracyText(depth.accuracies[depth.accuracies.length - 1])} without a limit.`
    return wrap(text, width)
  }
  if (full === null) return []
  const how = prune === 'reduced' ? 'Reduced-error pruning' : `Error-complexity pruning${RULES[prune] ?? ''}`
  const gone = full.nodes - stats.nodes
  return wrap(
    gone === 0
      ? `${how} on the validation rows found nothing to remove.`
      : `${how} on the validation rows removed ${countText(gone)} of ${counted(full.nodes, 'node')}${stats.depth < full.depth ? `; it is ${counted(stats.depth, 'test')} deep now, ${countText(full.depth)} before` : ''}.`,
    width,
  )
}

function partLines({ training, validation, test, seed }: PartScores, { style, width }: Screen): string[] {
  const parts = [
    { name: 'training', scores: training },
    { name: 'validation', scores: validation },
    { name: 'test', scores: test },
  ].filter((part): part is { name: string; scores: ClassScores } => part.scores !== null)
  const rows = parts.map(({ scores }) => countText(scores.rows))
  const rowWidth = Math.max(4, ...rows.map(textWidth))
  const title = parts.length === 1 ? 'Accuracy on its own training rows, which is too optimistic:' : `Accuracy, rows split with seed ${seed}:` // prettier-ignore
  return [
    style.bold(title),
    style.dim(`  ${padEnd('part', 12)}${padStart('rows', rowWidth)}  accuracy  majority     AUC`),
    ...parts.map(({ name, scores }, i) => {
      const bar = plainBar(scores.accuracy ?? 0, Math.min(40, width - 48 - rowWidth), style)
      return `  ${padEnd(name, 12)}${padStart(rows[i], rowWidth)}  ${padStart(accuracyText(scores.accuracy), 8)}${padStart(accuracyText(scores.majority), 10)}${padStart(accuracyText(scores.auc), 8)}  ${bar}`
    }),
  ]
}

/**
 * How well classes were predicted: accuracy, precision and recall per class, confusion; as text for a terminal.
 *
 *     console.log(scoresReport(treeScores(tree, people), { width: 80 }).split('\n')[0])
 *     // → Accuracy 0.9133 on 300 rows; the commonest class alone has 0.6833, AUC 0.9169.
 */
export function scoresReport(scores: ClassScores, options: ReportOptions = {}): string {
  const title = `Accuracy ${accuracyText(scores.accuracy)} on ${counted(scores.rows, 'row')}; ${besideAccuracy(scores)}.`
  const screen = screenOf('scoresReport', options, {})
  const ranking = wrap(rankingText(scores), screen.width)
  return [title, ...ranking, '', ...scoresLines(scores, 'these rows', screen)].join('\n')
}

/** How well probabilities of two classes order the rows, with 95 % intervals. */
export function rankingText({ ranking, classes, auc }: ClassScores): string {
  if (ranking === null) return auc === null || classes.length < 3 ? '' : 'Gini and KS are told of two classes only.'
  return `Gini ${estimateText(ranking.gini)}, KS ${estimateText(ranking.ks)}, AUC ${estimateText(ranking.auc)}; by lot 0, 0 and 0.5.`
}

function rankingLines(trial: PartScores, { width }: Screen): string[] {
  const { test, validation, training } = trial
  const scores = test ?? validation ?? training
  if (scores.ranking === null) return []
  return indented(wrap(`On ${partName(trial)}: ${rankingText(scores)}`, width - 2))
}

/** What stands beside every accuracy: that of the commonest class alone, and the area under the ROC curve. */
export function besideAccuracy({ majority, auc }: ClassScores): string {
  return `the commonest class alone has ${accuracyText(majority)}${auc === null ? '' : `, AUC ${accuracyText(auc)}`}`
}

function scoresLines(scores: ClassScores, rows: string, screen: Screen): string[] {
  const { style } = screen
  const names = scores.classes.map((one) => truncate(printable(one.class), 20))
  const first = Math.max(5, ...names.map(textWidth))
  const wide = scores.classes.length > MOST_CLASSES
  const counts = scores.confusion.map((line) => line.map((count) => (count === 0 ? '·' : countText(count))))
  const widths = names.map((name, p) => Math.max(textWidth(name), ...counts.map((line) => textWidth(line[p]))))
  const room = 2 + first + 31 + widths.reduce((sum, width) => sum + width + 2, 0)
  const matrix = !wide && room <= screen.width
  const head = `${padEnd('class', first)}${padStart('rows', 9)}${padStart('precision', 11)}${padStart('recall', 8)}`
  const lines = scores.classes.map((one, c) => {
    const text = `${padEnd(names[c], first)}${padStart(countText(one.rows), 9)}${padStart(accuracyText(one.precision), 11)}${padStart(accuracyText(one.recall), 8)}`
    return matrix ? `${text}   ${counts[c].map((count, p) => padStart(count, widths[p])).join('  ')}` : text
  })
  const title = `On ${rows}${matrix ? ', predicted classes at the right' : ''}:`
  const columns = matrix ? `   ${names.map((name, p) => padStart(name, widths[p])).join('  ')}` : ''
  const unknown = scores.unknown > 0 ? [`${counted(scores.unknown, 'row')} of classes the model does not know`] : []
  return [
    style.bold(title),
    ...indented([style.dim(head + columns), ...lines, ...unknown]),
    ...(matrix ? [] : mistakeLines(scores, names, screen)),
  ]
}

function mistakeLines({ confusion }: ClassScores, names: readonly string[], { style }: Screen): string[] {
  const wrong = confusion
    .flatMap((line, a) => line.map((count, p) => ({ count, a, p })))
    .filter(({ count, a, p }) => a !== p && count > 0)
    .toSorted((x, y) => y.count - x.count)
  const told = wrong.slice(0, MOST_MISTAKES).map(({ count, a, p }) => `${counted(count, 'row')} of ${names[a]} predicted to be ${names[p]}`) // prettier-ignore
  const left = wrong.length - told.length
  if (told.length === 0) return []
  return [style.dim('  most frequent mistakes:'), ...indented(indented([...told, ...(left > 0 ? [`… ${counted(left, 'more kind')}`] : [])]))] // prettier-ignore
}

function importanceLines(tree: Tree, { style, width }: Screen): string[] {
  const used = importances(tree)
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
  if (used.length === 0) return []
  const shown = used.slice(0, 12)
  const names = shown.map(({ column }) => truncate(printable(column), 30))
  const first = Math.max(...names.map(textWidth))
  const lines = shown.map(({ share }, i) => `  ${padEnd(names[i], first)}  ${padStart(percentText(share, 1), 7)}  ${plainBar(share, Math.min(40, width - first - 13), style)}`.trimEnd()) // prettier-ignore
  const left = used.length - shown.length
  return [
    style.bold('Share of the total gain, by column:'),
    ...lines,
    ...(left > 0 ? [style.dim(`  … ${counted(left, 'more column')}`)] : []),
  ]
}

type Measured = readonly [name: string, values: readonly (number | null)[], digits: number]

function repeatLines(trials: readonly PartScores[], more: readonly Measured[], { style }: Screen): string[] {
  const seeds = trials.map(({ seed }) => seed)
  const { validation, validationMajority, validationAuc, test, testMajority, testAuc } = scoreSpreads(trials)
  const entries: readonly (readonly [name: string, spread: Spread | null, digits: number])[] = [
    ['validation accuracy', validation, 4],
    ['  majority there', validationMajority, 4],
    ['  AUC there', validationAuc, 4],
    ['test accuracy', test, 4],
    ['  majority there', testMajority, 4],
    ['  AUC there', testAuc, 4],
    ...more.map(([name, values, digits]) => [name, spreadOf(values), digits] as const),
  ]
  return [
    style.bold(
      `Over ${trials.length} trials, seeds ${seeds[0]} to ${seeds[seeds.length - 1]}, mean ± standard deviation:`,
    ),
    ...entries.flatMap(([name, spread, digits]) => {
      if (spread === null) return []
      return [
        `  ${padEnd(name, 20)}  ${padStart(fixedText(spread.mean, digits), 9)} ± ${fixedText(spread.deviation, digits)}`,
      ]
    }),
  ]
}

function accuracyText(share: number | null): string {
  return share === null ? NONE : fixedText(share, 4)
}
