/**
 * `npm run simulate`: are verdicts right as often as they promise? Draws tables and streams of which the truth is known, and
 * counts. `--quick` runs what fits into ten minutes, `--only drift` one part. Seeds are fixed, so that a run can be repeated.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Files beside this one that export `run({ quick })`, which prints and says whether promises were kept. */
const PARTS = ['drift', 'alarms', 'repair', 'explain', 'compare', 'curves']

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`simulate: --only takes ${PARTS.join(', ')}, got ${JSON.stringify(values.only)}`)
  process.exit(2)
}
const wanted = values.only === undefined ? PARTS : [values.only]
const failed = []
for (const part of wanted) {
  const file = new URL(`${part}.mjs`, import.meta.url)
  if (!existsSync(file)) continue
  console.log(`## ${part}\n`)
  const started = process.cpuUsage()
  const { run } = await import(file.href)
  if (!(await run({ quick: values.quick }))) failed.push(part)
  const { user, system } = process.cpuUsage(started)
  console.log(`${part} took ${Math.round((user + system) / 1e6)} CPU seconds\n`)
}
if (failed.length > 0) {
  console.error(`simulate: ${failed.join(', ')} did not keep what is promised`)
  process.exit(1)
}
