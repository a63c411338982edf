// Runs exported JavaScript on all rows and compares: one result per file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportSaved } from '../../dist/exports.js'
import { compared } from './compared.mjs'

export const tool = `Node ${process.version}`

/** @returns {Promise<object[]>} */
export async function run(home, things, rows) {
  const results = []
  const names = Object.keys(rows)
  const count = rows[names[0]].length
  for (const [i, thing] of things.entries()) {
    const file = join(home, `made-${i}.mjs`)
    writeFileSync(file, exportSaved(thing.thing, 'js', thing.options))
    const made = await import(pathToFileURL(file).href)
    const row = (at) => Object.fromEntries(names.map((name) => [name, rows[name][at]]))
    const outputs = Object.keys(thing.outputs)
    const answers = made.bin ? null : Array.from({ length: count }, (_, at) => answersOf(made, thing, row(at)))
    const found = (output, j) =>
      answers === null ? made.bin(output.replace(/_bin$/, ''), rows[output.replace(/_bin$/, '')]) : answers.map((one) => one[j])
    results.push(compared(thing, count, Object.fromEntries(outputs.map((output, j) => [output, found(output, j)]))))
  }
  return results
}

function answersOf(made, { options }, row) {
  if (made.encode !== undefined) return made.encode(row)
  if (made.predict !== undefined) return [made.predict(row)]
  return options.as === 'points' ? Object.values(made.points(row)) : [made.score(row)]
}
