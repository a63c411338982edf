import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Refusal } from './refusal.ts'

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const CSV_TYPE = /^text\/csv\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?|header\s*=\s*present)\s*)*$/i

/** What a body says it is; anything but JSON and CSV in UTF-8 is refused. Pages of other sites cannot send either. */
export function bodyType({ headers }: IncomingMessage): 'json' | 'csv' {
  const { 'content-type': type, 'content-encoding': encoding } = headers
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Refusal(415, `the body is packed (Content-Encoding: ${encoding.slice(0, 40)}), expected it as it is`)
  if (type !== undefined && JSON_TYPE.test(type)) return 'json'
  if (type !== undefined && CSV_TYPE.test(type)) return 'csv'
  const found = type === undefined ? 'none' : JSON.stringify(type.slice(0, 80))
  throw new Refusal(415, `Content-Type must be application/json or text/csv, in UTF-8, found ${found}`)
}

/** How many bytes an answer may have, and all requests and answers that are held at once, in times of the largest body. */
const ANSWER = 16
const TOGETHER = 32

/** A body up to so many times too large is read to its end and forgotten: who is still sending does not hear the answer. */
const LINGER = 8

/** Takes bytes that an answer adds to what is held; throws where they are too many. */
export type Hold = (bytes: number) => void

/** Reads bodies, none above a limit, and lets all that is held for clients at once not grow above some times that. */
export class BodyReader {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The text of a body, handed to `work`. What it and the answer take counts as held until the answer is sent. */
  async read<T>({ incoming, outgoing }: HttpBindings, work: (text: string, hold: Hold) => Promise<T>): Promise<T> {
    const told = Number(incoming.headers['content-length'] ?? 0)
    if (told > LINGER * this.#most) throw this.#tooLarge(true)
    const pieces: Buffer[] = []
    let [size, held] = [0, 0]
    outgoing.once('close', () => (this.#held -= held))
    const hold = (bytes: number): void => {
      // What is held for someone who is gone would never be let go.
      if (outgoing.destroyed) throw new Refusal(408, 'nobody waits for the answer any more')
      held += bytes
      this.#take(bytes)
    }
    for await (const piece of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > LINGER * this.#most) throw this.#tooLarge(true)
      if (Math.max(size, told) > this.#most) continue
      hold(piece.length)
      pieces.push(piece)
    }
    if (size > this.#most) throw this.#tooLarge(false)
    let answer = 0
    return work(textOf(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)), (bytes) => {
      answer += bytes
      hold(bytes)
      if (answer > ANSWER * this.#most)
        throw new Refusal(413, `the answer has more than ${ANSWER * this.#most} bytes; send fewer rows at a time`)
    })
  }

  #take(bytes: number): void {
    this.#held += bytes
    if (this.#held <= TOGETHER * this.#most) return
    const headers = { 'Retry-After': '1', Connection: 'close' }
    throw new Refusal(503, 'other requests hold too many bytes; try again', { headers })
  }

  #tooLarge(isCut: boolean): Refusal {
    const headers: Record<string, string> = isCut ? { Connection: 'close' } : {}
    return new Refusal(413, `the body has more than ${this.#most} bytes; send fewer rows at a time`, { headers })
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new Refusal(400, 'the body is not UTF-8')
  }
}
