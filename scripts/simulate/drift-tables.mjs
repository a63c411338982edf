// Tables for the simulation of drift: what is fitted, and what comes later, with or without a change.
import { random } from '../../dist/index.js'

/**
 * @typedef {object} Setting what a table is like; `makeRows` says what the words mean
 * @property {number} [n] fitted rows
 * @property {string} [target]
 * @property {number} [rate]
 * @property {string} [x]
 * @property {string} [weights]
 * @property {number} [columns]
 * @property {number | undefined} [moved]
 * @property {string} [change]
 * @property {number} [size]
 * @property {string} [methods]
 */

/** @typedef {Record<string, (string | number | null)[]>} Rows */
/** @typedef {import('../../dist/index.js').FitTableOptions} FitTableOptions */
/** @typedef {import('../../dist/index.js').Table} Table */

/** 1 / (1 + e^−x). */
const logistic = (x) => 1 / (1 + Math.exp(-x))

const bases = new Map()

/** The a for which the mean of logistic(a + x) over a standard normal x is the rate. */
function baseOf(rate) {
  if (!bases.has(rate)) {
    let [low, high] = [-20, 20]
    for (let i = 0; i < 60; i++) {
      const a = (low + high) / 2
      let [sum, weight] = [0, 0]
      for (let x = -5; x <= 5; x += 0.05) {
        const density = Math.exp((-x * x) / 2)
        sum += density * logistic(a + x)
        weight += density
      }
      if (sum / weight < rate) low = a
      else high = a
    }
    bases.set(rate, low)
  }
  return bases.get(rate)
}

/**
 * Rows of one column `x` (or more: x, x1, x2, …) and a target `y` that depends on x.
 * - target: 'class' (yes and no), 'three' (classes), 'numeric'
 * - x: 'normal', 'category' (12 levels, some rare), 'many-levels' (400, most of them rare), 'missing' (15 % missing, 5 % a
 *   code), 'tied' (whole numbers)
 * - weights: 'none', 'uniform' (0.5 to 2), 'lognormal', 'by-value' (that grow with x), 'by-class' (4 for no, 1 for yes)
 * - moved: the mean of x in deviations; and of what `change` does to the target: 'common' adds `size` to the log-odds
 *   (the mean), 'bin' does so for x from 0 to 0.6 only, 'slope' multiplies what x does by `size`
 * @param {number} n
 * @param {number} seed
 * @param {Setting} [options]
 * @returns {Table}
 */
export function makeRows(n, seed, options = {}) {
  const { target = 'class', rate = 0.5, x: kind = 'normal', weights = 'none', columns = 1, moved = 0 } = options
  const { change = 'none', size = 0 } = options
  const { next, normal } = random(seed)
  const base = baseOf(rate)
  /** @type {Rows} */
  const table = { x: [], y: [] }
  for (let c = 1; c < columns; c++) table[`x${c}`] = []
  if (weights !== 'none') table.w = []
  for (let row = 0; row < n; row++) {
    const z = moved + normal()
    const added = change === 'common' || (change === 'bin' && z > 0 && z < 0.6) ? size : 0
    const effect = (change === 'slope' ? size : 1) * z + added
    table.x.push(valueOf(kind, z, next))
    for (let c = 1; c < columns; c++) table[`x${c}`].push(0.5 * z + normal())
    table.y.push(labelOf(target, base, effect, next, normal))
    if (weights === 'uniform') table.w.push(0.5 + 1.5 * next())
    if (weights === 'lognormal') table.w.push(Math.exp(0.8 * normal()))
    if (weights === 'by-value') table.w.push(Math.exp(0.7 * z))
    if (weights === 'by-class') table.w.push(table.y.at(-1) === 'yes' ? 1 : 4)
  }
  return table
}

/**
 * The same for a fit, which has to hold every class: a table without one is drawn again, from another seed.
 * @param {number} n
 * @param {number} seed
 * @param {Setting} [options]
 */
export function rowsToFit(n, seed, options = {}) {
  const classes = { class: 2, three: 3 }[options.target ?? 'class'] ?? 0
  for (let again = 0; ; again++) {
    const table = makeRows(n, seed + again * 1e6, options)
    if (classes === 0 || new Set(Array.from(table.y)).size === classes) return table
  }
}

function valueOf(kind, z, next) {
  if (kind === 'missing') {
    const u = next()
    return u < 0.15 ? null : u < 0.2 ? -99 : z
  }
  if (kind === 'tied') return Math.round(2 * z)
  if (kind === 'category') return `level ${Math.max(-6, Math.min(5, Math.round(2 * z)))}`
  if (kind === 'many-levels') return `level ${Math.floor(20 * z * Math.abs(z)) + Math.floor(10 * next())}`
  return z
}

function labelOf(target, base, effect, next, normal) {
  if (target === 'numeric') return effect + normal()
  // Skewed and with a spread that grows with x: what a mean is tested on is seldom normal.
  if (target === 'skewed') return Math.exp(0.5 * effect) * -Math.log(1 - next())
  const event = next() < logistic(base + effect)
  if (target === 'three') return event ? (next() < 0.4 ? 'a' : 'b') : 'c'
  return event ? 'yes' : 'no'
}

/**
 * How fitTable is asked to fit such a table.
 * @param {Setting} setting
 * @param {Record<string, unknown>} method
 * @returns {FitTableOptions}
 */
export function fitOptions({ target = 'class', weights = 'none', x: kind = 'normal', columns = 1 }, method) {
  const numeric = target === 'numeric' || target === 'skewed'
  const names = ['x', ...Array.from({ length: columns - 1 }, (_, c) => `x${c + 1}`)]
  const all = { ...method, ...(kind === 'missing' ? { special: [-99] } : {}) }
  return {
    target: 'y',
    columns: names,
    ...(numeric ? { targetKind: /** @type {const} */ ('numeric') } : target === 'class' ? { event: 'yes' } : {}),
    ...(weights === 'none' ? {} : { weights: 'w' }),
    ...(kind === 'category' || kind === 'many-levels' ? {} : { all }),
  }
}
