import { NO_CLASS, OTHER_CLASS } from '../measures/predictions/class-scores.ts'
import type { LabelValues } from '../types.ts'
import { labelText } from './mark-rows.ts'

/** Labels as numbers in a list of classes; NO_CLASS where missing, OTHER_CLASS where not in the list. O(rows). */
export function trueClasses(classes: readonly string[], labels: LabelValues, where: string): Int32Array {
  const codeOf = new Map<unknown, number>()
  const codes = new Int32Array(labels.length)
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]
    let code = codeOf.get(label)
    if (code === undefined) {
      const text = labelText(label, where)
      const place = text === null ? NO_CLASS : classes.indexOf(text)
      code = text !== null && place < 0 ? OTHER_CLASS : place
      codeOf.set(label, code)
    }
    codes[row] = code
  }
  return codes
}
