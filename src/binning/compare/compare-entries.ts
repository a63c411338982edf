import { defaultMethod } from '../../discretizers/default-method.ts'
import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { findMethod, methods } from '../../discretizers/registry.ts'
import { ArgumentError, DataError } from '../../errors.ts'
import type { Target } from '../../types.ts'

/** A method as it is compared: with a preset, and options of its own. */
export interface CompareEntry {
  /** the method */
  readonly method: AnyDiscretizer
  /** a named set of its options */
  readonly preset?: string | undefined
  /** its options, over those of the preset */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

/** Methods that are compared only on request, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  fixed: 'it has no cuts of its own',
  binary: 'it cuts wherever the class changes',
}

/** How an entry is called: `mdlp`, or `variance:significant` with a preset. */
export function entryName({ method, preset }: CompareEntry): string {
  return preset === undefined ? method.name : `${method.name}:${preset}`
}

/** What is to be compared, checked against the target. Without a list: all that fit it, but for those in LEFT_OUT. */
export function chooseEntries(given: readonly (string | CompareEntry)[] | undefined, target: Target): CompareEntry[] {
  const fitting = methods().filter((method) => fits(method, target.kind))
  if (given === undefined) {
    const usual = defaultMethod(target.kind)
    return fitting
      .filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))
      .flatMap((method): CompareEntry[] =>
        method.name === usual.method.name && usual.preset !== undefined
          ? [{ method }, { method, preset: usual.preset }]
          : [{ method }],
      )
  }
  const entries = given.map((entry) => (typeof entry === 'string' ? readEntry(entry) : entry))
  if (entries.length === 0)
    throw new ArgumentError('compareMethods: methods must name at least one method, got none', { code: 'out-of-range' })
  const names = entries.map(entryName)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined)
    throw new ArgumentError(`compareMethods: methods must all differ, got ${twice} twice`, { code: 'out-of-range' })
  for (const { method } of entries) {
    if (fits(method, target.kind)) continue
    const wanted = method.target === 'class' ? 'a class target' : 'a numeric target'
    const got = target.kind === 'class' ? 'classes' : 'numbers'
    throw new DataError(
      `compareMethods: ${method.name} needs ${wanted}, but ${target.name ?? 'the target'} holds ${got}; ` +
        `methods for it are ${fitting.map(({ name }) => name).join(', ')}`,
    )
  }
  return entries
}

function readEntry(text: string): CompareEntry {
  const [name, ...rest] = text.split(':')
  return { method: findMethod(name), preset: rest.length === 0 ? undefined : rest.join(':') }
}

function fits(method: AnyDiscretizer, kind: Target['kind']): boolean {
  return method.target === 'none' || method.target === 'any' || method.target === kind
}
