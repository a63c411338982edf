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

/** Writes the chart, and the figures between the markers of docs/performance.md. */
export function writeDocs(results) {
  const path = at('docs/performance.md')
  let page = readFileSync(path, 'utf8')
  const { tasks } = results
  const sections = {
    aims: aims(results),
    losses: lost(results),
    figures: figures(results),
    floor: tasks.floor?.floor.length > 0 ? floor(tasks.floor.floor) : 'Not measured in this run.',
    growth: tasks.growth === undefined ? 'Not measured in this run.' : growth(tasks.growth.growth),
  }
  for (const [name, text] of Object.entries(sections)) {
    const marks = new RegExp(`(<!-- ${name}:start -->\n)[^]*(<!-- ${name}:end -->)`)
    if (!marks.test(page)) throw new Error(`docs/performance.md has no markers ${name}:start and ${name}:end`)
    page = page.replace(marks, (_, start, end) => `${start}\n${text}\n\n${end}`)
  }
  writeFileSync(at('docs/img/performance.svg'), chart(results))
  writeFileSync(path, page)
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
