import { branchWords } from '../../../trees/branch-words.ts'
import { foldTree, MOST_SHOWN, type ShownNode, weightOf } from '../../../trees/fold-tree.ts'
import { layoutTree, type Place } from '../../../trees/layout-tree.ts'
import type { Tree, TreeNode } from '../../../trees/tree.ts'
import { check, integer, knownOptions, mustBe } from '../../../util/check.ts'
import { counted, countText, percentText } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { type Series, seriesOf } from '../charts/series.ts'
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
/** The square before the name of a class, with the gap behind it. */
const SWATCH = 14

/** A share of the classes in the bar of a box, from left to right. */
export interface BoxShare {
  /** number of the fill of the class */
  readonly fill: number
  /** where it begins */
  readonly left: number
  /** where it ends */
  readonly right: number
}

/** A node as it is drawn. */
export interface TreeBox {
  /** the node with its path from the root, or branches taken together */
  readonly shown: ShownNode
  /** `test`: asks about a column; `leaf`: names a class; `folded`: stands for nodes that are not shown */
  readonly kind: 'test' | 'leaf' | 'folded'
  /** where the box begins */
  readonly left: number
  /** where it begins from above */
  readonly top: number
  /** how wide it is */
  readonly width: number
  /** how high it is */
  readonly height: number
  /** its two lines, cut short where they do not fit: what it asks or says, and how many rows it has */
  readonly lines: readonly [string, string]
  /** where the two lines start */
  readonly starts: readonly [number, number]
  /** the fill of the class that a leaf names; null for none */
  readonly swatch: number | null
  /** the counts of all classes in words */
  readonly counts: string
  /** the bar of the classes */
  readonly shares: readonly BoxShare[]
}

/** The line from a box to one of its branches. */
export interface TreeLine {
  /** where it starts, branches off, and ends: x of each */
  readonly across: readonly [number, number, number]
  /** y of its start and its end */
  readonly down: readonly [number, number]
  /** whether missing and unseen values take it */
  readonly heavy: boolean
  /** for which values it is taken, cut short where it does not fit */
  readonly words: string
  /** the same in full */
  readonly whole: string
  /** where the words end */
  readonly end: number
}

/** A class with its fill. */
export interface TreeClass {
  /** name of the class, or "3 others" */
  readonly name: string
  /** number of the fill */
  readonly fill: number
}

/** A tree as boxes and lines: numbers and texts only, to be drawn with whatever draws. */
export interface TreeDrawing {
  /** the room that it takes */
  readonly width: number
  /** the room that it takes from above */
  readonly height: number
  /** the root first; the line that leads to a box has its position, null for the root */
  readonly boxes: readonly TreeBox[]
  /** one per box */
  readonly lines: readonly (TreeLine | null)[]
  /** the classes in the order of the bars */
  readonly classes: readonly TreeClass[]
}

/** How much of a tree is drawn. */
export type TreeDrawingOptions = {
  /** most nodes drawn, the others are told by their number; default 60 */
  readonly most?: number | undefined
  /** most tests below each other that are drawn; default no limit */
  readonly depth?: number | undefined
}

/**
 * A tree as boxes and lines from left to right, for pages that draw it themselves and let people choose a node. O(nodes).
 *
 *     const { boxes } = treeDrawing(tree)
 *     console.log(boxes.map(({ lines }) => lines.join(': ')).slice(0, 2)) // → [ 'age: 300 rows', 'age: 91 rows' ]
 */
export function treeDrawing(tree: Tree, options: TreeDrawingOptions = {}): TreeDrawing {
  mustBe('treeDrawing', 'tree', tree)
  knownOptions('treeDrawing', options, { most: 1, depth: 1 })
  const { most = MOST_SHOWN, depth } = options
  check('treeDrawing', 'most', integer(1), most)
  if (depth !== undefined) check('treeDrawing', 'depth', integer(0), depth)
  const series = seriesOf(tree.target, tree.root.classes)
  return placeBoxes(tree, foldTree(tree.root, { most, depth }), series)
}

/** Places the boxes of the shown part of a tree, and the lines between them. O(shown). */
export function placeBoxes(tree: Tree, root: ShownNode, series: readonly Series[]): TreeDrawing {
  const places = layoutTree(root)
  const texts = places.map(({ item }) => boxTexts(tree, item))
  const words = places.map(({ item, parent }) => (parent < 0 ? '' : lineWords(tree, places[parent].item, item)))
  const levels = 1 + Math.max(...places.map(({ depth }) => depth))
  const rooms = (of: (i: number) => number, least: number, most: number): number[] =>
    Array.from({ length: levels }, (_, level) => {
      const needed = places.map(({ depth }, i) => (depth === level ? of(i) : 0))
      return Math.ceil(Math.min(most, Math.max(least, ...needed)))
    })
  const widths = rooms((i) => Math.max(boldRoom(texts[i][0]) + (isLeaf(places[i].item) ? SWATCH : 0), roomOf(texts[i][1])) + 2 * PAD, ...BOXES) // prettier-ignore
  const roomy = rooms((i) => roomOf(words[i]), ...WORDS)
  const lefts = [EDGE]
  for (let i = 1; i < levels; i++) lefts.push(lefts[i - 1] + widths[i - 1] + TRUNK + roomy[i] + 2 * GAP)
  const middle = (place: Place<ShownNode>): number => EDGE + place.along * STEP + BOX / 2
  return {
    width: Math.ceil(lefts[levels - 1] + widths[levels - 1] + EDGE),
    height: Math.ceil(Math.max(...places.map(middle)) + BOX / 2 + EDGE),
    boxes: places.map((place, i) => {
      const frame = { left: lefts[place.depth], top: middle(place) - BOX / 2, width: widths[place.depth] }
      return boxOf(tree, series, place.item, { texts: texts[i], frame })
    }),
    lines: places.map((place, i) => {
      const { item, depth, parent } = place
      if (parent < 0) return null
      const from = lefts[depth - 1] + widths[depth - 1]
      return {
        across: [from, from + TRUNK, lefts[depth]],
        down: [middle(places[parent]), middle(place)],
        heavy: item.branches.includes(places[parent].item.node.heaviest),
        words: shortened(words[i], roomy[depth]),
        whole: words[i],
        end: lefts[depth] - GAP,
      }
    }),
    classes: series.map(({ name, fill }) => ({ name: name ?? '', fill })),
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

function boxOf(
  { target }: Tree,
  series: readonly Series[],
  shown: ShownNode,
  { texts, frame }: { readonly texts: readonly [string, string]; readonly frame: Frame },
): TreeBox {
  const { left, width } = frame
  const { node, hidden } = shown
  const leaf = isLeaf(shown)
  const own = series.find(({ sizeOf }) => sizeOf(target.classes.map((_, c) => Number(c === node.predict)), 1) > 0) // prettier-ignore
  const start = left + PAD + (leaf ? SWATCH : 0)
  const counts = target.classes.flatMap((name, c) =>
    node.classes[c] > 0 ? [`${truncate(printable(name), 60)}: ${countText(node.classes[c])}`] : [],
  )
  return {
    shown,
    kind: leaf ? 'leaf' : hidden > 0 ? 'folded' : 'test',
    ...frame,
    height: BOX,
    lines: [fitted(texts[0], left + width - PAD - start), shortened(texts[1], width - 2 * PAD)],
    starts: [start, left + PAD],
    swatch: leaf ? (own?.fill ?? null) : null,
    counts: counts.length === 0 ? 'no rows' : counts.slice(0, 12).join(', '),
    shares: sharesOf(node, series, left + PAD, width - 2 * PAD),
  }
}

/** Bold letters are a little wider. */
function boldRoom(text: string): number {
  return roomOf(text) * 1.06
}

function fitted(text: string, room: number): string {
  return boldRoom(text) <= room ? text : shortened(text, room / 1.06)
}

/** The shares of the classes side by side. */
function sharesOf(node: TreeNode, series: readonly Series[], left: number, width: number): BoxShare[] {
  const weight = weightOf(node)
  if (!(weight > 0)) return []
  let from = left
  return series.map(({ fill, sizeOf }) => {
    const to = from + (width * sizeOf(node.classes, weight)) / weight
    const share = { fill, left: from, right: to }
    from = to
    return share
  })
}
