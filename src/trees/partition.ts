/** Room for parting stretches, as long as the longest order. */
export interface PartRoom {
  /** the branch of every row of the node being parted */
  readonly branchOf: Uint8Array | Uint32Array
  readonly spare: Uint32Array
}

/** Room for so many rows and branches. */
export function partRoom(rows: number, mostBranches: number): PartRoom {
  return {
    branchOf: mostBranches <= 256 ? new Uint8Array(rows) : new Uint32Array(rows),
    spare: new Uint32Array(rows),
  }
}

/** Parts a stretch of an order by the branches of its rows, which keep their order in each. O(rows). */
export function part(order: Uint32Array, start: number, counts: readonly number[], room: PartRoom): void {
  if (counts.length === 2) partInTwo(order, start, start + counts[0] + counts[1], room)
  else partInMany(order, start, counts, room)
}

function partInTwo(order: Uint32Array, start: number, end: number, { branchOf, spare }: PartRoom): void {
  let low = start
  let high = 0
  // Both are written and one of them advances: a jump would be guessed wrong half of the time.
  for (let i = start; i < end; i++) {
    const row = order[i]
    const above = branchOf[row]
    order[low] = row
    spare[high] = row
    low += 1 - above
    high += above
  }
  for (let i = 0; i < high; i++) order[low + i] = spare[i]
}

function partInMany(order: Uint32Array, start: number, counts: readonly number[], { branchOf, spare }: PartRoom): void {
  const places = new Uint32Array(counts.length)
  for (let b = 1; b < counts.length; b++) places[b] = places[b - 1] + counts[b - 1]
  const total = places[counts.length - 1] + counts[counts.length - 1]
  for (let i = start; i < start + total; i++) spare[places[branchOf[order[i]]]++] = order[i]
  for (let i = 0; i < total; i++) order[start + i] = spare[i]
}
