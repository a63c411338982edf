import type { Command } from 'commander'
import { filterRows } from '../../node/duckdb/filter-rows.ts'
import { type Opened, readData, readRowsOrSummaries } from '../../node/read/read-data.ts'
import { isServerAddress } from '../../node/files/find-files.ts'
import { checkName, type FitRequest } from '../../plan-fit.ts'
import { sampleRows } from '../../sources/sample-rows.ts'
import type { ReadOptions, SourceTable } from '../../sources/source.ts'
import type { Note } from '../../types.ts'
import { UsageError } from '../exit.ts'
import type { Progress } from '../io.ts'
import type { ChoiceFlags, DataFlags, SampleFlags, ServerFlags } from './flag-types.ts'
import { flagOf, oneOf, parseCodes, parseInteger, parseList, readOptions, sampleRequest } from './parse-flags.ts'

/** Gathers the values of a flag that may be repeated. */
export const collect = (value: string, previous: string[] | undefined): string[] => [...(previous ?? []), value]

/** What help ends with: lines to type. */
export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText('after', ['\nExamples:', ...lines].join('\n  '))
}

/** What a command does with the rows it reads. */
interface ReadingOptions {
  /** false for commands that write every row they read */
  readonly where?: boolean
  /** true for commands that take some of the rows where asked, and have no other flag for it */
  readonly draw?: boolean
}

export function addDataFlags(command: Command, { where = true, draw = false }: ReadingOptions = {}): void {
  command.optionsGroup('Reading:')
  if (draw) {
    command.option('--sample <rows>', 'use at most this many rows, drawn at random')
    if (!command.options.some(({ long }) => long === '--seed'))
      command.option('--seed <number>', 'seed of the draw', '0')
  }
  if (where) command.option('--where <sql>', "only rows that meet a condition: age > 30 AND city = 'Oslo'")
  addTextFlags(command)
  if (where) {
    command
      .option('--category <columns>', 'columns to read as text, whatever they hold: zip,code')
      .option('--number <columns>', 'columns to read as numbers; texts in them count as missing')
  }
  command
    .option('--threads <number>', 'processors that may be used (default: all)')
    .option(
      '--memory <size>',
      'memory the reader may use, such as 2GB; fit takes large files in parts to stay within it',
    )
    .option('--bad-rows <what>', 'lines with too few or too many fields: error or skip', 'error')
}

/** The flags of `TextFlags`, which a table that never ends takes too. */
export function addTextFlags(command: Command): void {
  command
    .option('--delimiter <char>', 'character between fields; tab for a tab (default: detected)')
    .option('--decimal <char>', 'decimal mark of numbers, . or , (default: detected)')
    .option('--no-header', 'the first line holds values, not names')
    .option('--skip <lines>', 'lines to skip before the header')
    .option('--missing-values <list>', 'texts that stand for a missing value, besides the empty field: NA,?')
}

/** What a command does with the rows and columns that are chosen. */
interface ChoiceOptions {
  /** what is done with them, in the heading of the flags; default `bin` */
  readonly verb?: string | undefined
  /** `needed` for commands that cannot do without one */
  readonly target?: 'optional' | 'needed' | undefined
  /** flags that mean nothing to the command */
  readonly without?: readonly ('event' | 'weight' | 'sample' | 'seed' | 'columns' | 'exclude')[]
  /** what a flag means to the command, where that is not the usual */
  readonly about?: { readonly [flag in 'target' | 'target-kind' | 'event' | 'seed']?: string }
}

export function addChoiceFlags(command: Command, options: ChoiceOptions = {}): void {
  const { verb = 'bin', target = 'optional', without = [], about = {} } = options
  const flags = {
    'target-kind': ['--target-kind <kind>', 'auto, class or numeric', 'auto'],
    event: ['--event <class>', 'the class that rates, WoE and IV are about (default: the second of two)'],
    weight: ['--weight <column>', 'column of row weights'],
    columns: ['-c, --columns <list>', 'only these columns'],
    exclude: ['--exclude <list>', 'not these columns'],
    sample: ['--sample <rows>', 'use at most this many rows, drawn at random'],
    seed: ['--seed <number>', 'seed of the draw', '0'],
  } as const
  const own: Readonly<Record<string, string>> = about
  command.optionsGroup(`What to ${verb}:`)
  const words = ['-t, --target <column>', about.target ?? 'the column the bins should explain'] as const
  if (target === 'needed') command.requiredOption(...words)
  else command.option(...words)
  for (const [name, [flag, usual, value]] of Object.entries(flags)) {
    if (!without.some((one) => one === name)) command.option(flag, own[name] ?? usual, value)
  }
}

/** The flags as a part of a request; everything that can be wrong without looking at the data is refused here. */
export function choiceRequest(flags: ChoiceFlags): Omit<FitRequest, 'targetKind'> & {
  readonly targetKind: 'auto' | 'class' | 'numeric'
} {
  const codes = parseCodes('--special', flags.special ?? [])
  return {
    target: flags.target,
    targetKind: oneOf('--target-kind', flags.targetKind ?? 'auto', ['auto', 'class', 'numeric']),
    event: flags.event,
    weight: flags.weight,
    columns: flags.columns === undefined ? undefined : parseList(flags.columns),
    exclude: flags.exclude === undefined ? undefined : parseList(flags.exclude),
    special: codes.all,
    specialOf: codes.byColumn,
    sample: flags.sample === undefined ? undefined : parseInteger('--sample', flags.sample, 1),
    seed: parseInteger('--seed', flags.seed ?? '0', 0),
  }
}

/** Notes for commands that take columns as they were fitted: without the flags that say what a column is. */
export function withoutKindFlags(notes: readonly Note[]): Note[] {
  const kindFlags = /; to keep its numbers .*$|, or read it as text with --category .*$/
  return notes.map((note) => ({ ...note, message: note.message.replace(kindFlags, '') }))
}

/** For commands that fit. */
export function addScansFlag(command: Command): void {
  command
    .optionsGroup('Data in a database:')
    .option('--scans <number>', 'look closer only while fewer passes were made; cuts that are not exact then say so')
}

export function addServerFlags(command: Command): void {
  addScansFlag(command)
  command.option('--dry-run', 'print the SQL of the first pass and how much it would bring here, and end')
}

/** Refuses flags that only a table in a database has a use for. */
export function checkServerFlags(data: string, { scans, dryRun }: ServerFlags): void {
  const given = scans === undefined ? (dryRun === true ? '--dry-run' : null) : '--scans'
  if (given !== null && !isServerAddress(data))
    throw new UsageError(`${given} is for a table in a database, such as 'visits.duckdb?table=visits'`)
}

type Read = SourceTable & { readonly source: string }

/** Reads DATA as the flags say, with progress, and keeps the rows that `--where` asks for; of a database a sample of them. */
export async function readTable(
  data: string,
  flags: DataFlags & SampleFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<Read> {
  if (isServerAddress(data)) {
    const { drawRows } = await import('./server-flags.ts')
    return drawRows({ data, flags, progress }, texts)
  }
  const options = readOptions(flags)
  const asked = { ...options, texts: [...(options.texts ?? []), ...texts] }
  const table = await readData(data, { ...asked, onProgress: (part) => progress.show('reading', part) })
  checkKinds(table, options)
  return flags.where === undefined ? table : filterRows(table, flags.where, options)
}

/** The same for commands that only know the rows they are given: of a file, too, some of them are drawn where asked. */
export async function readSome(
  data: string,
  flags: DataFlags & SampleFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<Read> {
  const read = await readTable(data, flags, progress, texts)
  const request = sampleRequest(flags)
  if (request === null || isServerAddress(data)) return read
  const { table, notes } = sampleRows(read, request)
  return { ...table, source: read.source, notes: [...table.notes, ...notes] }
}

/** Refuses kinds that were asked for columns which are not there. */
function checkKinds({ columns }: SourceTable, { texts = [] }: ReadOptions): void {
  const names = columns.map(({ name }) => name)
  for (const name of texts) checkName(names, name)
}

/** Flags that say how rows are read or chosen, which a summary has no use for. */
const OF_ROWS = ['where', 'category', 'number', 'sample', 'delimiter', 'decimal', 'skip', 'missingValues'] as const

/** Reads DATA, rows or summaries, as the flags say. Flags that need rows are refused where there are none. */
export async function openData(data: string, flags: DataFlags & ChoiceFlags, progress: Progress): Promise<Opened> {
  if (isServerAddress(data)) return { kind: 'rows', table: await readTable(data, flags, progress) }
  const options = readOptions(flags)
  const opened = await readRowsOrSummaries(data, { ...options, onProgress: (part) => progress.show('reading', part) })
  if (opened.kind === 'rows') {
    checkKinds(opened.table, options)
    if (flags.where === undefined) return opened
    return { kind: 'rows', table: await filterRows(opened.table, flags.where, options) }
  }
  const given = [
    ...OF_ROWS.filter((name) => flags[name] !== undefined).map(flagOf),
    ...(flags.header === false ? ['--no-header'] : []),
    ...(flags.badRows === 'skip' ? ['--bad-rows'] : []),
  ]
  if (given.length === 0) return opened
  throw new UsageError(`${given[0]} needs rows, but ${data} is a summary; give it to kerf summarize`)
}
