import { xLog2x, xLog2xTable } from '../util/log2.ts'
import { TIE } from '../util/ties.ts'
import { type BestTest, minusBits, offer, scoreOf, type SearchRules, type Stretch } from './best-test.ts'
import type { CutFeature } from './features.ts'

/** Where the rows without a value begin in a stretch: they come last. */
export function knownEnd({ codes, order, size, hasMissing }: CutFeature, { start, end }: Stretch): number {
  if (hasMissing) while (end > start && codes[order[end - 1]] === size) end--
  return end
}

/**
 * Offers the best cut of a column at a node. One pass over its rows in the order of their values adds to the left what it
 * takes from the right; rows without a value go with the heavier side. Answers whether the column parts the rows at all.
 * O(rows), times classes at places where the class changes.
 */
export function offerCut(best: BestTest, feature: CutFeature, stretch: Stretch, rules: SearchRules): boolean {
  const { rows } = rules
  const last = knownEnd(feature, stretch)
  if (last - stretch.start < 2) return false
  if (feature.codes[feature.order[stretch.start]] === feature.codes[feature.order[last - 1]]) return false
  const plain = rows.weights === null && rows.classCount === 2 && !rules.ratio && rules.minLeaf <= 1
  if (plain && last === stretch.end) {
    const table = xLog2xTable(stretch.end - stretch.start)
    if (table.length > stretch.end - stretch.start) {
      offerOfTwo(best, feature, stretch, rows.classes, table)
      return true
    }
  }
  offerOfMany(best, feature, stretch, rules, last)
  return true
}

/** The common case: two classes, nothing weighted, nothing missing. */
function offerOfTwo(
  best: BestTest,
  feature: CutFeature,
  { start, end, sums }: Stretch,
  classes: ArrayLike<number>,
  table: Float64Array,
): void {
  const { codes, order } = feature
  const total = end - start
  const ones = sums[1]
  let found = best.score
  let bar = found === -Infinity ? found : found - TIE * found // scores are at most 0
  let [at, below, above] = [-1, 0, 0]
  let [left, leftOnes, before, onesBefore, codeBefore] = [0, 0, 0, 0, 0]
  let i = start
  let row = order[i]
  let next = codes[row]
  while (i < end) {
    const code = next
    const from = i
    let here = 0
    do {
      here += classes[row]
      if (++i === end) break
      row = order[i]
      next = codes[row]
    } while (next === code)
    const size = i - from
    // Inside a run of one class no place is best.
    const inRun = (onesBefore === 0 && here === 0) || (onesBefore === before && here === size)
    if (left > 0 && !inRun) {
      const right = total - left
      const rightOnes = ones - leftOnes
      const score =
        table[left - leftOnes] +
        table[leftOnes] -
        table[left] +
        (table[right - rightOnes] + table[rightOnes] - table[right])
      if (score > bar) {
        found = score
        bar = score - TIE * score
        at = from
        below = codeBefore
        above = code
      }
    }
    left += size
    leftOnes += here
    before = size
    onesBefore = here
    codeBefore = code
  }
  if (at < 0) return
  best.score = found
  best.feature = feature
  best.at = at
  best.below = below
  best.above = above
}

/** Any number of classes, weights, missing values, either measure. */
function offerOfMany(best: BestTest, feature: CutFeature, stretch: Stretch, rules: SearchRules, last: number): void {
  const { codes, order } = feature
  const { rows, minLeaf } = rules
  const { classes, weights, classCount: width } = rows
  const absent = new Float64Array(width)
  for (let i = last; i < stretch.end; i++) absent[classes[order[i]]] += weights === null ? 1 : weights[order[i]]
  const absentTotal = absent.reduce((sum, weight) => sum + weight, 0)
  const known = stretch.total - absentTotal
  const skip = rules.skipRuns && absentTotal === 0
  const left = new Float64Array(width)
  const right = new Float64Array(width)
  let [leftTotal, runClass, codeBefore] = [0, -1, 0]
  let i = stretch.start
  while (i < last) {
    const code = codes[order[i]]
    const from = i
    let only = classes[order[i]]
    for (; i < last && codes[order[i]] === code; i++) if (classes[order[i]] !== only) only = -1
    if (from > stretch.start && !(skip && only >= 0 && only === runClass)) {
      // Rows without a value follow the branch with most rows, the lower one on a tie.
      const low = leftTotal >= known - leftTotal ? 1 : 0
      for (let c = 0; c < width; c++) right[c] = stretch.sums[c] - left[c] - low * absent[c]
      if (low === 1) for (let c = 0; c < width; c++) left[c] += absent[c]
      const leftAll = leftTotal + low * absentTotal
      const rightAll = stretch.total - leftAll
      if (leftAll >= minLeaf && rightAll >= minLeaf) {
        const bits = minusBits(left, 0, width, leftAll) + minusBits(right, 0, width, rightAll)
        const parts = rules.ratio ? xLog2x(leftAll) + xLog2x(rightAll) : 0
        offer(best, scoreOf(rules, stretch, bits, parts), feature, { at: from, below: codeBefore, above: code })
      }
      if (low === 1) for (let c = 0; c < width; c++) left[c] -= absent[c]
    }
    for (let j = from; j < i; j++) {
      const weight = weights === null ? 1 : weights[order[j]]
      left[classes[order[j]]] += weight
      leftTotal += weight
    }
    runClass = only
    codeBefore = code
  }
}
