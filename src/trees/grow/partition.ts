import type { CutFeature } from './features.ts'
import type { GrowRows } from './grow-rows.ts'

/** Scratch memory for parting the rows of a node, as long as the longest order. */
export interface PartScratch {
  /** bits of an entry that hold the class of its row */
  readonly bits: number
  /** for every row of the node being parted, which of the branches taken it goes to */
  readonly branchOf: Uint8Array | Uint32Array
  readonly spare: Uint32Array
  readonly spareCodes: Uint32Array
  /** for every code of a column, which of the branches taken it leads to */
  readonly branchOfCode: Uint32Array
}

/** Scratch memory for the rows of a growth and so many branches. */
export function partScratch({ count, bits }: Pick<GrowRows, 'count' | 'bits'>, mostBranches: number): PartScratch {
  return {
    bits,
    branchOf: mostBranches <= 256 ? new Uint8Array(count) : new Uint32Array(count),
    spare: new Uint32Array(count),
    spareCodes: new Uint32Array(count),
    branchOfCode: new Uint32Array(mostBranches + 1),
  }
}

/** Parts the rows of a node in a column by their branches, in each of which they keep their order. O(rows). */
export function partFeature(
  { entries, codes }: CutFeature,
  start: number,
  counts: readonly number[],
  { bits, branchOf, spare, spareCodes }: PartScratch,
): void {
  if (counts.length > 2) {
    const next = branchStarts(start, counts)
    const end = endOf(start, counts)
    spare.set(entries.subarray(start, end))
    spareCodes.set(codes.subarray(start, end))
    for (let i = 0; i < end - start; i++) {
      const at = next[branchOf[spare[i] >>> bits]]++
      entries[at] = spare[i]
      codes[at] = spareCodes[i]
    }
    return
  }
  const end = start + counts[0] + counts[1]
  let low = start
  let high = 0
  // Both are written and one of them advances: a jump would be guessed wrong half of the time.
  for (let i = start; i < end; i++) {
    const entry = entries[i]
    const code = codes[i]
    const above = branchOf[entry >>> bits]
    entries[low] = entry
    codes[low] = code
    spare[high] = entry
    spareCodes[high] = code
    low += 1 - above
    high += above
  }
  for (let i = 0; i < high; i++) {
    entries[low + i] = spare[i]
    codes[low + i] = spareCodes[i]
  }
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
