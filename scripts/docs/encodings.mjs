// The picture of docs/encoders.md: what each output of four encodings is along a line of values. Pure: SVG text out.

const ENCODINGS = ['one-hot', 'thermometer', 'local-linear', 'piecewise-linear']
const SHORT = {
  'one-hot': 'one-hot (CD)',
  'local-linear': 'local linear (LLE)',
  'piecewise-linear': 'piecewise linear (PLE)',
}
const COLOURS = ['#1f6fb4', '#c2410c', '#2e7d32', '#7b3fa0']
const DASHES = ['', '7 3', '2 3', '8 3 2 3']
const [FROM, TO] = [-0.5, 4.5]
/** A row that is written out below each panel. */
const SAMPLE = 3
const PANEL = { width: 470, height: 250, left: 44, right: 20, top: 44, bottom: 76 }

/** The picture as SVG, drawn from what the library encodes. */
export async function encodingsPicture(kerf) {
  const binning = await kerf.fitTable({ x: [0, 0.5, 1.5, 3, 4] }, { all: { method: kerf.fixed, cuts: [1, 2] } })
  const panels = ENCODINGS.map((name, i) => {
    const encoder = kerf.makeEncoder(binning, { encoding: kerf.findEncoding(name), asides: 'none' })
    return `<g transform="translate(${(i % 2) * PANEL.width} ${Math.floor(i / 2) * PANEL.height})">\n${panel(kerf, SHORT[name] ?? name, encoder)}\n</g>`
  })
  const [width, height] = [2 * PANEL.width, 2 * PANEL.height]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Outputs of four encodings along a line of values from 0 to 4 with cuts at 1 and 2" font-family="system-ui, sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.join('\n')}
</svg>
`
}

function panel(kerf, title, encoder) {
  const { width, height, left, right, top, bottom } = PANEL
  const across = (value) => round(left + ((value - FROM) / (TO - FROM)) * (width - left - right))
  // Outputs run from a little below 0 to a little above 1.
  const up = (output) => round(height - bottom - ((output + 0.3) / 1.6) * (height - top - bottom))
  const names = kerf.outputNames(encoder)
  const rowOf = (value) => Array.from(kerf.encodeDense(encoder, { x: [value] }).values)
  const outside = [
    [FROM, 0],
    [4, TO],
  ].map(
    ([a, b]) =>
      `<rect x="${across(a)}" y="${top}" width="${round(across(b) - across(a))}" height="${height - top - bottom}" fill="#eef0f3"/>`,
  )
  const lines = [0, 1, 2, 4].map(
    (edge) =>
      `<path d="M${across(edge)} ${top}V${height - bottom}" stroke="#9aa4b2" stroke-width="1"${edge === 1 || edge === 2 ? '' : ' stroke-dasharray="3 3"'}/><text x="${across(edge)}" y="${height - bottom + 16}" text-anchor="middle" fill="#333">${edge}</text>`,
  )
  const levels = [0, 1].map(
    (level) =>
      `<path d="M${left} ${up(level)}H${width - right}" stroke="#d5dae1" stroke-width="1"/><text x="${left - 8}" y="${up(level) + 4}" text-anchor="end" fill="#333">${level}</text>`,
  )
  const curves = names.map((_, j) => {
    const path = curve(rowOf, j).map(([value, output], i) => `${i === 0 ? 'M' : 'L'}${across(value)} ${up(output)}`)
    // Lines that lie on one another are told apart by their dashes and a small shift.
    return `<path d="${path.join('')}" transform="translate(0 ${round((j - (names.length - 1) / 2) * 1.6)})" fill="none" stroke="${COLOURS[j]}" stroke-width="2.2" stroke-dasharray="${DASHES[j]}"/>`
  })
  const step = (width - left - right) / names.length
  const legend = names.map((name, j) => {
    const x = round(left + j * step)
    return `<path d="M${x} ${height - 44}h22" stroke="${COLOURS[j]}" stroke-width="2.2" stroke-dasharray="${DASHES[j]}"/><text x="${x + 27}" y="${height - 40}" fill="#333" font-size="12">${escaped(name)}</text>`
  })
  const row = rowOf(SAMPLE).map((value) => String(Number(value.toFixed(3))))
  return [
    `<text x="${left}" y="26" font-weight="600" fill="#111">${title}</text>`,
    `<text x="${width - right}" y="26" text-anchor="end" fill="#555">${SAMPLE} becomes ${row.join(', ')}</text>`,
    ...outside,
    ...levels,
    ...lines,
    ...curves,
    ...legend,
  ].join('\n')
}

/** Points of an output along the line; a jump has a point on either side. */
function curve(rowOf, j) {
  const points = []
  const stops = [FROM, 0, 1, 2, 4, TO]
  for (let i = 0; i + 1 < stops.length; i++) {
    // Just below the next stop, so that a jump there is upright.
    for (const value of [stops[i], stops[i + 1] - 1e-9])
      points.push([value, Math.max(-0.3, Math.min(1.3, rowOf(value)[j]))])
  }
  return points
}

const round = (number) => Math.round(number * 10) / 10
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
