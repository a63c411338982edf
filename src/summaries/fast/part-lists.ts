/** How lists are parted: `lists` gets where the list of each part and class begins, `moved` the values in that order. */
export interface Parting {
  /** zeros, two more than there are lists */
  readonly lists: Uint32Array
  readonly moved: Float64Array
  readonly parts: number
  /** the smallest value, and parts per unit */
  readonly least: number
  readonly slope: number
}

/** Parts lists of values, one for each class, which begin at `starts`, into parts of one width. Rounding never reverses two values. */
export function partLists(
  values: Float64Array,
  starts: Uint32Array,
  { lists, moved, parts, least, slope }: Parting,
): void {
  const classes = starts.length - 1
  const last = parts - 1
  const start = starts[0]
  for (let c = 0; c < classes; c++) {
    for (let i = starts[c]; i < starts[c + 1]; i++) {
      const part = ((values[i] - least) * slope) | 0
      lists[(part < last ? part : last) * classes + c + 2]++
    }
  }
  lists[0] = lists[1] = start
  // Each is one too far on, and comes into place as its values do.
  for (let at = 2; at < lists.length; at++) lists[at] += lists[at - 1]
  for (let c = 0; c < classes; c++) {
    for (let i = starts[c]; i < starts[c + 1]; i++) {
      const value = values[i]
      const part = ((value - least) * slope) | 0
      moved[lists[(part < last ? part : last) * classes + c + 1]++ - start] = value
    }
  }
}

/** The smallest and the largest of the values from … to − 1. */
export function endsOf(values: Float64Array, from: number, to: number): { readonly lo: number; readonly hi: number } {
  let lo = values[from]
  let hi = lo
  for (let i = from + 1; i < to; i++) {
    const value = values[i]
    if (value < lo) lo = value
    if (value > hi) hi = value
  }
  return { lo, hi }
}

/** Lists up to this length are sorted by insertion. */
const SHORT = 40

/** Sorts the values from … to − 1. */
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
