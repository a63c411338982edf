import { knownEnd } from './best-cut.ts'
import { clearGroups, countGroups, type GroupRoom, heaviestCode, joinMissing } from './best-groups.ts'
import { type BestTest, minusBits, type Stretch } from './best-test.ts'
import type { CutFeature, Feature, GroupFeature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'

/** A test with what its branches hold. */
export interface Branching {
  readonly feature: Feature
  /** cuts only: where the stretch is parted, and the codes next to the cut */
  readonly at: number
  readonly below: number
  readonly above: number
  /** Σw per class of each branch */
  readonly sums: readonly Float64Array[]
  readonly totals: readonly number[]
  /** the branch with most rows, which rows without a value follow */
  readonly heaviest: number
  /** bits per row */
  readonly gain: number
}

/** Counts the branches of the best test of a node. O(rows). */
export function branchesOf(
  best: BestTest,
  stretch: Stretch,
  order: Uint32Array,
  rows: GrowRows,
  room: GroupRoom,
): Branching {
  const feature = best.feature!
  const { sums, totals, heaviest } =
    feature.kind === 'cuts'
      ? cutBranches(feature, best.at, stretch, rows)
      : groupBranches(feature, stretch, order, rows, room)
  const width = rows.classCount
  let left = 0
  for (let b = 0; b < sums.length; b++) left += minusBits(sums[b], 0, width, totals[b])
  const gained = left - minusBits(stretch.sums, 0, width, stretch.total)
  const { at, below, above } = best
  return { feature, at, below, above, sums, totals, heaviest, gain: Math.max(0, gained) / stretch.total }
}

type Sides = Pick<Branching, 'sums' | 'totals' | 'heaviest'>

function cutBranches(feature: CutFeature, at: number, stretch: Stretch, rows: GrowRows): Sides {
  const end = knownEnd(feature, stretch)
  const low = sumRows(feature.order, stretch.start, at, rows)
  const high = sumRows(feature.order, at, end, rows)
  const heaviest = low.total >= high.total ? 0 : 1
  if (end < stretch.end) {
    const absent = sumRows(feature.order, end, stretch.end, rows)
    const side = heaviest === 0 ? low : high
    side.total += absent.total
    for (let c = 0; c < absent.sums.length; c++) side.sums[c] += absent.sums[c]
  }
  return { sums: [low.sums, high.sums], totals: [low.total, high.total], heaviest }
}

function sumRows(
  order: Uint32Array,
  from: number,
  to: number,
  { classes, weights, classCount }: GrowRows,
): { sums: Float64Array; total: number } {
  const sums = new Float64Array(classCount)
  let total = 0
  for (let i = from; i < to; i++) {
    const weight = weights === null ? 1 : weights[order[i]]
    sums[classes[order[i]]] += weight
    total += weight
  }
  return { sums, total }
}

function groupBranches(
  feature: GroupFeature,
  stretch: Stretch,
  order: Uint32Array,
  rows: GrowRows,
  room: GroupRoom,
): Sides {
  const width = rows.classCount
  const found = countGroups(room, feature, order, stretch, rows)
  const known = room.codes[found - 1] === feature.size ? found - 1 : found
  const heaviest = heaviestCode(room, known)
  if (known < found) joinMissing(room, feature.size, heaviest, width)
  const sums = Array.from({ length: feature.size }, (_, b) => room.sums.slice(b * width, (b + 1) * width))
  const totals = Array.from(room.totals.subarray(0, feature.size))
  clearGroups(room, found, width)
  return { sums, totals, heaviest }
}

/** Writes down the branch of every row of a node, and answers how many rows go to each. O(rows). */
export function sendRows(
  { feature, at, heaviest, sums }: Branching,
  { start, end }: Stretch,
  order: Uint32Array,
  branchOf: Uint8Array | Uint32Array,
): number[] {
  const counts = sums.map(() => 0)
  const { codes, size } = feature
  const rows = feature.kind === 'cuts' ? feature.order : order
  for (let i = start; i < end; i++) {
    const row = rows[i]
    const code = codes[row]
    const branch = code === size ? heaviest : feature.kind === 'groups' ? code : i < at ? 0 : 1
    branchOf[row] = branch
    counts[branch]++
  }
  return counts
}
