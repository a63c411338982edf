import type { StreamAlarm } from '../../streams/watcher.ts'
import type { Field } from '../../util/saved-json.ts'

const KEPT = 20

/** The alarms of a stream: how many of each kind and column, and the last ones. */
export class AlarmLog {
  /** newest last */
  readonly last: StreamAlarm[] = []
  readonly #counts = new Map<string, { readonly column: string | null; readonly kind: string; count: number }>()

  get count(): number {
    return this.counts().reduce((sum, { count }) => sum + count, 0)
  }

  /** In the order in which they first came. */
  counts(): { readonly column: string | null; readonly kind: string; readonly count: number }[] {
    return [...this.#counts.values()]
  }

  add(alarm: StreamAlarm): void {
    this.#entry(alarm.column, alarm.kind).count++
    this.last.push(alarm)
    if (this.last.length > KEPT) this.last.shift()
  }

  #entry(column: string | null, kind: string): { count: number } {
    const key = JSON.stringify([column, kind])
    const entry = this.#counts.get(key) ?? { column, kind, count: 0 }
    this.#counts.set(key, entry)
    return entry
  }

  toState(): unknown {
    return { counts: this.counts(), last: this.last }
  }

  /** Reads what was saved; states of before there were alarms have none. */
  restore(field: Field): void {
    if (field.value === undefined) return
    const column = (f: Field): string | null => f.get('column').optional((name) => name.text())
    for (const item of field.get('counts').items()) {
      this.#entry(column(item), item.get('kind').text()).count = item.get('count').index()
    }
    for (const item of field.get('last').items().slice(-KEPT)) {
      this.last.push({
        ...item.record(),
        kind: item.get('kind').text(),
        column: column(item),
        row: item.get('row').index(),
        message: item.get('message').text(),
      })
    }
  }
}
