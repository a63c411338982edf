/** What a drawing takes from style sheets, by name, with the value that need not be written. */
const STYLES: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'vector-effect': 'none',
  opacity: '1',
  'paint-order': 'normal',
  'font-size': '16px',
  'font-weight': '400',
  'font-style': 'normal',
  'font-family': '',
  'font-variant-numeric': 'normal',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  visibility: 'visible',
}

/** Around a picture, in pixels. */
const MARGIN = 12

/** A picture that stands alone: its text, and its size in pixels. */
export interface ChartFile {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** A chart of the page as an SVG file: colours as they are shown now, patterns and letters in it, nothing referred to. */
export function chartFile(chart: SVGSVGElement): ChartFile {
  const { width: w, height: h } = chart.getBoundingClientRect()
  const [width, height] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))]
  const needed = new Map<string, Element>()
  const copy = resolved(chart, needed) as SVGSVGElement
  const box = chart
    .getAttribute('viewBox')
    ?.split(/[\s,]+/)
    .map(Number) ?? [0, 0, width, height]
  // A margin of the same width in the units of the drawing.
  const margin = { x: (MARGIN * box[2]) / width, y: (MARGIN * box[3]) / height }
  const [x, y] = [box[0] - margin.x, box[1] - margin.y]
  const [wide, high] = [box[2] + 2 * margin.x, box[3] + 2 * margin.y]
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN }
  setAll(copy, { viewBox: `${x} ${y} ${wide} ${high}`, ...size })
  const ground = element('rect', { x, y, width: wide, height: high, fill: groundOf(chart) })
  const defs = element('defs', {})
  // Patterns may refer to others, which are found while these are copied.
  for (const [, pattern] of needed) defs.append(resolved(pattern, needed))
  const title = element('title', {})
  title.textContent = chartName(chart)
  copy.prepend(title, defs, ground)
  return { svg: `${new XMLSerializer().serializeToString(copy)}\n`, ...size }
}

/** What a chart is called: for those who do not see it, or above it. */
export function chartName(chart: SVGSVGElement): string {
  const labelled = chart.getAttribute('aria-labelledby')
  const names = [
    chart.getAttribute('aria-label'),
    labelled === null ? null : document.getElementById(labelled)?.textContent,
    chart.querySelector(':scope > title')?.textContent,
    chart.closest('figure')?.querySelector('figcaption')?.textContent,
  ]
  return (names.find((name) => (name ?? '').trim() !== '') ?? 'Chart').trim()
}

/** The charts of the panel that is shown, those large enough to be looked at. */
export function shownCharts(): SVGSVGElement[] {
  const found = document.querySelectorAll<SVGSVGElement>('main svg[role=img], main svg.chart, main figure svg')
  return [...found].filter((chart) => {
    const { width, height } = chart.getBoundingClientRect()
    return width >= 100 && height >= 40 && chart.closest('button, .legend, [aria-hidden=true]') === null
  })
}

/** The picture at twice its size. */
export async function chartPng({ svg, width, height }: ChartFile): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image(2 * width, 2 * height)
    image.src = address
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height })
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('The browser could not make a PNG of this size.'))
        else resolve(blob)
      }, 'image/png')
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A copy of an element with the styles it has in the page; what is hidden is left out. */
function resolved(of: Element, needed: Map<string, Element>): Element {
  const copy = of.cloneNode(false) as Element
  const style = getComputedStyle(of)
  for (const name of ['class', 'style', 'tabindex', 'data-testid']) copy.removeAttribute(name)
  for (const { name } of Array.from(copy.attributes)) if (name.startsWith('on')) copy.removeAttribute(name)
  for (const [name, usual] of Object.entries(STYLES)) {
    const value = style.getPropertyValue(name)
    // Children inherit, so that what an element sets back to the usual has to be written.
    if (value === usual && !copy.hasAttribute(name) && inherited(of, name) === usual) continue
    copy.setAttribute(name, value.replaceAll('"', "'"))
    for (const [, id] of value.matchAll(/url\(["']?#([^"')]+)["']?\)/g)) need(id, needed)
  }
  const link = of.getAttribute('href')
  if (link?.startsWith('#') === true) need(link.slice(1), needed)
  for (const child of of.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode())
    else if (child instanceof Element && getComputedStyle(child).display !== 'none')
      copy.append(resolved(child, needed))
  }
  return copy
}

function inherited(of: Element, name: string): string {
  return of.parentElement === null ? '' : getComputedStyle(of.parentElement).getPropertyValue(name)
}

function need(id: string, needed: Map<string, Element>): void {
  const found = document.getElementById(id)
  if (found !== null && !needed.has(id)) needed.set(id, found)
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  return setAll(document.createElementNS('http://www.w3.org/2000/svg', name), attributes)
}

function setAll(on: Element, attributes: Readonly<Record<string, string | number>>): Element {
  for (const [key, value] of Object.entries(attributes)) on.setAttribute(key, String(value))
  return on
}

/** The colour behind a chart. */
function groundOf(chart: Element): string {
  for (let at: Element | null = chart; at !== null; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor
    if (color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent') return color
  }
  return 'Canvas'
}
