import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { TASKS } from '../tasks/all.mjs'
import { chart } from './chart.mjs'
import { isMet } from './judge.mjs'
import {
  AIM_HEAD,
  aimCells,
  cellsOf,
  FLOOR_HEAD,
  floorCells,
  growthCells,
  HEAD,
  losses,
  markdownTable,
} from './text.mjs'

const at = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Writes the chart, the figures between the markers of docs/performance.md, and the few of them that README.md tells. */
export function writeDocs(results) {
  const { tasks } = results
  const sections = {
    aims: aims(results),
    losses: lost(results),
    figures: figures(results),
    floor: tasks.floor?.floor.length > 0 ? floor(tasks.floor.floor) : 'Not measured in this run.',
    growth: tasks.growth === undefined ? 'Not measured in this run.' : growth(tasks.growth.growth),
  }
  writeSections('docs/performance.md', sections)
  writeFileSync(at('docs/img/performance.svg'), chart(results))
  const few = shortFigures(results)
  if (few !== null) writeSections('README.md', { figures: few })
}

function writeSections(file, sections) {
  let page = readFileSync(at(file), 'utf8')
  for (const [name, text] of Object.entries(sections)) {
    const marks = new RegExp(`(<!-- ${name}:start -->\n)[^]*(<!-- ${name}:end -->)`)
    if (!marks.test(page)) throw new Error(`${file} has no markers ${name}:start and ${name}:end`)
    page = page.replace(marks, (_, start, end) => `${start}\n${text}\n\n${end}`)
  }
  writeFileSync(at(file), page)
}

/** The tasks that README.md tells, and the other tools beside Kerf. */
const SHORT = [
  { name: 'mdlp', what: 'cuts (mixed)', others: ['Orange', 'Weka'] },
  { name: 'frequency', what: 'cuts and codes', others: ['numpy', 'pandas', 'scikit-learn'] },
  { name: 'width', what: 'cuts and codes', others: ['numpy', 'pandas', 'scikit-learn'] },
]

/** The table of README.md, or null where one of its figures was not measured. */
function shortFigures({ tasks }) {
  const rows = SHORT.map(({ name, what, others }) => {
    const cells = tasks[name] === undefined ? [] : cellsOf(tasks[name])
    const seconds = ['Kerf', ...others].map((tool) => {
      const cpu = Number(cells.find((cell) => cell[0] === what && cell[1] === tool)?.[2])
      return cpu.toFixed(cpu < 10 ? 2 : 1)
    })
    if (seconds.includes('NaN')) return null
    return [
      `${TASKS[name].title}: ${what}`,
      seconds[0],
      others.map((tool, i) => `${tool} ${seconds[i + 1]}`).join(', '),
    ]
  })
  return rows.includes(null) ? null : markdownTable(['task', 'Kerf', 'others'], rows, 3)
}

function aims(results) {
  const all = Object.values(results.tasks).flatMap((task) => task.aims)
  const count = (wanted) => all.filter((aim) => isMet(aim) === wanted).length
  const told = `${count(true)} of ${all.length} aims are met, ${count(false)} are missed, ${count(null)} were not measured.`
  const absent = Object.keys(TASKS).filter((name) => results.tasks[name] === undefined)
  const gap = absent.length === 0 ? '' : ` Not measured at all, and not counted here: the tasks ${absent.join(', ')}.`
  return `${told}${gap}\n\n${markdownTable(AIM_HEAD, aimCells(results), 1)}`
}

function lost(results) {
  const found = losses(results)
  return found.length === 0 ? 'Nowhere in this run.' : found.map((line) => `- ${line}`).join('\n')
}

function figures(results) {
  const { rows, columns, rounds, machine, node, tools, tasks } = results
  const versions = Object.entries(tools).map(([tool, version]) => `${tool} ${version}`)
  const loads = Object.values(tasks).map(({ load }) => load)
  const about = [
    `${rows.toLocaleString('en')} rows, ${columns} mixed columns (8 for the slow tasks), best of ${rounds} round${rounds === 1 ? '' : 's'}; `,
    `${machine.processor}, ${machine.processors} processors, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}, Node ${node}`,
    versions.length === 0 ? '.' : `; ${versions.join(', ')}.`,
  ].join('')
  const parts = ['![CPU time of each tool as a share of the time of a sort](img/performance.svg)', about]
  for (const [name, { title }] of Object.entries(TASKS)) {
    const task = tasks[name]
    if (task === undefined || task.rows.length === 0 || name === 'floor') continue
    parts.push(`### ${title}`, markdownTable(HEAD, cellsOf(task)))
    if (task.checks.length > 0) parts.push(checks(task.checks))
  }
  return parts.join('\n\n')
}

/** What was compared, and where answers differ. */
function checks(list) {
  return list.map(({ what, right, told }) => `- ${right ? '' : '**Not so:** '}${what}: ${told}`).join('\n')
}

function floor(pairs) {
  return markdownTable(FLOOR_HEAD, floorCells(pairs))
}

function growth(lines) {
  const [head, ...rows] = growthCells(lines)
  return markdownTable(head, rows)
}
