import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pickTable, random, splitRows } from '../dist/index.js'
import { growTree, treeScores, treeStats } from '../dist/trees.js'
import { readData } from '../dist/node.js'

const ROWS = 100_000
const COLUMNS = 10
/** Growing a tree may take this many times what scikit-learn takes. */
const LIMIT = 2
const SPLITS = 20
/** Student's t, 97.5 %, for 19 degrees of freedom. */
const T = 2.093

/** @typedef {{ names: string[], table: Record<string, ArrayLike<any>>, codes: Int32Array, rows: number }} Data */
/** @typedef {{ seconds: number[], accuracies: number[], nodes: number[] }} Trial */

const VARIANTS = /** @type {const} */ (['once', 'node'])

/**
 * `npm run bench -- trees [FILE=TARGET[=LEFT,OUT] …]`: full trees by entropy, ours and scikit-learn's, in one run. First
 * the time of growing one on 100,000 × 10 continuous numbers and two classes; then, for each file, time and accuracy on 20
 * splits of 70:30, the same rows for both, number columns only. Python is `python3`, or what KERF_PYTHON says.
 * @param {string[]} files
 */
export async function run(files) {
  const python = process.env['KERF_PYTHON'] ?? 'python3'
  const found = spawnSync(python, ['-c', 'import sklearn; print(sklearn.__version__)'], { encoding: 'utf8' })
  if (found.status !== 0) console.log(`${python} has no scikit-learn: ours alone (KERF_PYTHON names another Python)`)
  const other = found.status === 0 ? python : null
  let failed = 0
  const made = makeRows()
  const none = Array.from({ length: 3 }, () => new Uint8Array(ROWS))
  console.log(`grow one tree on ${ROWS.toLocaleString('en')} × ${COLUMNS}, two classes; processor time, the best of 3`)
  const ours = VARIANTS.map((cuts) => ({ name: `kerf, cuts ${cuts}`, trial: tryOurs(made, none, cuts) }))
  const theirs = other === null ? null : tryTheirs(other, made, none)
  const least = theirs === null ? null : Math.min(...theirs.seconds)
  for (const { name, trial } of [
    ...ours,
    ...(theirs === null ? [] : [{ name: `scikit-learn ${found.stdout.trim()}`, trial: theirs }]),
  ]) {
    const seconds = Math.min(...trial.seconds)
    const ratio = least === null ? null : seconds / least
    if (ratio !== null && ratio > LIMIT) failed++
    const times = ratio === null ? '' : `${ratio.toFixed(2)} ×`.padStart(9)
    console.log(`  ${name.padEnd(22)} ${seconds.toFixed(2).padStart(6)} s ${times}  ${trial.nodes[0]} nodes`)
  }
  for (const file of files) failed += await compareOn(file, other)
  console.log(failed === 0 ? 'no slower and no worse than allowed' : `${failed} slower or worse than allowed`)
  return failed === 0 ? 0 : 1
}

/** @param {string} argument @param {string | null} python */
async function compareOn(argument, python) {
  const [path, target, left = ''] = argument.split('=')
  if (target === undefined) throw new Error(`bench: expected FILE=TARGET, got ${argument}`)
  const data = await readNumbers(path, target, left.split(','))
  const splits = Array.from({ length: SPLITS }, (_, seed) => {
    const held = new Uint8Array(data.rows)
    for (const row of splitRows(data.table, { parts: [7, 3], seed })[1]) held[row] = 1
    return held
  })
  console.log(`${basename(path)}: ${data.rows} rows, ${data.names.length} number columns, ${SPLITS} splits of 70:30`)
  const theirs = python === null ? null : tryTheirs(python, data, splits)
  if (theirs !== null) console.log(`  scikit-learn           ${describe(theirs)}`)
  let failed = 0
  for (const cuts of VARIANTS) {
    const trial = tryOurs(data, splits, cuts)
    let verdict = ''
    if (theirs !== null) {
      const { mean, half } = interval(trial.accuracies.map((accuracy, i) => accuracy - theirs.accuracies[i]))
      const worse = mean + half < 0
      if (worse) failed++
      verdict = `; ours − theirs ${signed(mean - half)} … ${signed(mean + half)}${worse ? ', worse' : ''}`
    }
    console.log(`  kerf, cuts ${cuts.padEnd(11)} ${describe(trial)}${verdict}`)
  }
  return failed
}

/** @param {Data} data @param {Uint8Array[]} splits @param {'once' | 'node'} cuts @returns {Trial} */
function tryOurs({ table }, splits, cuts) {
  const trial = /** @type {Trial} */ ({ seconds: [], accuracies: [], nodes: [] })
  for (const held of splits) {
    const rows = Uint32Array.from(held.keys())
    const train = pickTable(table, rows.filter((row) => held[row] === 0)) // prettier-ignore
    const start = process.cpuUsage()
    const tree = growTree(train, { target: 'y', targetKind: 'class', cuts })
    const { user, system } = process.cpuUsage(start)
    trial.seconds.push((user + system) / 1e6)
    trial.nodes.push(treeStats(tree).nodes)
    const test = pickTable(table, rows.filter((row) => held[row] === 1)) // prettier-ignore
    trial.accuracies.push(treeScores(tree, test).accuracy ?? Number.NaN)
  }
  return trial
}

/** @param {string} python @param {Data} data @param {Uint8Array[]} splits @returns {Trial} */
function tryTheirs(python, { names, table, codes, rows }, splits) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-'))
  try {
    const values = new Float64Array(rows * names.length)
    for (const [c, name] of names.entries()) values.set(/** @type {Float64Array} */ (table[name]), c * rows)
    const write = (/** @type {string} */ name, /** @type {ArrayBufferView} */ bytes) => {
      writeFileSync(join(folder, name), new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      return join(folder, name)
    }
    const job = {
      rows,
      columns: names.length,
      values: write('values', values),
      classes: write('classes', codes),
      splits: splits.map((held, i) => write(`split-${i}`, held)),
    }
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job))
    const script = fileURLToPath(new URL('trees-others.py', import.meta.url))
    const env = { ...process.env, OMP_NUM_THREADS: '1' }
    const done = spawnSync(python, [script, join(folder, 'job.json')], { encoding: 'utf8', maxBuffer: 1e9, env })
    if (done.status !== 0) throw new Error(`bench: Python failed: ${done.stderr.trim().split('\n').at(-1)}`)
    return JSON.parse(done.stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} path @param {string} target @param {string[]} left @returns {Promise<Data>} */
async function readNumbers(path, target, left) {
  const { columns, rows } = await readData(path, { texts: [target] })
  const found = columns.find(({ name }) => name === target)
  if (found === undefined) throw new Error(`bench: ${path} has no column ${target}`)
  const labels = Array.from(found.values, String)
  const numbers = columns.filter(({ name, kind }) => kind === 'number' && name !== target && !left.includes(name))
  const classes = [...new Set(labels)]
  return {
    rows,
    names: numbers.map(({ name }) => name),
    table: { ...Object.fromEntries(numbers.map(({ name, values }) => [name, values])), y: labels },
    codes: Int32Array.from(labels, (label) => classes.indexOf(label)),
  }
}

/** Rows of normal numbers whose class depends on half of them, by a chance. @returns {Data} */
function makeRows() {
  const { next, normal } = random(10)
  const names = Array.from({ length: COLUMNS }, (_, c) => `x${c}`)
  const columns = names.map(() => Float64Array.from({ length: ROWS }, normal))
  const [a, b, c, d, e] = columns
  const codes = Int32Array.from({ length: ROWS }, (_, i) => {
    const logit = 1.5 * a[i] - b[i] + c[i] * d[i] + (e[i] > 0.5 ? 1.2 : -0.3)
    return next() < 1 / (1 + Math.exp(-logit)) ? 1 : 0
  })
  const table = { ...Object.fromEntries(names.map((name, i) => [name, columns[i]])), y: codes }
  return { names, table, codes, rows: ROWS }
}

/** @param {number[]} list */
const meanOf = (list) => list.reduce((sum, x) => sum + x, 0) / list.length

/** @param {number[]} differences */
function interval(differences) {
  const mean = meanOf(differences)
  const spread = Math.sqrt(differences.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (differences.length - 1))
  return { mean, half: (T * spread) / Math.sqrt(differences.length) }
}

/** @param {number} x */
const signed = (x) => `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(5)}`

/** @param {Trial} trial */
function describe({ seconds, accuracies, nodes }) {
  return `${meanOf(seconds).toFixed(3).padStart(6)} s a tree, ${meanOf(nodes).toFixed(0)} nodes, accuracy ${meanOf(accuracies).toFixed(5)}`
}
