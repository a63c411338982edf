import type { Command } from 'commander'
import { isTooSmall, LEAST_LIMIT } from '../../node/within-memory/plan-memory.ts'
import type { DataOptions } from '../../node/read/read-data.ts'
import type { FitRequest } from '../../plan-fit.ts'
import type { SampleRequest } from '../../sources/sample-rows.ts'
import type { ReadOptions } from '../../sources/source.ts'
import type { Note } from '../../types.ts'
import { UsageError } from '../exit.ts'
import { oneOf, parseCodes, parseInteger, parseList } from './parse-flags.ts'

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

/** Flags that say which rows are drawn. */
export interface SampleFlags {
  readonly sample?: string
  readonly seed?: string
}

/** Flags that say which target, columns and rows are meant. */
export interface ChoiceFlags extends SampleFlags {
  readonly target?: string
  readonly targetKind?: string
  readonly event?: string
  readonly weight?: string
  readonly columns?: string
  readonly exclude?: string
  readonly special?: string[]
}

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

/** The rows that are to be drawn; null where all are wanted. */
export function sampleRequest({ sample, seed = '0' }: SampleFlags): Required<SampleRequest> | null {
  if (sample === undefined) return null
  return { sample: parseInteger('--sample', sample, 1), seed: parseInteger('--seed', seed, 0) }
}

/** Notes for commands that take columns as they were fitted: without the flags that say what a column is. */
export function withoutKindFlags(notes: readonly Note[]): Note[] {
  const kindFlags = /; to keep its numbers .*$|, or read it as text with --category .*$/
  return notes.map((note) => ({ ...note, message: note.message.replace(kindFlags, '') }))
}
