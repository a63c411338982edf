import { neuralToJson, trainNeuralTable } from '../../src/models/neural/index.ts'
import { equalFrequency, fitTable, groupLevels, readData, toJson, toTable } from '../../src/node.ts'
import { markRows } from '../../src/summaries/mark-rows.ts'
import { encoderFromJson, encoderToJson, makeEncoder, multiGranularity } from '../../src/encoders/index.ts'
import { Stream, StreamAlarms, type StreamOptions, streamToJson, watchStream } from '../../src/streams/index.ts'
import { summaryToBytes } from '../../src/summaries/index.ts'
import { summarizeCategories } from '../../src/summaries/summarize-categories.ts'
import { summarizeNumbers } from '../../src/summaries/summarize-numbers.ts'
import { readFrozen } from './frozen.ts'
import { numbers } from './inputs.ts'

/** Saved files that only the library writes, by name. */
export const MADE: Readonly<Record<string, () => Promise<string | Uint8Array>>> = {
  'encoder-multi-granularity.json': async () => {
    const table = { x: column(200, 1), y: column(200, 2) }
    const fits = [3, 6].map((bins) => fitTable(table, { all: { method: equalFrequency, bins } }))
    return encoderToJson(makeEncoder(await Promise.all(fits), { encoding: multiGranularity }))
  },
  'levels-grouped.json': async () => {
    const next = numbers(5)
    const town = Array.from({ length: 300 }, () => `t${Math.floor(next() * next() * 9)}`)
    const paid = town.map((name) => (next() < Number(name.slice(1)) / 10 ? 'yes' : 'no'))
    const grouped = groupLevels(summarizeCategories(town, markRows(300, { target: paid })), {
      name: 'town',
      maxBins: 3,
    })
    const binning = await fitTable({ town, paid }, { target: 'paid' })
    return toJson({ ...binning, columns: [grouped] })
  },
  'summary-alone.bytes': async () => {
    const values = column(150, 3)
    return summaryToBytes(summarizeNumbers(values, markRows(150, { target: values.map((x) => (x > 40 ? 'b' : 'a')) })))
  },
  'stream-made-pid.json': async () =>
    streamed({ target: { kind: 'class', name: 'y', classes: ['a'] }, weighted: true, layer: { startCells: 20 } }),
  'stream-made-cells.json': async () =>
    streamed({ target: { kind: 'numeric' }, layer: { kind: 'cells', window: 200, panes: 4, maxCells: 40 } }),
  'stream-made-faded.json': async () =>
    streamed({ method: undefined, layer: { startCells: 20, maxCells: 60, halfLife: 150 }, rebuild: { every: 90 } }),
  'stream-alarms.json': async () => {
    const stream = new Stream({ columns: ['x'], target: { kind: 'class' }, rebuild: { every: 100 } })
    const watch = new StreamAlarms(stream, { runLength: 2000 })
    const alarms: unknown[] = []
    watchStream(stream, [watch], (alarm) => alarms.push(alarm))
    const next = numbers(9)
    for (let row = 0; row < 1500; row++) {
      const x = next() + (row > 1000 ? 0.4 : 0)
      stream.push([x], x > 0.6 === next() > 0.1 ? 'a' : 'b')
    }
    return `${JSON.stringify({ alarms, watch: watch.toState() })}\n`
  },
}

/** A small net. Training differs by bits from one runtime to the next, so its file is made once and then only read. */
export async function trainedNet(data: string): Promise<string> {
  const encoder = encoderFromJson(readFrozen('files/encoder-one-hot.json').toString())
  const options = { target: 'again', event: 'yes', size: 3, hidden: [6, 4], epochs: 10, batch: 32 }
  return neuralToJson(await trainNeuralTable(toTable(await readData(data)), encoder, options))
}

function column(rows: number, seed: number): number[] {
  const next = numbers(seed)
  return Array.from({ length: rows }, () => Math.floor(1000 / (1 + 20 * next())) / 10)
}

/** A stream of two columns, one with missing values and special codes, saved. */
function streamed(options: Omit<StreamOptions, 'columns'>): string {
  const stream = new Stream({
    columns: ['x', 'y'],
    ...options,
    perColumn: { y: { ...options.layer, special: [-9] } },
  })
  const next = numbers(13)
  const kind = options.target?.kind
  for (let row = 0; row < 400; row++) {
    // Not a power, which newer versions of Node round otherwise.
    const [a, b, c] = [next(), next(), next()]
    const values = [a * b * c * 50, next() < 0.1 ? Number.NaN : next() < 0.1 ? -9 : next() * 8]
    const told = values[0] > 12 ? next() * 3 : next()
    const target = kind === 'class' ? (told > 0.9 ? 'a' : 'b') : kind === 'numeric' ? told : undefined
    stream.push(values, target, options.weighted === true ? 1 + Math.floor(next() * 4) : undefined)
  }
  return streamToJson(stream)
}
