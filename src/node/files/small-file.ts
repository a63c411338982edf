import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { DataError } from '../../errors.ts'
import { bytesText } from '../../util/byte-sizes.ts'
import { errorCode, readingError } from './system-errors.ts'

/** Most bytes of a saved binning, tree, model, state or setting, unpacked: far more than Kerf writes. */
export const MOST_SAVED = 256e6
/** Most bytes of a summary, which may hold every distinct value of a column: what Node reads at once. */
export const MOST_SUMMARY = 2e9

const PIECE = 1 << 20

export interface SmallFileOptions {
  /** what messages call it; default its path */
  readonly name?: string | undefined
  /** refused when it is larger, as it is or unpacked; default MOST_SAVED */
  readonly most?: number | undefined
  /** unpack it; default false */
  readonly gzip?: boolean | undefined
}

/**
 * The bytes of a file that is held as a whole, such as a saved binning. What has no end or is too large is refused before it
 * is read: devices, pipes, sockets, folders, and files that would unpack to more than allowed.
 */
export function readSmallFile(path: string, options: SmallFileOptions = {}): Buffer {
  const { name = path, most = MOST_SAVED, gzip = false } = options
  try {
    // Looked at before it is opened: opening alone waits at a pipe, and makes some devices act.
    refuse(statSync(path), name, most)
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      // What lies at the path may have been replaced since.
      const stats = fstatSync(file)
      refuse(stats, name, most)
      const bytes = readUpTo(file, stats.size, most)
      if (bytes === null) throw tooLarge(name, most)
      return gzip ? unpack(bytes, name, most) : bytes
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw readingError(error, name)
  }
}

function refuse(stats: Stats, name: string, most: number): void {
  if (stats.isDirectory()) throw new DataError(`${name} is a folder, expected a file`, { code: 'bad-file' })
  if (!stats.isFile()) {
    throw new DataError(`${name} is ${kindOf(stats)}, expected a file; save what it gives to a file and name that`, {
      code: 'bad-file',
    })
  }
  if (stats.size > most) throw tooLarge(name, most, stats.size)
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

function tooLarge(name: string, most: number, size: number | null = null): DataError {
  const found = size === null ? 'holds' : `has ${bytesText(size)},`
  return new DataError(
    `${name} ${found} more than the ${bytesText(most)} that such a file may have; name another file`,
    { code: 'bad-file' },
  )
}

/** All bytes of a file; null when there are too many, as in files of /proc, which say that they have none. */
function readUpTo(file: number, size: number, most: number): Buffer | null {
  const pieces: Buffer[] = []
  let total = 0
  // One byte more than expected, so that the end is seen at once.
  for (let next = size + 1; total <= most; next = PIECE) {
    const piece = Buffer.allocUnsafe(next)
    const count = readSync(file, piece, 0, next, null)
    if (count === 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
    total += count
    pieces.push(piece.subarray(0, count))
  }
  return null
}

function unpack(bytes: Buffer, name: string, most: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (error) {
    if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw error
    throw new DataError(
      `${name} unpacks to more than the ${bytesText(most)} that such a file may have; name another file`,
      { code: 'bad-file' },
    )
  }
}
