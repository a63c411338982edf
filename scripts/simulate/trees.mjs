// How well pruned trees predict rows that neither growing nor pruning saw, over 20 splits of each data set, against the
// majority and against what was best before: `node scripts/simulate/trees.mjs [DATA_DIR] [--markdown]`. DATA_DIR has a
// folder per data set; ../shared/data when left out. Exits with 1 where a tree is worse by more than two standard errors.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chiMerge, mdlp, pickTable, splitRows } from '../../dist/index.js'
import * as trees from '../../dist/trees.js'
import { dataSets } from './tree-data.mjs'

const { cutDepth, depthByFolds, growTree, pruneByError, pruneReducedError } = trees

const SPLITS = 20
const here = dirname(fileURLToPath(import.meta.url))

/** What a tree branches on. */
const KINDS = /** @type {const} */ ({ binary: 'binary', mdlp, 'chi-merge': chiMerge })
/** The ways that pruned before. */
const BEFORE = ['error', 'error, strict', 'reduced', 'depth']

/** @typedef {{ right: number[], nodes: number }} Arm */
/** @typedef {{ about: { tested: number }, arms: Record<string, Arm> }} Measured */

const args = process.argv.slice(2).filter((arg) => arg !== '--markdown')
const markdown = args.length < process.argv.length - 2
const before = /** @type {Record<string, Measured>} */ (
  JSON.parse(readFileSync(join(here, 'trees-before.json'), 'utf8'))
)
let [worse, compared] = [0, 0]
/** @type {string[][]} */
const lines = []
/** @type {string[][]} */
const others = []
for await (const data of dataSets(resolve(args[0] ?? join(here, '..', '..', '..', 'shared', 'data')))) {
  const { about, arms } = tryAll(data)
  for (const kind of Object.keys(KINDS)) {
    const old = before[data.name].arms
    const best = BEFORE.map((way) => `${kind}, ${way}`).reduce((a, b) =>
      sum(old[b].right) > sum(old[a].right) ? b : a,
    )
    const text = (/** @type {Arm} */ { right }) => (sum(right) / right.length / about.tested).toFixed(4)
    const told = (/** @type {{ mean: number, error: number, t: number }} */ { mean, error, t }) => {
      compared++
      if (t < -2) worse++
      return `${signed(mean)} ± ${error.toFixed(4)}${t < -2 ? ' !' : ''}`
    }
    const { [`${kind}, error`]: ours, majority } = arms
    const differences = [majority, old[best]].map((other) => told(paired(ours.right, other.right, about.tested)))
    const was = `${text(old[best])} (${best.slice(kind.length + 2)})`
    lines.push([data.name, kind, text(ours), String(ours.nodes), text(majority), differences[0], was, differences[1]])
    const ways = ['full', 'error', 'one-se', 'reduced', 'depth', 'paper'].map((way) => arms[`${kind}, ${way}`])
    others.push([data.name, kind, ...ways.map((arm) => `${text(arm)}, ${arm.nodes}`)])
  }
}
const HEAD = [
  'data',
  'tree over',
  'pruned',
  'nodes',
  'majority',
  'pruned − majority',
  'best before',
  'pruned − best before',
]
const WAYS = ['data', 'tree over', 'full', 'error', 'one-se', 'reduced', 'depth', 'paper']
for (const [head, body] of /** @type {[string[], string[][]][]} */ ([
  [HEAD, lines],
  [WAYS, others],
])) {
  if (markdown) for (const line of [head, head.map((_, i) => (i < 2 ? '---' : '--:')), ...body]) console.log(`| ${line.join(' | ')} |`) // prettier-ignore
  else for (const line of [head, ...body]) console.log(line.map((cell, i) => (i < 2 ? cell.padEnd(20) : cell.padStart(20))).join(' ')) // prettier-ignore
  console.log()
}
console.error(`${worse} of ${compared} differences are below −2 standard errors`)
process.exitCode = worse === 0 ? 0 : 1

/** @param {import('./tree-data.mjs').Data} data @returns {Measured} */
function tryAll({ table, target }) {
  /** @type {Record<string, { right: number[], nodes: number[] }>} */
  const arms = {}
  let tested = 0
  for (let seed = 0; seed < SPLITS; seed++) {
    const parts = splitRows(table, { seed, stratify: target }).map((rows) => pickTable(table, rows))
    const [training, validation, test] = parts
    tested = test[target].length
    const note = (/** @type {string} */ arm, /** @type {trees.Tree} */ tree) => {
      arms[arm] ??= { right: [], nodes: [] }
      arms[arm].right.push(Math.round((trees.treeScores(tree, test).accuracy ?? 0) * tested))
      arms[arm].nodes.push(trees.treeStats(tree).nodes)
    }
    for (const [kind, by] of Object.entries(KINDS)) {
      const options = { target, targetKind: /** @type {const} */ ('class'), by }
      const full = growTree(training, options)
      if (kind === 'binary') note('majority', cutDepth(full, 0))
      note(`${kind}, full`, full)
      note(`${kind}, error`, pruneByError(full, validation).tree)
      note(`${kind}, one-se`, pruneByError(full, validation, { rule: 'one-se' }).tree)
      note(`${kind}, reduced`, pruneReducedError(full, validation).tree)
      note(`${kind}, paper`, pruneByError(growTree(training, { ...options, measure: 'gain' }), validation, { rule: 'paper' }).tree) // prettier-ignore
      note(`${kind}, depth`, cutDepth(full, depthByFolds(training, { ...options, seed }).depth))
    }
  }
  const measured = Object.entries(arms).map(([arm, { right, nodes }]) => [
    arm,
    { right, nodes: Math.round(sum(nodes) / SPLITS) },
  ])
  return { about: { tested }, arms: Object.fromEntries(measured) }
}

/**
 * The mean difference of two accuracies over the same splits, its standard error, and how many of these it is.
 * @param {number[]} ours @param {number[]} theirs @param {number} tested
 */
function paired(ours, theirs, tested) {
  const differences = ours.map((right, i) => (right - theirs[i]) / tested)
  const mean = sum(differences) / differences.length
  const squares = sum(differences.map((x) => (x - mean) ** 2))
  const error = Math.sqrt(squares / (differences.length - 1) / differences.length)
  return { mean, error, t: mean === 0 ? 0 : mean / error }
}

/** @param {number[]} list */
function sum(list) {
  return list.reduce((all, x) => all + x, 0)
}

/** @param {number} x */
function signed(x) {
  return `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(4)}`
}
