import { open } from 'node:fs/promises'
import { DataError } from '../errors.ts'
import { readingFault } from './system-errors.ts'

const PIECE = 1 << 18
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
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new DataError(`${path} ${readingFault(error) ?? 'cannot be read'}`)
  })
  try {
    const piece = new Uint8Array(PIECE)
    let at = offset
    while (!stop.stopped) {
      const { bytesRead } = await file.read(piece, 0, PIECE, at)
      if (bytesRead > 0) {
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

/** The bytes of standard input. */
export async function* standardInput(): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of process.stdin) yield piece as Uint8Array
}

const LF = 10
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
    // A copy: the piece is filled anew with the next bytes.
    sample = Buffer.concat([sample, next.value])
  }
}
