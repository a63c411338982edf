import { lockPath } from '../../../node/stream/state-lock.ts'
import type { StreamRequest } from '../../../node/stream/stream-settings.ts'
import { ALARM_KINDS, type StreamAlarmsOptions } from '../../../streams/alarms/stream-alarms.ts'
import { UsageError } from '../../exit.ts'
import { cutRequest } from '../../flags/cut-flags.ts'
import { choiceRequest } from '../../flags/data-flags.ts'
import { textOptions, oneOf, parseAmount, parseInteger, parseList } from '../../flags/parse-flags.ts'
import { refuseShared } from '../../flags/shared-files.ts'
import type { StreamFlags } from '../../flags/stream-flags.ts'
import { loadRepairable } from '../../load/load-repairable.ts'

/** The flags as a request; everything that can be wrong without looking at the data is refused here. */
export function streamRequest(data: string, flags: StreamFlags): Omit<StreamRequest, 'onEvent' | 'onNote'> {
  checkRunning(data, flags)
  const repair = repairOf(flags)
  checkFiles(data, flags, repair)
  return {
    ...choiceRequest(flags),
    ...targetOf(flags, repair),
    data,
    form: oneOf('--format', flags.format, ['auto', 'csv', 'json']),
    read: textOptions(flags),
    follow: flags.follow === true,
    resume: flags.resume === true,
    state: flags.state,
    checkpoint: parseAmount('--checkpoint', flags.checkpoint),
    output: flags.output,
    events: flags.events,
    encode: oneOf('--encode', flags.encode, ['label', 'index']),
    force: flags.force === true,
    key: flags.key,
    wait: parseInteger('--wait', flags.wait, 0),
    ...methodOf(flags),
    layer: layerOf(flags),
    alarms: alarmsOf(flags),
    repair,
    rebuild: {
      policy: oneOf('--rebuild', flags.rebuild, ['auto', 'moved', 'rows', 'split', 'shares']),
      every: parseInteger('--every', flags.every, 1),
      tolerance: parseAmount('--tolerance', flags.tolerance),
    },
  }
}

/** Flags that contradict each other or the input. */
function checkRunning(data: string, flags: StreamFlags): void {
  if (flags.watch === true && flags.output === '-')
    throw new UsageError('--watch draws on standard output, where -o - sends rows')
  if (flags.resume === true && data !== '-')
    throw new UsageError('--resume is for standard input; a file goes on by itself')
  if (flags.resume === true && flags.state === undefined) throw new UsageError('--resume needs --state')
  if (flags.follow === true && data === '-')
    throw new UsageError('--follow needs a file; standard input is followed anyway')
}

/** What is to be repaired; undefined for nothing. */
function repairOf({ repair: path, repairOutput, repairRows }: StreamFlags): StreamRequest['repair'] {
  const rows = parseInteger('--repair-rows', repairRows, 100)
  if (path === undefined) {
    if (repairOutput !== undefined) throw new UsageError('--repair-output needs --repair')
    return undefined
  }
  return { path, model: loadRepairable(path), output: repairOutput ?? repairedPath(path), rows }
}

/** The classes are those that the tree or the rules were made for, where nothing else is said. */
function targetOf(
  flags: StreamFlags,
  repair: StreamRequest['repair'],
): Partial<Pick<StreamRequest, 'target' | 'targetKind'>> {
  if (repair === undefined) return {}
  const known = repair.model.format === 'kerf-tree' ? repair.model.target.name : repair.model.target
  const target = flags.target ?? known
  if (target === null)
    throw new UsageError(`${repair.path} does not say which column has the classes; name it with --target`)
  const kind = oneOf('--target-kind', flags.targetKind ?? 'auto', ['auto', 'class', 'numeric'])
  if (kind === 'numeric') throw new UsageError('--repair needs classes, and --target-kind says numeric')
  return { target, targetKind: 'class' }
}

/** tree.json becomes tree.repaired.json. */
function repairedPath(path: string): string {
  return `${path.replace(/\.json$/i, '')}.repaired.json`
}

/** No file of a run may be another one of it: whatever is written would be lost, or read again. */
function checkFiles(data: string, flags: StreamFlags, repair: StreamRequest['repair']): void {
  const { state, output, events, binning } = flags
  const given: readonly (readonly [role: string, path: string | undefined, writes: boolean])[] = [
    ['the data', data, false],
    ['--repair', repair?.path, false],
    ['--state', state, true],
    ['the lock of --state', state === undefined ? undefined : lockPath(state), true],
    ['--output', output, true],
    ['--events', events, true],
    ['--binning', binning, true],
    ['--repair-output', repair?.output, true],
    ['standard output', output === '-' || events !== undefined ? undefined : '-', true],
  ]
  refuseShared(given.flatMap(([role, path, writes]) => (path === undefined ? [] : [{ role, path, writes }])))
}

/** The method and its options, with `bins` as it was asked for: what a method calls it is known with the target. */
function methodOf(flags: StreamFlags): Pick<StreamRequest, 'method' | 'options'> {
  if (flags.cuts !== undefined && flags.method !== 'fixed') throw new UsageError('--cuts needs --method fixed')
  const { method, bins, options, cutsOf = {} } = cutRequest(flags)
  if (method?.name === 'chi2')
    throw new UsageError('chi2 looks at the rows of several columns, which a stream does not keep')
  if (Object.keys(cutsOf).length > 0)
    throw new UsageError('--cuts takes one list for all columns of a stream, such as 18,30')
  // In the order in which states have always held them: a state goes on only with the same options.
  const { closed, readable, ...others } = options
  return {
    method: flags.method === undefined && flags.target === undefined ? undefined : method,
    options: { ...others, bins, closed, readable },
  }
}

/** What alarms are raised for; undefined for none. */
function alarmsOf({ alarms, falseAlarms }: StreamFlags): StreamAlarmsOptions | undefined {
  const runLength = parseAmount('--false-alarms', falseAlarms)
  if (runLength < 1) throw new UsageError(`--false-alarms takes a number of at least 1, got ${falseAlarms}`)
  if (alarms === 'none') return undefined
  const kinds = alarms === 'all' ? ALARM_KINDS : parseList(alarms).map((kind) => oneOf('--alarms', kind, ALARM_KINDS))
  if (kinds.length === 0) throw new UsageError('--alarms takes population, concept, boundary, all or none, got ""')
  return { kinds: ALARM_KINDS.filter((kind) => kinds.includes(kind)), runLength }
}

function layerOf(flags: StreamFlags): StreamRequest['layer'] {
  const whole = (flag: string, text: string | undefined): number | undefined =>
    text === undefined ? undefined : parseInteger(flag, text, 1)
  const kind = oneOf('--layer', flags.layer, ['pid', 'cells'])
  const window = whole('--window', flags.window)
  const maxCells = whole('--max-cells', flags.maxCells)
  if (kind === 'cells') {
    const ofPid = { '--cells': flags.cells, '--range': flags.range, '--half-life': flags.halfLife }
    const given = Object.entries(ofPid).find(([, value]) => value !== undefined)
    if (given !== undefined) throw new UsageError(`${given[0]} is for --layer pid`)
    return { kind, window, maxCells }
  }
  return {
    kind,
    window,
    maxCells,
    startCells: whole('--cells', flags.cells),
    halfLife: whole('--half-life', flags.halfLife),
    range: flags.range === undefined ? undefined : parseRange(flags.range),
  }
}

function parseRange(text: string): [number, number] {
  const [low, high, ...more] = parseList(text).map(Number)
  if (low < high && more.length === 0) return [low, high]
  throw new UsageError(`--range takes two numbers in increasing order, got ${JSON.stringify(text)}`)
}
