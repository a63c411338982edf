import type { Origin } from '../summaries/summary-table.ts'
import type { Closed, Note, Target } from '../types.ts'

/** How a tree reads a column of numbers: by cuts. A binary tree tests one cut at a time, a tree over bins all at once. */
export interface TreeNumbers {
  readonly name: string
  readonly kind: 'number' | 'date'
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
  readonly name: string
  readonly kind: 'category' | 'boolean'
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
  readonly column: number
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
  readonly test: TreeTest | null
  readonly branches: readonly TreeNode[]
  /** the branch with most training rows (Σw; first on a tie), which missing and unseen values follow; 0 in a leaf */
  readonly heaviest: number
}

/** A grown tree: plain data, saved as versioned JSON. */
export interface Tree {
  readonly format: 'kerf-tree'
  readonly version: 1
  /** `by`: `binary`, or the method whose bins the tree branches on */
  readonly created: Origin & { readonly by: string; readonly options: Readonly<Record<string, unknown>> }
  readonly target: Extract<Target, { kind: 'class' }>
  readonly columns: readonly TreeColumn[]
  readonly root: TreeNode
  readonly notes: readonly Note[]
}
