import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs Node with some arguments and tells what it took: seconds, those of its processors, the peak of its memory and what it read, in bytes. The
 * process tells both itself on exit, since they are gone with it; Linux only.
 *
 * @param {string[]} args
 * @param {{ folder: string, env?: NodeJS.ProcessEnv }} where a folder for what is told, and variables besides those there are
 */
export function runMeasured(args, { folder, env = {} }) {
  const hook = join(folder, 'peak.mjs')
  const told = join(folder, 'peak')
  writeFileSync(
    hook,
    `import { readFileSync, writeFileSync } from 'node:fs'
    const all = ['status', 'io'].map((name) => '/proc/self/' + name)
    const cpu = () => { const { user, system } = process.cpuUsage(); return 'cpu: ' + (user + system) + '\\n' }
    process.on('exit', () => writeFileSync(${JSON.stringify(told)}, cpu() + all.map((path) => readFileSync(path, 'utf8')).join('')))`,
  )
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', hook, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1e9,
  })
  const seconds = (performance.now() - start) / 1000
  const found = readFileSync(told, 'utf8')
  const number = (/** @type {RegExp} */ line) => Number(line.exec(found)?.[1])
  const peak = number(/VmHWM:\s+(\d+) kB/) * 1024
  return { status, stdout, stderr, seconds, cpu: number(/^cpu: (\d+)/) / 1e6, peak, read: number(/rchar: (\d+)/) }
}
