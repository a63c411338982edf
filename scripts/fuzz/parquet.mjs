// Breaks small Parquet files at random and reads them, in a process of its own that may neither end nor hang nor grow.
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('parquet-child.mjs', import.meta.url))
const HANG = 10_000
const MOST_MEMORY = 1_000_000_000
const MOST_FAILURES = 50

/**
 * Runs cases from `seed` on until there were `count` or `seconds` are over, in turns over the routes.
 *
 * @param {{ seed?: number, seconds?: number, count?: number, routes?: readonly string[], onCase?: (cases: number) => void }} options
 * @returns {Promise<{ cases: number, failures: { seed: number, what: string }[] }>}
 */
export async function run({ seed = 1, seconds = Infinity, count = Infinity, routes = ['ours', 'duckdb'], onCase }) {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-fuzz-'))
  const failures = []
  let cases = 0
  const share = count / routes.length
  const each = (1000 * seconds) / routes.length
  try {
    for (const route of routes) {
      const reader = new Reader(route, join(folder, 'broken.parquet'))
      const stop = performance.now() + each
      try {
        for (let n = 0; n < share && performance.now() < stop && failures.length < MOST_FAILURES; n++) {
          // The same case goes through every route.
          const what = await reader.read(seed + n)
          if (what !== null) failures.push({ seed: seed + n, what: `parquet by ${route}: ${what}` })
          cases++
          onCase?.(cases)
        }
      } finally {
        await reader.close()
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { cases, failures }
}

/** A process that reads files; it is started again after it has failed. */
class Reader {
  #route
  #path
  /** @type {ReturnType<typeof fork> | null} */
  #child = null
  #errors = ''

  constructor(route, path) {
    this.#route = route
    this.#path = path
  }

  /** What went wrong with a case; null when nothing did. */
  async read(seed) {
    this.#child ??= await this.#start()
    const answer = await this.#ask(this.#child, seed)
    if ('ended' in answer) return answer.ended
    if (answer.memory > MOST_MEMORY) {
      await this.close()
      return `${Math.round(answer.memory / 1e6)} MB of memory`
    }
    return answer.what
  }

  async close() {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    await new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGKILL')
    })
  }

  async #start() {
    const child = fork(CHILD, [this.#route, this.#path], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    this.#errors = ''
    child.stderr?.on('data', (text) => {
      this.#errors = (this.#errors + text).slice(-2000)
    })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error(this.#errors)))
    })
    return child
  }

  #ask(child, seed) {
    return new Promise((resolve) => {
      const finish = async (answer) => {
        clearTimeout(timer)
        child.off('message', finish)
        child.off('exit', ended)
        if ('ended' in answer) await this.close()
        resolve(answer)
      }
      const ended = (code, signal) => {
        void finish({ ended: `the process ended with ${signal ?? code}: ${this.#errors.trim().split('\n')[0]}` })
      }
      const timer = setTimeout(() => void finish({ ended: `no end after ${HANG / 1000} s` }), HANG)
      child.on('message', finish)
      child.on('exit', ended)
      child.send(seed)
    })
  }
}
