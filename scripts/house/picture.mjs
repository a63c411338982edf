// The map of the house as a picture: rooms in the order of the data flow, and for each the rooms it imports from.
import { houseOrder } from './text-map.mjs'

const WIDTH = 800
const BOX = { left: 12, width: 478, gap: 6, pad: 10 }
const GRID = { left: 512, step: 16 }
const TOP = 132
/** Height of what stands in a box: its name, the sentence below it, a line of sub-folders. */
const LINES = { name: 20, about: 16, chips: 23, pad: 7 }
const FLOW_HEIGHT = 24

/** What flows from one room to the next, by the room it leaves. */
const FLOWS = {
  util: 'rows from a file, an array, a stream, a database',
  sources: 'columns of values',
  summaries: 'cells: sorted values with counts per class',
  discretizers: 'cuts, with a reason for each',
  binning: 'a binning: bins that can be saved, applied and changed',
}

const CAPTION = [
  '● the room of this line imports from that of this column (large: often).',
  '□ the room itself. All dots lie left of it: imports only go up the page.',
  'Every room may import types.ts, errors.ts and util/, which have no column.',
  'Small boxes are sub-folders, with their number of files.',
]

/** Rooms that everyone may import get no column of their own. */
const NO_COLUMN = ['types.ts', 'errors.ts', 'util']

/** The house as SVG text. Its colours follow the reader's choice of a light or dark page. */
export function housePicture(house) {
  const rooms = roomsOf(house)
  const columns = rooms.filter(
    ({ name }) => !NO_COLUMN.includes(name) && rooms.some(({ imports }) => imports.has(name)),
  )
  let y = TOP
  const drawn = rooms.map((room) => {
    const height = heightOf(room)
    const parts = drawRoom(room, columns, y, height)
    y += height + BOX.gap
    const flow = FLOWS[room.name]
    if (flow === undefined) return parts
    const arrow = drawFlow(flow, y - BOX.gap)
    y += FLOW_HEIGHT - BOX.gap
    return `${parts}\n${arrow}`
  })
  const height = y + 12
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The folders of src in the order of the data flow, and which folders each of them imports from" font-family="system-ui, sans-serif" font-size="12">
${STYLE}
<rect class="page" width="${WIDTH}" height="${height}"/>
<text class="title" x="${BOX.left}" y="30">The rooms of src, in the order of the data flow</text>
${CAPTION.map((line, i) => `<text class="soft" x="${BOX.left}" y="${54 + 17 * i}">${line}</text>`).join('\n')}
<text class="head" x="${GRID.left}" y="30">imports from</text>
${columns.map(({ name }, i) => drawColumn(name, i, height)).join('\n')}
${drawn.join('\n')}
</svg>
`
}

/** Top-level rooms with their sub-folders and the rooms they import from, all taken together. */
function roomsOf(house) {
  const names = [...new Set(house.map(({ path }) => path.split('/')[0]))]
  return names.map((name) => {
    const inside = house.filter(({ path }) => path === name || path.startsWith(`${name}/`))
    const self = inside.find(({ path }) => path === name)
    const counts = new Map()
    for (const { imports } of inside) {
      for (const [path, count] of imports) {
        const room = path.split('/')[0]
        if (room !== name) counts.set(room, (counts.get(room) ?? 0) + count)
      }
    }
    const folders = houseOrder(inside).filter(({ kind, path }) => kind === 'folder' && path !== name)
    return {
      name,
      isFile: self?.kind === 'file',
      about: self?.about ?? '',
      size: self?.size ?? 0,
      folders,
      imports: counts,
    }
  })
}

function heightOf({ name, isFile, folders }) {
  if (isFile) return LINES.name + 6
  const rows = chipRows(name, folders).length
  return LINES.pad + LINES.name + LINES.about + rows * LINES.chips + (rows > 0 ? 5 : 3)
}

function drawRoom(room, columns, y, height) {
  const { name, isFile, about, size } = room
  const middle = y + height / 2
  const x = BOX.left + BOX.pad
  const dots = columns.flatMap((column, i) => drawCell(room, column.name, i, middle))
  const line = `<path class="rule" d="M${BOX.left + BOX.width} ${middle}H${GRID.left + columns.length * GRID.step}"/>`
  const box = `<rect class="${isFile ? 'file' : 'room'}" x="${BOX.left}" y="${y}" width="${BOX.width}" height="${height}" rx="5"/>`
  if (isFile) {
    const words = `<text class="name" x="${x}" y="${y + 17}">${escaped(name)}<tspan class="about" dx="10">${plain(about)}</tspan></text>`
    return [line, box, words, ...dots].join('\n')
  }
  const base = y + LINES.pad
  const title = `<text class="name" x="${x}" y="${base + 12}">${escaped(name)}/</text>${countText(size, base + 12)}`
  const words = `<text class="about" x="${x}" y="${base + LINES.name + 9}">${plain(about)}</text>`
  const chips = chipRows(name, room.folders).flatMap((row, i) =>
    row.map((chip) => drawChip(chip, base + LINES.name + LINES.about + i * LINES.chips)),
  )
  return [line, box, title, words, ...chips, ...dots].join('\n')
}

function countText(size, y) {
  const words = size === 0 ? '' : size === 1 ? '1 file' : `${size} files`
  return `<text class="count" x="${BOX.left + BOX.width - BOX.pad}" y="${y}" text-anchor="end">${words}</text>`
}

/** Sub-folders as small boxes in lines; a text is about 6.4 units per character wide. */
function chipRows(room, folders) {
  const rows = []
  let x = Infinity
  for (const { path, size } of folders) {
    const text = path.slice(room.length + 1)
    const width = Math.round(6.4 * text.length + 7 * String(size).length + 22)
    if (x + width > BOX.left + BOX.width - BOX.pad) {
      rows.push([])
      x = BOX.left + BOX.pad
    }
    rows.at(-1).push({ text, size, x, width })
    x += width + 6
  }
  return rows
}

function drawChip({ text, size, x, width }, y) {
  return `<rect class="chip" x="${x}" y="${y}" width="${width}" height="19" rx="4"/><text class="folder" x="${x + 7}" y="${y + 13.5}">${escaped(text)}</text><text class="count" x="${x + width - 7}" y="${y + 13.5}" text-anchor="end">${size}</text>`
}

/** A dot where the room imports from the column's, larger for more imports; a step where both are the same. */
function drawCell(room, column, index, y) {
  const x = GRID.left + index * GRID.step + GRID.step / 2
  if (column === room.name) return [`<rect class="step" x="${x - 5}" y="${y - 5}" width="10" height="10" rx="2"/>`]
  const count = room.imports.get(column)
  if (count === undefined) return []
  const radius = count >= 20 ? 5 : count >= 5 ? 4 : 3
  const words = `${room.name} imports from ${column}`
  return [`<circle class="dot" cx="${x}" cy="${y}" r="${radius}"><title>${words}</title></circle>`]
}

/** The name of a room over its column, and a line to find the way down. */
function drawColumn(name, index, height) {
  const x = GRID.left + index * GRID.step + GRID.step / 2
  return `<path class="rule" d="M${x} ${TOP}V${height - 18}"/><text class="column" transform="translate(${x + 4} ${TOP - 6}) rotate(-90)">${escaped(name)}</text>`
}

/** An arrow from one room to the next with what flows along it. */
function drawFlow(words, y) {
  const x = BOX.left + 22
  return `<path class="flow" d="M${x} ${y + 1}V${y + 17}M${x - 5} ${y + 13}L${x} ${y + 20}L${x + 5} ${y + 13}"/><text class="flowing" x="${x + 14}" y="${y + 16}">${escaped(words)}</text>`
}

const STYLE = `<style>
.page { fill: #ffffff } .title { font-size: 17px; font-weight: 600; fill: #111827 } .soft { fill: #4b5563 }
.head { font-weight: 600; fill: #111827 } .room { fill: #f3f6fa; stroke: #c3ccd8 } .file { fill: none; stroke: #d5dae1 }
.name { font: 600 13px ui-monospace, monospace; fill: #111827 } .about { font: 12px system-ui, sans-serif; fill: #374151 }
.chip { fill: #ffffff; stroke: #c3ccd8 } .folder { font: 11px ui-monospace, monospace; fill: #1f2937 }
.count { font-size: 11px; fill: #6b7280 } .column { font: 11px ui-monospace, monospace; fill: #374151 }
.rule { stroke: #e5e9ef } .dot { fill: #1f6fb4 } .step { fill: none; stroke: #9aa4b2; stroke-width: 1.5 }
.flow { fill: none; stroke: #c2410c; stroke-width: 2 } .flowing { fill: #9a3412; font-style: italic }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117 } .title, .head, .name { fill: #f0f3f6 } .soft, .about, .column { fill: #c2cad3 }
.room { fill: #161d27; stroke: #3d4856 } .file { stroke: #323b47 } .chip { fill: #0d1117; stroke: #3d4856 }
.folder { fill: #e2e8ee } .count { fill: #98a3b0 } .rule { stroke: #222a34 } .dot { fill: #58a6ff }
.step { stroke: #7d8896 } .flow { stroke: #f0883e } .flowing { fill: #f0a868 }
}
</style>`

const plain = (text) => escaped(text.replaceAll('`', ''))
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
