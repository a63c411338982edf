import { ArgumentError } from '../../errors.ts'
import { markTable } from '../../binning/fit/fit-table.ts'
import { pickTable, splitRows } from '../../binning/use/split-rows.ts'
import type { ClassScores } from '../../measures/predictions/class-scores.ts'
import { tableRows } from '../../summaries/column-table.ts'
import type { Table } from '../../types.ts'
import { check, integer, show, isOptions } from '../../util/check.ts'
import { type DepthChoice, depthByFolds } from './depth-by-folds.ts'
import { growTree } from '../grow/grow-tree.ts'
import type { GrowOptions } from '../grow-options.ts'
import { pruneReducedError } from './prune-reduced-error.ts'
import type { Pruned } from './judge-pruning.ts'
import { planTrial, type PruneWay } from './plan-trial.ts'
import { pruneByError } from './prune-error-complexity.ts'
import { treeScores } from '../tree-scores.ts'
import { type TreeStats, treeStats } from '../tree-stats.ts'
import type { Tree } from '../tree.ts'

/** How a tree is grown, pruned and judged. */
export type TrialOptions = Omit<GrowOptions, 'target'> & {
  /** name of the target column, which holds classes */
  readonly target: string
  /** default `error` with three parts, `depth` with fewer; `none` for fewer than 50 rows without three parts */
  readonly prune?: PruneWay | undefined
  /**
   * sizes of the parts for training, validation and test, such as 10, 3, 2 (default); two parts are training and test;
   * a single one (default for fewer than 50 rows) grows on all rows and judges on no others
   */
  readonly parts?: readonly number[] | undefined
  /** of the parts and folds; default 0 */
  readonly seed?: number | undefined
  /** parts of the training rows that choose a depth; default 5 */
  readonly folds?: number | undefined
}

/** What the parts of the rows say of a model; null without such a part. */
export interface PartScores {
  /** of the parts and folds */
  readonly seed: number
  /** on the rows it was made from: flattering */
  readonly training: ClassScores
  /** on the rows it was pruned by: somewhat flattering */
  readonly validation: ClassScores | null
  /** on rows that had no part in it: the figure to quote */
  readonly test: ClassScores | null
}

/** A tree with what rows it never saw say of it. */
export interface Trial extends PartScores {
  /** how it was pruned */
  readonly prune: PruneWay
  /** the tree, pruned */
  readonly tree: Tree
  /** how large it is */
  readonly stats: TreeStats
  /** before pruning; null where nothing was pruned */
  readonly full: TreeStats | null
  /** the depth that was chosen, with the accuracy at each; null unless pruned by depth */
  readonly depth: { readonly depth: number; readonly accuracies: readonly number[] } | null
}

/** Rows dealt into parts; null where there is no such part. */
export interface Parts {
  /** the rows that a model is made from */
  readonly training: Table
  /** the rows that a tree is pruned by */
  readonly validation: Table | null
  /** the rows that only judge */
  readonly test: Table | null
}

/**
 * Deals the rows into parts, the classes of the target spread alike; a single part is all of them.
 *
 *     // 10 : 3 : 2 for growing, pruning and judging, with as many buyers in each:
 *     const { training, validation, test } = dealParts(people, [10, 3, 2], 0, 'bought')
 *     console.log([training, validation, test].map((part) => part?.['age']?.length)) // → [ 200, 60, 40 ]
 *
 * @param parts proportions of training, validation and test, such as `[10, 3, 2]`; two are training and test
 * @param target name of the column of classes
 */
export function dealParts(table: Table, parts: readonly number[], seed: number, target: string): Parts {
  if (!Array.isArray(parts) || parts.length < 1 || parts.length > 3) {
    throw new ArgumentError(`dealParts: parts must be one to three numbers above 0, got ${show(parts)}`, {
      code: 'out-of-range',
    })
  }
  if (parts.length === 1) return { training: table, validation: null, test: null }
  const dealt = splitRows(table, { parts, seed, stratify: target }).map((rows) => pickTable(table, rows))
  const [training, second, third] = dealt
  return dealt.length === 2
    ? { training, validation: null, test: second }
    : { training, validation: second, test: third }
}

/** The scores of every part that has rows. */
export function scoreParts(
  { training, validation, test }: Parts,
  score: (part: Table) => ClassScores,
): Omit<PartScores, 'seed'> {
  const scored = (part: Table | null): ClassScores | null =>
    part === null || tableRows('tryTree', part) === 0 ? null : score(part)
  return { training: score(training), validation: scored(validation), test: scored(test) }
}

/**
 * Deals the rows into parts, grows a tree on the first, prunes it by the second, and scores it on each. Of few rows all
 * are grown on, with a note.
 * The same seed gives the same parts and tree. The time of one tree, or of `folds` more to choose a depth.
 *
 *     const trial = tryTree(people, { target: 'bought' })
 *     console.log(trial.stats.leaves, trial.test!.accuracy! > trial.test!.majority!) // → 2 true
 */
export function tryTree(table: Table, options: TrialOptions): Trial {
  isOptions('tryTree', options)
  return tryTreeBy(USUAL_WORK, table, options)
}

/** What grows and prunes the tree of a trial; who follows it brings their own. */
export type TrialWork = {
  readonly growTree: typeof growTree
  readonly pruneByError: typeof pruneByError
  readonly pruneReducedError: typeof pruneReducedError
}

/** The functions of the library themselves. */
export const USUAL_WORK: TrialWork = { growTree, pruneByError, pruneReducedError }

/** The same with other hands. */
export function tryTreeBy(work: TrialWork, table: Table, options: TrialOptions): Trial {
  const { seed = 0, folds, prune: _p, parts: _s, ...asked } = options
  check('tryTree', 'seed', integer(0), seed)
  const { prune, parts, notes } = planTrial(tableRows('tryTree', table), options)
  const { target, weights } = asked
  const dealt = dealParts(table, parts, seed, target)
  // A rare class may have no row in the training part, and can still be named.
  const classes = asked.classes ?? classesOf(table, asked)
  const { grown, pruned, chosen } = growPruned(work, dealt, { ...asked, classes, prune, folds, seed })
  const noted = pruned?.tree ?? grown
  const tree = withSource({ ...noted, notes: [...noted.notes, ...notes] }, tableRows('tryTree', table), {
    seed,
    parts,
    prune,
  })
  return {
    seed,
    prune,
    tree,
    stats: treeStats(tree),
    full: pruned === null ? null : treeStats(grown),
    depth: chosen,
    ...scoreParts(dealt, (part) => treeScores(tree, part, { weights })),
  }
}

/** A tree grown on the training rows and made smaller as is asked, by the validation rows where the way looks at any. */
export function growPruned(
  work: TrialWork,
  { training, validation }: Pick<Parts, 'training' | 'validation'>,
  options: Omit<TrialOptions, 'parts'> & { readonly prune: PruneWay },
): { readonly tree: Tree; readonly grown: Tree; readonly pruned: Pruned | null; readonly chosen: DepthChoice | null } {
  const { prune, folds, seed, ...asked } = options
  // The paper's trees are those of ID3, by plain gain.
  const grow = { ...asked, measure: asked.measure ?? (prune.startsWith('paper') ? ('gain' as const) : undefined) }
  const chosen = prune === 'depth' ? depthByFolds(training, { ...grow, folds, seed }) : null
  const maxDepth = chosen === null ? grow.maxDepth : Math.min(chosen.depth, grow.maxDepth ?? Infinity)
  const grown = work.growTree(training, { ...grow, maxDepth })
  const held = validation === null ? null : { validation, weights: grow.weights }
  const pruned = held === null ? null : pruneBy(work, prune, grown, held)
  return { tree: pruned?.tree ?? grown, grown, pruned, chosen }
}

/** The tree pruned by rows held out; null where the way does not look at any. */
function pruneBy(work: TrialWork, prune: PruneWay, tree: Tree, held: Held): Pruned | null {
  const { validation, weights } = held
  if (prune === 'none' || prune === 'depth') return null
  if (prune === 'reduced') return work.pruneReducedError(tree, validation, { weights })
  if (prune === 'paper-strict') return work.pruneByError(tree, validation, { weights, strict: true })
  return work.pruneByError(tree, validation, { weights, rule: prune === 'error' ? 'best' : prune })
}

/** Rows held out, and the name of their weights. */
interface Held {
  readonly validation: Table
  readonly weights: string | undefined
}

/** All classes of a table, whatever part their rows are in. */
export function classesOf(
  table: Table,
  { target, targetKind, event }: Pick<TrialOptions, 'target' | 'targetKind' | 'event'>,
): readonly string[] | undefined {
  const marks = markTable('tryTree', table, tableRows('tryTree', table), { target, targetKind, event })
  return marks.target?.kind === 'class' ? marks.target.classes : undefined
}

/** The tree with how its rows were dealt, so that it can be made again. */
function withSource(
  tree: Tree,
  rows: number,
  { seed, parts, prune }: { seed: number; parts: readonly number[]; prune: PruneWay },
): Tree {
  const { created } = tree
  const dealt = parts.length === 1 ? {} : { split: parts.join(':') }
  const drawn = parts.length === 1 && prune !== 'depth' ? {} : { seed }
  const options = { ...created.options, ...(prune === 'none' ? {} : { prune }), ...dealt, ...drawn }
  return { ...tree, created: { ...created, options, source: { ...created.source, rows } } }
}

/** Mean and standard deviation of something over several trials. */
export interface Spread {
  /** mean of the numbers */
  readonly mean: number
  /** standard deviation of a sample; 0 for a single number */
  readonly deviation: number
}

/**
 * Mean and standard deviation (of a sample) of some numbers; null without any.
 *
 *     // Accuracy over three ways to deal the rows; null where a part had none.
 *     console.log(spreadOf([0.5, 1, null, 0.75])) // → { mean: 0.75, deviation: 0.25 }
 */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return { mean, deviation: known.length < 2 ? 0 : Math.sqrt(squares / (known.length - 1)) }
}

/** Accuracy over several trials, beside that of the commonest class and the area under the ROC curve. */
export function scoreSpreads(
  trials: readonly PartScores[],
): Readonly<
  Record<'validation' | 'validationMajority' | 'validationAuc' | 'test' | 'testMajority' | 'testAuc', Spread | null>
> {
  const over = (part: 'validation' | 'test', name: 'accuracy' | 'majority' | 'auc'): Spread | null =>
    spreadOf(trials.map((trial) => trial[part]?.[name] ?? null))
  return {
    validation: over('validation', 'accuracy'),
    validationMajority: over('validation', 'majority'),
    validationAuc: over('validation', 'auc'),
    test: over('test', 'accuracy'),
    testMajority: over('test', 'majority'),
    testAuc: over('test', 'auc'),
  }
}
