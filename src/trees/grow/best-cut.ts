import { xLog2xTable } from '../../util/numbers/log2.ts'
import { TIE } from '../../util/numbers/ties.ts'
import { offerOfMany } from './best-cut-of-many.ts'
import type { BestTest, RowPart, Search } from './best-test.ts'
import type { CutFeature } from './features.ts'
import { beginsRun, type GrowRows, rowOf } from './grow-rows.ts'

/** Where the rows without a value begin in a part: they come last. O(log rows). */
export function knownEnd(
  { entries, absent }: CutFeature,
  { start, end }: RowPart,
  rows: Pick<GrowRows, 'bits'>,
): number {
  if (absent === null || absent[rowOf(rows, entries[end - 1])] === 0) return end
  let [low, high] = [start, end - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (absent[rowOf(rows, entries[middle])] === 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Offers the best cut of a column at a node. One pass over its rows in the order of their values adds to the left what it
 * takes from the right; rows without a value go with the heavier side. Answers whether the column parts the rows at all.
 * O(rows).
 */
export function offerCut(search: Search, feature: CutFeature, part: RowPart): boolean {
  const { rows } = search
  const last = knownEnd(feature, part, rows)
  const table = last === part.end ? tableOfTwo(search, part) : null
  if (table !== null && rows.fast !== null) return offerCuts(search, [feature], part)!.length > 0
  if (!hasRuns(feature, part.start, last, rows)) return false
  if (table === null) offerOfMany(search, feature, part, last)
  else if (offerOfTwo(search.best, feature, part, table)) search.best.feature = feature
  return true
}

/**
 * The same of several columns at once, where a fast loop looks at them: those that part the rows. Null where no loop does, or
 * where rows of the part have no value.
 */
export function offerCuts(
  search: Search,
  features: readonly CutFeature[],
  part: RowPart,
): readonly CutFeature[] | null {
  const { rows, best } = search
  if (rows.fast === null || tableOfTwo(search, part) === null) return null
  for (const feature of features) if (knownEnd(feature, part, rows) < part.end) return null
  const { start, end, sums } = part
  const found = rows.fast.bestOfTwo(features, { start, end, ones: sums[1], block: blockOf(end - start) }, best)
  if (found >= 0) best.feature = features[found]
  return rows.fast.parting(features)
}

/** x·log2 x for the common case: two classes, nothing weighted. Null for any other, and where it does not reach so far. */
function tableOfTwo({ rows, measure, minLeaf }: Search, { start, end }: RowPart): Float64Array | null {
  if (rows.weights !== null || rows.classCount !== 2 || rows.bits !== 1 || measure === 'gain-ratio' || minLeaf > 1)
    return null
  const table = xLog2xTable(end - start)
  return table.length > end - start ? table : null
}

/** Whether there is more than one run. */
function hasRuns({ entries }: CutFeature, start: number, end: number, rows: GrowRows): boolean {
  for (let i = start + 1; i < end; i++) if (beginsRun(rows, entries[i]) === 1) return true
  return false
}

/** So few rows are looked at four by four, more of them in blocks first. */
const FEW_ROWS = 4096
/** A block has so many times fewer rows than the root of all: few enough for its bound to be near what is in it. */
const PER_BLOCK = 2
const MOST_BLOCK = 256

/** How many rows are looked at together before any of them; 0 where they are few. */
function blockOf(rows: number): number {
  return rows <= FEW_ROWS ? 0 : Math.min(MOST_BLOCK, Math.floor(Math.sqrt(rows) / PER_BLOCK))
}

/** Of an entry with a class of one bit, what says that a run begins. */
const BEGINS = 2

/** The common case: two classes, nothing weighted, nothing missing. Answers whether a cut beats the best so far. */
export function offerOfTwo(
  best: Omit<BestTest, 'feature'>,
  { entries }: Pick<CutFeature, 'entries'>,
  { start, end, sums }: RowPart,
  table: Float64Array,
): boolean {
  const total = end - start
  const ones = sums[1]
  let found = best.score
  let bar = found === -Infinity ? found : found - TIE * found // scores are at most 0
  let at = -1
  let [left, leftOnes, before, onesBefore] = [0, 0, 0, 0]
  let i = start
  while (i < end) {
    const from = i
    let here = 0
    do here += entries[i] & 1
    while (++i < end && (entries[i] & BEGINS) === 0)
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
      }
    }
    left += size
    leftOnes += here
    before = size
    onesBefore = here
  }
  if (at < 0) return false
  best.score = found
  best.at = at
  return true
}
