import { ArgumentError } from '../errors.ts'
import { suggest } from './suggest.ts'

/**
 * One grammar for every refused argument: `<function>: <name> must be <rule>, got <value>`.
 * A rule is declared once and read by the validator, the command line, the page and the docs.
 */
export interface Rule<T> {
  /** the rule in words, as it stands in messages and help: "an integer of at least 2" */
  readonly words: string
  /** what `typeof` should give; a value of another type is told from a wrong value by the code of the error */
  readonly type: 'number' | 'string' | 'boolean' | 'object'
  /** whether a value keeps to the rule */
  readonly accepts: (value: unknown) => boolean
  /** the names that are allowed, where there are a few; for menus */
  readonly names?: readonly string[]
  /** only for the type system */
  readonly sample?: T
}

/** A value as short text for a message; never runs code of the value's own. */
export function show(value: unknown): string {
  const text =
    Array.isArray(value) || ArrayBuffer.isView(value) ? showList(value as ArrayLike<unknown>) : showItem(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function showList(list: ArrayLike<unknown>): string {
  const texts = Array.from({ length: Math.min(6, list.length) }, (_, i) =>
    typeof list[i] === 'string' ? list[i] : showItem(list[i]),
  )
  return `[${texts.join(', ')}${list.length > 6 ? ', …' : ''}]`
}

function showItem(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  if (Array.isArray(value)) return '[…]'
  return Object(value) === value ? typeof value : String(value)
}

/** Throws unless the value keeps the rule. */
export function check<T>(where: string, name: string, rule: Rule<T>, value: unknown): asserts value is T {
  if (rule.accepts(value)) return
  const message = `${where}: ${name} must be ${rule.words}, got ${show(value)}`
  const right = typeof value === rule.type && value !== null
  throw new ArgumentError(message, { code: right ? 'out-of-range' : 'wrong-type', value })
}

/** A whole number from `min` to `max`, both allowed. */
export function integer(min: number, max: number = Infinity): Rule<number> {
  const words = max === Infinity ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`
  return {
    words,
    type: 'number',
    accepts: (v) => Number.isSafeInteger(v) && (v as number) >= min && (v as number) <= max,
  }
}

/** A finite number within limits; `above` and `below` are not allowed themselves, `min` and `max` are. */
export function real(limits: { min?: number; max?: number; above?: number; below?: number } = {}): Rule<number> {
  const { min = -Infinity, max = Infinity, above = -Infinity, below = Infinity } = limits
  const parts = Object.entries({ 'of at least': min, above, 'at most': max, below })
    .filter(([, limit]) => Number.isFinite(limit))
    .map((part) => part.join(' '))
  return {
    words: `a number ${parts.join(' and ')}`.trimEnd(),
    type: 'number',
    accepts: (v: unknown) =>
      typeof v === 'number' && Number.isFinite(v) && v >= min && v <= max && v > above && v < below,
  }
}

/** One of a few names. */
export function oneOf<const T extends string>(...names: readonly T[]): Rule<T> {
  return {
    words: `one of ${names.join(', ')}`,
    type: 'string',
    names,
    accepts: (v) => names.includes(v as T),
  }
}

/** true or false. */
export function flag(): Rule<boolean> {
  return { words: 'true or false', type: 'boolean', accepts: (v) => typeof v === 'boolean' }
}

/** Finite numbers, each larger than the one before. */
export function increasingNumbers(): Rule<readonly number[]> {
  const accepts = (v: unknown): boolean =>
    (Array.isArray(v) || v instanceof Float64Array) &&
    Array.from(v as ArrayLike<unknown>).every(
      (x, i, all) => Number.isFinite(x) && (i === 0 || Number(x) > Number(all[i - 1])),
    )
  return { words: 'finite numbers in increasing order', type: 'object', accepts }
}

/** The same rule, with null allowed. */
export function orNull<T>(rule: Rule<T>): Rule<T | null> {
  return {
    ...rule,
    words: `${rule.words}, or null`,
    accepts: (v) => v === null || rule.accepts(v),
  }
}

/** The same rule, with a few names allowed. */
export function orOneOf<T, Name extends string>(rule: Rule<T>, names: readonly Name[]): Rule<T | Name> {
  return {
    ...rule,
    words: `${rule.words}, or one of ${names.join(', ')}`,
    names,
    accepts: (v) => rule.accepts(v) || names.includes(v as Name),
  }
}

/** One option, declared once: its rule, its default, and a sentence for help and docs. */
export interface Option<T> {
  /** what a value must be */
  readonly rule: Rule<T>
  /** the value where none is given */
  readonly default: T
  /** one sentence for help and docs */
  readonly about: string
}

/** The declared options of a part, by name. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: Option<Options[Name]> }

/**
 * The given options with defaults filled in. An unknown name or a bad value is refused; `undefined` means not given.
 * The caller's object is never changed.
 */
export function resolveOptions<Options extends object>(
  where: string,
  rules: OptionRules<Options>,
  given: Readonly<Record<string, unknown>>,
): Options {
  knownOptions<object>(where, given, rules)
  const resolved: Record<string, unknown> = {}
  for (const [name, option] of Object.entries<Option<unknown>>(rules)) {
    const value = given[name] === undefined ? option.default : given[name]
    check(where, name, option.rule, value)
    // A list becomes a copy of our own: the caller's may change later, or be a typed array.
    resolved[name] = typeof value === 'object' && value !== null ? Array.from(value as ArrayLike<unknown>) : value
  }
  return resolved as Options
}

/** Refuses options that are none, such as null. */
export function isOptions(where: string, given: unknown): asserts given is object {
  if (typeof given === 'object' && given !== null) return
  throw new ArgumentError(`${where}: options must be an object, got ${show(given)}`, {
    code: 'wrong-type',
    value: given,
  })
}

/** Every name that options have, so that the compiler tells of one that was forgotten. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: 1 }

/** Refuses options of unknown names, with the nearest known ones: for calls whose options have no rules of their own. */
export function knownOptions<Options extends object>(where: string, given: Options, known: OptionNames<Options>): void {
  isOptions(where, given)
  const names = Object.keys(known)
  for (const name of Object.keys(given)) {
    if (!names.includes(name))
      throw new ArgumentError(`${where}: unknown option ${name}${suggest(name, names)}`, {
        code: 'unknown-option',
        value: name,
      })
  }
}

/** The thing of that name; another name is refused as `what`, with the nearest ones. */
export function findNamed<T extends { readonly name: string }>(what: string, all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found
  const known = all.map((one) => one.name)
  throw new ArgumentError(`${what} ${show(name)}${suggest(name, known)}`, { code: 'unknown-name', value: name })
}

/** What a record says of a name, and nothing that it inherits: columns may be called `constructor` or `__proto__`. */
export function ownEntry<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
}

/** What functions are given, by a field that each of the kind has, and where one comes from. */
const KINDS = {
  binning: ['columns', 'a binning as fitTable makes it'],
  column: ['kind', 'a fitted column'],
  comparison: ['methods', 'a comparison as compareMethods makes it'],
  drift: ['columns', 'drift as compareDrift finds it'],
  encoder: ['fields', 'an encoder as makeEncoder makes it'],
  explanation: ['kind', 'an explanation as explainGoal makes it'],
  model: ['target', 'a model as trainTable makes it'],
  project: ['binning', 'a project as projectFromJson makes it'],
  ranking: ['columns', 'a ranking as rankColumns makes it'],
  summary: ['kind', 'a summary as summarize makes it'],
  table: ['columns', 'a table of summaries as summarizeSource makes it'],
  tree: ['root', 'a tree as growTree makes it'],
} as const

/**
 * Refuses what is no binning, tree or summary, such as nothing at all, before it is taken apart. One field is looked at:
 * that a file holds what it should is checked where it is read.
 */
export function mustBe(where: string, kind: keyof typeof KINDS, value: unknown): void {
  const [field, words] = KINDS[kind]
  if (Object(value)[field] === undefined) {
    throw new ArgumentError(`${where}: ${kind} must be ${words}, got ${show(value)}`, { code: 'wrong-type', value })
  }
}
