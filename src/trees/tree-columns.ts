import { assignLevels, assignNumbers } from '../binning/assign.ts'
import { type CategoryColumn, type Column, hasCuts } from '../binning/binning.ts'
import type { LabelValues, Note, NumberValues } from '../types.ts'
import type { TreeColumn, TreeLevels, TreeNumbers } from './tree.ts'

/** Whether a tree reads a column by cuts. */
export function isNumbers(column: TreeColumn): column is TreeNumbers {
  return column.kind === 'number' || column.kind === 'date'
}

/** How many branches a test of all bins or groups has: bins and special codes, or groups. */
export function branchCount(column: TreeColumn): number {
  return isNumbers(column) ? column.labels.length + column.special.length : column.groups.length
}

/** How a tree reads the levels or groups of a fitted column. */
export function treeLevels({ name, kind, bins }: CategoryColumn): TreeLevels {
  return { name, kind, groups: bins.map(({ levels }) => [...levels]), labels: bins.map(({ label }) => label) }
}

/** How a tree reads the bins of a fitted column. */
export function treeColumn(column: Column): TreeColumn {
  if (!hasCuts(column)) return treeLevels(column)
  return {
    name: column.name,
    kind: column.kind,
    closed: column.closed,
    cuts: [...column.cuts],
    labels: column.bins.map(({ label }) => label),
    missing: [...column.missing.values],
    special: column.special.map(({ code }) => code),
  }
}

/** What is said where a binning sends values to a bin, which a tree does not: they have branches of their own, or none. */
export function policyNotes(column: Column): Note[] {
  const asides = [column.missing, ...(hasCuts(column) ? column.special : [])]
  if (asides.every(({ policy }) => policy === 'own')) return []
  const message = `${column.name}: a tree sends missing values along the branch with most rows and gives special codes branches of their own, whatever the policies of the bins`
  return [{ code: 'policy-unused', message }]
}

/**
 * The slot of every value, as `assign` numbers them: bins or groups first, then one for what is missing or unseen, then
 * the special codes. O(rows).
 */
export function slotsOf(where: string, column: TreeColumn, given: NumberValues | LabelValues): Int32Array {
  const { name } = column
  const own = { policy: 'own', bin: null } as const
  if (!isNumbers(column)) {
    const bins = column.groups.map((levels) => ({ levels }))
    return assignLevels({ name, bins, missing: own }, given)
  }
  const { closed, cuts, missing, special } = column
  const codes = special.map((code) => ({ code, ...own }))
  return assignNumbers(
    { name, closed, cuts, missing: { ...own, values: missing }, special: codes },
    given as NumberValues,
    where,
  )
}
