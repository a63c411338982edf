import type { Command } from 'commander'
import type { DataOptions } from '../../node/read/read-data.ts'
import { parseInteger, parseList } from './parse-flags.ts'
import { UsageError } from '../usage.ts'

/** Flags of every command that reads DATA. */
export interface DataFlags {
  readonly delimiter?: string
  readonly decimal?: string
  readonly header?: boolean
  readonly skip?: string
  readonly missingValues?: string
  readonly badRows?: string
  readonly where?: string
  readonly threads?: string
  readonly memory?: string
}

export function addDataFlags(command: Command, { where = true }: { readonly where?: boolean } = {}): void {
  if (where)
    command
      .optionsGroup('Reading:')
      .option('--where <sql>', "only rows for which a condition holds: age > 30 AND city = 'Oslo'")
  command
    .optionsGroup('Reading:')
    .option('--delimiter <char>', 'character between fields (default: found out); tab for a tab')
    .option('--decimal <char>', 'decimal mark of numbers, . or , (default: found out)')
    .option('--no-header', 'the first line holds values, not names')
    .option('--skip <lines>', 'lines to leave out before the header')
    .option('--missing-values <list>', 'texts that stand for a missing value, besides the empty field: NA,?')
    .option('--threads <number>', 'processors that may be used (default: all)')
    .option('--memory <size>', 'memory the reader may use, such as 2GB; fit takes large files in parts to keep to it')
    .option('--bad-rows <what>', 'lines of too few or too many fields: error or skip', 'error')
}

/** The flags as the readers take them. */
export function readOptions(flags: DataFlags): DataOptions {
  const { delimiter, decimal, badRows = 'error' } = flags
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw new UsageError(`--decimal takes . or , got ${JSON.stringify(decimal)}`)
  }
  if (badRows !== 'error' && badRows !== 'skip') {
    throw new UsageError(`--bad-rows takes error or skip, got ${JSON.stringify(badRows)}`)
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
    badRows,
    threads: flags.threads === undefined ? undefined : parseInteger('--threads', flags.threads, 1),
    memory: flags.memory === undefined ? undefined : parseSize(flags.memory),
  }
}

function parseSize(text: string): string {
  if (!/^\d+(\.\d+)?\s*[KMGT]i?B$/i.test(text))
    throw new UsageError(`--memory takes a size such as 2GB, got ${JSON.stringify(text)}`)
  return text
}
