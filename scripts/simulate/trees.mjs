// How well pruned trees predict rows that neither growing nor pruning saw, over 20 splits of each data set:
// `node scripts/simulate/trees.mjs [DATA_DIR] [--save FILE.json]`. DATA_DIR is ../shared/data when left out.
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as kerf from '../../dist/index.js'
import { dataSets } from './tree-data.mjs'

const { chiMerge, depthByFolds, growTree, mdlp, pickTable, pruneByError, pruneReducedError, splitRows } = kerf

const SPLITS = 20
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** What a tree branches on. */
const KINDS = /** @type {const} */ ({ binary: 'binary', mdlp, 'chi-merge': chiMerge })

const [saveAt, given] = readArguments(process.argv.slice(2))
const found = {}
for await (const { name, table, target, rows, of } of dataSets(given)) {
  const arms = {}
  /** @type {number[]} */
  const tested = []
  for (let seed = 0; seed < SPLITS; seed++) {
    const [training, validation, test] = splitRows(table, { seed, stratify: target }).map((r) => pickTable(table, r))
    const truth = Array.from(test[target], String)
    tested.push(truth.length)
    const note = (/** @type {string} */ arm, /** @type {import('../../dist/index.js').Tree} */ tree) => {
      const { accuracy } = kerf.treeScores(tree, test)
      arms[arm] ??= { right: [], nodes: [] }
      arms[arm].right.push(Math.round((accuracy ?? 0) * truth.length))
      arms[arm].nodes.push(kerf.treeStats(tree).nodes)
    }
    for (const [kind, by] of Object.entries(KINDS)) {
      const options = { target, targetKind: /** @type {const} */ ('class'), by }
      const full = growTree(training, options)
      if (kind === 'binary') note('majority', kerf.cutDepth(full, 0))
      note(`${kind}, full`, full)
      note(`${kind}, error`, pruneByError(full, validation).tree)
      note(`${kind}, error, strict`, pruneByError(full, validation, { strict: true }).tree)
      note(`${kind}, reduced`, pruneReducedError(full, validation).tree)
      note(`${kind}, depth`, kerf.cutDepth(full, depthByFolds(training, { ...options, seed }).depth))
    }
  }
  found[name] = { rows, of, tested: tested[0], arms: summed(arms) }
  console.log(`${name}: ${rows} of ${of} rows, ${tested[0]} tested in each of ${SPLITS} splits`)
  for (const [arm, { right, nodes }] of Object.entries(found[name].arms)) {
    console.log(`  ${arm.padEnd(26)} ${(mean(right) / tested[0]).toFixed(4)}  ${nodes} nodes`)
  }
}
if (saveAt !== null) {
  const lines = Object.entries(found).map(([name, { arms, ...rest }]) => {
    const own = Object.entries(arms).map(([arm, one]) => `      ${JSON.stringify(arm)}: ${JSON.stringify(one)}`)
    return `  ${JSON.stringify(name)}: {\n    "about": ${JSON.stringify(rest)},\n    "arms": {\n${own.join(',\n')}\n    }\n  }`
  })
  writeFileSync(saveAt, `{\n${lines.join(',\n')}\n}\n`)
}

/** @param {Record<string, { right: number[], nodes: number[] }>} arms */
function summed(arms) {
  return Object.fromEntries(
    Object.entries(arms).map(([arm, { right, nodes }]) => [arm, { right, nodes: Math.round(mean(nodes)) }]),
  )
}

/** @param {number[]} list */
function mean(list) {
  return list.reduce((sum, x) => sum + x, 0) / list.length
}

/** @param {string[]} args @returns {[string | null, string]} */
function readArguments(args) {
  const at = args.indexOf('--save')
  const save = at < 0 ? null : (args[at + 1] ?? null)
  const rest = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1))
  return [save, resolve(rest[0] ?? join(root, '..', 'shared', 'data'))]
}
