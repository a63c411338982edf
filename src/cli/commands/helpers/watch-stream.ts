import type { Binning } from '../../../binning/binning.ts'
import { shapeOf } from '../../../binning/shape.ts'
import type { StreamRun } from '../../../node/stream/stream-run.ts'
import { binningReport } from '../../../reports/terminal/binning-text.ts'
import { visible } from '../../../reports/printed-text.ts'
import type { Io } from '../../io.ts'

/** Milliseconds between two pictures. */
const BEAT = 500

/** Draws a stream over and over: how far it is, then each column with its values, cuts and bins, then the last alarms. */
export class StreamWatch {
  readonly #io: Io
  readonly #run: StreamRun
  readonly #timer: NodeJS.Timeout
  #last = { at: Date.now(), row: 0 }

  constructor(io: Io, run: StreamRun) {
    this.#io = io
    this.#run = run
    this.#timer = setInterval(() => this.draw(), BEAT)
  }

  draw(): void {
    this.#io.draw('\u001b[H\u001b[2J', 'out')
    this.#io.show(`${this.picture()}\n`)
  }

  close(): void {
    clearInterval(this.#timer)
    this.draw()
  }

  picture(): string {
    const run = this.#run
    const now = Date.now()
    const rate = Math.round(((run.row - this.#last.row) * 1000) / Math.max(1, now - this.#last.at))
    this.#last = { at: now, row: run.row }
    const facts = [`${run.row} ${run.row === 1 ? 'row' : 'rows'}`, `${rate} a second`]
    if (run.waiting > 0) facts.push(`${run.waiting} wait for labels`)
    if (run.bad > 0) facts.push(`${run.bad} could not be read`)
    facts.push(`${run.alarms.count} ${run.alarms.count === 1 ? 'alarm' : 'alarms'}`)
    const alarms = run.alarms.last.slice(-5).map(({ message }) => `  ${visible(message)}`)
    const { stream } = run
    const body =
      stream === null
        ? 'waiting for the first rows'
        : binningReport(withShapes(run), { color: this.#io.color, width: this.#io.width })
    return [facts.join(' · '), '', body, ...(alarms.length === 0 ? [] : ['', 'alarms', ...alarms])].join('\n')
  }
}

function withShapes({ stream }: StreamRun): Binning {
  const binning = stream!.binning()
  return {
    ...binning,
    columns: binning.columns.map((column, i) =>
      column.kind === 'number' ? { ...column, shape: shapeOf(stream!.columns[i].summary(), column.cuts) } : column,
    ),
  }
}
