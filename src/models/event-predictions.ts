import { trueClasses } from '../summaries/true-classes.ts'
import { eventClass } from '../summaries/mark-rows.ts'
import type { Predictions } from '../trees/predict-tree.ts'
import type { LabelValues, Target } from '../types.ts'

type ClassTarget = Extract<Target, { kind: 'class' }>

/**
 * The target of a model that tells one class from the rest: its two classes as they are, else the event and all others
 * as one.
 */
export function eventTarget(target: ClassTarget): ClassTarget {
  const event = eventClass(target)
  if (event === null || target.classes.length === 2) return target
  return { ...target, classes: [`not ${event}`, event], event }
}

/** Chances of the event as predicted classes; ½ itself counts as the event. O(rows). */
export function eventPredictions(target: ClassTarget, chances: Float64Array): Predictions {
  const { classes } = eventTarget(target)
  const at = classes.indexOf(eventClass(target) ?? '')
  const codes = new Int32Array(chances.length)
  const probabilities = new Float64Array(2 * chances.length)
  for (let row = 0; row < chances.length; row++) {
    codes[row] = chances[row] >= 0.5 ? at : 1 - at
    probabilities[2 * row + at] = chances[row]
    probabilities[2 * row + 1 - at] = 1 - chances[row]
  }
  return { classes, codes, probabilities }
}

/** Labels as numbers in the classes of `eventTarget`, or what `trueClasses` has for a label that is none of them. O(rows). */
export function eventTruth(target: ClassTarget, labels: LabelValues): Int32Array {
  const at = target.classes.indexOf(eventClass(target) ?? '')
  const truth = trueClasses(target.classes, labels, 'eventScores')
  return target.classes.length === 2 ? truth : truth.map((code) => (code < 0 ? code : code === at ? 1 : 0))
}
