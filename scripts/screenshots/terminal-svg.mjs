// Draws text with ANSI colours as an SVG picture of a terminal window that needs no fonts or files from elsewhere.
import { readAnsi } from './ansi.mjs'

const CELL = { width: 8.4, height: 18 }
const MARGIN = 18
const BAR = 36
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
const COLORS = { window: '#1b1f24', bar: '#2a3038', front: '#d5dbe2', bold: '#ffffff', title: '#9aa5b1' }

/**
 * Parts of a cell that block and line characters fill: [x, y, width, height] from 0 to 1.
 *
 * @type {Record<string, [number, number, number, number][]>}
 */
const SHAPES = {
  ...Object.fromEntries(Array.from('▁▂▃▄▅▆▇█', (char, i) => [char, [fromBelow(i + 1)]])),
  '▏': [[0, 0, 1 / 8, 1]],
  '─': [[0, 0.47, 1, 0.06]],
  '│': [[0.43, 0, 0.14, 1]],
  '┴': [
    [0, 0.47, 1, 0.06],
    [0.43, 0, 0.14, 0.53],
  ],
  '┼': [
    [0, 0.47, 1, 0.06],
    [0.43, 0, 0.14, 1],
  ],
}

/**
 * The picture of a terminal that shows a text.
 *
 * @param {string} text with ANSI colours
 * @param {string} title of the window, also read out by screen readers
 */
export function terminalSvg(text, title) {
  const lines = readAnsi(text)
  const columns = Math.max(...lines.map((cells) => cells.length))
  const width = round(columns * CELL.width + 2 * MARGIN)
  const height = round(lines.length * CELL.height + BAR + 2 * MARGIN)
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, i) => `<circle cx="${20 + i * 20}" cy="18" r="6" fill="${color}"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="${FONT}" font-size="14">`,
    `<rect width="${width}" height="${height}" rx="10" fill="${COLORS.window}"/>`,
    `<path d="M0 10a10 10 0 0 1 10-10h${width - 20}a10 10 0 0 1 10 10v${BAR - 10}h-${width}z" fill="${COLORS.bar}"/>`,
    ...dots,
    `<text x="${width / 2}" y="23" text-anchor="middle" fill="${COLORS.title}">${escaped(title)}</text>`,
    ...lines.flatMap((cells, i) => drawLine(cells, BAR + MARGIN + i * CELL.height)),
    '</svg>',
    '',
  ].join('\n')
}

/**
 * @param {number} eighths
 * @returns {[number, number, number, number]}
 */
function fromBelow(eighths) {
  return [0, 1 - eighths / 8, 1, eighths / 8]
}

function drawLine(cells, top) {
  const backs = runs(cells, (cell) => cell.back ?? '').filter(([cell]) => cell.back !== null)
  const shapes = runs(cells, (cell) => `${cell.char in SHAPES ? cell.char : ''}|${look(cell)}`)
  return [
    ...backs.map((run) => rect([0, 0, 1, 1], run, top, `fill="${run[0].back}"`)),
    ...shapes.flatMap((run) => {
      if (!(run[0].char in SHAPES)) return drawText(run, top)
      return SHAPES[run[0].char].flatMap((part) =>
        acrossOrEach(part, run).map((piece) => rect(part, piece, top, look(piece[0]))),
      )
    }),
  ]
}

/** A part as wide as its cell is drawn once for a run, a narrower one for every cell. */
function acrossOrEach(part, run) {
  return part[2] === 1 ? [run] : run.map((cell) => [cell])
}

/** Neighbouring cells that have the same key. */
function runs(cells, keyOf) {
  const found = []
  cells.forEach((cell, at) => {
    const last = found.at(-1)
    if (last !== undefined && keyOf(last[0]) === keyOf(cell)) last.push({ ...cell, at })
    else found.push([{ ...cell, at }])
  })
  return found
}

function rect(part, run, top, fill) {
  const [x, y, width, height] = part
  const left = MARGIN + (run[0].at + x) * CELL.width
  const size = width === 1 ? run.length : width
  return `<rect x="${round(left)}" y="${round(top + y * CELL.height)}" width="${round(size * CELL.width)}" height="${round(height * CELL.height)}" ${fill} shape-rendering="crispEdges"/>`
}

/** Texts are stretched to the columns they take, so that every font keeps the table straight. */
function drawText(run, top) {
  const chars = run.map((cell) => cell.char).join('')
  return [...chars.matchAll(/\S+(?: \S+)*/gu)].map((match) => {
    const at = run[0].at + Array.from(chars.slice(0, match.index)).length
    const length = Array.from(match[0]).length
    const x = round(MARGIN + at * CELL.width)
    const weight = run[0].bold ? ' font-weight="700"' : ''
    return `<text x="${x}" y="${round(top + 13.5)}" textLength="${round(length * CELL.width)}" lengthAdjust="spacingAndGlyphs" ${look(run[0])}${weight} xml:space="preserve">${escaped(match[0])}</text>`
  })
}

function look({ front, bold, dim }) {
  return `fill="${front ?? (bold ? COLORS.bold : COLORS.front)}"${dim ? ' opacity="0.65"' : ''}`
}

function round(x) {
  return Math.round(x * 100) / 100
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
