import { treeToRules } from '../../../exports/tree/tree-rules.ts'
import { branchWords, conditionWords, nodesBelow } from '../../../trees/branch-words.ts'
import { foldTree, MOST_SHOWN, type ShownNode } from '../../../trees/fold-tree.ts'
import type { Tree, TreeNode } from '../../../trees/tree.ts'
import { check, integer, knownOptions, mustBe } from '../../../util/check.ts'
import { counted, countText } from '../../number-text.ts'
import { printable } from '../../printed-text.ts'
import { countedLegend } from '../legend-html.ts'
import { escaped, nameHtml, sentence } from '../../markup.ts'
import { notesHtml, pageHtml } from '../page-html.ts'
import { type Series, seriesOf } from '../charts/series.ts'
import type { SizeCurve } from '../../../trees/prune/size-curve.ts'
import { pieceHtml } from '../charts/svg-parts.ts'
import { drawSizeCurve } from '../curves/bins-curve-chart.ts'
import { LINE_STYLE } from '../curves/line-chart.ts'
import { MARK_STYLE } from '../curves/mark-style.ts'
import { drawTree } from './tree-drawing.ts'
import { pictureTitle } from './tree-svg.ts'
import { type TreePageScores, treeScoresHtml } from './tree-scores-html.ts'
import { TREE_PAGE_STYLE } from './tree-style.ts'

/** How a page of a tree is made. */
export type TreePageOptions = {
  /** title of the page; default "Tree of" and the name of the data */
  readonly title?: string | undefined
  /** most nodes that are seen at a time; default 60 */
  readonly most?: number | undefined
  /** most nodes that are drawn at all, the heaviest first; default 3000, about 1.5 MB */
  readonly all?: number | undefined
  /** how well it predicts, as `tryTree` finds it; default not on the page */
  readonly scores?: TreePageScores | undefined
  /** accuracy against depth and nodes, as `sizeCurve` finds it; default not on the page */
  readonly sizes?: SizeCurve | undefined
}

/** Widest picture that a desk of 1280 pixels shows whole, at three quarters of its size. */
const WIDEST = 1600

/** Rules that are on the page; more are only counted. */
const MOST_RULES = 400

/** A part of the tree that is seen on its own. */
interface View {
  readonly id: string
  readonly node: TreeNode
  readonly path: readonly number[]
  readonly only?: readonly number[] | undefined
  readonly shown: ShownNode
  /** the view it was opened from */
  readonly above: View | null
}

/**
 * A tree as a page of one file. At most `most` nodes are seen at a time; a part that is folded is a link that opens it.
 * It loads nothing and runs no script; a link works by keyboard, and the way back is the browser's. O(nodes).
 *
 *     console.log(treePage(tree).startsWith('<!doctype html>')) // → true
 */
export function treePage(tree: Tree, options: TreePageOptions = {}): string {
  mustBe('treePage', 'tree', tree)
  knownOptions('treePage', options, { title: 1, most: 1, all: 1, scores: 1, sizes: 1 })
  const { most = MOST_SHOWN, all = 3000 } = options
  check('treePage', 'most', integer(3), most)
  check('treePage', 'all', integer(3), all)
  const { name } = tree.created.source
  const title = options.title ?? (name === null ? 'Tree' : `Tree of ${printable(name)}`)
  const series = seriesOf(tree.target, tree.root.classes)
  const { views, complete } = viewsOf(tree, series, most, all)
  const ids = new Set(views.map(({ id }) => id))
  const [whole, ...others] = views.map((view) => viewHtml(tree, view, series, ids))
  const nodes = nodesBelow(tree.root)
  const weight = tree.root.classes.reduce((sum, one) => sum + one, 0)
  const body = [
    `<header><h1>${sentence(title)}</h1><p class="facts">${sentence(pictureTitle(tree))}${tree.created.weights === undefined ? '' : `, weighted by ${nameHtml(tree.created.weights)}`}</p>${countedLegend(series, tree.target, tree.root.classes, weight)}</header>`,
    `<main>${howToRead(nodes, views.length > 1 || !complete, complete)}`,
    // The whole stands last, so that the style can hide it when another part is asked for.
    ...others,
    whole,
    options.scores === undefined ? '' : treeScoresHtml(options.scores),
    options.sizes === undefined ? '' : sizesHtml(options.sizes),
    notesHtml(tree.notes.map(({ message }) => message)),
    rulesHtml(tree),
    `</main><footer>Made by Kerf ${sentence(tree.created.kerf)}.</footer>`,
  ]
  return pageHtml(
    title,
    body.filter((part) => part !== '').join('\n'),
    options.sizes === undefined ? TREE_PAGE_STYLE : TREE_PAGE_STYLE + MARK_STYLE + LINE_STYLE,
  )
}

/** The parts of a tree that are seen one at a time, from the root on until so many nodes are drawn. */
function viewsOf(
  tree: Tree,
  series: readonly Series[],
  most: number,
  all: number,
): { views: View[]; complete: boolean } {
  const { root } = tree
  const fold = (from: TreeNode, path: readonly number[], only?: readonly number[]): ShownNode =>
    fittingFold(tree, series, (depth) => foldTree(from, { most, branches: 30, only, depth }, path))
  const first: View = { id: 'whole', node: root, path: [], shown: fold(root, []), above: null }
  const views = [first]
  let drawn = countShown(first.shown)
  let complete = true
  for (const above of views) {
    for (const { node, path, kind, branches } of folded(above.shown)) {
      if (drawn >= all) {
        complete = false
        continue
      }
      const rest = kind === 'rest'
      const own = rest ? path.slice(0, -1) : path
      const [from, only] = rest ? [own.reduce((at, branch) => at.branches[branch], root), branches] : [node, undefined]
      const shown = fold(from, own, only)
      views.push({ id: idOf({ path, kind }), node: from, path: own, only, shown, above })
      drawn += countShown(shown)
    }
  }
  return { views, complete }
}

/** The deepest part that a desk shows whole; at least one level of tests. */
function fittingFold(tree: Tree, series: readonly Series[], fold: (depth?: number) => ShownNode): ShownNode {
  let shown = fold()
  for (let depth = levelsOf(shown) - 1; depth >= 1 && drawTree(tree, shown, series).width > WIDEST; depth--) {
    shown = fold(depth)
  }
  return shown
}

function levelsOf({ children }: ShownNode): number {
  return children.reduce((most, child) => Math.max(most, 1 + levelsOf(child)), 0)
}

function idOf({ path, kind }: Pick<ShownNode, 'path' | 'kind'>): string {
  return `${kind === 'rest' ? 'r' : 't'}${path.join('-')}`
}

/** The parts of a view that can be opened. */
function folded(shown: ShownNode): ShownNode[] {
  if (shown.children.length > 0) return shown.children.flatMap(folded)
  return shown.hidden > 0 && shown.kind !== 'empty' ? [shown] : []
}

function countShown({ children }: ShownNode): number {
  return 1 + children.reduce((sum, child) => sum + countShown(child), 0)
}

function viewHtml(tree: Tree, view: View, series: readonly Series[], ids: ReadonlySet<string>): string {
  const { id, node, shown, above } = view
  const drawing = drawTree(tree, shown, series, (one) => {
    const to = idOf(one)
    return one.hidden > 0 && one.kind !== 'empty' && ids.has(to) ? `#${to}` : null
  })
  const label = above === null ? 'The tree' : `The tree below ${conditions(tree, view.path).join(' and ')}`
  const links = drawing.body.includes('<a ')
  const svg = `<svg viewBox="0 0 ${drawing.width} ${drawing.height}" width="${drawing.width}" height="${drawing.height}" style="--w:${drawing.width}px" role="${links ? 'group' : 'img'}" aria-label="${escaped(label)}">${drawing.body}</svg>`
  const seen = countShown(shown)
  const total = nodesBelow(node)
  const facts = folded(shown).length > 0 && view.only === undefined ? `<p class="facts">${countText(seen)} of ${counted(total, 'node')} are shown here.</p>` : '' // prettier-ignore
  const frame = `<figure class="tree" tabindex="0" role="region" aria-label="${escaped(label)}, drawn">${svg}</figure>`
  return `<section class="view${above === null ? ' whole' : ''}" id="${id}">${above === null ? '' : crumbs(tree, view)}${facts}${frame}</section>`
}

/** The way from the root to a view, with a link to the views on it. */
function crumbs(tree: Tree, view: View): string {
  const steps: string[] = []
  for (let at: View | null = view; at !== null; at = at.above) {
    const words = at.above === null ? 'the whole tree' : conditions(tree, at.path).slice(at.above.path.length).join(' and ') || 'other branches' // prettier-ignore
    steps.unshift(at === view ? `<li aria-current="page">${sentence(words)}</li>` : `<li><a href="#${at.id}">${sentence(words)}</a></li>`) // prettier-ignore
  }
  return `<nav aria-label="where this is in the tree"><ol>${steps.join('')}</ol></nav>`
}

/** What the branches of a path ask. */
function conditions(tree: Tree, path: readonly number[]): string[] {
  let at = tree.root
  return path.map((branch) => {
    const { column, cut, gain } = at.test!
    const asked = tree.columns[column]
    at = at.branches[branch]
    return conditionWords(asked, printable(asked.name), printable(branchWords(asked, { column, cut, gain }, branch)))
  })
}

/** Accuracy against depth and nodes. */
function sizesHtml(curve: SizeCurve): string {
  const figures = (['depth', 'nodes'] as const).map((over) => pieceHtml(drawSizeCurve(curve, over, 0), `Accuracy against ${over}`)) // prettier-ignore
  const told = `Trees were grown on ${curve.folds - 1} of ${curve.folds} parts of all rows and cut at every depth. On the rows they were grown on they get better with every level; on the rows held out only as long as what they learn is more than chance.`
  return `<section class="sizes"><h2 class="small">How large should it be?</h2><p class="facts">${told}</p><div class="charts">${figures.join('')}</div></section>`
}

function howToRead(nodes: number, opens: boolean, complete: boolean): string {
  const words = [
    'A box asks about the column it names; the words on a line say for which values it is taken. A filled box is a leaf and names the class it predicts.',
    'The bar of a box shows the classes of its training rows. A missing value, or one that was never seen, takes the thick line.',
    ...(opens ? ['A dashed box stands for a part of the tree: open it to see that part.'] : []),
    ...(!complete ? [`The lightest parts of the ${countText(nodes)} nodes are only counted.`] : []),
  ]
  return `<p class="how">${words.map(sentence).join(' ')}</p>`
}

function rulesHtml(tree: Tree): string {
  const lines = treeToRules(tree).trimEnd().split('\n')
  // Behind the rules and an empty line stands what the signs in them mean.
  const end = lines.includes('') ? lines.indexOf('') : lines.length
  const left = Math.max(0, end - MOST_RULES)
  const shown = [...lines.slice(0, end - left), ...lines.slice(end)].map((line) => line.replaceAll(/[\p{Cc}]/gu, ' '))
  const more = left === 0 ? '' : `<p class="facts">${counted(left, 'more rule')}; kerf export --to rules writes all of them.</p>` // prettier-ignore
  return `<details><summary>The same as rules</summary><pre>${escaped(shown.join('\n'))}</pre>${more}</details>`
}
