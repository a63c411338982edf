/**
 * `npm run fuzz -- --minutes N [--only texts,saved] [--seed S] [--count N]`: throws broken input at everything that reads.
 * Each part runs in a process of its own, which is watched: a crash, ten seconds for one case, more than 1 GB, an error that
 * is not for users, or a file left half written is a failure. It is told with the command that makes it again, and its input
 * is kept in fuzz-found/: when mended, it becomes a case in the tests of what reads it.
 */
import { fork } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDoors } from './build-doors.mjs'

const PARTS = ['texts', 'saved', 'commands', 'parquet']
const HANG_SECONDS = 10
const MOST_BYTES = 1e9
const FOREVER = 1e6 // seconds
/** so many seeds there are; with the number of a case they make up 53 bits */
const SEEDS = 2 ** 20
const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    only: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    case: { type: 'string' },
  },
})
const parts = values.only === undefined ? PARTS : values.only.split(',')
const unknown = parts.find((part) => !PARTS.includes(part))
if (unknown !== undefined) usage(`--only takes ${PARTS.join(', ')}, got ${JSON.stringify(unknown)}`)
const minutes = positive('minutes', values.minutes)
const most = values.count === undefined ? Number.MAX_SAFE_INTEGER : positive('count', values.count)
const seed = values.seed === undefined ? Date.now() % SEEDS : Number(values.seed)
if (!(Number.isInteger(seed) && seed >= 0 && seed < SEEDS))
  usage(`--seed takes a whole number below ${SEEDS}, got ${JSON.stringify(values.seed)}`)

const scratch = mkdtempSync(join(tmpdir(), 'kerf-fuzz-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const doors = await buildDoors(scratch)

if (values.case !== undefined) {
  if (parts.length !== 1) usage('--case needs --only with one part')
  const failures = await runPart(parts[0], { first: Number(values.case), last: Number(values.case), seconds: 60 })
  console.log(failures.length === 0 ? 'no failure' : failures[0].what)
  process.exit(failures.length === 0 ? 0 : 1)
}

console.log(`seed ${seed}`)
let failed = 0
for (const part of parts) {
  const seconds = values.count === undefined ? (minutes * 60) / parts.length : FOREVER
  const failures = await runPart(part, { first: 0, last: most - 1, seconds })
  failed += failures.length
  // One fault is met many times: it is told by its first case.
  for (const what of new Set(failures.map((one) => one.what))) {
    const [first, ...more] = failures.filter((one) => one.what === what)
    const times = more.length === 0 ? '' : ` (and ${more.length} more like it)`
    console.log(`  FAILED: npm run fuzz -- --only ${part} --seed ${seed} --case ${first.number}${times}`)
    console.log(`    ${what.replaceAll('\n', '\n    ')}`)
  }
}
process.exit(failed === 0 ? 0 : 1)

/**
 * @typedef {{ number: number, what: string }} Failure
 * @param {string} part
 * @param {{ first: number, last: number, seconds: number }} range
 * @returns {Promise<Failure[]>}
 */
async function runPart(part, { first, last, seconds }) {
  const until = performance.now() + seconds * 1000
  const start = performance.now()
  /** @type {Failure[]} */
  const failures = []
  /** @type {Record<string, number>} */
  const outcomes = {}
  let peak = 0
  let next = first
  while (next <= last && performance.now() < until && failures.length < 20) {
    const ran = await runChild(part, { first: next, last, until }, { failures, outcomes })
    peak = Math.max(peak, ran.peak)
    next = ran.next
  }
  const told = Object.entries(outcomes).map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
  const megabytes = Math.round(peak / 1e6)
  const took = Math.round((performance.now() - start) / 1000)
  console.log(
    `${part}: ${(next - first).toLocaleString('en')} cases in ${took} s (${told.join(', ')}), peak ${megabytes} MB`,
  )
  return failures
}

/** Runs cases in a process until they are done or one of them brings it down; gives the case to go on with. */
async function runChild(part, { first, last, until, keep = false }, { failures, outcomes }) {
  const place = join(scratch, `${part}.place`)
  writeFileSync(place, Buffer.alloc(8))
  const settings = {
    part,
    seed,
    first,
    last,
    milliseconds: Math.min(until - performance.now(), FOREVER * 1000),
    place,
    doors,
    scratch,
    keep,
  }
  const child = fork(CHILD, [JSON.stringify(settings)], {
    execArgv: ['--max-old-space-size=800'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (piece) => void (said = (said + piece).slice(-4000)))
  let finished = null
  child.on('message', (/** @type {any} */ message) => {
    if (message.failure !== undefined) failures.push(message.failure)
    if (message.finished !== undefined) finished = message.finished
  })
  let peak = 0
  /** @type {string | null} */
  let killed = null
  const seen = { number: -1, since: performance.now() }
  const watch = setInterval(() => {
    const number = current(place)
    if (number !== seen.number) Object.assign(seen, { number, since: performance.now() })
    peak = Math.max(peak, peakBytes(child.pid))
    if (peak > MOST_BYTES) killed = `took ${Math.round(peak / 1e6)} MB`
    if (performance.now() - seen.since > HANG_SECONDS * 1000) killed = `took more than ${HANG_SECONDS} s`
    if (killed !== null) child.kill('SIGKILL')
  }, 250)
  const [code, signal] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)))
  clearInterval(watch)
  const done = /** @type {{ next: number, outcomes: Record<string, number> } | null} */ (finished)
  if (done !== null && killed === null) {
    for (const [outcome, count] of Object.entries(done.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count
    return { next: done.next, peak }
  }
  const number = current(place)
  if (!keep) await runChild(part, { first: number, last: number, until: Infinity, keep: true }, { failures, outcomes })
  failures.push({ number, what: killed ?? `ended by ${signal ?? `exit ${code}`}\n${said.trim()}` })
  outcomes['lost with a process'] = (outcomes['lost with a process'] ?? 0) + number + 1 - first
  return { next: number + 1, peak }
}

/** The number of the case that a process is at. */
function current(place) {
  const bytes = Buffer.alloc(8)
  const file = openSync(place, 'r')
  readSync(file, bytes, 0, 8, 0)
  closeSync(file)
  return bytes.readDoubleLE(0)
}

/** The most memory a process has had; where the system does not tell, 0. */
function peakBytes(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function positive(name, text) {
  const value = Number(text)
  if (!(value > 0)) usage(`--${name} takes a number above 0, got ${JSON.stringify(text)}`)
  return value
}

function usage(message) {
  console.error(`fuzz: ${message}`)
  process.exit(2)
}
