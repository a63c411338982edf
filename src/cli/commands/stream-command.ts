import { closeSync, openSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Command } from 'commander'
import { toJson } from '../../binning/binning-json.ts'
import { checkOutput } from '../../node/files/write-file.ts'
import { serveMetrics } from '../../node/stream/stream-metrics.ts'
import { writeAll } from '../../node/stream/stream-output.ts'
import { StreamRun } from '../../node/stream/stream-run.ts'
import type { StreamRequest } from '../../node/stream/stream-settings.ts'
import type { AlarmKind } from '../../streams/alarms/alarm.ts'
import { ALARM_KINDS, type StreamAlarmsOptions } from '../../streams/alarms/stream-alarms.ts'
import { saveText } from '../load/save-text.ts'
import { type Io, tellNotes } from '../io.ts'
import { addMethodFlags, methodNamed, methodOptions } from '../flags/method-flags.ts'
import { parseBins, parseInteger, parseList } from '../flags/parse-flags.ts'
import { saveAtExit, tellTotals, writing } from './parts/finish-stream.ts'
import { StreamWatch } from './parts/watch-stream.ts'
import { UsageError } from '../usage.ts'

interface StreamFlags {
  readonly target?: string
  readonly targetKind: string
  readonly event?: string
  readonly columns?: string
  readonly exclude?: string
  readonly key?: string
  readonly wait: string
  readonly method?: string
  readonly preset?: string
  readonly bins?: string
  readonly closed?: string
  readonly readable?: boolean
  readonly layer: string
  readonly cells?: string
  readonly maxCells?: string
  readonly range?: string
  readonly window?: string
  readonly halfLife?: string
  readonly rebuild: string
  readonly every: string
  readonly tolerance: string
  readonly alarms: string
  readonly falseAlarms: string
  readonly state?: string
  readonly checkpoint: string
  readonly resume?: boolean
  readonly follow?: boolean
  readonly output?: string
  readonly encode: string
  readonly events?: string
  readonly binning?: string
  readonly force?: boolean
  readonly watch?: boolean
  readonly metrics?: string
  readonly format: string
  readonly delimiter?: string
  readonly decimal?: string
  readonly header?: boolean
  readonly skip?: string
  readonly missingValues?: string
}

export function addStream(program: Command, io: Io): void {
  const command = program
    .command('stream')
    .summary('keep bins right while rows come in')
    .description(
      'Reads rows for as long as they come, in bounded memory, and keeps bins for every column of numbers. ' +
        'Changed cuts are printed as JSON lines; -o sends the rows on with their bins.',
    )
    .argument('[data]', 'CSV or JSON lines; a file, or - for standard input', '-')
  command
    .optionsGroup('What to bin:')
    .option('-t, --target <column>', 'the column the bins should tell apart; it may be empty in some rows')
    .option('--target-kind <kind>', 'auto, class or numeric', 'auto')
    .option('--event <class>', 'the class that rates speak of')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--key <column>', 'a later row with the same key brings the label of an earlier one')
    .option('--wait <rows>', 'rows after which a label that has not come is given up', '10000')
    .optionsGroup('How to cut:')
    .option('-m, --method <name>', 'method of the bins (default: by the target)')
    .option('--preset <name>', 'a named set of options of the method')
    .option('--bins <number>', 'number of bins, for methods that take one')
    .option('--closed <end>', 'left or right: which end of a bin belongs to it')
    .option('--readable', 'shortest decimals for cuts')
    .option('--rebuild <policy>', 'when bins are made anew: auto, moved, rows, split or shares', 'moved')
    .option('--every <rows>', 'rows between two looks at the bins', '1000')
    .option('--tolerance <share>', 'how far rows may move before bins are made anew', '0.01')
    .optionsGroup('How to count:')
    .option(
      '--layer <kind>',
      'pid: cells that split as they fill; cells: cells of leading bits, which merge exactly',
      'pid',
    )
    .option('--cells <number>', 'cells to start with (pid; default 300)')
    .option('--max-cells <number>', 'most cells (default 1200 for pid, 1024 for cells)')
    .option('--range <low,high>', 'a guess of the range of values (pid)')
    .option('--window <rows>', 'only the newest rows count')
    .option('--half-life <rows>', 'rows after which a row counts half (pid)')
    .optionsGroup('Alarms:')
    .option(
      '--alarms <kinds>',
      'tell when something changed: population (where rows fall), concept (classes inside bins), boundary (cuts); all or none',
      'all',
    )
    .option('--false-alarms <rows>', 'mean rows between false alarms of a column, at least', '10000')
    .optionsGroup('Running:')
    .option('--state <file>', 'save the state here and go on from it')
    .option('--checkpoint <seconds>', 'seconds between two saved states', '1')
    .option('--resume', 'standard input starts from its first row again: skip the rows the state knows')
    .option('--follow', 'wait for the file to grow')
    .option('--watch', 'draw histograms, cuts and alarms, over and over')
    .option('--metrics <port>', 'answer Prometheus on this port, on this machine only')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'send rows on with their bins, numbered; - is standard output')
    .option('--encode <form>', 'label or index', 'label')
    .option('--events <file>', 'changed cuts and alarms as JSON lines (default: standard output, or error beside -o -)')
    .option('--binning <file>', 'save the bins at the end, as kerf fit does')
    .option('--force', 'overwrite the output files')
    .optionsGroup('Reading:')
    .option('--format <form>', 'auto, csv or json', 'auto')
    .option('--delimiter <char>', 'character between fields (default: found out); tab for a tab')
    .option('--decimal <char>', 'decimal mark of numbers, . or , (default: found out)')
    .option('--no-header', 'the first line holds values, not names')
    .option('--skip <lines>', 'lines to leave out before the header')
    .option('--missing-values <list>', 'texts that stand for a missing value, besides the empty field: NA,?')
    .optionsGroup('Options of methods:')
  addMethodFlags(command)
  command
    .addHelpText(
      'after',
      `
Examples:
  tail -F sales.csv | kerf stream --target bought -o -
  kerf stream clicks.csv --follow --state clicks.state -o binned.csv --watch
  kerf stream --method equal-frequency --bins 5 --window 100000 < sensors.jsonl
  kerf stream loans.csv --target default --key id --wait 50000 --binning bins.json`,
    )
    .action(async (data: string, flags: StreamFlags) => runStream(io, data, flags))
}

async function runStream(io: Io, data: string, flags: StreamFlags): Promise<void> {
  const toOutput = flags.output === '-'
  if (flags.watch === true && toOutput) throw new UsageError('--watch draws on standard output, where -o - sends rows')
  const request = streamRequest(data, flags)
  const port = flags.metrics === undefined ? null : parseInteger('--metrics', flags.metrics, 0)
  if (port !== null && port > 65_535) throw new UsageError(`--metrics takes a port up to 65535, got ${port}`)
  // Before the first row: whoever has followed a stream for days should not lose its bins in the end.
  if (flags.binning !== undefined) await checkOutput(flags.binning, { force: flags.force === true })
  const events = flags.events === undefined ? null : writing(flags.events, () => openSync(flags.events!, 'a'))
  const tell = toOutput || flags.watch === true ? io.err : io.out
  const run = new StreamRun({
    ...request,
    onEvent: (line) => {
      if (events !== null) writing(flags.events!, () => writeAll(events, Buffer.from(`${line}\n`)))
      else if (flags.watch !== true) tell(`${line}\n`)
    },
    onNote: (note) => tellNotes(io, [note]),
  })
  // Signals end the process by `process.exit`; what is counted by then is saved.
  const save = (): void => saveAtExit(io, run, flags.binning)
  process.on('exit', save)
  const watch = flags.watch === true ? new StreamWatch(io, run) : null
  let server: Server | null = null
  try {
    if (port !== null) server = await serveMetrics(run, port)
    await run.run()
    if (flags.binning !== undefined && run.stream !== null) {
      await saveText(flags.binning, toJson(run.stream.binning()), flags.force === true)
    }
  } finally {
    process.off('exit', save)
    watch?.close()
    server?.close()
    if (events !== null) closeSync(events)
  }
  tellTotals(io, run)
}

/** The flags as a request; everything that can be wrong without looking at the data is refused here. */
function streamRequest(data: string, flags: StreamFlags): Omit<StreamRequest, 'onEvent' | 'onNote'> {
  const method = flags.method === undefined ? undefined : methodNamed(flags.method)
  if (method?.name === 'chi2')
    throw new UsageError('chi2 looks at the rows of several columns, which a stream does not keep')
  const policy = oneOf('--rebuild', flags.rebuild, ['auto', 'moved', 'rows', 'split', 'shares'])
  const whole = (flag: string, text: string | undefined, min = 1): number | undefined =>
    text === undefined ? undefined : parseInteger(flag, text, min)
  const { decimal, delimiter } = flags
  if (decimal !== undefined) oneOf('--decimal', decimal, ['.', ','])
  if (flags.resume === true && data !== '-')
    throw new UsageError('--resume is for standard input; a file goes on by itself')
  if (flags.resume === true && flags.state === undefined) throw new UsageError('--resume needs --state')
  if (flags.follow === true && data === '-')
    throw new UsageError('--follow needs a file; standard input is followed anyway')
  return {
    data,
    form: oneOf('--format', flags.format, ['auto', 'csv', 'json']),
    read: {
      delimiter: delimiter === 'tab' || delimiter === String.raw`\t` ? '\t' : delimiter,
      decimal: decimal as '.' | ',' | undefined,
      header: flags.header === false ? false : undefined,
      skip: whole('--skip', flags.skip, 0),
      missingValues: flags.missingValues === undefined ? undefined : parseList(flags.missingValues),
    },
    follow: flags.follow === true,
    resume: flags.resume === true,
    state: flags.state,
    checkpoint: positive('--checkpoint', flags.checkpoint),
    output: flags.output,
    encode: oneOf('--encode', flags.encode, ['label', 'index']),
    force: flags.force === true,
    target: flags.target,
    targetKind: oneOf('--target-kind', flags.targetKind, ['auto', 'class', 'numeric']),
    event: flags.event,
    columns: flags.columns === undefined ? undefined : parseList(flags.columns),
    exclude: flags.exclude === undefined ? undefined : parseList(flags.exclude),
    key: flags.key,
    wait: parseInteger('--wait', flags.wait, 0),
    method,
    options: {
      ...methodOptions(flags as unknown as Record<string, unknown>, method),
      ...(flags.preset === undefined ? {} : { preset: flags.preset }),
      ...(flags.bins === undefined ? {} : { bins: parseBins('--bins', flags.bins) }),
      ...(flags.closed === undefined ? {} : { closed: oneOf('--closed', flags.closed, ['left', 'right']) }),
      ...(flags.readable === true ? { readable: true } : {}),
    },
    layer: layerOf(flags, whole),
    alarms: alarmsOf(flags),
    rebuild: { policy, every: whole('--every', flags.every), tolerance: positive('--tolerance', flags.tolerance) },
  }
}

/** What alarms are raised for; undefined for none. */
function alarmsOf({ alarms, falseAlarms }: StreamFlags): StreamAlarmsOptions | undefined {
  const runLength = positive('--false-alarms', falseAlarms)
  if (runLength < 1) throw new UsageError(`--false-alarms takes a number of at least 1, got ${falseAlarms}`)
  if (alarms === 'none') return undefined
  const kinds: readonly AlarmKind[] =
    alarms === 'all' ? ALARM_KINDS : parseList(alarms).map((kind) => oneOf('--alarms', kind, ALARM_KINDS))
  if (kinds.length === 0) throw new UsageError('--alarms takes population, concept, boundary, all or none, got ""')
  return { kinds: ALARM_KINDS.filter((kind) => kinds.includes(kind)), runLength }
}

function layerOf(
  flags: StreamFlags,
  whole: (flag: string, text: string | undefined) => number | undefined,
): StreamRequest['layer'] {
  const kind = oneOf('--layer', flags.layer, ['pid', 'cells'])
  const window = whole('--window', flags.window)
  const maxCells = whole('--max-cells', flags.maxCells)
  if (kind === 'cells') {
    for (const [flag, value] of [
      ['--cells', flags.cells],
      ['--range', flags.range],
      ['--half-life', flags.halfLife],
    ] as const) {
      if (value !== undefined) throw new UsageError(`${flag} is for --layer pid`)
    }
    return { kind, window, maxCells }
  }
  const range = flags.range === undefined ? undefined : parseList(flags.range).map(Number)
  if (range !== undefined && !(range.length === 2 && range[0] < range[1])) {
    throw new UsageError(`--range takes two numbers in increasing order, got ${JSON.stringify(flags.range)}`)
  }
  return {
    kind,
    window,
    maxCells,
    startCells: whole('--cells', flags.cells),
    halfLife: whole('--half-life', flags.halfLife),
    range: range as [number, number] | undefined,
  }
}

function oneOf<const T extends string>(flag: string, text: string, names: readonly T[]): T {
  const found = names.find((name) => name === text)
  if (found === undefined) {
    throw new UsageError(
      `${flag} takes ${names.slice(0, -1).join(', ')} or ${names.at(-1)}, got ${JSON.stringify(text)}`,
    )
  }
  return found
}

function positive(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && Number.isFinite(value))) {
    throw new UsageError(`${flag} takes a number of at least 0, got ${JSON.stringify(text)}`)
  }
  return value
}
