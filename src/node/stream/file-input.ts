import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { DataError } from '../../errors.ts'
import { errorCode, readingFault } from '../files/system-errors.ts'
import { bytesAt, difference, type FilePart, findRest, openPart, unreadBetween } from './file-part.ts'
import { refuseEdited, unreadText } from './find-input.ts'
import { lastBytes, markOf, type Recognised, SPAN } from './input-identity.ts'
import { BOM, type InputPiece, type InputPieces, type Stop } from './stream-input.ts'

const PIECE = 1 << 18
const LF = 10
const CR = 13
/** Milliseconds between two looks at a file that may have grown. */
const PATIENCE = 100
/** Looks at which a file that was rotated away must not have grown before the next one is read. */
const QUIET = 2

export interface FollowOptions {
  /** wait for the file to grow, and go on with the one that takes its place */
  readonly follow: boolean
  readonly stop: Stop
  readonly tell: (message: string) => void
}

/** What has been read of a file, to see whether it is still the same. */
class Reading {
  readonly part: FilePart
  at: number
  #head: Buffer
  last: Buffer

  constructor(part: FilePart) {
    this.part = part
    this.at = part.offset
    this.#head = part.head
    this.last = part.last
  }

  add(bytes: Uint8Array): void {
    if (this.#head.length < SPAN) this.#head = Buffer.concat([this.#head, bytes.subarray(0, SPAN - this.#head.length)])
    this.last = lastBytes(this.last, bytes)
    this.at += bytes.length
  }

  mark(): Recognised {
    return { offset: this.at, head: markOf(this.#head), before: markOf(this.last) }
  }

  /** Whether the file has lost what was read of it: it was emptied and has perhaps grown again. */
  async hasChanged(): Promise<boolean> {
    const { file } = this.part
    const { size } = await file.stat()
    return size < this.at || !this.last.equals(await bytesAt(file, this.at - this.last.length, this.last.length))
  }
}

/**
 * The bytes of files, one after the other, each announced. The last one is waited for with `follow`, until it is stopped:
 * when another file takes its name, or it is emptied, the rest of the old one is read first, then the new one.
 */
export async function* filePieces(path: string, parts: readonly FilePart[], options: FollowOptions): InputPieces {
  const queue = [...parts]
  try {
    for (let part = queue[0]; part !== undefined; part = queue[0]) {
      yield { part }
      const next = yield* readPart(path, part, queue.length === 1, options)
      if (options.stop.stopped) return
      await queue.shift()!.file.close()
      queue.push(...next)
    }
  } finally {
    for (const { file } of queue) await file.close()
  }
}

/** The bytes of one file; gives what is to be read after it. */
async function* readPart(
  path: string,
  part: FilePart,
  isLast: boolean,
  options: FollowOptions,
): AsyncGenerator<InputPiece, FilePart[], undefined> {
  const follow = options.follow && isLast
  const piece = new Uint8Array(PIECE)
  const reading = new Reading(part)
  let quiet = 0
  while (!options.stop.stopped) {
    const bytes = await read(reading, piece)
    if ((follow || bytes.length === 0) && (await reading.hasChanged())) {
      return follow ? afterEmptied(path, reading, options) : lostContent(reading)
    }
    if (bytes.length > 0) {
      if (reading.at === part.offset) checkLineStart(part, bytes)
      reading.add(bytes)
      yield { bytes }
      quiet = 0
      continue
    }
    if (!follow) return []
    // Whoever wrote to the old file may do so for a moment after the new one is there.
    quiet = (await hasOtherFile(path, part)) ? quiet + 1 : 0
    if (quiet > QUIET) return afterReplaced(path, reading, options)
    await pause(PATIENCE)
  }
  return []
}

async function read(reading: Reading, into: Uint8Array): Promise<Uint8Array> {
  const { path, file } = reading.part
  const { bytesRead } = await file.read(into, 0, into.length, reading.at).catch((error: unknown) => {
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`, { code: 'bad-file' })
  })
  return into.subarray(0, bytesRead)
}

/** Refuses to go on inside a line: then another file has the name now, or the last line was not complete. */
function checkLineStart({ path, offset, last, continues }: FilePart, next: Uint8Array): void {
  const isLineEnd = (byte: number): boolean => byte === LF || byte === CR
  if (continues || offset <= BOM || isLineEnd(next[0]) || isLineEnd(last[last.length - 1])) return
  throw new DataError(
    `${path} does not go on where reading it ended: byte ${offset} lies inside a line; was it replaced, or its last line completed? Put back the file as it was, or use another state file`,
  )
}

/** Whether another file has the name now, and something in it. */
async function hasOtherFile(path: string, { device, inode }: FilePart): Promise<boolean> {
  try {
    const { dev, ino, size } = await stat(path, { bigint: true })
    return size > 0n && (String(dev) !== device || String(ino) !== inode)
  } catch (error) {
    // Moved away, and the new one is not there yet.
    if (errorCode(error) === 'ENOENT') return false
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`, { code: 'bad-file' })
  }
}

/** What to read when another file has the name, and the old one was read to its end. */
async function afterReplaced(path: string, reading: Reading, { tell }: FollowOptions): Promise<FilePart[]> {
  const next = await openPart(path, 0)
  const { part, at } = reading
  if (at > 0 && (await difference(next.file, reading.mark())) === null) {
    await next.file.close()
    tell(`${path} was replaced by a file with the same content up to byte ${at}; reading goes on there`)
    return [{ ...(await openPart(path, at)), continues: true }]
  }
  if (at > 0) await refuseEdited(path, next, reading.mark())
  tell(`${path} was rotated; all ${at} bytes of the old file are read, and the new one is read from its beginning`)
  const { mtimeNs } = await part.file.stat({ bigint: true })
  const unread = await unreadBetween(path, [part, next], mtimeNs)
  if (unread.length > 0) tell(unreadText(path, unread))
  return [next]
}

/** What to read when a file was emptied: what a copy of it has after the place reached, then what has come since. */
async function afterEmptied(path: string, reading: Reading, { tell }: FollowOptions): Promise<FilePart[]> {
  const { part, at } = reading
  const copy = await findRest(path, { ...reading.mark(), device: null, inode: null })
  if (copy !== null) {
    tell(
      `${path} was emptied after it was copied to ${copy.path}; the rest is read there, then ${path} from its beginning`,
    )
    return [{ ...(await openPart(copy.path, at)), continues: true }, await openPart(path, 0)]
  }
  await refuseEdited(path, part, reading.mark())
  tell(
    `${path} was emptied after byte ${at} was read, and no file beside it is a copy of it; rows that came after byte ${at} before that are not counted. It is read from its beginning`,
  )
  return [await openPart(path, 0)]
}

/** Says how a file has lost what was read of it. */
async function lostContent({ part, at }: Reading): Promise<never> {
  const { size } = await part.file.stat()
  throw new DataError(
    size < at
      ? `${part.path} is shorter (${size} bytes) than what was read of it (${at}); was it replaced?`
      : `${part.path} changed while it was read; read it again`,
  )
}
