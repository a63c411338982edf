// The process in which cases of one part run; see index.mjs, which starts and watches it.
import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const { part, seed, first, last, milliseconds, place, doors: built, scratch, keep } = JSON.parse(process.argv[2])
const FOUND = fileURLToPath(new URL('../../fuzz-found/', import.meta.url))

const doors = await import(pathToFileURL(built).href)
const { prepare } = await import(`./${part}.mjs`)
const { makeCase, tryCase } = await prepare(doors, scratch)
const until = performance.now() + milliseconds
const placeFile = openSync(place, 'r+')
const bytes = Buffer.alloc(8)
const outcomes = {}
Error.stackTraceLimit = 12

let next = first
for (; next <= last && (next === first || performance.now() < until); next++) {
  bytes.writeDoubleLE(next, 0)
  writeSync(placeFile, bytes, 0, 8, 0)
  // Each case has random numbers of its own, so that it can be made again alone.
  const one = makeCase(doors.random(seed * 2 ** 32 + next))
  if (keep) {
    keepInput(one)
    continue
  }
  try {
    const outcome = await tryCase(one)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  } catch (error) {
    outcomes.failed = (outcomes.failed ?? 0) + 1
    keepInput(one)
    tell({ failure: { number: next, what: `${one.kind}: ${error instanceof Error ? error.stack : String(error)}` } })
  }
}
tell({ finished: { next, outcomes } }, () => process.exit(0))

function tell(message, done = () => {}) {
  process.send?.(message, done)
}

/** Keeps what a case consists of, to become a test. */
function keepInput({ kind, input }) {
  mkdirSync(FOUND, { recursive: true })
  writeFileSync(join(FOUND, `${part}-${seed}-${next}.${kind}`), input)
}
