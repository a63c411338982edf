import { branchWords } from '../../trees/branch-words.ts'
import { foldTree, type ShownNode, weightOf } from '../../trees/fold-tree.ts'
import { treeStats } from '../../trees/tree-stats.ts'
import type { Tree } from '../../trees/tree.ts'
import { check, integer, mustBe } from '../../util/check.ts'
import { counted, countText, NONE, percentText } from '../number-text.ts'
import { flow, padEnd, padStart, printable, textWidth, truncate, wrap } from '../printed-text.ts'
import { stackedBar } from './draw/bars.ts'
import {
  type ClassMark,
  classMarks,
  joinBlocks,
  type ReportOptions,
  type Screen,
  screenOf,
  totalOf,
} from './draw/screen.ts'

/** How a tree is printed. */
export interface TreeReportOptions extends ReportOptions {
  /** most tests below each other that are shown; default as many as fit into `most` lines */
  readonly depth?: number | undefined
  /** most nodes shown, those with most rows first; default 60, without a limit when `verbose` or `depth` is given */
  readonly most?: number | undefined
}

const LEAST_BAR = 10
const MOST_BAR = 24
/** Most branches of a node that are listed one by one unless all is asked for. */
const MOST_BRANCHES = 20

/**
 * A tree as text for a terminal: a line per node with what its branch asks, the column it asks about or the class it
 * predicts, its training rows and the shares of the classes. What is folded is told with how to see it. O(nodes).
 *
 *     console.log(treeReport(tree, { width: 100 }).split('\n')[0])
 *     // → a tree over single cuts that predicts bought, grown on 300 rows: 2 tests deep, 7 nodes, 4 leaves
 */
export function treeReport(tree: Tree, options: TreeReportOptions = {}): string {
  mustBe('treeReport', 'tree', tree)
  const screen = screenOf('treeReport', options, { depth: 1, most: 1 })
  const { depth, most = screen.verbose || depth !== undefined ? Infinity : 60 } = options
  if (depth !== undefined) check('treeReport', 'depth', integer(0), depth)
  const branches = screen.verbose ? Infinity : MOST_BRANCHES
  const shown = foldTree(tree.root, { depth, most, branches })
  const marks = classMarks(tree.target, tree.root.classes, Infinity)
  return joinBlocks([
    titleLines(tree, screen),
    legendLines(tree, marks, screen),
    nodeLines(tree, shown, marks, screen),
    hiddenLines(shown, screen),
  ])
}

function titleLines(tree: Tree, { style, width }: Screen): string[] {
  const { by, source, weights } = tree.created
  const { depth, nodes, leaves } = treeStats(tree)
  const from = source.name === null ? '' : `${printable(source.name)}: `
  const how = by === 'binary' ? 'a tree over single cuts' : `a tree over bins by ${by}`
  const weighted = weights === undefined ? '' : `, weighted by ${printable(weights)}`
  const size = `${counted(depth, 'test')} deep, ${counted(nodes, 'node')}, ${leaves === 1 ? '1 leaf' : `${countText(leaves)} leaves`}`
  const text = `${from}${how} that predicts ${printable(tree.target.name ?? 'the class')}, grown on ${counted(tree.root.count, 'row')}${weighted}: ${size}`
  return wrap(text, width).map(style.bold)
}

function legendLines({ target }: Tree, marks: readonly ClassMark[], { style, width }: Screen): string[] {
  const entries = marks.map(({ name, color }) => `${style.sign(color)} ${truncate(printable(name), 32)}`)
  return flow([...(target.name === null ? [] : [`${truncate(printable(target.name), 32)}:`]), ...entries], width)
}

interface Line {
  readonly text: string
  readonly shown: ShownNode
}

/** There may be more texts than a call takes arguments. */
function widest(texts: readonly string[], least: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), least)
}

function nodeLines(tree: Tree, root: ShownNode, marks: readonly ClassMark[], screen: Screen): string[] {
  const lines: Line[] = []
  const add = (shown: ShownNode, above: ShownNode | null, first: string, rest: string): void => {
    lines.push({ text: `${screen.style.dim(first)}${nodeText(tree, shown, above, screen)}`, shown })
    for (const [i, child] of shown.children.entries()) {
      const last = i === shown.children.length - 1
      add(child, shown, `${rest}${last ? '└─ ' : '├─ '}`, `${rest}${last ? '   ' : '│  '}`)
    }
  }
  add(root, null, '', '')
  const rows = lines.map(({ shown }) => countText(shown.node.count))
  const shares = lines.map(({ shown }) => shareText(shown))
  const rowWidth = widest(rows, 4)
  const shareWidth = widest(shares, 0)
  const right = rowWidth + 2 + shareWidth + 2
  const texts = lines.map(({ text }) => text)
  const needed = widest(texts, 0)
  const left = Math.min(needed, screen.width - right - LEAST_BAR - 2)
  const bar = Math.min(MOST_BAR, screen.width - right - left - 2)
  const head = `${padEnd('', left)}  ${padStart('rows', rowWidth)}`
  return [
    screen.style.dim(head),
    ...lines.map(({ text, shown }, i) => {
      const segments = marks.map((mark) => ({ color: mark.color, size: totalOf(mark, shown.node.classes) }))
      const drawn = weightOf(shown.node) > 0 ? stackedBar(segments, bar, screen.style) : ''
      return `${padEnd(truncate(text, left), left)}  ${padStart(rows[i], rowWidth)}  ${padStart(shares[i], shareWidth)}  ${drawn}`.trimEnd()
    }),
  ]
}

/** What a line says: the branch, and the next question or the answer. */
function nodeText(tree: Tree, shown: ShownNode, above: ShownNode | null, { style }: Screen): string {
  const { node, kind, branches, hidden, children } = shown
  const answer = `→ ${style.bold(printable(tree.target.classes[node.predict]))}`
  if (kind === 'empty') return `${branches.length} branches without rows ${answer}`
  if (kind === 'rest')
    return `${counted(branches.length, 'more branch').replace('branchs', 'branches')}: ${counted(hidden, 'node')}`
  const test = above?.node.test ?? null
  const words = test === null ? '' : printable(branchWords(tree.columns[test.column], test, branches[0]))
  const gap = words === '' ? '' : ' '
  if (children.length > 0 && node.test !== null) {
    return `${words}${words === '' ? '' : ', '}${printable(tree.columns[node.test.column].name)}:`
  }
  return `${words}${gap}${answer}${hidden === 0 ? '' : style.dim(` … ${counted(hidden, 'more node')}`)}`
}

/** The share of the predicted class, where one is predicted. */
function shareText({ node, children, kind }: ShownNode): string {
  const weight = weightOf(node)
  if (children.length > 0 || kind !== 'node') return ''
  return weight > 0 ? percentText(node.classes[node.predict] / weight) : NONE
}

function hiddenLines(shown: ShownNode, { style, width }: Screen): string[] {
  const count = ({ children, hidden, kind }: ShownNode): number =>
    children.reduce((sum, child) => sum + count(child), kind === 'empty' ? 0 : hidden)
  const hidden = count(shown)
  if (hidden === 0) return []
  return wrap(`${counted(hidden, 'node')} not shown; --depth N or --all shows more`, width).map(style.dim)
}
