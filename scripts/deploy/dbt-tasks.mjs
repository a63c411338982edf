// What dbt is given: macros with the tests that come with them, rows as CSV, and what the models should hold.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportSaved, savedTargets } from '../../dist/exports.js'
import { attempted } from './run-sql.mjs'
import { csvOf, storable } from './stored-rows.mjs'
import { writeTask } from './write-tasks.mjs'

const TYPES = { number: 'DOUBLE', date: 'TIMESTAMP', category: 'VARCHAR', boolean: 'VARCHAR' }

/** What ends the name of the macro for whole relations. */
const ENDINGS = {
  'kerf-binning': 'bins',
  'kerf-encoder': 'encoded',
  'kerf-tree': 'predicted',
  'kerf-model': 'predicted',
  'kerf-scorecard': 'scored',
}

export function dbtTasks({ folder, rows, kinds, things }) {
  const kept = storable(rows, kinds)
  writeFileSync(join(folder, 'rows.csv'), csvOf(rows, kinds, kept))
  const columns = Object.entries(kinds).map(([name, kind]) => [name, TYPES[kind]])
  writeFileSync(join(folder, 'sql-types.json'), JSON.stringify({ kerf_row: 'INTEGER', ...Object.fromEntries(columns) }))
  /** @type {[any[], any[]]} */
  const [tasks, refused] = [[], []]
  for (const one of things) {
    const id = tasks.length
    const options = { ...one.options, table: `t${id}` }
    const made = attempted(one, () => exportSaved(one.thing, 'dbt', options))
    if (made.refused !== undefined) {
      refused.push(made)
      continue
    }
    const test = `test-${id}.sql`
    const target = savedTargets(one.thing.format).find(({ name }) => name === 'dbt')
    writeFileSync(join(folder, test), /** @type {any} */ (target).test(one.thing, options))
    const outputs = Object.entries(one.outputs).map(([name, all]) => [name, kept.map((row) => all[row])])
    const file = { format: 'dbt', extension: '.sql', content: made.text }
    const task = writeTask(folder, id, { ...one, outputs: Object.fromEntries(outputs) }, file)
    tasks.push({ ...task, test, ending: ENDINGS[one.thing.format] })
  }
  return { tasks, refused }
}
