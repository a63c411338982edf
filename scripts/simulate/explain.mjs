// How often explanations find something in noise, and how often they find what was planted:
// `node scripts/simulate/explain.mjs [--quick]`, after `npm run build`. Seeds are fixed, so every run prints the same table.
import { pathToFileURL } from 'node:url'
import { equalFrequency, random } from '../../dist/index.js'
import { explainGoal, explainNumber } from '../../dist/explain.js'

/** Part of the tables of noise in which something may be found. */
const LEVEL = 0.05

/**
 * @typedef {{ rows?: number, columns?: number, texts?: number, missing?: number, share?: number, copies?: 'four' | 'some',
 *   decimals?: number, weights?: 'random' | 'heavy' | 'target' | 'column', target?: 'class' | 'normal' | 'skew' | 'zeros',
 *   method?: typeof equalFrequency, depth?: number }} Noise
 */

/** @type {readonly (readonly [name: string, noise: Noise])[]} */
const NOISE = [
  ['500 rows, 10 columns', {}],
  ['100 rows, 10 columns', { rows: 100 }],
  ['40 rows, 10 columns', { rows: 40 }],
  ['2,000 rows, 10 columns', { rows: 2000 }],
  ['500 rows, 10 % of the goal', { share: 0.1 }],
  ['300 rows, 40 columns', { rows: 300, columns: 40 }],
  ['500 rows, 5 columns and 5 texts, 10 % missing', { columns: 5, texts: 5, missing: 0.1 }],
  ['500 rows, equal-frequency', { method: equalFrequency }],
  ['500 rows, up to three ranges', { depth: 3, columns: 6 }],
  ['125 rows, each four times', { rows: 125, copies: 'four' }],
  ['500 rows, each four times', { copies: 'four' }],
  ['60 rows, each four times, two decimals', { rows: 60, copies: 'four', decimals: 2 }],
  ['200 rows of whole numbers, each four times, 2 columns', { rows: 200, copies: 'four', decimals: 0, columns: 2 }],
  ['250 rows, drawn 1,000 times', { rows: 250, copies: 'some' }],
  ['150 rows, drawn 600 times, 15 % of the goal', { rows: 150, copies: 'some', share: 0.15 }],
  ['500 rows, random weights', { weights: 'random' }],
  ['500 rows, few very heavy weights', { weights: 'heavy' }],
  ['500 rows, weights by class, 20 % of the goal', { weights: 'target', share: 0.2 }],
  ['500 rows, weights by a column, 20 % of the goal', { weights: 'column', share: 0.2 }],
  ['250 rows, drawn 1,000 times, random weights', { rows: 250, copies: 'some', weights: 'random' }],
  ['500 rows, number, normal', { target: 'normal' }],
  ['100 rows, number, very skew', { rows: 100, target: 'skew' }],
  ['500 rows, number, very skew', { target: 'skew' }],
  ['500 rows, number, 95 % zeros', { target: 'zeros' }],
  ['300 rows, number, 40 columns', { rows: 300, columns: 40, target: 'normal' }],
  ['125 rows, number, each four times', { rows: 125, copies: 'four', target: 'normal' }],
  ['500 rows, number, skew, random weights', { weights: 'random', target: 'skew' }],
  ['500 rows, number, weights by the number', { weights: 'target', target: 'normal' }],
]

/**
 * @typedef {{ columns: string[], rule: (x: number[]) => boolean, target?: string, copies?: number, rows?: number,
 *   weights?: boolean, outliers?: boolean, depth?: number }} Planted
 */

/**
 * Rules put into tables of 8 columns, x0 to x7 from 0 to 1: the columns of the rule, and where it holds.
 *
 * @type {readonly (readonly [name: string, planted: Planted])[]}
 */
const RULES = [
  ['one range, class', { columns: ['x0'], rule: (x) => x[0] >= 0.7 }],
  ['one range in the middle, class', { columns: ['x0'], rule: (x) => x[0] >= 0.4 && x[0] < 0.65 }],
  ['one range, 600 rows each four times', { columns: ['x0'], rule: (x) => x[0] >= 0.7, copies: 4 }],
  ['one range, random weights', { columns: ['x0'], rule: (x) => x[0] >= 0.7, weights: true }],
  ['one range, number', { columns: ['x0'], rule: (x) => x[0] >= 0.7, target: 'normal' }],
  ['one range among outliers', { columns: ['x0'], rule: (x) => x[0] >= 0.7, outliers: true }],
  ['two ranges, class', { columns: ['x0', 'x1'], rule: (x) => x[0] >= 0.6 && x[1] < 0.4 }],
  ['two ranges in the middle, class', { columns: ['x0', 'x1'], rule: (x) => middle(x[0]) && middle(x[1]) }],
  ['two ranges, neither alone', { columns: ['x0', 'x1'], rule: (x) => x[0] >= 0.5 === x[1] >= 0.5 }],
  ['two ranges, number', { columns: ['x0', 'x1'], rule: (x) => x[0] >= 0.6 && x[1] < 0.4, target: 'normal' }],
  ['two ranges, random weights', { columns: ['x0', 'x1'], rule: (x) => x[0] >= 0.6 && x[1] < 0.4, weights: true }],
  [
    'two ranges, 600 rows each four times',
    { columns: ['x0', 'x1'], rule: (x) => x[0] >= 0.6 && x[1] < 0.4, copies: 4 },
  ],
  ['three ranges, class, 1,000 rows', { columns: ['x0', 'x1', 'x2'], rule: (x) => x[0] >= 0.5 && x[1] < 0.5 && x[2] >= 0.5, depth: 3, rows: 1000 }], // prettier-ignore
]

/** @param {number} x */
function middle(x) {
  return x >= 0.3 && x < 0.7
}

const SPLIT = 7_000_000
const PLANTED = 40

/**
 * Tables of noise in which something is found, at most 5 %, and planted rules that are found, all of 40. `quick` tries few tables of each.
 *
 * @param {{ quick?: boolean }} [options]
 * @returns {Promise<boolean>} whether both hold
 */
export async function run({ quick = false } = {}) {
  const tables = quick ? 20 : 100
  const rules = quick ? 8 : PLANTED
  let ok = true
  let [found, all] = [0, 0]
  console.log(`noise: tables of ${tables} with a finding`.padEnd(66) + 'found   share')
  for (const [i, [name, noise]] of NOISE.entries()) {
    let claims = 0
    for (let t = 0; t < tables; t++) if (await findsInNoise(1000 * (i + 1) + t, noise)) claims++
    found += claims
    all += tables
    // Two standard deviations of chance beyond the level: a rate of 5 % is not refused for bad luck.
    const most = tables * LEVEL + 2 * Math.sqrt(tables * LEVEL * (1 - LEVEL))
    if (claims > most) ok = false
    tell(name, claims, tables, claims > most)
  }
  tell('all tables of noise', found, all, found > LEVEL * all)
  ok &&= found <= LEVEL * all
  console.log(`\nplanted rules: tables of ${rules} in which they are found`.padEnd(67) + 'found   share')
  for (const [i, [name, planted]] of RULES.entries()) {
    let hits = 0
    for (let t = 0; t < rules; t++) if (await findsPlanted(500_000 + 1000 * i + t, planted)) hits++
    ok &&= hits === rules
    tell(name, hits, rules, hits < rules)
  }
  console.log(ok ? '\nok: at most 5 % in noise, all of what was planted' : '\nMISSED')
  return ok
}

/**
 * @param {string} name
 * @param {number} count
 * @param {number} of
 * @param {boolean} missed
 */
function tell(name, count, of, missed) {
  const share = `${((100 * count) / of).toFixed(1)} %`
  console.log(`  ${name.padEnd(64)}${String(count).padStart(5)} ${share.padStart(7)}${missed ? '  MISSED' : ''}`)
}

/**
 * @param {number} seed
 * @param {Noise} noise
 */
async function findsInNoise(seed, noise) {
  const table = noiseTable(seed, noise)
  const options = {
    target: 'y',
    seed: seed + SPLIT,
    depth: noise.depth,
    weights: noise.weights === undefined ? undefined : 'w',
    all: noise.method === undefined ? {} : { method: noise.method },
  }
  if ((noise.target ?? 'class') === 'class') {
    const { goal } = await explainGoal(table, { ...options, goal: 'a' })
    return goal.ranges.length + goal.together.length > 0
  }
  const { directions } = await explainNumber(table, options)
  return directions.some(({ ranges, together }) => ranges.length + together.length > 0)
}

/**
 * Columns that say nothing of y: x0, x1 … numbers, t0, t1 … texts, w weights.
 *
 * @param {number} seed
 * @param {Noise} noise
 */
function noiseTable(seed, { rows = 500, columns = 10, texts = 0, missing = 0, share = 0.5, ...noise }) {
  const { next, normal, integer } = random(seed)
  const { decimals } = noise
  const scale = decimals === undefined ? null : 10 ** decimals
  const round = (x) => (scale === null ? x : Math.round(x * scale) / scale)
  const column = (draw) => Array.from({ length: rows }, () => (missing > 0 && next() < missing ? null : draw()))
  /** @type {Record<string, any[]>} */
  const table = {}
  for (let i = 0; i < columns; i++) table[`x${i}`] = column(() => round(normal() * (decimals === 0 ? 3 : 1)))
  for (let i = 0; i < texts; i++) table[`t${i}`] = column(() => `l${integer(2 + i)}`)
  /** @type {() => string | number} */
  const draw = {
    class: () => (next() < share ? 'a' : 'b'),
    normal,
    skew: () => Math.exp(1.5 * normal()),
    zeros: () => (next() < 0.95 ? 0 : 10 * next()),
  }[noise.target ?? 'class']
  table.y = Array.from({ length: rows }, draw)
  if (noise.weights !== undefined) {
    table.w = table.y.map((y, row) => {
      if (noise.weights === 'target') return (y === 'a' || y > 1 ? 5 : 1) * (0.5 + next())
      if (noise.weights === 'column') return Math.exp(0.7 * (table.x0[row] ?? 0))
      return noise.weights === 'heavy' && next() < 0.05 ? 20 : 3 * next()
    })
  }
  if (noise.copies === undefined) return table
  const drawn =
    noise.copies === 'four'
      ? Array.from({ length: 4 * rows }, (_, i) => i % rows)
      : Array.from({ length: 4 * rows }, () => integer(rows))
  return Object.fromEntries(Object.entries(table).map(([name, values]) => [name, drawn.map((row) => values[row])]))
}

/**
 * Whether a rule is found: a range of its one column, or its columns together.
 *
 * @param {number} seed
 * @param {Planted} planted
 */
async function findsPlanted(
  seed,
  { columns, rule, target = 'class', copies = 1, rows = 600, weights, outliers, depth },
) {
  const { next, normal } = random(seed)
  const x = Array.from({ length: 8 }, () => Array.from({ length: rows }, next))
  const holds = x[0].map((_, row) => rule(x.map((values) => values[row])))
  const y = holds.map((inside) => (target === 'class' ? (next() < (inside ? 0.8 : 0.2) ? 'a' : 'b') : normal() + (inside ? 1.5 : 0))) // prettier-ignore
  const w = y.map(() => 0.2 + 2 * next())
  const first = outliers ? x[0].map((value) => (next() < 0.01 ? 1e6 * next() : value)) : x[0]
  const table = Object.fromEntries([first, ...x.slice(1)].map((values, i) => [`x${i}`, values]))
  Object.assign(table, { y }, weights ? { w } : {})
  const repeated = Object.fromEntries(
    Object.entries(table).map(([name, values]) => [name, Array.from({ length: copies }, () => values).flat()]),
  )
  // Another seed than that of the table, or the halves would follow its first column.
  const options = { target: 'y', seed: seed + SPLIT, depth, weights: weights ? 'w' : undefined }
  const goal =
    target === 'class'
      ? (await explainGoal(repeated, { ...options, goal: 'a' })).goal
      : (await explainNumber(repeated, { ...options, direction: 'high' })).directions[0]
  if (columns.length === 1) return goal.ranges.some(({ column }) => column === columns[0])
  return goal.together.some(({ ranges }) => {
    const names = ranges.map(({ column }) => column)
    return columns.every((name) => names.includes(name))
  })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await run({ quick: process.argv.includes('--quick') })) ? 0 : 1
}
