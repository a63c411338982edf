import { xLog2x } from '../../util/numbers/log2.ts'
import { minusBits, offer, type RowPart, scoreOf, type Search } from './best-test.ts'
import type { CutFeature } from './features.ts'
import { beginsRun, classOf, type GrowRows, rowOf } from './grow-rows.ts'

/** 2^-50: what rounding may add up to at each step of a rough scan, as a part of the largest number in it. */
const STEP = 8.881784197001252e-16

/** What is known of the rows of a part without a value: where they begin, and their Σw per class and in all. */
interface Absent {
  readonly from: number
  readonly sums: Float64Array
  readonly total: number
}

/**
 * Offers the best cut of a column for any number of classes, weights, missing values and either measure. A first pass
 * keeps the bits left up to date row by row, which is fast but gathers rounding; a second one looks exactly at the few
 * candidates that could be the best by it. `last` is where the rows without a value begin.
 * O(rows + classes · those candidates).
 */
export function offerOfMany(search: Search, feature: CutFeature, part: RowPart, last: number): void {
  const { rows, scratch, minLeaf, best } = search
  const ratio = search.measure === 'gain-ratio'
  const { start, end, sums, total } = part
  const absent = absentRows(rows, feature, last, end)
  const slack = (end - start) * STEP * (Math.abs(xLog2x(total)) + rows.classCount)
  const most = ratio ? Infinity : roughScan(search, feature, part, absent)
  // The gain ratio can be large where hardly anything is gained: there every candidate is looked at.
  const bar = ratio ? -Infinity : Math.max(most, best.score) - 2 * slack
  if (most < bar) return
  const { entries } = feature
  const width = rows.classCount
  const left = new Float64Array(width)
  const right = new Float64Array(width)
  const known = total - absent.total
  let leftTotal = 0
  for (let i = start; i < last; i++) {
    if (i > start && beginsRun(rows, entries[i]) === 1 && (ratio || scratch[i] >= bar)) {
      const low = withLow(leftTotal, known)
      for (let c = 0; c < width; c++) right[c] = sums[c] - left[c] - low * absent.sums[c]
      for (let c = 0; c < width; c++) left[c] += low * absent.sums[c]
      const leftAll = leftTotal + low * absent.total
      const rightAll = total - leftAll
      if (leftAll >= minLeaf && rightAll >= minLeaf) {
        const bits = minusBits(left, 0, width, leftAll) + minusBits(right, 0, width, rightAll)
        const sides = ratio ? xLog2x(leftAll) + xLog2x(rightAll) : 0
        offer(best, scoreOf(search, part, bits, sides), feature, i)
      }
      for (let c = 0; c < width; c++) left[c] -= low * absent.sums[c]
    }
    const weight = weightOf(rows, entries[i])
    left[classOf(rows, entries[i])] += weight
    leftTotal += weight
  }
}

function absentRows(rows: GrowRows, { entries }: CutFeature, from: number, end: number): Absent {
  const sums = new Float64Array(rows.classCount)
  for (let i = from; i < end; i++) sums[classOf(rows, entries[i])] += weightOf(rows, entries[i])
  let total = 0
  for (let c = 0; c < sums.length; c++) total += sums[c]
  return { from, sums, total }
}

/** Writes minus the bits left by a cut before each row into the scratch memory, −∞ where none may be; answers the largest. */
function roughScan(
  { rows, scratch, minLeaf }: Search,
  { entries }: CutFeature,
  { start, sums, total }: RowPart,
  { from: last, sums: absent, total: absentTotal }: Absent,
): number {
  const known = total - absentTotal
  const left = new Float64Array(rows.classCount)
  const right = Float64Array.from(sums)
  let [leftTotal, leftBits, rightBits, most] = [0, 0, bitsOf(right), -Infinity]
  let joined = 0
  for (let i = start; i < last; i++) {
    const label = classOf(rows, entries[i])
    scratch[i] = -Infinity
    if (i > start && beginsRun(rows, entries[i]) === 1) {
      const leftAll = leftTotal + joined * absentTotal
      if (leftAll >= minLeaf && total - leftAll >= minLeaf) {
        scratch[i] = leftBits - xLog2x(leftAll) + (rightBits - xLog2x(total - leftAll))
        if (scratch[i] > most) most = scratch[i]
      }
    }
    const weight = weightOf(rows, entries[i])
    leftBits += xLog2x(left[label] + weight) - xLog2x(left[label])
    rightBits += xLog2x(right[label] - weight) - xLog2x(right[label])
    left[label] += weight
    right[label] -= weight
    leftTotal += weight
    if (absentTotal > 0 && withLow(leftTotal, known) !== joined) {
      joined = 1
      for (let c = 0; c < absent.length; c++) {
        left[c] += absent[c]
        right[c] -= absent[c]
      }
      leftBits = bitsOf(left)
      rightBits = bitsOf(right)
    }
  }
  return most
}

/** Rows without a value follow the branch with most rows, the lower one on a tie: 1 if that is the lower one. */
function withLow(leftTotal: number, known: number): number {
  return leftTotal >= known - leftTotal ? 1 : 0
}

function weightOf(rows: GrowRows, entry: number): number {
  const { weights } = rows
  return weights === null ? 1 : weights[rowOf(rows, entry)]
}

function bitsOf(sums: Float64Array): number {
  let bits = 0
  for (let c = 0; c < sums.length; c++) bits += xLog2x(sums[c])
  return bits
}
