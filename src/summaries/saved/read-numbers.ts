import type { Field } from '../../util/saved-json.ts'

/**
 * A list of finite numbers of a saved file, of a given length unless that is null. `orNull`: null stands for NaN. Looks at
 * the list itself, so that long lists need no object per number.
 */
export function numbersAt(
  field: Field,
  length: number | null,
  orNull = false,
  least: number = -Infinity,
): Float64Array {
  const { value } = field
  if (!Array.isArray(value)) return field.fail('a list')
  if (length !== null && value.length !== length) return field.fail(`${length} numbers`)
  const numbers = new Float64Array(value.length)
  for (let i = 0; i < numbers.length; i++) {
    const item: unknown = value[i]
    if (orNull && item === null) numbers[i] = Number.NaN
    else if (typeof item === 'number' && Number.isFinite(item) && item >= least) numbers[i] = item + 0
    else field.items()[i].fail(least === -Infinity ? 'a finite number' : `a number of at least ${least}`)
  }
  return numbers
}
