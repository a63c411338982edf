import type { ShownNode } from '../../../trees/fold-tree.ts'
import type { Tree } from '../../../trees/tree.ts'
import { truncate } from '../../printed-text.ts'
import { escaped } from '../../markup.ts'
import { fillOf, type Series } from '../charts/series.ts'
import { placeBoxes, type TreeBox, type TreeLine } from './tree-boxes.ts'

/** A tree as it is drawn, from left to right. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** the parts of an SVG */
  readonly body: string
}

/** Where the address of a folded part leads; null where it cannot be opened. */
export type Opens = (shown: ShownNode) => string | null

const KINDS = { test: 'x', leaf: 'l', folded: 'f' } as const

/** Draws the shown part of a tree: boxes with counts and shares of classes, lines with what the branch asks. O(shown). */
export function drawTree(tree: Tree, root: ShownNode, series: readonly Series[], opens: Opens = () => null): Drawing {
  const { width, height, boxes, lines } = placeBoxes(tree, root, series)
  // Lines are below the boxes.
  const body = boxes.map((box, i) => lineSvg(lines[i]) + boxSvg(box, opens(box.shown))).join('')
  return { width, height, body }
}

function lineSvg(line: TreeLine | null): string {
  if (line === null) return ''
  const { across, down, heavy, words, whole, end } = line
  const title = words === whole ? '' : `<title>${escaped(truncate(whole, 1000))}</title>`
  return [
    `<path class="e${heavy ? ' h' : ''}" d="M${across[0]} ${tenth(down[0])}h${across[1] - across[0]}V${tenth(down[1])}H${across[2]}"/>`,
    `<text x="${end}" y="${tenth(down[1] - 5)}" text-anchor="end">${title}${escaped(words)}</text>`,
  ].join('')
}

function boxSvg(
  { kind, left, top, width, height, lines, starts, swatch, counts, shares }: TreeBox,
  href: string | null,
): string {
  // prettier-ignore
  const bar = tenth(top + height - 8)
  const box = [
    // What is a link is named by its own words.
    href === null ? `<title>${escaped(counts)}</title>` : '',
    `<rect class="${KINDS[kind]}" x="${left}" y="${tenth(top)}" width="${width}" height="${height}" rx="4"/>`,
    swatch === null ? '' : `<path d="M${starts[1]} ${tenth(top + 6)}h10v10h-10z" fill="${fillOf(swatch)}"/>`,
    `<text class="b" x="${starts[0]}" y="${tenth(top + 15)}">${escaped(lines[0])}</text>`,
    `<text class="o" x="${starts[1]}" y="${tenth(top + 27.5)}">${escaped(lines[1])}</text>`,
    ...shares.map((share) => {
      const [a, b] = [tenth(share.left), tenth(share.right)]
      return b > a ? `<path d="M${a} ${bar}H${b}v5H${a}z" fill="${fillOf(share.fill)}"/>` : ''
    }),
  ].join('')
  return href === null ? `<g>${box}</g>` : `<a href="${escaped(href)}">${box}</a>`
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10 + 0
}
