import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { informativeColumn, mixedColumns, wholeColumns, writeData } from './core-data.mjs'
import { chart, markdown, text } from './core-report.mjs'

const at = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Kerf's own steps on each data set; `sort` is what everything is compared with. */
const OWN = {
  mixed: ['sort', 'mdlp cuts', 'mdlp', 'frequency cuts', 'frequency', 'width cuts', 'width'],
  informative: ['sort', 'mdlp cuts', 'mdlp'],
  whole: ['sort', 'mdlp cuts', 'mdlp'],
}
const PACKAGES = { numpy: 'numpy', pandas: 'pandas', sklearn: 'scikit-learn', orange: 'Orange3' }
const OTHERS = {
  mixed: [
    'orange mdlp',
    'numpy frequency',
    'pandas frequency',
    'sklearn frequency',
    'numpy width',
    'pandas width',
    'sklearn width',
  ],
  informative: ['orange mdlp'],
  whole: ['orange mdlp'],
}

const HELP = `npm run bench -- core [options]
  --rows N       rows of the mixed columns (default 1,000,000; the others have 0.581012 times as many)
  --columns N    mixed columns (default 28)
  --rounds N     rounds, taken in turn (default 3), each timing a step twice; the best counts
  --threads N    threads of the steps in threads (default 2)
  --no-python    leave out the other tools
  --python FILE  a Python that has them already
  --json FILE    write the figures
  --accept FILE  write the shares of the sort that later runs are compared with
  --against FILE fail where a share has risen by more than 30 % over an accepted file of the same size
  --write-docs   write chart and table into docs/performance.md`

/**
 * Times Kerf from raw arrays, side by side with a plain sort of the same columns and with other tools on the same file, and
 * checks every cut against a plain reference. CPU time is what counts: a busy machine spoils it least.
 * @param {string[]} args
 */
export async function run(args) {
  const { values: flags } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      columns: { type: 'string', default: '28' },
      rounds: { type: 'string', default: '3' },
      threads: { type: 'string', default: '2' },
      'no-python': { type: 'boolean', default: false },
      python: { type: 'string' },
      json: { type: 'string' },
      accept: { type: 'string' },
      against: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (flags.help) {
    console.log(HELP)
    return 0
  }
  const [rows, count, rounds] = [Number(flags.rows), Number(flags.columns), Number(flags.rounds)]
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-core-'))
  try {
    const sets = {
      mixed: { rows, columns: count, make: () => mixedColumns(rows, count) },
      informative: { rows, columns: 1, make: () => informativeColumn(rows) },
      whole: { rows: Math.round(rows * 0.581012), columns: 10, make: () => wholeColumns(Math.round(rows * 0.581012)) },
    }
    for (const [name, { make }] of Object.entries(sets)) {
      mkdirSync(join(folder, name))
      writeData(join(folder, name), make())
    }
    const python = flags['no-python'] ? null : findPython(flags.python)
    const found = measure(folder, sets, rounds, flags.threads, python)
    const wrong = checkCuts(folder, found)
    const report = {
      rows,
      columns: count,
      threads: Number(flags.threads),
      machine: { processor: cpus()[0]?.model ?? 'unknown', processors: availableParallelism(), load: loadavg()[0] },
      node: process.version,
      steps: found.map((step) => ({ ...step, cuts: undefined })),
      wrong,
    }
    console.log(text(report))
    if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(report, null, 2)}\n`)
    if (flags['write-docs']) writeDocs(report)
    const worse = flags.against === undefined ? [] : risen(report, JSON.parse(readFileSync(flags.against, 'utf8')))
    for (const line of worse) console.log(line)
    if (flags.accept !== undefined) writeFileSync(flags.accept, `${JSON.stringify(accepted(report), null, 2)}\n`)
    return wrong.length === 0 && worse.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Shares of the sort by step, which hardly depend on the machine, and the size they hold for. */
function accepted({ rows, columns, steps }) {
  const own = steps.filter(({ tool, name }) => tool === 'Kerf' && name !== 'sort')
  return { rows, columns, ratios: Object.fromEntries(own.map((step) => [keyOf(step), step.ratio])) }
}

const keyOf = ({ set, name, threads }) => `${set}: ${name}, ${threads} thread${threads === 1 ? '' : 's'}`

/** What share may rise by before it counts: runs differ, the more so on a busy machine. */
const RISE = 1.3

/** A line for every step that takes clearly more than accepted. */
function risen(report, before) {
  if (before.rows !== report.rows || before.columns !== report.columns) {
    return [
      `the accepted file is of ${before.rows} × ${before.columns}, this run of ${report.rows} × ${report.columns}`,
    ]
  }
  return Object.entries(accepted(report).ratios).flatMap(([key, ratio]) => {
    const was = before.ratios[key]
    return was !== undefined && ratio > was * RISE
      ? [`${key}: ${ratio.toFixed(3)} of the sort, ${was.toFixed(3)} accepted`]
      : []
  })
}

/** Runs every step once a round, and keeps the best of each. */
function measure(folder, sets, rounds, threads, python) {
  const plan = Object.keys(sets).flatMap((set) => [
    ...OWN[set].map((name) => ({
      set,
      tool: 'Kerf',
      name,
      threads: 1,
      command: (repeats) => own(name, join(folder, set), repeats, 1),
    })),
    ...OWN[set]
      .filter((name) => name !== 'sort' && !name.endsWith('cuts'))
      .map((name) => ({
        set,
        tool: 'Kerf',
        name,
        threads: Number(threads),
        command: (repeats) => own(name, join(folder, set), repeats, threads),
      })),
    ...OTHERS[set]
      .filter((name) => python?.tools.includes(name.split(' ')[0]))
      .map((name) => ({
        set,
        tool: PACKAGES[name.split(' ')[0]],
        name: name.endsWith('mdlp') ? 'mdlp cuts' : `${name.split(' ')[1]} cuts`,
        threads: 1,
        command: (repeats) => [python.path, at('core-others.py'), name, join(folder, set), String(repeats)],
      })),
  ])
  const found = plan.map((step) => ({
    ...step,
    command: undefined,
    cpu: Infinity,
    wall: Infinity,
    peak: 0,
    cuts: null,
  }))
  for (let round = 1; round <= rounds; round++) {
    for (const [i, { command }] of plan.entries()) {
      const step = found[i]
      process.stderr.write(`round ${round} of ${rounds}: ${step.tool} ${step.name} (${step.set})\u001b[K\r`)
      const { cpu, wall, cuts } = runJson(command(2))
      // Memory is that of doing it once, as a program does.
      const { peak } = runJson(command(1))
      found[i] = {
        ...step,
        cpu: Math.min(step.cpu, cpu),
        wall: Math.min(step.wall, wall),
        peak: Math.max(step.peak, peak),
        cuts: cuts ?? null,
      }
    }
  }
  process.stderr.write('\u001b[K')
  const sortOf = (set) => found.find((step) => step.set === set && step.name === 'sort')
  return found.map((step) => ({ ...step, ratio: step.cpu / sortOf(step.set).cpu }))
}

const own = (name, folder, repeats, threads) => [
  process.execPath,
  at('core-step.mjs'),
  name,
  folder,
  String(repeats),
  String(threads),
]

/** Compares all cuts of Kerf with those of the reference, in every number of threads; what differs. */
function checkCuts(folder, found) {
  const wrong = []
  for (const set of Object.keys(OWN)) {
    for (const name of OWN[set].filter((step) => step !== 'sort')) {
      const { cuts: right } = runJson(own(`reference ${name.split(' ')[0]}`, join(folder, set), 1, 1))
      for (const step of found) {
        if (step.tool !== 'Kerf' || step.set !== set || step.name !== name) continue
        right.forEach((list, c) => {
          if (JSON.stringify(list) === JSON.stringify(step.cuts[c])) return
          wrong.push({ set, name, threads: step.threads, column: c, expected: list, got: step.cuts[c] })
        })
      }
    }
  }
  return wrong
}

/** @param {string[]} command */
function runJson(command) {
  const [program, ...args] = command
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return JSON.parse(stdout)
}

/** A Python with the other tools: one that was named, or an environment made for it; each package may be missing. */
function findPython(given) {
  const home = join(tmpdir(), 'kerf-bench-python')
  const path = given ?? join(home, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  if (given === undefined && !existsSync(path)) {
    console.error(`making a Python environment in ${home}`)
    const { status } = spawnSync('python3', ['-m', 'venv', home], { stdio: ['ignore', 2, 2] })
    if (status !== 0) {
      console.error('no Python 3 with venv: the other tools are left out')
      return null
    }
  }
  const tools = Object.entries(PACKAGES).filter(([tool, name]) => {
    const load = tool === 'orange' ? 'Orange.preprocess.discretize' : tool
    const works = () => spawnSync(path, ['-c', `import ${load}`]).status === 0
    if (works()) return true
    if (given === undefined) spawnSync(path, ['-m', 'pip', 'install', '--quiet', name], { stdio: ['ignore', 2, 2] })
    const there = works()
    if (!there) console.error(`${name} is not there and could not be installed: left out`)
    return there
  })
  // The others are read through numpy.
  return tools.some(([tool]) => tool === 'numpy') ? { path, tools: tools.map(([tool]) => tool) } : null
}

function writeDocs(report) {
  const page = at('../docs/performance.md')
  const before = readFileSync(page, 'utf8')
  const marks = /(<!-- core:start -->\n)[^]*(<!-- core:end -->)/
  if (!marks.test(before)) throw new Error('docs/performance.md has no markers core:start and core:end')
  writeFileSync(at('../docs/img/performance.svg'), chart(report))
  writeFileSync(
    page,
    before.replace(marks, (_, start, end) => `${start}\n${markdown(report)}\n\n${end}`),
  )
}
