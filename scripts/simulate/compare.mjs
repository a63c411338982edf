/**
 * `node scripts/simulate/compare.mjs [--quick]`: how often `compareMethods` calls a method better. First where methods are
 * equal in truth: each cuts only its own column, and the columns are alike, so nothing but chance parts them. Any method
 * clearly behind the best is then a false call, and at most 5 in 100 tables may have one. Then where one method finds what
 * the others miss. Last, whether columns of noise are said to tell something.
 */
import { pathToFileURL } from 'node:url'
import { compareMethods, findMethod, random } from '../../dist/index.js'

/** Equal in truth: how much each column tells (log odds to both sides of its middle, or distance of means). */
const EQUAL = [
  { name: 'equal-frequency', kind: 'class', methods: 2, rows: 60, signal: 0 },
  { name: 'equal-frequency', kind: 'class', methods: 6, rows: 300, signal: 1 },
  { name: 'mdlp', kind: 'class', methods: 2, rows: 300, signal: 0.4 },
  // Where mdlp cuts in half of the tables: the hardest case, since the cut is as much chance as what is held out.
  { name: 'mdlp', kind: 'class', methods: 2, rows: 300, signal: 0.8 },
  { name: 'mdlp', kind: 'class', methods: 6, rows: 300, signal: 0.8 },
  { name: 'chi-merge', kind: 'class', methods: 2, rows: 200, signal: 0.6 },
  { name: 'variance', kind: 'numeric', methods: 2, rows: 200, signal: 0.3 },
  { name: 'variance:significant', kind: 'numeric', methods: 6, rows: 200, signal: 0.3 },
  { name: 'equal-frequency', kind: 'heavy', methods: 2, rows: 200, signal: 0.3 },
]

/** One column tells so much, the others nothing. */
const BETTER = [
  { name: 'mdlp', kind: 'class', methods: 2, rows: 300, signal: 2 },
  { name: 'mdlp', kind: 'class', methods: 6, rows: 600, signal: 2 },
  { name: 'equal-frequency', kind: 'class', methods: 6, rows: 600, signal: 2 },
  { name: 'variance:significant', kind: 'numeric', methods: 6, rows: 300, signal: 0.8 },
]

/**
 * A made table and what is compared on it: one method for each column, unless `entries` names others.
 * @typedef {{ name: string, kind: string, methods: number, rows: number, signal: number, entries?: string[] }} Setting
 */

const METHODS = ['equal-frequency', 'equal-width', 'mdlp', 'chi-merge', 'd2']

/**
 * @param {{ quick?: boolean }} options
 * @returns {Promise<boolean>}
 */
export async function run({ quick = false } = {}) {
  const runs = quick ? 60 : 400
  // At most so many of the runs, where 5 % are true: two standard errors more.
  const most = Math.floor(runs * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / runs)))
  let ok = true
  console.log(`methods that are equal in truth, ${runs} tables each      called better`)
  for (const setting of EQUAL) {
    const called = await count(setting, runs, ({ methods }) => methods.some(({ clear }) => clear), true)
    ok = line(setting, called, runs, called <= most) && ok
  }
  console.log(`one method finds what the others miss, ${runs / 2} tables each  found and named`)
  for (const setting of BETTER) {
    const right = ({ verdict }) => verdict.kind === 'best' && verdict.best.startsWith('on x0')
    const found = await count(setting, runs / 2, right, false)
    ok = line(setting, found, runs / 2, found >= (0.95 * runs) / 2) && ok
  }
  console.log(`noise under ${METHODS.join(', ')}: said to tell something`)
  for (const rows of [100, 400]) {
    const setting = { name: 'all', kind: 'class', methods: 3, rows, signal: 0 }
    const told = await count({ ...setting, entries: METHODS }, runs, ({ verdict }) => verdict.kind !== 'nothing', true)
    ok = line(setting, told, runs, told <= most) && ok
  }
  console.log(ok ? 'compare: ok' : 'compare: MISSED')
  return ok
}

/**
 * In how many tables something is so.
 * @param {Setting} setting
 * @param {number} runs
 * @param {(comparison: import('../../dist/index.js').Comparison) => boolean} holds
 * @param {boolean} alike whether every column tells as much, or the first alone
 */
async function count({ name, kind, methods, rows, signal, entries }, runs, holds, alike) {
  let found = 0
  for (let seed = 1; seed <= runs; seed++) {
    const signals = Array.from({ length: methods }, (_, k) => (alike || k === 0 ? signal : 0))
    const table = makeTable(random(10_000 + seed), rows, kind, signals)
    const comparison = await compareMethods(table, {
      target: 'y',
      targetKind: kind === 'class' ? 'class' : 'numeric',
      methods: entries ?? signals.map((_, k) => only(name, k)),
      seed,
    })
    if (holds(comparison)) found++
  }
  return found
}

/** Columns of equal spread, each telling by whether it is above its middle; told apart by where they begin. */
function makeTable({ next, normal }, rows, kind, signals) {
  const xs = signals.map(() => Float64Array.from({ length: rows }, next))
  const y = Array.from({ length: rows }, (_, row) => {
    const sum = signals.reduce((all, signal, k) => all + (xs[k][row] > 0.5 ? signal : -signal), 0)
    if (kind === 'class') return next() < 1 / (1 + Math.exp(-sum)) ? 'a' : 'b'
    return sum + (kind === 'heavy' ? normal() / Math.max(0.2, Math.abs(normal())) : normal())
  })
  return { ...Object.fromEntries(xs.map((x, k) => [`x${k}`, x.map((value) => 9 * value + 10 * k)])), y }
}

/** A method that cuts one column alone. */
function only(named, k) {
  const [name, preset] = named.split(':')
  const method = findMethod(name)
  const own = (view, options, closed, summary) =>
    Math.floor(summary.min / 10) === k ? method.run(view, options, closed, summary) : { cuts: [], reasons: [] }
  return { method: { ...method, name: `on x${k}`, run: own }, preset }
}

function line({ name, kind, methods, rows, signal }, found, runs, good) {
  const what = `${name.padEnd(20)} ${kind.padEnd(8)} ${String(methods).padStart(2)} columns ${String(rows).padStart(4)} rows  signal ${signal}`
  console.log(
    `${what.padEnd(60)} ${((100 * found) / runs).toFixed(1).padStart(5)} % (${found} of ${runs})${good ? '' : '  MISSED'}`,
  )
  return good
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await run({ quick: process.argv.includes('--quick') })) ? 0 : 1
}
