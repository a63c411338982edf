import { nodesBelow } from '../../../trees/branch-words.ts'
import { foldTree, MOST_SHOWN } from '../../../trees/fold-tree.ts'
import type { Tree } from '../../../trees/tree.ts'
import { check, integer, knownOptions } from '../../../util/check.ts'
import { counted } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { escaped } from '../../markup.ts'
import { fillOf, seriesOf } from '../charts/series.ts'
import { DARK_VARIABLES, FILLS, LIGHT_VARIABLES } from '../page-style.ts'
import { drawTree } from './tree-drawing.ts'
import { DRAWING_STYLE } from './tree-style.ts'
import { roomOf } from '../charts/ticks.ts'

/** How a picture of a tree is made. */
export type TreeSvgOptions = {
  /** most nodes drawn, the others are told by their number; default 60 */
  readonly most?: number | undefined
  /** most tests below each other that are drawn; default no limit */
  readonly depth?: number | undefined
  /** what stands above; default the name of the data, with rows and nodes */
  readonly title?: string | undefined
}

/** Around the picture, and the height of a line above it. */
const MARGIN = 12
const LINE = 20
/** The legend has at least this room. */
const LEAST_WIDTH = 320

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

const STYLE = `svg{${LIGHT_VARIABLES};background:var(--bg)}@media (prefers-color-scheme:dark){svg{${DARK_VARIABLES}}}text{font:11px ${FONT};font-variant-numeric:tabular-nums;fill:var(--ink)}${DRAWING_STYLE}.o{fill:var(--soft)}.g{fill:var(--bg)}`

/**
 * A tree as the text of an SVG file, from left to right, light or dark as the reader's system is. O(nodes).
 *
 *     console.log(treeSvg(tree).slice(0, 4)) // → <svg
 */
export function treeSvg(tree: Tree, options: TreeSvgOptions = {}): string {
  knownOptions('treeSvg', options, { most: 1, depth: 1, title: 1 })
  const { most = MOST_SHOWN, depth } = options
  check('treeSvg', 'most', integer(1), most)
  if (depth !== undefined) check('treeSvg', 'depth', integer(0), depth)
  const shown = foldTree(tree.root, { most, depth })
  const series = seriesOf(tree.target, tree.root.classes)
  const drawing = drawTree(tree, shown, series)
  const title = options.title ?? pictureTitle(tree)
  const width = Math.max(LEAST_WIDTH, Math.ceil(roomOf(truncate(title, 60))), drawing.width) + 2 * MARGIN
  const legend: string[] = []
  let [x, y] = [MARGIN, MARGIN + LINE]
  const entries = series.map(({ name, fill }) => ({ text: truncate(printable(name ?? ''), 32), fill }))
  const named = tree.target.name === null ? [] : [{ text: `${truncate(printable(tree.target.name), 32)}:`, fill: null }]
  for (const { text, fill } of [...named, ...entries]) {
    const room = roomOf(text) + (fill === null ? 0 : 16)
    if (x > MARGIN && x + room > width - MARGIN) [x, y] = [MARGIN, y + LINE]
    if (fill === null) legend.push(`<text class="o" x="${x}" y="${y + 10}">${escaped(text)}</text>`)
    else
      legend.push(
        `<path d="M${x} ${y}h12v12h-12z" fill="${fillOf(fill)}"/><text x="${x + 16}" y="${y + 10}">${escaped(text)}</text>`,
      )
    x = Math.round(x + room + 14)
  }
  const top = y + LINE + 8
  const height = top + drawing.height + MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    FILLS.replace(/^<svg[^>]*>|<\/svg>$/g, ''),
    `<path class="g" d="M0 0h${width}v${height}H0z"/>`,
    `<text class="b" x="${MARGIN}" y="${MARGIN + 11}">${escaped(truncate(printable(title), Math.floor((width - 2 * MARGIN) / 7)))}</text>`,
    ...legend,
    `<g transform="translate(${MARGIN} ${top})">${drawing.body}</g>`,
    '</svg>',
    '',
  ].join('\n')
}

/** What a tree is of, and how large. */
export function pictureTitle({ created: { source, by }, root }: Tree): string {
  const from = source.name === null ? '' : `${source.name}: `
  const how = by === 'binary' ? 'binary cuts' : `bins by ${by}`
  return `${from}${counted(root.count, 'row')}, tree over ${how}, ${counted(nodesBelow(root), 'node')}`
}
