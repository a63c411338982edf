import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { UsageError } from '../exit.ts'
import { Refusal } from './refusal.ts'

/** The variable of the environment that holds the token. */
export const TOKEN_NAME = 'KERF_SERVE_TOKEN'

/** Letters that a token must have at least. */
const SHORTEST = 16

/** Whether an address is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The token of the environment; null on loopback where there is none. Elsewhere nothing is served without one. */
export function tokenFor(host: string, given: string | undefined): string | null {
  if (given === undefined || given === '') {
    if (isLoopback(host)) return null
    throw new UsageError(
      `--host ${JSON.stringify(host)} is reached from other machines, which needs a token: set ${TOKEN_NAME} to at least ${SHORTEST} letters that nobody can guess`,
    )
  }
  if (given.length < SHORTEST || /[^\x21-\x7e]/.test(given)) {
    throw new UsageError(
      `${TOKEN_NAME} must be at least ${SHORTEST} letters, digits and signs without blanks, got ${given.length} characters`,
    )
  }
  return given
}

/** Who may ask: with a token whoever has it, without one those who name this machine as the host. */
export class Access {
  readonly #digest: Buffer | null
  readonly #loopback: boolean

  constructor(host: string, token: string | null) {
    this.#digest = token === null ? null : digestOf(token)
    this.#loopback = isLoopback(host)
  }

  get needsToken(): boolean {
    return this.#digest !== null
  }

  /** Refuses requests that name another host, so that no name of the network can be made to lead here. */
  checkHost({ headers, socket }: IncomingMessage): void {
    if (!this.#loopback) return
    const named = (headers.host ?? '').replace(/:(\d+)$/, '')
    const port = /:(\d+)$/.exec(headers.host ?? '')?.[1]
    if (isLoopback(named.replace(/^\[(.*)\]$/, '$1')) && (port === undefined || Number(port) === socket.localPort))
      return
    throw new Refusal(403, 'this is served to this machine only; the Host header must name it')
  }

  /** Refuses requests without the token. Digests are compared, in a time that tells nothing of where they differ. */
  checkToken({ headers }: IncomingMessage): void {
    if (this.#digest === null) return
    const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (given !== undefined && timingSafeEqual(digestOf(given), this.#digest)) return
    const found = headers.authorization === undefined ? 'no Authorization header' : 'another one'
    throw new Refusal(401, `a token is needed: Authorization: Bearer TOKEN; found ${found}`, {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
