import { type RowLoops, rowLoops } from '../../wasm/row-loops.ts'

/** Rows that are looked at together. */
const CHUNK = 4096

/** Some rows, ascending and counted from `start` on; gone with the next call. */
type TakeRows = (rows: Uint16Array, start: number) => void

/** Gives the rows that lie in wanted buckets, chunk by chunk. O(rows). */
export function chooseRows(
  buckets: Uint16Array,
  wanted: Uint8Array,
  take: TakeRows,
  loops: RowLoops | null = rowLoops(),
): void {
  const chosen = new Uint16Array(CHUNK)
  for (let start = loops?.choose(buckets, wanted, take) ?? 0; start < buckets.length; start += CHUNK) {
    const size = chooseFrom(buckets, wanted, start, chosen)
    take(chosen.subarray(0, size), start)
  }
}

/** Writes the rows of a chunk that lie in wanted buckets; how many. Without a branch for each row, which the processor could only guess. */
function chooseFrom(buckets: Uint16Array, wanted: Uint8Array, start: number, chosen: Uint16Array): number {
  const rows = Math.min(CHUNK, buckets.length - start)
  let size = 0
  for (let row = 0; row < rows; row++) {
    chosen[size] = row
    size += wanted[buckets[start + row]]
  }
  return size
}
