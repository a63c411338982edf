import { ArgumentError } from '../../errors.ts'
import { show } from '../../util/check.ts'
import { numberOf, readNumbers, refusedValue } from '../../util/data-value.ts'
import type { LiveTarget } from './cell-plane.ts'

/** What a live layer knows of its rows. */
export interface LiveRows {
  /** the name it has in messages */
  readonly where: string
  readonly target: LiveTarget
  classes: number
}

/** The number of a value for a live layer, NaN where missing; what is no number is refused, as `fit` does. */
export function liveNumber(value: unknown, where: string, row: number): number {
  if (typeof value === 'number') return value
  const number = numberOf(value)
  if (number === undefined) throw refusedValue(value, { where, row })
  return number
}

/** Refuses a class or a weight that cannot be counted, before anything of the row is. */
export function checkRow({ where, target, classes }: LiveRows, mark: number, weight: number): void {
  if (target === 'class' && mark >= 0 && !(Number.isInteger(mark) && mark < classes)) {
    throw new ArgumentError(`${where}: class must be a whole number below ${classes}, got ${show(mark)}`, {
      code: 'out-of-range',
    })
  }
  if (!(Number.isFinite(weight) && weight >= 0)) {
    throw new ArgumentError(`${where}: weight must be a finite number of at least 0, got ${show(weight)}`, {
      code: 'out-of-range',
    })
  }
}

/** The same for many rows: all of them are checked before one is counted. O(rows). */
export function checkRows(
  facts: LiveRows,
  values: ArrayLike<unknown>,
  marks: ArrayLike<number> | null,
  weights: ArrayLike<number> | null,
): Float64Array {
  const { where } = facts
  const numbers = readNumbers(values, { where })
  for (const [name, list] of Object.entries({ marks, weights })) {
    if (list !== null && list.length !== numbers.length) {
      throw new ArgumentError(
        `${where}: ${name} must have one number per value (${numbers.length}), got ${list.length}`,
        { code: 'length-mismatch' },
      )
    }
  }
  if (weights !== null || (facts.target === 'class' && marks !== null)) {
    if (weights === null && areClasses(marks, facts.classes)) return numbers
    for (let row = 0; row < numbers.length; row++) checkRow(facts, marks?.[row] ?? 0, weights?.[row] ?? 1)
  }
  return numbers
}

/** Whether marks are known to be numbers of so many classes: a quick look, as marks of a stream are checked for every column. */
function areClasses(marks: ArrayLike<number> | null, classes: number): boolean {
  if (!(marks instanceof Float64Array)) return false
  for (let row = 0; row < marks.length; row++) {
    const mark = marks[row]
    if (!(mark >= 0 && mark < classes && mark === Math.floor(mark))) return false
  }
  return true
}
