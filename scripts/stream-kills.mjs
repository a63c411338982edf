/**
 * `node scripts/stream-kills.mjs [kills]`: ends `kerf stream` by kill -9 at random moments, over and over, and starts it
 * again, until it has read a file to its end. State and rows sent must then be those of a run that nobody disturbed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../dist/index.js'
import { PROGRAM_FILE } from './package/entries.mjs'

const KILLS = Number(process.argv[2] ?? 200)
const ROWS = 120_000
const path = mkdtempSync(join(tmpdir(), 'kerf-kills-'))
const { next, normal } = random(Date.now() % 1e9)

const data = join(path, 'rows.csv')
writeFileSync(data, makeRows())
const whole = await run('whole', null)
console.log(`${ROWS} rows, undisturbed: ${whole.seconds.toFixed(1)} s`)
const expected = result('whole')
let kills = 0
let rounds = 0
let failed = 0
while (kills < KILLS) {
  const name = `round-${++rounds}`
  for (let done = false; !done;) {
    const { killed } = await run(name, next() * whole.seconds * 0.7)
    if (killed) kills++
    done = !killed
  }
  const got = result(name)
  const same = got.state === expected.state && got.rows === expected.rows
  if (!same) failed++
  console.log(`round ${rounds}: ${kills} kills so far, ${same ? 'state and rows are the same' : 'DIFFERENT'}`)
  rmSync(join(path, `${name}.csv`), { force: true })
}
rmSync(path, { recursive: true, force: true })
console.log(`${kills} kills in ${rounds} rounds, ${failed} rounds ended differently`)
process.exitCode = failed === 0 ? 0 : 1

function makeRows() {
  const lines = ['id,a,b,label']
  for (let row = 0; row < ROWS; row++) {
    const a = normal() + (row > ROWS / 2 ? 1 : 0)
    lines.push(`${row},${a.toFixed(4)},${(next() * 9).toFixed(2)},${next() < (a > 0.4 ? 0.8 : 0.2) ? 'yes' : 'no'}`)
  }
  return `${lines.join('\n')}\n`
}

/**
 * @param {string} name
 * @param {number | null} after seconds after which the process is killed
 * @returns {Promise<{ killed: boolean, seconds: number }>}
 */
function run(name, after) {
  const start = performance.now()
  const files = ['--state', join(path, `${name}.state`), '-o', join(path, `${name}.csv`), '--events', '/dev/null']
  const flags = ['--target', 'label', '--exclude', 'id', '--checkpoint', '0', '--every', '500', '--window', '20000']
  const child = spawn(process.execPath, [PROGRAM_FILE, 'stream', data, ...flags, ...files], { stdio: 'ignore' })
  const timer = after === null ? null : setTimeout(() => child.kill('SIGKILL'), after * 1000)
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => {
      if (timer !== null) clearTimeout(timer)
      if (signal === null && code !== 0) reject(new Error(`kerf stream ended with ${code}`))
      resolve({ killed: signal !== null, seconds: (performance.now() - start) / 1000 })
    })
  })
}

/** @param {string} name */
function result(name) {
  return {
    state: readFileSync(join(path, `${name}.state`), 'utf8').replace(join(path, `${name}.csv`), 'rows.csv'),
    rows: readFileSync(join(path, `${name}.csv`), 'utf8'),
  }
}
