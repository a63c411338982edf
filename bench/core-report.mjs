/** The figures of `core` as text, as a table of Markdown and as a chart. */

const TASKS = {
  'mixed sort': 'sort of the columns',
  'mixed mdlp cuts': 'MDLP, cuts',
  'mixed mdlp': 'MDLP, whole binning',
  'mixed frequency cuts': 'equal frequency (10), cuts and codes',
  'mixed frequency': 'equal frequency (10), whole binning and codes',
  'mixed width cuts': 'equal width (10), cuts and codes',
  'mixed width': 'equal width (10), whole binning and codes',
  'informative sort': 'sort of one informative column',
  'informative mdlp cuts': 'MDLP of one informative column, cuts',
  'informative mdlp': 'MDLP of one informative column, whole binning',
  'whole sort': 'sort of whole numbers',
  'whole mdlp cuts': 'MDLP of whole numbers, 7 classes, cuts',
  'whole mdlp': 'MDLP of whole numbers, 7 classes, whole binning',
}

const task = ({ set, name }) => TASKS[`${set} ${name}`]

function toolName({ tool, name, threads }) {
  if (name === 'sort') return 'Float64Array.sort'
  return tool === 'Kerf' ? `Kerf, ${threads} thread${threads === 1 ? '' : 's'}` : tool
}

/** Rows of the table: task, tool, CPU seconds, seconds, ratio to the sort, peak memory. */
function rowsOf({ steps }) {
  const order = Object.keys(TASKS)
  return steps
    .toSorted((a, b) => order.indexOf(`${a.set} ${a.name}`) - order.indexOf(`${b.set} ${b.name}`))
    .map((step) => [
      task(step),
      toolName(step),
      step.cpu.toFixed(3),
      step.wall.toFixed(3),
      step.ratio.toFixed(3),
      step.peak.toFixed(0),
    ])
}

const HEAD = ['task', 'tool', 'CPU s', 'wall s', '× sort (CPU)', 'peak MB']

function about({ rows, columns, machine, node }) {
  return (
    `${rows.toLocaleString('en')} × ${columns} mixed columns, ${Math.round(rows * 0.581012).toLocaleString('en')} × 10 of whole numbers; ` +
    `${machine.processor}, ${machine.processors} processors, load ${machine.load.toFixed(1)}, Node ${node}`
  )
}

function verdict({ wrong, steps }) {
  if (wrong.length === 0) return 'every cut is that of the plain reference'
  const { set, name, threads, column } = wrong[0]
  return `${wrong.length} columns differ from the reference, first ${set} ${name} column ${column} in ${threads} of ${steps.length}`
}

export function text(report) {
  const rows = [HEAD, ...rowsOf(report)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  const lines = rows.map((row) =>
    row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
  )
  return [about(report), '', ...lines, '', verdict(report)].join('\n')
}

export function markdown(report) {
  const rows = [HEAD, ...rowsOf(report)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  const line = (row) =>
    `| ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head, ...body] = rows.map(line)
  const caption = `${about(report)}. Checked in the same run: ${verdict(report)}.`
  return [
    '![CPU time of each tool as a share of the time of a sort](img/performance.svg)',
    '',
    [head, rule, ...body].join('\n'),
    '',
    caption,
  ].join('\n')
}

const escape = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Bars of the ratio to the sort on a logarithmic scale, Kerf's dark. */
export function chart(report) {
  const bars = report.steps.filter(({ name }) => name !== 'sort')
  const [least, most] = [0.01, Math.max(2, ...bars.map(({ ratio }) => ratio))]
  const [left, width, height] = [190, 420, 20]
  const x = (ratio) => left + (width * Math.log(Math.max(ratio, least) / least)) / Math.log(most / least)
  const parts = []
  const numbers = []
  let y = 10
  for (const key of Object.keys(TASKS)) {
    const own = bars.filter(({ set, name }) => `${set} ${name}` === key)
    if (own.length === 0) continue
    parts.push(`<text x="0" y="${y + 14}" font-weight="bold">${escape(TASKS[key])}</text>`)
    y += 22
    for (const step of own) {
      const fill = step.tool === 'Kerf' ? '#2f6f6a' : '#b9b4a8'
      parts.push(`<text x="${left - 8}" y="${y + 13}" text-anchor="end">${escape(toolName(step))}</text>`)
      parts.push(
        `<rect x="${left}" y="${y + 2}" width="${(x(step.ratio) - left).toFixed(1)}" height="14" fill="${fill}"/>`,
      )
      // A white rim keeps numbers readable where they meet the line of the sort.
      const rim = 'stroke="#fff" stroke-width="4" paint-order="stroke"'
      numbers.push(`<text x="${(x(step.ratio) + 6).toFixed(1)}" y="${y + 13}" ${rim}>${step.ratio.toFixed(2)}</text>`)
      y += height
    }
    y += 8
  }
  const line = `<line x1="${x(1).toFixed(1)}" x2="${x(1).toFixed(1)}" y1="4" y2="${y}" stroke="#8a2b2b" stroke-dasharray="3 3"/>`
  const note = `<text x="${x(1).toFixed(1)}" y="${y + 14}" text-anchor="middle">1 = sorting the columns; logarithmic scale</text>`
  const size = `width="700" height="${y + 24}" viewBox="0 0 700 ${y + 24}"`
  const title = '<title>CPU time as a share of a sort of the same columns, logarithmic</title>'
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">${title}\n<rect width="100%" height="100%" fill="#fff"/>\n${[...parts, line, ...numbers, note].join('\n')}\n</svg>\n`
}
