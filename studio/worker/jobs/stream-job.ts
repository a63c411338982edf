import { DataError, findMethod, type NumberColumn, type Target } from '../../../src/index.ts'
import { cutTexts } from '../../../src/reports/index.ts'
import type { SourceColumn } from '../../../src/sources/index.ts'
import { type RebuildPolicy, Stream, StreamAlarms, watchStream } from '../../../src/streams/index.ts'
import { type JobContext, rowsOf } from '../held.ts'
import { orderOf, rowsFrom } from '../stream-rows.ts'
import { coarseCells, type StreamCells } from '../stream-cells.ts'

/** How the open file is played. */
export interface StreamAsked {
  /** tells this stream from one that was started before */
  readonly id: number
  readonly columns: readonly string[]
  readonly target: Target | null
  /** what makes the bins, with its options */
  readonly by: Pick<NumberColumn, 'method' | 'options' | 'closed'>
  /** name of the column by which rows are put in order; null for the order of the file */
  readonly order: string | null
  readonly policy: RebuildPolicy
  /** rows between two looks */
  readonly every: number
  /** newest rows that count; null for all */
  readonly window: number | null
}

/** Asks for the next rows. */
export interface NextAsked {
  readonly id: number
  readonly rows: number
  /** the column that is looked at */
  readonly column: string
}

/** An alarm as it is told. */
export interface ToldAlarm {
  readonly kind: string
  readonly column: string | null
  readonly row: number
  readonly message: string
}

/** Cuts from a row on. */
export interface CutsFrom {
  readonly row: number
  readonly cuts: readonly number[]
}

/** A stream as it is after some rows. */
export interface StreamNow {
  /** rows seen, and rows in all */
  readonly row: number
  readonly rows: number
  readonly column: NumberColumn
  /** the cuts in words */
  readonly texts: readonly string[]
  readonly target: Target | null
  readonly cells: StreamCells
  /** a cell with more rows than this is split */
  readonly splitAt: number
  readonly splits: number
  readonly rebuilds: number
  /** why there are no bins yet */
  readonly problem: string | null
  readonly history: readonly CutsFrom[]
  readonly alarms: readonly ToldAlarm[]
}

interface Running {
  readonly id: number
  readonly stream: Stream
  readonly columns: readonly SourceColumn[]
  readonly labels: SourceColumn | null
  readonly order: Uint32Array | null
  readonly rows: number
  readonly history: ReadonlyMap<string, CutsFrom[]>
  readonly alarms: ToldAlarm[]
}

/** Entries of the time line: more could not be told apart. */
const MOST_ENTRIES = 800
const MOST_ALARMS = 500
/** Milliseconds that one answer may take; the page asks again. */
const BEAT = 40

let running: Running | null = null

/** Starts to play the open file as a stream. */
export async function streamStartJob(asked: StreamAsked, { held }: JobContext): Promise<{ rows: number }> {
  const read = rowsOf(held)
  const { id, target, by, order, policy, every, window } = asked
  const columns = read.columns.filter(({ name, kind }) => kind === 'number' && asked.columns.includes(name))
  if (columns.length === 0) throw new DataError('A stream needs a column of numbers, and this file has none.')
  const stream = new Stream({
    columns: columns.map(({ name }) => name),
    target: targetOf(target),
    method: findMethod(by.method),
    options: { ...by.options, closed: by.closed },
    layer: { kind: 'pid', window: window ?? undefined },
    rebuild: { policy, every },
  })
  const history = new Map<string, CutsFrom[]>(columns.map(({ name }) => [name, []]))
  const alarms: ToldAlarm[] = []
  const spacing = read.rows / MOST_ENTRIES
  watchStream(
    stream,
    [new StreamAlarms(stream)],
    ({ kind, column, row, message }) => {
      if (alarms.length < MOST_ALARMS) alarms.push({ kind, column, row, message })
    },
    ({ column, row, proposal: { cuts } }) => {
      const entries = history.get(column)!
      const last = entries.at(-1)
      // What follows closely takes the place of what could not be seen anyway.
      if (last !== undefined && entries.length > 1 && row - last.row < spacing) entries.pop()
      entries.push({ row, cuts })
    },
  )
  const labels = target === null ? null : (read.columns.find(({ name }) => name === target.name) ?? null)
  running = { id, stream, columns, labels, order: orderOf(read, order), rows: read.rows, history, alarms }
  return { rows: read.rows }
}

function targetOf(target: Target | null): ConstructorParameters<typeof Stream>[0]['target'] {
  if (target === null) return undefined
  const name = target.name ?? undefined
  if (target.kind === 'numeric') return { kind: 'numeric', name }
  return { kind: 'class', name, classes: target.classes, event: target.event ?? undefined }
}

/** Hands the next rows to the stream, and tells how it is then. */
export async function streamNextJob({ id, rows: wanted, column: name }: NextAsked): Promise<StreamNow> {
  if (running === null || running.id !== id) throw new DataError('Another stream was started.')
  const { stream, columns, labels, order, rows } = running
  const end = Math.min(rows, stream.rows + wanted)
  const until = performance.now() + BEAT
  while (stream.rows < end) {
    const [from, to] = [stream.rows, Math.min(end, stream.rows + 500)]
    stream.pushMany(
      columns.map((column) => rowsFrom(column, order, from, to)) as Float64Array[],
      labels === null ? null : rowsFrom(labels, order, from, to),
    )
    if (performance.now() > until) break
  }
  return told(running, name)
}

function told({ stream, rows, history, alarms }: Running, name: string): StreamNow {
  const live = stream.columns.find((one) => one.name === name) ?? stream.columns[0]
  const summary = live.summary()
  const column = live.column()
  const { layer } = live
  const pid = 'counters' in layer ? layer : null
  const inCells = summary.cells.tallies.rows.reduce((sum, count) => sum + count, 0)
  return {
    row: stream.rows,
    rows,
    column: live.bins === null ? { ...column, cuts: [], bins: [] } : column,
    texts: live.bins === null ? [] : cutTexts(column.cuts, column.closed, column.bins),
    target: summary.target,
    cells: coarseCells(summary),
    splitAt: pid === null ? Infinity : pid.settings.splitShare * inCells,
    splits: pid?.counters.splits ?? 0,
    rebuilds: live.rebuilds,
    problem: live.problem,
    history: history.get(live.name) ?? [],
    alarms,
  }
}
