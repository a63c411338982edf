import { createServer, type Server } from 'node:http'
import { DataError } from '../../errors.ts'
import { PROMETHEUS_TYPE, PrometheusText, type Sample } from '../../reports/prometheus-text.ts'
import type { StreamRun } from './stream-run.ts'

/** What a stream has counted, as text that Prometheus reads. */
export function metricsText(run: StreamRun): string {
  const metrics = new PrometheusText('kerf_stream_')
  const columns = run.stream?.columns ?? []
  metrics.put('rows_total', 'counter', 'Rows read.', run.row)
  metrics.put('bad_rows_total', 'counter', 'Records that could not be read as rows.', run.bad)
  metrics.put('odd_values_total', 'counter', 'Values that are not numbers, counted as missing.', run.odd)
  metrics.put('waiting_rows', 'gauge', 'Rows that wait for their labels.', run.waiting)
  metrics.put(
    'alarms_total',
    'counter',
    'Alarms raised.',
    run.alarms.counts().map(({ column, kind, count }) => [{ column: column ?? '', kind }, count]),
  )
  metrics.put(
    'rebuilds_total',
    'counter',
    'Times that bins were rebuilt.',
    columns.map(({ name, rebuilds }) => [{ column: name }, rebuilds]),
  )
  metrics.put(
    'cut',
    'gauge',
    'Where the bins are cut.',
    columns.flatMap(({ name, cuts }) => cuts.map((cut, i): Sample => [{ column: name, cut: String(i + 1) }, cut])),
  )
  return metrics.text
}

/** Answers `/metrics` on a port of this machine only. */
export async function serveMetrics(run: StreamRun, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const known = request.url === '/metrics' && request.method === 'GET'
    response.writeHead(known ? 200 : 404, { 'content-type': PROMETHEUS_TYPE })
    response.end(known ? metricsText(run) : 'only /metrics is here\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new DataError(`port ${port} cannot be used: ${error.message}`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
