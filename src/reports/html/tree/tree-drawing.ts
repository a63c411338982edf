import { branchWords } from '../../../trees/branch-words.ts'
import { type ShownNode, weightOf } from '../../../trees/fold-tree.ts'
import { layoutTree, type Place } from '../../../trees/layout-tree.ts'
import type { Tree, TreeNode } from '../../../trees/tree.ts'
import { counted, countText, percentText } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { escaped } from '../../markup.ts'
import { fillOf, type Series } from '../charts/series.ts'
import { roomOf, shortened } from '../charts/ticks.ts'

/** Height of a box, and from one to the next. */
const BOX = 40
const STEP = 50
/** Inside of a box, and around the whole. */
const PAD = 8
const EDGE = 2
/** Least and most room of a box and of the words on a line. */
const BOXES = [72, 190] as const
const WORDS = [24, 170] as const
/** From a box to where its lines branch off, and from the words to the next box. */
const TRUNK = 12
const GAP = 7

/** A tree as it is drawn, from left to right. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** the parts of an SVG */
  readonly body: string
}

/** Where the address of a folded part leads; null where it cannot be opened. */
export type Opens = (shown: ShownNode) => string | null

/** Draws the shown part of a tree: boxes with counts and shares of classes, lines with what the branch asks. O(shown). */
export function drawTree(tree: Tree, root: ShownNode, series: readonly Series[], opens: Opens = () => null): Drawing {
  const places = layoutTree(root)
  const texts = places.map(({ item }) => boxTexts(tree, item))
  const words = places.map(({ item, parent }) => (parent < 0 ? '' : lineWords(tree, places[parent].item, item)))
  const levels = 1 + Math.max(...places.map(({ depth }) => depth))
  const rooms = (of: (i: number) => number, least: number, most: number): number[] =>
    Array.from({ length: levels }, (_, level) => {
      const needed = places.map(({ depth }, i) => (depth === level ? of(i) : 0))
      return Math.ceil(Math.min(most, Math.max(least, ...needed)))
    })
  const boxes = rooms((i) => Math.max(boldRoom(texts[i][0]) + (isLeaf(places[i].item) ? 14 : 0), roomOf(texts[i][1])) + 2 * PAD, ...BOXES) // prettier-ignore
  const lines = rooms((i) => roomOf(words[i]), ...WORDS)
  const lefts = [EDGE]
  for (let i = 1; i < levels; i++) lefts.push(lefts[i - 1] + boxes[i - 1] + TRUNK + lines[i] + 2 * GAP)
  const middle = (place: Place<ShownNode>): number => EDGE + place.along * STEP + BOX / 2
  const parts = places.map((place, i) => {
    const { item, depth, parent } = place
    const [left, y] = [lefts[depth], middle(place)]
    const frame = { left, top: y - BOX / 2, width: boxes[depth] }
    const box = boxSvg(tree, series, { shown: item, texts: texts[i], frame, href: opens(item) })
    if (parent < 0) return box
    const from = lefts[depth - 1] + boxes[depth - 1]
    const bold = item.branches.includes(places[parent].item.node.heaviest) ? ' h' : ''
    const line = `<path class="e${bold}" d="M${from} ${tenth(middle(places[parent]))}h${TRUNK}V${tenth(y)}H${left}"/>`
    const word = shortened(words[i], lines[depth])
    const whole = word === words[i] ? '' : `<title>${escaped(truncate(words[i], 1000))}</title>`
    return `${line}<text x="${left - GAP}" y="${tenth(y - 5)}" text-anchor="end">${whole}${escaped(word)}</text>${box}`
  })
  return {
    width: Math.ceil(lefts[levels - 1] + boxes[levels - 1] + EDGE),
    height: Math.ceil(Math.max(...places.map(middle)) + BOX / 2 + EDGE),
    // Lines are below the boxes.
    body: parts.join(''),
  }
}

/** A node that was shown as a leaf. */
function isLeaf({ node, children, hidden, kind }: ShownNode): boolean {
  return kind === 'empty' || (kind === 'node' && node.test === null && children.length === 0 && hidden === 0)
}

/** The two lines of a box. */
function boxTexts({ target, columns }: Tree, { node, kind, hidden, children }: ShownNode): [string, string] {
  const rows = counted(node.count, 'row')
  const main = printable(target.classes[node.predict])
  if (kind === 'rest') return [`… ${counted(hidden, 'more node')}`, rows]
  if (hidden > 0 && kind === 'node') return [`… ${counted(hidden, 'more node')}`, `${rows}, ${shareText(node)} are ${truncate(main, 14)}`] // prettier-ignore
  if (children.length > 0 && node.test !== null) return [printable(columns[node.test.column].name), rows]
  return [main, node.count === 0 ? 'no rows' : `${rows}, ${shareText(node)}`]
}

function shareText(node: TreeNode): string {
  return percentText(node.classes[node.predict] / weightOf(node))
}

/** What a branch asks. */
function lineWords({ columns }: Tree, { node }: ShownNode, { branches, kind }: ShownNode): string {
  if (node.test === null) return ''
  if (kind !== 'node') return kind === 'empty' ? `${branches.length} without rows` : `${branches.length} others`
  return printable(branchWords(columns[node.test.column], node.test, branches[0]))
}

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** A node as it is drawn: its two lines of text, where it stands, and what it opens. */
interface NodeBox {
  readonly shown: ShownNode
  readonly texts: readonly [string, string]
  readonly frame: Frame
  readonly href: string | null
}

function boxSvg(tree: Tree, series: readonly Series[], { shown, texts, frame, href }: NodeBox): string {
  const { left, top, width } = frame
  const { node, hidden } = shown
  const leaf = isLeaf(shown)
  const kind = leaf ? 'l' : hidden > 0 ? 'f' : 'x'
  const own = series.find(
    ({ sizeOf }) =>
      sizeOf(
        tree.target.classes.map((_, c) => Number(c === node.predict)),
        1,
      ) > 0,
  )
  const swatch = leaf && own !== undefined ? `<path d="M${left + PAD} ${tenth(top + 6)}h10v10h-10z" fill="${fillOf(own.fill)}"/>` : '' // prettier-ignore
  const start = left + PAD + (leaf ? 14 : 0)
  const shares = tree.target.classes.flatMap((name, c) =>
    node.classes[c] > 0 ? [`${truncate(printable(name), 60)}: ${countText(node.classes[c])}`] : [],
  )
  const title = shares.length === 0 ? 'no rows' : shares.slice(0, 12).join(', ')
  const shownFirst = fitted(texts[0], left + width - PAD - start)
  const shownSecond = shortened(texts[1], width - 2 * PAD)
  const box = [
    // What is a link is named by its own words.
    href === null ? `<title>${escaped(title)}</title>` : '',
    `<rect class="${kind}" x="${left}" y="${tenth(top)}" width="${width}" height="${BOX}" rx="4"/>`,
    swatch,
    `<text class="b" x="${start}" y="${tenth(top + 15)}">${escaped(shownFirst)}</text>`,
    `<text class="o" x="${left + PAD}" y="${tenth(top + 27.5)}">${escaped(shownSecond)}</text>`,
    barSvg(node, series, { left: left + PAD, top: top + BOX - 8, width: width - 2 * PAD }),
  ].join('')
  return href === null ? `<g>${box}</g>` : `<a href="${escaped(href)}">${box}</a>`
}

/** Bold letters are a little wider. */
function boldRoom(text: string): number {
  return roomOf(text) * 1.06
}

function fitted(text: string, room: number): string {
  return boldRoom(text) <= room ? text : shortened(text, room / 1.06)
}

/** The shares of the classes side by side. */
function barSvg(node: TreeNode, series: readonly Series[], { left, top, width }: Frame): string {
  const weight = weightOf(node)
  if (!(weight > 0)) return ''
  let from = left
  return series
    .map(({ fill, sizeOf }) => {
      const to = from + (width * sizeOf(node.classes, weight)) / weight
      const [a, b] = [tenth(from), tenth(to)]
      from = to
      return b > a ? `<path d="M${a} ${tenth(top)}H${b}v5H${a}z" fill="${fillOf(fill)}"/>` : ''
    })
    .join('')
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10 + 0
}
