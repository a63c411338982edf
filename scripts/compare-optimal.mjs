// Compares method optimal with optbinning: `node scripts/compare-optimal.mjs DATA_DIR [PYTHON]`, after `npm run build`.
// DATA_DIR holds heloc/heloc.csv and give-me-some-credit/give-me-some-credit.csv.gz; PYTHON is one with optbinning 1.0.
// Every numeric column of both, and 30 generated ones, under equal limits. Prints where the information value is below
// 0.9995 times that of optbinning, and how the gaps to the bound are spread; exit 1 when there is such a column.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { discretize, findMethod, summarize } from '../dist/index.js'
import { informationValue } from '../dist/measures.js'

const LEAST = 0.9995
const GENERATED_ROWS = 20_000
const [folder, python = 'python3'] = process.argv.slice(2)
if (folder === undefined) {
  console.error('compare-optimal: needs the folder of the data sets')
  process.exit(2)
}

const columns = [
  ...readColumns('heloc/heloc.csv', 'RiskPerformance', 'Bad'),
  ...readColumns('give-me-some-credit/give-me-some-credit.csv.gz', 'SeriousDlqin2yrs', '1'),
  ...generated(),
]
const limits = ['none', 'ascending', 'descending', 'peak'].flatMap((trend) =>
  [5, 8, 12].flatMap((maxBins) => [0.01, 0.05].map((minShare) => ({ trend, maxBins, minShare }))),
)
const theirs = splitsOfOptbinning()
const tally = { fits: 0, below: 0, worst: Infinity, seconds: 0 }
const gaps = []
for (const { name, values, events } of columns) {
  const summary = summarize(values, { target: events.map((event) => (event ? 'event' : 'rest')), event: 'event' })
  for (const own of limits) {
    const start = process.cpuUsage().user
    const options = { method: findMethod('optimal'), objective: 'iv', maxPValue: null, ...own }
    const { cuts, notes } = discretize(summary, options)
    tally.seconds += (process.cpuUsage().user - start) / 1e6
    const other = theirs.find((one) => one.column === name && limitsOf(one) === limitsOf(own))
    const [ours, his] = [cuts, other.splits].map((list) => valueOf(values, events, list))
    const ratio = his > 1e-9 ? ours / his : 1
    tally.fits++
    tally.worst = Math.min(tally.worst, ratio)
    if (ratio < LEAST) {
      tally.below++
      console.log(`${name} ${limitsOf(own)}: ${ours.toPrecision(5)}, optbinning ${his.toPrecision(5)}`)
    }
    const { found = 0, gap = 0 } = notes.find(({ code }) => code === 'optimal-gap')?.figures ?? {}
    gaps.push({ trend: own.trend, gap: gap === 0 ? 0 : gap / found })
  }
}
console.log(
  `${tally.fits} fits, ${tally.below} below ${LEAST} of optbinning, the lowest ${tally.worst.toFixed(5)}; ${tally.seconds.toFixed(0)} s of processor time`,
)
for (const trend of new Set(limits.map((own) => own.trend))) {
  const own = gaps.filter((one) => one.trend === trend).map(({ gap }) => gap)
  const sorted = own.toSorted((a, b) => a - b)
  const at = (part) => `${(100 * sorted[Math.floor(part * (sorted.length - 1))]).toPrecision(2)} %`
  const none = own.filter((gap) => gap === 0).length
  console.log(`trend ${trend}: no gap in ${none} of ${own.length}; median ${at(0.5)}, nine of ten below ${at(0.9)}`)
}
process.exitCode = tally.below > 0 ? 1 : 0

function limitsOf({ trend, maxBins, minShare }) {
  return `trend ${trend}, ${maxBins} bins, share ${minShare}`
}

/** The numeric columns of a table without quotes, without the rows that lack a value. */
function readColumns(path, target, event) {
  const bytes = readFileSync(join(folder, path))
  const [head, ...lines] = String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes).trim().split(/\r?\n/) // prettier-ignore
  const names = head.split(',')
  const rows = lines.map((line) => line.split(','))
  return names.flatMap((name, i) => {
    if (name === target || name === 'id') return []
    const known = rows.filter((row) => row[i] !== '' && Number.isFinite(Number(row[i])))
    const values = known.map((row) => Number(row[i]))
    return [{ name: `${path}: ${name}`, values, events: known.map((row) => row[names.indexOf(target)] === event) }]
  })
}

/** Ten shapes of a rate, each along even, skewed and whole numbers. */
function generated() {
  let state = 12_345
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const shapes = [
    (x) => x - 0.5,
    (x) => 0.5 - x,
    (x) => 1 - 4 * Math.abs(x - 0.5),
    (x) => 4 * Math.abs(x - 0.5) - 1,
    (x) => Math.sin(9 * x),
    (x) => (x < 0.03 ? 2 : 0),
    (x) => (x > 0.37 && x < 0.41 ? 2 : 0),
    () => 0,
    (x) => Math.floor(x * 7) % 2,
    (x) => 3 * x * x - 1,
  ]
  const scales = [(x) => x, (x) => -2 * Math.log(1 - x), (x) => Math.round(400 * x * x)]
  return scales.flatMap((scale, s) =>
    shapes.map((shape, k) => {
      /** @type {[number[], boolean[]]} */
      const [values, events] = [[], []]
      for (let row = 0; row < GENERATED_ROWS; row++) {
        const x = next()
        values.push(scale(x))
        events.push(next() < 1 / (1 + Math.exp(1.5 - (s === 0 ? 2 : 1) * shape(x))))
      }
      return { name: `generated ${10 * s + k}`, values, events }
    }),
  )
}

/** What optbinning answers for every column and limits, by a script of its own. */
function splitsOfOptbinning() {
  const place = mkdtempSync(join(tmpdir(), 'kerf-optimal-'))
  try {
    const listed = columns.map(({ name, values, events }, i) => {
      writeFileSync(join(place, `${i}.values`), Float64Array.from(values))
      writeFileSync(join(place, `${i}.events`), Uint8Array.from(events, Number))
      return { name, file: String(i) }
    })
    writeFileSync(join(place, 'columns.json'), JSON.stringify({ columns: listed, limits }))
    const script = join(dirname(fileURLToPath(import.meta.url)), 'optbinning-splits.py')
    const { status, stdout, stderr } = spawnSync(python, [script, place], { encoding: 'utf8', maxBuffer: 1e9 })
    if (status !== 0) throw new Error(`optbinning did not run: ${stderr}`)
    return stdout.trim().split('\n').map((line) => JSON.parse(line)) // prettier-ignore
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** The information value of some cuts. */
function valueOf(values, events, cuts) {
  const bins = Array.from({ length: cuts.length + 1 }, () => ({ event: 0, rest: 0 }))
  for (const [row, value] of values.entries()) {
    const bin = bins[cuts.filter((cut) => cut <= value).length]
    if (events[row]) bin.event++
    else bin.rest++
  }
  return informationValue(bins)
}
