import type { AnyDiscretizer } from './discretizer.ts'
import { equalFrequency, equalFrequencyAlone } from './methods/equal-frequency.ts'
import { mdlp } from './methods/mdlp.ts'
import { variance } from './methods/variance.ts'

/** A method, and the preset it is used with. */
export interface MethodChoice {
  readonly method: AnyDiscretizer
  readonly preset?: string
}

/**
 * The method when none is asked for, by the kind of target: `mdlp` for classes, `variance` for a number, both of which
 * leave noise in one bin, else `equal-frequency` without what only a target could advise.
 */
export function usualMethod(kind: 'class' | 'numeric' | undefined): MethodChoice {
  if (kind === 'class') return { method: mdlp }
  if (kind === 'numeric') return { method: variance, preset: 'significant' }
  return { method: equalFrequencyAlone }
}

/** The method when none is asked for, as it is in the registry: for what hands it on, such as to a thread by its name. */
export function defaultMethod(kind: 'class' | 'numeric' | undefined): MethodChoice {
  return kind === undefined ? { method: equalFrequency } : usualMethod(kind)
}
