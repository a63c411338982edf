/** One step of `core` in a process of its own: `node core-step.mjs STEP FOLDER`. Prints times and memory as JSON. */
import {
  assign,
  cutAndAssign,
  equalFrequency,
  equalWidth,
  findCuts,
  fitAndAssign,
  fitTable,
  Scratch,
} from '../dist/index.js'
import { threadPool } from '../dist/node.js'
import { readData } from './core-data.mjs'
import { frequencyCuts, mdlpCuts, widthCuts } from './core-reference.mjs'

const [name, folder, repeats, threads] = process.argv.slice(2)
const { columns, codes } = readData(folder, Number(threads) > 1)
const table = Object.fromEntries(columns.map((column, c) => [`x${c}`, column]))
const pool = threadPool({ threads: Number(threads), here: true })

/** @returns {Promise<import('../dist/index.js').NumberColumn[]>} */
async function fitted(options, /** @type {import('../dist/index.js').Table} */ data = table) {
  const binning = await fitTable(data, { ...options, pool })
  return /** @type {import('../dist/index.js').NumberColumn[]} */ (binning.columns)
}

async function binsAndCodes(method) {
  if (Number(threads) === 1) {
    const scratch = new Scratch()
    return columns.map((column) => fitAndAssign({ x: column }, { all: { method, bins: 10 }, scratch }).x.column.cuts)
  }
  const bins = await fitted({ all: { method, bins: 10 } })
  for (const [c, column] of bins.entries()) assign(column, columns[c])
  return bins.map(({ cuts }) => cuts)
}

/** Cuts and codes alone, which is what the other tools give. */
async function cutsAndCodes(method) {
  // Column by column: nobody wants the codes here, and they are let go at once.
  const scratch = new Scratch()
  return columns.map((column) => cutAndAssign({ x: column }, { all: { method, bins: 10 }, scratch }).x.cuts)
}

/** What is timed; each gives cuts where there are any. */
const steps = {
  sort: async () => {
    for (const column of columns) column.slice().sort()
    return null
  },
  mdlp: async () => (await fitted({ target: 'y' }, { ...table, y: codes })).map(({ cuts }) => cuts),
  'mdlp cuts': async () =>
    Object.values(findCuts({ ...table, y: codes }, { target: 'y' })).map((proposal) => proposal.cuts),
  frequency: () => binsAndCodes(equalFrequency),
  width: () => binsAndCodes(equalWidth),
  'frequency cuts': () => cutsAndCodes(equalFrequency),
  'width cuts': () => cutsAndCodes(equalWidth),
  'reference mdlp': async () => columns.map((column) => mdlpCuts(column, codes, new Set(codes).size)),
  'reference frequency': async () => columns.map((column) => frequencyCuts(column, 10)),
  'reference width': async () => columns.map((column) => widthCuts(column, 10)),
}

/** Milliseconds after which a step needs no further repeats. */
const ENOUGH = 3000
const before = process.resourceUsage().maxRSS / 1024
let best = { cpu: Infinity, wall: Infinity }
let cuts = null
const begin = performance.now()
// Short steps are repeated, so that they are timed when the compiler has done its work.
for (
  let time = 0;
  time < Number(repeats) || (Number(repeats) > 1 && time < 10 && performance.now() - begin < ENOUGH);
  time++
) {
  const [cpuStart, start] = [process.cpuUsage(), performance.now()]
  cuts = await steps[name]()
  const wall = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpuStart)
  best = { cpu: Math.min(best.cpu, (user + system) / 1e6), wall: Math.min(best.wall, wall) }
}
await pool.close()
const peak = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ ...best, peak, before, cuts }))
