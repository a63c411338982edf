import { DataError } from '../../errors.ts'
import { defaultMethod } from '../../discretizers/default-method.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { binsOption, type FitRequest } from '../../plan-fit.ts'
import type { ReadOptions } from '../../sources/source.ts'
import type { RebuildOptions } from '../../streams/rebuild.ts'
import type { LayerOptions } from '../../streams/stream.ts'
import type { StreamAlarmsOptions } from '../../streams/alarms/stream-alarms.ts'
import type { Repairable } from '../../streams/repair/saved-model.ts'
import type { Note } from '../../types.ts'
import type { StreamChoice } from './stream-plan.ts'

/** What is repaired while rows come, and where it is saved. */
export interface StreamRepairRequest {
  readonly path: string
  readonly model: Repairable
  readonly output: string
  /** newest labelled rows that repairs are made from and tested on */
  readonly rows: number
}

/** What `kerf stream` is asked for. */
export interface StreamRequest extends StreamChoice {
  /** a file, or - for standard input */
  readonly data: string
  readonly form: 'auto' | 'csv' | 'json'
  readonly read: ReadOptions
  /** wait for a file to grow */
  readonly follow: boolean
  /** standard input starts from its beginning again: rows that the state knows are skipped */
  readonly resume: boolean
  readonly state?: string | undefined
  /** seconds between two saved states */
  readonly checkpoint: number
  readonly output?: string | undefined
  readonly encode: 'label' | 'index'
  readonly force: boolean
  readonly event?: string | undefined
  /** rows that wait for their labels */
  readonly wait: number
  readonly method?: AnyDiscretizer | undefined
  /** options of the method; `bins` by that name, whatever the method calls it */
  readonly options: Readonly<Record<string, unknown>> & { readonly bins?: FitRequest['bins'] }
  readonly layer: LayerOptions
  readonly rebuild: RebuildOptions
  /** what to raise alarms for; nothing without */
  readonly alarms?: StreamAlarmsOptions | undefined
  /** a tree or rules to keep up to date; nothing without */
  readonly repair?: StreamRepairRequest | undefined
  /** file that changed cuts, alarms and repairs are appended to, one line of JSON each; without, `onEvent` is told */
  readonly events?: string | undefined
  readonly onEvent: (line: string) => void
  readonly onNote: (note: Note) => void
  /** bytes to read instead of standard input; for tests */
  readonly input?: AsyncGenerator<Uint8Array, void, undefined> | undefined
}

/** The method asked for, if any, and its options by the names that it has for them. `kind`: that of the target. */
export function methodOf(
  { method, options }: StreamRequest,
  kind: 'class' | 'numeric' | undefined,
): Pick<StreamRequest, 'method' | 'options'> {
  const bins = binsOption(method ?? defaultMethod(kind).method, options.bins)
  const named = Object.entries(options).flatMap((entry) => (entry[0] === 'bins' ? Object.entries(bins) : [entry]))
  return { method, options: Object.fromEntries(named) }
}

/** What must be the same when a stream goes on. */
export function streamSettings(request: StreamRequest): Record<string, unknown> {
  const { target, targetKind, columns, exclude, key, wait, event, method, options, layer, rebuild, encode } = request
  const { missingValues, decimal, delimiter } = request.read
  const given = {
    target,
    targetKind,
    columns,
    exclude,
    key,
    wait,
    event,
    method: method?.name,
    options,
    layer,
    rebuild,
    encode,
    alarms: request.alarms,
    repair: request.repair?.path,
    repairRows: request.repair?.rows,
  }
  return JSON.parse(JSON.stringify({ ...given, missingValues, decimal, delimiter })) as Record<string, unknown>
}

/** Refuses to go on with other settings than those a state was made with. */
export function checkSettings(request: StreamRequest, settings: Readonly<Record<string, unknown>>): void {
  const now = streamSettings(request)
  for (const name of new Set([...Object.keys(now), ...Object.keys(settings)])) {
    const [before, after] = [settings[name], now[name]].map((value) => JSON.stringify(value) ?? 'nothing')
    if (before === after) continue
    throw new DataError(
      `${request.state} was made with ${name} ${before}, now it is ${after}; use the same flags, or another state file`,
    )
  }
}
