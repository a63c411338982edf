import type { CutFeature } from './features.ts'

/** Room for parting stretches, as long as the longest order. */
export interface PartRoom {
  /** for every row of the node being parted, which of the branches taken it goes to */
  readonly branchOf: Uint8Array | Uint32Array
  readonly spare: Uint32Array
  readonly spareCodes: Uint32Array
  /** for every code of a column, which of the branches taken it leads to */
  readonly places: Uint32Array
}

/** Room for so many rows and branches. */
export function partRoom(rows: number, mostBranches: number): PartRoom {
  return {
    branchOf: mostBranches <= 256 ? new Uint8Array(rows) : new Uint32Array(rows),
    spare: new Uint32Array(rows),
    spareCodes: new Uint32Array(rows),
    places: new Uint32Array(mostBranches + 1),
  }
}

/** Parts a stretch of a column by the branches of its rows, which keep their order in each. O(rows). */
export function partFeature(
  { entries, codes }: CutFeature,
  bits: number,
  start: number,
  counts: readonly number[],
  room: PartRoom,
): void {
  const { branchOf, spare, spareCodes } = room
  if (counts.length > 2) {
    const places = firstPlaces(start, counts)
    const end = endOf(start, counts)
    spare.set(entries.subarray(start, end))
    spareCodes.set(codes.subarray(start, end))
    for (let i = 0; i < end - start; i++) {
      const at = places[branchOf[spare[i] >>> bits]]++
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

/** Parts a stretch of rows by their branches. O(rows). */
export function partRows(order: Uint32Array, start: number, counts: readonly number[], room: PartRoom): void {
  const { branchOf, spare } = room
  const places = firstPlaces(start, counts)
  const end = endOf(start, counts)
  spare.set(order.subarray(start, end))
  for (let i = 0; i < end - start; i++) order[places[branchOf[spare[i]]]++] = spare[i]
}

function firstPlaces(start: number, counts: readonly number[]): Uint32Array {
  const places = new Uint32Array(counts.length)
  places[0] = start
  for (let b = 1; b < counts.length; b++) places[b] = places[b - 1] + counts[b - 1]
  return places
}

function endOf(start: number, counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, start)
}
