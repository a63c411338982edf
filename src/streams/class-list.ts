import { labelText, sortLabels } from '../summaries/mark-rows.ts'
import type { LabelValues, Target } from '../types.ts'

/** Labels of a stream in the order in which they came; a label's number never changes. At most `most` are told apart. */
export class ClassList {
  readonly most: number
  readonly #labels: string[] = []
  readonly #numbers = new Map<string, number>()
  #last: LabelValues[number] = null
  #lastNumber = -1

  constructor(most: number, labels: readonly string[] = []) {
    this.most = most
    for (const label of labels) this.#put(label)
  }

  get labels(): readonly string[] {
    return this.#labels
  }

  /** The number of a label; −1 where it is missing, −2 where there are too many already. O(1). */
  number(label: LabelValues[number]): number {
    if (label === this.#last && this.#lastNumber >= 0) return this.#lastNumber
    const text = labelText(label, 'push')
    if (text === null) return -1
    const known = this.#numbers.get(text) ?? (this.#labels.length < this.most ? this.#put(text) : -2)
    this.#last = label
    this.#lastNumber = known
    return known
  }

  /** Whether a label would get a number that no other had before. */
  isNew(label: LabelValues[number]): boolean {
    if (label === this.#last && this.#lastNumber >= 0) return false
    const text = labelText(label, 'push')
    return text !== null && !this.#numbers.has(text) && this.#labels.length < this.most
  }

  /**
   * Puts the numbers of labels into a list of as many, where all of them are texts that have come before: most rows of a
   * stream. False where one is not, which leaves the list of no use.
   */
  numberKnown(labels: LabelValues, numbers: Float64Array): boolean {
    let last: LabelValues[number] = null
    let known = -1
    for (let row = 0; row < numbers.length; row++) {
      const label = labels[row]
      if (label !== last || known < 0) {
        // An empty text is a missing label, even where it is the name of a class.
        known = (typeof label === 'string' && label !== '' ? this.#numbers.get(label) : undefined) ?? -1
        if (known < 0) return false
        last = label
      }
      numbers[row] = known
    }
    return true
  }

  /** The target with the labels in the order of their numbers. */
  target(name: string | null, event: string | null): Target {
    return {
      kind: 'class',
      name,
      classes: this.#labels,
      event: event !== null && this.#numbers.has(event) ? event : null,
    }
  }

  /** The labels as summaries sort them. */
  sorted(): readonly string[] {
    return sortLabels(this.#labels)
  }

  #put(label: string): number {
    this.#numbers.set(label, this.#labels.length)
    return this.#labels.push(label) - 1
  }
}
