import { markTable } from '../../binning/fit/fit-table.ts'
import { dealFolds, rowsOfFold } from '../../binning/use/folds.ts'
import { pickTable } from '../../binning/use/split-rows.ts'
import { DataError } from '../../errors.ts'
import { type ClassScores, NO_CLASS, OTHER_CLASS } from '../../measures/predictions/class-scores.ts'
import { type FoldEstimate, foldEstimate } from '../../measures/fold-estimate.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { check, integer, knownOptions, type OptionNames } from '../../util/check.ts'
import { needClasses } from '../grow/grow-rows.ts'
import { readTruth } from '../tree-scores.ts'
import { planTrial } from './plan-trial.ts'
import { dealParts, growPruned, type TrialOptions, USUAL_WORK } from './try-tree.ts'
import { treeScores } from '../tree-scores.ts'

/** How rows are dealt into folds, and where their classes are. */
export type CrossValidateOptions = Pick<TrialOptions, 'target' | 'targetKind' | 'event' | 'weights' | 'classes'> & {
  /** parts of the rows, each of which is judged once; default 10 */
  readonly folds?: number | undefined
  /** of the folds; default 0 */
  readonly seed?: number | undefined
}

const NAMES: OptionNames<CrossValidateOptions> = {
  target: 1,
  targetKind: 1,
  event: 1,
  weights: 1,
  classes: 1,
  folds: 1,
  seed: 1,
}

/** How well models do on rows that had no say in them, every row judged once. */
export interface CrossValidated {
  /** parts of the rows */
  readonly folds: number
  /** by which rows were dealt into them */
  readonly seed: number
  /** rows judged */
  readonly rows: number
  /** of the folds; intervals as `foldEstimate` of the folds gives them */
  readonly accuracy: FoldEstimate
  /** accuracy of always saying the commonest class of the other folds */
  readonly majority: FoldEstimate
  /** accuracy less majority, fold by fold */
  readonly ahead: FoldEstimate
  /** area under the ROC curve; null where some fold has none */
  readonly auc: FoldEstimate | null
  /** of each fold */
  readonly scores: readonly ClassScores[]
}

/** A fold: the rows to make a model of, and those to judge it by. All classes are told, since a rare one may be missing. */
export interface Fold {
  /** rows to make a model of */
  readonly training: Table
  /** rows to judge it by */
  readonly held: Table
  /** all classes of the table, in their order */
  readonly classes: readonly string[]
  /** for whatever is drawn at random */
  readonly seed: number
}

/**
 * Cross-validates whatever makes a model of some rows and scores it on others: rows are dealt into folds, classes spread
 * alike, and each fold is judged by a model of all others. Everything that looks at the target, cuts and pruning too,
 * must happen inside `score`. The same seed gives the same folds.
 *
 *     const { accuracy, majority } = await crossValidate(people, { target: 'bought' }, ({ training, held, classes }) =>
 *       treeScores(growTree(training, { target: 'bought', classes, maxDepth: 1 }), held),
 *     )
 *     console.log(accuracy.mean.toFixed(2), majority.mean.toFixed(2)) // → 0.91 0.68
 */
export async function crossValidate(
  table: Table,
  options: CrossValidateOptions,
  score: (fold: Fold) => ClassScores | Promise<ClassScores>,
): Promise<CrossValidated> {
  knownOptions('crossValidate', options, NAMES)
  const { folds = 10, seed = 0, target, targetKind, event, weights, classes } = options
  check('crossValidate', 'folds', integer(2), folds)
  check('crossValidate', 'seed', integer(0), seed)
  const marks = markTable('crossValidate', table, tableRows('crossValidate', table), { target, targetKind, event, weights, classes }) // prettier-ignore
  needClasses('crossValidate', target, marks)
  const known = marks.target.classes
  const foldOf = dealFolds(marks, folds, seed)
  const rows = foldOf.reduce((sum, fold) => sum + (fold < 0 ? 0 : 1), 0)
  if (rows < 2 * folds)
    throw new DataError(`crossValidate: ${folds} folds need at least ${2 * folds} rows, got ${rows}`)
  const scores: ClassScores[] = []
  const commonest: number[] = []
  for (let fold = 0; fold < folds; fold++) {
    const { inside, outside } = rowsOfFold(foldOf, fold)
    const parts = { training: pickTable(table, outside), held: pickTable(table, inside), classes: known, seed }
    scores.push(await score(parts))
    commonest.push(majorityShare(marks.target, parts, { target, weights }))
  }
  const accuracies = scores.map(({ accuracy }) => accuracy ?? 0)
  const areas = scores.flatMap(({ auc }) => (auc === null ? [] : [auc]))
  return {
    folds,
    seed,
    rows,
    accuracy: foldEstimate(accuracies),
    majority: foldEstimate(commonest),
    ahead: foldEstimate(accuracies.map((accuracy, fold) => accuracy - commonest[fold])),
    auc: areas.length === folds ? foldEstimate(areas) : null,
    scores,
  }
}

/** The share of the rows held out that are of the commonest class of the training rows. */
function majorityShare(
  target: Parameters<typeof readTruth>[1]['target'],
  { training, held }: Fold,
  options: { readonly target: string; readonly weights: string | undefined },
): number {
  const sums = (part: Table): Float64Array => {
    const { truth, weights } = readTruth('crossValidate', { target }, part, options)
    const all = new Float64Array(target.classes.length)
    truth.forEach((code, row) => {
      if (code !== NO_CLASS && code !== OTHER_CLASS) all[code] += weights === null ? 1 : weights[row]
    })
    return all
  }
  const seen = sums(training)
  const judged = sums(held)
  const total = judged.reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? judged[seen.indexOf(Math.max(...seen))] / total : 0
}

/**
 * Cross-validates a tree: for every fold one is grown and pruned on the other rows, as `tryTree` would, part of them held
 * back to prune by where the way of pruning asks for that. `parts` says how many (10:3 unless told otherwise), and `folds`
 * is of the cross-validation. The time of so many trees.
 *
 *     const { accuracy } = await crossValidateTree(people, { target: 'bought', folds: 5, maxDepth: 2 })
 *     console.log(accuracy.mean.toFixed(2)) // → 0.91
 */
export async function crossValidateTree(
  table: Table,
  options: TrialOptions & { readonly folds: number },
): Promise<CrossValidated> {
  const { weights, target, folds, seed = 0, parts: asked, prune: way, source: _, ...grow } = options
  const { prune, parts } = planTrial(tableRows('crossValidateTree', table), { prune: way, parts: asked })
  const byRows = prune !== 'none' && prune !== 'depth'
  const { targetKind, event, classes: given } = grow
  const asFolds = { folds, seed, target, targetKind, event, weights, classes: given }
  return crossValidate(table, asFolds, ({ training, held, classes }) => {
    const dealt = byRows
      ? dealParts(training, parts.slice(0, 2), seed, target)
      : { training, validation: null, test: null }
    const tree = growPruned(
      USUAL_WORK,
      { training: dealt.training, validation: dealt.test },
      { ...grow, target, weights, classes, prune, seed },
    ).tree
    return treeScores(tree, held, { target, weights })
  })
}
