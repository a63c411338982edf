/**
 * The steps of a tree as plain data: `node` for each node that was looked at, `grow` when it gets its branches, then those
 * of the pruning, `prune` or `reduce`, and `keep` with what was decided. A node is named by its path: the branch taken at
 * each test from the root on. Amounts of rows are Σw. `replayTree` makes the tests from them.
 */
export type TreeStep = NodeStep | GrowStep | PruneStep | ReduceStep | KeepStep

/** Who is told of the steps, one after the other. */
export type TellTreeStep = (step: TreeStep) => void

/** A branch of a test that rows come to. */
export interface TraceBranch {
  /** its number among the branches of the test */
  readonly branch: number
  /** in words: `< 2.45`, `four` */
  readonly label: string
  /** Σw of its rows */
  readonly rows: number
  /** Σw per class */
  readonly classes: readonly number[]
  /** bits to tell the classes of a row in it */
  readonly entropy: number
}

/** The best test of one column at a node. */
export interface ColumnGain {
  /** name of the column */
  readonly column: string
  /** where it parts the values; null with a branch for each bin or level */
  readonly cut: number | null
  /** bits per row that the test gains about the class; null where the column does not part the rows */
  readonly gain: number | null
  /** what tests are compared by, the larger the better; null where the column does not part the rows */
  readonly rating: number | null
  /** the branches that rows come to */
  readonly branches: readonly TraceBranch[]
}

/** A node that was looked at: what each column would gain, and the test with the best rating, the first of equals. */
export interface NodeStep {
  /** the kind of step */
  readonly step: 'node'
  /** the branches taken to it from the root */
  readonly path: readonly number[]
  /** the words of the branches to it, from the root on */
  readonly words: readonly string[]
  /** Σw of its rows */
  readonly rows: number
  /** Σw per class */
  readonly classes: readonly number[]
  /** bits to tell the classes of a row */
  readonly entropy: number
  /** what each column would gain */
  readonly columns: readonly ColumnGain[]
  /** index of the best column; null where the node is a leaf */
  readonly best: number | null
  /** why, in one plain sentence */
  readonly why: string
}

/** A node gets the branches of its test. */
export interface GrowStep {
  /** the kind of step */
  readonly step: 'grow'
  /** the branches taken to it from the root */
  readonly path: readonly number[]
  /** why, in one plain sentence */
  readonly why: string
}

/** A prune of the error-complexity sequence: the weakest link of what is left. */
export interface PruneStep {
  /** the kind of step */
  readonly step: 'prune'
  /** its number in the sequence, from 1 */
  readonly turn: number
  /** the branches taken to it from the root */
  readonly path: readonly number[]
  /** training errors that its branches save for each of their leaves, as a share of all training rows */
  readonly alpha: number
  /** training errors as a leaf and with branches, as shares of all training rows */
  readonly asLeaf: number
  /** the same with its branches */
  readonly withBranches: number
  /** leaves that it has */
  readonly leaves: number
  /** share of the rows held out that the tree gets right after it; null without such rows */
  readonly accuracy: number | null
  /** whether it is kept */
  readonly kept: boolean
  /** why, in one plain sentence */
  readonly why: string
}

/** A node that reduced-error pruning looked at. */
export interface ReduceStep {
  /** the kind of step */
  readonly step: 'reduce'
  /** the branches taken to it from the root */
  readonly path: readonly number[]
  /** rows held out that are right as a leaf, and with branches */
  readonly asLeaf: number
  /** the same with its branches */
  readonly withBranches: number
  /** whether it becomes a leaf */
  readonly pruned: boolean
  /** why, in one plain sentence */
  readonly why: string
}

/** What pruning decided. */
export interface KeepStep {
  /** the kind of step */
  readonly step: 'keep'
  /** prunes that are kept, and accuracy on the rows held out before and after */
  readonly prunes: number
  /** accuracy on the rows held out before it; null without such rows */
  readonly before: number | null
  /** the same after it */
  readonly after: number | null
  /** why, in one plain sentence */
  readonly why: string
}
