import { chmod, open, readlink, realpath, rename, stat, writeFile } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DataError, isKerfError } from '../../errors.ts'
import { writingError } from './system-errors.ts'
import { makeTemporary, type Temporary } from './temporary.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/** How a file is written. */
export interface OutputOptions {
  /** replace a file that exists; default false */
  readonly force?: boolean | undefined
}

/** A file that is complete, and takes the place of another once everything else went well. */
interface Staged {
  readonly temporary: Temporary
  readonly path: string
  readonly target: string
  readonly options: OutputOptions
}

/** What is written while a command runs; null where files take their places at once. */
let staged: Staged[] | null = null

/**
 * Keeps the files that work writes from taking their places until it is over: `keep` says by the result whether they may.
 * A command that fails late leaves nothing behind, not even what it wrote before.
 */
export async function withOutputs<T>(work: () => Promise<T>, keep: (result: T) => boolean): Promise<T> {
  if (staged !== null) return work()
  const files: Staged[] = []
  staged = files
  try {
    const result = await work()
    if (keep(result)) for (const file of files) await place(file)
    return result
  } finally {
    staged = null
    for (const { temporary } of files) await temporary.remove()
  }
}

/**
 * Writes a file so that it is there completely or not at all: `write` gets the path of a temporary file in the same
 * folder, which takes the place of `path` when it is on the disk. A file that exists is replaced only with `force`.
 *
 *     import { writeFile } from 'node:fs/promises'
 *
 *     // A reader sees the old file or the new one, never half of it.
 *     await writeFileSafely(`${folder}/bins.json`, (path) => writeFile(path, binningToJson(binning)))
 */
export async function writeFileSafely(
  path: string,
  write: (temporaryPath: string) => Promise<void>,
  options: OutputOptions = {},
): Promise<void> {
  return calledAs('writeFileSafely', async () => {
    knownOptions('writeFileSafely', options, { force: 1 })
    await replaceFile(path, write, options)
  })
}

/** What `writeFileSafely` does, for other functions. */
export async function replaceFile(
  path: string,
  write: (temporaryPath: string) => Promise<void>,
  options: OutputOptions,
): Promise<void> {
  try {
    const old = await checkOutput(path, options)
    // A device or pipe has no place that something could take.
    if (old !== null && !old.isFile()) return await write(path)
    const target = await targetOf(path)
    const temporary = makeTemporary('.tmp', dirname(target))
    let waits = false
    try {
      await write(temporary.path)
      await settle(temporary.path, old)
      const file = { temporary, path, target, options }
      waits = staged?.push(file) !== undefined
      if (!waits) await place(file)
    } finally {
      if (!waits) await temporary.remove()
    }
  } catch (error) {
    throw isKerfError(error) ? error : writingError(error, path)
  }
}

/** Saves a text or bytes completely or not at all; an existing file is replaced only with `force`. */
export async function saveFile(path: string, content: string | Uint8Array, options: OutputOptions): Promise<void> {
  await replaceFile(path, (temporary) => writeFile(temporary, content, { flag: 'r+' }), options)
}

/** Refuses a path that cannot or must not be written, before any work is done; tells what is there now. */
export async function checkOutput(path: string, { force = false }: OutputOptions = {}): Promise<Stats | null> {
  const old = await statOrNull(path)
  if (old === null) {
    const target = await targetOf(path)
    const folder = dirname(target)
    const stats = await statOrNull(folder)
    const link = target === path ? '' : ` is a link to ${target}, which`
    if (stats === null)
      throw new DataError(`${path}${link} cannot be written: there is no folder ${folder}`, { code: 'bad-file' })
    if (!stats.isDirectory())
      throw new DataError(`${path}${link} cannot be written: ${folder} is a file, not a folder`, { code: 'bad-file' })
    return null
  }
  if (old.isDirectory()) throw new DataError(`${path} is a folder; name a file in it`, { code: 'bad-file' })
  if (old.isFile() && !force)
    throw new DataError(`${path} exists already; add --force to replace it`, { code: 'bad-file' })
  return old
}

/** Where a file is put: a link stays a link, and what it leads to is replaced or made. */
async function targetOf(path: string): Promise<string> {
  const leads = await readlink(path).catch(() => null)
  if (leads === null) return path
  const whole = await realpath(path).catch(() => null)
  // What does not exist may be behind further links.
  return whole ?? targetOf(resolve(dirname(path), leads))
}

async function place({ temporary, path, target, options }: Staged): Promise<void> {
  try {
    await checkOutput(path, options)
    await rename(temporary.path, target)
  } catch (error) {
    throw isKerfError(error) ? error : writingError(error, path)
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw writingError(error, path)
  }
}

/** Waits until a file is on the disk, and gives it the rights of the one it replaces, or of any new file. */
async function settle(path: string, old: Stats | null): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, old === null ? 0o666 & ~process.umask() : old.mode)
}
