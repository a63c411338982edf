import type { LabelValues, Note } from '../types.ts'

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
  return Array.prototype.some.call(labels, (label) => typeof label === 'number' && !Number.isNaN(label))
    ? [{ code: 'target-kind', message }]
    : []
}

/** Whether the labels are numbers beyond what could be class labels. */
function looksNumeric(labels: LabelValues): boolean {
  const seen = new Set<number>()
  let fractional = false
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]
    if (label === null || label === undefined || Number.isNaN(label)) continue
    if (typeof label !== 'number') return false
    if (!Number.isInteger(label)) fractional = true
    else if (seen.size <= MOST_INTEGER_CLASSES) seen.add(label)
  }
  return fractional || seen.size > MOST_INTEGER_CLASSES
}
