import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { random } from '../dist/index.js'
import { LiveCells, Pid, Stream, StreamAlarms, watchStream } from '../dist/streams.js'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'

const VALUES = 10_000_000
/** What must be reached on one core. */
const LEAST_VALUES = 5_000_000
const LEAST_ROWS = 300_000
const STREAM_ROWS = 1_000_000
/** Rows of a call of `pushMany`, and between looks at the bins, as in the program. */
const [CALL_ROWS, EVERY] = [4096, 1000]

/**
 * Values a second into live columns, beside summing the same array; cells over streams made to split them; rows a second
 * through `Stream` of the library, and through `kerf stream`; and with `--python` two other tools, in an environment of its own.
 * Seconds are those of the processor, of all threads of the process: one counts the rows, the others compile it for the engine
 * and collect garbage. Other work on the machine does not count.
 */
export async function run(args) {
  const pid = countValues()
  const enough = verdict(pid >= LEAST_VALUES, `PiD takes at least ${LEAST_VALUES / 1e6} million values a second`)
  if (args.includes('--python')) comparePython(pid)
  const rows = makeRows()
  const failed = [enough, boundCells(), watchRows(rows), sendRows(rows)].filter((ok) => !ok).length
  return failed === 0 ? 0 : 1
}

function countValues() {
  const { next, normal } = random(1)
  const values = new Float64Array(VALUES)
  const codes = new Uint8Array(VALUES)
  for (let i = 0; i < VALUES; i++) {
    values[i] = normal()
    codes[i] = next() < (values[i] > 0.3 ? 0.7 : 0.2) ? 1 : 0
  }
  const kinds = {
    'sum of the array': () => sumOf(values),
    'PiD, two classes': () => new Pid({ target: 'class', classes: 2 }).pushMany(values, codes),
    'PiD, row by row': () => {
      const live = new Pid({ target: 'class', classes: 2 })
      for (let i = 0; i < VALUES; i++) live.push(values[i], codes[i])
    },
    'PiD, window of 100,000': () => new Pid({ target: 'class', classes: 2, window: 100_000 }).pushMany(values, codes),
    'bit cells, two classes': () => new LiveCells({ target: 'class', classes: 2 }).pushMany(values, codes),
  }
  let [sum, pid] = [0, 0]
  console.log(`${VALUES.toLocaleString('en')} values      million a second   × the sum`)
  for (const [name, work] of Object.entries(kinds)) {
    const seconds = Math.min(processorSeconds(work), processorSeconds(work))
    if (sum === 0) sum = seconds
    if (name === 'PiD, two classes') pid = VALUES / seconds
    const rate = (VALUES / seconds / 1e6).toFixed(1)
    console.log(`${name.padEnd(24)}${rate.padStart(16)}${(seconds / sum).toFixed(1).padStart(12)}`)
  }
  return pid
}

/** @param {Float64Array} values */
function sumOf(values) {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum
}

/** Streams that would split cells for ever, if anything could. */
function boundCells() {
  const { next } = random(2)
  const makers = {
    constant: () => 3,
    rising: (i) => i,
    falling: (i) => -i,
    'powers of two': (i) => 2 ** -(i % 1074),
    'both signs, all sizes': (i) => (i % 2 === 0 ? 1 : -1) * 2 ** ((i * 37) % 1000),
    'neighbouring doubles': (i) => 1 + 2 ** -52 * (i % 64),
    'ever steeper': (i) => next() ** (1 + (i >> 17)),
    'heavy value among others': () => (next() < 0.5 ? 0.3 : next()),
    'wandering far': (i) => Math.floor(i / 1000) * 1e6 + next(),
    'towards a point': (i) => 1 / (1 + i) + next() / (1 + i * i),
  }
  const each = VALUES / Object.keys(makers).length
  let ok = true
  const together = new Pid()
  for (const [name, make] of Object.entries(makers)) {
    const live = new Pid()
    for (let i = 0; i < each; i++) {
      const x = make(i)
      live.push(x)
      together.push(x)
    }
    const { size } = live.cells
    const held = live.cells.rowsInCells()
    ok &&= size <= live.settings.maxCells && held === each
    console.log(
      `${name.padEnd(26)}${String(size).padStart(6)} cells, ${live.counters.splits} splits, ${live.counters.joins} joins`,
    )
  }
  ok &&= together.cells.size <= together.settings.maxCells && together.cells.rowsInCells() === VALUES
  console.log(
    `one after the other       ${String(together.cells.size).padStart(6)} cells of at most ${together.settings.maxCells}`,
  )
  return verdict(ok, `cells stay few and hold every one of ${VALUES.toLocaleString('en')} values`)
}

/** Five columns as text and as numbers, and a class that follows from the first: nothing changes, so all alarms are by chance. */
function makeRows() {
  const { next, normal } = random(5)
  const lines = ['a,b,c,d,e,y']
  const labels = []
  const columns = Array.from({ length: 5 }, () => new Float64Array(STREAM_ROWS))
  for (let row = 0; row < STREAM_ROWS; row++) {
    const a = normal()
    const rest = [(next() * 100).toFixed(2), Math.round(normal() * 50), (normal() ** 3).toFixed(4), next().toFixed(5)]
    const texts = [a.toFixed(4), ...rest]
    labels.push(next() < (a > 0.3 ? 0.7 : 0.2) ? 'yes' : 'no')
    for (let c = 0; c < 5; c++) columns[c][row] = Number(texts[c])
    lines.push(`${texts.join(',')},${labels[row]}`)
  }
  return { lines, columns, labels }
}

/** Rows through a `Stream` of the library with all alarms: the first time, which includes compiling, and when it has run twice. */
function watchRows({ columns, labels }) {
  const work = () => {
    const rebuild = { policy: /** @type {const} */ ('moved'), every: EVERY }
    const stream = new Stream({ columns: ['a', 'b', 'c', 'd', 'e'], target: { kind: 'class' }, rebuild })
    watchStream(stream, [new StreamAlarms(stream)], () => {})
    for (let from = 0; from < STREAM_ROWS; from += CALL_ROWS) {
      const part = columns.map((column) => column.subarray(from, from + CALL_ROWS))
      stream.pushMany(part, labels.slice(from, from + CALL_ROWS))
    }
  }
  const [first, ...others] = [1, 2, 3, 4].map(() => STREAM_ROWS / processorSeconds(work))
  const best = Math.max(...others)
  console.log(`Stream of the library, 5 columns, all alarms, the first time: ${rateText(first)}`)
  console.log(`Stream of the library, 5 columns, all alarms, once compiled: ${rateText(best)}`)
  return verdict(best >= LEAST_ROWS, `at least ${LEAST_ROWS.toLocaleString('en')} rows a second with all alarms`)
}

function sendRows({ lines }) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-'))
  const data = join(folder, 'rows.csv')
  writeFileSync(data, `${lines.join('\n')}\n`)
  const main = pathToFileURL(PROGRAM_FILE).href
  const code = `process.on('exit', () => console.error(JSON.stringify(process.cpuUsage()))); await import(${JSON.stringify(main)})`
  const rateOf = (...more) => {
    const output = ['-o', join(folder, 'out.csv'), '--state', join(folder, 'state'), '--events', '/dev/null', '--force']
    const flags = ['stream', data, '--target', 'y', ...output, ...more]
    rmSync(join(folder, 'state'), { force: true })
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', code, 'kerf', ...flags], { encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`kerf stream failed: ${ran.stderr}`)
    const { user, system } = JSON.parse(ran.stderr.trim().split('\n').at(-1) ?? '')
    const rate = STREAM_ROWS / ((user + system) / 1e6)
    const name = ['kerf stream, 5 columns, -o, --state', ...more].join(' ')
    console.log(`${name}: ${rateText(rate)}`)
    return rate
  }
  const rate = rateOf('--alarms', 'none')
  for (const kinds of ['boundary', 'population', 'all']) rateOf('--alarms', kinds)
  rmSync(folder, { recursive: true, force: true })
  return verdict(rate >= LEAST_ROWS, `at least ${LEAST_ROWS.toLocaleString('en')} rows a second without alarms`)
}

/** A histogram of river and a KLL sketch of datasketches, in Python, over numbers like those above. */
function comparePython(pid) {
  const home = join(tmpdir(), 'kerf-bench-python')
  const python = join(home, 'bin', 'python')
  const step = (command, args) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  }
  if (!existsSync(python)) {
    step('python3', ['-m', 'venv', home])
    step(python, ['-m', 'pip', 'install', '--quiet', 'river==0.21.0', 'datasketches==5.1.0', 'numpy<2'])
  }
  const script = fileURLToPath(new URL('stream-python.py', import.meta.url))
  const ran = spawnSync(python, [script], { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(ran.stderr)
  for (const line of ran.stdout.trim().split('\n')) {
    const [name, rate] = JSON.parse(line)
    const ratio = (pid / rate).toPrecision(2)
    console.log(
      `${name.padEnd(34)}${(rate / 1e6).toFixed(2).padStart(10)} million a second; PiD takes ${ratio} times as many`,
    )
  }
  console.log()
}

function processorSeconds(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function rateText(rate) {
  return `${Math.round(rate).toLocaleString('en')} rows a second`
}

function verdict(ok, words) {
  console.log(`${ok ? 'yes' : 'NO'}: ${words}\n`)
  return ok
}
