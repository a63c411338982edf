import { spawnSync } from 'node:child_process'
import { assign, equalFrequency, fitTable, random } from '../../dist/index.js'
import {
  ColumnWatch,
  PopulationWatch,
  Stream,
  StreamAlarms,
  ValueWatch,
  watchCuts,
  watchStream,
} from '../../dist/streams.js'
import { PROGRAM_FILE } from '../package/entries.mjs'

/** Rows that a fit or cells are made from, where the way of watching needs them. */
const FITTED = 500

/**
 * Normal values of which each is correlated with the one before it; `move` may change them.
 * @param {(x: number, row: number) => number} move
 */
export function makeNormal(seed, rows, correlation = 0, move = (x) => x) {
  const { normal } = random(seed)
  const fresh = Math.sqrt(1 - correlation * correlation)
  let x = normal()
  return Float64Array.from({ length: rows }, (_, row) => {
    x = correlation * x + fresh * normal()
    return move(x, row)
  })
}

/** Symbols of equal shares of which some repeat the one before. */
export function makeSticky(seed, rows, symbols, repeats) {
  const { next, integer } = random(seed)
  let last = integer(symbols)
  return Int32Array.from({ length: rows }, () => (next() < repeats ? last : (last = integer(symbols))))
}

/** Ways in which users have values watched: for columns of values, the rows at which each raises a population alarm. */
export const WAYS = {
  'kerf stream': (columns) => commandAlarms(columns),
  StreamAlarms: (columns) => streamAlarms(columns),
  ValueWatch: (columns) => columns.map(valueAlarms),
  'ColumnWatch, values': (columns) => Promise.all(columns.map(columnAlarms)),
  'PopulationWatch of watchCuts': (columns) => columns.map(cellAlarms),
}

/** The program with its defaults, all columns in one table. */
function commandAlarms(columns) {
  const names = columns.map((_, c) => `x${c}`)
  const lines = [names.join(',')]
  for (let row = 0; row < columns[0].length; row++) lines.push(columns.map((values) => values[row]).join(','))
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM_FILE, 'stream'], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`kerf stream ended with ${status}: ${stderr}`)
  const alarms = stdout
    .split('\n')
    .filter((line) => line.includes('"alarm"'))
    .map((line) => JSON.parse(line))
  return names.map((name) =>
    alarms.filter(({ column, kind }) => column === name && kind === 'population').map(({ row }) => row - 1),
  )
}

/**
 * The library's stream, all columns side by side: the rows at which each raises an alarm.
 * @param {Float64Array[]} columns
 * @param {{ classes?: string[] | null, kinds?: import('../../dist/streams.js').AlarmKind[] }} [options]
 */
export function streamAlarms(columns, options = {}) {
  const { classes = null, kinds = ['population'] } = options
  const names = columns.map((_, c) => `x${c}`)
  const target = classes === null ? undefined : { kind: /** @type {const} */ ('class') }
  // Bins do not matter to these alarms, so they are seldom made.
  const stream = new Stream({ columns: names, target, method: equalFrequency, rebuild: { every: 1000 } })
  const found = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]))
  watchStream(stream, [new StreamAlarms(stream, { kinds })], ({ column, row }) =>
    found.get(column ?? '')?.push(row - 1),
  )
  stream.pushMany(columns, classes ?? undefined)
  return [...found.values()]
}

function valueAlarms(values) {
  const watch = new ValueWatch({ column: 'x' })
  const rows = []
  values.forEach((value, row) => {
    if (watch.update(value, row) !== null) rows.push(row)
  })
  return rows
}

/** A fitted column of eight bins, given slots and values. */
async function columnAlarms(values, index) {
  const { columns } = await fitTable(
    { x: Array.from(makeNormal(90_000 + index, FITTED)) },
    { all: { method: equalFrequency, bins: 8 } },
  )
  const column = /** @type {import('../../dist/index.js').NumberColumn} */ (columns[0])
  const watch = ColumnWatch.of(column, null)
  const rows = []
  values.forEach((value, row) => {
    if (watch.update(assign(column, value), null, row, value).length > 0) rows.push(row)
  })
  return rows
}

/** Slots alone, in cells of rows that came before. */
function cellAlarms(values, index) {
  const before = makeNormal(90_000 + index, FITTED)
  const cuts = watchCuts(before)
  const slotOf = (value) => cuts.reduce((slot, cut) => slot + (cut <= value ? 1 : 0), 0)
  const labels = Array.from({ length: cuts.length + 1 }, (_, i) => `cell ${i}`)
  const reference = new Float64Array(labels.length)
  for (const value of before) reference[slotOf(value)]++
  const watch = new PopulationWatch({ column: 'x', labels, ordered: labels.length, reference })
  const rows = []
  values.forEach((value, row) => {
    if (watch.update(slotOf(value), row) !== null) rows.push(row)
  })
  return rows
}
