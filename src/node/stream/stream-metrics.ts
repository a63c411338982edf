import { createServer, type Server } from 'node:http'
import { DataError } from '../../errors.ts'
import type { StreamRun } from './stream-run.ts'

/** What a stream has counted, as text that Prometheus reads. */
export function metricsText(run: StreamRun): string {
  const lines: string[] = []
  const put = (
    name: string,
    kind: 'counter' | 'gauge',
    about: string,
    samples: readonly (readonly [string, number])[],
  ): void => {
    lines.push(`# HELP kerf_stream_${name} ${about}`, `# TYPE kerf_stream_${name} ${kind}`)
    for (const [labels, value] of samples) lines.push(`kerf_stream_${name}${labels} ${value}`)
  }
  const { stream } = run
  const columns = stream?.columns ?? []
  const named = (column: string, more = ''): string => `{column="${escaped(column)}"${more}}`
  put('rows_total', 'counter', 'Rows read.', [['', run.row]])
  put('bad_rows_total', 'counter', 'Records that could not be read as rows.', [['', run.bad]])
  put('odd_values_total', 'counter', 'Values that are not numbers, counted as missing.', [['', run.odd]])
  put('waiting_rows', 'gauge', 'Rows that wait for their labels.', [['', run.waiting]])
  put(
    'alarms_total',
    'counter',
    'Alarms raised.',
    run.alarms.counts().map(({ column, kind, count }) => [named(column ?? '', `,kind="${escaped(kind)}"`), count]),
  )
  put(
    'rebuilds_total',
    'counter',
    'Times that bins were rebuilt.',
    columns.map(({ name, rebuilds }) => [named(name), rebuilds]),
  )
  put(
    'cut',
    'gauge',
    'Where the bins are cut.',
    columns.flatMap(({ name, cuts }) => cuts.map((cut, i): [string, number] => [named(name, `,cut="${i + 1}"`), cut])),
  )
  return `${lines.join('\n')}\n`
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

/** Answers `/metrics` on a port of this machine only. */
export async function serveMetrics(run: StreamRun, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const known = request.url === '/metrics' && request.method === 'GET'
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(known ? metricsText(run) : 'only /metrics is here\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new DataError(`port ${port} cannot be used: ${error.message}`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
