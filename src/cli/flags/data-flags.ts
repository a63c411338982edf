import type { Command } from 'commander'
import { filterRows } from '../../node/duckdb/filter-rows.ts'
import { isTooSmall, LEAST_LIMIT } from '../../node/within-memory/plan-memory.ts'
import { type DataOptions, type Opened, readData, readRowsOrSummaries } from '../../node/read/read-data.ts'
import { checkName, type FitRequest } from '../../plan-fit.ts'
import type { ReadOptions, SourceTable } from '../../sources/source.ts'
import type { Note } from '../../types.ts'
import { UsageError } from '../exit.ts'
import type { Progress } from '../io.ts'
import { flagOf, oneOf, parseCodes, parseInteger, parseList } from './parse-flags.ts'

/** Flags that say how a text table is written. */
export interface TextFlags {
  readonly delimiter?: string
  readonly decimal?: string
  readonly header?: boolean
  readonly skip?: string
  readonly missingValues?: string
}

/** Flags of every command that reads DATA. */
export interface DataFlags extends TextFlags {
  readonly badRows?: string
  readonly where?: string
  readonly category?: string
  readonly number?: string
  readonly threads?: string
  readonly memory?: string
}

/** Flags that say which target, columns and rows are meant. */
export interface ChoiceFlags {
  readonly target?: string
  readonly targetKind?: string
  readonly event?: string
  readonly weight?: string
  readonly columns?: string
  readonly exclude?: string
  readonly special?: string[]
  readonly sample?: string
  readonly seed?: string
}

/** Gathers the values of a flag that may be repeated. */
export const collect = (value: string, previous: string[] | undefined): string[] => [...(previous ?? []), value]

/** What help ends with: lines to type. */
export function addExamples(command: Command, lines: readonly string[]): void {
  command.addHelpText('after', ['\nExamples:', ...lines].join('\n  '))
}

/** `where: false` for commands that write every row they read. */
export function addDataFlags(command: Command, { where = true }: { readonly where?: boolean } = {}): void {
  command.optionsGroup('Reading:')
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

/** The flags as the readers take them. */
export function readOptions(flags: DataFlags): DataOptions {
  return {
    ...textOptions(flags),
    badRows: oneOf('--bad-rows', flags.badRows ?? 'error', ['error', 'skip']),
    threads: flags.threads === undefined ? undefined : parseInteger('--threads', flags.threads, 1),
    memory: flags.memory === undefined ? undefined : parseSize(flags.memory),
    ...kindOptions(flags),
  }
}

/** What columns are, whatever they seem to be. Files taken in parts keep to what they hold. */
function kindOptions(flags: DataFlags): Pick<ReadOptions, 'texts' | 'numbers'> {
  const [texts, numbers] = [flags.category, flags.number].map((list) =>
    list === undefined ? undefined : parseList(list),
  )
  const given = texts === undefined ? (numbers === undefined ? null : '--number') : '--category'
  if (given !== null && flags.memory !== undefined) throw new UsageError(`${given} does not go with --memory`)
  return { ...(texts === undefined ? {} : { texts }), ...(numbers === undefined ? {} : { numbers }) }
}

export function textOptions(flags: TextFlags): ReadOptions {
  const { delimiter, decimal } = flags
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw new UsageError(`--decimal takes a point or a comma, got ${JSON.stringify(decimal)}`)
  }
  const character = delimiter === 'tab' || delimiter === String.raw`\t` ? '\t' : delimiter
  if (character !== undefined && character.length !== 1) {
    throw new UsageError(`--delimiter takes one character, got ${JSON.stringify(delimiter)}`)
  }
  return {
    delimiter: character,
    decimal,
    header: flags.header === false ? false : undefined,
    skip: flags.skip === undefined ? undefined : parseInteger('--skip', flags.skip, 0),
    missingValues: flags.missingValues === undefined ? undefined : parseList(flags.missingValues),
  }
}

function parseSize(text: string): string {
  if (!/^\d+(\.\d+)?\s*[KMGT]i?B$/i.test(text))
    throw new UsageError(`--memory takes a size such as 2GB, got ${JSON.stringify(text)}`)
  if (isTooSmall(text)) {
    const why = 'the program itself takes most of that'
    throw new UsageError(`--memory takes at least ${LEAST_LIMIT}, since ${why}, got ${JSON.stringify(text)}`)
  }
  return text
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

/** Reads DATA as the flags say, with progress, and keeps the rows that `--where` asks for. */
export async function readTable(
  data: string,
  flags: DataFlags,
  progress: Progress,
  texts: readonly string[] = [],
): Promise<SourceTable & { readonly source: string }> {
  const options = readOptions(flags)
  const asked = { ...options, texts: [...(options.texts ?? []), ...texts] }
  const table = await readData(data, { ...asked, onProgress: (part) => progress.show('reading', part) })
  checkKinds(table, options)
  return flags.where === undefined ? table : filterRows(table, flags.where, options)
}

/** Notes for commands that take columns as they were fitted: without the flags that say what a column is. */
export function withoutKindFlags(notes: readonly Note[]): Note[] {
  const kindFlags = /; to keep its numbers .*$|, or read it as text with --category .*$/
  return notes.map((note) => ({ ...note, message: note.message.replace(kindFlags, '') }))
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
