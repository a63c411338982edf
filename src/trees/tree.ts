import type { Origin } from '../summaries/summary-table.ts'
import type { Closed, Note, Target } from '../types.ts'

/** How a tree reads a column of numbers: by cuts. A binary tree tests one cut at a time, a tree over bins all at once. */
export interface TreeNumbers {
  /** name of the column */
  readonly name: string
  /** whether the values are numbers or moments in time */
  readonly kind: 'number' | 'date'
  /** which end of a bin belongs to it */
  readonly closed: Closed
  /** every cut the tree may test, rising */
  readonly cuts: readonly number[]
  /** one per bin: cuts.length + 1 */
  readonly labels: readonly string[]
  /** numbers that stand for a missing value, besides NaN */
  readonly missing: readonly number[]
  /** codes with a branch of their own in a tree over bins, after the bins; missing to a binary tree */
  readonly special: readonly number[]
}

/** How a tree reads a column of texts: one branch per group of levels. A level in none of them is unseen. */
export interface TreeLevels {
  /** name of the column */
  readonly name: string
  /** whether the levels are texts or truth values */
  readonly kind: 'category' | 'boolean'
  /** the levels of each branch */
  readonly groups: readonly (readonly string[])[]
  /** one per group */
  readonly labels: readonly string[]
}

/** A column that a tree may test. */
export type TreeColumn = TreeNumbers | TreeLevels

/**
 * What a node asks: of column `column`, either on which side of `cut` the value lies (two branches: below, above), or,
 * with `cut` null, in which bin, special code or group it lies (one branch each, in that order).
 */
export interface TreeTest {
  /** position of the column in `columns` of the tree */
  readonly column: number
  /** the cut of a test with two branches; null where each bin or group has its own */
  readonly cut: number | null
  /** bits of information the test gains about the class, at this node */
  readonly gain: number
}

/** A node with what its training rows were. A leaf has no test and no branches. */
export interface TreeNode {
  /** training rows that came here; 0 in a branch no row took */
  readonly count: number
  /** Σw per class, in the order of the target's classes */
  readonly classes: readonly number[]
  /** index of the predicted class: the heaviest, first on a tie; the parent's where no row came */
  readonly predict: number
  /** what it asks; null in a leaf */
  readonly test: TreeTest | null
  /** one node per answer; empty in a leaf */
  readonly branches: readonly TreeNode[]
  /** the branch with most training rows (Σw; first on a tie), which missing and unseen values follow; 0 in a leaf */
  readonly heaviest: number
}

/** A grown tree: plain data, saved as versioned JSON. */
export interface Tree {
  /** marks a file as a tree */
  readonly format: 'kerf-tree'
  /** version of the file format, not of Kerf */
  readonly version: 1
  /** `by`: `binary`, or the method whose bins the tree branches on */
  readonly created: Origin & { readonly by: string; readonly options: Readonly<Record<string, unknown>> }
  /** the classes that it predicts */
  readonly target: Extract<Target, { kind: 'class' }>
  /** the columns that it may test, which tests name by their position */
  readonly columns: readonly TreeColumn[]
  /** the node where every row starts */
  readonly root: TreeNode
  /** what there is to tell of growing and pruning */
  readonly notes: readonly Note[]
}
