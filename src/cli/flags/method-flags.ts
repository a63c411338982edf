import { Option, type Command } from 'commander'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { findMethod, methods } from '../../discretizers/registry.ts'
import { parseRule } from '../../util/parse-rule.ts'
import { suggest } from '../../util/suggest.ts'
import { UsageError } from '../usage.ts'

/** `expectedFloor` as it is typed: `--expected-floor`. */
export function flagOf(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Options that have flags of their own on the command line. */
const COMMON = new Set(['bins', 'cuts'])

/** Adds one flag per option of any method, from what the methods declare; not those whose names mean something else. */
export function addMethodFlags(command: Command, taken: ReadonlySet<string> = new Set()): void {
  const seen = new Map<string, string[]>()
  for (const method of methods()) {
    for (const name of Object.keys(method.options)) {
      if (!COMMON.has(name) && !taken.has(name)) seen.set(name, [...(seen.get(name) ?? []), method.name])
    }
  }
  for (const [name, owners] of seen) {
    const { rule, about } = findMethod(owners[0]).options[name]
    const value = rule.type === 'boolean' ? '[yes]' : '<value>'
    command.addOption(new Option(`${flagOf(name)} ${value}`, `${owners.join(', ')}: ${about}`))
  }
}

/** The method asked for by name. */
export function methodNamed(name: string): AnyDiscretizer {
  const known = methods().map((method) => method.name)
  if (!known.includes(name)) throw new UsageError(`unknown method ${JSON.stringify(name)}${suggest(name, known)}`)
  return findMethod(name)
}

/**
 * The options of a method as given by flags; a flag that belongs to other methods is refused. Without `--method` a flag
 * must belong to the method the target asks for, which is only known later, so it is passed on as it is.
 */
export function methodOptions(
  flags: Readonly<Record<string, unknown>>,
  method: AnyDiscretizer | undefined,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  const owners = (name: string): AnyDiscretizer[] =>
    methods().filter((candidate) => Object.hasOwn(candidate.options, name))
  for (const [name, text] of Object.entries(flags)) {
    if (text === undefined || COMMON.has(name) || owners(name).length === 0) continue
    const owner = method === undefined ? owners(name)[0] : method
    const option = owner.options[name]
    if (option === undefined) {
      const whose = owners(name)
        .map((candidate) => candidate.name)
        .join(', ')
      throw new UsageError(`${flagOf(name)} is not an option of ${owner.name}, it belongs to ${whose}`)
    }
    const value = text === true ? true : parseRule(option.rule, text as string)
    if (!option.rule.accepts(value))
      throw new UsageError(`${flagOf(name)} must be ${option.rule.words}, got ${JSON.stringify(text)}`)
    options[name] = value
  }
  return options
}
