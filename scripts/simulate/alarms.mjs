/**
 * `node scripts/simulate/alarms.mjs [--quick]`: whether alarms keep what docs/alarms.md says of them, on made streams with
 * fixed seeds. A second change soon after an alarm and a change soon after the start are told; false alarms stay within
 * the promise, also where rows depend on each other; changes are told no later than they were.
 */
import { pathToFileURL } from 'node:url'
import { random } from '../../dist/index.js'
import { ConceptWatch, PopulationWatch, watchCuts } from '../../dist/streams.js'
import { CHANGE, CONCEPTS, makeLabelled, makeValues, ROWS, SHIFTS } from '../../bench/drift/streams.mjs'
import { makeNormal, makeSticky, streamAlarms, WAYS } from './alarm-streams.mjs'

/** Streams of which a change must be told in so many, within so many rows. */
const [STREAMS, TOLD, WITHIN] = [20, 18, 1000]

/** Where the first step of 3 deviations comes, and rows from it to the second one, of 7. */
const [STEP, GAPS] = [3000, [100, 300, 600, 900]]

/** A single step of 3 deviations this early. */
const EARLY = 600

/** Median delays that were measured before watches learned without going blind; see docs/alarms.md. */
const DELAYS = {
  'mean +0.5': 63,
  'mean +1': 20,
  'mean +2': 5,
  'spread ×2': 17,
  'spread ÷2': 30,
  'gradual +1': 508,
  'slow +1': 530,
  flip: 17,
  'rate +0.2': 75,
  'one bin +0.5': 163,
  'gradual flip': 554,
}

const PROMISE = 10_000

/** Cuts between twelve bins of about equal shares of a normal number. */
const BINS = [-1.38, -0.97, -0.67, -0.43, -0.21, 0, 0.21, 0.43, 0.67, 0.97, 1.38]

/** Prints a table for each claim; whether all of them hold. */
export async function run({ quick = false } = {}) {
  const held = [await tellsChanges(), keepsPromise(quick), isAsFast(quick)]
  return held.every(Boolean)
}

async function tellsChanges() {
  console.log(
    `\nSecond step, of 7 deviations, so many rows after one of 3; one step at row ${EARLY}: told in how many of ${STREAMS} streams`,
  )
  console.log(row('way', [...GAPS.map((gap) => `after ${gap}`), `row ${EARLY}`]))
  let held = true
  for (const [name, alarmsOf] of Object.entries(WAYS)) {
    const told = []
    for (const gap of GAPS) {
      const second = STEP + gap
      const move = (x, at) => x + (at >= STEP ? 3 : 0) + (at >= second ? 7 : 0)
      told.push(await countTold(alarmsOf, second, (i) => makeNormal(1 + i, second + WITHIN, 0, move)))
    }
    const move = (x, at) => x + (at >= EARLY ? 3 : 0)
    told.push(await countTold(alarmsOf, EARLY, (i) => makeNormal(101 + i, EARLY + WITHIN, 0, move)))
    held &&= told.every((count) => count >= TOLD)
    console.log(row(name, told))
  }
  return verdict(`all at least ${TOLD}`, held)
}

/** In how many streams there is an alarm from the change on. */
async function countTold(alarmsOf, change, make) {
  const found = await alarmsOf(Array.from({ length: STREAMS }, (_, i) => make(i)))
  return found.filter((rows) => rows.some((at) => at >= change)).length
}

function keepsPromise(quick) {
  const [most, rows] = quick ? [20, 10_000] : [50, 20_000]
  console.log(
    `\nFalse alarms per ${PROMISE} rows and column, promised: at most 1; ${most} streams of ${rows} rows (0.6, 0.9: ${most / 2})`,
  )
  console.log(row('watch', ['independent', '0.3', '0.6', '0.9']))
  let held = true
  for (const [name, { dependences, alarmsOf }] of Object.entries(NULLS)) {
    const rates = dependences.map((dependence) => {
      const streams = dependence > 0.3 ? most / 2 : most
      let count = 0
      for (let i = 0; i < streams; i++) count += alarmsOf(5000 + i, rows, dependence)
      const rate = (count / (streams * rows)) * PROMISE
      if (dependence <= 0.3) held &&= rate <= 1
      return `${rate.toFixed(2)} ± ${((Math.sqrt(count) / (streams * rows)) * PROMISE).toFixed(2)}`
    })
    console.log(row(name, rates))
  }
  return verdict('independent rows and rows correlated by 0.3: at most 1', held)
}

/** Streams without drift; how many alarms one raises. Dependence: of a normal value, or share of repeated symbols. */
const NULLS = {
  'rows of a stream': {
    dependences: [0, 0.3, 0.6, 0.9],
    alarmsOf: (seed, rows, dependence) => streamAlarms([makeNormal(seed, rows, dependence)])[0].length,
  },
  'rows and classes of a stream': {
    dependences: [0, 0.3, 0.6, 0.9],
    alarmsOf: (seed, rows, dependence) => {
      const values = makeNormal(seed, rows, dependence)
      const { next } = random(seed + 1_000_000)
      const classes = Array.from(values, (x) => (next() < 1 / (1 + Math.exp(-x)) ? 'yes' : 'no'))
      return streamAlarms([values], { classes, kinds: ['population', 'concept'] })[0].length
    },
  },
  'PopulationWatch, 12 bins': {
    dependences: [0, 0.3, 0.6, 0.9],
    alarmsOf: (seed, rows, dependence) => {
      const slots = Array.from(makeNormal(seed, rows, dependence), (x) =>
        BINS.reduce((bin, cut) => bin + (cut <= x ? 1 : 0), 0),
      )
      return slotAlarms(slots, 12, 12)
    },
  },
  'PopulationWatch, 2 categories': sticky(2),
  'PopulationWatch, 20 categories': sticky(20),
  'ConceptWatch, 8 bins, 2 classes': concept(2),
  'ConceptWatch, 8 bins, 5 classes': concept(5),
}

function sticky(symbols) {
  return {
    dependences: [0, 0.3, 0.6],
    alarmsOf: (seed, rows, dependence) => slotAlarms(makeSticky(seed, rows, symbols, dependence), symbols, 0),
  }
}

/** Classes that bins tell apart, and that come in runs. */
function concept(classes) {
  const names = (count) => Array.from({ length: count }, (_, i) => String(i))
  return {
    dependences: [0, 0.3, 0.6],
    alarmsOf: (seed, rows, dependence) => {
      const { next, integer } = random(seed)
      const watch = new ConceptWatch({ column: 'x', labels: names(8), classes: names(classes) })
      let count = 0
      let u = next()
      for (let at = 0; at < rows; at++) {
        if (next() >= dependence) u = next()
        const bin = integer(8)
        if (watch.update(bin, Math.floor(classes * u ** (0.5 + bin / 8)), at) !== null) count++
      }
      return count
    },
  }
}

function slotAlarms(slots, size, ordered) {
  const labels = Array.from({ length: size }, (_, i) => String(i))
  const watch = new PopulationWatch({ column: 'x', labels, ordered })
  return slots.reduce((count, slot, at) => count + (watch.update(slot, at) === null ? 0 : 1), 0)
}

function isAsFast(quick) {
  console.log('\nMedian rows from a change to its alarm, before watches learned without going blind and now')
  console.log(row('change', ['before', 'now']))
  let held = true
  /** @type {Record<string, () => number[]>} */
  const measures = {}
  for (const kind of SHIFTS) measures[kind] = () => makeValues(kind, ROWS).map(valuesDelay)
  for (const kind of CONCEPTS) measures[kind] = () => makeLabelled(kind, ROWS).map(labelsDelay)
  for (const [kind, measure] of Object.entries(measures)) {
    if (quick && /gradual|slow/.test(kind)) continue
    const delays = measure().toSorted((a, b) => a - b)
    const median = delays[Math.floor(delays.length / 2)]
    held &&= median <= DELAYS[kind]
    console.log(row(kind, [DELAYS[kind], median]))
  }
  return verdict('none is later', held)
}

/** As in bench/drift.mjs: cells from the first 500 rows, then row by row. */
function valuesDelay(values) {
  const cuts = watchCuts(values.subarray(0, 500))
  const slots = Array.from(values, (value) => cuts.reduce((slot, cut) => slot + (cut <= value ? 1 : 0), 0))
  const labels = Array.from({ length: cuts.length + 1 }, (_, i) => `cell ${i}`)
  const reference = new Float64Array(labels.length)
  for (const slot of slots.slice(0, 500)) reference[slot]++
  const watch = new PopulationWatch({ column: 'x', labels, ordered: labels.length, reference })
  return rowsUntil(slots, (slot, at) => at >= 500 && watch.update(slot, at) !== null)
}

function labelsDelay({ slots, classes, labels }) {
  const watch = new ConceptWatch({ column: 'x', labels, classes: ['no', 'yes'], learn: 500 })
  return rowsUntil(slots, (slot, at) => watch.update(slot, classes[at], at) !== null)
}

function rowsUntil(slots, raises) {
  for (let at = 0; at < slots.length; at++) if (raises(slots[at], at) && at >= CHANGE) return at - CHANGE
  return Infinity
}

function row(name, cells) {
  return `${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(14)).join('')}`
}

function verdict(claim, held) {
  console.log(`${held ? 'holds' : 'DOES NOT HOLD'}: ${claim}`)
  return held
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await run({ quick: process.argv.includes('--quick') })) ? 0 : 1
}
