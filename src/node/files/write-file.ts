import { chmod, open, realpath, rename, stat, writeFile } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { DataError, isKerfError } from '../../errors.ts'
import { writingError } from './system-errors.ts'
import { temporaryPath, withTemporary } from './temporary.ts'

/** How a file is written. */
export interface OutputOptions {
  /** replace a file that exists; default false */
  readonly force?: boolean | undefined
}

/**
 * Writes a file so that it is there completely or not at all: `write` gets the path of a temporary file in the same
 * folder, which takes the place of `path` when it is on the disk. A file that exists is replaced only with `force`.
 */
export async function writeFileSafely(
  path: string,
  write: (temporaryPath: string) => Promise<void>,
  options: OutputOptions = {},
): Promise<void> {
  try {
    const old = await checkOutput(path, options)
    // A device or pipe has no place that something could take.
    if (old !== null && !old.isFile()) return await write(path)
    // A link stays a link; what it leads to is replaced.
    const target = old === null ? path : await realpath(path)
    await withTemporary(temporaryPath('.tmp', dirname(target)), async (temporary) => {
      await write(temporary)
      await settle(temporary, old)
      await checkOutput(path, options)
      await rename(temporary, target)
    })
  } catch (error) {
    throw isKerfError(error) ? error : writingError(error, path)
  }
}

/** Saves a text or bytes completely or not at all; an existing file is replaced only with `force`. */
export async function saveFile(path: string, content: string | Uint8Array, options: OutputOptions): Promise<void> {
  await writeFileSafely(path, (temporary) => writeFile(temporary, content), options)
}

/** Refuses a path that cannot or must not be written, before any work is done; tells what is there now. */
export async function checkOutput(path: string, { force = false }: OutputOptions = {}): Promise<Stats | null> {
  const old = await statOrNull(path)
  if (old === null) {
    const folder = await statOrNull(dirname(path))
    if (folder === null) throw new DataError(`${path} cannot be written: there is no folder ${dirname(path)}`)
    if (!folder.isDirectory())
      throw new DataError(`${path} cannot be written: ${dirname(path)} is a file, not a folder`)
    return null
  }
  if (old.isDirectory()) throw new DataError(`${path} is a folder; name a file in it`)
  if (old.isFile() && !force) throw new DataError(`${path} exists already; add --force to replace it`)
  return old
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** Waits until a file is on the disk, and gives it the rights of the one it replaces. */
async function settle(path: string, old: Stats | null): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  if (old !== null) await chmod(path, old.mode)
}
