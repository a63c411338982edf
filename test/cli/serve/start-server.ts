import { request } from 'node:http'
import { connect } from 'node:net'
import { afterEach } from 'vitest'
import { serveHttp, type RunningServer } from '../../../src/cli/serve/serve-http.ts'
import type { ServeLimits } from '../../../src/cli/serve/serve-app.ts'
import { ServedFile, type ServedOptions } from '../../../src/cli/serve/served-file.ts'

export interface Started extends RunningServer {
  readonly served: ServedFile
  /** what was told in the log */
  readonly log: string[]
}

export interface StartOptions extends Partial<Omit<ServedOptions, 'path' | 'tell'>> {
  readonly limits?: Partial<ServeLimits>
  readonly token?: string
  readonly host?: string
  readonly extra?: boolean
}

const running: Started[] = []
afterEach(async () => {
  for (const { stop, served } of running.splice(0)) {
    served.unwatch()
    await stop()
  }
})

/** Serves a file in this process on a free port of loopback until the test ends. */
export async function start(path: string, options: StartOptions = {}): Promise<Started> {
  const { limits, token = null, host = '127.0.0.1', extra = false, ...rest } = options
  const log: string[] = []
  const tell = (line: string): void => void log.push(line)
  const served = new ServedFile({ path, encode: 'label', window: 1000, ...rest, tell })
  const all = { body: 1_000_000, time: 5000, concurrency: 64, ...limits }
  const server = await serveHttp({ served, host, port: 0, token, limits: all, extra, tell })
  const started = { ...server, served, log }
  running.push(started)
  return started
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** Sends a body to `/score`. */
export async function post(
  { address }: { readonly address: string },
  body: unknown,
  { type = 'application/json', headers = {} }: { type?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(new URL('score', address), {
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

/** The answer to rows, which must be one. */
export async function scores<T>(server: { readonly address: string }, body: unknown): Promise<T> {
  const { status, text } = await post(server, body)
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return JSON.parse(text) as T
}

export async function read({ address }: { readonly address: string }, path: string): Promise<string> {
  return (await fetch(new URL(path, address))).text()
}

/** The value of a metric; the first whose name and labels start so. */
export async function metric(server: { readonly address: string }, name: string): Promise<number> {
  const line = (await read(server, 'metrics')).split('\n').find((one) => one.startsWith(name))
  return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(' ')))
}

/** Sends bytes as they are and gives all that comes back until the connection ends. */
export function raw({ address }: { readonly address: string }, ...pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => {
      for (const piece of pieces) socket.write(piece)
    })
    socket.on('data', (data) => (text += data.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)))
  })
}

/** A request whose method, path and headers are ours to write, which `fetch` does not allow. */
export function ask(
  { address }: { readonly address: string },
  { method = 'GET', path = '/', headers = {} }: { method?: string; path?: string; headers?: Record<string, string> },
): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(address)
  return new Promise((resolve, reject) => {
    const asked = request({ host: hostname, port, method, path, headers: { host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (data: Buffer) => (text += data.toString()))
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    asked.on('error', reject).end()
  })
}
