import { dateText } from '../util/date-text.ts'
import { isNumbers } from './tree-columns.ts'
import type { TreeColumn, TreeLevels, TreeNode, TreeNumbers, TreeTest } from './tree.ts'

const RANGE = /^[<≤≥>[(]/

/** The words of one branch: a phrase for behind the name of the column, such as `< 2.45`, `special -9` or `north, south`. */
export function branchWords(column: TreeColumn, test: TreeTest, branch: number): string {
  if (!isNumbers(column)) return groupWords(column, branch)
  if (test.cut === null) return slotWords(column, branch)
  const text = cutWords(column, test.cut)
  return column.closed === 'left' ? `${branch === 0 ? '<' : '≥'} ${text}` : `${branch === 0 ? '≤' : '>'} ${text}`
}

/** The condition of a branch: `petal length < 2.45`, `age in [20, 30)`, `town is north`. Names are given as they print. */
export function conditionWords(column: TreeColumn, name: string, words: string): string {
  if (!isNumbers(column)) return `${name} is ${words}`
  if (/^[<≤≥>]/.test(words)) return `${name} ${words}`
  return `${name} ${/^[[(]/.test(words) ? 'in' : 'is'} ${words}`
}

function slotWords(column: TreeNumbers, branch: number): string {
  const bins = column.cuts.length + 1
  if (branch >= bins) return `special ${valueWords(column, column.special[branch - bins])}`
  return column.labels[branch] ?? `bin ${branch}`
}

function groupWords({ labels, groups }: TreeLevels, branch: number): string {
  const words = labels[branch] ?? groups[branch]?.join(', ') ?? `group ${branch}`
  // A level that looks like a range of numbers is none.
  return RANGE.test(words) ? `"${words}"` : words
}

/** A number or date of a column, in full. */
export function valueWords({ kind }: TreeNumbers, value: number): string {
  return kind === 'date' ? dateText(value) : String(value)
}

const texts = new WeakMap<TreeNumbers, Map<number, string>>()

/** A cut as the labels print it, which is short but moves no training row; in full where the labels do not say it. */
export function cutWords(column: TreeNumbers, cut: number): string {
  let known = texts.get(column)
  if (known === undefined) {
    known = new Map(column.cuts.map((one, i) => [one, labelledCut(column.labels, i) ?? valueWords(column, one)]))
    texts.set(column, known)
  }
  return known.get(cut) ?? valueWords(column, cut)
}

/** The text that ends label i and begins the next one, as `< 2.45` and `[2.45, 4.75)` do. */
function labelledCut(labels: readonly string[], i: number): string | null {
  const end = /^(?:[<≤] |.*, )(.+?)[)\]]?$/s.exec(labels[i] ?? '')?.[1]
  const start = /^(?:[≥>] |[[(])(.+?)(?:, .*)?$/s.exec(labels[i + 1] ?? '')?.[1]
  return end !== undefined && end === start ? end : null
}

/** How many nodes a tree has from a node on, itself included. O(nodes). */
export function nodesBelow(node: TreeNode): number {
  let count = 0
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count++
    for (const branch of next.branches) waiting.push(branch)
  }
  return count
}
