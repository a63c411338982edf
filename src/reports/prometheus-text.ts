/** A value with its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** Numbers of a running program as text that Prometheus reads. */
export class PrometheusText {
  readonly #lines: string[] = []
  readonly #prefix: string

  /** @param prefix starts every name, such as `kerf_stream_` */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Adds a number, or the same number of several things told apart by labels; `about` is a sentence. */
  put(name: string, kind: 'counter' | 'gauge', about: string, samples: number | readonly Sample[]): void {
    const full = this.#start(name, kind, about)
    for (const [labels, value] of typeof samples === 'number' ? [[{}, samples] as const] : samples)
      this.#lines.push(`${full}${labelsText(labels)} ${valueText(value)}`)
  }

  /** Adds how often values were at most each limit; `counts` has one more, for those above all limits. */
  putHistogram(
    name: string,
    about: string,
    {
      limits,
      counts,
      sum,
    }: { readonly limits: readonly number[]; readonly counts: readonly number[]; readonly sum: number },
  ): void {
    const full = this.#start(name, 'histogram', about)
    let total = 0
    for (const [i, count] of counts.entries()) {
      total += count
      this.#lines.push(`${full}_bucket{le="${i < limits.length ? limits[i] : '+Inf'}"} ${total}`)
    }
    this.#lines.push(`${full}_sum ${sum}`, `${full}_count ${total}`)
  }

  #start(name: string, kind: string, about: string): string {
    const full = `${this.#prefix}${name}`
    this.#lines.push(`# HELP ${full} ${about}`, `# TYPE ${full} ${kind}`)
    return full
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const list = Object.entries(labels).map(([name, value]) => `${name}="${escapedLabel(value)}"`)
  return list.length === 0 ? '' : `{${list.join(',')}}`
}

function valueText(value: number): string {
  return value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)
}

function escapedLabel(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

/** The type of such text in an answer. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
