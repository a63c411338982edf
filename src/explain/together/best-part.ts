/** A column as cells: the cell of each row. The first `ordered` cells follow each other; of others any may go together. */
export interface Cells {
  readonly codes: Int32Array
  readonly size: number
  readonly ordered: number
  /** cells from here on stand for themselves: missing values and special codes */
  readonly apart: number
}

/** Rows to search: their cells in every column, and by how much each speaks for the goal. */
export interface SearchRows {
  readonly size: number
  readonly columns: readonly Cells[]
  readonly scores: Float64Array
  /** null when every row weighs 1 */
  readonly weights: Float64Array | null
  /** the histogram of every column over all rows */
  readonly wholes: readonly Histogram[]
  /** twice the cell of each row and its score, by column, where all rows weigh 1 and scores are 0 and 1; else null */
  readonly keys: readonly (Uint8Array | Int32Array)[] | null
  /** memory for histograms of every column, used again for every part */
  readonly spare: readonly SpareHistograms[]
}

/** Histograms of a column: over rows, and of all cells before each one. */
interface SpareHistograms {
  readonly over: Histogram[]
  readonly below: Histogram[]
  /** for counting by turns, as long as keys go */
  readonly counts: readonly [Int32Array, Int32Array]
}

/** Some cells of one column. */
export interface Part {
  readonly column: number
  readonly cells: readonly number[]
}

/** Σw, Σwy and Σwy² per cell. */
export interface Histogram {
  readonly weights: Float64Array
  readonly sums: Float64Array
  readonly squares: Float64Array
}

/** Σw, Σwy and Σwy² of some rows. */
interface Sums {
  readonly weight: number
  readonly sum: number
  readonly square: number
}

/** The rows in all of some parts; O(rows · parts). */
export function rowsIn({ size, columns }: SearchRows, parts: readonly Part[]): Uint32Array {
  const isIn = new Uint8Array(size).fill(1)
  for (const { column, cells } of parts) {
    const { codes, size: all } = columns[column]
    const marks = new Uint8Array(all)
    for (const cell of cells) marks[cell] = 1
    for (let row = 0; row < size; row++) isIn[row] &= marks[codes[row]]
  }
  let count = 0
  const inside = new Uint32Array(size)
  // Every row is written, and the next one over it if it is not inside: nobody can guess which are.
  for (let row = 0; row < size; row++) {
    inside[count] = row
    count += isIn[row]
  }
  return inside.subarray(0, count)
}

/** Parts with their rows, and the rows with one of the parts left out; null stands for all rows. */
export interface Context {
  readonly inside: Uint32Array | null
  readonly wider: readonly (Uint32Array | null)[]
}

/** What a further part is compared within. O(rows · parts). */
export function contextOf(rows: SearchRows, parts: readonly Part[]): Context {
  const inside = parts.length === 0 ? null : rowsIn(rows, parts)
  if (parts.length < 2) return { inside, wider: parts.map(() => null) }
  return {
    inside,
    wider: parts.map((_, left) =>
      rowsIn(
        rows,
        parts.filter((__, i) => i !== left),
      ),
    ),
  }
}

/** What rows add up to by cell of a column, in the memory of this number; of all rows when none are named. O(rows). */
function histogram(rows: SearchRows, column: number, inside: Uint32Array | null, at: number): Histogram {
  if (inside === null) return rows.wholes[column]
  const { codes, size } = rows.columns[column]
  const { over, counts } = rows.spare[column]
  const into = (over[at] ??= emptyHistogram(size))
  if (rows.keys !== null) return countRows(into, inside, rows.keys[column], counts)
  for (const sums of [into.weights, into.sums, into.squares]) sums.fill(0)
  return addRows(into, inside, { codes, scores: rows.scores, weights: rows.weights })
}

/** Rows ready for a search. O(rows · columns). */
export function prepareRows(given: Omit<SearchRows, 'wholes' | 'keys' | 'spare'>): SearchRows {
  const every = Uint32Array.from({ length: given.size }, (_, row) => row)
  const { scores, weights, columns } = given
  const wholes = columns.map(({ codes, size }) => addRows(emptyHistogram(size), every, { codes, scores, weights }))
  const isPlain = weights === null && scores.every((score) => score === 0 || score === 1)
  const keys = isPlain ? columns.map((cells) => keysOf(cells, scores)) : null
  const spare = columns.map(({ size }): SpareHistograms => {
    return { over: [], below: [], counts: [new Int32Array(2 * size), new Int32Array(2 * size)] }
  })
  return { ...given, wholes, keys, spare }
}

function keysOf({ codes, size }: Cells, scores: Float64Array): Uint8Array | Int32Array {
  const keys = 2 * size <= 256 ? new Uint8Array(codes.length) : new Int32Array(codes.length)
  for (let row = 0; row < keys.length; row++) keys[row] = 2 * codes[row] + scores[row]
  return keys
}

/** The same as adding where all rows weigh 1 and scores are 0 and 1: whole numbers, whatever their order. */
function countRows(
  into: Histogram,
  inside: Uint32Array,
  keys: Uint8Array | Int32Array,
  [even, odd]: SpareHistograms['counts'],
): Histogram {
  even.fill(0)
  odd.fill(0)
  const last = inside.length - (inside.length % 2)
  // Two lists by turns: a number that was just written cannot be read at once.
  for (let i = 0; i < last; i += 2) {
    even[keys[inside[i]]]++
    odd[keys[inside[i + 1]]]++
  }
  if (last < inside.length) even[keys[inside[last]]]++
  const { weights, sums, squares } = into
  for (let cell = 0; cell < weights.length; cell++) {
    const ones = even[2 * cell + 1] + odd[2 * cell + 1]
    weights[cell] = even[2 * cell] + odd[2 * cell] + ones
    sums[cell] = ones
    squares[cell] = ones
  }
  return into
}

function emptyHistogram(size: number): Histogram {
  return { weights: new Float64Array(size), sums: new Float64Array(size), squares: new Float64Array(size) }
}

function addRows(
  into: Histogram,
  inside: Uint32Array,
  { codes, scores, weights }: Pick<SearchRows, 'scores' | 'weights'> & Pick<Cells, 'codes'>,
): Histogram {
  const { weights: total, sums, squares } = into
  for (let i = 0; i < inside.length; i++) {
    const row = inside[i]
    const weight = weights === null ? 1 : weights[row]
    const cell = codes[row]
    const score = scores[row]
    total[cell] += weight
    sums[cell] += weight * score
    squares[cell] += weight * score * score
  }
  return into
}

/** How far the rows of a part lead all rows, in standard deviations. */
export function leadAlone({ wholes }: SearchRows, { column, cells }: Part): number {
  return leadOf(totalOf(wholes[column], cells), totalOf(wholes[column]))
}

/**
 * The cells of a column that add most to some parts of other columns: largest lead, in standard deviations, over the parts
 * alone and over those cells with one of the parts left out, whichever is least. With no parts, the lead over all
 * rows. null where there is no such part of `enough` rows. O(rows · parts + cells² · parts).
 */
export function bestPart(
  rows: SearchRows,
  column: number,
  { inside, wider }: Context,
  enough: number,
): { readonly part: Part; readonly score: number } | null {
  const all = [inside, ...wider].map((some, at) => histogram(rows, column, some, at))
  const { ordered, apart, size } = rows.columns[column]
  const { below } = rows.spare[column]
  const running = all.map((one, at) => runningSums(one, ordered, (below[at] ??= emptyHistogram(ordered + 1))))
  const run = bestRun(running, totalOf(all[0]), ordered, enough)
  let best = run === null ? null : { cells: sequence(run.from, run.to), score: run.score }
  const whole = totalOf(all[0])
  const common = (cell: number): boolean => rows.wholes[column].weights[cell] >= enough
  for (const cells of choices(all[0], { ordered, apart, size }, common)) {
    const [own, ...over] = all.map((one) => totalOf(one, cells))
    if (own.weight < enough) continue
    const score = Math.min(leadOf(own, whole), ...over.map((parent) => leadOf(own, parent)))
    if (score > (best?.score ?? 0)) best = { cells: cells.toSorted((x, y) => x - y), score }
  }
  return best === null ? null : { part: { column, cells: best.cells }, score: best.score }
}

/** Of the common cells without an order those with the highest scores, as many as may be; and each that stands apart. */
function choices(
  within: Histogram,
  { ordered, apart, size }: Omit<Cells, 'codes'>,
  common: (cell: number) => boolean,
): number[][] {
  const free = sequence(ordered, apart - 1)
    .filter((cell) => within.weights[cell] > 0 && common(cell))
    .toSorted((a, b) => within.sums[b] / within.weights[b] - within.sums[a] / within.weights[a])
  return [...free.slice(1).map((_, i) => free.slice(0, i + 1)), ...sequence(apart, size - 1).map((cell) => [cell])]
}

/** A range with two ends is one of very many, so it must be clearly better than one with a single end. */
const TWO_ENDS = 0.9

/** The best run of ordered cells but for all of them. This is where a search spends its time, so sums are flat arrays. */
function bestRun(
  below: readonly Histogram[],
  whole: Sums,
  ordered: number,
  enough: number,
): { readonly from: number; readonly to: number; readonly score: number } | null {
  let best = { from: -1, to: -1, score: 0 }
  for (let from = 0; from < ordered; from++) {
    for (let to = from; to < ordered; to++) {
      if (from === 0 && to === ordered - 1) continue
      const weight = below[0].weights[to + 1] - below[0].weights[from]
      if (weight < enough) continue
      const sum = below[0].sums[to + 1] - below[0].sums[from]
      let score = lead(weight, sum, whole.weight, whole.sum, whole.square)
      for (let i = 1; i < below.length && score > best.score; i++) {
        const { weights, sums, squares } = below[i]
        const wider = weights[to + 1] - weights[from]
        score = Math.min(score, lead(weight, sum, wider, sums[to + 1] - sums[from], squares[to + 1] - squares[from]))
      }
      if (from > 0 && to < ordered - 1) score *= TWO_ENDS
      if (score > best.score) best = { from, to, score }
    }
  }
  return best.from < 0 ? null : best
}

/** What all cells before each one add up to; before the first one nothing. */
function runningSums({ weights, sums, squares }: Histogram, ordered: number, running: Histogram): Histogram {
  for (let cell = 0; cell < ordered; cell++) {
    running.weights[cell + 1] = running.weights[cell] + weights[cell]
    running.sums[cell + 1] = running.sums[cell] + sums[cell]
    running.squares[cell + 1] = running.squares[cell] + squares[cell]
  }
  return running
}

function sequence(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

/** The mean score of some rows. */
export function meanScore({ scores, weights }: SearchRows, inside: Uint32Array): number {
  let sum = 0
  let total = 0
  for (let i = 0; i < inside.length; i++) {
    const weight = weights === null ? 1 : weights[inside[i]]
    sum += weight * scores[inside[i]]
    total += weight
  }
  return sum / total
}

function addCell(into: { weight: number; sum: number; square: number }, from: Histogram, cell: number): void {
  into.weight += from.weights[cell]
  into.sum += from.sums[cell]
  into.square += from.squares[cell]
}

function totalOf(from: Histogram, cells: Iterable<number> = from.weights.keys()): Sums {
  const sums = { weight: 0, sum: 0, square: 0 }
  for (const cell of cells) addCell(sums, from, cell)
  return sums
}

function leadOf(inside: Sums, all: Sums): number {
  return lead(inside.weight, inside.sum, all.weight, all.sum, all.square)
}

/** By how many standard deviations of a random draw the mean inside is above that of the rows it is part of. */
// oxlint-disable-next-line max-params -- called for every run of cells, where an object each would cost most of the time
function lead(weight: number, sum: number, allWeight: number, allSum: number, allSquare: number): number {
  const mean = allSum / allWeight
  const variance = allSquare / allWeight - mean * mean
  const spread = variance * weight * (1 - weight / allWeight)
  return spread > 1e-12 ? (sum - weight * mean) / Math.sqrt(spread) : 0
}
