import { knownOptions } from '../util/check.ts'

/** Changes to the plain statistic, for those who need another tool's numbers. */
export interface ChiSquareOptions {
  /** least value of the expected count *in the denominator*; Kerber's published table needs 0.5. Default 0 */
  readonly expectedFloor?: number
  /** added to every count before anything else; R's discretization package adds 0.0001. Default 0 */
  readonly addToCounts?: number
}

/**
 * Pearson's χ² of a table of counts: Σ (observed − expected)² / expected, expected = row total · column total / total.
 * Rows or columns without any count add nothing. O(cells).
 *
 *     // Two neighbouring bins, each with its rows of two classes: alike, then different.
 *     console.log(chiSquare([[10, 20], [5, 10]])) // → 0
 *     console.log(chiSquare([[10, 20], [20, 10]]).toFixed(2)) // → 6.67
 *
 * @param table `table[j][i]` counts class i in part j
 */
export function chiSquare(table: readonly ArrayLike<number>[], options: ChiSquareOptions = {}): number {
  knownOptions('chiSquare', options, { expectedFloor: 1, addToCounts: 1 })
  const width = table[0]?.length ?? 0
  const flat = Float64Array.from(table.flatMap((counts) => Array.from(counts)))
  const { expectedFloor = 0, addToCounts = 0 } = options
  const columns = new Float64Array(width)
  const rows = new Float64Array(table.length)
  let total = 0
  for (let at = 0; at < flat.length; at++) {
    flat[at] += addToCounts
    rows[Math.floor(at / width)] += flat[at]
    columns[at % width] += flat[at]
    total += flat[at]
  }
  if (total === 0) return 0
  let sum = 0
  for (let at = 0; at < flat.length; at++) {
    const expected = (rows[Math.floor(at / width)] * columns[at % width]) / total
    sum += term(flat[at], expected, expectedFloor)
  }
  return sum
}

/**
 * The same for two neighbouring intervals held in one flat array: the counts of interval i are
 * counts[i·width … i·width + width − 1]. This is what bottom-up merging asks a few times per row.
 */
// oxlint-disable-next-line max-params -- what bottom-up merging spends its time in
export function chiSquareOfPair(
  counts: Float64Array,
  width: number,
  a: number,
  b: number,
  floor: number,
  add: number,
): number {
  let aTotal = 0
  let bTotal = 0
  for (let c = 0; c < width; c++) {
    aTotal += counts[a * width + c] + add
    bTotal += counts[b * width + c] + add
  }
  const total = aTotal + bTotal
  let sum = 0
  for (let c = 0; c < width; c++) {
    const inA = counts[a * width + c] + add
    const inB = counts[b * width + c] + add
    const column = inA + inB
    if (column === 0) continue
    sum += term(inA, (aTotal * column) / total, floor) + term(inB, (bTotal * column) / total, floor)
  }
  return sum
}

function term(observed: number, expected: number, floor: number): number {
  const difference = observed - expected
  return difference === 0 ? 0 : (difference * difference) / Math.max(expected, floor)
}
