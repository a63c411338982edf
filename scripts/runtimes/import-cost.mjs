// What `import 'kerf'` costs in CPU time, beside an empty module and d3-array, each measured in turn in the same run.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from './project.mjs'

const TIMES = 20

/** Median milliseconds of CPU of a process that imports each. */
export function importCosts(project) {
  writeFileSync(join(project, 'empty.mjs'), '')
  const modules = {
    empty: './empty.mjs',
    kerf: 'kerf',
    // Among the packages of the clone: Plot needs it.
    d3: pathToFileURL(createRequire(import.meta.resolve('@observablehq/plot')).resolve('d3-array')).href,
  }
  const costs = Object.fromEntries(Object.keys(modules).map((name) => [name, /** @type {number[]} */ ([])]))
  for (const [name, from] of Object.entries(modules)) {
    const script = `await import(${JSON.stringify(from)})\nconst { user, system } = process.cpuUsage()\nconsole.log(user + system)`
    writeFileSync(join(project, `import-${name}.mjs`), script)
  }
  for (let time = 0; time < TIMES; time++) {
    for (const name of Object.keys(modules)) {
      costs[name].push(Number(run(process.execPath, [`import-${name}.mjs`], { cwd: project })) / 1000)
    }
  }
  const median = (/** @type {number[]} */ list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
  return { empty: median(costs.empty), kerf: median(costs.kerf), d3: median(costs.d3) }
}
