import { TASKS } from '../tasks/all.mjs'

const escape = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Tasks that are drawn: those with other tools. */
const DRAWN = ['mdlp', 'frequency', 'width', 'k-means', 'optimal', 'modl', 'merging']
const [LEFT, WIDTH, LEAST] = [210, 420, 0.01]

/** Bars of the ratio to the sort on a logarithmic scale, Kerf's dark. */
export function chart({ tasks }) {
  const bars = DRAWN.flatMap((name) =>
    (tasks[name]?.rows ?? [])
      .filter(({ ratio, failed }) => ratio !== null && failed === undefined)
      .map((row) => ({ ...row, heading: `${TASKS[name].title}: ${row.set} columns` })),
  )
  const most = Math.max(2, ...bars.map(({ ratio }) => ratio))
  const x = (ratio) => LEFT + (WIDTH * Math.log(Math.max(ratio, LEAST) / LEAST)) / Math.log(most / LEAST)
  /** @type {string[]} */
  const parts = []
  /** @type {string[]} */
  const numbers = []
  let y = 10
  for (const heading of new Set(bars.map((bar) => bar.heading))) {
    parts.push(`<text x="0" y="${y + 14}" font-weight="bold">${escape(heading)}</text>`)
    y += 22
    for (const bar of bars.filter((own) => own.heading === heading)) {
      const fill = bar.tool.startsWith('Kerf') ? '#2f6f6a' : '#b9b4a8'
      const threads = bar.label.includes('two threads') ? ', two threads' : ''
      const name = bar.tool === 'Kerf' ? `Kerf, ${bar.label}` : bar.tool + threads
      parts.push(`<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escape(name)}</text>`)
      parts.push(
        `<rect x="${LEFT}" y="${y + 2}" width="${(x(bar.ratio) - LEFT).toFixed(1)}" height="14" fill="${fill}"/>`,
      )
      // A white rim keeps numbers readable where they meet the line of the sort.
      const rim = 'stroke="#fff" stroke-width="4" paint-order="stroke"'
      numbers.push(`<text x="${(x(bar.ratio) + 6).toFixed(1)}" y="${y + 13}" ${rim}>${bar.ratio.toFixed(2)}</text>`)
      y += 20
    }
    y += 8
  }
  const at = x(1).toFixed(1)
  const line = `<line x1="${at}" x2="${at}" y1="4" y2="${y}" stroke="#8a2b2b" stroke-dasharray="3 3"/>`
  const note = `<text x="${at}" y="${y + 14}" text-anchor="middle">1 = sorting the columns; logarithmic scale</text>`
  const size = `width="720" height="${y + 24}" viewBox="0 0 720 ${y + 24}"`
  const title = '<title>CPU time as a share of a sort of the same columns, logarithmic</title>'
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">${title}\n<rect width="100%" height="100%" fill="#fff"/>\n${[...parts, line, ...numbers, note].join('\n')}\n</svg>\n`
}
