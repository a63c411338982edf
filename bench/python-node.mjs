// A fit in Node for every line read: `node python-node.mjs FOLDER`. Prints seconds and cuts as JSON.
import { createInterface } from 'node:readline'
import { fitTable, hasCuts, mdlp } from '../dist/index.js'
import { readData } from './harness/data.mjs'

const { columns, codes } = readData(process.argv[2])
const table = Object.fromEntries(columns.map((values, i) => [`x${i}`, values]))
const rows = { ...table, y: Float64Array.from(codes) }
for await (const _ of createInterface({ input: process.stdin })) {
  const begun = performance.now()
  const binning = await fitTable(rows, { target: 'y', all: { method: mdlp } })
  const seconds = (performance.now() - begun) / 1000
  const cuts = binning.columns.map((column) => (hasCuts(column) ? column.cuts : []))
  console.log(JSON.stringify({ seconds, cuts }))
}
