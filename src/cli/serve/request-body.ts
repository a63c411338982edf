import type { IncomingMessage } from 'node:http'
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

/** How many bytes all bodies that are being read may have together, in times of the largest. */
const TOGETHER = 16

/** Reads bodies, none above a limit, and all at once not above some times that. */
export class BodyReader {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  /** The text of a body. `work` is done while its bytes count as held. */
  async read<T>(incoming: IncomingMessage, work: (text: string) => Promise<T>): Promise<T> {
    const told = Number(incoming.headers['content-length'] ?? 0)
    if (told > this.#most) throw this.#tooLarge()
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of incoming as AsyncIterable<Buffer>) {
        size += piece.length
        this.#held += piece.length
        if (size > this.#most) throw this.#tooLarge()
        if (this.#held > TOGETHER * this.#most)
          throw new Refusal(503, 'other requests hold too many bytes; try again', { headers: { 'Retry-After': '1', Connection: 'close' } }) // prettier-ignore
        pieces.push(piece)
      }
      return await work(textOf(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)))
    } finally {
      this.#held -= size
    }
  }

  #tooLarge(): Refusal {
    // What is left of the body is not read.
    const headers = { Connection: 'close' }
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
