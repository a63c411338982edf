import type { LabelValues, Note, Target } from '../types.ts'
import { numberOf } from '../util/data-value.ts'

/** Most distinct whole numbers that are still taken for class labels. */
const MOST_INTEGER_CLASSES = 20

/** Whether labels are classes or a number, with `auto` decided by looking at them. */
export function targetKindOf(labels: LabelValues, asked: 'auto' | 'class' | 'numeric'): 'class' | 'numeric' {
  if (asked !== 'auto') return asked
  return looksNumeric(labels) ? 'numeric' : 'class'
}

/** A note where numbers are taken for classes without having been asked for. */
export function kindNotes(labels: LabelValues): Note[] {
  const message =
    "the target's whole numbers are taken for classes; if they are amounts, set the target kind to numeric"
  return Array.prototype.some.call(labels, Number.isFinite) ? [{ code: 'target-kind', message }] : []
}

/** Classes that nobody wants to tell apart: more than so many, and so few rows each. */
const MANY_CLASSES = 50
const FEW_ROWS = 20

/** A note where the classes cannot be told apart, whatever the columns are: there is one, or there are far too many. */
export function classNotes(target: Target | null, rows: number): Note[] {
  if (target?.kind !== 'class') return []
  const name = target.name ?? 'the target'
  const { length } = target.classes
  if (length === 1) {
    const message = `${name} has only the class ${JSON.stringify(target.classes[0])}, so there is nothing to tell apart`
    return [{ code: 'one-class', message }]
  }
  const each = rows / length
  if (length <= MANY_CLASSES || each >= FEW_ROWS) return []
  const message =
    `${name} has ${length} classes with ${Number(each.toPrecision(2))} rows each on average, too few to tell them ` +
    'apart; is it a name or key? Amounts need the target kind numeric'
  return [{ code: 'many-classes', message }]
}

/** Whether the labels are numbers beyond what could be class labels. */
function looksNumeric(labels: LabelValues): boolean {
  const seen = new Set<number>()
  let fractional = false
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]
    const number = numberOf(label)
    if (number === undefined) return false
    if (Number.isNaN(number)) continue
    if (!Number.isInteger(number)) fractional = true
    else if (seen.size <= MOST_INTEGER_CLASSES) seen.add(number)
  }
  return fractional || seen.size > MOST_INTEGER_CLASSES
}
