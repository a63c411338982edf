import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { equalFrequency, fitTable, random } from '../dist/index.js'

export const COLUMNS = 28
export const CHUNK = 50_000
const ROWS = 1_000_000
const TEST_ROWS = 200_000
const BINS = 10
/** An area this near to the best of all counts as equal. */
const NEAR = 0.0002

/**
 * `npm run bench -- logistic [ROWS] [ONLY]`: logistic regression on local linear encodings, ours beside scikit-learn's where a
 * Python with it is found (`KERF_PYTHON` names one). Each is a process of its own that reads the same file of 28 columns,
 * encodes it by the same knots, and tells its CPU time per pass, to an area within 0.0002 of the best, and its peak memory.
 * `streamed` encodes anew in each pass and keeps no rows: `logistic 11000000 streamed` tries that on 11,000,000.
 *
 * @param {string[]} args
 */
export async function run([rows = String(ROWS), only = '']) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-logistic-'))
  try {
    const train = Math.ceil(Number(rows) / CHUNK) * CHUNK
    const chunks = makeRows(folder, train + TEST_ROWS)
    const binning = await fitTable(chunks, { all: { method: equalFrequency, bins: BINS } })
    writeFileSync(join(folder, 'binning.json'), JSON.stringify(binning))
    const knots = binning.columns.map((column) =>
      'cuts' in column && column.range !== null ? [column.range[0], ...column.cuts, column.range[1]] : [],
    )
    writeFileSync(join(folder, 'knots.json'), JSON.stringify(knots))
    const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))
    const python = process.env['KERF_PYTHON'] ?? 'python3'
    const runs = [
      ...['lbfgs', 'mini-batch', 'streamed'].map((how) => [
        `kerf ${how}`,
        process.execPath,
        here('logistic-kerf.mjs'),
        how,
      ]),
      ...['LogisticRegression', 'SGDClassifier'].map((how) => [how, python, here('logistic-scikit.py'), how]),
    ]
    const found = runs.flatMap(([name, program, script, how]) => {
      if (!name.includes(only)) return []
      const { status, stdout, stderr } = spawnSync(program, [script, folder, how, String(train)], { maxBuffer: 1e8 })
      if (status === 0) return [{ name, ...JSON.parse(String(stdout)) }]
      console.log(`${name}: left out (${String(stderr).trim().split('\n').at(-1) ?? 'no such program'})`)
      return []
    })
    print(found, train)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return 0
}

/**
 * Rows whose event depends on every column by a line and a bend; columns share a common part. Written in chunks, column by
 * column, as single precision, with the labels; the first chunks are given back to fit bins on.
 *
 * @param {string} folder
 * @param {number} rows
 */
function makeRows(folder, rows) {
  const { next, normal } = random(28)
  const [lines, bends] = [0, 1].map(() => Array.from({ length: COLUMNS }, () => normal() * 0.3))
  const values = openSync(join(folder, 'x.f32'), 'w')
  const labels = openSync(join(folder, 'y.u8'), 'w')
  /** @type {Record<string, Float64Array>} */
  let table = {}
  for (let start = 0; start < rows; start += CHUNK) {
    const x = new Float32Array(COLUMNS * CHUNK)
    const y = new Uint8Array(CHUNK)
    for (let i = 0; i < CHUNK; i++) {
      const common = normal()
      let score = 0
      for (let j = 0; j < COLUMNS; j++) {
        const value = 0.5 * common + normal()
        x[j * CHUNK + i] = value
        score += lines[j] * value + bends[j] * (Math.abs(value) - 0.9)
      }
      y[i] = next() < 1 / (1 + Math.exp(-score)) ? 1 : 0
    }
    writeSync(values, x)
    writeSync(labels, y)
    if (start === 0) {
      table = Object.fromEntries(
        Array.from({ length: COLUMNS }, (_, j) => [`x${j}`, Float64Array.from(x.subarray(j * CHUNK, (j + 1) * CHUNK))]),
      )
    }
  }
  closeSync(values)
  closeSync(labels)
  return table
}

/**
 * @param {{ name: string, pass: number, encode: number, megabytes: number, trials: { passes: number, seconds: number, auc: number }[] }[]} found
 * @param {number} rows
 */
function print(found, rows) {
  const best = Math.max(...found.flatMap(({ trials }) => trials.map(({ auc }) => auc)))
  console.log(`${rows.toLocaleString('en')} × ${COLUMNS}, local linear in ${BINS} bins; best area ${best.toFixed(5)}`)
  console.log('                       encode   per pass   to equal area (passes)      area    peak memory')
  for (const { name, pass, encode, megabytes, trials } of found) {
    const equal = trials.find(({ auc }) => auc >= best - NEAR)
    const time = equal === undefined ? 'not reached' : `${equal.seconds.toFixed(2)} s (${equal.passes})`
    const area = Math.max(...trials.map(({ auc }) => auc)).toFixed(5)
    console.log(
      `${name.padEnd(20)}${encode.toFixed(2).padStart(7)} s ${pass.toFixed(3).padStart(8)} s ${time.padStart(24)}   ${area} ${String(megabytes).padStart(10)} MB`,
    )
  }
}
