import { ArgumentError } from '../errors.ts'
import { readNote, readSource, readTarget } from '../summaries/saved/read-target.ts'
import { parseSaved, toReadableJson } from '../util/saved-json.ts'
import { readTreeColumns } from './read-tree-column.ts'
import { readNodes } from './read-nodes.ts'
import type { Tree, TreeNode } from './tree.ts'
import { calledAs } from '../util/called-as.ts'
import { mustBe } from '../util/check.ts'

/** Lines of deeper nodes are not moved further to the right. */
const MOST_INDENT = 20

/**
 * The tree as text for a file: versioned JSON, a line per node, ending in a newline. O(nodes).
 *
 *     console.log(treeStats(treeFromJson(treeToJson(tree))).leaves === treeStats(tree).leaves) // → true
 */
export function treeToJson(tree: Tree): string {
  mustBe('treeToJson', 'tree', tree)
  if (tree.format !== 'kerf-tree')
    throw new ArgumentError('treeToJson: tree must be a tree as growTree makes it', { code: 'wrong-type' })
  const { root, notes, ...head } = tree
  const lines = toReadableJson(head).split('\n')
  const start = lines.length === 1 ? `${lines[0].slice(0, -1)},` : `${lines.slice(0, -1).join('\n')},`
  return `${start}\n  "root": ${nodesToText(root)},\n  "notes": ${toReadableJson(notes, '  ')}\n}\n`
}

/** Nodes as text without recursion, which a deep tree would not survive. */
function nodesToText(root: TreeNode): string {
  const parts: string[] = []
  /** what is still to be written: a node with its depth, or text */
  const ahead: ([TreeNode, number] | string)[] = [[root, 0]]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (typeof next === 'string') {
      parts.push(next)
      continue
    }
    const [{ branches, ...own }, depth] = next
    // There are no texts in a node, so every comma and colon is one of JSON's own.
    const text = JSON.stringify(own).slice(0, -1).replaceAll(/[,:]/g, '$& ')
    if (branches.length === 0) {
      parts.push(`${text}, "branches": []}`)
      continue
    }
    const indent = `\n${'  '.repeat(Math.min(depth, MOST_INDENT) + 2)}`
    parts.push(`${text}, "branches": [`)
    ahead.push(`${indent.slice(0, -2)}]}`)
    for (let b = branches.length - 1; b >= 0; b--) ahead.push([branches[b], depth + 1], b === 0 ? indent : `,${indent}`)
  }
  return parts.join('')
}

/**
 * Reads a saved tree. Nothing in the text is trusted: a wrong field is refused with its path, such as
 * `root.branches[1].test.column: expected a whole number from 0 to 3, got 4`. Fields that are not known are left out.
 *
 *     console.log(treeStats(treeFromJson(treeToJson(tree)))) // → { depth: 2, nodes: 7, leaves: 4 }
 */
export function treeFromJson(text: string): Tree {
  return calledAs('treeFromJson', () => {
    const root = parseSaved(text, 'kerf-tree')
    const created = root.get('created')
    const target = readTarget(root.get('target'))
    if (target.kind !== 'class') return root.get('target').get('kind').fail('"class"')
    if (target.classes.length === 0) root.get('target').get('classes').fail('at least one class')
    const columns = readTreeColumns(root.get('columns'))
    return {
      format: 'kerf-tree',
      version: 1,
      created: {
        kerf: created.get('kerf').text(),
        by: created.get('by').text(),
        options: created.get('options').record(),
        ...readSource(created),
      },
      target,
      columns,
      root: readNodes(root.get('root'), columns, target.classes.length),
      notes: root.get('notes').list(readNote),
    }
  })
}
