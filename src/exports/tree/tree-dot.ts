import { VERSION } from '../../binning/binning.ts'
import { branchWords } from '../../trees/branch-words.ts'
import { isWeighted } from '../../trees/tree-stats.ts'
import type { Tree, TreeNode } from '../../trees/tree.ts'

/** Fills of the leaves by class; pale, so that black letters can be read on them. */
const FILLS = ['#cfe2f3', '#fce0b8', '#e8c9df', '#d3e6ca', '#f4cdc6', '#f6dcea', '#d9d0ee', '#e4e7eb']

/**
 * A tree in the language of Graphviz: `dot -Tsvg tree.dot`. Every node is in it. O(nodes).
 *
 *     // Draw it with: dot -Tsvg tree.dot
 *     console.log(treeToDot(tree).split('\n')[5]) // →   n0 [label="age\n300 rows", tooltip="no: 95\nyes: 205"];
 */
export function treeToDot(tree: Tree): string {
  const { classes } = tree.target
  const unit = isWeighted(tree) ? 'weight ' : ''
  const lines: string[] = []
  const waiting: { node: TreeNode; id: number }[] = [{ node: tree.root, id: 0 }]
  let count = 1
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, id } = next
    const rows = `${node.count} ${node.count === 1 ? 'row' : 'rows'}`
    const shares = classes.flatMap((name, c) => (node.classes[c] > 0 ? [`${name}: ${unit}${node.classes[c]}`] : []))
    const tip = shares.length === 0 ? 'no rows' : shares.join('\n')
    if (node.test === null) {
      const fill = FILLS[Math.min(FILLS.length - 1, node.predict)]
      lines.push(
        `  n${id} [label=${quoted(`${classes[node.predict]}\n${rows}`)}, tooltip=${quoted(tip)}, style="rounded,filled", fillcolor="${fill}"];`,
      )
      continue
    }
    const { test, branches, heaviest } = node
    const column = tree.columns[test.column]
    lines.push(`  n${id} [label=${quoted(`${column.name}\n${rows}`)}, tooltip=${quoted(tip)}];`)
    const first = count
    count += branches.length
    for (const [branch, child] of branches.entries()) {
      const words = quoted(branchWords(column, test, branch))
      lines.push(`  n${id} -> n${first + branch} [label=${words}${branch === heaviest ? ', penwidth=2' : ''}];`)
      waiting.push({ node: child, id: first + branch })
    }
  }
  return `// Made by kerf ${VERSION}. A missing or unseen value takes the thick line.
digraph tree {
  rankdir=LR;
  node [shape=box, style=rounded, fontname="sans-serif"];
  edge [fontname="sans-serif"];
${lines.join('\n')}
}
`
}

/** A text in quotes; line ends become those of Graphviz, whose own escapes are kept from being read. */
function quoted(text: string): string {
  const plain = text
    .replaceAll('\0', '\uFFFD')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
  return `"${plain.replaceAll(/\r\n?|\n/g, String.raw`\n`)}"`
}
