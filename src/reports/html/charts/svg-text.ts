import type { PlotOptions } from '@observablehq/plot'
import { escaped } from '../../markup.ts'
import { Plot } from './load-plot.ts'
import type { DocumentLike } from './document-like.ts'

interface SvgNode {
  readonly nodeType: number
  readonly localName: string
  readonly nodeValue: string | null
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>
  readonly childNodes: ArrayLike<SvgNode>
}

const ELEMENT = 1
const TEXT = 3

/** What the style sheet of the page says once for all charts, or what a picture with a label of its own does not need. */
const DROPPED =
  /^(?:aria-.*|class|style|xmlns.*|role|width|height|font-.*|stroke-miterlimit|stroke-linejoin|paint-order|white-space)$/

/** The only attributes of a rectangle that can become part of a path. */
const BOX = ['x', 'y', 'width', 'height']

/**
 * Draws a chart as text for a page: what the page's style says is left out, lengths are rounded to a tenth, and the
 * rectangles of a group become one path. Written here, not by the document, so that every text is escaped the same way.
 */
export function plotSvg(options: PlotOptions, document: DocumentLike, label: string): string {
  // Plot asks for a whole document, and needs no more of it than this; what it gives is typed only where there is a DOM.
  const svg = Plot.plot({ ...options, document: document as never }) as unknown as SvgNode
  const box = attribute(svg, 'viewBox')
  return `<svg viewBox="${box}" role="img" aria-label="${escaped(label)}">${children(svg)}</svg>`
}

function children({ childNodes }: SvgNode): string {
  const nodes = Array.from(childNodes)
  const boxes = nodes.filter(isBox)
  const path = boxes.length > 1 ? `<path d="${boxes.map(boxPath).join('')}"/>` : ''
  return path + nodes.map((node) => (boxes.length > 1 && isBox(node) ? '' : nodeText(node))).join('')
}

function nodeText(node: SvgNode): string {
  if (node.nodeType === TEXT) return escaped(node.nodeValue ?? '')
  if (node.nodeType !== ELEMENT || node.localName === 'style') return ''
  const inner = children(node)
  if (inner === '' && (node.localName === 'g' || node.localName === 'text')) return ''
  const attributes = Array.from(node.attributes)
    .filter(({ name }) => !DROPPED.test(name) || (node.localName === 'rect' && BOX.includes(name)))
    .map(({ name, value }) => ` ${name}="${escaped(rounded(value))}"`)
    .join('')
  return `<${node.localName}${attributes}${inner === '' ? '/>' : `>${inner}</${node.localName}>`}`
}

function isBox(node: SvgNode): boolean {
  return (
    node.nodeType === ELEMENT &&
    node.localName === 'rect' &&
    Array.from(node.attributes).every(({ name }) => BOX.includes(name))
  )
}

function boxPath(node: SvgNode): string {
  const [x, y, width, height] = BOX.map((name) => Number(attribute(node, name)))
  // The far corner is rounded, not the size, so that neighbours meet.
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(tenth)
  if (right <= left || bottom <= top) return ''
  return `M${left} ${top}H${right}V${bottom}H${left}z`
}

function attribute(node: SvgNode, name: string): string {
  return Array.from(node.attributes).find((one) => one.name === name)?.value ?? ''
}

function rounded(value: string): string {
  return value.replaceAll(/(?<![\w.#])-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(tenth(Number(number))))
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10 + 0
}
