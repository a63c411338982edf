import type { Option } from '../util/check.ts'
import { type AnyDiscretizer, provenOf } from './discretizer.ts'

/** What a method is like, in few words for grids and help. What follows a semicolon is detail that a grid may leave out. */
export interface Traits {
  /** the target it needs */
  readonly target: string
  /** what weights do */
  readonly weights: string
  /** what becomes of missing values and special codes */
  readonly missing: string
  /** whether its cuts can be found anew while rows come in, from cells that are kept up to date */
  readonly streams: string
  /** when its cuts are exactly those of all rows, though it sees cells */
  readonly exactness: string
}

const TARGETS: Readonly<Record<AnyDiscretizer['target'], string>> = {
  none: 'not needed',
  class: 'classes',
  numeric: 'a number',
  any: 'classes or a number',
}

/**
 * The traits of a method, from what it declares.
 *
 *     const { target: needs, exactness } = traitsOf(findMethod('mdlp'))
 *     console.log(needs, exactness) // → classes after refinement
 */
export function traitsOf(method: AnyDiscretizer): Traits {
  const { target, needs, wholeWeights } = method
  const [counts, distinct, exact] = (['counts', 'distinct', 'exact'] as const).map((need) => needs.includes(need))
  const whole = Object.entries(wholeWeights ?? {}).map(([option, value]) => `${option} ${String(value)}`)
  return {
    target: TARGETS[target],
    weights: counts ? ['count as rows', ...whole.map((text) => `whole ones with ${text}`)].join('; ') : 'move no cut',
    missing: 'own bin; or any bin, or refused',
    streams: exact || distinct ? 'estimate' : 'yes',
    exactness: distinct ? 'if distinct known' : exact ? 'on exact cells' : counts ? settled(method) : 'always',
  }
}

/** Whether cuts on coarse cells can be settled, with the options a method has by default. */
function settled(method: AnyDiscretizer): string {
  const defaults = Object.entries<Option<unknown>>(method.options).map(([name, option]) => [name, option.default])
  const started = provenOf(method)?.start(Object.fromEntries(defaults), undefined) ?? null
  return started === null ? 'on exact cells' : 'after refinement'
}
