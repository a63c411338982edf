import { DataError } from '../../errors.ts'
import { nearestNames } from '../../util/suggest.ts'
import { glob, isGlob } from './glob.ts'
import { errorCode, readingFault, writingFault } from './system-errors.ts'
import { temporaryPath, withTemporary } from './temporary.ts'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { lstat, readdir, readlink, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A file to read. */
export interface FoundFile {
  readonly path: string
  /** what messages call it */
  readonly name: string
  /** it can be read only once, from start to end: a pipe or a device */
  readonly once: boolean
  readonly standardInput: boolean
}

/** The files an address stands for, sorted by name: a path, a pattern such as data/*.csv, or - for standard input. */
export async function findFiles(address: string): Promise<readonly FoundFile[]> {
  if (address === '-') return [{ path: '-', name: 'standard input', once: true, standardInput: true }]
  if (address === '') throw new DataError('the name of the data is empty, expected a file')
  const stats = await statusOf(address)
  if (stats === null && isGlob(address)) return matches(address)
  if (stats === null) throw await notFound(address)
  if (stats.isDirectory()) {
    throw new DataError(
      `${address} is a folder, expected a file; name one in it, or all of them as "${join(address, '*.csv')}"`,
    )
  }
  return [{ path: address, name: address, once: !stats.isFile(), standardInput: false }]
}

async function matches(pattern: string): Promise<readonly FoundFile[]> {
  const paths = await glob(pattern)
  if (paths.length === 0) throw new DataError(`${pattern} matches no file; quote the pattern, or name a file`)
  return paths.map((path) => ({ path, name: path, once: false, standardInput: false }))
}

async function statusOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    const fault = readingFault(error)
    throw fault === null ? error : new DataError(`${path} ${fault}`)
  }
}

async function notFound(path: string): Promise<DataError> {
  const target = await linkTarget(path)
  if (target !== null) {
    return new DataError(`${path} is a link to ${target}, which does not exist; correct the link or name another file`)
  }
  const folder = dirname(path)
  const names = await namesIn(folder)
  if (names === null) return new DataError(`${path} does not exist: there is no folder ${folder}`)
  const near = nearestNames(basename(path), names).map((name) => (folder === '.' ? name : join(folder, name)))
  return new DataError(`${path} does not exist${near.length === 0 ? '' : `, did you mean ${near.join(' or ')}?`}`)
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null
  } catch {
    return null
  }
}

async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder)
  } catch {
    return null
  }
}

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
