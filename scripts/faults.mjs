/**
 * `npm run faults -- [--count N] [--seed S] [--only WORD]`: runs commands while something goes wrong with their files, at
 * random: a full disk, a folder that cannot be written, an input that is gone or becomes shorter, closed or full standard
 * streams, few open files. Whatever happens, old files must stay as they were, nothing may be left behind, and the message
 * must name the file. Linux; the small disk and the read-only one need root and are left out without it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { random } from '../build/util/random.js'
import { PROGRAM_FILE as MAIN } from './package/entries.mjs'

const { values: given } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const { next } = random(Number(given.seed))
const pick = (/** @type {readonly any[]} */ list) => list[Math.floor(next() * list.length)]
const top = mkdtempSync(join(tmpdir(), 'kerf-faults-'))
const inputs = join(top, 'inputs')
mkdirSync(inputs)
makeInputs()

/** Commands: arguments with IN/ for inputs and OUT/ for outputs; `loose` outputs are written as rows come. */
const COMMANDS = [
  ['fit', 'IN/rows.csv', '-t', 'y', '-o', 'OUT/a.json', '--report', 'OUT/a.html'],
  ['fit', 'IN/rows.parquet', '-t', 'y', '-o', 'OUT/a.json', '--quiet'],
  ['fit', 'IN/rows.csv', '-t', 'y', '--json'],
  ['apply', 'IN/bins.json', 'IN/rows.csv', '-o', 'OUT/a.csv'],
  ['apply', 'IN/bins.json', 'IN/rows.csv', '-o', 'OUT/a.csv.gz'],
  ['apply', 'IN/bins.json', 'IN/rows.csv', '-o', 'OUT/a.parquet'],
  ['apply', 'IN/bins.json', 'IN/rows.parquet', '-o', 'OUT/a.parquet'],
  ['apply', 'IN/bins.json', 'IN/rows.csv'],
  ['train', 'IN/rows.csv', '-t', 'y', '-o', 'OUT/a.json'],
  ['train', 'IN/rows.csv', '-t', 'y', '-o', 'OUT/a.json', '--stream', '--epochs', '1'],
  ['predict', 'IN/model.json', 'IN/rows.csv', '-o', 'OUT/a.csv'],
  ['stream', 'IN/rows.csv', '-t', 'y', '--state', 'OUT/s.state', '-o', 'OUT/loose.csv', '--binning', 'OUT/a.json'],
  ['stream', 'IN/rows.csv', '-t', 'y', '--state', 'OUT/s.state.gz'],
  ['report', 'IN/bins.json', '-o', 'OUT/a.html'],
  ['tree', 'IN/rows.csv', '-t', 'y', '-o', 'OUT/a.json', '--picture', 'OUT/a.svg'],
  ['explain', 'IN/rows.csv', '-t', 'y'],
  ['summarize', 'IN/rows.csv', '-t', 'y', '-o', 'OUT/a.kerf'],
  ['merge', 'IN/one.kerf', 'IN/two.kerf', '-o', 'OUT/a.kerf'],
  ['export', 'IN/bins.json', '--to', 'sql', '-o', 'OUT/a.sql'],
].filter((command) => command.join(' ').includes(given.only))

/** Commands that refuse --force, having nothing to replace. */
const FORCELESS = new Set(['explain'])

const isRoot = process.getuid?.() === 0
const FAULTS = [
  'limit',
  'limit',
  'through-file',
  'vanished',
  'truncated',
  'full-stdout',
  'full-stderr',
  'closed-stdout',
  'closed-stderr',
  'closed-pipe',
  'few-files',
  'no-temp',
  ...(isRoot ? ['small-disk', 'small-disk', 'small-temp', 'read-only'] : []),
]
/** The fewest open files with which the program starts at all. */
const FEWEST_FILES = fewestFiles()

/** @type {Record<string, { runs: number, refused: number }>} */
const counts = {}
let wrong = 0
for (let i = 0; i < Number(given.count); i++) {
  const command = pick(COMMANDS)
  const fault = pick(FAULTS)
  const { code, problems, told } = await attempt(command, fault)
  const count = (counts[fault] ??= { runs: 0, refused: 0 })
  count.runs++
  if (code !== 0) count.refused++
  if (problems.length === 0) continue
  wrong++
  console.log(
    `fault ${i} (${fault}): kerf ${command.join(' ')}\n  exit ${code}: ${told.trim()}\n  ${problems.join('\n  ')}`,
  )
}
rmSync(top, { recursive: true, force: true })
for (const [fault, { runs, refused }] of Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  console.log(`${fault.padEnd(14)} ${String(runs).padStart(4)} runs, ${refused} ended with a message`)
}
console.log(`${given.count} faults with seed ${given.seed}, ${wrong} went wrong`)
process.exitCode = wrong === 0 ? 0 : 1

/**
 * Runs a command with a fault, and says what is wrong with how it ended.
 *
 * @param {string[]} command
 * @param {string} fault
 */
async function attempt(command, fault) {
  const folder = mkdtempSync(join(top, 'run-'))
  const [own, out, temporary] = ['in', 'out', 'tmp'].map((name) => join(folder, name))
  cpSync(inputs, own, { recursive: true })
  mkdirSync(temporary)
  mkdirSync(out)
  const mounts = mounted(fault, { out, temporary })
  const words = command.map((word) => word.replace('IN/', `${own}/`).replace('OUT/', `${out}/`))
  const data = words.filter((word) => word.startsWith(own)).at(-1) ?? ''
  const outputs = words.filter((word) => word.startsWith(`${out}/`))
  try {
    const replaced = outputs.filter((path) => !path.includes('loose') && !path.includes('.state'))
    const old = replaced.filter((path) => fits(path, 'old'))
    if (fault === 'read-only') spawnSync('mount', ['-o', 'remount,ro', out])
    const through = fault === 'through-file' ? words.map((word) => word.replace(`${out}/`, `${data}/`)) : words
    if (fault === 'vanished') rmSync(data)
    const args = outputs.length > 0 && !FORCELESS.has(command[0]) ? [...through, '--force'] : through
    // A quick run may be over, and its folder gone, before its input is cut.
    const after =
      fault === 'truncated' ? () => existsSync(data) && truncateSync(data, Math.floor(next() * 200_000)) : null
    const { code, told } = await run(args, shellFor(fault), fault === 'no-temp' ? '/proc/none' : temporary, after)
    const problems = problemsOf({ code, told, fault, outputs, old, data })
    for (const place of [out, temporary]) {
      const left = readdirSync(place).filter((name) => !outputs.includes(join(out, name)))
      if (left.length > 0) problems.push(`left behind: ${left.join(', ')}`)
    }
    return { code, told, problems }
  } finally {
    for (const path of mounts) spawnSync('umount', [path])
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ code: number | null, told: string, fault: string, outputs: string[], old: string[], data: string }} ended
 * @returns {string[]}
 */
function problemsOf({ code, told, fault, outputs, old, data }) {
  const problems = []
  if (code !== 0 && code !== 1) problems.push(`exit code ${code}, expected 0 or 1`)
  if (/^\s+at |unexpected error|node:internal/m.test(told)) problems.push('a stack trace')
  const kept = old.filter((path) => readFileSync(path, 'utf8') === 'old')
  if (code === 0) {
    if (kept.length > 0 && fault !== 'through-file') problems.push(`not written: ${kept.join(', ')}`)
    return problems
  }
  if (kept.length < old.length) problems.push('an old file was changed by a run that failed')
  if (fault === 'full-stderr' || fault === 'closed-stderr') return problems
  const names = [...outputs.map((path) => path.replace(/^.*\/out\//, '')), data.replace(/^.*\/in\//, '')]
  const named = [...names, 'standard output', 'a temporary file in', 'a copy of', 'too many files are open']
  if (!named.some((name) => name !== '' && told.includes(name))) problems.push('the message names no file')
  const reading = fault === 'vanished' || fault === 'truncated'
  if (reading && !told.includes(names.at(-1) ?? '')) problems.push('the message does not name the input')
  return problems
}

/**
 * Puts a small or read-only disk where a fault asks for it.
 *
 * @param {string} fault
 * @param {{ out: string, temporary: string }} folders
 */
function mounted(fault, { out, temporary }) {
  const size = fault === 'read-only' ? '1m' : `${4 + 4 * Math.floor(next() * 30)}k`
  const path = fault === 'small-temp' ? temporary : fault === 'small-disk' || fault === 'read-only' ? out : null
  if (path === null) return []
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]).status === 0 ? [path] : []
}

/** What a shell runs in place of a command. */
function shellFor(/** @type {string} */ fault) {
  const blocks = Math.floor(next() * 60)
  const files = FEWEST_FILES + Math.floor(next() * 12)
  const shells = /** @type {Record<string, (command: string) => string>} */ ({
    limit: (command) => `ulimit -f ${blocks}; exec ${command}`,
    'few-files': (command) => `ulimit -n ${files}; exec ${command}`,
    'full-stdout': (command) => `exec ${command} > /dev/full`,
    'full-stderr': (command) => `exec ${command} 2> /dev/full`,
    'closed-stdout': (command) => `exec ${command} >&-`,
    'closed-stderr': (command) => `exec ${command} 2>&-`,
    'closed-pipe': (command) => `set -o pipefail; ${command} | true`,
  })
  return shells[fault] ?? ((command) => `exec ${command}`)
}

/**
 * @param {readonly string[]} args
 * @param {(command: string) => string} shell
 * @param {string} temporary folder for temporary files
 * @param {(() => void) | null} meanwhile done a moment after the start
 * @returns {Promise<{ code: number | null, told: string }>}
 */
function run(args, shell, temporary, meanwhile) {
  const quoted = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('bash', ['-c', shell(quoted)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' },
  })
  let told = ''
  child.stderr.on('data', (piece) => (told += piece))
  if (meanwhile !== null) setTimeout(meanwhile, 150 + next() * 600)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, told })))
}

function fewestFiles() {
  for (let files = 16; ; files++) {
    const { status } = spawnSync('bash', ['-c', `ulimit -n ${files}; exec '${process.execPath}' '${MAIN}' fit --help`])
    // Reading takes a few more than starting.
    if (status === 0) return files + 4
  }
}

function makeInputs() {
  const lines = ['id,a,b,city,y']
  for (let row = 0; row < 9000; row++) {
    const a = next()
    lines.push(
      `${row},${a.toFixed(6)},${(next() * 9).toFixed(3)},${pick(['Oslo', 'Bergen'])},${next() < a ? 'yes' : 'no'}`,
    )
  }
  const at = (/** @type {string} */ name) => join(inputs, name)
  writeFileSync(at('rows.csv'), `${lines.join('\n')}\n`)
  /** @type {(...args: string[]) => void} */
  const kerf = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args])
    if (status !== 0) throw new Error(stderr.toString())
  }
  kerf('fit', at('rows.csv'), '-t', 'y', '-o', at('bins.json'))
  kerf('train', at('rows.csv'), '-t', 'y', '-o', at('model.json'))
  for (const name of ['one.kerf', 'two.kerf']) kerf('summarize', at('rows.csv'), '-t', 'y', '-o', at(name))
  const nothing = at('nothing.json')
  kerf('fit', at('rows.csv'), '--method', 'equal-width', '--bins', '1', '--columns', 'id', '-o', nothing)
  kerf('apply', nothing, at('rows.csv'), '-o', at('rows.parquet'))
  if (!existsSync(at('rows.parquet'))) throw new Error('rows.parquet was not written')
}

/** Writes a file if the disk, which may be tiny, has room for it. */
function fits(path, text) {
  try {
    writeFileSync(path, text)
    return true
  } catch {
    rmSync(path, { force: true })
    return false
  }
}
