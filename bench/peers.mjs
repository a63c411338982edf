import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { accepted, risen } from './harness/accepted.mjs'
import { Bench } from './harness/bench.mjs'
import { cacheFolder } from './harness/cache.mjs'
import { chart } from './harness/chart.mjs'
import { isMet } from './harness/judge.mjs'
import { findPython } from './harness/python.mjs'
import { aimsText, taskText } from './harness/text.mjs'
import { findWeka } from './harness/weka.mjs'
import { writeDocs } from './harness/write-docs.mjs'
import { TASKS } from './tasks/all.mjs'

const HELP = `npm run bench -- peers [options]
  --only A,B      these tasks: ${Object.keys(TASKS).join(', ')};
                  the others stay as they are in the results
  --resume        only the tasks that the results do not have yet
  --tell          measure nothing, tell what is in the results
  --rows N        rows of the columns (default 1,000,000; growth takes a tenth and ten times as many too)
  --columns N     mixed columns (default 28; slow tasks take 8)
  --rounds N      rounds, taken in turn (default 3); the best counts
  --seconds N     how long a step is repeated in a round (default 3)
  --python FILE   a Python that has the other tools; otherwise an environment is made outside the clone
  --no-python     leave them out
  --weka FILE     the jar of Weka; otherwise Maven fetches it, where there is one
  --json FILE     where the results are kept (default results.json in a folder outside the clone)
  --chart FILE    write the chart as SVG
  --accept FILE   write the shares of the sort that later runs are compared with
  --against FILE  fail where a share has risen by more than 30 % over an accepted file of the same size
  --write-docs    write docs/performance.md and its chart from the results`

/** @param {string[]} args */
const readFlags = (args) =>
  parseArgs({
    args,
    options: {
      only: { type: 'string' },
      resume: { type: 'boolean', default: false },
      tell: { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000000' },
      columns: { type: 'string', default: '28' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      python: { type: 'string' },
      'no-python': { type: 'boolean', default: false },
      weka: { type: 'string' },
      json: { type: 'string' },
      chart: { type: 'string' },
      accept: { type: 'string' },
      against: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values

/**
 * Kerf beside other tools, a plain sort and the floor in C, on the same data in one run: each step in a process of its own,
 * all of them in turn, the best of three. CPU time is what counts unless said: a busy machine spoils it least.
 *
 * `quick` takes other tools only where they are there already.
 * @param {string[]} args
 */
export function run(args, { quick = false } = {}) {
  const flags = readFlags(args)
  if (flags.help) {
    console.log(HELP)
    return 0
  }
  const wanted = flags.only?.split(',') ?? Object.keys(TASKS)
  const unknown = wanted.find((name) => !Object.hasOwn(TASKS, name))
  if (unknown !== undefined) {
    console.error(`peers: --only takes ${Object.keys(TASKS).join(', ')}, got ${unknown}`)
    return 2
  }
  const path = flags.json ?? join(cacheFolder(), quick ? 'quick.json' : 'results.json')
  const size = sizeOf(flags)
  const keep = flags.tell || flags.resume || flags.only !== undefined
  const results = (keep ? readResults(path, flags.tell ? null : size) : null) ?? startResults(size)
  const todo = flags.tell ? [] : wanted.filter((name) => !flags.resume || results.tasks[name] === undefined)
  if (todo.length > 0) measureTasks(todo, results, { path, size, others: findOthers(flags, results, !quick) })
  else for (const [name, task] of Object.entries(results.tasks)) console.log(`${taskText(TASKS[name].title, task)}\n`)
  console.log(`${aimsText(results)}\n\nresults: ${path}`)
  if (flags.chart !== undefined) writeFileSync(flags.chart, chart(results))
  if (flags['write-docs']) writeDocs(results)
  const worse = flags.against === undefined ? [] : risen(results, JSON.parse(readFileSync(flags.against, 'utf8')))
  for (const line of worse) console.log(line)
  if (flags.against !== undefined && worse.length === 0) console.log('no share of the sort has risen')
  if (flags.accept !== undefined) writeFileSync(flags.accept, `${JSON.stringify(accepted(results), null, 2)}\n`)
  const tasks = Object.values(results.tasks)
  const wrong = tasks.some(({ checks }) => checks.some(({ right }) => !right))
  // Aims are for the full size.
  const missed = !quick && tasks.some(({ aims }) => aims.some((aim) => isMet(aim) === false))
  return wrong || missed || worse.length > 0 ? 1 : 0
}

const sizeOf = ({ rows, columns, rounds, seconds }) => ({
  rows: Number(rows),
  columns: Number(columns),
  rounds: Number(rounds),
  seconds: Number(seconds),
})

/** The other tools that are there or can be installed; their versions are noted. */
function findOthers(flags, results, install) {
  if (flags['no-python']) return { python: null, weka: null }
  const python = findPython({ given: flags.python, install })
  const weka = findWeka({ given: flags.weka, install })
  Object.assign(results.tools, python?.versions ?? {}, weka === null ? {} : { Weka: weka.version })
  return { python, weka }
}

/** Runs tasks one after the other; what is done is saved at once, so that a run can be stopped and resumed. */
function measureTasks(names, results, { path, size, others }) {
  const bench = new Bench(size, others)
  mkdirSync(dirname(path), { recursive: true })
  for (const [i, name] of names.entries()) {
    const start = performance.now()
    const { rows, ...rest } = TASKS[name].run(bench)
    // Without the answers, which may be long lists of cuts.
    const task = { ...rest, rows: rows.map((row) => ({ ...row, answer: undefined })), load: loadavg()[0] }
    results.tasks[name] = task
    writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`${taskText(TASKS[name].title, task)}\n(${name}, ${i + 1} of ${names.length}, ${seconds} s)\n`)
  }
}

function startResults({ rows, columns, rounds }) {
  const machine = { processor: cpus()[0]?.model ?? 'unknown', processors: availableParallelism() }
  return { rows, columns, rounds, machine, node: process.version, tools: {}, tasks: {} }
}

/** What is there already, if it is of the same size. */
function readResults(path, size) {
  if (!existsSync(path)) return null
  const results = JSON.parse(readFileSync(path, 'utf8'))
  return size === null || (results.rows === size.rows && results.columns === size.columns) ? results : null
}
