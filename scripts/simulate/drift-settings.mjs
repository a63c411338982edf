// What is simulated of drift: settings without a change, with a population that moved, and with a change to be found.
import { methods } from '../../dist/index.js'

const named = (name) => methods().filter((method) => method.name === name)

/** Methods that can be fitted on a kind of target. */
export function methodsFor(target) {
  const numeric = target === 'numeric' || target === 'skewed'
  return methods().filter(({ target: needs }) => needs !== (numeric ? 'class' : 'numeric'))
}

/** A method with the options it cannot do without. */
export const optionsOf = (method) => ({ method, ...(method.name === 'fixed' ? { cuts: [-0.5, 0.5] } : {}) })

const RATES = [0.5, 0.1, 0.02]

/** @typedef {import('./drift-tables.mjs').Setting} Setting */

/**
 * Settings in which nothing changed. `methods` is all (each on every table), or turns (another one on each table).
 * @returns {(Setting & { n: number })[]}
 */
export function nullSettings(quick) {
  const sizes = quick ? [300, 1000] : [300, 1000, 3000, 10_000]
  /** @type {(Setting & { n: number })[]} */
  const settings = sizes.flatMap((n) =>
    RATES.map((rate) => ({ n, rate, methods: n === 300 && (rate === 0.1 || !quick) ? 'all' : 'turns' })),
  )
  for (const n of quick ? [300] : [300, 1000]) {
    const special = [
      { target: 'three', rate: 0.6 },
      { target: 'three', rate: 0.05 },
      { target: 'numeric' },
      { target: 'skewed' },
      ...['uniform', 'lognormal', 'by-value', 'by-class'].flatMap((weights) =>
        (quick ? [0.5] : RATES).map((rate) => ({ weights, rate })),
      ),
      { weights: 'uniform', target: 'numeric' },
      { weights: 'lognormal', target: 'numeric' },
      ...['category', 'many-levels', 'missing', 'tied'].flatMap((x) =>
        (quick ? [0.1] : RATES).map((rate) => ({ x, rate })),
      ),
    ]
    settings.push(...special.map((one) => ({ n, methods: 'turns', ...one })))
  }
  if (quick) return settings
  return [
    ...settings,
    ...[
      { target: 'three', rate: 0.6 },
      { target: 'numeric' },
      { weights: 'uniform', rate: 0.1 },
      { x: 'category', rate: 0.1 },
      { x: 'missing', rate: 0.1 },
    ].map((one) => ({ n: 10_000, methods: 'turns', ...one })),
    { n: 300, target: 'numeric', methods: 'all' },
    { n: 300, target: 'three', rate: 0.6, methods: 'all' },
  ]
}

/**
 * Ten columns that depend on each other; what counts is whether any of them is called shifted.
 * @returns {(Setting & { n: number })[]}
 */
export function manyColumns(quick) {
  return (quick ? [300] : [300, 1000, 3000]).flatMap((n) => [{ n, columns: 10, rate: 0.3 }])
}

/**
 * The population moves, the rates given the value do not.
 * @returns {(Setting & { n: number })[]}
 */
export function movedSettings(quick) {
  const targets = [
    { rate: 0.5 },
    { rate: 0.1 },
    ...(quick ? [] : [{ target: 'three', rate: 0.6 }]),
    { target: 'numeric' },
  ]
  const settings = (quick ? [1000] : [300, 1000, 3000]).flatMap((n) =>
    (quick ? [1] : [1, 1.5, 2]).flatMap((moved) => targets.map((target) => ({ n, moved, ...target }))),
  )
  const large = [1, 2].flatMap((moved) =>
    [{ rate: 0.5 }, { target: 'numeric' }].map((one) => ({ n: 10_000, moved, ...one })),
  )
  return quick ? settings : [...settings, ...large]
}

/**
 * Changes to be found, of a size that Cochran-Mantel-Haenszel, or the sum over bins, finds in most tables.
 * @returns {(Setting & { n: number, rate: number, method: import('../../dist/index.js').AnyDiscretizer })[]}
 */
export function changeSettings(quick) {
  const common = [
    [300, 0.5, 0.5],
    [300, 0.1, 0.8],
    [1000, 0.5, 0.3],
    [1000, 0.1, 0.45],
    [1000, 0.02, 0.9],
    [3000, 0.5, 0.17],
    [3000, 0.1, 0.25],
    [3000, 0.02, 0.5],
    [10_000, 0.1, 0.14],
  ].map(([n, rate, size]) => ({ n, rate, change: 'common', size }))
  const bin = [
    [300, 0.5, 1.5],
    [1000, 0.5, 0.8],
    [1000, 0.1, 1.1],
    [3000, 0.5, 0.5],
    [3000, 0.1, 0.7],
    [3000, 0.02, 1.2],
    [10_000, 0.02, 0.8],
  ].map(([n, rate, size]) => ({ n, rate, change: 'bin', size }))
  const all = [...common, ...bin]
  const thousand = all.filter(({ n }) => n === 1000)
  const mdlp = named('mdlp').flatMap((method) => (quick ? thousand : all).map((one) => ({ method, ...one })))
  // The verdict does not depend on the bins, the rival does.
  const optimal = named('optimal').flatMap((method) => thousand.map((one) => ({ method, ...one })))
  return quick ? mdlp : [...mdlp, ...optimal]
}
