import type { Rebuilt } from './live-column.ts'

/** Something that a stream should tell: what happened, in which column, at which row, and in words. */
export interface StreamAlarm {
  readonly kind: string
  readonly column: string | null
  readonly row: number
  readonly message: string
  readonly [detail: string]: unknown
}

/**
 * Looks at a stream as it flows and raises alarms. It is told of every rebuild of layer two; what it must remember over a
 * restart it gives and takes as plain data, which is saved with the state of the stream.
 */
export interface StreamWatcher {
  readonly name: string
  rebuilt(event: Rebuilt): readonly StreamAlarm[]
  toState(): unknown
  restore(state: unknown): void
}
