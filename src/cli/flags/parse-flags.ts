import { parseDate } from '../../sources/text/values.ts'
import type { Policy } from '../../binning/binning.ts'
import { type AdvisedRule, BIN_COUNT_RULES, type BinCountRule } from '../../discretizers/bin-count/bin-count-rules.ts'
import type { BinningReportOptions } from '../../reports/terminal/binning-text.ts'
import type { DataOptions } from '../../node/read/read-data.ts'
import { isTooSmall, LEAST_LIMIT } from '../../node/within-memory/plan-memory.ts'
import type { SampleRequest } from '../../sources/sample-rows.ts'
import type { ReadOptions } from '../../sources/source.ts'
import { UsageError } from '../exit.ts'
import type { DataFlags, SampleFlags, TextFlags } from './flag-types.ts'
import type { Io } from '../io.ts'

/** `expectedFloor` as it is typed: `--expected-floor`. */
export function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** `a,b,c` as a list; a comma inside a name is written `\,`. */
export function parseList(text: string): string[] {
  return text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll(String.raw`\,`, ',').trim())
    .filter((item) => item !== '')
}

export function parseNumbers(flag: string, text: string): number[] {
  return parseList(text).map((item) => {
    const value = numberOrDate(item)
    if (!Number.isFinite(value))
      throw new UsageError(`${flag} takes numbers or dates separated by commas, got ${JSON.stringify(item)}`)
    return value
  })
}

/** A number, or a date such as 2015-02-04 as milliseconds since 1970 UTC. */
function numberOrDate(text: string): number {
  const value = Number(text)
  return Number.isNaN(value) ? parseDate(text) : value
}

export function oneOf<const T extends string>(flag: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new UsageError(`${flag} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, got ${JSON.stringify(text)}`)
}

/** A share or level above 0 and below 1. */
export function parseShare(flag: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value < 1) return value
  throw new UsageError(`${flag} takes a number above 0 and below 1, got ${JSON.stringify(text)}`)
}

/** A number of at least 0. */
export function parseAmount(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value < Infinity) return value
  throw new UsageError(`${flag} takes a number of at least 0, got ${JSON.stringify(text)}`)
}

export function parseInteger(flag: string, text: string, min: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min) {
    throw new UsageError(`${flag} takes a whole number of at least ${min}, got ${JSON.stringify(text)}`)
  }
  return value
}

/** The largest number a port can have. */
const LAST_PORT = 65_535

/** The port of `--port`; 0, for one that is free, where none is given. */
export function parsePort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = parseInteger('--port', text, 1)
  if (port > LAST_PORT) throw new UsageError(`--port takes a number up to ${LAST_PORT}, got ${JSON.stringify(text)}`)
  return port
}

/** A number of bins, or the name of a rule for it. */
export function parseBins(flag: string, text: string): number | BinCountRule | AdvisedRule {
  const rules = [...BIN_COUNT_RULES, 'advised'] as const
  const rule = rules.find((name) => name === text)
  if (rule !== undefined) return rule
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 1) {
    throw new UsageError(
      `${flag} takes a whole number of at least 1, or one of ${rules.join(', ')}, got ${JSON.stringify(text)}`,
    )
  }
  return value
}

/** Numbers for all columns (`-9,-8`) or for one (`col=-9`); the flag may be repeated. */
export function parseCodes(
  flag: string,
  given: readonly string[],
): { all: number[]; byColumn: Record<string, number[]> } {
  const all: number[] = []
  const byColumn = new Map<string, number[]>()
  for (const text of given) {
    const at = text.lastIndexOf('=')
    const name = text.slice(0, at)
    if (at < 0) all.push(...parseNumbers(flag, text))
    else byColumn.set(name, [...(byColumn.get(name) ?? []), ...parseNumbers(flag, text.slice(at + 1))])
  }
  return { all, byColumn: Object.fromEntries(byColumn) }
}

export function parsePolicy(flag: string, text: string): Policy {
  if (text === 'own' || text === 'nearest' || text === 'error') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`${flag} takes own, nearest, error or the number of a bin, got ${JSON.stringify(text)}`)
}

/** How a binning is shown on this terminal, as the flags say. */
export function reportOptions(
  io: Io,
  flags: { readonly verbose?: boolean; readonly top?: string },
): BinningReportOptions {
  return {
    color: io.color,
    width: io.width,
    verbose: flags.verbose === true,
    most: flags.top === undefined ? undefined : parseInteger('--top', flags.top, 1),
  }
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

/** The rows that are to be drawn; null where all are wanted. */
export function sampleRequest({ sample, seed = '0' }: SampleFlags): Required<SampleRequest> | null {
  if (sample === undefined) return null
  return { sample: parseInteger('--sample', sample, 1), seed: parseInteger('--seed', seed, 0) }
}
