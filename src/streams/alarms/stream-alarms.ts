import { ArgumentError } from '../../errors.ts'
import { check, knownOptions, real } from '../../util/check.ts'
import { Field } from '../../util/saved-json.ts'
import { type Alarm, type AlarmKind, RUN_LENGTH } from './alarm.ts'
import { type AlarmSettings, ColumnAlarms, numberRows } from './column-alarms.ts'
import type { LiveColumn, Rebuilt } from '../live-column.ts'
import { readColumnAlarms } from './read-alarms.ts'
import type { StreamAlarm, StreamWatcher } from '../watcher.ts'
import type { WatchedRows } from '../watched-rows.ts'

/** Options of `StreamAlarms`. */
export type StreamAlarmsOptions = {
  /** what to watch for; default all three */
  readonly kinds?: readonly AlarmKind[] | undefined
  /** mean number of rows between false alarms of a column, all kinds together, at least; default 10,000 */
  readonly runLength?: number | undefined
}

/** Every kind of alarm. */
export const ALARM_KINDS: readonly AlarmKind[] = ['population', 'concept', 'boundary']

/**
 * Watches all columns of a stream: rows for changes of the population and of the classes, rebuilds and looks for cuts that
 * move, appear or vanish. See `watchStream`. Alarms come in the order of rows, however the rows are batched.
 *
 *     const stream = new Stream({ columns: ['age'], target: { kind: 'class' } })
 *     watchStream(stream, [new StreamAlarms(stream)], ({ message }) => console.log(message))
 */
export class StreamAlarms implements StreamWatcher {
  /** the name under which its state is saved */
  readonly name = 'alarms'
  readonly #settings: AlarmSettings
  readonly #columns: Map<string, ColumnAlarms>
  readonly #hasClasses: boolean

  constructor(
    stream: {
      readonly columns: readonly { readonly name: string }[]
      readonly facts: { readonly kind: 'class' | 'numeric' } | null
    },
    options: StreamAlarmsOptions = {},
  ) {
    knownOptions('StreamAlarms', options, { kinds: 1, runLength: 1 })
    const { kinds = ALARM_KINDS, runLength = RUN_LENGTH } = options
    check('StreamAlarms', 'runLength', real({ min: 1 }), runLength)
    const odd = kinds.find((kind) => !ALARM_KINDS.includes(kind))
    if (odd !== undefined)
      throw new ArgumentError(`StreamAlarms: kinds must be among ${ALARM_KINDS.join(', ')}, got ${odd}`, {
        code: 'unknown-name',
      })
    this.#hasClasses = stream.facts?.kind === 'class'
    this.#settings = { kinds: kinds.filter((kind) => kind !== 'concept' || this.#hasClasses), runLength }
    this.#columns = new Map(stream.columns.map(({ name }) => [name, new ColumnAlarms(name, this.#settings)]))
  }

  /** Looks at rows before they are counted. */
  rows(rows: WatchedRows): readonly StreamAlarm[] {
    if (this.#settings.kinds.every((kind) => kind === 'boundary')) return []
    const found: Alarm[] = []
    const numbered = numberRows(rows, this.#hasClasses)
    let index = 0
    for (const column of this.#columns.values()) column.take(numbered, rows.values[index++], found)
    // As if all columns had been asked row by row; sorting keeps the order of columns at one row.
    return found.toSorted((a, b) => a.at - b.at).map(toStreamAlarm)
  }

  /** Looks at bins that were left as they are. */
  looked(column: LiveColumn): readonly StreamAlarm[] {
    const watch = this.#columns.get(column.name)
    if (watch === undefined || watch.isQuiet || column.bins === null) return []
    return watch.looked(column.rows, column.cuts, column.summary()).map(toStreamAlarm)
  }

  /** Looks at bins that were remade. */
  rebuilt({ column, row, proposal, summary }: Rebuilt): readonly StreamAlarm[] {
    return (this.#columns.get(column)?.looked(row, proposal.cuts, summary) ?? []).map(toStreamAlarm)
  }

  /** What must be remembered over a restart, as plain data. */
  toState(): unknown {
    return { columns: Array.from(this.#columns, ([name, watch]) => ({ name, ...watch.state() })) }
  }

  /** Takes what was saved; nothing in it is trusted. */
  restore(state: unknown): void {
    const columns = new Field(state, 'watchers.alarms').get('columns')
    const items = columns.items()
    if (items.length !== this.#columns.size) columns.fail(`${this.#columns.size} columns`)
    let index = 0
    for (const [name, watch] of this.#columns) {
      const item = items[index++]
      if (item.get('name').text() !== name) item.get('name').fail(JSON.stringify(name))
      watch.restore(readColumnAlarms(item, name, this.#settings))
    }
  }
}

function toStreamAlarm({ kind, column, at, text, ...details }: Alarm): StreamAlarm {
  return { kind, column, row: at, message: text, ...details }
}
