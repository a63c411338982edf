import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { random } from '../dist/index.js'
import { PROGRAM_FILE } from '../scripts/package/entries.mjs'

const CLIENTS = 200
const ROWS = 20_000
const NUMBERS = 10
const TOWNS = ['north', 'south', 'east', 'west', 'centre']

/**
 * `kerf serve` under 200 clients on loopback: a logistic model on weights of evidence of ten numbers and a category, with drift
 * measured against its binning and read every five seconds, one row a request and 100 rows a request. Clients and server share
 * the processors.
 *
 * @param {string[]} args seconds for each measurement; default 60
 */
export async function run([given = '60']) {
  const seconds = Number(given)
  const folder = mkdtempSync(join(tmpdir(), 'kerf-serve-'))
  try {
    const rows = makeFiles(folder)
    console.log(
      `${cpus().length} processors, load ${loadavg()[0].toFixed(1)} before the start; Node ${process.version}`,
    )
    let failed = 0
    for (const [name, body, size] of /** @type {const} */ ([
      ['one row', { row: rows[0] }, 1],
      ['100 rows', { rows: rows.slice(0, 100) }, 100],
    ])) {
      failed += await measure(folder, { name, body: JSON.stringify(body), size, seconds })
    }
    console.log(failed === 0 ? 'ok: no request failed' : `MISSED: ${failed} requests failed`)
    return failed === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Draws rows, fits bins and trains a model with the program; gives rows without their target. */
function makeFiles(/** @type {string} */ folder) {
  const { next, normal } = random(1)
  const names = [...Array.from({ length: NUMBERS }, (_, i) => `x${i + 1}`), 'town']
  const lines = [[...names, 'default'].join(',')]
  const rows = []
  for (let i = 0; i < ROWS; i++) {
    const numbers = Array.from({ length: NUMBERS }, () => Math.round(1000 * normal()) / 10)
    const town = TOWNS[Math.floor(next() * TOWNS.length)]
    const event = next() < 1 / (1 + Math.exp(-(numbers[0] + numbers[1]) / 100)) ? 'yes' : 'no'
    lines.push([...numbers, town, event].join(','))
    rows.push(Object.fromEntries(names.map((name, c) => [name, c < NUMBERS ? numbers[c] : town])))
  }
  writeFileSync(join(folder, 'rows.csv'), `${lines.join('\n')}\n`)
  kerf(folder, 'fit', 'rows.csv', '-t', 'default', '-o', 'bins.json')
  kerf(folder, 'train', 'rows.csv', '-t', 'default', '--binning', 'bins.json', '--encode', 'woe', '-o', 'model.json')
  return rows
}

function kerf(/** @type {string} */ folder, /** @type {string[]} */ ...args) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM_FILE, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Lets clients ask for some seconds; how many requests failed. */
async function measure(/** @type {string} */ folder, { name, body, size, seconds }) {
  const args = [PROGRAM_FILE, 'serve', 'model.json', '--reference', 'bins.json']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('close', resolve))
  try {
    const address = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
    const ask = (/** @type {number} */ duration) =>
      autocannon({
        url: `${address}score`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        connections: CLIENTS,
        duration,
        timeout: 30,
      })
    const before = await told(address)
    await ask(3) // so that the code is warm
    const warm = await told(address)
    const scraping = setInterval(() => void told(address).catch(() => {}), 5000)
    const { requests, latency, errors, non2xx, timeouts, statusCodeStats } = await ask(seconds)
    clearInterval(scraping)
    const after = await told(address)
    const failed = errors + non2xx + timeouts
    const text = (/** @type {{ memory: number }} */ { memory }) => `${Math.round(memory / 1e6)} MB`
    const cpu = after.cpu - warm.cpu
    console.log(
      `${name} a request: ${Math.round(requests.average)} requests/s, ${Math.round(requests.average * size)} rows/s ` +
        `(${Math.round((requests.total * size) / cpu)} a second of processor time), ` +
        `${requests.total} requests, ${failed} failed; p50 ${latency.p50} ms, p99 ${latency.p99} ms, most ${latency.max} ms; ` +
        `memory ${text(before)} at the start, ${text(warm)} warm, ${text(after)} after; load ${loadavg()[0].toFixed(1)}`,
    )
    if (failed > 0) console.log(JSON.stringify({ errors, timeouts, non2xx, statusCodeStats }))
    return failed
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** What the metrics say of the memory and the processor time of the server. */
async function told(/** @type {string} */ address) {
  const text = await (await fetch(`${address}metrics`)).text()
  const number = (/** @type {string} */ name) => Number(new RegExp(`^kerf_serve_${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { memory: number('memory_bytes'), cpu: number('cpu_seconds_total') }
}
