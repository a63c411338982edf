import { randomBytes } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { escaped } from '../../../reports/markup.ts'
import { listen, PAGE_HEADERS } from '../../listen.ts'

/** A file that the page opens when it starts. */
export interface ServedFile {
  readonly path: string
  /** what the page calls it */
  readonly name: string
}

/** What is served, and where. */
export interface StudioRequest {
  readonly folder: string
  readonly files: readonly ServedFile[]
  /** 0 for one that is free */
  readonly port: number
}

/** The page while it is served. */
export interface StudioServer {
  readonly address: string
  readonly close: () => Promise<void>
}

const HOST = '127.0.0.1'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
}

/** Nothing but the page's own files may run or be asked for, no other page may show it, and nobody hears its address. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...PAGE_HEADERS,
}

/**
 * Serves the page on loopback under a path that cannot be guessed: other programs and pages of this machine can reach the
 * port, but not the data behind it. Requests that name another host are refused, so that no name of the network can be
 * made to lead here.
 */
export async function serveStudio({ folder, files, port }: StudioRequest): Promise<StudioServer> {
  const token = randomBytes(18).toString('base64url')
  const page = withData(readFileSync(join(folder, 'index.html'), 'utf8'), files)
  const known = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
  )
  const server = createServer((request, response) => {
    const refused = refusal(request, server)
    if (refused !== null) return end(response, ...refused)
    const path = pathOf(request, token)
    if (path === '' || path === 'index.html') return give(response, 200, '.html', page)
    const data = path === null ? null : /^data\/(\d+)$/.exec(path)
    const file = data === null ? undefined : files[Number(data[1])]
    if (file !== undefined) return send(response, file.path, '')
    if (path !== null && known.has(path) && extname(path) !== '')
      return send(response, join(folder, path), extname(path))
    return end(response, 404, 'Nothing is here. Open the address that kerf studio printed.')
  })
  const address = `http://${HOST}:${await listen(server, port, HOST)}/${token}/`
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { address, close }
}

/** The page with the names of what it opens at once. */
function withData(page: string, files: readonly ServedFile[]): string {
  if (files.length === 0) return page
  const list = files.map(({ name }, i) => ({ address: `data/${i}`, name }))
  return page.replace('<title>', () => `<meta name="kerf-data" content="${escaped(JSON.stringify(list))}"><title>`)
}

function refusal({ method, headers }: IncomingMessage, server: Server): [number, string] | null {
  const { port } = server.address() as AddressInfo
  if (headers.host !== `${HOST}:${port}` && headers.host !== `localhost:${port}`)
    return [403, 'This page is served to this machine only.']
  return method === 'GET' || method === 'HEAD' ? null : [405, 'This page is only read.']
}

/** What is asked for behind the token; null where the token is another. */
function pathOf({ url = '/' }: IncomingMessage, token: string): string | null {
  const { pathname } = new URL(url, `http://${HOST}`)
  return pathname.startsWith(`/${token}/`) ? pathname.slice(token.length + 2) : null
}

function send(response: ServerResponse, path: string, type: string): void {
  const stream = createReadStream(path)
  stream.once('open', () =>
    response.writeHead(200, { ...HEADERS, 'Content-Type': TYPES[type] ?? 'application/octet-stream' }),
  )
  stream.once('error', () => (response.headersSent ? response.destroy() : end(response, 404, 'The file is gone.')))
  stream.pipe(response)
}

function give(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': TYPES[type] ?? 'text/plain; charset=utf-8' })
  response.end(text)
}

function end(response: ServerResponse, status: number, text: string): void {
  give(response, status, '', `${text}\n`)
}
