import { isMet } from './judge.mjs'

const HEAD = ['task', 'tool', 'CPU s', 'wall s', '× sort', '× Kerf', 'peak MB']
const seconds = (value) => (!Number.isFinite(value) ? '' : value < 10 ? value.toPrecision(3) : value.toFixed(1))

/** Rows of a task as cells; `× Kerf` is how many times as long it takes as Kerf's first row of the same label and data,
 * by CPU time or, where threads are the point, by wall time. */
export function cellsOf(task) {
  const { by = 'cpu' } = task
  const several = new Set(task.rows.map(({ set }) => set)).size > 1
  return task.rows.map((row) => {
    const label = `${row.label === 'sort' ? 'sort of the columns' : row.label}${several ? ` (${row.set})` : ''}`
    if (row.failed !== undefined) return [label, row.tool, 'failed', '', '', '', '']
    const ours = task.rows.find(
      ({ tool, label: own, set }) => tool.startsWith('Kerf') && own === row.label && set === row.set,
    )
    const times = ours === undefined || ours === row || row.label === 'sort' ? '' : (row[by] / ours[by]).toFixed(1)
    return [label, row.tool, seconds(row.cpu), seconds(row.wall), row.ratio === null ? '' : row.ratio.toFixed(3), times, row.peak.toFixed(0)] // prettier-ignore
  })
}

/** From the second size to the third alone, where start and compiler count least. */
function lastExponent({ sizes, seconds: spent }) {
  if (spent[1] === null || spent[2] === null) return ''
  return (Math.log(spent[2] / spent[1]) / Math.log(sizes[2] / sizes[1])).toFixed(2)
}

export function growthCells(growth) {
  const [{ sizes }] = growth
  const head = [
    'method',
    'column',
    ...sizes.map((size) => `${size.toLocaleString('en')}`),
    'exponent',
    'of the last step',
  ]
  const nanoseconds = ({ seconds: spent, columns }, i) =>
    spent[i] === null ? 'too long' : ((spent[i] * 1e9) / sizes[i] / columns).toFixed(1)
  return [
    head,
    ...growth.map((line) => [
      line.method,
      line.kind,
      ...sizes.map((_, i) => nanoseconds(line, i)),
      line.exponent === null ? '' : line.exponent.toFixed(2),
      lastExponent(line),
    ]),
  ]
}

export const FLOOR_HEAD = ['task', 'floor in C', 'C, CPU s', 'Kerf, CPU s', 'times']

export const floorCells = (floor) =>
  floor.map(({ label, told, floor: least, ours, ratio }) => [
    label,
    told,
    seconds(least),
    seconds(ours),
    ratio.toFixed(1),
  ])

/** Where another tool takes less time than Kerf for a task of the same name on the same data. */
export function losses({ tasks }) {
  return Object.entries(tasks).flatMap(([name, { by = 'cpu', rows }]) =>
    rows.flatMap((row) => {
      const ours = rows.find(({ tool, label, set }) => tool === 'Kerf' && label === row.label && set === row.set)
      if (ours === undefined || row.failed !== undefined || row[by] >= ours[by]) return []
      return [`${name}, ${row.label} (${row.set}): ${row.tool} takes ${(row[by] / ours[by]).toFixed(2)} of Kerf's time`]
    }),
  )
}

export const AIM_HEAD = ['what', 'aim', 'figure', 'met']

export function aimCells(results) {
  return Object.values(results.tasks).flatMap(({ aims }) =>
    aims.map((own) => {
      const met = isMet(own)
      const sign = own.sense === 'least' ? '≥' : '≤'
      const figure = own.figure === null ? 'not measured' : own.figure.toFixed(2)
      return [own.aim, `${sign} ${own.limit}`, figure, met === null ? '' : met ? 'yes' : '**no**']
    }),
  )
}

/** Columns of text, the first two to the left. */
function columnsOf(head, rows) {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i].length)))
  return all
    .map((row) =>
      row
        .map((cell, i) => (i < 2 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    ) // prettier-ignore
    .join('\n')
}

/** A table of Markdown as Prettier would write it. */
export function markdownTable(head, rows, left = 2) {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => row[i].length)))
  const line = (row) => `| ${row.map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |` // prettier-ignore
  const rule = `| ${widths.map((width, i) => (i < left ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

export function taskText(title, task) {
  const parts = [`${title}, load ${task.load.toFixed(1)}`]
  if (task.rows.length > 0) parts.push(columnsOf(HEAD, cellsOf(task)))
  if (task.floor !== undefined && task.floor.length > 0) parts.push(columnsOf(FLOOR_HEAD, floorCells(task.floor)))
  if (task.growth !== undefined) {
    const [head, ...rows] = growthCells(task.growth)
    parts.push(`ns of CPU a row and column\n${columnsOf(head, rows)}`)
  }
  for (const { what, right, told } of task.checks) parts.push(`${right ? 'right' : 'WRONG'}: ${what}: ${told}`)
  return parts.join('\n')
}

export function aimsText(results) {
  return columnsOf(AIM_HEAD, aimCells(results).map((row) => row.map((cell) => cell.replaceAll('**', '')))) // prettier-ignore
}

export { HEAD }
