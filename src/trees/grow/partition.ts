import type { CutFeature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'
import type { TreeRows } from '../../wasm/tree-rows.ts'

/** Scratch memory for parting the rows of a node, as long as the longest order. */
export interface PartScratch {
  /** bits of an entry that hold the class of its row */
  readonly bits: number
  /** what parts rows of two branches faster; null where there is nothing */
  readonly fast: TreeRows | null
  /** for every row of the node being parted, which of the branches taken it goes to */
  readonly branchOf: Uint8Array | Uint32Array
  readonly spare: Uint32Array
  /** for every code of a column, which of the branches taken it leads to */
  readonly branchOfCode: Uint32Array
}

/** Scratch memory for the rows of a growth and so many branches. */
export function partScratch(
  { count, bits, fast }: Pick<GrowRows, 'count' | 'bits' | 'fast'>,
  mostBranches: number,
): PartScratch {
  const narrow = mostBranches <= 256
  return {
    bits,
    fast: narrow ? fast : null,
    branchOf: narrow ? (fast?.isAbove ?? new Uint8Array(count)) : new Uint32Array(count),
    spare: new Uint32Array(count),
    branchOfCode: new Uint32Array(mostBranches + 1),
  }
}

/** Rows of a node, from `start` on, and how many go to each branch; `parted` is a column that has them in such order already. */
export interface Parting {
  readonly start: number
  readonly counts: readonly number[]
  readonly parted: CutFeature | null
}

/** Parts the rows of a node in some columns by their branches, in each of which they keep their order. O(rows · columns). */
export function partFeatures(
  features: readonly CutFeature[],
  { start, counts, parted }: Parting,
  scratch: PartScratch,
): void {
  const { bits, fast } = scratch
  if (counts.length === 2 && fast !== null) {
    fast.part(features, { start, end: endOf(start, counts), bits }, parted)
    return
  }
  for (const feature of features) {
    if (feature === parted) continue
    if (counts.length > 2) partMany(feature.entries, start, counts, scratch)
    else partTwo(feature.entries, start, counts, scratch)
  }
}

/** A row begins a run where one began since the last row of its branch. */
function partMany(
  entries: Uint32Array,
  start: number,
  counts: readonly number[],
  { bits, branchOf, spare }: PartScratch,
): void {
  const next = branchStarts(start, counts)
  const end = endOf(start, counts)
  const begins = 1 << bits
  /** of each branch the last run that has a row there; 0 is none */
  const last = new Uint32Array(counts.length)
  let run = 1
  spare.set(entries.subarray(start, end))
  for (let i = 0; i < end - start; i++) {
    const entry = spare[i]
    const branch = branchOf[entry >>> (bits + 1)]
    run += (entry >>> bits) & 1
    entries[next[branch]++] = last[branch] === run ? entry & ~begins : entry | begins
    last[branch] = run
  }
}

/** The same for two branches: `open` has a bit for each that says whether its next row begins a run. */
function partTwo(
  entries: Uint32Array,
  start: number,
  counts: readonly number[],
  { bits, branchOf, spare }: PartScratch,
): void {
  const end = endOf(start, counts)
  const begins = 1 << bits
  let low = start
  let high = 0
  let open = 3
  // Both are written and one of them advances: a jump would be guessed wrong half of the time.
  for (let i = start; i < end; i++) {
    const entry = entries[i]
    const above = branchOf[entry >>> (bits + 1)]
    open |= 3 & -((entry >>> bits) & 1)
    const own = (entry & ~begins) | (((open >>> above) & 1) << bits)
    open &= 2 - above
    entries[low] = own
    spare[high] = own
    low += 1 - above
    high += above
  }
  for (let i = 0; i < high; i++) entries[low + i] = spare[i]
}

/** The same in the order that features of groups share. O(rows). */
export function partRows(
  order: Uint32Array,
  start: number,
  counts: readonly number[],
  { branchOf, spare }: PartScratch,
): void {
  const next = branchStarts(start, counts)
  const end = endOf(start, counts)
  spare.set(order.subarray(start, end))
  for (let i = 0; i < end - start; i++) order[next[branchOf[spare[i]]]++] = spare[i]
}

function branchStarts(start: number, counts: readonly number[]): Uint32Array {
  const next = new Uint32Array(counts.length)
  next[0] = start
  for (let b = 1; b < counts.length; b++) next[b] = next[b - 1] + counts[b - 1]
  return next
}

function endOf(start: number, counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, start)
}
