/** What a thread of `readCsvByThreads` runs. It loads the reader alone, which is quicker than with all methods. */
import { parentPort } from 'node:worker_threads'
import type { ColumnPart } from '../../sources/csv/column-builders.ts'
import { type RangeRead, type RangeTask, readRange } from '../../sources/csv/csv-range.ts'
import { type ByteRange, bytesOf } from '../files/byte-range.ts'

/** What a thread is told: what to read from which file, once, then the ranges. */
export type RangeMessage =
  | { readonly kind: 'task'; readonly path: string; readonly task: RangeTask }
  | { readonly kind: 'range'; readonly id: number; readonly range: ByteRange }

/** What it answers to each range; null when it cannot be read by itself. */
export interface RangeReply {
  readonly id: number
  readonly read: RangeRead | null
}

let current: { readonly path: string; readonly task: RangeTask } | null = null

parentPort?.on('message', (message: RangeMessage) => {
  if (message.kind === 'task') {
    current = message
    return
  }
  const { id, range } = message
  let read: RangeRead | null = null
  try {
    read = current === null ? null : readRange(current.task, bytesOf(current.path, range), range.bytes)
  } catch {
    // Whatever it is, the plain reader says it better: it knows the line.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, read } satisfies RangeReply, read === null ? [] : memoryOf(read.parts.values()))
})

/** The memory of columns, to be handed over without a copy. */
function memoryOf(parts: Iterable<ColumnPart>): ArrayBuffer[] {
  const own = (part: ColumnPart): readonly ArrayBufferView[] =>
    'ends' in part ? [...part.blocks, part.bytes, part.ends] : part.blocks
  return [...parts].flatMap((part) => own(part).map(({ buffer }) => buffer as ArrayBuffer))
}
