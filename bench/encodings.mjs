import { equalFrequency, fitTable, random, toTable } from '../dist/index.js'
import { countOutputs, encodeSparse, localLinear, makeEncoder, oneHot } from '../dist/encoders.js'
import { auc, predictEncoded, trainLogistic } from '../dist/models.js'
import { readData } from '../dist/node.js'

const FOLDS = 5

/**
 * `npm run bench -- encodings DATA [TARGET] [EXCLUDED]`: how well a logistic regression with an L2 penalty of 1 tells the
 * event from one-hot (CD) and local linear (LLE) encodings of equal-frequency bins: mean area under the curve on 5 folds,
 * bins fitted on the other four. DATA is a file of numbers with a target of two classes.
 *
 * @param {string[]} args
 */
export async function run([path, target = 'label', excluded = 'source']) {
  if (path === undefined) throw new Error('bench encodings: expected a file, got nothing')
  const all = toTable(await readData(path))
  const names = Object.keys(all).filter((name) => name !== target && name !== excluded)
  const labels = Array.from(/** @type {ArrayLike<unknown>} */ (all[target]), String)
  const event = [...new Set(labels)].toSorted().at(-1)
  const fold = dealt(labels.length)
  console.log(`${labels.length.toLocaleString('en')} rows, ${names.length} columns, ${FOLDS} folds, event ${event}`)
  for (const [short, encoding] of /** @type {const} */ ([
    ['CD', oneHot],
    ['LLE', localLinear],
  ])) {
    for (const bins of [5, 10, 100]) {
      const areas = []
      let weights = 0
      const start = process.cpuUsage()
      for (let held = 0; held < FOLDS; held++) {
        const [train, test] = [(/** @type {number} */ f) => f !== held, (/** @type {number} */ f) => f === held].map(
          (kept) => part(all, names, labels, event, fold, kept),
        )
        const binning = await fitTable(train.table, { all: { method: equalFrequency, bins } })
        const encoder = makeEncoder(binning, { encoding })
        weights = Math.max(weights, countOutputs(encoder).values)
        const rows = encodeSparse(encoder, train.table, { compact: true })
        const fit = await trainLogistic({ rows, labels: train.labels })
        const scores = predictEncoded(fit, encodeSparse(encoder, test.table, { compact: true }))
        areas.push(auc({ labels: test.labels, scores }))
      }
      const { user, system } = process.cpuUsage(start)
      const mean = areas.reduce((sum, area) => sum + area, 0) / FOLDS
      console.log(
        `${`${short}(${bins})`.padEnd(10)} area ${(100 * mean).toFixed(2)}   ${String(weights).padStart(5)} weights   ${((user + system) / 1e6).toFixed(1)} s`,
      )
    }
  }
  return 0
}

/**
 * The fold of each row, dealt at random from a fixed seed.
 *
 * @param {number} rows
 */
function dealt(rows) {
  const { integer } = random(5)
  const fold = Uint8Array.from({ length: rows }, (_, i) => i % FOLDS)
  for (let i = rows - 1; i > 0; i--) {
    const j = integer(i + 1)
    ;[fold[i], fold[j]] = [fold[j], fold[i]]
  }
  return fold
}

/**
 * The rows of some folds.
 *
 * @param {import('../dist/index.js').Table} all
 * @param {string[]} names
 * @param {string[]} labels
 * @param {string | undefined} event
 * @param {Uint8Array} fold
 * @param {(fold: number) => boolean} kept
 */
function part(all, names, labels, event, fold, kept) {
  const rows = labels.flatMap((_, i) => (kept(fold[i]) ? [i] : []))
  return {
    table: Object.fromEntries(
      names.map((name) => [name, Float64Array.from(rows, (row) => Number(all[name][row] ?? Number.NaN))]),
    ),
    labels: Uint8Array.from(rows, (row) => (labels[row] === event ? 1 : 0)),
  }
}
