import { signal } from '@preact/signals'
import { ask } from '../../worker/ask.ts'
import type { StreamAsked, StreamNow } from '../../worker/jobs/stream-job.ts'

/** What is played, without the number that tells one run from another. */
export type StreamSettings = Omit<StreamAsked, 'id'>

/** The stream as it is now; null before it has started. */
export const streamNow = signal<StreamNow | null>(null)
/** Whether rows flow. */
export const playing = signal(false)
/** Rows a second. */
export const rowsPerSecond = signal(100)
/** Why nothing can be played. */
export const streamProblem = signal<string | null>(null)

/** Milliseconds between two pictures. */
const BEAT = 50
/** Seconds of rows that may be made up for after a slow answer. */
const MOST_OWED = 0.25

let current = 0
let column = ''

/** Starts from the first row, paused. */
export async function startStream(settings: StreamSettings, shown: string): Promise<void> {
  playing.value = false
  streamProblem.value = null
  column = shown
  const id = ++current
  try {
    await ask('streamStart', { id, ...settings })
    if (id === current) await next(id, 0)
  } catch (error) {
    if (id !== current) return
    streamNow.value = null
    streamProblem.value = error instanceof Error ? error.message : String(error)
  }
}

/** Shows another column of the same stream. */
export async function showStreamColumn(shown: string): Promise<void> {
  column = shown
  if (streamNow.value !== null) await next(current, 0)
}

/** The next rows, then a pause. */
export async function stepStream(rows: number): Promise<void> {
  playing.value = false
  await next(current, rows)
}

/** Lets rows flow until somebody stops them or there are no more. */
export async function playStream(): Promise<void> {
  const id = current
  playing.value = true
  let last = performance.now()
  let owed = 0
  const flows = (): boolean => playing.value && id === current
  while (flows()) {
    const now = performance.now()
    owed = Math.min(owed + ((now - last) / 1000) * rowsPerSecond.value, Math.max(1, MOST_OWED * rowsPerSecond.value))
    last = now
    const rows = Math.floor(owed)
    if (rows > 0) {
      owed -= rows
      await next(id, rows)
    }
    const left = now + BEAT - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
  }
}

async function next(id: number, rows: number): Promise<void> {
  try {
    const snapshot = await ask('streamNext', { id, rows, column })
    if (id !== current) return
    streamNow.value = snapshot
    if (snapshot.row >= snapshot.rows) playing.value = false
  } catch (error) {
    if (id !== current) return
    playing.value = false
    streamProblem.value = error instanceof Error ? error.message : String(error)
  }
}
