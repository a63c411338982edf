import { spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { random } from '../dist/index.js'

const COLUMNS = 28
const OTHERS = ['duckdb', 'pyarrow', 'polars']
/** Kerf may take as long as each of these, on two threads; polars is only told. */
const LIMITS = ['duckdb', 'pyarrow']
/** @param {string} name */
const at = (name) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Reading a CSV of 1,000,000 × 28 doubles of 15 to 17 digits into columns: Kerf, DuckDB, pyarrow and polars in turn, each in a
 * process of its own, on one thread and on two. The best wall time counts, and what is in the columns must agree.
 *
 * @param {string[]} args
 */
export async function run(args) {
  const { values: flags } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
      python: { type: 'string', default: join(tmpdir(), 'kerf-bench-python', 'bin', 'python') },
    },
  })
  const path = join(tmpdir(), `kerf-bench-${flags.rows}x${COLUMNS}-doubles.csv`)
  if (!existsSync(path)) await writeRows(path, Number(flags.rows))
  console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(0)} MB`)
  const tools = ['kerf', ...OTHERS.filter((tool) => isThere(flags.python, tool))]
  const steps = [1, 2].flatMap((threads) => tools.map((tool) => stepOf(tool, threads)))
  for (let round = 0; round < Number(flags.rounds); round++) {
    for (const step of steps) {
      const command =
        step.tool === 'kerf'
          ? [process.execPath, at('csv-kerf.mjs'), path, String(step.threads), '2']
          : [flags.python, at('csv-others.py'), step.tool, path, String(step.threads), '2']
      const { runs, found } = answerOf(command)
      step.runs.push(...runs)
      step.found = JSON.stringify(found)
    }
  }
  let failed = false
  console.log('threads  tool      wall s  processor s  Kerf takes')
  for (const threads of [1, 2]) {
    const [kerf, ...others] = steps.filter((step) => step.threads === threads)
    const [kerfWall, kerfCpu] = [best(kerf.runs, 'wall'), best(kerf.runs, 'cpu')]
    console.log(lineOf('kerf', threads, kerfWall, kerfCpu, ''))
    for (const { tool, runs, found } of others) {
      if (found !== kerf.found) throw new Error(`${tool} and Kerf found other numbers`)
      const [wall, cpu] = [best(runs, 'wall'), best(runs, 'cpu')]
      const ratios = `${(kerfWall / wall).toFixed(2)} × its wall, ${(kerfCpu / cpu).toFixed(2)} × its processor time`
      console.log(lineOf(tool, threads, wall, cpu, ratios))
      if (threads === 2 && LIMITS.includes(tool) && kerfWall > wall) failed = true
    }
  }
  if (failed) console.log('on two threads Kerf is slower than DuckDB or pyarrow')
  return failed ? 1 : 0
}

/** @param {string} tool @param {number} threads @param {number} wall @param {number} cpu @param {string} ratios */
function lineOf(tool, threads, wall, cpu, ratios) {
  const [walls, cpus] = [wall.toFixed(2).padStart(6), cpu.toFixed(2).padStart(11)]
  return `${String(threads).padEnd(9)}${tool.padEnd(10)}${walls}  ${cpus}  ${ratios}`
}

/** @param {string} tool @param {number} threads */
function stepOf(tool, threads) {
  return { tool, threads, runs: /** @type {{ wall: number, cpu: number }[]} */ ([]), found: '' }
}

/** @param {{ wall: number, cpu: number }[]} runs @param {'wall' | 'cpu'} what */
function best(runs, what) {
  return Math.min(...runs.map((one) => one[what]))
}

/** @param {string[]} command */
function answerOf([program, ...args]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}

/** @param {string} python @param {string} tool */
function isThere(python, tool) {
  const { status } = spawnSync(python, ['-c', `import ${tool}, pyarrow`], { stdio: 'ignore' })
  if (status !== 0)
    console.log(`${tool} is left out: ${python} has none (install it there, or give another by --python)`)
  return status === 0
}

/** @param {string} path @param {number} rows */
async function writeRows(path, rows) {
  const { normal, next } = random(28)
  // Under another name until it is whole.
  const stream = createWriteStream(`${path}.part`)
  stream.write(`${Array.from({ length: COLUMNS }, (_, c) => `x${c}`).join(',')}\n`)
  for (let row = 0; row < rows; row++) {
    const values = Array.from({ length: COLUMNS }, (_, c) => (c % 4 === 3 ? 100 * next() : normal()))
    if (!stream.write(`${values.join(',')}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  renameSync(`${path}.part`, path)
}
