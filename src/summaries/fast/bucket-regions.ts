/** Rows to aim for in a part of a region, and most parts. */
const ROWS_PER_PART = 8
const MOST_PARTS = 256

/** The buckets of a cell whose rows were collected, in parts of one width; at first one part. */
export interface Region {
  readonly values: Float64Array
  /** where the values of each part and class begin, and where the last ones end */
  lists: Uint32Array
  least: number
  /** parts per unit */
  slope: number
}

/** Cells as they are found. */
export interface FoundCells {
  size: number
  readonly lo: Float64Array
  readonly hi: Float64Array
  /** rows by cell and class */
  readonly sums: Float64Array
}

/** Parts a region, so that few rows lie in each part; false where it has too few, or all alike. Rounding never reverses two values. */
export function partRegion(region: Region, classes: number): boolean {
  const { values, lists: whole } = region
  const [start, end] = [whole[0], whole[classes]]
  const parts = Math.min(MOST_PARTS, Math.floor((end - start) / ROWS_PER_PART))
  const [least, most] = endsOf(values, start, end)
  const slope = parts / (most - least)
  if (parts < 2 || !(slope < Infinity)) return false
  const moved = values.slice(start, end)
  const partOf = new Uint16Array(end - start)
  const lists = new Uint32Array(parts * classes + 2)
  for (let c = 0; c < classes; c++) {
    for (let i = whole[c] - start; i < whole[c + 1] - start; i++) {
      const part = ((moved[i] - least) * slope) | 0
      lists[(partOf[i] = (part < parts ? part : parts - 1) * classes + c) + 2]++
    }
  }
  lists[0] = lists[1] = start
  // Each begins one too early, and comes into place as its values do.
  for (let at = 2; at < lists.length; at++) lists[at] += lists[at - 1]
  for (let i = 0; i < moved.length; i++) values[lists[partOf[i] + 1]++] = moved[i]
  region.lists = lists.subarray(0, parts * classes + 1)
  region.least = least
  region.slope = slope
  return true
}

/** Adds the parts of a region as cells. */
export function tellParts({ values, lists }: Region, classes: number, cells: FoundCells): void {
  const { lo, hi, sums } = cells
  for (let at = 0; at < lists.length - 1; at += classes) {
    if (lists[at] === lists[at + classes]) continue
    const cell = cells.size++
    const [least, most] = endsOf(values, lists[at], lists[at + classes])
    lo[cell] = least
    hi[cell] = most
    for (let c = 0; c < classes; c++) sums[cell * classes + c] = lists[at + c + 1] - lists[at + c]
  }
}

/** Adds the distinct values of a part as cells: its lists begin at `at`, and are sorted. */
export function tellValues({ values, lists }: Region, at: number, classes: number, cells: FoundCells): void {
  const { lo, hi, sums } = cells
  const heads = lists.slice(at, at + classes)
  for (let c = 0; c < classes; c++) sortPart(values, heads[c], lists[at + c + 1])
  for (;;) {
    let least = Infinity
    for (let c = 0; c < classes; c++) {
      if (heads[c] < lists[at + c + 1] && values[heads[c]] < least) least = values[heads[c]]
    }
    if (least === Infinity) return
    const cell = cells.size++
    lo[cell] = hi[cell] = least
    for (let c = 0; c < classes; c++) {
      const head = heads[c]
      while (heads[c] < lists[at + c + 1] && values[heads[c]] === least) heads[c]++
      sums[cell * classes + c] = heads[c] - head
    }
  }
}

/** The smallest and the largest of the values from … to − 1. */
function endsOf(values: Float64Array, from: number, to: number): [number, number] {
  let least = values[from]
  let most = least
  for (let i = from + 1; i < to; i++) {
    const value = values[i]
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

/** Lists up to this length are sorted by insertion. */
const SHORT = 40

/** Sorts the values from … to − 1. */
function sortPart(values: Float64Array, from: number, to: number): void {
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
