import { xLog2xTable } from '../../util/numbers/log2.ts'
import { TIE } from '../../util/numbers/ties.ts'
import { offerOfMany } from './best-cut-of-many.ts'
import type { BestTest, RowPart, Search } from './best-test.ts'
import type { CutFeature } from './features.ts'

/** Where the rows without a value begin in a part: they come last. */
export function knownEnd({ codes, size, hasMissing }: CutFeature, { start, end }: RowPart): number {
  if (hasMissing) while (end > start && codes[end - 1] === size) end--
  return end
}

/**
 * Offers the best cut of a column at a node. One pass over its rows in the order of their values adds to the left what it
 * takes from the right; rows without a value go with the heavier side. Answers whether the column parts the rows at all.
 * O(rows).
 */
export function offerCut(search: Search, feature: CutFeature, part: RowPart): boolean {
  const { rows, measure, minLeaf } = search
  const last = knownEnd(feature, part)
  if (last - part.start < 2) return false
  if (feature.codes[part.start] === feature.codes[last - 1]) return false
  const plain =
    rows.weights === null && rows.classCount === 2 && rows.bits === 1 && measure !== 'gain-ratio' && minLeaf <= 1
  if (plain && last === part.end) {
    const table = xLog2xTable(part.end - part.start)
    if (table.length > part.end - part.start) {
      offerOfTwo(search.best, feature, part, table)
      return true
    }
  }
  offerOfMany(search, feature, part, last)
  return true
}

/** The common case: two classes, nothing weighted, nothing missing. */
function offerOfTwo(best: BestTest, feature: CutFeature, { start, end, sums }: RowPart, table: Float64Array): void {
  const { codes, entries } = feature
  const total = end - start
  const ones = sums[1]
  let found = best.score
  let bar = found === -Infinity ? found : found - TIE * found // scores are at most 0
  let [at, below, above] = [-1, 0, 0]
  let [left, leftOnes, before, onesBefore, codeBefore] = [0, 0, 0, 0, 0]
  let i = start
  while (i < end) {
    const code = codes[i]
    const from = i
    let here = 0
    do here += entries[i] & 1
    while (++i < end && codes[i] === code)
    const size = i - from
    // Inside a run of one class no candidate is best.
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
