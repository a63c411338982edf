/** One step of Kerf in a process of its own: `node kerf.mjs SPEC FOLDER SECONDS`. Prints times, memory and answers as JSON. */
import { cutAndAssign, findCuts, findMethod, fitAndAssign, fitTable, random } from '../../dist/index.js'
import { threadPool } from '../../dist/node.js'
import { printTimed } from '../harness/clock.mjs'
import { readData } from '../harness/data.mjs'
import { frequencyCuts, mdlpCuts, widthCuts } from '../harness/reference.mjs'

/**
 * @typedef {object} Spec
 * @property {'sort' | 'sum' | 'cuts' | 'codes' | 'binning' | 'binning and codes' | 'reference'} what
 * @property {string} [method]
 * @property {'none' | 'class' | 'numeric'} [target]
 * @property {Record<string, unknown>} [options] of the method
 * @property {number} [threads]
 * @property {boolean} [shared] the columns lie in memory that threads share
 * @property {boolean} [marks] tell a mark of the codes of each column
 * @property {boolean} [quiet] tell no cuts
 */

const [given, folder, seconds] = process.argv.slice(2)
/** @type {Spec} */
const {
  what,
  method = 'mdlp',
  target = 'none',
  options = {},
  threads = 1,
  shared = threads > 1,
  marks = false,
  quiet = false,
} = JSON.parse(given)
const { columns, codes } = readData(folder, shared)
const pool = threadPool({ threads, here: true })
const all = { method: findMethod(method), ...options }
/** @type {import('../../dist/index.js').Table} */
const table = { ...Object.fromEntries(columns.map((column, c) => [`x${c}`, column])), ...targetColumn() }
const asked = { ...(target === 'none' ? {} : { target: 'y', targetKind: target }), all }

/** What is timed; each gives cuts where there are any. */
const steps = {
  sort: () => {
    for (const column of columns) column.slice().sort()
  },
  sum: () => {
    // Four sums, so that one need not wait for the other.
    let [a, b, c, d] = [0, 0, 0, 0]
    for (const column of columns) {
      for (let row = 0; row + 3 < column.length; row += 4) {
        a += column[row]
        b += column[row + 1]
        c += column[row + 2]
        d += column[row + 3]
      }
    }
    return { sum: a + b + c + d }
  },
  cuts: () => ({ cuts: Object.values(findCuts(table, asked)).map((proposal) => proposal.cuts) }),
  codes: () => answerOf((part) => Object.values(cutAndAssign(part, asked))),
  'binning and codes': () =>
    answerOf((part) =>
      Object.values(fitAndAssign(part, asked)).map(({ column, slots }) => ({
        cuts: column.cuts,
        slots,
      })),
    ),
  binning: async () => ({ cuts: (await fitTable(table, { ...asked, pool })).columns.map(cutsOf) }),
  reference: () => ({ cuts: columns.map(referenceCuts) }),
}

/** Columns one by one where there is no target to look at again: nobody wants the codes here, and they are let go at once. */
function answerOf(/** @type {(part: typeof table) => { cuts: readonly number[], slots: ArrayLike<number> }[]} */ make) {
  const parts = target === 'none' ? columns.map((column) => ({ x: column })) : [table]
  const found = parts.flatMap((part) =>
    make(part).map(({ cuts, slots }) => ({ cuts, mark: marks ? markOf(slots) : 0 })),
  )
  return { cuts: found.map(({ cuts }) => cuts), marks: found.map(({ mark }) => mark) }
}

/** As in measured.py: a number that two lists of codes share only if they are the same, as good as. */
function markOf(/** @type {ArrayLike<number>} */ slots) {
  let sum = 0
  for (let row = 0; row < slots.length; row++) sum += ((row % 65521) + 1) * slots[row]
  return sum
}

function cutsOf(/** @type {import('../../dist/index.js').Column} */ column) {
  return column.kind === 'number' || column.kind === 'date' ? column.cuts : []
}

function targetColumn() {
  if (target === 'none') return {}
  const { normal } = random(3)
  return { y: target === 'class' ? codes : Float64Array.from(codes, (code) => code + normal()) }
}

function referenceCuts(/** @type {Float64Array} */ column) {
  if (method === 'mdlp') return mdlpCuts(column, codes, new Set(codes).size)
  return method === 'equal-frequency' ? frequencyCuts(column, 10) : widthCuts(column, 10)
}

await printTimed(seconds, async () => {
  const answer = await steps[what]()
  return quiet ? {} : answer
})
await pool.close()
