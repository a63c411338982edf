// `npm run bench -- python [--rows N] [--columns N] [--repeats N] [--orange PYTHON]`: KerfBinner beside the same fit in Node
// and, where a Python that has it is named, Orange. All in one run, in turn, each in a process that is warm; wall time.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mixedColumns, writeData } from './harness/data.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/**
 * What is measured: each is a program that fits once for every line it reads, and prints seconds and cuts as JSON.
 * @param {string} folder
 * @param {string} python
 * @param {string | undefined} orange
 */
function programs(folder, python, orange) {
  /** @type {[string, string, string[]][]} */
  const tools = [
    ['Node', process.execPath, [here('python-node.mjs'), folder]],
    ['KerfBinner, numpy', python, [here('python-fits.py'), folder, 'numpy']],
    ['KerfBinner, pandas', python, [here('python-fits.py'), folder, 'pandas']],
    ['KerfBinner, polars', python, [here('python-fits.py'), folder, 'polars']],
  ]
  if (orange !== undefined) tools.push(['Orange3', orange, [here('python-fits.py'), folder, 'orange']])
  return tools
}

/** @param {string[]} args */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      columns: { type: 'string', default: '28' },
      repeats: { type: 'string', default: '5' },
      python: { type: 'string', default: 'python3' },
      orange: { type: 'string' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-'))
  try {
    writeData(folder, mixedColumns(Number(values.rows), Number(values.columns)))
    const tools = programs(folder, values.python, values.orange).map(([name, program, given]) => ({
      name,
      ask: asker(name, program, given),
      seconds: /** @type {number[]} */ ([]),
      cuts: /** @type {number[][]} */ ([]),
    }))
    for (let round = 0; round <= Number(values.repeats); round++) {
      for (const tool of tools) {
        // Orange takes so long that it is measured twice, the others once more each.
        if (tool.name === 'Orange3' && round > 2) continue
        const { seconds, cuts } = await tool.ask()
        if (round > 0) tool.seconds.push(seconds)
        tool.cuts = cuts
      }
    }
    for (const tool of tools) tool.ask.end()
    return tell(tools, values)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function tell(tools, { rows, columns }) {
  const [node, ...others] = tools
  const best = (tool) => Math.min(...tool.seconds)
  console.log(`| fit                | wall s | × Node |\n| ------------------ | -----: | -----: |`)
  for (const tool of [node, ...others])
    console.log(
      `| ${tool.name.padEnd(18)} | ${best(tool).toFixed(3).padStart(6)} | ${(best(tool) / best(node)).toFixed(2).padStart(6)} |`,
    )
  console.log(`\nMDLP on ${rows} × ${columns}, best of ${node.seconds.length}, load ${loadavg()[0].toFixed(1)}`)
  const same = (tool) => tool.cuts.every((cuts, i) => cuts.every((cut, j) => cut === node.cuts[i][j]))
  const differ = others.filter((tool) => tool.name !== 'Orange3' && !same(tool))
  if (differ.length > 0) console.error(`other cuts than Node: ${differ.map(({ name }) => name).join(', ')}`)
  return differ.length === 0 ? 0 : 1
}

/** Starts a program; each call asks for one fit and gives what it printed. */
function asker(name, program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async () => {
    child.stdin.write('fit\n')
    const { value, done } = await lines.next()
    if (done) throw new Error(`python: ${name} ended early`)
    return JSON.parse(value)
  }
  return Object.assign(ask, { end: () => child.stdin.end() })
}
