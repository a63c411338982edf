import { treePage } from '../../../reports/html/tree/tree-page.ts'
import { treeSvg } from '../../../reports/html/tree/tree-svg.ts'
import type { Tree } from '../../../trees/tree.ts'
import { UsageError } from '../../usage.ts'

/** What draws a tree for a file of this name; `depth` is how deep a picture goes. */
export function pictureOf(path: string, depth: number | undefined): (tree: Tree) => string {
  if (/\.svg$/i.test(path)) return (tree) => treeSvg(tree, { depth })
  if (/\.html?$/i.test(path)) return (tree) => treePage(tree)
  throw new UsageError(`--picture takes a file that ends in .svg or .html, got ${JSON.stringify(path)}`)
}
