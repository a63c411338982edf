import { join } from 'node:path'
import { adviseBins, discretize, equalFrequency, equalWidth, random, summarize, toTable } from '../dist/index.js'
import { readData } from '../dist/node.js'

const FOLDS = 5
/** Numbers of bins that are tried by cross-validation. */
const TRIED = [...Array.from({ length: 50 }, (_, i) => i + 1), 60, 80, 100, 150, 200, 300, 500, 1000]
/** Columns of fewer distinct values need no advice. */
const LEAST_DISTINCT = 21
/** Stands for the number that is advised anew in each fold, from the other folds alone. */
const NESTED = 0
/** A loss within this part of the least is as good. */
const NEAR = 0.01

/** @type {Record<string, { path: string, target: string, special?: number[] }>} */
const DATA = {
  pima: { path: 'pima/pima.csv', target: 'outcome' },
  titanic: { path: 'titanic/titanic.csv', target: 'Survived' },
  heloc: { path: 'heloc/heloc.csv', target: 'RiskPerformance', special: [-9, -8, -7] },
  'give-me-some-credit': { path: 'give-me-some-credit/give-me-some-credit.csv.gz', target: 'SeriousDlqin2yrs' },
}

/** Data that played no part in how the advisor was made. */
/** @type {typeof DATA} */
const FRESH = {
  'german-credit': { path: 'german-credit/german-credit.csv', target: 'class' },
  wdbc: { path: 'wdbc/wdbc.csv', target: 'diagnosis' },
  electricity: { path: 'electricity/electricity.csv', target: 'class' },
  adult: { path: 'adult/adult.csv.gz', target: 'income' },
}

/**
 * `npm run bench -- advisor DIR [equal-frequency | equal-width]`: how good the advised number of bins is. For each number
 * column of more than 20 distinct values, the log loss of its bins as a classifier (rates smoothed by one row of each
 * class) is found by cross-validation for every number of bins up to 50 and some larger ones, then compared with that of
 * the advised one. DIR holds the data sets, each in a folder of its name; all are public.
 *
 * @param {string[]} args
 */
export async function run([dir, name = 'equal-frequency']) {
  if (dir === undefined) throw new Error('bench advisor: expected a folder of data sets, got nothing')
  const method = name === 'equal-width' ? equalWidth : equalFrequency
  const isGood = await judge(dir, DATA, method)
  console.log('\ndata that played no part in how the advisor was made:\n')
  await judge(dir, FRESH, method)
  return isGood ? 0 : 1
}

/**
 * @param {string} dir
 * @param {typeof DATA} sets
 * @param {typeof equalFrequency | typeof equalWidth} method
 */
async function judge(dir, sets, method) {
  /** For advice and what is often done without any: columns near the best, and the excess added up. */
  const rules = {
    advised: [0, 0],
    '5 bins': [0, 0],
    '10 bins': [0, 0],
    '20 bins': [0, 0],
    sturges: [0, 0],
    nested: [0, 0],
  }
  let all = 0
  for (const [set, { path, target, special = [] }] of Object.entries(sets)) {
    const table = toTable(await readData(join(dir, path)))
    const labels = Array.from(/** @type {ArrayLike<unknown>} */ (table[target]), String)
    let [nearHere, here] = [0, 0]
    for (const [column, values] of Object.entries(table)) {
      if (column === target || !(values instanceof Float64Array)) continue
      const rows = labels.flatMap((_, row) => (Number.isNaN(values[row]) || special.includes(values[row]) ? [] : [row]))
      const kept = Float64Array.from(rows, (row) => values[row])
      const classes = rows.map((row) => labels[row])
      const summary = summarize(kept, { target: classes })
      if (summary.cells.size < LEAST_DISTINCT) continue
      const advised = adviseBins(summary, { method }).bins
      const sturges = Math.ceil(Math.log2(kept.length) + 1)
      const lossAt = crossValidate(kept, classes, method, [...TRIED, advised, NESTED])
      const best = TRIED.reduce((a, b) => (lossAt(b) < lossAt(a) ? b : a))
      const excess = lossAt(advised) / lossAt(best) - 1
      const isNear = excess <= NEAR
      here++
      if (isNear) nearHere++
      const chosen = { advised, '5 bins': 5, '10 bins': 10, '20 bins': 20, sturges, nested: NESTED }
      for (const [rule, count] of Object.entries(chosen)) {
        const over = lossAt(count) / lossAt(best) - 1
        rules[rule][0] += over <= NEAR ? 1 : 0
        rules[rule][1] += over
      }
      console.log(
        `${set.padEnd(20)} ${column.padEnd(38)} advised ${String(advised).padStart(4)}  loss ${lossAt(advised).toFixed(4)}   best ${String(best).padStart(4)}  loss ${lossAt(best).toFixed(4)}   one bin ${lossAt(1).toFixed(4)}   ${(100 * excess).toFixed(2).padStart(6)} %${isNear ? '' : '  far'}`,
      )
    }
    console.log(`${set}: ${nearHere} of ${here} within 1 %\n`)
    all += here
  }
  for (const [rule, [near, over]] of Object.entries(rules)) {
    console.log(
      `${rule.padEnd(8)} ${near} of ${all} within 1 % (${((100 * near) / all).toFixed(1)} %), ${((100 * over) / all).toFixed(2)} % above the best on average`,
    )
  }
  return rules.advised[0] >= 0.8 * all
}

/**
 * The mean log loss on rows held out for each number of bins; small data are dealt into folds more than once.
 *
 * @param {Float64Array} values
 * @param {string[]} labels
 * @param {typeof equalFrequency | typeof equalWidth} method
 * @param {number[]} counts
 */
function crossValidate(values, labels, method, counts) {
  const names = [...new Set(labels)].toSorted()
  const codes = labels.map((label) => names.indexOf(label))
  const repeats = Math.min(20, Math.max(1, Math.round(40_000 / values.length)))
  const sums = new Map(counts.map((count) => [count, 0]))
  const draw = random(7)
  for (let repeat = 0; repeat < repeats; repeat++) {
    const fold = dealt(values.length, draw)
    for (let held = 0; held < FOLDS; held++) {
      const [train, test] = [false, true].map((out) =>
        countCells(values, codes, names.length, (row) => (fold[row] === held) === out),
      )
      const learned = values.filter((_, row) => fold[row] !== held)
      const summary = summarize(learned, { target: labels.filter((_, row) => fold[row] !== held), classes: names })
      for (const count of sums.keys()) {
        const { cuts } = discretize(summary, { method, bins: count === NESTED ? 'advised' : count })
        const [seen, asked] = [train, test].map((cells) => countBins(cells, cuts, names.length))
        sums.set(count, (sums.get(count) ?? 0) + lossOf(seen, asked, names.length))
      }
    }
  }
  return (/** @type {number} */ count) => (sums.get(count) ?? Number.NaN) / (repeats * values.length)
}

/**
 * @param {number} rows
 * @param {ReturnType<typeof random>} draw
 */
function dealt(rows, { integer }) {
  const fold = Uint8Array.from({ length: rows }, (_, i) => i % FOLDS)
  for (let i = rows - 1; i > 0; i--) {
    const j = integer(i + 1)
    ;[fold[i], fold[j]] = [fold[j], fold[i]]
  }
  return fold
}

/**
 * Distinct values of some rows with the classes of each.
 *
 * @param {Float64Array} values
 * @param {number[]} codes
 * @param {number} classes
 * @param {(row: number) => boolean} isIn
 */
function countCells(values, codes, classes, isIn) {
  const order = Uint32Array.from(values.keys()).filter(isIn)
  order.sort((a, b) => values[a] - values[b])
  const lo = new Float64Array(order.length)
  const counts = new Float64Array(order.length * classes)
  let size = 0
  for (const row of order) {
    if (size === 0 || values[row] !== lo[size - 1]) lo[size++] = values[row]
    counts[(size - 1) * classes + codes[row]]++
  }
  return { size, lo, counts }
}

/**
 * Classes in the bins between cuts.
 *
 * @param {ReturnType<typeof countCells>} cells
 * @param {readonly number[]} cuts
 * @param {number} classes
 */
function countBins({ size, lo, counts }, cuts, classes) {
  const sums = new Float64Array((cuts.length + 1) * classes)
  for (let cell = 0, bin = 0; cell < size; cell++) {
    while (bin < cuts.length && lo[cell] >= cuts[bin]) bin++
    for (let c = 0; c < classes; c++) sums[bin * classes + c] += counts[cell * classes + c]
  }
  return sums
}

/**
 * The log loss of rows asked about, added up, from rates that were seen.
 *
 * @param {Float64Array} seen
 * @param {Float64Array} asked
 * @param {number} classes
 */
function lossOf(seen, asked, classes) {
  let loss = 0
  for (let from = 0; from < seen.length; from += classes) {
    let all = classes
    for (let c = 0; c < classes; c++) all += seen[from + c]
    for (let c = 0; c < classes; c++) loss -= asked[from + c] * Math.log((seen[from + c] + 1) / all)
  }
  return loss
}
