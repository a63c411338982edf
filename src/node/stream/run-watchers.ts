import { StreamAlarms } from '../../streams/alarms/stream-alarms.ts'
import type { Repairable } from '../../streams/repair/saved-model.ts'
import { StreamRepair } from '../../streams/repair/stream-repair.ts'
import type { Stream } from '../../streams/stream.ts'
import { type StreamAlarm, type StreamWatcher, watchStream } from '../../streams/watcher.ts'
import type { AlarmLog } from './stream-alarm-log.ts'
import type { StreamRequest } from './stream-settings.ts'

/** Who is told what watchers find. */
export interface WatcherHooks {
  readonly alarms: AlarmLog
  readonly tell: (event: string, details: Record<string, unknown>) => void
  readonly onRepaired: (model: Repairable) => void
}

/** What watches a stream while it is read, and the one of them that repairs. */
export interface RunWatchers {
  readonly all: readonly StreamWatcher[]
  readonly repair: StreamRepair | null
}

/** Has a stream watched as it was asked for: alarms, repairs and changed cuts become events. */
export function watchRun(
  stream: Stream,
  { alarms, repair: asked }: Pick<StreamRequest, 'alarms' | 'repair'>,
  { alarms: log, tell, onRepaired }: WatcherHooks,
): RunWatchers {
  const repair = asked === undefined ? null : new StreamRepair(stream, asked.model, { rows: asked.rows, onRepaired })
  const all = [
    ...(alarms === undefined ? [] : [new StreamAlarms(stream, alarms)]),
    ...(repair === null ? [] : [repair]),
  ]
  const raise = (alarm: StreamAlarm, watcher: StreamWatcher): void => {
    if (watcher === repair) {
      const { kind, column: _, ...details } = alarm
      tell(kind, details)
      return
    }
    log.add(alarm)
    tell('alarm', { ...alarm })
  }
  watchStream(stream, all, raise, ({ column, before, proposal: { cuts } }) => {
    if (before?.join() !== cuts.join()) tell('cuts', { column, cuts, before })
  })
  return { all, repair }
}
