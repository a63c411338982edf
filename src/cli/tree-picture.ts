import { treePage } from '../reports/html/tree-page.ts'
import { treeSvg } from '../reports/html/tree-svg.ts'
import type { Tree } from '../trees/tree.ts'
import { UsageError } from './usage.ts'

/** What draws a tree for a file of this name. */
export function pictureOf(path: string): (tree: Tree) => string {
  if (/\.svg$/i.test(path)) return (tree) => treeSvg(tree)
  if (/\.html?$/i.test(path)) return (tree) => treePage(tree)
  throw new UsageError(`--picture takes a file that ends in .svg or .html, got ${JSON.stringify(path)}`)
}
