import { ArgumentError } from '../../errors.ts'
import { branchWords, conditionWords, cutWords } from '../../trees/branch-words.ts'
import { isNumbers } from '../../trees/tree-columns.ts'
import { isWeighted } from '../../trees/tree-stats.ts'
import type { Tree, TreeNode } from '../../trees/tree.ts'
import { calledAs } from '../../util/called-as.ts'
import { show } from '../../util/check.ts'

/** What a path says of one column: a range between cuts, or a bin or group; and whether missing values come along. */
interface Said {
  readonly column: number
  readonly low: number | null
  readonly high: number | null
  readonly words: string | null
  readonly missing: boolean
}

/** Behind a condition that also takes missing and unseen values. */
const WITH_MISSING = '*'

/**
 * A tree as rules for people, one line per leaf: `if petal length < 2.45 then setosa (50 of 50 rows)`. Several cuts of one
 * column on a path become one range. Cuts are printed as the labels have them, which moves no training row. Branches
 * that no training row took are left out unless asked for. O(leaves · depth).
 *
 *     console.log(treeToRules(tree).split('\n\n')[0])
 *     // → if age < 26.5 then no (55 of 61 rows)
 *     // → if age in [26.5, 30.5) then no (25 of 30 rows)
 *     // → if age in [30.5, 37.5) then yes (27 of 33 rows)
 *     // → if age ≥ 37.5* then yes (167 of 176 rows)
 */
export function treeToRules(
  tree: Tree,
  {
    empty = false,
  }: {
    /** also the branches that no training row took; default false */
    readonly empty?: boolean | undefined
  } = {},
): string {
  return calledAs('treeToRules', () => {
    const lines: string[] = []
    let anyMissing = false
    let left = 0
    const waiting: { node: TreeNode; said: readonly Said[] }[] = [{ node: tree.root, said: [] }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, said } = next
      const { test } = node
      if (test === null) {
        if (node.count === 0 && !empty && said.length > 0) left++
        else {
          lines.push(ruleText(tree, node, said))
          anyMissing ||= said.some(({ missing }) => missing)
        }
        continue
      }
      for (let branch = node.branches.length - 1; branch >= 0; branch--) {
        waiting.push({ node: node.branches[branch], said: saidAlso(tree, said, node, branch) })
      }
    }
    const name = printableName(tree.target.name ?? 'the class')
    const notes = [
      ...(anyMissing ? [`${WITH_MISSING} also when the value is missing or was never seen`] : []),
      ...(left > 0
        ? [
            `${left} ${left === 1 ? 'branch' : 'branches'} without training rows left out; each predicts ${name} as most rows above it have it`,
          ]
        : []),
    ]
    return [...lines, ...(notes.length > 0 ? ['', ...notes] : []), ''].join('\n')
  })
}

/**
 * The rule of one node, as `treeToRules` writes those of leaves: what leads to it, and what most rows there are. O(depth).
 *
 *     console.log(nodeRule(tree, [0])) // → if age < 30.5 then no (80 of 91 rows)
 *
 * @param path positions of branches from the root down to the node
 */
export function nodeRule(tree: Tree, path: readonly number[]): string {
  return calledAs('nodeRule', () => {
    let node = tree.root
    let said: readonly Said[] = []
    for (const branch of path) {
      const below = node.branches[branch] as TreeNode | undefined
      if (below === undefined)
        throw new ArgumentError(`nodeRule: path must lead to a node of the tree, got ${show(path)}`, { code: 'out-of-range' }) // prettier-ignore
      said = saidAlso(tree, said, node, branch)
      node = below
    }
    return ruleText(tree, node, said)
  })
}

function ruleText(tree: Tree, node: TreeNode, said: readonly Said[]): string {
  const answer = printableName(tree.target.classes[node.predict])
  const weight = node.classes.reduce((sum, one) => sum + one, 0)
  const own = node.classes[node.predict]
  const unit = isWeighted(tree) ? 'of weight' : weight === 1 ? 'row' : 'rows'
  const counted = node.count === 0 ? 'no rows' : `${amount(own)} of ${amount(weight)} ${unit}`
  if (said.length === 0) return `always ${answer} (${counted})`
  const conditions = said.map((one) => `${conditionText(tree, one)}${one.missing ? WITH_MISSING : ''}`)
  return `if ${conditions.join(' and ')} then ${answer} (${counted})`
}

function amount(weight: number): string {
  return Number.isInteger(weight) ? String(weight) : String(Number(weight.toPrecision(6)))
}

/** What a path says one branch further down; a column that was spoken of before keeps its position. */
function saidAlso(tree: Tree, said: readonly Said[], { test, heaviest }: TreeNode, branch: number): Said[] {
  const { column: at, cut } = test!
  const column = tree.columns[at]
  const own = cut !== null && isNumbers(column)
  const next: Said = {
    column: at,
    low: own && branch === 1 ? cut : null,
    high: own && branch === 0 ? cut : null,
    words: own ? null : branchWords(column, test!, branch),
    missing: branch === heaviest,
  }
  const before = said.findIndex((one) => one.column === at && one.words === null && own)
  if (before < 0) return [...said, next]
  const { low, high, missing } = said[before]
  const joined: Said = {
    ...next,
    low: next.low === null ? low : low === null ? next.low : Math.max(low, next.low),
    high: next.high === null ? high : high === null ? next.high : Math.min(high, next.high),
    missing: missing && next.missing,
  }
  return said.map((one, i) => (i === before ? joined : one))
}

function conditionText(tree: Tree, { column: at, low, high, words }: Said): string {
  const column = tree.columns[at]
  const name = printableName(column.name)
  if (words !== null || !isNumbers(column)) return conditionWords(column, name, printableName(words ?? ''))
  const [from, to] = column.closed === 'left' ? ['≥', '<'] : ['>', '≤']
  if (low === null) return high === null ? name : `${name} ${to} ${cutWords(column, high)}`
  if (high === null) return `${name} ${from} ${cutWords(column, low)}`
  const [open, close] = column.closed === 'left' ? ['[', ')'] : ['(', ']']
  return `${name} in ${open}${cutWords(column, low)}, ${cutWords(column, high)}${close}`
}

/** A name on one line; quoted where it could be taken for something else. */
function printableName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
  return plain === '' || plain.trim() !== plain || / (?:and|then|or) /.test(plain) ? `"${plain}"` : plain
}
