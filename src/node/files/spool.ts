import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DataError } from '../../errors.ts'
import type { FoundFile } from './find-files.ts'
import { readingFault, writingFault } from './system-errors.ts'
import { temporaryPath, withTemporary } from './temporary.ts'

/**
 * Lends the path of a file that can be read several times: the file itself, or a copy of what standard input or a pipe
 * gives, which is removed afterwards.
 */
export async function withSpooled<T>(file: FoundFile, work: (path: string) => Promise<T>): Promise<T> {
  if (!file.once) return work(file.path)
  return withTemporary(temporaryPath('.spool'), async (copy) => {
    // Only for its owner: the data may be private, and the folder is shared.
    const written = createWriteStream(copy, { mode: 0o600 })
    const from = file.standardInput ? process.stdin : createReadStream(file.path)
    let writing: unknown = null
    written.on('error', (error) => (writing = error))
    try {
      await pipeline(from, written)
    } catch (error) {
      const fault = writing === null ? readingFault(error) : writingFault(error)
      if (fault === null) throw error
      throw new DataError(writing === null ? `${file.name} ${fault}` : `a copy of ${file.name} ${fault}`)
    }
    return work(copy)
  })
}
