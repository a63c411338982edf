/** What a thread of `readCsvByThreads` runs. It loads the reader alone, which is quicker than with all methods. */
import { parentPort } from 'node:worker_threads'
import type { ColumnPart } from '../../sources/csv/column-builders.ts'
import { type SectionRead, type SectionTask, readSection } from '../../sources/csv/csv-pass.ts'
import { type ByteSection, bytesOf } from './section-bytes.ts'

/** What a thread is told: what to read from which file, once, then the sections. */
export type SectionMessage =
  | { readonly kind: 'task'; readonly path: string; readonly task: SectionTask }
  | { readonly kind: 'section'; readonly id: number; readonly section: ByteSection }

/** What it answers to each section; null when it cannot be read by itself. */
export interface SectionReply {
  readonly id: number
  readonly read: SectionRead | null
}

let current: { readonly path: string; readonly task: SectionTask } | null = null

parentPort?.on('message', (message: SectionMessage) => {
  if (message.kind === 'task') {
    current = message
    return
  }
  const { id, section } = message
  let read: SectionRead | null = null
  try {
    read = current === null ? null : readSection(current.task, bytesOf(current.path, section), section.bytes)
  } catch {
    // Whatever it is, the plain reader says it better: it knows the line.
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, read } satisfies SectionReply, read === null ? [] : memoryOf(read.parts.values()))
})

/** The memory of columns, to be handed over without a copy. */
function memoryOf(parts: Iterable<ColumnPart>): ArrayBuffer[] {
  const own = (part: ColumnPart): readonly ArrayBufferView[] =>
    'ends' in part ? [...part.blocks, part.bytes, part.ends] : part.blocks
  return [...parts].flatMap((part) => own(part).map(({ buffer }) => buffer as ArrayBuffer))
}
