import { DRIFT_LEVELS } from '../../binning/drift/drift-types.ts'
import { PrometheusText, type Sample } from '../../reports/prometheus-text.ts'
import type { ServedFile } from './served-file.ts'

/** Seconds that requests are counted up to. */
const LIMITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What a server has counted since it started. */
export class ServeMetrics {
  readonly #requests = new Map<string, number>()
  readonly #counts: number[] = LIMITS.map(() => 0).concat(0)
  #seconds = 0
  rows = 0
  inFlight = 0
  /** those in flight that came in whole and wait for their turn */
  waiting = 0
  /** connections that were closed because they sent no request that can be read */
  broken = 0

  /** Counts an answer; only those to rows are timed. */
  count(path: string, status: number, seconds: number): void {
    const key = `${path} ${status}`
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1)
    if (path !== '/score') return
    this.#seconds += seconds
    const at = LIMITS.findIndex((limit) => seconds <= limit)
    this.#counts[at < 0 ? LIMITS.length : at]++
  }

  /** All of it as text that Prometheus reads, with the drift of what was scored. */
  async text(served: ServedFile): Promise<string> {
    const metrics = new PrometheusText('kerf_serve_')
    const { loaded, reloads, refused, fault } = served
    const requests = [...this.#requests].map(([key, count]): Sample => {
      const [path, status] = key.split(' ')
      return [{ path, status }, count]
    })
    metrics.put('requests_total', 'counter', 'Requests answered, by path and status.', requests)
    metrics.put(
      'broken_connections_total',
      'counter',
      'Connections that sent no request that can be read.',
      this.broken,
    )
    metrics.putHistogram('score_seconds', 'Seconds from a request for scores to its answer.', {
      limits: LIMITS,
      counts: this.#counts,
      sum: this.#seconds,
    })
    metrics.put('rows_total', 'counter', 'Rows scored.', this.rows)
    metrics.put('requests_in_flight', 'gauge', 'Requests for scores that are being answered.', this.inFlight)
    metrics.put('memory_bytes', 'gauge', 'Memory of the process (resident set).', process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    metrics.put('cpu_seconds_total', 'counter', 'Seconds of processor time of the process.', (user + system) / 1e6)
    metrics.put('file_info', 'gauge', 'The file that is served.', [
      [{ format: loaded.scorer.what, hash: loaded.hash }, 1],
    ])
    metrics.put('file_loaded_seconds', 'gauge', 'When it was read, in seconds since 1970.', loaded.at)
    metrics.put('reloads_total', 'counter', 'Times that a changed file was read again.', reloads)
    metrics.put('reloads_refused_total', 'counter', 'Times that a changed file could not be used.', refused)
    metrics.put('file_broken', 'gauge', 'Whether the file as it lies there cannot be used.', fault === null ? 0 : 1)
    await putDrift(metrics, served)
    return metrics.text
  }
}

/** Every column against the reference cells of the fit. */
async function putDrift(metrics: PrometheusText, { window }: ServedFile): Promise<void> {
  if (window === null) return
  const { rows, columns } = await window.measure()
  const each = (of: (column: (typeof columns)[number]) => number): Sample[] =>
    columns.map((column) => [{ column: column.name }, of(column)])
  metrics.put('drift_rows', 'gauge', 'Scored rows that drift is measured on.', rows)
  metrics.put('drift_psi', 'gauge', 'Population stability index of the scored rows against those of the fit.', each(({ psi }) => psi)) // prettier-ignore
  metrics.put(
    'drift_p_value',
    'gauge',
    'Chance of such a difference without drift.',
    each(({ pValue }) => pValue ?? 1),
  )
  metrics.put('drift_level', 'gauge', '0 stable, 1 slight, 2 moderate, 3 large.', each(({ level }) => DRIFT_LEVELS.indexOf(level))) // prettier-ignore
}
