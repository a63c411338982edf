/**
 * `npm run kills -- --count 300 --seed 7 [--only rotate-rename] [--within SECONDS]`: ends `kerf stream` by random signals at
 * random moments, sometimes with a second run on the same state, and starts it again until all rows are counted. Rows sent
 * on, events and state must then be those of a run that nobody disturbed, byte for byte.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { random } from '../build/util/random.js'
import { PROGRAM_FILE } from './package/entries.mjs'

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    only: { type: 'string' },
    within: { type: 'string' },
  },
})
const COUNT = Number(flags.count)
const { next, normal } = random(Number(flags.seed))
const MAIN = PROGRAM_FILE
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL']
const ROWS = 9000
/** Pieces in which a growing file grows, and those before which it is rotated. */
const PIECES = 30
const ROTATIONS = [10, 20]
/** Seconds after which a run that should have ended has not. */
const PATIENCE = 120

const HEADER = 'id,a,b,label,text\n'
const LINES = makeLines()
const home = mkdtempSync(join(tmpdir(), 'kerf-kills-'))
const SCENES = ['file', 'pipe', 'follow', 'rotate-rename', 'rotate-copy'].filter(
  (scene) => (flags.only ?? scene) === scene,
)

const tally = { kills: {}, scenes: {}, refused: 0, rounds: 0, failed: 0, runs: 0 }
const started = performance.now()
const expected = new Map()
for (const scene of SCENES) expected.set(scene, await playScene(scene, false, false))
const begun = performance.now()
await playScene('file', false, false)
/** Seconds within which a run is ended: about those that it takes when nobody ends it. */
const usual = Number(flags.within ?? (performance.now() - begun) / 1000)
console.log(`${ROWS} rows, seed ${flags.seed}; kills within ${usual.toFixed(1)} s`)
const killsSoFar = () => Object.values(tally.kills).reduce((sum, count) => sum + count, 0)
while (killsSoFar() < COUNT) {
  const scene = SCENES[tally.rounds % SCENES.length]
  const packed = next() < 0.5
  const before = killsSoFar()
  const got = await playScene(scene, packed, true)
  tally.rounds++
  tally.scenes[scene] = (tally.scenes[scene] ?? 0) + killsSoFar() - before
  const different = Object.keys(got).filter((name) => got[name] !== expected.get(scene)[name])
  if (different.length > 0) {
    tally.failed++
    for (const name of different) {
      writeFileSync(join(home, `${tally.rounds}-${name}-got`), got[name])
      writeFileSync(join(home, `${tally.rounds}-${name}-expected`), expected.get(scene)[name])
    }
  }
  const verdict = different.length === 0 ? 'the same' : `DIFFERENT: ${different.join(', ')}, see ${home}`
  console.log(`round ${tally.rounds}, ${scene}${packed ? ', packed' : ''}: ${killsSoFar()} kills so far, ${verdict}`)
}
if (tally.failed === 0) rmSync(home, { recursive: true, force: true })
console.log(
  `${killsSoFar()} kills (${told(tally.kills)}; ${told(tally.scenes)}) in ${tally.rounds} rounds and ${tally.runs} runs, ` +
    `${tally.refused} runs refused beside another, ${tally.failed} rounds ended differently, ${Math.round((performance.now() - started) / 1000)} s`,
)
process.exitCode = tally.failed === 0 ? 0 : 1

/** @param {Record<string, number>} counts */
function told(counts) {
  return Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', ') // prettier-ignore
}

function makeLines() {
  return Array.from({ length: ROWS }, (_, row) => {
    const a = normal() + (row > ROWS / 2 ? 1 : 0)
    const label = next() < (a > 0.4 ? 0.8 : 0.2) ? 'yes' : 'no'
    // A long text, so that few rows are many bytes: a state is saved after each piece that is read.
    return `${row},${a.toFixed(4)},${(next() * 9).toFixed(2)},${label},${'text '.repeat(30)}${row}\n`
  })
}

/**
 * Plays a scene to its end; what it leaves. `disturbed`: with kills.
 * @param {string} scene
 * @param {boolean} packed
 * @param {boolean} disturbed
 */
async function playScene(scene, packed, disturbed) {
  const path = mkdtempSync(join(home, 'run-'))
  const place = { path, data: join(path, 'rows.csv'), state: join(path, packed ? 'x.state.gz' : 'x.state'), scene }
  const grows = !['file', 'pipe'].includes(scene)
  const isOver = { value: !grows }
  if (!grows) writeFileSync(place.data, HEADER + LINES.join(''))
  const writer = grows ? grow(place, disturbed).then(() => (isOver.value = true)) : null
  for (let done = false; !done;) done = await session(place, disturbed, isOver)
  await writer
  // One of two may have been killed after the other was done.
  if (existsSync(`${place.state}.lock`)) await session(place, false, isOver)
  const left = readdirSync(path).filter((name) => !/^(?:rows\.csv|x\.state|out\.csv|events\.jsonl|\.kerf-)/.test(name))
  if (left.length > 0 || existsSync(`${place.state}.lock`))
    throw new Error(`left behind in ${path}: ${left.join(', ')} or a lock`)
  const results = {
    rows: readFileSync(join(path, 'out.csv'), 'utf8'),
    events: readFileSync(join(path, 'events.jsonl'), 'utf8'),
    state: comparable(place),
  }
  rmSync(path, { recursive: true })
  return results
}

/** One start of the program, or two at once; true when all rows are counted. */
async function session(place, disturbed, isOver) {
  const isTwice = disturbed && next() < 0.25
  const runs = [start(place), ...(isTwice ? [start(place)] : [])]
  const timer = setTimeout(() => runs.forEach(({ child }) => child.kill('SIGKILL')), PATIENCE * 1000)
  const after = disturbed && next() < 0.9 ? next() * usual : Infinity
  const since = performance.now()
  const isEnded = { value: false }
  const all = Promise.all(runs.map(({ over }) => over)).then((results) => ((isEnded.value = true), results))
  while (!isEnded.value) {
    await sleep(10)
    const seconds = (performance.now() - since) / 1000
    if (seconds > after) {
      for (const { child } of runs) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const signal = SIGNALS[Math.floor(next() * 3)]
        if (child.kill(signal)) tally.kills[signal] = (tally.kills[signal] ?? 0) + 1
      }
      break
    }
    // A file that grows is followed for ever; whoever has seen all of it is sent home.
    if (isOver.value && place.scene !== 'file' && place.scene !== 'pipe' && rowsOf(place) === ROWS) {
      for (const { child } of runs) child.kill('SIGTERM')
      break
    }
  }
  const results = await all
  clearTimeout(timer)
  let done = false
  for (const { code, signal, err } of results) {
    if (code === 1 && /is in use by process/.test(err) && isTwice) tally.refused++
    else if (code === 0) done = true
    else if (code !== 130 && code !== 143 && signal === null) throw new Error(`kerf stream ended with ${code}: ${err}`)
    else if (signal !== null && !SIGNALS.includes(signal)) throw new Error(`kerf stream ended by ${signal}: ${err}`)
  }
  if (results.filter(({ code }) => code === 0).length > 1 && place.scene === 'file') throw new Error('two runs at once')
  if (performance.now() - since > PATIENCE * 1000)
    throw new Error(`a run did not end: ${results.map(({ err }) => err).join()}`)
  return done || (isOver.value && !['file', 'pipe'].includes(place.scene) && rowsOf(place) === ROWS)
}

function start({ path, data, state, scene }) {
  const files = ['--state', state, '-o', join(path, 'out.csv'), '--events', join(path, 'events.jsonl')]
  const settings = ['--target', 'label', '--exclude', 'id', '--checkpoint', '0', '--every', '250', '--window', '3000']
  const how = scene === 'pipe' ? ['-', '--resume'] : scene === 'file' ? [data] : [data, '--follow']
  tally.runs++
  const child = spawn(process.execPath, [MAIN, 'stream', ...how, ...settings, ...files], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (text) => (err += text))
  child.stdin.on('error', () => {})
  child.stdin.end(scene === 'pipe' ? readFileSync(data) : '')
  const over = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, err })))
  return { child, over }
}

/** Lets a file grow, and rotates it, but never twice before somebody has read of the file between. */
async function grow(place, disturbed) {
  const { data, scene } = place
  const old = `${data}.1`
  const lines = (piece) => LINES.slice((piece * ROWS) / PIECES, ((piece + 1) * ROWS) / PIECES)
  writeFileSync(data, HEADER)
  for (let piece = 0; piece < PIECES; piece++) {
    if (scene.startsWith('rotate') && ROTATIONS.includes(piece)) {
      const earlier = piece === ROTATIONS[0] ? 0 : (ROTATIONS[0] * ROWS) / PIECES
      while (rowsOf(place) <= earlier) await sleep(20)
      if (scene === 'rotate-rename') {
        renameSync(data, old)
        // Whoever had it open goes on for a moment.
        writeFileSync(data, '')
        if (disturbed) await sleep(next() * 300)
      } else {
        copyFileSync(data, old)
        truncateSync(data, 0)
      }
      appendFileSync(data, HEADER)
    }
    appendFileSync(data, lines(piece).join(''))
    await sleep(disturbed ? next() * 200 : 20)
  }
}

/** Rows that the state knows. */
function rowsOf({ state }) {
  return existsSync(state) ? stateOf(state).place.row : 0
}

function stateOf(state) {
  const bytes = readFileSync(state)
  return JSON.parse((state.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
}

/** The state as text, without what is different in every folder: paths, and numbers of files. */
function comparable({ path, state }) {
  const value = stateOf(state)
  for (const input of value.place.inputs) Object.assign(input, { device: null, inode: null })
  return JSON.stringify(value).replaceAll(path, '')
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
