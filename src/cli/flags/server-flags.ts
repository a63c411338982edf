import type { OpenServer, ServerOptions } from '../../node/servers/open-engine.ts'
import { planMemory } from '../../node/within-memory/plan-memory.ts'
import type { Binning } from '../../binning/binning.ts'
import { firstPass, type ServerEngine } from '../../engines/sql/server-engine.ts'
import { fitSource } from '../../pipeline.ts'
import type { FitRequest, SummarizeRequest } from '../../plan-fit.ts'
import { type CountedLike, countLike, type CountLikeOptions } from '../../count-like.ts'
import type { Note } from '../../types.ts'
import { summarizeSource } from '../../summarize-source.ts'
import type { SummaryTable } from '../../summaries/summary-table.ts'
import { counted } from '../../reports/number-text.ts'
import type { SourceTable } from '../../sources/source.ts'
import { withAskedKinds } from '../../sources/text/asked-kinds.ts'
import { parseBytes } from '../../util/byte-sizes.ts'
import { UsageError } from '../exit.ts'
import { interruptible } from '../interrupt.ts'
import { type Progress, stepwise } from '../io.ts'
import type { ServerFlags, DataFlags, SampleFlags } from './flag-types.ts'
import { readOptions, sampleRequest, flagOf, parseInteger } from './parse-flags.ts'

/** Flags that say how text files are written. */
const OF_FILES = ['delimiter', 'decimal', 'skip'] as const

/** The flags as a connection to a database takes them; what only files have is refused. */
export function serverOptions(data: string, flags: DataFlags & ServerFlags): ServerOptions {
  const given = [
    ...OF_FILES.filter((name) => flags[name] !== undefined).map(flagOf),
    ...(flags.header === false ? ['--no-header'] : []),
    ...(flags.badRows === 'skip' ? ['--bad-rows'] : []),
  ]
  if (given.length > 0) throw new UsageError(`${given[0]} is for text files, and ${data} is a table in a database`)
  const { missingValues, threads, memory } = readOptions(flags)
  const plan = memory === undefined ? null : planMemory(parseBytes(memory), threads)
  return {
    missingValues,
    threads: plan?.engine.threads ?? threads,
    memory: plan?.engine.memory,
    bytes: plan?.arrays,
    where: flags.where,
    scans: flags.scans === undefined ? undefined : parseInteger('--scans', flags.scans, 1),
  }
}

/** Milliseconds before passes are told one by one. */
const PATIENCE = 1000

/** What a command does on an engine, and how it is told. */
export interface ServerWork {
  readonly data: string
  readonly flags: DataFlags & ServerFlags & { readonly quiet?: boolean }
  readonly progress: Progress
  /** what the first look at the table should answer */
  readonly hints?: Pick<ServerOptions, 'target' | 'columns' | 'exclude'>
}

/** Lends the engine of a table in a database. Passes are told when they take long, and in the end what they took. */
export async function onServer<T>(
  { data, flags, progress, hints }: ServerWork,
  use: (engine: ServerEngine, server: OpenServer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { withServer } = await import('../../node/servers/open-engine.ts')
  const onRetry = retryTold((line) => progress.tell(line))
  return interruptible((signal) => {
    const told = new PassesTold(progress, signal)
    return withServer(
      data,
      { ...serverOptions(data, flags), ...hints, ...told.watch, onRetry, signal },
      async (engine, server) => {
        told.rows = engine.rows
        const result = await use(engine, server, signal)
        if (flags.quiet !== true) told.end(engine.passes.length, server.connection.traffic().bytes)
        return result
      },
    )
  })
}

/** Tells of connections that are tried again, on a line each: whoever waits should know what for. */
export function retryTold(tell: (line: string) => void): NonNullable<ServerOptions['onRetry']> {
  return ({ shown, number, most, wait }) =>
    tell(`${shown}: no connection; trying again in ${wait / 1000} s (${number} of ${most})`)
}

/** Tells passes while they run, those that take long on lines that stay, and in the end how many there were. */
class PassesTold {
  readonly #progress: Progress
  readonly #signal: AbortSignal
  readonly #start = Date.now()
  #now = ''
  #bytes = 0
  rows: number | null = null

  constructor(progress: Progress, signal: AbortSignal) {
    this.#progress = progress
    this.#signal = signal
  }

  get watch(): Pick<ServerOptions, 'onStart' | 'onPass' | 'onProgress'> {
    return {
      onStart: (number, what) => {
        this.#now = `pass ${number}: ${what}`
        this.#progress.show(this.#now, 0)
      },
      onProgress: (part) => this.#progress.show(this.#now, part),
      onPass: ({ bytes }) => {
        this.#bytes += bytes
        if (this.#signal.aborted || Date.now() - this.#start < PATIENCE) return
        this.#progress.tell(`${this.#now}${this.#ofRows()}, ${sizeText(this.#bytes)} so far`)
      },
    }
  }

  end(passes: number, bytes: number): void {
    const rows = counted(this.rows ?? 0, 'row')
    this.#progress.tell(`${passes} ${passes === 1 ? 'pass' : 'passes'} over ${rows}, ${sizeText(bytes)} brought here`)
  }

  #ofRows(): string {
    return this.rows === null ? '' : ` of ${counted(this.rows, 'row')}`
  }
}

function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 100) / 10} kB` : `${Math.ceil(bytes / 1e5) / 10} MB`
}

/** The columns that a request is about. */
function hintsOf({
  target,
  weight,
  columns,
  exclude,
}: FitRequest): Pick<ServerOptions, 'target' | 'columns' | 'exclude'> {
  const others = [target, weight].filter((name) => name !== undefined)
  return { target, columns: columns === undefined ? undefined : [...columns, ...others], exclude }
}

/** Fits the columns of a table in a database, where they are. */
export async function fitOnServer(work: ServerWork, request: FitRequest): Promise<Binning> {
  refuseKindFlags(work.flags)
  const run = stepwise(work.progress, 'fitting')
  return onServer({ ...work, hints: hintsOf(request) }, (engine, { title }, signal) =>
    fitSource(engine, { ...request, source: title }, { ...run, signal }),
  )
}

/** Counts the columns of a table in a database, where they are. */
export async function summarizeOnServer(work: ServerWork, request: SummarizeRequest): Promise<SummaryTable> {
  refuseKindFlags(work.flags)
  const run = stepwise(work.progress, 'summarizing')
  return onServer({ ...work, hints: hintsOf(request) }, (engine, { title }, signal) =>
    summarizeSource(engine, { ...request, source: request.source ?? title }, { ...run, signal }),
  )
}

/** Rows of a table in a database, counted in the bins of a binning. */
export async function countOnServer(
  work: ServerWork,
  binning: Binning,
  options: CountLikeOptions,
): Promise<{ counted: CountedLike; title: string; rows: number; notes: readonly Note[] }> {
  refuseKindFlags(work.flags)
  const target = options.target ?? binning.target?.name ?? undefined
  const hints = hintsOf({ target, columns: binning.columns.map(({ name }) => name) })
  return onServer({ ...work, hints }, async (engine, { title }, signal) => {
    const { rows, notes } = engine
    return { counted: await countLike(engine, binning, { ...options, signal }), title, rows, notes }
  })
}

/** The SQL of the first pass of a fit, and in words what it would bring here. */
export async function firstPassOf(
  { data, flags, progress }: ServerWork,
  request: FitRequest,
): Promise<{ readonly sql: string; readonly estimate: string }> {
  refuseKindFlags(flags)
  const { openServer } = await import('../../node/servers/open-engine.ts')
  return interruptible(async (signal) => {
    const options = serverOptions(data, flags)
    const onRetry = retryTold((line) => progress.tell(line))
    const { connection, source } = await openServer(data, { ...options, onRetry, signal })
    try {
      const { sql, bytes } = await firstPass(connection, source, {
        ...hintsOf(request),
        missingValues: options.missingValues,
      })
      return { sql, estimate: `nothing was counted; this would bring at most about ${sizeText(bytes)} here` }
    } finally {
      await connection.close()
    }
  })
}

/** Refuses what cannot be told of counts: columns are what the database says they are. */
export function refuseKindFlags({ category, number }: DataFlags): void {
  const given = category === undefined ? (number === undefined ? null : '--number') : '--category'
  if (given !== null)
    throw new UsageError(`${given} is for files; of a table in a database, cast the column in ?query=SELECT …`)
}

/** Rows drawn in a database and brought here, for what cannot be done by counts alone. */
export async function drawRows(
  { data, flags, progress }: ServerWork & { readonly flags: SampleFlags },
  texts: readonly string[] = [],
): Promise<SourceTable & { readonly source: string }> {
  const request = sampleRequest(flags)
  if (request === null) {
    throw new UsageError(
      `this needs the rows themselves, which are in a database (${data}); --sample 100000 draws so many there and brings them here, --seed 1 draws others`,
    )
  }
  const { texts: named = [], numbers } = readOptions(flags)
  return onServer({ data, flags, progress }, async (engine, { title }) => {
    const { engine: drawn, notes } = await engine.sample(request)
    const columns = await drawn.read(drawn.columns.map(({ name }) => name))
    const table = { rows: drawn.rows, columns, notes: [...engine.notes, ...notes], skipped: 0 }
    const asked = { texts: [...named, ...texts], ...(numbers === undefined ? {} : { numbers }) }
    return { ...withAskedKinds(table, asked), source: title }
  })
}
