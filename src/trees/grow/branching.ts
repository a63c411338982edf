import { knownEnd } from './best-cut.ts'
import { cutAt } from './cut-feature.ts'
import { clearGroups, countGroups, heaviestCode, joinMissing } from './best-groups.ts'
import { minusBits, type RowPart, type Search } from './best-test.ts'
import type { CutFeature, Feature, GroupFeature } from './features.ts'
import { classOf, type GrowRows, rowOf } from './grow-rows.ts'
import type { PartScratch } from './partition.ts'

/** A test with what its branches hold. */
export interface Branching {
  readonly feature: Feature
  /** cuts only: where the rows are parted, and the cut; null for groups */
  readonly at: number
  readonly cut: number | null
  /** how many branches there are, and which of them rows come to */
  readonly size: number
  readonly taken: readonly number[]
  /** Σw per class of each branch taken, and over all classes */
  readonly sums: readonly (readonly number[])[]
  readonly totals: readonly number[]
  /** the branch with most rows, which rows without a value follow */
  readonly heaviest: number
  /** bits per row */
  readonly gain: number
}

/** Counts the branches of the best test of a node. O(rows). */
export function branchesOf(search: Search, feature: Feature, part: RowPart): Branching {
  const { rows, best } = search
  const sides =
    feature.kind === 'cuts' ? cutBranches(feature, best.at, part, rows) : groupBranches(search, feature, part)
  const width = rows.classCount
  let left = 0
  for (let b = 0; b < sides.sums.length; b++) left += minusBits(sides.sums[b], 0, width, sides.totals[b])
  const gained = left - minusBits(part.sums, 0, width, part.total)
  const { at } = best
  const cut = feature.kind === 'cuts' ? cutAt(feature, at, rows) : null
  const { size, taken, sums, totals, heaviest } = sides
  const gain = Math.max(0, gained) / part.total
  return { feature, at, cut, size, taken, sums, totals, heaviest, gain }
}

/** The branches of a cut: one list for all of them, since a tree has many. */
const BOTH: readonly number[] = [0, 1]

type Sides = Pick<Branching, 'size' | 'taken' | 'sums' | 'totals' | 'heaviest'>

function cutBranches(feature: CutFeature, at: number, part: RowPart, rows: GrowRows): Sides {
  const end = knownEnd(feature, part, rows)
  const [low, high] = bothSides(feature, [at, end], part, rows)
  const heaviest = low.total >= high.total ? 0 : 1
  if (end < part.end) {
    const absent = sumRows(feature.entries, end, part.end, rows)
    const side = heaviest === 0 ? low : high
    side.total += absent.total
    for (let c = 0; c < absent.sums.length; c++) side.sums[c] += absent.sums[c]
  }
  return { size: 2, taken: BOTH, sums: [low.sums, high.sums], totals: [low.total, high.total], heaviest }
}

/** Σw of some rows, by class and over all of them. */
interface RowSums {
  readonly sums: number[]
  total: number
}

/** Whether rows of two classes are counted, by a fast loop. */
function isCounted({ weights, classCount, fast, bits }: GrowRows): boolean {
  return fast !== null && weights === null && classCount === 2 && bits === 1
}

/** The rows below a cut and from it on to the end: where rows are counted, those of the smaller side, and the others follow. */
function bothSides(
  { entries }: CutFeature,
  [at, end]: readonly [number, number],
  part: RowPart,
  rows: GrowRows,
): readonly [RowSums, RowSums] {
  if (end < part.end || !isCounted(rows)) {
    return [sumRows(entries, part.start, at, rows), sumRows(entries, at, end, rows)]
  }
  const isLowSmall = at - part.start < end - at
  const counted = isLowSmall ? sumRows(entries, part.start, at, rows) : sumRows(entries, at, end, rows)
  const others = restOf(part, counted)
  return isLowSmall ? [counted, others] : [others, counted]
}

/** What a node has besides some of its rows: counts are whole numbers. */
function restOf({ sums, total }: RowPart, some: RowSums): RowSums {
  return { sums: [sums[0] - some.sums[0], sums[1] - some.sums[1]], total: total - some.total }
}

function sumRows(entries: Uint32Array, from: number, to: number, rows: GrowRows): RowSums {
  const { weights, classCount, fast } = rows
  if (fast !== null && isCounted(rows)) {
    const ones = fast.ones({ entries }, from, to)
    return { sums: [to - from - ones, ones], total: to - from }
  }
  const sums: number[] = []
  for (let c = 0; c < classCount; c++) sums.push(0)
  let total = 0
  for (let i = from; i < to; i++) {
    const weight = weights === null ? 1 : weights[rowOf(rows, entries[i])]
    sums[classOf(rows, entries[i])] += weight
    total += weight
  }
  return { sums, total }
}

function groupBranches(search: Search, feature: GroupFeature, part: RowPart): Sides {
  const { groups } = search
  const width = search.rows.classCount
  const found = countGroups(search, feature, part)
  const known = groups.codes[found - 1] === feature.size ? found - 1 : found
  const heaviest = heaviestCode(groups, known)
  if (known < found) joinMissing(groups, feature.size, heaviest, width)
  const taken = Array.from(groups.codes.subarray(0, known))
  const sums = taken.map((code) => Array.from(groups.sums.subarray(code * width, (code + 1) * width)))
  const totals = taken.map((code) => groups.totals[code])
  clearGroups(groups, found, width)
  return { size: feature.size, taken, sums, totals, heaviest }
}

/**
 * Writes down for every row of a node which of the branches taken it goes to, and answers how many rows go to each.
 * O(rows).
 */
export function sendRows(
  { feature, at, heaviest, taken }: Branching,
  part: RowPart,
  { rows, order }: Search,
  { fast, branchOf, branchOfCode }: PartScratch,
): number[] {
  const { start, end } = part
  if (feature.kind === 'cuts') {
    const last = knownEnd(feature, part, rows)
    if (fast !== null && last === end) fast.send(feature, { start, at, end, bits: rows.bits })
    else
      for (let i = start; i < end; i++) {
        branchOf[rowOf(rows, feature.entries[i])] = i < at ? 0 : i < last ? 1 : heaviest
      }
    const counts = [at - start, last - at]
    counts[heaviest] += end - last
    return counts
  }
  const counts = taken.map(() => 0)
  for (const [branch, code] of taken.entries()) branchOfCode[code] = branch
  branchOfCode[feature.size] = branchOfCode[heaviest]
  for (let i = start; i < end; i++) {
    const branch = branchOfCode[feature.codes[order[i]]]
    branchOf[order[i]] = branch
    counts[branch]++
  }
  return counts
}
