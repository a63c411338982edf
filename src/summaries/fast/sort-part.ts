/** Lists up to this length are sorted by insertion. */
const SHORT = 100

/** Sorts the values from … to − 1: few, as a bucket has. */
export function sortPart(values: Float64Array, from: number, to: number): void {
  let sorted = from + 1
  while (sorted < to && values[sorted - 1] <= values[sorted]) sorted++
  if (sorted >= to) return
  if (to - from > SHORT) {
    values.subarray(from, to).sort()
    return
  }
  for (let i = sorted; i < to; i++) {
    const value = values[i]
    let j = i - 1
    while (j >= from && values[j] > value) {
      values[j + 1] = values[j]
      j--
    }
    values[j + 1] = value
  }
}
