// What every runtime must do with the packed library, and print alike: fits by all methods, threads, entries, and the
// sentence about a package that is not there. Runs in a project where only `kerf` is installed.
import { binningToJson, fitTable, isKerfError, mdlp, methods, random, summarize } from 'kerf'
import { encodeDense, makeEncoder, oneHot } from 'kerf/encoders'
import { explainGoal } from 'kerf/explain'
import { toJavaScript } from 'kerf/exports'
import { htmlReport } from 'kerf/html'
import { entropy } from 'kerf/measures'
import { naiveBayes, predictNaiveBayes } from 'kerf/models'
import { trainNeuralTable } from 'kerf/neural'
import { filterRows, renderReport, threadPool } from 'kerf/node'
import { binningReport } from 'kerf/reports'
import { readCsv } from 'kerf/sources'
import { Stream } from 'kerf/streams'
import { summaryFromBytes, summaryToBytes } from 'kerf/summaries'
import { growTree, treeToJson } from 'kerf/trees'

const ROWS = 30_000
// Data made by arithmetic that every engine rounds alike: Math.exp is none.
const { normal, next } = random(19)
const table = {
  age: Float64Array.from({ length: ROWS }, () => 40 + 12 * normal()),
  income: Float64Array.from({ length: ROWS }, () => 1000 * (1 + next() * next())),
  town: Array.from({ length: ROWS }, () => ['Oslo', 'Bergen', 'Hamar'][Math.floor(3 * next())]),
}
const bought = Array.from(table.age, (age) => (next() < (age > 45 ? 0.7 : 0.2) ? 'yes' : 'no'))
const price = Array.from(table.income, (income) => Math.sqrt(income) + normal())
const rows = { ...table, bought }
const out = []

const small = { x: table.age.slice(0, 400), y: bought.slice(0, 400) }
const numeric = { x: small.x, y: price.slice(0, 400) }
for (const method of methods()) {
  const data = method.target === 'numeric' ? numeric : small
  const cuts = method.name === 'fixed' ? { cuts: [30, 50] } : {}
  out.push(binningToJson(await fitTable(data, { target: 'y', all: { method, ...cuts } })))
}

const binning = await fitTable(rows, { target: 'bought' })
out.push(binningToJson(binning), binningReport(binning), toJavaScript(binning))
const pool = threadPool({ threads: 2, fewValues: 1 })
const shared = binningToJson(await fitTable(rows, { target: 'bought', pool }))
await pool.close()
if (shared !== binningToJson(binning)) throw new Error('threads fitted other bins')

const first = Object.fromEntries(Object.entries(rows).map(([name, values]) => [name, values.slice(0, 500)]))
const encoder = makeEncoder(binning, { encoding: oneHot })
out.push(encodeDense(encoder, first).values.length, entropy([3, 5]))
out.push(
  treeToJson(growTree(first, { target: 'bought' })),
  JSON.stringify(predictNaiveBayes(naiveBayes(binning), first)),
)
out.push(JSON.stringify(await explainGoal(first, { target: 'bought', goal: 'yes' })))
const summary = summarize(table.age, { target: bought })
if (JSON.stringify(summaryFromBytes(summaryToBytes(summary))) !== JSON.stringify(summary))
  throw new Error('other bytes')
const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, method: mdlp })
for (let row = 0; row < 500; row++) stream.push([table.age[row]], bought[row])
out.push(binningToJson(stream.binning()))
const text = async function* () {
  yield new TextEncoder().encode('a,b\n1,x\n2,y\n')
}
const read = await readCsv(text, { name: 'text' })

const missing = []
for (const use of [
  () => htmlReport(binning, { document: { createElementNS: () => ({}) } }),
  () => renderReport(binning),
  () => filterRows(read, 'a > 1'),
  () => trainNeuralTable(first, encoder, { seed: 1, epochs: 1 }),
]) {
  const error = await use().then(
    () => null,
    (thrown) => thrown,
  )
  if (!isKerfError(error)) throw new Error('a missing package is not told of', { cause: error })
  missing.push(error.message)
}

const bytes = new TextEncoder().encode(out.join('\n').replaceAll(/"created": \{[^}]*\}/g, ''))
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
console.log(
  JSON.stringify({ digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''), missing }),
)
