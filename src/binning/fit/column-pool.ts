import type { ByteLabels } from '../../summaries/mark-rows.ts'
import type { RowMarks } from '../../summaries/tallies.ts'
import type { LabelValues, NumberValues, Table } from '../../types.ts'
import { TABLE_MEANS } from './table-means.ts'
import type { Column } from '../binning.ts'
import { type ColumnJob, columnSteps } from './fit-column.ts'
import type { StartPlaces } from './known-places.ts'
import { runLater } from '../../util/steps.ts'
import { MANY_ROWS, RowsInMemory } from './rows-in-memory.ts'
import { leaveScratch, type Scratch, takeScratch } from '../../util/scratch.ts'
import { throwIfAborted } from '../../util/stop-signal.ts'

/** Anything that can be asked whether to stop, such as an AbortSignal. */
export interface StopSignal {
  /** whether to stop */
  readonly aborted: boolean
  /** what a fit that was stopped ends with */
  readonly reason?: unknown
  /** hears of the stop at once; without it `aborted` is looked at */
  readonly addEventListener?: (type: 'abort', listener: () => void) => void
  /** takes a listener off again */
  readonly removeEventListener?: (type: 'abort', listener: () => void) => void
}

/** Columns to fit, as a list whose entries are made when they are asked for: making one may take a pass over its rows. */
export interface ColumnJobs {
  /** names of the columns, in the order of the result */
  readonly names: readonly string[]
  /** makes the job of a column when it is its turn */
  readonly job: (index: number) => ColumnJob
  /** the values of a column, where they are there already */
  readonly values: (index: number) => NumberValues | LabelValues | undefined
}

/** How a pool is watched and stopped. */
export interface PoolRun {
  /** looked at between columns and about every 30 ms inside long ones: a fit that it stops ends with an `AbortError` */
  readonly signal?: StopSignal | undefined
  /** told after every column, in the order in which they are done; a promise it returns is waited for */
  readonly onProgress?: ((done: number, total: number, column: string) => void | Promise<void>) | undefined
}

/**
 * Where the columns of a table are fitted: one after the other here, or spread over threads. The columns come back in the
 * order of their names whatever the order of work; of several that fail, the first in that order says why.
 */
export interface ColumnPool {
  /** how labels of a byte each are read, where the pool takes them as codes */
  readonly bytes?: ByteLabels | undefined
  /** is told of the columns that will be fitted while the target is still read, so that threads may start meanwhile */
  expect?(table: Table, columns: readonly string[], rows: number): void
  /** fits the columns, and gives them in the order of their names */
  fitColumns(jobs: ColumnJobs, marks: RowMarks, run: PoolRun): Promise<Column[]>
}

/**
 * Fits in the thread that asks, and lets its other work run about every 30 ms, between columns and inside long ones. A signal
 * is looked at then, and between columns; progress is waited for.
 *
 *     // What `fitTable` takes where no pool is given; a pool of threads goes in the same place.
 *     const fitted = await fitTable(people, { target: 'bought', pool: inlinePool })
 *     console.log(fitted.columns.map(({ name }) => name)) // → [ 'age', 'region' ]
 */
export const inlinePool: ColumnPool = poolHere((marks, scratch) => new RowsInMemory(marks, TABLE_MEANS, scratch))

/** The same with rows that are counted in whatever way, told at places where there are such. */
export function poolHere(
  rowsOf: (marks: RowMarks, scratch: Scratch | undefined) => RowsInMemory,
  places?: StartPlaces,
): ColumnPool {
  return {
    async fitColumns({ names, job }, marks, { signal, onProgress }) {
      const scratch = marks.rows < MANY_ROWS ? undefined : takeScratch()
      const rows = rowsOf(marks, scratch)
      const columns: Column[] = []
      const pause = pausing(signal)
      for (const [index, name] of names.entries()) {
        throwIfStopped(signal)
        await pause()
        columns.push(await runLater(columnSteps(job(index), rows, places), pause))
        await onProgress?.(columns.length, names.length, name)
      }
      if (scratch !== undefined) leaveScratch(scratch)
      return columns
    },
  }
}

/** Throws where the signal of a fit says stop. */
export function throwIfStopped(signal: StopSignal | undefined, where = 'fitTable'): void {
  if (signal?.aborted === true) throwIfAborted(where, signal)
}

/** Lets other work of the thread run where it is time for that, and ends what was stopped meanwhile. */
export function pausing(signal: StopSignal | undefined, where?: string): () => Promise<void> | null {
  const pause = takeTurns()
  return () => pause()?.then(() => throwIfStopped(signal, where)) ?? null
}

/** So many milliseconds a thread may be kept busy before others get a turn: two frames of a screen. */
const LONGEST = 30

/** What a runtime may have; the core knows neither Node's types nor those of a page. */
interface Runtime {
  readonly setImmediate?: (turn: () => void) => unknown
  readonly MessageChannel: new () => { readonly port1: Port; readonly port2: Port }
}

interface Port {
  onmessage: (() => void) | null
  postMessage(message: null): void
  close(): void
}

/**
 * Lets other work of this thread run: timers, messages, clicks, drawing. A task of its own, since promises alone let none of
 * these in. A message is not held back in a tab that is not looked at, as a timer is.
 */
export function nextTurn(): Promise<void> {
  const runtime = globalThis as unknown as Runtime
  return new Promise((resolve) => {
    if (runtime.setImmediate !== undefined) {
      runtime.setImmediate(resolve)
      return
    }
    const { port1, port2 } = new runtime.MessageChannel()
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- which would need `start` besides
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** A pause that is taken only where the last one is long ago; null where it is not time yet. */
export function takeTurns(): () => Promise<void> | null {
  let last = Date.now()
  return () => {
    if (Date.now() - last < LONGEST) return null
    return nextTurn().then(() => {
      last = Date.now()
    })
  }
}
