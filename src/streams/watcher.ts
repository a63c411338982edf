import type { LiveColumn, Rebuilt } from './live-column.ts'
import type { WatchedRows } from './watched-rows.ts'

/** Something worth telling about a stream: what happened, in which column, at which row, and in words. */
export interface StreamAlarm {
  /** what happened, in a word */
  readonly kind: string
  /** name of the column; null where it is about the stream as a whole */
  readonly column: string | null
  /** row of the stream at which it was told */
  readonly row: number
  /** the whole in one sentence */
  readonly message: string
  /** whatever else the watcher tells */
  readonly [detail: string]: unknown
}

/**
 * Looks at a stream as it flows and raises alarms. It is told of every rebuild of layer two, and of rows and of looks at
 * the bins if it wants to be; what it must remember over a restart it gives and takes as plain data, which is saved with
 * the state of the stream. How rows are batched must not matter to it.
 */
export interface StreamWatcher {
  /** the name under which its state is saved */
  readonly name: string
  /** rows before they are counted; never beyond the next look at the bins */
  rows?(rows: WatchedRows): readonly StreamAlarm[]
  /** a look at the bins that did not remake them */
  looked?(column: LiveColumn): readonly StreamAlarm[]
  /** bins that were remade */
  rebuilt(event: Rebuilt): readonly StreamAlarm[]
  /** what must be remembered over a restart, as plain data */
  toState(): unknown
  /** takes back what `toState` gave */
  restore(state: unknown): void
}

/**
 * Lets watchers follow a stream, in their order; `tell` gets their alarms. Earlier listeners are replaced.
 *
 *     const stream = new Stream({ columns: ['age'] })
 *     const heard: number[] = []
 *     watchStream(stream, [new StreamAlarms(stream)], ({ row }) => heard.push(row))
 *     for (const age of ages) stream.push([age])
 *     for (let i = 0; i < 100; i++) stream.push([90]) // nobody was that old before
 *     console.log(heard.length > 0) // → true
 *
 * @param tell hears of every alarm, and of the watcher that raised it
 * @param onRebuild hears of every rebuild, before the watchers
 */
export function watchStream(
  stream: {
    /** the live columns, whose rebuilds are told */
    readonly columns: readonly LiveColumn[]
    /** who is told of rows; replaced */
    onRows: ((rows: WatchedRows) => void) | null
  },
  watchers: readonly StreamWatcher[],
  tell: (alarm: StreamAlarm, watcher: StreamWatcher) => void,
  onRebuild: ((event: Rebuilt) => void) | null = null,
): void {
  const reading = watchers.filter((watcher) => watcher.rows !== undefined)
  const looking = watchers.filter((watcher) => watcher.looked !== undefined)
  const read = (rows: WatchedRows): void => {
    const found = reading.flatMap((watcher) => (watcher.rows?.(rows) ?? []).map((alarm) => ({ alarm, watcher })))
    // As if all watchers had been asked row by row: how rows are batched must not matter.
    for (const { alarm, watcher } of found.toSorted((a, b) => a.alarm.row - b.alarm.row)) tell(alarm, watcher)
  }
  stream.onRows = reading.length === 0 ? null : read
  for (const column of stream.columns) {
    column.onRebuild = (event) => {
      onRebuild?.(event)
      for (const watcher of watchers) for (const alarm of watcher.rebuilt(event)) tell(alarm, watcher)
    }
    const look = (seen: LiveColumn): void => {
      for (const watcher of looking) for (const alarm of watcher.looked?.(seen) ?? []) tell(alarm, watcher)
    }
    column.onLook = looking.length === 0 ? null : look
  }
}
