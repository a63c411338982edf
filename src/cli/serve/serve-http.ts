import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { listen } from '../listen.ts'
import { Access } from './access.ts'
import { Refusal } from './refusal.ts'
import { serveApp, type ServeLimits } from './serve-app.ts'
import { ServeMetrics } from './serve-metrics.ts'
import type { ServedFile } from './served-file.ts'

/** What is served, to whom, and how much of it. */
export interface ServeRequest {
  readonly served: ServedFile
  readonly host: string
  /** 0 for one that is free */
  readonly port: number
  readonly token: string | null
  readonly limits: ServeLimits
  readonly extra: boolean
  readonly tell: (line: string) => void
}

/** A server while it runs. */
export interface RunningServer {
  readonly address: string
  readonly metrics: ServeMetrics
  /** Takes no more requests, and ends when those that are open are answered, or when their time is over. */
  readonly stop: () => Promise<void>
}

/** Connections for each request that may be answered at once. */
const CONNECTIONS = 4

/** Serves a file by HTTP until it is stopped. */
export async function serveHttp(request: ServeRequest): Promise<RunningServer> {
  const { served, host, port, token, limits, extra, tell } = request
  const metrics = new ServeMetrics()
  let isStopping = false
  const access = new Access(host, token)
  const app = serveApp({ served, metrics, access, limits, extra, tell, stopping: () => isStopping })
  const answer = getRequestListener(app.fetch, { errorHandler: unreadable, overrideGlobalObjects: false })
  const options = {
    // A request that does not come in is ended by the server, so that slow clients cannot take all places.
    requestTimeout: limits.time,
    headersTimeout: Math.min(limits.time, 10_000),
    // Longer than clients and proxies keep theirs: a connection that both ends close at once loses a request.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(limits.time / 4)),
    requireHostHeader: false,
  }
  const server = createServer(options, (incoming, outgoing) => void answer(incoming, outgoing))
  server.maxConnections = CONNECTIONS * limits.concurrency
  // Also those that do not read their answers.
  server.timeout = 2 * limits.time
  server.on('clientError', (error, socket) => {
    if (endBroken(error, socket)) metrics.broken++
  })
  const found = await listen(server, port, host)
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${found}/`,
    metrics,
    stop: () => {
      isStopping = true
      return closeServer(server, limits.time)
    },
  }
}

/** Waits for open requests; connections without one are closed at once. */
async function closeServer(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const last = setTimeout(() => server.closeAllConnections(), patience)
  server.closeIdleConnections()
  await closed
  clearInterval(idle)
  clearTimeout(last)
}

/** The answer to a request whose address or host makes no sense. */
function unreadable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new Refusal(400, 'the address or the Host header of the request cannot be read')
      : new Refusal(500, 'something went wrong here')
  return new Response(refusal.text, { status: refusal.status, headers: { 'Content-Type': 'application/json' } })
}

const BROKEN: Readonly<Record<string, readonly [400 | 408 | 431, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to come in'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are too large'],
}

/** Milliseconds that the other end has to take the answer. */
const FAREWELL = 500

/** Ends a connection that sent no request that can be read, with an answer where it can be given. True the first time. */
function endBroken(error: NodeJS.ErrnoException, socket: Duplex): boolean {
  if (!socket.writable || error.code === 'ECONNRESET') {
    const isFirst = !socket.writableEnded && !socket.destroyed
    socket.destroy()
    return isFirst
  }
  const [status, name, words] = BROKEN[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'this is no request that can be read as HTTP',
  ]
  const { text } = new Refusal(status, words)
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
  setTimeout(() => socket.destroy(), FAREWELL).unref()
  return true
}
