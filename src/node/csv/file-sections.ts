import { type FileHandle, open } from 'node:fs/promises'
import type { SectionTask } from '../../sources/csv/csv-pass.ts'
import { readCsvSections, type SectionsRead } from '../../sources/csv/join-sections.ts'
import type { FileOptions, SourceTable } from '../../sources/source.ts'
import type { ByteSection } from './section-bytes.ts'
import { openBytes } from '../files/file-bytes.ts'

const LF = 10
/** No line end in so many bytes: such lines are left to the plain reader, which has its limits for them. */
const LONGEST = 16_777_216

/** Reads sections of a file, several at a time, and tells how many bytes each had. Null when one of them cannot be read. */
export type ReadSections = (
  path: string,
  task: SectionTask,
  sections: readonly ByteSection[],
  onSection: (bytes: number) => void,
) => Promise<SectionsRead | null>

/** Reads a text table in sections of about so many bytes; null where that cannot be done. See `readCsvSections`. */
export function readCsvInSections(
  path: string,
  options: FileOptions & { readonly size: number },
  sectionBytes: number,
  read: ReadSections,
): Promise<SourceTable | null> {
  const { name, size, onProgress } = options
  return readCsvSections(openBytes(path, name), options, async (task, from) => {
    const sections = await splitFile(path, from, size, sectionBytes)
    if (sections === null) return null
    let done = from
    return read(path, task, sections, (bytes) => {
      done += bytes
      onProgress?.(Math.min(1, done / Math.max(1, size)))
    })
  })
}

/** Sections of about so many bytes, each behind a line feed; null when some line is too long. */
async function splitFile(path: string, start: number, size: number, bytes: number): Promise<ByteSection[] | null> {
  const file = await open(path, 'r')
  try {
    const sections: ByteSection[] = []
    let from = start
    while (from + bytes < size) {
      const to = await lineAfter(file, from + bytes)
      if (to === null) return null
      if (to >= size) break
      sections.push({ from, to, bytes: to - from })
      from = to
    }
    // What is added to the file meanwhile is read too, as by the plain reader.
    return [...sections, { from, to: Infinity, bytes: Math.max(0, size - from) }]
  } finally {
    await file.close()
  }
}

/** The byte behind the first line feed from a position on; Infinity at the end of the file, null when it is too far. */
async function lineAfter(file: FileHandle, position: number): Promise<number | null> {
  const buffer = Buffer.alloc(65_536)
  for (let at = position; at < position + LONGEST;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return Infinity
    const found = buffer.subarray(0, bytesRead).indexOf(LF)
    if (found >= 0) return at + found + 1
    at += bytesRead
  }
  return null
}
