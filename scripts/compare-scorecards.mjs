// Compares scorecards with those of optbinning: `node scripts/compare-scorecards.mjs DATA_DIR [PYTHON] [SEEDS] [SET]`, after
// `npm run build`. DATA_DIR holds heloc/heloc.csv and give-me-some-credit/give-me-some-credit.csv.gz; PYTHON is one with
// optbinning 1.0. Same folds, same limits: at most 8 bins of at least 5 % with a monotone rate, information value 0.02.
// Five folds, dealt by 5 seeds or as many as asked; SET is a part of a path, for one of both.
// Prints Gini on held-out rows with 95 % intervals of the paired difference (DeLong), and how far points are apart on equal
// bins and coefficients; exit 1 when an interval reaches below -0.005 or points differ.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fitTable, fixed, hasCuts, optimal, splitRows } from '../dist/index.js'
import { makeEncoder, woe } from '../dist/encoders.js'
import { cardScale, exactPoints, makeScorecard, scoreRows, wholePoints } from '../dist/scorecards.js'

const FOLDS = 5
const LIMITS = { maxBins: 8, minShare: 0.05, minIv: 0.02 }
const LEAST = -0.005
const SETS = [
  { path: 'heloc/heloc.csv', target: 'RiskPerformance', event: 'Bad', special: [-9, -8, -7], skip: ['id'] },
  {
    path: 'give-me-some-credit/give-me-some-credit.csv.gz',
    target: 'SeriousDlqin2yrs',
    event: '1',
    special: [],
    skip: ['', 'id', 'Unnamed: 0'],
  },
]
/** What is compared: as it comes, and without leaving out correlated columns, which optbinning does not do either. */
const WAYS = [
  { name: 'as it comes', options: {} },
  { name: 'correlated columns too', options: { maxCorrelation: 1 } },
]
const [folder, python = 'python3', asked = '5', only = ''] = process.argv.slice(2)
const seeds = Number(asked)
if (folder === undefined) {
  console.error('compare-scorecards: needs the folder of the data sets')
  process.exit(2)
}

let failed = false
for (const set of SETS.filter(({ path }) => path.includes(only))) {
  const data = readRows(set)
  console.log(`${set.path}: ${data.labels.length} rows, ${data.names.length} columns, ${FOLDS} folds by ${seeds} seeds`)
  const totals = new Map(WAYS.map(({ name }) => [name, emptyTotals(data.labels.length)]))
  let theirSeconds = 0
  const apart = { slots: 0, woe: 0, points: 0, rounded: 0 }
  for (let seed = 1; seed <= seeds; seed++) {
    const dealt = { ...data, foldOf: foldsOf(data.labels, seed) }
    const theirs = cardsOfOptbinning(dealt, set)
    theirSeconds += theirs.reduce((sum, one) => sum + one.seconds, 0)
    if (seed === 1) Object.assign(apart, await comparePoints(dealt, set, theirs[0]))
    for (const { name, options } of WAYS)
      for (const their of theirs) await compareFold(dealt, set, their, { options, total: totals.get(name) })
  }
  for (const [name, total] of totals) {
    const { ours, theirs, difference, low, high } = pairedGini(data.labels, total)
    if (low < LEAST) failed = true
    const each = (sum) => (sum / FOLDS / seeds).toFixed(1)
    console.log(
      `  ${name}: Gini ${ours.toFixed(4)}, optbinning ${theirs.toFixed(4)}; difference ${difference.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)}); ${each(total.columns)} columns, optbinning ${each(total.theirColumns)}; ${each(total.seconds)} s a card, optbinning ${each(theirSeconds)} s`,
    )
  }
  if (apart.points > 1e-6 || apart.rounded >= 1) failed = true
  console.log(
    `  on equal bins and coefficients: ${apart.slots} bins, weight of evidence apart by at most ${apart.woe.toExponential(1)}, points by ${apart.points.toExponential(1)}, whole points by ${apart.rounded.toFixed(2)}`,
  )
}
process.exitCode = failed ? 1 : 0

/** What is added up over folds and seeds: by row, its place among the rows of the other side, here and there. */
function emptyTotals(rows) {
  return {
    ours: new Float64Array(rows),
    theirs: new Float64Array(rows),
    held: new Float64Array(rows),
    columns: 0,
    theirColumns: 0,
    seconds: 0,
  }
}

/** Columns of numbers, labels and the fold of every row. */
function readRows({ path, target, event, skip }) {
  const bytes = readFileSync(join(folder, path))
  const [head, ...lines] = String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes).trim().split(/\r?\n/) // prettier-ignore
  const heads = head.split(',').map((name) => name.replaceAll('"', ''))
  const rows = lines.map((line) => line.split(','))
  const labels = rows.map((row) => (row[heads.indexOf(target)].replaceAll('"', '') === event ? 1 : 0))
  const names = heads.filter((name) => name !== target && !skip.includes(name))
  const columns = names.map((name) => {
    const at = heads.indexOf(name)
    return Float64Array.from(rows, (row) => (row[at] === '' || row[at] === 'NA' ? Number.NaN : Number(row[at])))
  })
  return { names, columns, labels }
}

function foldsOf(labels, seed) {
  const foldOf = new Uint8Array(labels.length)
  const parts = splitRows({ labels }, { parts: Array.from({ length: FOLDS }, () => 1), seed, stratify: 'labels' })
  parts.forEach((part, fold) => part.forEach((row) => (foldOf[row] = fold)))
  return foldOf
}

function cardsOfOptbinning({ names, columns, labels, foldOf }, { special }) {
  const scratch = mkdtempSync(join(tmpdir(), 'kerf-cards-'))
  try {
    writeFileSync(join(scratch, 'asked.json'), JSON.stringify({ names, special, folds: FOLDS, ...LIMITS }))
    const rows = new Float64Array(labels.length * (names.length + 2))
    labels.forEach((label, row) => {
      const at = row * (names.length + 2)
      columns.forEach((values, c) => (rows[at + c] = values[row]))
      rows[at + names.length] = label
      rows[at + names.length + 1] = foldOf[row]
    })
    writeFileSync(join(scratch, 'rows'), rows)
    const script = join(dirname(fileURLToPath(import.meta.url)), 'optbinning-scorecards.py')
    const { stdout, stderr, status } = spawnSync(python, [script, scratch], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    if (status !== 0) throw new Error(`optbinning failed: ${stderr}`)
    return stdout.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)) // prettier-ignore
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** The rows of a fold, or those of all others, as a table. */
function tableOf({ names, columns, labels, foldOf }, held, isHeld) {
  const rows = [...labels.keys()].filter((row) => (foldOf[row] === held) === isHeld)
  const pick = (values) => rows.map((row) => values[row])
  return Object.fromEntries([...names.map((name, c) => [name, pick(columns[c])]), ['event', pick(labels)]])
}

async function binsOf(data, { special }, learn, cutsOf) {
  const perColumn = Object.fromEntries(
    data.names.map((name) => [name, cutsOf === undefined ? { special } : { special, method: fixed, cuts: cutsOf[name] ?? [] }]), // prettier-ignore
  )
  const { maxBins, minShare } = LIMITS
  /** @type {import('../dist/index.js').ColumnFit<typeof optimal>} */
  const all = { method: optimal, trend: 'auto', objective: 'iv', maxBins, minShare }
  return fitTable(learn, { target: 'event', event: '1', targetKind: 'class', columns: data.names, all, perColumn })
}

async function compareFold(data, set, their, { options, total }) {
  const learn = tableOf(data, their.held, false)
  const test = tableOf(data, their.held, true)
  const start = process.cpuUsage().user
  const binning = await binsOf(data, set, learn)
  const card = await makeScorecard(learn, { binning, minIv: LIMITS.minIv, ...options })
  total.seconds += (process.cpuUsage().user - start) / 1e6
  total.columns += card.columns.length
  total.theirColumns += their.columns.length
  const { scores } = scoreRows(card, test)
  const [ours, theirs] = [scores, their.scores].map((all) => placements(test.event, all))
  const rows = [...data.labels.keys()].filter((row) => data.foldOf[row] === their.held)
  rows.forEach((row, i) => {
    total.ours[row] += ours[i]
    total.theirs[row] += theirs[i]
    total.held[row]++
  })
}

/**
 * Gini here and there and their difference, with a 95 % interval. Each row is held out once per seed, and its places are
 * averaged over the seeds before the spread over rows is taken (DeLong, DeLong and Clarke-Pearson 1988): more seeds make
 * the training less of a matter of luck, but do not pretend to be more rows.
 */
function pairedGini(labels, { ours, theirs, held }) {
  const sides = [1, 0].map((side) => [...labels.keys()].filter((row) => labels[row] === side))
  const gini = (places) => 2 * meanOf(sides[0].map((row) => places[row] / held[row])) - 1
  const variance = sides.reduce((sum, rows) => {
    const apart = rows.map((row) => (ours[row] - theirs[row]) / held[row])
    const mean = meanOf(apart)
    return sum + (4 * apart.reduce((all, one) => all + (one - mean) ** 2, 0)) / (rows.length - 1) / rows.length
  }, 0)
  const half = 1.959964 * Math.sqrt(variance)
  const difference = gini(ours) - gini(theirs)
  return { ours: gini(ours), theirs: gini(theirs), difference, low: difference - half, high: difference + half }
}

/** For every event the share of the rest with a higher score, and for every other row that of events with a lower one. */
function placements(labels, scores) {
  const sides = [1, 0].map((side) => Float64Array.from(scores.filter((_, row) => labels[row] === side)).sort())
  const share = (sorted, score) => (countBelow(sorted, score, false) + countBelow(sorted, score, true)) / 2 / sorted.length // prettier-ignore
  return labels.map((label, row) => (label === 1 ? 1 - share(sides[1], scores[row]) : share(sides[0], scores[row])))
}

function countBelow(sorted, value, orEqual) {
  let [lo, hi] = [0, sorted.length]
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (sorted[middle] < value || (orEqual && sorted[middle] === value)) lo = middle + 1
    else hi = middle
  }
  return lo
}

function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Their cuts counted here, and their coefficients turned into points here: how far all of it is apart. */
async function comparePoints(data, set, their) {
  const learn = tableOf(data, their.held, false)
  const cutsOf = Object.fromEntries(their.columns.map(({ name, splits }) => [name, splits]))
  const binning = await binsOf(data, set, learn, cutsOf)
  const encoder = makeEncoder(binning, { encoding: woe, columns: their.columns.map(({ name }) => name) })
  const columns = their.columns.map(({ coefficient }, i) => {
    const column = binning.columns.filter(hasCuts).find(({ name }) => name === encoder.fields[i].name)
    if (column === undefined) throw new Error(`there are no bins of ${encoder.fields[i].name}`)
    const counts = [...column.bins, column.missing, ...column.special].map(({ count }) => count)
    // Their sign is the other one.
    return { coefficient: -coefficient, woes: encoder.fields[i].values, weights: counts }
  })
  const exact = exactPoints(columns, their.intercept, cardScale())
  const whole = wholePoints(columns, exact)
  const apart = { slots: 0, woe: 0, points: 0, rounded: 0 }
  their.columns.forEach(({ woes, points, splits }, i) => {
    // Bins come first, in both; what is set aside stands in another order.
    for (let slot = 0; slot <= splits.length; slot++) {
      apart.slots++
      apart.woe = Math.max(apart.woe, Math.abs(columns[i].woes[slot] + woes[slot]))
      apart.points = Math.max(apart.points, Math.abs(exact[i][slot] - points[slot]))
      apart.rounded = Math.max(apart.rounded, Math.abs(whole[i][slot] - points[slot]))
    }
  })
  return apart
}
