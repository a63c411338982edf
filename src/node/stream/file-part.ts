import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import type { BigIntStats } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { DataError } from '../../errors.ts'
import { whereItIs } from '../files/same-file.ts'
import { readingFault } from '../files/system-errors.ts'
import { type InputPlace, markOf, type Recognised, SPAN } from './input-identity.ts'

/** A file that is read from a place in it on. */
export interface FilePart {
  /** where it lies, which need not be where it was given */
  readonly path: string
  readonly file: FileHandle
  readonly device: string
  readonly inode: string
  readonly offset: number
  /** its first bytes and those before the offset */
  readonly head: Buffer
  readonly last: Buffer
  /** what a state knows of it; null for a new one */
  readonly known: InputPlace | null
  /** whether it has what comes next of the file before it */
  readonly continues: boolean
}

/** Opens a file to be read from a place on; the place is not checked. */
export async function openPart(path: string, offset: number, known: InputPlace | null = null): Promise<FilePart> {
  const fail = (error: unknown): never => {
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`, { code: 'bad-file' })
  }
  const file = await open(path, 'r').catch(fail)
  try {
    const { dev, ino } = await file.stat({ bigint: true })
    const [head, last] = await bytesAround(file, offset).catch(fail)
    return { path, file, device: String(dev), inode: String(ino), offset, head, last, known, continues: false }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** How a file differs from what was read before: it has fewer bytes, other first ones, or others before the place; null if not. */
export async function difference(
  file: FileHandle,
  { offset, head, before }: Recognised,
): Promise<'shorter' | 'beginning' | 'middle' | null> {
  const { size } = await file.stat()
  if (size < offset) return 'shorter'
  const first = await bytesAt(file, 0, head.bytes)
  if (markOf(first).hash !== head.hash) return 'beginning'
  const last = await bytesAt(file, offset - before.bytes, before.bytes)
  return markOf(last).hash === before.hash ? null : 'middle'
}

/** The first bytes of a file, and the last ones before a place. */
async function bytesAround(file: FileHandle, offset: number): Promise<[head: Buffer, last: Buffer]> {
  const length = Math.min(SPAN, offset)
  return [await bytesAt(file, 0, length), await bytesAt(file, offset - length, length)]
}

/** The bytes of a file from a place on; fewer where it ends. */
export async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length))
  let size = 0
  while (size < bytes.length) {
    const { bytesRead } = await file.read(bytes, size, bytes.length - size, Math.max(0, at) + size)
    if (bytesRead === 0) break
    size += bytesRead
  }
  return bytes.subarray(0, size)
}

/** A file beside another one. */
export interface Neighbour {
  readonly path: string
  readonly stats: BigIntStats
}

/**
 * What was read of a file that has left its name: first the same file under another name, then one that has the same
 * content, as a copy made before the file was emptied. Null where there is neither.
 */
export async function findRest(
  path: string,
  { device, inode, ...what }: Recognised & Pick<InputPlace, 'device' | 'inode'>,
): Promise<Neighbour | null> {
  const is = async ({ path: other }: Neighbour): Promise<boolean> => {
    const file = await open(other, 'r').catch(() => null)
    if (file === null) return false
    try {
      return (await difference(file, what)) === null
    } catch {
      return false
    } finally {
      await file.close()
    }
  }
  const all = await neighbours(path)
  const moved = all.find(({ stats: { dev, ino } }) => String(dev) === device && String(ino) === inode)
  if (moved !== undefined && (await is(moved))) return moved
  // Where nothing was read, every file has the same content.
  if (what.offset === 0) return null
  for (const copy of all.filter((one) => looksRotated(path, one))) if (await is(copy)) return copy
  return null
}

/** Files that may have been rotated away after the one that was read last, and were not read. */
export async function unreadBetween(
  path: string,
  read: readonly { readonly device: string; readonly inode: string }[],
  since: bigint,
): Promise<string[]> {
  const isRead = ({ dev, ino }: BigIntStats): boolean =>
    read.some(({ device, inode }) => device === String(dev) && inode === String(ino))
  const found = await neighbours(path)
  return found
    .filter((one) => looksRotated(path, one) && one.stats.mtimeNs > since && !isRead(one.stats))
    .map((one) => basename(one.path))
    .toSorted()
}

/** sales.csv becomes sales.csv.1, sales.csv-20260131 or sales-1.csv. */
function looksRotated(path: string, { path: other }: Neighbour): boolean {
  const base = basename(whereItIs(path))
  const name = basename(other)
  if (name.startsWith(`${base}.`) || name.startsWith(`${base}-`)) return !/\.(?:gz|lock|tmp|state)$/i.test(name)
  const stem = basename(base, extname(base))
  return extname(base) !== '' && name.startsWith(stem) && /^[-_.]\d[-_.\dT]*$/.test(name.slice(stem.length, -extname(base).length)) && name.endsWith(extname(base)) // prettier-ignore
}

/** The other files in the folder of a file, and in that of what it is a link to. */
async function neighbours(path: string): Promise<Neighbour[]> {
  const real = whereItIs(path)
  const found = new Map<string, Neighbour>()
  for (const folder of new Set([dirname(real), dirname(resolve(path))])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const other = join(folder, name)
      if (other === real || other === resolve(path)) continue
      const stats = await stat(other, { bigint: true }).catch(() => null)
      if (stats?.isFile() === true) found.set(other, { path: other, stats })
    }
  }
  return [...found.values()]
}
