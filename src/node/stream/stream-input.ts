import { type FileHandle, open } from 'node:fs/promises'
import { DataError } from '../../errors.ts'
import { readingFault } from '../files/system-errors.ts'

const PIECE = 1 << 18
const LF = 10
const CR = 13
/** Bytes of a byte order mark, after which the first line starts. */
const BOM = 3
/** Milliseconds between two looks at a file that may have grown. */
const PATIENCE = 100

/** Ends a reader that would wait for ever. */
export interface Stop {
  stopped: boolean
}

/** The bytes of a file from an offset on; with `follow`, those that are added later too, until it is stopped. */
export async function* fileBytes(
  path: string,
  offset: number,
  follow: boolean,
  stop: Stop,
): AsyncGenerator<Uint8Array, void, undefined> {
  const fail = (error: unknown): never => {
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`)
  }
  const file = await open(path, 'r').catch(fail)
  try {
    const piece = new Uint8Array(PIECE)
    let at = offset
    while (!stop.stopped) {
      const { bytesRead } = await file.read(piece, 0, PIECE, at).catch(fail)
      if (bytesRead > 0) {
        if (at === offset && offset > BOM && !isLineEnd(piece[0])) await checkLineStart(file, path, offset)
        at += bytesRead
        yield piece.subarray(0, bytesRead)
      } else {
        const { size } = await file.stat()
        if (size < at) {
          throw new DataError(`${path} is shorter (${size} bytes) than what was read of it (${at}); was it replaced?`)
        }
        if (!follow) return
        await new Promise((resolve) => setTimeout(resolve, PATIENCE))
      }
    }
  } finally {
    await file.close()
  }
}

function isLineEnd(byte: number): boolean {
  return byte === LF || byte === CR
}

/** Refuses to go on inside a line: then another file has the name now, or the last line was not complete. */
async function checkLineStart(file: FileHandle, path: string, offset: number): Promise<void> {
  const before = new Uint8Array(1)
  await file.read(before, 0, 1, offset - 1)
  if (isLineEnd(before[0])) return
  throw new DataError(
    `${path} does not go on where reading it ended: byte ${offset} lies inside a line; was it replaced, or its last line completed? Put back the file as it was, or use another state file`,
  )
}

export async function* standardInput(): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of process.stdin) yield piece as Uint8Array
}

const MOST_SAMPLE = 1 << 20

/** The first bytes of an input: enough to hold two lines, or all there are. `ended` says that there are no more. */
export async function firstLines(
  bytes: AsyncGenerator<Uint8Array, void, undefined>,
): Promise<{ readonly sample: Uint8Array; readonly ended: boolean }> {
  let sample: Uint8Array = new Uint8Array(0)
  for (;;) {
    const first = sample.indexOf(LF)
    if (sample.length > MOST_SAMPLE || (first >= 0 && sample.includes(LF, first + 1))) return { sample, ended: false }
    const next = await bytes.next()
    if (next.done === true) return { sample, ended: true }
    // A copy: the piece is filled with the next bytes.
    sample = Buffer.concat([sample, next.value])
  }
}
