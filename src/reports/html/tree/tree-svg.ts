import { nodesBelow } from '../../../trees/branch-words.ts'
import { foldTree, MOST_SHOWN } from '../../../trees/fold-tree.ts'
import type { Tree } from '../../../trees/tree.ts'
import { check, integer, knownOptions, mustBe } from '../../../util/check.ts'
import { counted } from '../../number-text.ts'
import { seriesOf } from '../charts/series.ts'
import { svgFile } from '../svg-file.ts'
import { drawTree } from './tree-drawing.ts'
import { DRAWING_STYLE } from './tree-style.ts'

/** How a picture of a tree is made. */
export type TreeSvgOptions = {
  /** most nodes drawn, the others are told by their number; default 60 */
  readonly most?: number | undefined
  /** most tests below each other that are drawn; default no limit */
  readonly depth?: number | undefined
  /** what stands above; default the name of the data, with rows and nodes */
  readonly title?: string | undefined
}

/**
 * A tree as the text of an SVG file, from left to right, light or dark as the reader's system is. O(nodes).
 *
 *     console.log(treeSvg(tree).slice(0, 4)) // → <svg
 */
export function treeSvg(tree: Tree, options: TreeSvgOptions = {}): string {
  mustBe('treeSvg', 'tree', tree)
  knownOptions('treeSvg', options, { most: 1, depth: 1, title: 1 })
  const { most = MOST_SHOWN, depth } = options
  check('treeSvg', 'most', integer(1), most)
  if (depth !== undefined) check('treeSvg', 'depth', integer(0), depth)
  const shown = foldTree(tree.root, { most, depth })
  const series = seriesOf(tree.target, tree.root.classes)
  const drawing = drawTree(tree, shown, series)
  const title = options.title ?? pictureTitle(tree)
  return svgFile({ title, targetName: tree.target.name, series, ...drawing, style: DRAWING_STYLE })
}

/** What a tree is of, and how large. */
export function pictureTitle({ created: { source, by }, root }: Tree): string {
  const from = source.name === null ? '' : `${source.name}: `
  const how = by === 'binary' ? 'binary cuts' : `bins by ${by}`
  return `${from}${counted(root.count, 'row')}, tree over ${how}, ${counted(nodesBelow(root), 'node')}`
}
