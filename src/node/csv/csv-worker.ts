/** What a thread of `readCsvByThreads` runs. It loads the reader alone, which is quicker than with all methods. */
import { parentPort } from 'node:worker_threads'
import type { ColumnPart } from '../../sources/csv/column-builders.ts'
import { type SectionRead, type SectionTask, readSection } from '../../sources/csv/csv-pass.ts'
import { placeParts } from '../../sources/csv/place-parts.ts'
import { type ByteSection, withSection } from './section-bytes.ts'

/** What a thread is told: what to read from which file, then the sections, then where the numbers it found belong. */
export type SectionMessage =
  | { readonly kind: 'task'; readonly path: string; readonly task: SectionTask }
  | { readonly kind: 'section'; readonly id: number; readonly section: ByteSection }
  | {
      readonly kind: 'place'
      /** by position the values of a column, in shared memory; and the row at which each section starts */
      readonly columns: ReadonlyMap<number, Float64Array>
      readonly starts: readonly number[]
    }

/** What it answers to each section, its numbers left out, null when it cannot be read by itself; and when all is placed. */
export type SectionReply =
  { readonly kind: 'section'; readonly id: number; readonly read: SectionRead | null } | { readonly kind: 'placed' }

let current: { readonly path: string; readonly task: SectionTask } | null = null
/** by section, the parts of columns that wait for their place */
const held = new Map<number, ReadonlyMap<number, ColumnPart>>()

parentPort?.on('message', (message: SectionMessage) => {
  if (message.kind === 'task') {
    current = message
    held.clear()
  } else if (message.kind === 'section') {
    const { id, section } = message
    const read = current === null ? null : readOf(current.path, current.task, section)
    const parts = [...(read?.parts ?? [])]
    const texts = parts.filter(([, part]) => 'ends' in part)
    held.set(id, new Map(parts.filter(([, part]) => !('ends' in part))))
    answer({ kind: 'section', id, read: read === null ? null : { ...read, parts: new Map(texts) } }, memoryOf(texts))
  } else {
    for (const [id, parts] of held) placeParts(parts, message.columns, message.starts[id])
    held.clear()
    answer({ kind: 'placed' })
  }
})

function readOf(path: string, task: SectionTask, section: ByteSection): SectionRead | null {
  try {
    return withSection(path, section, (fill) => readSection(task, fill, section.bytes))
  } catch {
    // Whatever it is, the plain reader says it better: it knows the line.
    return null
  }
}

/** Tells the thread that asked; memory is handed over without a copy. */
function answer(reply: SectionReply, memory: readonly ArrayBuffer[] = []): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(reply, memory)
}

function memoryOf(parts: readonly (readonly [number, ColumnPart])[]): ArrayBuffer[] {
  const own = (part: ColumnPart): readonly ArrayBufferView[] =>
    'ends' in part ? [...part.blocks, part.bytes, part.ends] : part.blocks
  return parts.flatMap(([, part]) => own(part).map(({ buffer }) => buffer as ArrayBuffer))
}
