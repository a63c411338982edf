import { counted, countText } from '../../number-text.ts'
import { printable } from '../../printed-text.ts'
import { type Piece, pictureSvg, shareBoxes, textSvg, WIDTH } from '../charts/svg-parts.ts'
import type { Series } from '../charts/series.ts'
import { shortened } from '../charts/ticks.ts'
import { type GrowingNode, type GrowingTree, keyOf } from './growing.ts'

/** Height of a line, room to the right for each level, width of the bar of classes, and lines at most. */
const LINE = 22
const INDENT = 16
const BAR = 54
const MOST = 26

/** What a tree in the making is drawn with. */
export interface GrowingShown {
  readonly tree: GrowingTree
  /** the node that is looked at; null for none */
  readonly path: readonly number[] | null
  readonly classes: readonly string[]
  readonly series: readonly Series[]
}

/** A tree in the making as indented lines: the shares of the classes, the branch, what it asks or predicts, and its rows. */
export function drawGrowing(shown: GrowingShown): Piece {
  const all = shown.tree.inOrder()
  const kept = nearby(all, shown.path)
  const own = shown.path === null ? null : keyOf(shown.path)
  const lines = kept.map((node, i) => lineSvgOf(shown, node, { top: 4 + i * LINE, own: keyOf(node.path) === own }))
  const left = all.length - kept.length
  const height = 8 + kept.length * LINE + (left > 0 ? LINE : 0)
  const more = left > 0 ? textSvg('tick', [8, height - 10], `${counted(left, 'more node')} not drawn`, 'start') : ''
  return { body: lines.join('') + more, height, legend: [] }
}

/** The picture alone. */
export function growingPicture(shown: GrowingShown, label: string): string {
  const { body, height } = drawGrowing(shown)
  return pictureSvg(Math.max(height, LINE), label, body)
}

/** All nodes of a small tree; of a large one the way to the node, the branches beside it, its own, then the first others. */
function nearby(all: readonly GrowingNode[], path: readonly number[] | null): GrowingNode[] {
  if (all.length <= MOST) return [...all]
  const at = path ?? []
  const far = ({ path: other }: GrowingNode): number => {
    let shared = 0
    while (shared < other.length && shared < at.length && other[shared] === at[shared]) shared++
    return at.length - shared + 2 * (other.length - shared)
  }
  const order = all.map((node, i) => ({ i, away: far(node) })).toSorted((a, b) => a.away - b.away || a.i - b.i)
  const kept = new Set(order.slice(0, MOST).map(({ i }) => i))
  return all.filter((_, i) => kept.has(i))
}

function lineSvgOf(
  { series, classes }: GrowingShown,
  node: GrowingNode,
  { top, own }: { readonly top: number; readonly own: boolean },
): string {
  const left = 6 + Math.min(node.path.length, 9) * INDENT
  const bar = shareBoxes([{ rows: node.rows, classes: node.classes, left, right: left + BAR }], series, [top + 3, top + LINE - 5]) // prettier-ignore
  const text = shortened(`${printable(node.label)}${endText(node, classes)}`, WIDTH - left - BAR - 50)
  return [
    own ? `<path class="here" d="M2 ${top - 1}H${WIDTH - 2}V${top + LINE - 1}H2z"/>` : '',
    node.path.length === 0 ? '' : `<path class="axis" d="M${left - 9} ${top - 4}V${top + LINE / 2 - 1}h7"/>`,
    bar,
    textSvg(own ? 'lab' : 'tick ink', [left + BAR + 6, top + 14], text, 'start'),
    textSvg('tick', [WIDTH - 6, top + 14], countText(node.rows), 'end'),
  ].join('')
}

function endText({ state, asks, classes }: GrowingNode, names: readonly string[]): string {
  if (state === 'test') return `: asks ${printable(asks ?? '')}`
  if (state === 'open') return ': waits'
  if (state === 'looked') return ''
  return ` → ${printable(names[classes.indexOf(Math.max(...classes))] ?? '')}`
}
