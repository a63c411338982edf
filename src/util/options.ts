import { check, type Rule } from './check.ts'
import { suggest } from './suggest.ts'

/** One option, declared once: its rule, its default, and a sentence for help and docs. */
export interface Option<T> {
  readonly rule: Rule<T>
  readonly default: T
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
  const names = Object.keys(rules)
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new TypeError(`${where}: unknown option ${name}${suggest(name, names)}`)
  }
  const resolved: Record<string, unknown> = {}
  for (const [name, option] of Object.entries<Option<unknown>>(rules)) {
    const value = given[name] === undefined ? option.default : given[name]
    check(where, name, option.rule, value)
    // A list becomes a copy of our own: the caller's may change later, or be a typed array.
    resolved[name] = typeof value === 'object' && value !== null ? Array.from(value as ArrayLike<unknown>) : value
  }
  return resolved as Options
}
