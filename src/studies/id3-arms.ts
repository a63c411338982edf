import { fitTable } from '../binning/fit/fit-table.ts'
import type { ColumnFit } from '../binning/fit/column-fit.ts'
import type { AnyDiscretizer } from '../discretizers/discretizer.ts'
import { chiMerge } from '../discretizers/methods/chi-merge.ts'
import { mdlp } from '../discretizers/methods/mdlp.ts'
import { naiveBayes, naiveBayesScores } from '../models/naive-bayes.ts'
import type { Table } from '../types.ts'
import { depthByFolds } from '../trees/prune/depth-by-folds.ts'
import { growTree } from '../trees/grow/grow-tree.ts'
import { pruneReducedError } from '../trees/prune/prune-reduced-error.ts'
import { pruneByError } from '../trees/prune/prune-error-complexity.ts'
import { treeScores } from '../trees/tree-scores.ts'
import { treeStats } from '../trees/tree-stats.ts'
import type { Tree } from '../trees/tree.ts'

/** The rows of one trial: 10 parts to train on, 3 to prune by, 2 to judge by. */
export interface Id3Rows {
  readonly training: Table
  readonly validation: Table
  readonly test: Table
  readonly target: string
  readonly columns: readonly string[]
  readonly seed: number
}

/** What one way of making a model gave on one split of the rows. */
export interface Id3Result {
  readonly validation: number
  readonly test: number
  /** area under the ROC curve on the test rows; null where it is not known */
  readonly auc: number | null
  /** null for a model other than a tree */
  readonly depth: number | null
  readonly nodes: number | null
  /** processor time to make the model, in seconds */
  readonly seconds: number
}

/** A way of making a model. */
export interface Id3Arm {
  readonly name: string
  /** the row of the paper's table it stands for */
  readonly published?: 'Binary full' | 'Binary pruned' | 'ChiMerge full' | 'ChiMerge pruned'
  readonly run: (rows: Id3Rows) => Promise<Id3Result>
}

/** Accuracy on the validation rows, depth and nodes as printed in the paper, for the data sets it names. */
export const PUBLISHED: Readonly<
  Record<NonNullable<Id3Arm['published']>, Record<'iris' | 'occupancy', readonly [number, number, number]>>
> = {
  'Binary full': { occupancy: [0.99212, 20, 341], iris: [0.77, 10, 45] },
  'Binary pruned': { occupancy: [0.99217, 11, 201], iris: [0.84, 4, 13] },
  'ChiMerge full': { occupancy: [0.99198, 5, 8552], iris: [0.9, 4, 117] },
  'ChiMerge pruned': { occupancy: [0.99392, 5, 8418], iris: [0.9667, 4, 111] },
}

type Grow = (rows: Id3Rows, more?: { maxDepth?: number }) => Tree
type Bins = { readonly by: AnyDiscretizer; readonly all?: ColumnFit }

const over =
  (bins: Bins | undefined): Grow =>
  ({ training, target, columns }, more = {}) =>
    growTree(training, { target, columns, measure: 'gain', ...bins, ...more })

function tree(name: string, make: (rows: Id3Rows) => Tree, published?: Id3Arm['published']): Id3Arm {
  const run = async (rows: Id3Rows): Promise<Id3Result> => {
    const { result, seconds } = await timed(() => make(rows))
    const { depth, nodes } = treeStats(result)
    const accuracy = (part: Table): number => treeScores(result, part).accuracy ?? Number.NaN
    const { auc } = treeScores(result, rows.test)
    return { validation: accuracy(rows.validation), test: accuracy(rows.test), auc, depth, nodes, seconds }
  }
  return { name, run, ...(published === undefined ? {} : { published }) }
}

function bayes(name: string, { by, all = {} }: Bins): Id3Arm {
  const run = async ({ training, validation, test, target, columns }: Id3Rows): Promise<Id3Result> => {
    const fit = { target, columns, all: { ...all, method: by } }
    const { result: model, seconds } = await timed(async () => naiveBayes(await fitTable(training, fit)))
    const accuracy = (part: Table): number => naiveBayesScores(model, part).accuracy ?? Number.NaN
    const { auc } = naiveBayesScores(model, test)
    return { validation: accuracy(validation), test: accuracy(test), auc, depth: null, nodes: null, seconds }
  }
  return { name, run }
}

const binary = over(undefined)
const CONFIDENCES = [0.75, 0.9]
const chiMergeAt = (confidence: number): Bins => ({ by: chiMerge, all: { alpha: 1 - confidence } })
const byError = (grow: Grow) => (rows: Id3Rows) => pruneByError(grow(rows), rows.validation, { rule: 'paper' }).tree
const byReducedError = (grow: Grow) => (rows: Id3Rows) => pruneReducedError(grow(rows), rows.validation).tree
const byDepth =
  (grow: Grow) =>
  (rows: Id3Rows): Tree => {
    const { training, target, columns, seed } = rows
    return grow(rows, { maxDepth: depthByFolds(training, { target, columns, measure: 'gain', seed, folds: 5 }).depth })
  }

/** The trees of the paper first, then those over other bins, smaller ones, and naive Bayes over each kind of bins. */
export const ID3_ARMS: readonly Id3Arm[] = [
  tree('binary, full', (rows) => binary(rows), 'Binary full'),
  tree('binary, depth by folds', byDepth(binary), 'Binary pruned'),
  tree('binary, reduced error', byReducedError(binary)),
  ...CONFIDENCES.flatMap((confidence) => {
    const grow = over(chiMergeAt(confidence))
    return [
      tree(`chi-merge ${confidence}, full`, (rows) => grow(rows), 'ChiMerge full'),
      tree(`chi-merge ${confidence}, error-complexity`, byError(grow), 'ChiMerge pruned'),
    ]
  }),
  tree('mdlp, full', (rows) => over({ by: mdlp })(rows)),
  tree('mdlp, error-complexity', byError(over({ by: mdlp }))),
  ...CONFIDENCES.map((confidence) => bayes(`naive Bayes, chi-merge ${confidence}`, chiMergeAt(confidence))),
  bayes('naive Bayes, mdlp', { by: mdlp }),
]

async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly seconds: number }> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { result, seconds: (user + system) / 1e6 }
}
