/**
 * `node scripts/stream-picture.mjs`: draws docs/img/stream-cells.svg, the cells of a live column while its values come in and
 * after the world has changed, from a real stream.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { discretize, equalFrequency, random } from '../dist/index.js'
import { Pid } from '../dist/streams.js'

const WIDTH = 720
const ROW = 96
const [LOW, HIGH] = [-4, 10]

const { normal } = random(3)
const live = new Pid({ startCells: 24, window: 20_000 })
const parts = []
const moments = [
  { title: '100 rows, of which the first made 24 cells', count: 100, shift: 0 },
  { title: '20,000 rows: heavy cells were parted where the rows are', count: 19_900, shift: 0 },
  { title: '10,000 rows later, around 5 instead of 0: old rows begin to leave the window', count: 10_000, shift: 5 },
  { title: '20,000 rows later: the old rows are gone', count: 10_000, shift: 5 },
]
for (const { title, count, shift } of moments) {
  for (let i = 0; i < count; i++) live.push(normal() + shift)
  parts.push(draw(title, parts.length * ROW))
}
const height = parts.length * ROW + 8
writeFileSync(
  fileURLToPath(new URL('../docs/img/stream-cells.svg', import.meta.url)),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Cells and cuts of a live column at four moments">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`,
)

function draw(title, top) {
  const { cells } = live.summary()
  const { cuts } = discretize(live.summary(), { method: equalFrequency, bins: 4 })
  const x = (value) => Math.round(((Math.min(HIGH, Math.max(LOW, value)) - LOW) / (HIGH - LOW)) * WIDTH * 10) / 10
  const edges = Array.from(cells.lo, (lo, i) => (i === 0 ? lo : (cells.hi[i - 1] + lo) / 2))
  const heights = Array.from(cells.lo, (_, i) => {
    const right = edges[i + 1] ?? cells.hi[i]
    return cells.tallies.rows[i] / Math.max(1e-3, right - edges[i])
  })
  const tallest = Math.max(...heights)
  const base = top + ROW - 12
  const bars = heights.map((dense, i) => {
    const [left, right] = [x(edges[i]), x(edges[i + 1] ?? cells.hi[i])]
    const tall = Math.round((dense / tallest) * 52 * 10) / 10
    return `<rect x="${left}" y="${(base - tall).toFixed(1)}" width="${Math.max(0.8, right - left - 0.4).toFixed(1)}" height="${tall}" fill="#7aa6d6"/>`
  })
  const lines = cuts.map(
    (cut) =>
      `<line x1="${x(cut)}" x2="${x(cut)}" y1="${base - 58}" y2="${base + 4}" stroke="#c2410c" stroke-width="2"/>`,
  )
  return [
    `<text x="4" y="${top + 16}" fill="#222">${title}; ${cells.size} cells</text>`,
    ...bars,
    `<line x1="0" x2="${WIDTH}" y1="${base}" y2="${base}" stroke="#999"/>`,
    ...lines,
  ].join('\n')
}
