import { equalFrequency } from './methods/equal-frequency.ts'
import { type MethodChoice, usualMethod } from './usual-method.ts'

/** The method when none is asked for, as it is in the registry: for what hands it on, such as to a thread by its name. */
export function defaultMethod(kind: 'class' | 'numeric' | undefined): MethodChoice {
  return kind === undefined ? { method: equalFrequency } : usualMethod(kind)
}
