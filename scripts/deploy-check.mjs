// Runs what is exported in the real tools, on the rows where an export could go wrong and on many drawn at random, and
// compares with the library: `npm run deploy-check -- --rows 100000 --only onnx,pmml`. A part whose tool cannot be had
// is left out, and said so. scripts/deploy/environment.mjs has the settings.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { toSparkBucketizer, exportSaved } from '../dist/exports.js'
import { javaFor, pythonFor } from './deploy/environment.mjs'
import { dbtTasks } from './deploy/dbt-tasks.mjs'
import * as javascript from './deploy/run-javascript.mjs'
import { attempted, boundaryQueries, runSql } from './deploy/run-sql.mjs'
import { csvOf, storable } from './deploy/stored-rows.mjs'
import { makeThings } from './deploy/things.mjs'
import { writeRows, writeTask } from './deploy/write-tasks.mjs'

const PARTS = ['onnx', 'pmml', 'js', 'python', 'duckdb', 'sqlite', 'postgres', 'clickhouse', 'dbt', 'spark']
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '110000' }, only: { type: 'string', default: PARTS.join(',') } },
})
const wanted = values.only.split(',')
const unknown = wanted.find((part) => !PARTS.includes(part))
if (unknown !== undefined || !(Number(values.rows) >= 1000)) {
  console.error(
    `deploy-check: --only takes ${PARTS.join(', ')}, and --rows at least 1000; got ${unknown ?? values.rows}`,
  )
  process.exit(2)
}

const here = join(dirname(fileURLToPath(import.meta.url)), 'deploy')
const home = mkdtempSync(join(tmpdir(), 'kerf-deploy-check-'))
let faults = 0
try {
  const { rows, kinds, things } = await makeThings(Number(values.rows))
  for (const part of wanted) await runPart(part, { home, rows, kinds, things })
} finally {
  rmSync(home, { recursive: true, force: true })
}
if (faults > 0) console.error(`deploy-check: ${faults} exports do not agree`)
process.exitCode = faults > 0 ? 1 : 0

async function runPart(part, given) {
  const begun = performance.now()
  const answered = await answersOf(part, given)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  if (answered.absent !== undefined) return console.log(`${part}: left out, because ${answered.absent}`)
  console.log(`${part}: ${answered.tool}, ${seconds} s`)
  for (const { name, rows, outputs, wrong, most, refused } of answered.results) {
    if (refused !== undefined) {
      console.log(`  ${name}: refused: ${refused}`)
      continue
    }
    const gap = most > 0 ? `, at most ${most.toExponential(1)} apart` : ''
    console.log(`  ${name}: ${rows} rows × ${outputs}, ${wrong === 0 ? `all agree${gap}` : `${wrong} DIFFER`}`)
    if (wrong > 0) faults++
  }
  return undefined
}

async function answersOf(part, { home: folder, rows, kinds, things }) {
  if (part === 'js') return { tool: javascript.tool, results: await javascript.run(folder, things, rows) }
  if (['duckdb', 'sqlite', 'postgres', 'clickhouse'].includes(part))
    return runSql(part, { home: folder, things, rows, kinds })
  const { python, absent } = pythonFor(part)
  if (absent !== undefined) return { absent }
  const { tasks, refused } = tasksOf(part, { folder, rows, kinds, things })
  writeFileSync(join(folder, 'tasks.json'), JSON.stringify(tasks))
  const { tool, results } = await runPython(python, `run_${part}.py`, folder)
  return { tool, results: [...results, ...refused] }
}

/** Writes the files of a part, and the rows for them. */
function tasksOf(part, { folder, rows, kinds, things }) {
  if (part === 'dbt') return dbtTasks({ folder, rows, kinds, things })
  writeRows(folder, rows, kinds)
  const extension = { onnx: '.onnx', pmml: '.pmml', python: '.py', spark: '.py' }[part]
  if (part === 'spark') writeFileSync(join(folder, 'sql-types.json'), JSON.stringify(kinds))
  const asked = part === 'spark' ? sparkThings(things) : things
  const made = asked.map((thing, id) => {
    const write = () =>
      part === 'spark' ? toSparkBucketizer(thing.thing, thing.options) : exportSaved(thing.thing, part, thing.options)
    const { text, ...rest } = attempted(thing, write)
    return text === undefined
      ? rest
      : { task: writeTask(folder, id, thing, { format: part, extension, content: text }) }
  })
  const sql = part === 'spark' ? sqlTasks('spark', { folder, rows, kinds, things, first: asked.length }) : []
  const tasks = [...made.flatMap(({ task }) => task ?? []), ...sql]
  return { tasks, refused: made.filter(({ task }) => task === undefined) }
}

/** The same as SQL, with the queries that try every boundary, for rows that a database can hold. */
function sqlTasks(dialect, { folder, rows, kinds, things, first }) {
  const kept = storable(rows, kinds)
  writeFileSync(join(folder, 'rows.csv'), csvOf(rows, kinds, kept))
  return things.map((one, i) => {
    const options = { ...one.options, dialect }
    const all = Object.entries(one.outputs).map(([name, answers]) => [name, kept.map((row) => answers[row])])
    const content = JSON.stringify({
      query: exportSaved(one.thing, 'sql', options),
      tests: boundaryQueries(one.thing, options),
    })
    const thing = { ...one, name: `SQL: ${one.name}`, outputs: Object.fromEntries(all) }
    return writeTask(folder, first + i, thing, { format: 'sql', extension: '.json', content })
  })
}

/** A Bucketizer holds number columns without codes whose missing values have a bin of their own. */
function sparkThings(things) {
  const columns = ['age', 'since']
  const kept = things.filter(({ thing, options }) => thing.format === 'kerf-binning' && options.as !== 'woe')
  return kept.map((one) => ({
    ...one,
    options: { ...one.options, columns },
    outputs: Object.fromEntries(columns.map((name) => [`${name}_bin`, one.outputs[`${name}_bin`]])),
  }))
}

/** Runs a program of scripts/deploy; gives the tool and the results it prints, a line of JSON each. */
async function runPython(python, script, folder) {
  const env = {
    ...process.env,
    ...javaFor(python),
    PYTHONUTF8: '1',
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: python,
  }
  const child = spawn(python, [join(here, script), folder], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const lines = []
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) lines.push(JSON.parse(line))
  const status = await ended
  if (status !== 0) throw new Error(`deploy-check: ${script} ended with ${status}`)
  return { tool: lines[0].tool, results: lines.slice(1) }
}
