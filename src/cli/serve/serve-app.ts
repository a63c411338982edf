import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { isKerfError } from '../../errors.ts'
import { errorText } from '../../reports/error-text.ts'
import { PROMETHEUS_TYPE } from '../../reports/prometheus-text.ts'
import { PAGE_HEADERS } from '../listen.ts'
import type { Access } from './access.ts'
import { readCsvRows } from './csv-rows.ts'
import { openApiText } from './open-api.ts'
import { quoted, Refusal } from './refusal.ts'
import { BodyReader, bodyType } from './request-body.ts'
import { readJsonRows, type RequestRows } from './request-rows.ts'
import { scoreRequest } from './score-request.ts'
import type { ServedFile } from './served-file.ts'
import type { ServeMetrics } from './serve-metrics.ts'
import { TRY_PAGE, TRY_SCRIPT, TRY_STYLE } from './try-page.ts'
import { Turns } from './turns.ts'

/** What may be asked of a server. */
export interface ServeLimits {
  /** bytes of a body */
  readonly body: number
  /** milliseconds that a request may take to come in, and again until it is answered */
  readonly time: number
  /** requests for scores at once */
  readonly concurrency: number
}

/** What an app answers from. */
export interface AppParts {
  readonly served: ServedFile
  readonly metrics: ServeMetrics
  readonly access: Access
  readonly limits: ServeLimits
  /** whether further columns of rows are left out instead of refused */
  readonly extra: boolean
  /** told of what should not happen */
  readonly tell: (line: string) => void
  /** whether the server is about to end */
  readonly stopping: () => boolean
}

type Env = { Bindings: HttpBindings; Variables: { stopping: () => boolean } }
type Asked = Context<Env>

const JSON_TYPE = 'application/json; charset=utf-8'

/** Only the page's own files may run or be asked for. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The routes of `kerf serve`. Whatever a request holds, the answer is a status and a sentence. */
export function serveApp(parts: AppParts): Hono<Env> {
  const { served, metrics, access } = parts
  const app = new Hono<Env>()
  const bodies = new BodyReader(parts.limits.body)
  const turns = new Turns()
  const open = new Map<string, (c: Asked) => Response | Promise<Response>>([
    ['/', (c) => give(c, TRY_PAGE, 'text/html; charset=utf-8')],
    ['/page.js', (c) => give(c, TRY_SCRIPT, 'text/javascript; charset=utf-8')],
    ['/page.css', (c) => give(c, TRY_STYLE, 'text/css; charset=utf-8')],
    ['/health/live', (c) => give(c, '{"status":"live"}\n', JSON_TYPE)],
    ['/health/ready', (c) => ready(c, parts)],
  ])
  const guarded = new Map<string, (c: Asked) => Response | Promise<Response>>([
    [
      '/openapi.json',
      (c) => give(c, openApiText(served, { extra: parts.extra, needsToken: access.needsToken }), JSON_TYPE),
    ],
    ['/drift', (c) => drift(c, served)],
    ['/metrics', async (c) => give(c, await metrics.text(served), PROMETHEUS_TYPE)],
  ])
  const known = new Set([...open.keys(), ...guarded.keys(), '/score'])

  app.onError((error, c) => refuse(c, error, parts))
  app.notFound((c) =>
    refuse(c, new Refusal(404, `nothing is at ${quoted(c.req.path)}; GET /openapi.json lists what is`), parts),
  )
  app.use('*', async (c, next) => {
    const start = performance.now()
    const { incoming, outgoing } = c.env
    outgoing.once('close', () => {
      const path = known.has(c.req.path) ? c.req.path : 'other'
      // Nobody is left to be answered where the connection broke before.
      metrics.count(path, outgoing.headersSent ? outgoing.statusCode : 0, (performance.now() - start) / 1000)
    })
    c.set('stopping', parts.stopping)
    access.checkHost(incoming)
    if (!open.has(c.req.path)) access.checkToken(incoming)
    await next()
  })
  for (const [path, answer] of [...open, ...guarded]) {
    app.get(path, answer)
    app.all(path, (c) => wrongMethod(c, 'GET'))
  }
  app.post('/score', (c) => score(c, parts, { bodies, turns }))
  app.all('/score', (c) => wrongMethod(c, 'POST'))
  return app
}

async function score(c: Asked, parts: AppParts, shared: { bodies: BodyReader; turns: Turns }): Promise<Response> {
  const { served, metrics, limits, extra } = parts
  const { incoming } = c.env
  if (metrics.inFlight - metrics.waiting >= limits.concurrency) {
    const headers = { 'Retry-After': '1', Connection: 'close' }
    throw new Refusal(503, `${limits.concurrency} requests are being answered already; try again`, { headers })
  }
  metrics.inFlight++
  try {
    const type = bodyType(incoming)
    return await shared.bodies.read(c.env, async (body, hold) => {
      // From here on a file that changes is one for the next request.
      const { loaded, window } = served
      const wanted = { columns: loaded.scorer.columns, besides: loaded.scorer.besides, extra }
      // A request that came in whole takes no place of others until its turn has come.
      metrics.waiting++
      const read = (): RequestRows => {
        metrics.waiting--
        // Whoever is gone needs no answer.
        hold(0)
        return (type === 'csv' ? readCsvRows : readJsonRows)(body, wanted)
      }
      const { text, rows } = await scoreRequest(read, { loaded, window, turns: shared.turns, time: limits.time, hold })
      metrics.rows += rows
      return send(c, text, {
        'Content-Type': type === 'csv' ? 'text/csv; charset=utf-8' : JSON_TYPE,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        'X-Kerf-File': loaded.hash,
      })
    })
  } finally {
    metrics.inFlight--
  }
}

function give(c: Asked, text: string, type: string): Response {
  const page = type.startsWith('text/html') ? { 'Content-Security-Policy': PAGE_POLICY } : {}
  return send(c, text, { 'Content-Type': type, ...PAGE_HEADERS, ...page })
}

function ready(c: Asked, { stopping }: AppParts): Response {
  if (stopping()) throw new Refusal(503, 'the server is about to end')
  return give(c, '{"status":"ready"}\n', JSON_TYPE)
}

async function drift(c: Asked, { window }: ServedFile): Promise<Response> {
  if (window === null)
    throw new Refusal(
      404,
      'there is nothing to compare with: start kerf serve with --reference and the binning of the fit',
    )
  const { rows, columns, faults } = await window.measure()
  const told = columns.map(({ name, level, psi, pValue, reason }) => ({ name, level, psi, pValue, reason }))
  return give(c, `${JSON.stringify({ rows, columns: told, ...(faults.length > 0 ? { faults } : {}) })}\n`, JSON_TYPE)
}

function wrongMethod(c: Asked, allowed: string): Response {
  const headers = { Allow: allowed === 'GET' ? 'GET, HEAD' : allowed }
  throw new Refusal(405, `${c.req.path} takes ${allowed}, found ${quoted(c.req.method)}`, { headers })
}

/** The answer to what went wrong. What is no fault of the request is told in the log, and not to who asked. */
function refuse(c: Asked, error: unknown, { tell }: AppParts): Response {
  const refusal = refusalOf(error, c)
  if (refusal.status === 500)
    tell(`a request failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return send(c, refusal.text, { 'Content-Type': JSON_TYPE, ...PAGE_HEADERS, ...refusal.headers }, refusal.status)
}

/** Writes an answer at once. By way of a `Response`, whose body is a stream, a request takes nearly twice the time. */
function send(c: Asked, text: string, headers: Readonly<Record<string, string>>, status = 200): Response {
  const { outgoing } = c.env
  if (!outgoing.headersSent && !outgoing.destroyed) {
    const last = c.var.stopping() ? { Connection: 'close' } : {}
    outgoing.writeHead(status, { ...headers, ...last, 'Content-Length': Buffer.byteLength(text) })
    outgoing.end(text)
  }
  return RESPONSE_ALREADY_SENT
}

function refusalOf(error: unknown, c: Asked): Refusal {
  if (error instanceof Refusal) return error
  if (c.env.incoming.destroyed && !c.env.incoming.complete) return new Refusal(408, 'the request did not come in whole')
  if (isKerfError(error)) return new Refusal(422, errorText(error))
  return new Refusal(500, 'something went wrong here; the log says what')
}
