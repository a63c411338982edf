import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConceptWatch, PopulationWatch, watchCuts } from '../dist/streams.js'
import { riverResults } from './drift/river.mjs'
import { CHANGE, CONCEPTS, NULL_ROWS, ROWS, SHIFTS, STREAMS, makeLabelled, makeValues } from './drift/streams.mjs'

/** Rows from which Kerf learns its cells; the others start at the first row. */
const LEARN = 500

const RUN_LENGTH = 10_000

/**
 * `npm run bench -- drift [DATA]`: how soon alarms come and how often they are false, beside ADWIN, Page-Hinkley and KSWIN
 * of river, each tuned on streams without drift to one false alarm per 10,000 rows. DATA is a CSV in time order; what is
 * told of it: alarms per column, and how late the first is after a constant column starts to vary.
 */
export async function run([data] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-bench-drift-'))
  try {
    const spec = writeStreams(folder, data)
    const kerf = { values: measureTwice(spec.values, watchValues), labels: measureTwice(spec.labels, watchLabels) }
    console.log(`${STREAMS} streams each; without drift ${NULL_ROWS} rows, with drift at row ${CHANGE} of ${ROWS}`)
    const river = await riverResults(folder, spec)
    print('numbers', kerf.values, river?.values ?? [])
    print('classes inside bins (river sees the errors of the most frequent class)', kerf.labels, river?.labels ?? [])
    if (spec.columns.length > 0) printColumns(spec.columns, river?.columns ?? [])
    const rate = Math.max(kerf.values[0].falseAlarms, kerf.labels[0].falseAlarms)
    console.log(
      rate <= 1 ? 'Kerf keeps to one false alarm per 10,000 rows' : `Kerf raises ${rate} false alarms per 10,000 rows`,
    )
    return rate <= 1 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the streams for river, and keeps them for Kerf. */
function writeStreams(folder, data) {
  const save = (name, streams) => {
    const path = join(folder, `${name}.f64`)
    writeFileSync(path, new Uint8Array(Float64Array.from(streams.flatMap((stream) => Array.from(stream))).buffer))
    return path
  }
  const part = (make, kinds, forRiver) => {
    const streams = [
      { name: 'no drift', rows: NULL_ROWS, change: null, list: make(null, NULL_ROWS) },
      ...kinds.map((name) => ({ name, rows: ROWS, change: CHANGE, list: make(name, ROWS) })),
    ]
    return streams.map((one, i) => ({
      ...one,
      path: save(`${kinds[0]}-${i}`.replaceAll(' ', '-'), one.list.map(forRiver)),
    }))
  }
  const columns = data === undefined ? [] : readColumns(data)
  return {
    values: part(makeValues, SHIFTS, (values) => values),
    labels: part(makeLabelled, CONCEPTS, errorsOf),
    columns: columns.map((one, i) => ({ ...one, path: save(`column-${i}`, [one.list[0]]) })),
  }
}

/** As it comes, and with the run length at which it raises as many false alarms as the others are tuned to. */
function measureTwice(parts, alarmsOf) {
  const plain = measure(parts, (stream) => alarmsOf(stream, RUN_LENGTH), 'as it comes')
  let [runLength, tuned] = [RUN_LENGTH, plain]
  // The rate is about inverse to the run length.
  for (let round = 0; round < 3 && Math.abs(tuned.falseAlarms - 1) > 0.02; round++) {
    runLength *= tuned.falseAlarms
    const length = Math.round(runLength)
    tuned = measure(parts, (stream) => alarmsOf(stream, length), `run length ${length}`)
  }
  return [plain, tuned]
}

/** Alarms of each stream: false ones per 10,000 rows without drift, median delays with. */
function measure(parts, alarmsOf, setting) {
  const [none, ...drifts] = parts
  let count = 0
  const start = process.cpuUsage().user
  for (const stream of none.list) count += alarmsOf(stream).length
  const micros = (process.cpuUsage().user - start) / (STREAMS * NULL_ROWS)
  return {
    name: 'Kerf',
    setting,
    falseAlarms: (count / (STREAMS * NULL_ROWS)) * 10_000,
    micros,
    delays: drifts.map(({ list, change }) => {
      const delays = list.map((stream) => (alarmsOf(stream).find(({ at }) => at >= change)?.at ?? Infinity) - change)
      return quantiles(delays)
    }),
  }
}

function quantiles(delays) {
  const sorted = delays.toSorted((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)], p90: sorted[Math.floor(sorted.length * 0.9)] }
}

/** Cells from the first rows, then row by row. */
function watchValues(values, runLength) {
  const cuts = watchCuts(values.subarray(0, LEARN))
  const slotOf = (value) => cuts.reduce((slot, cut) => slot + (cut <= value ? 1 : 0), 0)
  const labels = Array.from({ length: cuts.length + 1 }, (_, i) => `cell ${i}`)
  const reference = new Float64Array(labels.length)
  for (let row = 0; row < LEARN; row++) reference[slotOf(values[row])]++
  const watch = new PopulationWatch({ column: 'x', labels, ordered: labels.length, reference, runLength })
  const alarms = []
  for (let row = LEARN; row < values.length; row++) {
    const alarm = watch.update(slotOf(values[row]), row)
    if (alarm !== null) alarms.push(alarm)
  }
  return alarms
}

function watchLabels({ slots, classes, labels }, runLength) {
  const watch = new ConceptWatch({ column: 'x', labels, classes: ['no', 'yes'], learn: LEARN, runLength })
  const alarms = []
  for (let row = 0; row < slots.length; row++) {
    const alarm = watch.update(slots[row], classes[row], row)
    if (alarm !== null) alarms.push(alarm)
  }
  return alarms
}

/** 1 where the most frequent class of the slot in the first rows is not the row's: what drift detectors are fed with. */
function errorsOf({ slots, classes, labels }) {
  const yes = labels.map(() => 0)
  for (let row = 0; row < LEARN; row++) yes[slots[row]] += classes[row] === 1 ? 1 : -1
  return Float64Array.from(slots, (slot, row) => (classes[row] === (yes[slot] > 0 ? 1 : 0) ? 0 : 1))
}

/** Number columns of a CSV in time order, and for each that starts constant the row where that ends. */
function readColumns(path) {
  const [head, ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  return head.flatMap((name, c) => {
    const values = Float64Array.from(lines, (line) => Number(line[c]))
    if (values.some(Number.isNaN)) return []
    const vary = values.findIndex((value) => value !== values[0])
    return [{ name, rows: values.length, change: vary > 2 * LEARN ? vary : null, list: [values] }]
  })
}

function print(title, kerf, others) {
  const [, tuned] = kerf
  const kinds = tuned.delays.length === SHIFTS.length ? SHIFTS : CONCEPTS
  const cell = (text) => text.padStart(13)
  console.log(`\n${title}: median delay in rows (90 %)`)
  console.log(
    `${'detector'.padEnd(40)}${cell('false/10,000')}${kinds.map((kind) => cell(kind)).join('')}${cell('µs a row')}`,
  )
  for (const { name, setting, falseAlarms, delays, micros } of [...kerf, ...others]) {
    const texts = delays.map(({ median, p90 }) => cell(`${rowsText(median)} (${rowsText(p90)})`))
    console.log(
      `${`${name}, ${setting}`.padEnd(40)}${cell(falseAlarms.toFixed(2))}${texts.join('')}${cell(micros.toFixed(1))}`,
    )
  }
  if (others.length === 0) return
  const words = kinds.map((kind, i) => {
    const best = Math.min(...others.map(({ delays }) => delays[i].median ?? Infinity))
    return `${kind} ${Number.isFinite(best) ? (tuned.delays[i].median / best).toFixed(2) : 'only Kerf'}`
  })
  console.log(`at the same false alarms, Kerf's median delay over that of the best of the others: ${words.join(', ')}`)
}

function rowsText(rows) {
  return rows === null || !Number.isFinite(rows) ? 'none' : String(rows)
}

function printColumns(columns, others) {
  console.log('\ncolumns in time order: alarms per 10,000 rows; delay where a constant column starts to vary')
  for (const { name, change, list, rows } of columns) {
    const kerf = watchValues(list[0], RUN_LENGTH)
    const own = { name: 'Kerf', perTenThousand: (kerf.length / rows) * 10_000, delay: delayOf(kerf, change) }
    const all = [
      own,
      ...others.flatMap((one) =>
        one.columns.filter((column) => column.column === name).map((column) => ({ ...column, name: one.name })),
      ),
    ]
    const texts = all.map(
      (one) => `${one.name} ${one.perTenThousand.toFixed(1)}${change === null ? '' : ` (${rowsText(one.delay)})`}`,
    )
    console.log(`  ${name.padEnd(12)}${change === null ? '' : `constant until row ${change}: `}${texts.join(', ')}`)
  }
}

function delayOf(alarms, change) {
  if (change === null) return null
  const first = alarms.find(({ at }) => at >= change)
  return first === undefined ? null : first.at - change
}
